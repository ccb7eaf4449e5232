#include "books/opponent/trial_player.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <optional>

#include "books/opponent/expected_points.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

constexpr int kPliesToJudge = 8;  // after the book

SearchOptions options_for(std::uint64_t nodes) {
  SearchOptions options;
  options.hash_bytes = std::clamp<std::size_t>(std::bit_ceil(nodes) * 64, 1u << 20, 64u << 20);
  return options;
}

// 80 to 120 percent.
std::uint64_t nodes_of(std::uint64_t nodes, std::uint32_t number) {
  const std::uint64_t percent = 80 + number * std::uint64_t{2654435761} % 4294967296 * 41 / 4294967296;
  return std::max<std::uint64_t>(1, nodes * percent / 100);
}

double points_of_end(const Verdict& end, bool own_turn) {
  if (end.outcome == Outcome::draw) return kWholePoint / 2;
  return (end.outcome == Outcome::win) == own_turn ? kWholePoint : 0;
}

}  // namespace

template <const Rules& R>
struct TrialPlayer<R>::Table {
  Game<R> game;
  BookSide side;
  SearchLimits limits;
  const std::atomic<bool>& stop;

  bool own_turn() const { return is_own_turn(side, game.position().turn()); }
};

template <const Rules& R>
TrialPlayer<R>::TrialPlayer(std::uint64_t nodes, const Oracle<R>* tables, const std::shared_ptr<const Net<R>>& net)
    : nodes_(nodes), tables_(tables), own_(options_for(nodes)), opponent_(options_for(nodes)) {
  for (Search<R>* search : {&own_, &opponent_}) {
    search->set_oracle(tables);
    search->set_net(net);
  }
}

template <const Rules& R>
Score TrialPlayer<R>::search(Search<R>& search, Table& table, Move& move) {
  const SearchResult found = search.run(table.game, table.limits, table.stop);
  move = found.lines.front().pv.front();
  return found.lines.front().score;
}

// What the own side may expect.
template <const Rules& R>
double TrialPlayer<R>::rest_of(Table& table) {
  std::array<double, 2> last{};
  for (int ply = 0; ply <= kPliesToJudge && !table.stop; ++ply) {
    const bool own = table.own_turn();
    if (const Verdict end = table.game.verdict(); end.over()) return points_of_end(end, own);
    Move move;
    const double points = expected_points(search(own ? own_ : opponent_, table, move));
    last[ply % 2] = own ? points : kWholePoint - points;
    table.game.play(move);
  }
  return (last[0] + last[1]) / 2;
}

template <const Rules& R>
Result<TrialResult> TrialPlayer<R>::play(const TrialBook<R>& book, TrialTask task, const std::atomic<bool>& stop) {
  own_.clear();
  opponent_.clear();
  NodeId node = book.start_of(task);
  Table table{Game<R>(position_of<R>(book.workspace(), node)), book.workspace().settings().side, {}, stop};
  table.limits.nodes = nodes_of(nodes_, task.number);
  TrialResult result;
  while (result.moves.size() < task.max_ply && !table.game.verdict().over() && !stop) {
    Move move;
    if (!table.own_turn())
      search(opponent_, table, move);
    else if (node != kNoNode && book.has_choice(node))
      move = book.draw(node, (std::uint64_t{task.number} << 16) + result.moves.size());
    else
      break;
    table.game.play(move);
    result.moves.push_back(move);
    if (node != kNoNode) node = book.workspace().child(node, move);
  }
  result.points = static_cast<std::uint16_t>(std::lround(rest_of(table)));
  if (tables_ != nullptr)
    if (const std::optional<Error> trouble = tables_->trouble()) return *trouble;
  return result;
}

#define BOOKENDS_INSTANTIATE(game) template class TrialPlayer<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
