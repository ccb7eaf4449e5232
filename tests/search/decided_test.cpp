// Mates, stalemates, draws by rule and repetition: the search must know exactly when and how a game ends.
#include <map>

#include "core/search/tree/worker.h"
#include "tablebases/oracle/oracle.h"
#include "tests/search/helpers.h"
#include "tests/tablebases/table_support.h"

namespace bookends {
namespace {

struct Mate {
  const Rules* rules;
  std::string_view fen;
  int plies;  // > 0: won in so many; < 0: lost in so many
};

// Forced wins, found by trying everything: the plies to the end, or 0 when there is no win within `plies`.
template <const Rules& R>
int forced_win(const Position<R>& p, int plies);

template <const Rules& R>
int forced_loss(const Position<R>& p, int plies) {
  const Verdict v = verdict(p);
  if (v.over()) return v.outcome == Outcome::loss ? 0 : -1;
  int longest = -1;
  if (plies <= 0) return -1;
  for (const Move m : p.legal_moves()) {
    const int n = forced_win(p.after(m), plies - 1);
    if (n == 0) return -1;
    longest = std::max(longest, n + 1);
  }
  return longest;
}

template <const Rules& R>
int forced_win(const Position<R>& p, int plies) {
  if (verdict(p).over()) return 0;
  for (int limit = 1; limit <= plies; limit += 2)
    for (const Move m : p.legal_moves())
      if (forced_loss(p.after(m), limit - 1) >= 0) return limit;
  return 0;
}

// What trying everything finds, and no more: in positions of all kinds, and in endings, where mates are.
TEST(Decided, AMateInSoManyMovesIsFoundOrShownNotToBeThere) {
  int there = 0, missing = 0;
  const auto check = [&]<const Rules & R>(const Position<R>& p) {
    for (const int moves : {1, 2}) {
      Search<R> search;
      SearchLimits limits;
      limits.mate = moves;
      const SearchResult result = search.run(Game<R>(p), limits, kNeverStop);
      const int plies = forced_win(p, 2 * moves - 1);
      if (plies > 0) {
        EXPECT_EQ(result.lines.front().score, win_in(plies)) << p.fen();
      } else {
        EXPECT_LT(result.lines.front().score, win_in(2 * moves)) << p.fen();
        EXPECT_LE(result.statistics.depth, 2 * moves - 1) << p.fen();
      }
      ++(plies > 0 ? there : missing);
    }
  };
  for_every_game([&]<const Rules & R>() {
    for (unsigned seed = 0; seed < 12; ++seed)
      check.template operator()<R>(playout<R>(seed, 10 + 10 * static_cast<int>(seed)));
  });
  for (const char* fen : {"k4/5/1K3/4Q/5 w", "4k/5/5/R4/K4 w", "4k/5/2K2/5/R4 w", "k4/5/2K2/5/1R3 w"})
    check(position_of<games::fragments>(fen));
  for (const char* fen : {"kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1"})
    check(position_of<games::chess>(fen));
  EXPECT_GT(there, 5);
  EXPECT_GT(missing, 50);
}

TEST(Decided, MatesOfKnownLengthAreFound) {
  const Mate mates[] = {
      {&games::chess, "6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", 1},
      {&games::chess, "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 3},
      {&games::chess, "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1", 3},
      {&games::chess, "8/8/8/8/8/5k2/4q3/7K w - - 0 1", -2},
      {&games::makruk, "7k/8/6K1/8/8/8/8/R7 w - - 0 1", 1},
      {&games::fragments, "4k/5/5/R4/K4 w", 1},  // by a stalemate
      {&games::fragments, "k4/5/1K3/4Q/5 w", 1},
  };
  for (const Mate& mate : mates) {
    SCOPED_TRACE(std::string(mate.fen));
    with_game(*mate.rules, [&]<const Rules & R>() {
      const auto p = position_of<R>(mate.fen);
      const Score score = search_to_depth(p, 8).lines.front().score;
      if (mate.plies > 0) {
        EXPECT_EQ(score, win_in(mate.plies));
      }
      if (mate.plies < 0) {
        EXPECT_EQ(score, loss_in(-mate.plies));
      }
    });
  }
}

// The men of an ending such as "KQvKR" anywhere; may be no legal position.
template <const Rules& R>
Result<Position<R>> anywhere(std::string_view ending, std::mt19937& dice) {
  Setup setup;
  Color side = Color::white;
  for (const char ch : ending) {
    if (ch == 'v') {
      side = Color::black;
      continue;
    }
    setup.board[dice() % static_cast<unsigned>(R.squares())] = Occupant(side, static_cast<Kind>(R.slot_of(ch)));
  }
  return Position<R>::from_setup(setup);
}

// Every win within 5 plies in positions with few pieces, against the brute-force answer.
template <const Rules& R>
void check_short_wins(std::string_view letters, int wanted) {
  std::mt19937 dice(7);
  int found = 0;
  for (int tries = 0; tries < 20000 && found < wanted; ++tries) {
    Setup setup;
    for (const char ch : std::string("kK") + std::string(letters)) {
      const Color c = ch >= 'a' ? Color::black : Color::white;
      const auto kind = static_cast<Kind>(R.slot_of(ch >= 'a' ? static_cast<char>(ch - 32) : ch));
      setup.board[dice() % static_cast<unsigned>(R.squares())] = Occupant(c, kind);
    }
    const auto p = Position<R>::from_setup(setup);
    if (!p || verdict(*p).over()) continue;
    const int plies = forced_win(*p, 5);
    if (plies == 0) continue;
    ++found;
    EXPECT_EQ(search_to_depth(*p, 12).lines.front().score, win_in(plies)) << p->fen();
  }
  EXPECT_EQ(found, wanted) << "too few positions with a short win";
}

TEST(Decided, EveryShortWinOnTheSmallBoardIsFound) {
  check_short_wins<games::fragments>("Q", 40);
  check_short_wins<games::fragments>("R", 40);
  check_short_wins<games::fragments>("Nn", 10);
  check_short_wins<games::fragments>("QRr", 30);
  check_short_wins<games::fragments_sd>("Q", 40);
  check_short_wins<games::gardner>("R", 20);
}

TEST(Decided, EveryShortWinOnTheLargeBoardIsFound) {
  check_short_wins<games::chess>("QR", 15);
  check_short_wins<games::makruk>("RR", 10);
}

// The shortest win of positions from a table, of every length up to `longest`: once the search has it within its depth
// nothing that it left out or took off may hide a shorter one.
template <const Rules& R>
void check_wins_of(const std::string& ending, int longest, int of_each) {
  const test::TemporaryFolder folder;
  tables::test::build(R, {ending}, folder.path());
  const auto tables = TableOracle<R>::open(folder.path()).value();
  std::mt19937 dice(11);
  std::map<int, int> found;
  for (int tries = 0; tries < 100000; ++tries) {
    const auto p = anywhere<R>(ending, dice);
    const auto value = p && !verdict(*p).over() ? tables->value(*p) : std::nullopt;
    if (!value || value->wdl != OracleValue::Wdl::win || value->plies > longest) continue;
    if (found[value->plies] == of_each) continue;
    ++found[value->plies];
    EXPECT_EQ(search_to_depth(*p, longest + 10).lines.front().score, win_in(value->plies)) << p->fen();
  }
  for (int plies = 1; plies <= longest; plies += 2) EXPECT_EQ(found[plies], of_each) << ending << ' ' << plies;
}

TEST(Decided, LongWinsAreShortestSlow) {
  check_wins_of<games::fragments>("KQvKR", 13, 15);
  check_wins_of<games::fragments>("KRvKB", 13, 15);
  check_wins_of<games::chess>("KRvK", 15, 6);
}

TEST(Decided, StalemateLosesOrDrawsAsTheGameSays) {
  // The queen has all squares that the black king might go to: every move that lets her is a stalemate.
  constexpr std::string_view fen = "5/5/5/2Q2/k1K2 w";
  const auto score_of = [&]<const Rules & R>(Move m) {
    Search<R> search;
    SearchLimits limits;
    limits.depth = 3;
    limits.root_moves = {m};
    return search.run(Game<R>(position_of<R>(fen)), limits, kNeverStop).lines.front().score;
  };
  const auto p = position_of<games::fragments>(fen);
  int seen = 0;
  for (const Move m : p.legal_moves()) {
    const auto v = verdict(p.after(m));
    if (v.ending != Ending::stalemate) continue;
    ++seen;
    EXPECT_EQ(score_of.operator()<games::fragments>(m), win_in(1));
    EXPECT_EQ(score_of.operator()<games::fragments_sd>(m), kDraw);
  }
  EXPECT_GT(seen, 0);
}

// The pawn is about to promote and cannot: its king must give it up or leave Black without a move.
TEST(Decided, AnEvaluationThatLooksWonGivesWayToStalemate) {
  EXPECT_EQ(search_to_depth(position_of<games::chess>("4k3/4P3/3K4/8/8/8/8/8 w - - 0 1"), 6).lines.front().score,
            kDraw);
  EXPECT_EQ(search_to_depth(position_of<games::fragments_sd>("2k2/2P2/1K3/5/5 w"), 6).lines.front().score, kDraw);
  EXPECT_EQ(search_to_depth(position_of<games::fragments>("2k2/2P2/1K3/5/5 w"), 6).lines.front().score, win_in(1));
}

TEST(Decided, KingsAloneAreADraw) {
  for_every_game([]<const Rules & R>() {
    const std::string fen = R.files == 5 ? "k4/5/5/5/4K w" : "k7/8/8/8/8/8/8/7K w";
    EXPECT_EQ(search_to_depth(position_of<R>(fen), 5).lines.front().score, kDraw);
  });
}

// The last capture leaves king against king: a draw in all games, whatever the evaluation thinks.
TEST(Decided, CapturingTheLastPieceDraws) {
  const auto p = position_of<games::fragments>("k4/1Q3/5/5/4K b");
  EXPECT_EQ(search_to_depth(p, 4).lines.front().score, kDraw);
}

TEST(Decided, APerpetualIsSeen) {
  const auto p = position_of<games::chess>("6k1/6p1/8/7Q/8/8/rr6/7K w - - 0 1");
  EXPECT_EQ(search_to_depth(p, 8).lines.front().score, kDraw);
}

// How often the position after the cycle's last move has stood on the board before decides.
template <const Rules& R>
Score score_of_repeating(int times) {
  const bool small = R.files == 5;
  Game<R> game(position_of<R>(small ? "4k/5/5/5/KR3 w" : "7k/8/8/8/8/8/8/KR6 w"));
  const std::vector<std::string> cycle = small ? std::vector<std::string>{"b1c1", "e5d5", "c1b1", "d5e5"}
                                               : std::vector<std::string>{"b1c1", "h8g8", "c1b1", "g8h8"};
  // The first position counts too: `times` occurrences after the last move of the last cycle.
  for (int i = 0; i + 1 < times; ++i)
    for (std::size_t m = 0; m < 4; ++m) {
      if (i + 2 == times && m == 3) break;  // the repeating move itself is the search's
      game.play(parse_uci(game.position(), cycle[m]).value());
    }
  Search<R> search;
  SearchLimits limits;
  limits.depth = 1;
  limits.root_moves = {parse_uci(game.position(), cycle[3]).value()};
  return search.run(game, limits, kNeverStop).lines.front().score;
}

TEST(Decided, RepetitionsOfTheGameCountAsTheRulesSay) {
  for_every_game([]<const Rules & R>() {
    EXPECT_EQ(score_of_repeating<R>(R.repetition), kDraw);
    EXPECT_LT(score_of_repeating<R>(R.repetition - 1), -100);
  });
  EXPECT_LT(score_of_repeating<games::fragments>(3), -100);
}

TEST(Decided, TheMoveLimitDraws) {
  const auto p = position_of<games::chess>("7k/8/8/8/8/8/8/KQ6 w - - 99 80");
  EXPECT_EQ(search_to_depth(p, 4).lines.front().score, kDraw);
  // Mate on the last move still wins.
  const auto mate = position_of<games::chess>("6k1/5ppp/8/8/8/8/8/R5K1 w - - 99 80");
  EXPECT_EQ(search_to_depth(mate, 4).lines.front().score, win_in(1));
}

// Whether a search without a principal variation, in which every entry of the table cuts off, says that White wins.
bool wins(TranspositionTable& table, int clock, int depth) {
  const Game<games::chess> game(
      position_of<games::chess>("8/8/8/8/8/1k6/8/3K3Q w - - " + std::to_string(clock) + " 80"));
  const MoveList moves = game.position().legal_moves();
  const SearchLimits limits;
  const SearchOptions options;
  SearchControl control(limits, kNeverStop);
  Worker<games::chess> worker(table);
  table.next_search();
  worker.begin(game, moves, control, options, nullptr);
  const Score alpha = kMateBound;
  return worker.search_root(alpha, alpha + 1, depth, 0) > alpha;
}

// It is mate in nine plies, and the table has it from a search with more time. Either of clock_key() and within_limit()
// is enough here; parts_test.cpp asks for each.
TEST(Decided, AMateOfTheTableBeyondTheMoveLimitIsNoneSlow) {
  for (int clock = 85; clock <= 91; ++clock)
    for (int later = 92; later <= 96; ++later) {
      TranspositionTable table(std::size_t{16} << 20);
      bool found = false;
      for (int depth = 1; depth <= 16 && !found; ++depth) found = wins(table, clock, depth);
      EXPECT_TRUE(found) << clock;
      for (int depth = 1; depth <= 8; ++depth)
        EXPECT_FALSE(wins(table, later, depth)) << clock << ", then " << later << ", depth " << depth;
    }
}

TEST(Decided, AnExhaustedCountDraws) {
  // One ply is left of the count: only a mate at once would win.
  const auto p = position_of<games::makruk>("7k/8/8/8/8/8/8/KR6 w - 32 31 60");
  EXPECT_EQ(search_to_depth(p, 4).lines.front().score, kDraw);
}

}  // namespace
}  // namespace bookends
