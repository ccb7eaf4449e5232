#include "tools/explore/live_search.h"

#include <algorithm>
#include <memory>

#include "books/text/entry.h"
#include "core/notation/move_text.h"
#include "core/rules/games.h"
#include "core/search/search.h"
#include "gen/options/net_choice.h"
#include "tablebases/oracle/oracle.h"
#include "tools/explore/explored.h"
#include "tools/explore/replay.h"

namespace bookends {
namespace {

template <const Rules& R>
LiveLine told(const SearchLine& found, const SearchStatistics& statistics, const Position<R>& from) {
  LiveLine line;
  line.rank = found.rank;
  line.depth = found.depth;
  line.score = score_text(found.score);
  line.nodes = statistics.nodes;
  line.per_second =
      static_cast<std::uint64_t>(static_cast<double>(statistics.nodes) / std::max(statistics.seconds, 1e-3));
  Position<R> position = from;
  std::vector<ExploredPly> plies;
  for (const Move move : found.pv) {
    plies.push_back({format_uci(R, move), format_san(position, move)});
    line.pv.push_back(plies.back().uci);
    position.play(move);
  }
  line.text = line_text(plies, from.turn() == Color::black, from.fullmove());
  return line;
}

template <const Rules& R>
Result<void> search_game(const LiveSearch& asked, std::atomic<bool>& stop,
                         const std::function<bool(const LiveLine&)>& report) {
  const Result<Game<R>> game = replay<R>(asked.start, asked.line);
  if (!game) return game.error();
  std::unique_ptr<Oracle<R>> oracle;
  if (!asked.tables.empty()) {
    auto opened = TableOracle<R>::open(asked.tables);
    if (!opened) return opened.error();
    oracle = std::move(*opened);
  }
  const Result<ChosenNet<R>> net = choose_net<R>(kAutoNet);
  if (!net) return net.error();
  Search<R> search(SearchOptions{.multi_pv = asked.lines});
  search.set_oracle(oracle.get());
  search.set_net(net->net);
  SearchLimits limits;
  limits.depth = kMaxDepth;
  limits.hard_time = asked.time;
  search.run(*game, limits, stop, [&](const SearchLine& line, const SearchStatistics& statistics) {
    if (!report(told(line, statistics, game->position()))) stop = true;
  });
  return {};
}

}  // namespace

Result<void> search_live(const Rules& rules, const LiveSearch& asked, std::atomic<bool>& stop,
                         const std::function<bool(const LiveLine&)>& report) {
  return with_game(rules, [&]<const Rules & R>() { return search_game<R>(asked, stop, report); });
}

}  // namespace bookends
