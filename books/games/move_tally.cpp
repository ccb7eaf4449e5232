#include "books/games/move_tally.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <mutex>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "core/base/thrown.h"
#include "core/io/file.h"

namespace bookends {

namespace {

// Vectors that grow take twice what they hold, for a moment three times.
constexpr std::uint64_t kShareOfMoves = 4;
// Of a move that stays: its count, and the position in the book that comes of it.
constexpr std::uint64_t kBytesOfMove = 400;

std::string said(const std::string& what) { return what + ": " + std::strerror(errno); }

auto order_of(const PlayedOnce& a) { return std::tuple(a.key, a.move, a.game, a.plies_left); }

void count(TalliedMove& tallied, const PlayedOnce& once) {
  tallied.year = std::max(tallied.year, once.year);
  if (once.to == PlayedTo::listed) return;
  ++tallied.games;
  tallied.wins += once.to == PlayedTo::win ? 1 : 0;
  tallied.draws += once.to == PlayedTo::draw ? 1 : 0;
  tallied.losses += once.to == PlayedTo::loss ? 1 : 0;
  if (once.rating == 0) return;
  ++tallied.rated;
  tallied.ratings += once.rating;
}

bool stays(const TalliedMove& move, const TallyRule& rule) {
  if (move.games < rule.min_games) return false;
  return rule.min_score <= 0 || share_of_points(record_of(move, 0)) >= rule.min_score;
}

std::vector<TalliedMove> counted(std::vector<PlayedOnce> moves, const TallyRule& rule) {
  std::ranges::sort(moves, [](const PlayedOnce& a, const PlayedOnce& b) { return order_of(a) < order_of(b); });
  std::vector<TalliedMove> all;
  for (std::size_t i = 0; i < moves.size();) {
    TalliedMove tallied{.key = moves[i].key, .move = moves[i].move};
    tallied.first = std::uint64_t{moves[i].game} << 16 | moves[i].plies_left;
    for (; i < moves.size() && moves[i].key == tallied.key && moves[i].move == tallied.move; ++i)
      count(tallied, moves[i]);
    if (stays(tallied, rule)) all.push_back(tallied);
  }
  return all;
}

}  // namespace

PlayedMove record_of(const TalliedMove& move, int move_index) {
  PlayedMove record;
  record.move_index = static_cast<std::uint16_t>(move_index);
  record.games = move.games;
  record.wins = move.wins;
  record.draws = move.draws;
  record.losses = move.losses;
  record.rated = move.rated;
  if (move.rated > 0) record.rating = static_cast<std::uint16_t>((move.ratings + move.rated / 2) / move.rated);
  record.year = move.year;
  return record;
}

std::vector<TalliedMove> together(std::vector<TalliedMove> a, const std::vector<TalliedMove>& b) {
  const auto place = [](const TalliedMove& m) { return std::pair(m.key, m.move); };
  a.insert(a.end(), b.begin(), b.end());
  std::ranges::stable_sort(a, {}, place);
  std::vector<TalliedMove> all;
  for (const TalliedMove& move : a) {
    if (all.empty() || place(all.back()) != place(move)) {
      all.push_back(move);
      continue;
    }
    TalliedMove& sum = all.back();
    const std::uint64_t sum_ratings = sum.ratings;
    const PlayedMove both = together(record_of(sum, 0), record_of(move, 0));  // no count goes beyond 32 bits
    sum.games = both.games;
    sum.wins = both.wins;
    sum.draws = both.draws;
    sum.losses = both.losses;
    sum.ratings = std::uint64_t{both.rated} * both.rating;
    if (std::uint64_t{sum.rated} + move.rated == both.rated) sum.ratings = sum_ratings + move.ratings;
    sum.rated = both.rated;
    sum.year = both.year;
  }
  return all;
}

MoveTally::MoveTally(MoveTally&& other) noexcept
    : memory_(other.memory_),
      folder_(std::move(other.folder_)),
      parts_(std::move(other.parts_)),
      extents_(std::move(other.extents_)),
      held_(std::exchange(other.held_, 0)),
      fd_(std::exchange(other.fd_, -1)),
      written_(other.written_) {}

MoveTally& MoveTally::operator=(MoveTally&& other) noexcept {
  std::swap(memory_, other.memory_);
  std::swap(folder_, other.folder_);
  std::swap(parts_, other.parts_);
  std::swap(extents_, other.extents_);
  std::swap(held_, other.held_);
  std::swap(fd_, other.fd_);
  std::swap(written_, other.written_);
  return *this;
}

MoveTally::~MoveTally() {
  if (fd_ >= 0) ::close(fd_);
}

Result<void> MoveTally::add(std::span<const PlayedOnce> moves) {
  for (const PlayedOnce& move : moves) parts_[move.key >> (64 - kPartBits)].push_back(move);
  held_ += moves.size();
  return held_ * sizeof(PlayedOnce) <= memory_ / kShareOfMoves ? Result<void>() : spill();
}

// Without a name: nothing is left behind, however the process ends.
Result<void> MoveTally::open_file() {
  if (fd_ >= 0) return {};
  if (const Result<void> folder = make_writable_folder(folder_); !folder) return folder;
  std::string name = (folder_ / ".bookends-games-XXXXXX").string();
  fd_ = ::mkostemp(name.data(), O_CLOEXEC);
  if (fd_ < 0) return Error{ErrorCode::io, said("cannot make a file in " + folder_.string())};
  ::unlink(name.c_str());
  return {};
}

Result<void> MoveTally::spill() {
  if (const Result<void> open = open_file(); !open) return open;
  for (std::size_t part = 0; part < kParts; ++part) {
    std::vector<PlayedOnce>& moves = parts_[part];
    const auto bytes = std::as_bytes(std::span(moves));
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t wrote =
          ::pwrite(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(written_ + done));
      if (wrote < 0 && errno == EINTR) continue;
      if (wrote <= 0) return Error{ErrorCode::io, said("cannot keep moves in " + folder_.string())};
      done += static_cast<std::size_t>(wrote);
    }
    if (!moves.empty()) extents_[part].push_back({written_, moves.size()});
    written_ += bytes.size();
    moves.clear();
  }
  held_ = 0;
  return {};
}

Result<std::vector<PlayedOnce>> MoveTally::take_part(std::size_t part) {
  std::vector<PlayedOnce> moves = std::move(parts_[part]);
  parts_[part] = {};
  for (const Extent& extent : extents_[part]) {
    const std::size_t had = moves.size();
    moves.resize(had + extent.moves);
    const auto bytes = std::as_writable_bytes(std::span(moves).subspan(had));
    for (std::size_t done = 0; done < bytes.size();) {
      const ssize_t got =
          ::pread(fd_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(extent.offset + done));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) return Error{ErrorCode::io, said("cannot read moves kept in " + folder_.string())};
      done += static_cast<std::size_t>(got);
    }
  }
  extents_[part].clear();
  return moves;
}

Result<std::vector<TalliedMove>> MoveTally::finish(const TallyRule& rule, int threads, Progress& progress) {
  std::vector<std::vector<TalliedMove>> kept(kParts);
  std::atomic<std::uint64_t> total = 0;
  std::atomic<std::size_t> done = 0;
  std::atomic<bool> stop = false;
  std::optional<Error> wrong;
  const std::uint64_t most = memory_ / kBytesOfMove;
  std::mutex telling;
  const auto do_part = [&](std::size_t part) {
    if (stop) return;
    Result<std::vector<PlayedOnce>> moves = take_part(part);
    if (moves) kept[part] = counted(std::move(*moves), rule);
    total += kept[part].size();
    ++done;
    const std::lock_guard lock(telling);
    if (!moves && !wrong) wrong = moves.error();
    if (progress.stop_requested() && !wrong) wrong = Error{ErrorCode::interrupted, "stopped while counting moves"};
    progress.update({"sort", static_cast<double>(done), static_cast<double>(kParts), "parts", "", false, {}});
    if (wrong || total > most) stop = true;
  };
  Thrown thrown;
#pragma omp parallel for num_threads(threads) schedule(dynamic)
  for (std::size_t part = 0; part < kParts; ++part) thrown.run([&] { do_part(part); });
  thrown.rethrow();
  held_ = 0;
  if (wrong) return *wrong;
  if (total > most)
    return Error{ErrorCode::limit, "over " + std::to_string(most) + " moves would take more than the " +
                                       std::to_string(memory_ >> 20) +
                                       " MB of memory there are for them: count fewer (a number of games that each has "
                                       "to have, or of plies), or allow more memory"};
  std::vector<TalliedMove> all;
  all.reserve(total);
  for (std::vector<TalliedMove>& part : kept) {
    all.insert(all.end(), part.begin(), part.end());
    part = std::vector<TalliedMove>();  // braces alone would keep the memory
  }
  return all;
}

}  // namespace bookends
