#include "tools/match/game/openings.h"

#include <algorithm>
#include <atomic>
#include <sstream>
#include <unordered_set>

#include "core/base/random.h"
#include "core/io/file.h"
#include "core/position/outcome.h"
#include "core/search/search.h"

namespace bookends::match {
namespace {

constexpr int kGlance = 2;  // plies
// So many walks on end without a new opening: there are no more, or hardly any.
constexpr std::size_t kPatience = 1024;

// That n does not divide 2^64 cannot be noticed with so small an n.
std::size_t below(std::size_t n, Random& dice) { return static_cast<std::size_t>(dice.next() % n); }

// A FEN without what an EPD says after its four fields.
std::string position_of(const std::string& line) {
  std::istringstream in(line);
  std::string fen, word;
  for (int field = 0; field < 6 && in >> word; ++field) {
    if (field >= 4 && word.find_first_not_of("0123456789") != std::string::npos) break;
    fen += (fen.empty() ? "" : " ") + word;
  }
  return fen;
}

template <const Rules& R>
struct Candidate {
  Position<R> position = Position<R>::start();
  bool good = false;
};

// The walk of that number: its dice depend on nothing else.
template <const Rules& R>
Position<R> walk(const Position<R>& start, int plies, std::uint64_t seed, std::uint64_t number) {
  Random dice(seed);
  Random own(dice.next() ^ number * 0xD1342543DE82EF95);
  Position<R> position = start;
  for (int i = 0; i < plies; ++i) {
    const MoveList moves = position.legal_moves();
    if (moves.empty()) break;
    position.play(moves[static_cast<int>(below(static_cast<std::size_t>(moves.size()), own))]);
  }
  return position;
}

template <const Rules& R>
Score score_of(const Position<R>& position, int depth) {
  SearchOptions options;
  options.hash_bytes = std::size_t{1} << 20;
  Search<R> search(options);
  SearchLimits limits;
  limits.depth = depth;
  const std::atomic<bool> stop{false};
  const SearchResult found = search.run(Game<R>(position), limits, stop);
  return found.lines.empty() ? kInfinite : std::abs(found.lines[0].score);
}

// Most walks lose a piece; a glance is enough to see that.
template <const Rules& R>
bool balanced(const Position<R>& position, const RandomOpenings& wanted) {
  if (wanted.balance >= kInfinite) return true;
  return score_of(position, std::min(wanted.depth, kGlance)) <= 2 * wanted.balance + 100 &&
         score_of(position, wanted.depth) <= wanted.balance;
}

void show_progress(std::size_t done, std::size_t total, Progress& progress) {
  progress.update({.task = "openings",
                   .done = static_cast<double>(done),
                   .total = static_cast<double>(total),
                   .unit = "positions",
                   .detail = ""});
}

template <const Rules& R>
Result<std::vector<Position<R>>> starts_of(const std::string& name) {
  std::vector<Position<R>> starts;
  if (!name.empty()) {
    const Result<std::string> fen = start_fen(R, name);
    if (!fen) return fen.error();
    starts.push_back(*Position<R>::from_fen(*fen));
    return starts;
  }
  for (const std::string_view fen : R.starts)
    if (!fen.empty()) starts.push_back(*Position<R>::from_fen(fen));
  return starts;
}

}  // namespace

template <const Rules& R>
Result<std::vector<Position<R>>> read_openings(const std::filesystem::path& path) {
  Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  std::istringstream in(std::move(*text));
  std::vector<Position<R>> openings;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    const std::string fen = position_of(line);
    if (fen.empty() || fen[0] == '#') continue;
    const std::string where = path.string() + ":" + std::to_string(number) + ": ";
    const auto position = Position<R>::from_fen(fen);
    if (!position) return Error{ErrorCode::invalid_argument, where + position.error().message};
    if (verdict(*position).over()) return Error{ErrorCode::invalid_argument, where + "the game is over already"};
    openings.push_back(*position);
  }
  if (openings.empty()) return Error{ErrorCode::invalid_argument, path.string() + ": there is no position in it"};
  return openings;
}

template <const Rules& R>
Result<std::vector<Position<R>>> random_openings(const RandomOpenings& wanted, std::size_t count, int threads,
                                                 Progress& progress) {
  const auto starts = starts_of<R>(wanted.start);
  if (!starts || wanted.plies == 0) return starts;
  std::vector<Position<R>> openings;
  std::unordered_set<Key> seen;  // whether they were taken or not
  const std::size_t batch_size = 8 * static_cast<std::size_t>(threads);
  std::size_t since_success = 0;
  for (std::size_t first = 0; openings.size() < count && since_success < kPatience; first += batch_size) {
    show_progress(openings.size(), count, progress);
    if (progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted while openings were made"};
    std::vector<Candidate<R>> batch(batch_size);
    for (std::size_t i = 0; i < batch_size; ++i) {
      const std::size_t number = first + i;
      batch[i].position = walk((*starts)[number % starts->size()], wanted.plies, wanted.seed, number);
      batch[i].good = seen.insert(batch[i].position.key()).second && !verdict(batch[i].position).over();
    }
    // Which of them are taken is decided afterwards and in order, so that threads make no difference.
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::size_t i = 0; i < batch_size; ++i)
      if (batch[i].good) batch[i].good = balanced(batch[i].position, wanted);
    for (const Candidate<R>& candidate : batch) {
      if (openings.size() == count || since_success == kPatience) break;
      ++since_success;
      if (!candidate.good) continue;
      openings.push_back(candidate.position);
      since_success = 0;
    }
  }
  if (openings.empty())
    return Error{ErrorCode::not_found, "found no balanced opening; try other --random-plies or a wider --balance"};
  return openings;
}

template <const Rules& R>
void shuffle_openings(std::vector<Position<R>>& openings, std::uint64_t seed) {
  Random dice(seed);
  for (std::size_t i = openings.size(); i > 1; --i) std::swap(openings[i - 1], openings[below(i, dice)]);
}

#define BOOKENDS_INSTANTIATE(game)                                                                                     \
  template Result<std::vector<Position<games::game>>> read_openings<games::game>(const std::filesystem::path&);        \
  template Result<std::vector<Position<games::game>>> random_openings<games::game>(const RandomOpenings&, std::size_t, \
                                                                                   int, Progress&);                    \
  template void shuffle_openings<games::game>(std::vector<Position<games::game>>&, std::uint64_t);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::match
