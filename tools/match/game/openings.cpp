#include "tools/match/game/openings.h"

#include <algorithm>
#include <atomic>
#include <sstream>
#include <unordered_set>

#include "books/text/epd_line.h"
#include "core/base/random.h"
#include "core/base/thrown.h"
#include "core/io/file.h"
#include "core/notation/pgn_reader.h"
#include "core/position/outcome.h"
#include "core/search/search.h"

namespace bookends::match {
namespace {

constexpr int kGlance = 2;  // plies
// So many walks on end without a new opening: there are no more, or hardly any.
constexpr std::size_t kPatience = 1024;

// That n does not divide 2^64 cannot be noticed with so small an n.
std::size_t below(std::size_t n, Random& dice) { return static_cast<std::size_t>(dice.next() % n); }

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

constexpr std::string_view kOver = "the game is over already";

template <const Rules& R>
Result<std::vector<Position<R>>> opening_lines(std::string_view text, const std::string& name) {
  std::vector<Position<R>> openings;
  for (const EpdLine& line : epd_lines(text)) {
    const std::string where = name + ":" + std::to_string(line.number) + ": ";
    if (!line.error.empty()) return Error{ErrorCode::invalid_argument, where + line.error};
    const auto position = Position<R>::from_fen(line.fen);
    if (!position) return Error{ErrorCode::invalid_argument, where + position.error().message};
    if (verdict(*position).over()) return Error{ErrorCode::invalid_argument, where + std::string(kOver)};
    openings.push_back(*position);
  }
  return openings;
}

template <const Rules& R>
Result<std::vector<Position<R>>> ends_of_games(std::string_view text, const std::string& name, PgnOmissions& omitted) {
  std::vector<Position<R>> openings;
  std::istringstream in{std::string(text)};
  PgnReader reader(in, name, PgnPolicy::lenient, omitted);
  Position<R> position = Position<R>::start();
  while (true) {
    const Result<std::optional<PgnGame>> read = reader.next_played<R>(position);
    if (!read) return read.error();
    if (!*read) return openings;
    const PgnGame& game = **read;
    for (std::uint32_t at = 0; !game.nodes[at].next.empty();) {
      at = game.nodes[at].next.front();
      position.play(game.nodes[at].move);
    }
    if (verdict(position).over())
      omitted.games.add(name + ":" + std::to_string(game.line) + ": " + std::string(kOver));
    else
      openings.push_back(position);
  }
}

}  // namespace

template <const Rules& R>
Result<std::vector<Position<R>>> read_openings(const std::filesystem::path& path, PgnOmissions& omitted) {
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  Result<std::vector<Position<R>>> openings =
      begins_as_pgn(*text) ? ends_of_games<R>(*text, path.string(), omitted) : opening_lines<R>(*text, path.string());
  if (openings && openings->empty())
    return Error{ErrorCode::invalid_argument, path.string() + ": there is no position in it"};
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
    Thrown thrown;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
    for (std::size_t i = 0; i < batch_size; ++i)
      thrown.run([&] {
        if (batch[i].good) batch[i].good = balanced(batch[i].position, wanted);
      });
    thrown.rethrow();
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
  template Result<std::vector<Position<games::game>>> read_openings<games::game>(const std::filesystem::path&,         \
                                                                                 PgnOmissions&);                       \
  template Result<std::vector<Position<games::game>>> random_openings<games::game>(const RandomOpenings&, std::size_t, \
                                                                                   int, Progress&);                    \
  template void shuffle_openings<games::game>(std::vector<Position<games::game>>&, std::uint64_t);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::match
