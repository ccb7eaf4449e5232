// What ends a search, and what it promises: a move always, exact node counts, the same answer for the same question.
#include <mutex>
#include <set>
#include <thread>

#include "tests/search/helpers.h"

namespace bookends {
namespace {

using namespace std::chrono_literals;

std::vector<std::string> moves_of(const Rules& rules, const SearchLine& line) {
  std::vector<std::string> moves;
  for (const Move m : line.pv) moves.push_back(format_uci(rules, m));
  return moves;
}

TEST(Limits, NodesAreExact) {
  for_every_game([]<const Rules & R>() {
    for (const std::uint64_t nodes : {1u, 2u, 17u, 1000u, 1024u, 1025u, 20000u}) {
      Search<R> search;
      SearchLimits limits;
      limits.nodes = nodes;
      const auto result = search.run(Game<R>(Position<R>::start()), limits, kNeverStop);
      EXPECT_EQ(result.statistics.nodes, nodes);
      ASSERT_FALSE(result.lines.empty());
      EXPECT_TRUE(Position<R>::start().is_legal(result.lines.front().pv.front()));
    }
  });
}

// A king that has one square to go to: no node is left out, and none counted twice.
TEST(Limits, NodesAreExactWhereAllIsForced) {
  const auto forced = position_of<games::chess>("7k/8/8/8/8/8/1q6/K7 w - - 0 1");
  for (const std::uint64_t nodes : {1u, 2u, 17u}) {
    Search<games::chess> search;
    SearchLimits limits;
    limits.nodes = nodes;
    const auto result = search.run(Game<games::chess>(forced), limits, kNeverStop);
    EXPECT_EQ(result.statistics.nodes, nodes);
    ASSERT_EQ(result.lines.size(), 1u);
    EXPECT_EQ(moves_of(games::chess, result.lines.front()), std::vector<std::string>{"a1b2"});
    if (nodes > 1) {
      EXPECT_EQ(result.lines.front().score, kDraw);
    }
  }
}

// Where nothing can be captured yet a search of one ply makes every move once, however often it looks at what follows.
TEST(Limits, ANodeIsAMoveMade) {
  const auto nodes = []<const Rules & R>() {
    const SearchStatistics s = search_to_depth(Position<R>::start(), 1).statistics;
    EXPECT_EQ(s.quiescence_nodes, s.nodes);  // all of them are leaves
    return s.nodes;
  };
  EXPECT_EQ(nodes.template operator()<games::chess>(), 20u);
  EXPECT_EQ(nodes.template operator()<games::makruk>(), 23u);
}

// Nothing is left to find once every line that was asked for is decided within the depth that was searched.
TEST(Limits, AProvedResultEndsTheSearch) {
  const auto depth_of = [](std::string_view fen, int lines) {
    SearchOptions options;
    options.multi_pv = lines;
    return search_to_depth(position_of<games::chess>(fen), 7, options).statistics.depth;
  };
  constexpr std::string_view mates = "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", mated = "8/8/8/8/8/5k2/4q3/7K w - - 0 1";
  EXPECT_EQ(depth_of(mates, 1), 2);
  EXPECT_EQ(depth_of(mated, 1), 3);
  EXPECT_EQ(depth_of(mates, 2), 7) << "the second line is open";
}

TEST(Limits, AStopFlagThatIsSetAlreadyStillGivesAMove) {
  for_every_game([]<const Rules & R>() {
    const std::atomic<bool> stop{true};
    Search<R> search;
    const auto result = search.run(Game<R>(Position<R>::start()), {}, stop);
    ASSERT_EQ(result.lines.size(), 1u);
    EXPECT_TRUE(Position<R>::start().is_legal(result.lines.front().pv.front()));
  });
}

TEST(Limits, StopEndsTheSearchPromptly) {
  std::atomic<bool> stop{false};
  Search<games::fragments> search;
  std::chrono::steady_clock::time_point asked;
  std::thread stopper([&] {
    std::this_thread::sleep_for(200ms);
    asked = std::chrono::steady_clock::now();
    stop = true;
  });
  const auto result = search.run(Game<games::fragments>(Position<games::fragments>::start()), {}, stop);
  const auto ended = std::chrono::steady_clock::now();
  stopper.join();
  EXPECT_GT(result.statistics.depth, 3);
  EXPECT_LT(ended - asked, 500ms);  // a few ms on a quiet machine
}

TEST(Limits, HardTimeIsKept) {
  Search<games::chess> search;
  SearchLimits limits;
  limits.hard_time = 60ms;
  const auto begin = std::chrono::steady_clock::now();
  const auto result = search.run(Game<games::chess>(Position<games::chess>::start()), limits, kNeverStop);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 1s);  // 60 ms on a quiet machine
  EXPECT_GT(result.statistics.nodes, 1000u);
}

TEST(Limits, NoLegalMoveGivesNoLine) {
  const auto mated = position_of<games::chess>("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
  EXPECT_TRUE(search_to_depth(mated, 3).lines.empty());
}

TEST(Limits, RootMovesAreKeptTo) {
  const auto p = Position<games::fragments>::start();
  Search<games::fragments> search;
  SearchLimits limits;
  limits.depth = 5;
  for (const Move m : p.legal_moves()) {
    limits.root_moves = {m};
    const auto result = search.run(Game<games::fragments>(p), limits, kNeverStop);
    ASSERT_EQ(result.lines.size(), 1u);
    EXPECT_EQ(result.lines.front().pv.front(), m);
  }
}

TEST(Limits, MateEndsTheSearchAsSoonAsItIsProved) {
  const auto p = position_of<games::fragments>("4k/5/5/1P3/K4 w");
  Search<games::fragments> search;
  SearchLimits limits;
  limits.mate = 20;
  const auto result = search.run(Game<games::fragments>(p), limits, kNeverStop);
  EXPECT_GE(result.lines.front().score, win_in(40));
}

TEST(Promises, TheSameSearchTwiceIsTheSame) {
  for_every_game([]<const Rules & R>() {
    SearchLimits limits;
    limits.nodes = 30000;
    const Game<R> game(playout<R>(5, 12));
    Search<R> search, other;
    const auto first = search.run(game, limits, kNeverStop);
    search.run(Game<R>(playout<R>(6, 20)), limits, kNeverStop);
    search.clear();
    for (const auto& again : {search.run(game, limits, kNeverStop), other.run(game, limits, kNeverStop)}) {
      EXPECT_EQ(again.lines.front().score, first.lines.front().score);
      EXPECT_EQ(moves_of(R, again.lines.front()), moves_of(R, first.lines.front()));
      EXPECT_EQ(again.statistics.quiescence_nodes, first.statistics.quiescence_nodes);
      EXPECT_EQ(again.statistics.table_hits, first.statistics.table_hits);
    }
  });
}

TEST(Promises, VariationsAreLegal) {
  for_every_game([]<const Rules & R>() {
    for (unsigned seed = 0; seed < 10; ++seed) {
      const Position<R> start = playout<R>(seed, 25);
      for (const SearchLine& line : search_to_depth(start, 6).lines) {
        Position<R> p = start;
        for (const Move m : line.pv) {
          ASSERT_TRUE(p.is_legal(m)) << p.fen();
          p.play(m);
        }
      }
    }
  });
}

TEST(Promises, SeveralLinesAreDistinctAndSorted) {
  for_every_game([]<const Rules & R>() {
    SearchOptions options;
    options.multi_pv = 5;
    Search<R> search(options);
    const Position<R> p = Position<R>::start();
    for (const std::uint64_t nodes : {0u, 3000u, 5000u, 9999u}) {
      SearchLimits limits;
      limits.depth = nodes == 0 ? 5 : 0;
      limits.nodes = nodes;
      const auto lines = search.run(Game<R>(p), limits, kNeverStop).lines;
      ASSERT_EQ(lines.size(), 5u);
      for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_EQ(lines[i].rank, static_cast<int>(i) + 1);
        if (i > 0) {
          EXPECT_LE(lines[i].score, lines[i - 1].score);
        }
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(lines[i].pv.front(), lines[j].pv.front());
      }
    }
  });
}

TEST(Promises, MoreLinesThanMovesAreAllMoves) {
  SearchOptions options;
  options.multi_pv = 200;
  const auto p = position_of<games::fragments>("4k/5/5/1P3/K4 w");
  EXPECT_EQ(search_to_depth(p, 4, options).lines.size(), static_cast<std::size_t>(p.count_legal_moves()));
}

TEST(Promises, EveryIterationIsReported) {
  Search<games::fragments> search;
  SearchLimits limits;
  limits.depth = 6;
  std::vector<int> depths;
  search.run(Game<games::fragments>(Position<games::fragments>::start()), limits, kNeverStop,
             [&](const SearchLine& line, const SearchStatistics& s) {
               depths.push_back(line.depth);
               EXPECT_EQ(s.depth, line.depth);
               EXPECT_GE(line.seldepth, 1);
             });
  EXPECT_EQ(depths, (std::vector<int>{1, 2, 3, 4, 5, 6}));
}

// An iteration that was cut off knows that its first move has fallen, and not what the others are worth: it counts only
// where it has found a better move, or a win.
TEST(Promises, AnUnfinishedIterationSpoilsNoScore) {
  for_every_game([]<const Rules & R>() {
    int kept = 0;
    for (unsigned seed = 1; seed <= 12; ++seed)
      for (const std::uint64_t nodes : {300u, 1100u, 4000u}) {
        Search<R> search;
        SearchLimits limits;
        limits.nodes = nodes;
        SearchLine last;
        const auto remember = [&](const SearchLine& line, const SearchStatistics&) { last = line; };
        const Game<R> game(playout<R>(seed, 12));
        const SearchResult found = search.run(game, limits, kNeverStop, remember);
        const SearchLine& line = found.lines.front();
        EXPECT_FALSE(line.upper_bound);
        if (last.pv.empty() || line.pv.front() != last.pv.front() || is_decided(line.score)) continue;
        ++kept;
        EXPECT_EQ(line.score, last.score) << game.position().fen();
        EXPECT_EQ(line.depth, last.depth);
        EXPECT_EQ(line.depth, found.statistics.depth);
      }
    EXPECT_GT(kept, 12);
  });
}

TEST(Promises, SeveralLinesAreDistinctAndNoneIsAnUpperBoundWhereverASearchIsCutOff) {
  for_every_game([]<const Rules & R>() {
    SearchOptions options;
    options.multi_pv = 3;
    for (std::uint64_t nodes = 400; nodes < 9000; nodes += 311) {
      Search<R> search(options);
      SearchLimits limits;
      limits.nodes = nodes;
      const auto lines = search.run(Game<R>(playout<R>(static_cast<unsigned>(nodes), 10)), limits, kNeverStop).lines;
      for (std::size_t i = 0; i < lines.size(); ++i) {
        EXPECT_FALSE(lines[i].upper_bound) << nodes << ", line " << i + 1;
        for (std::size_t j = 0; j < i; ++j) EXPECT_NE(lines[j].pv.front(), lines[i].pv.front()) << nodes;
      }
    }
  });
}

TEST(Promises, SoftNodesEndASearchWithAnIteration) {
  for_every_game([]<const Rules & R>() {
    for (const std::uint64_t nodes : {50u, 1000u, 5000u}) {
      Search<R> search, to_depth;
      SearchLimits limits, same;
      limits.soft_nodes = nodes;
      const Game<R> game(playout<R>(3, 8));
      const SearchResult found = search.run(game, limits, kNeverStop);
      EXPECT_GE(found.statistics.nodes, nodes);
      same.depth = found.statistics.depth;
      EXPECT_EQ(to_depth.run(game, same, kNeverStop).statistics.nodes, found.statistics.nodes);
      if (--same.depth == 0) continue;
      Search<R> before;
      EXPECT_LT(before.run(game, same, kNeverStop).statistics.nodes, nodes);
    }
  });
}

// As soft nodes do, long before the time that cuts a search off.
TEST(Promises, SoftTimeEndsASearchWithAnIteration) {
  for_every_game([]<const Rules & R>() {
    Search<R> search, to_depth;
    SearchLimits limits, same;
    limits.soft_time = 30ms;
    limits.hard_time = 60s;
    const Game<R> game(playout<R>(3, 8));
    const SearchResult found = search.run(game, limits, kNeverStop);
    if (!is_decided(found.lines.front().score)) {
      EXPECT_GE(found.statistics.seconds, 0.03);
    }
    EXPECT_LT(found.statistics.seconds, 30);
    same.depth = found.statistics.depth;
    EXPECT_EQ(to_depth.run(game, same, kNeverStop).statistics.nodes, found.statistics.nodes);
  });
}

TEST(Promises, SeveralThreadsFindALegalMoveAndAMate) {
  for_every_game([]<const Rules & R>() {
    SearchOptions options;
    options.threads = 2;
    Search<R> search(options);
    for (unsigned seed = 0; seed < 5; ++seed) {
      const Position<R> p = playout<R>(seed, 20);
      SearchLimits limits;
      limits.nodes = 20000;
      const auto result = search.run(Game<R>(p), limits, kNeverStop);
      ASSERT_FALSE(result.lines.empty());
      EXPECT_TRUE(p.is_legal(result.lines.front().pv.front()));
    }
  });
  SearchOptions options;
  options.threads = 3;
  Search<games::fragments> search;
  search.set_options(options);
  const auto mate = position_of<games::fragments>("4k/5/5/R4/K4 w");
  SearchLimits limits;
  limits.depth = 6;
  EXPECT_EQ(search.run(Game<games::fragments>(mate), limits, kNeverStop).lines.front().score, win_in(1));
}

// An oracle that calls every position with few enough pieces won or lost by the number of pieces, to see it asked.
class FakeOracle final : public Oracle<games::fragments> {
 public:
  explicit FakeOracle(int plies) : plies_(plies) {}
  std::string_view name() const override { return "fake"; }
  std::optional<OracleValue> value(const Position<games::fragments>& p) const override {
    EXPECT_LE(count(p.occupied()), max_men());
    return OracleValue{p.turn() == Color::white ? OracleValue::Wdl::loss : OracleValue::Wdl::win, plies_};
  }
  int max_men() const override { return 3; }

 private:
  int plies_;
};

TEST(Oracles, AreAskedInTheTreeAndBelieved) {
  // Black wins by taking the knight, if the oracle is believed: three men are left.
  const auto p = position_of<games::fragments>("k4/1p3/N4/5/4K b");
  for (const int plies : {10, -1}) {
    const FakeOracle oracle(plies);
    Search<games::fragments> search;
    search.set_oracle(&oracle);
    SearchLimits limits;
    limits.depth = 4;
    const auto result = search.run(Game<games::fragments>(p), limits, kNeverStop);
    EXPECT_EQ(format_uci(games::fragments, result.lines.front().pv.front()), "b4a3");
    EXPECT_EQ(result.lines.front().score, plies > 0 ? win_in(11) : kTableWin - 1);
    EXPECT_GT(result.statistics.oracle_hits, 0u);
  }
}

// From the depth on that is asked for, and not in the quiescence then.
TEST(Oracles, AreAskedWhereEnoughPliesAreLeft) {
  const auto p = position_of<games::fragments>("k4/1p3/N4/5/4K b");
  const auto hits = [&](int least) {
    const FakeOracle oracle(10);
    SearchOptions options;
    options.oracle_depth = least;
    Search<games::fragments> search(options);
    search.set_oracle(&oracle);
    SearchLimits limits;
    limits.depth = 6;
    return search.run(Game<games::fragments>(p), limits, kNeverStop).statistics.oracle_hits;
  };
  EXPECT_GT(hits(1), hits(4));
  EXPECT_GT(hits(4), 0u);
  EXPECT_EQ(hits(100), 0u);
}

// Knows nothing, but who asks it.
class AskedBy final : public Oracle<games::fragments> {
 public:
  explicit AskedBy(std::size_t wanted) : wanted_(wanted) {}
  std::string_view name() const override { return "asked"; }
  std::optional<OracleValue> value(const Position<games::fragments>&) const override {
    const std::lock_guard lock(mutex_);
    threads_.insert(std::this_thread::get_id());
    if (threads_.size() == wanted_) all_ = true;
    return std::nullopt;
  }
  int max_men() const override { return 25; }
  std::size_t threads() const { return threads_.size(); }
  const std::atomic<bool>& all() const { return all_; }

 private:
  std::size_t wanted_;
  mutable std::atomic<bool> all_{false};
  mutable std::mutex mutex_;
  mutable std::set<std::thread::id> threads_;
};

TEST(Oracles, AreAskedByEveryThreadOfASearch) {
  for (const std::size_t threads : {1u, 2u, 3u}) {
    const AskedBy oracle(threads);
    SearchOptions options;
    options.threads = static_cast<int>(threads);
    Search<games::fragments> search(options);
    search.set_oracle(&oracle);
    SearchLimits limits;
    limits.hard_time = 20s;
    search.run(Game<games::fragments>(Position<games::fragments>::start()), limits, oracle.all());
    EXPECT_EQ(oracle.threads(), threads);
  }
}

// Tables that have to be read from a disk for every answer.
class SlowOracle final : public Oracle<games::fragments> {
 public:
  std::string_view name() const override { return "slow"; }
  std::optional<OracleValue> value(const Position<games::fragments>&) const override {
    std::this_thread::sleep_for(5ms);
    return std::nullopt;
  }
  int max_men() const override { return 25; }
};

// Between two looks at the clock there are 1024 nodes, or 8 of such answers.
TEST(Oracles, ThatAreSlowDoNotHideTheClock) {
  const SlowOracle oracle;
  Search<games::fragments> search;
  search.set_oracle(&oracle);
  SearchLimits limits;
  limits.hard_time = 20ms;
  const auto begun = std::chrono::steady_clock::now();
  search.run(Game<games::fragments>(Position<games::fragments>::start()), limits, kNeverStop);
  EXPECT_LT(std::chrono::steady_clock::now() - begun, 300ms);
}

}  // namespace
}  // namespace bookends
