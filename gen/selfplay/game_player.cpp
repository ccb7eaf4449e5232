#include <cstdlib>

#include "core/base/random.h"
#include "core/eval/evaluate.h"
#include "core/eval/lone_king.h"
#include "core/eval/weights/games.h"
#include "gen/selfplay/selfplay.h"

namespace bookends {

namespace {

// A few thousand nodes need no more, and emptying it costs nothing.
constexpr std::size_t kHashBytes = 1u << 20;

// A search that is cut off amid an iteration says less than one that ends with it. Which begins no other after so many
// tenths of its nodes comes to about all of them on average (`bookends selfplay --json` says to how many).
constexpr std::uint64_t kTenthsToBegin = 6, kMostTimes = 20;

GameResult result_of(Color turn, Outcome outcome) {
  if (outcome == Outcome::draw) return GameResult::draw;
  const bool white = (outcome == Outcome::win) == (turn == Color::white);
  return white ? GameResult::white_wins : GameResult::black_wins;
}

GameResult result_for(Score white) {
  return white > 0 ? GameResult::white_wins : white < 0 ? GameResult::black_wins : GameResult::draw;
}

// Quiet, and not one of those that have a rule of their own (lone_king.h).
template <const Rules& R>
bool teaches(const Position<R>& p, Move best) {
  return !p.is_capture(best) && !best.promotes() && !p.in_check() && !lone_king<R>(p, weights<R>);
}

}  // namespace

// What the adjudication remembers of a game.
template <const Rules& R>
struct SelfPlayer<R>::Course {
  int plies = 0;
  int white_leads = 0;  // plies in a row that White's score has been decisive
  int black_leads = 0;
  int level = 0;
};

template <const Rules& R>
SelfPlayer<R>::SelfPlayer(const SelfplaySettings& settings, const Oracle<R>* tables, std::shared_ptr<const Net<R>> net)
    : settings_(settings), tables_(tables), search_({.hash_bytes = kHashBytes}) {
  for (const std::string& fen : settings.starts)
    if (const auto start = Position<R>::from_fen(fen); start) starts_.push_back(*start);
  search_.set_oracle(tables);
  search_.set_net(std::move(net));
}

// A random opening; nothing when the game was over in it.
template <const Rules& R>
std::optional<Game<R>> SelfPlayer<R>::open(std::uint64_t i, std::uint64_t attempt) const {
  Random random(settings_.seed + attempt * 0x632be59bd9b4e019, i);
  Game<R> game(starts_[i % starts_.size()]);
  const int fewest = settings_.random_plies - settings_.random_plies / 2;
  const int plies = fewest + random.below(settings_.random_plies / 2 + 1);
  for (int ply = 0; ply < plies; ++ply) {
    const MoveList moves = game.position().legal_moves();
    if (moves.empty()) return std::nullopt;
    game.play(moves[random.below(moves.size())]);
  }
  if (known_end(game)) return std::nullopt;
  return game;
}

// The result when the rules or the tables say it.
template <const Rules& R>
std::optional<GameResult> SelfPlayer<R>::known_end(const Game<R>& game) const {
  const Position<R>& p = game.position();
  if (const Verdict verdict = game.verdict(); verdict.over()) return result_of(p.turn(), verdict.outcome);
  if (tables_ == nullptr || count(p.occupied()) > tables_->max_men()) return std::nullopt;
  const std::optional<OracleValue> value = tables_->value(p);
  if (!value) return std::nullopt;
  const Score own = static_cast<Score>(value->wdl);
  return result_for(p.turn() == Color::white ? own : -own);
}

// A search sees what the tables know before the game gets there.
template <const Rules& R>
void SelfPlayer<R>::play_to_tables(Game<R>& game, const std::vector<Move>& line) const {
  if (settings_.table_plies == 0) return;
  for (const Move m : line) {
    if (known_end(game)) return;
    game.play(m);
  }
}

// Positions that come after the game, for what no search of some nodes sees: they have the game's result for certain.
// All that teach are kept: a game has few.
template <const Rules& R>
void SelfPlayer<R>::follow_tables(Game<R> game, GameResult result, std::vector<Sample>& samples) const {
  const Score white = (static_cast<Score>(result) - static_cast<Score>(GameResult::draw)) * kMaxEvaluation;
  // A count, or the clock, may take a win away.
  for (int ply = 0; ply < settings_.table_plies && known_end(game) == result && !game.verdict().over(); ++ply) {
    const Position<R>& p = game.position();
    const std::optional<OracleMove> best = tables_->choose(p);
    if (!best) return;
    if (teaches<R>(p, best->move) && game.occurrences() == 1)
      samples.push_back({p.fen(), p.turn() == Color::white ? white : -white, GameResult::draw});
    game.play(best->move);
  }
}

// The result when the scores leave no doubt.
template <const Rules& R>
std::optional<GameResult> SelfPlayer<R>::adjudicate(Course& course, Score white, bool played_out) const {
  ++course.plies;
  course.white_leads = white >= settings_.decisive ? course.white_leads + 1 : 0;
  course.black_leads = white <= -settings_.decisive ? course.black_leads + 1 : 0;
  course.level = std::abs(white) <= settings_.drawish ? course.level + 1 : 0;
  if (std::abs(white) >= kTableWin - kMaxPly) return result_for(white);
  const bool decisive = std::max(course.white_leads, course.black_leads) >= settings_.decisive_plies;
  if (decisive && !played_out) return result_for(white);
  const bool drawish = course.plies > settings_.drawish_after && course.level >= settings_.drawish_plies;
  if (drawish || course.plies >= settings_.max_plies) return GameResult::draw;
  return std::nullopt;
}

template <const Rules& R>
std::vector<Sample> SelfPlayer<R>::play_from(Game<R> game, std::uint64_t i, const std::atomic<bool>& stop) {
  SearchLimits limits;
  limits.soft_nodes = settings_.nodes * kTenthsToBegin / 10;
  limits.nodes = settings_.nodes * kMostTimes;
  const bool played_out =
      settings_.played_out_every > 0 && i / starts_.size() % static_cast<unsigned>(settings_.played_out_every) == 0;
  int until_next = Random(settings_.seed, ~i).below(settings_.every);
  std::vector<Sample> samples;
  Course course;
  std::optional<GameResult> result;
  while (!(result = known_end(game))) {
    const Position<R>& p = game.position();
    const SearchResult found = search_.run(game, limits, stop);
    if (stop) return {};
    ++searches_;
    nodes_ += found.statistics.nodes;
    const SearchLine& best = found.lines.front();
    const Score white = p.turn() == Color::white ? best.score : -best.score;
    if (course.plies == 0 && std::abs(white) > settings_.unbalanced) return {};
    if ((result = adjudicate(course, white, played_out))) {
      play_to_tables(game, best.pv);
      break;
    }
    const Move move = best.pv.front();
    if (teaches<R>(p, move) && game.occurrences() == 1 && until_next-- == 0) {
      samples.push_back({p.fen(), best.score, GameResult::draw});
      until_next = settings_.every - 1;
    }
    game.play(move);
  }
  follow_tables(std::move(game), *result, samples);
  for (Sample& sample : samples) sample.result = *result;
  return samples;
}

template <const Rules& R>
std::optional<std::vector<Sample>> SelfPlayer<R>::play(std::uint64_t i, const std::atomic<bool>& stop) {
  constexpr std::uint64_t kAttempts = 100;
  for (std::uint64_t attempt = 0; attempt < kAttempts; ++attempt) {
    std::optional<Game<R>> game = open(i, attempt);
    if (!game) continue;
    search_.clear();
    std::vector<Sample> samples = play_from(std::move(*game), i, stop);
    if (stop) return std::nullopt;
    if (!samples.empty()) return samples;
  }
  return std::vector<Sample>{};
}

#define BOOKENDS_INSTANTIATE(game) template class SelfPlayer<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
