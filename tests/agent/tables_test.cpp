// Tables that know results only, and games whose history says more than the tables do.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "tablebases/oracle/oracle.h"
#include "tests/agent/engine.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"
#include "tools/agent/protocol/report.h"

namespace bookends {
namespace {

using games::fragments;
using test::any_contains;
using test::Engine;
using test::move_of;

using Pos = Position<games::fragments>;

class SmallTables : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    make({"fragments", "--men", "3", "--out", distances()});
    make({"fragments", "--men", "3", "--metrics", "wdl", "--out", results()});
    make({"chess", "KRvK", "--out", chess()});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static void make(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"tables", "build", "--quiet"});
    const auto result = test::run_program(BOOKENDS_PROGRAM, arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  static std::string distances() { return (*folder_ / "distances").string(); }
  static std::string results() { return (*folder_ / "results").string(); }
  static std::string chess() { return (*folder_ / "chess").string(); }
  static std::unique_ptr<TableOracle<fragments>> oracle() {
    auto opened = TableOracle<fragments>::open(distances());
    EXPECT_TRUE(opened.ok());
    return std::move(*opened);
  }

  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* SmallTables::folder_ = nullptr;

// Once: it plays on without what it cannot read.
TEST_F(SmallTables, DamageIsSaid) {
  const std::string folder = (*folder_ / "damaged").string(), file = folder + "/KRvK.bkt";
  std::filesystem::copy(distances(), folder);
  auto bytes = read_file(file).value();
  bytes[bytes.size() - 40] ^= std::byte{0x10};
  ASSERT_TRUE(write_file(file, bytes));
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + folder);
  for (const bool first : {true, false}) {
    engine.send("position fen 4k/5/2K2/5/R4 w - - 0 1");
    engine.send("go depth 3");
    EXPECT_EQ(any_contains(engine.read_until("bestmove"), "info string error: " + file + ": damaged"), first);
  }
  EXPECT_EQ(engine.quit(), 0);
}

// A won position with White's piece of the kind.
Pos random_win(const Oracle<fragments>& oracle, Kind kind, std::mt19937& dice) {
  for (;;) {
    bookends::Setup setup;
    setup.board[dice() % 25] = Occupant(Color::white, kind);
    setup.board[dice() % 25] = Occupant(Color::white, Kind::king);
    setup.board[dice() % 25] = Occupant(Color::black, Kind::king);
    const auto position = Pos::from_fen(format_fen(fragments, setup));
    if (!position || count(position->occupied()) != 3) continue;
    const auto value = oracle.value(*position);
    if (value && value->wdl == OracleValue::Wdl::win) return *position;
  }
}

// The engine, which knows only results, against the best defence.
Verdict play_out(Engine& engine, const Pos& start, const std::string& go, const Oracle<fragments>& defence) {
  Game<fragments> game(start);
  std::string moves;
  for (int ply = 0; ply < 240 && !game.verdict().over(); ++ply) {
    std::string text;
    if (ply % 2 == 0) {
      engine.send("position fen " + start.fen() + (moves.empty() ? "" : " moves" + moves));
      engine.send(go);
      text = engine.best_move();
    } else {
      text = format_uci(fragments, defence.choose(game.position())->move);
    }
    const auto move = parse_uci(game.position(), text);
    EXPECT_TRUE(move.ok()) << text << " in " << game.position().fen();
    if (!move) break;
    game.play(*move);
    moves += " " + text;
  }
  return game.verdict();
}

TEST_F(SmallTables, ResultsAloneAreEnoughToWin) {
  const auto defence = oracle();
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + results());
  std::mt19937 dice(5);
  std::vector<Pos> starts{*Pos::from_fen("4k/5/2K2/5/R4 w")};
  for (int i = 0; i < 15; ++i)
    for (const Kind kind : {Kind::queen, Kind::rook}) starts.push_back(random_win(*defence, kind, dice));
  for (const std::string go : {"go nodes 1000", "go movetime 25"})
    for (const Pos& start : starts) {
      const Verdict verdict = play_out(engine, start, go, *defence);
      EXPECT_TRUE(verdict.ending == Ending::checkmate || verdict.ending == Ending::stalemate) << start.fen() << go;
      EXPECT_EQ(verdict.outcome, Outcome::loss) << start.fen();
    }
}

// The game after `moves` and the engine's next one.
Game<fragments> continued(const Pos& start, const std::vector<std::string>& moves, const std::string& next) {
  Game<fragments> game(start);
  for (const std::string& text : moves) game.play(parse_uci(game.position(), text).value());
  game.play(parse_uci(game.position(), next).value());
  return game;
}

std::vector<std::string> answer(Engine& engine, const Pos& start, const std::vector<std::string>& moves) {
  std::string text = "position fen " + start.fen() + " moves";
  for (const std::string& m : moves) text += " " + m;
  engine.send(text);
  engine.send("go movetime 50");
  return engine.read_until("bestmove");
}

TEST_F(SmallTables, AWinIsNotRepeatedAway) {
  const auto tables = oracle();
  const Pos start = *Pos::from_fen("4k/5/2K2/5/R4 w - - 0 1");
  const std::vector<std::string> cycle{"a1d1", "e5e4", "d1a1", "e4e5"};
  for (const std::string& folder : {distances(), results()}) {
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name TablebasePath value " + folder);
    std::vector<std::string> moves;
    for (int times = 0; times < 16; ++times) {
      const bool whites = moves.size() % 2 == 0;
      if (whites) {
        const auto lines = answer(engine, start, moves);
        const auto game = continued(start, moves, move_of(lines));
        EXPECT_NE(game.verdict().ending, Ending::repetition) << lines.back() << " after " << moves.size();
        EXPECT_EQ(tables->value(game.position())->wdl, OracleValue::Wdl::loss);
      }
      moves.push_back(cycle[moves.size() % 4]);
    }
    const auto lines = answer(engine, start, moves);
    EXPECT_NE(continued(start, moves, move_of(lines)).verdict().ending, Ending::repetition) << lines.back();
  }
}

// Best play of the attacker from a position that has stood so often already that its shortest way is a draw.
TEST_F(SmallTables, TheShortestWayIsLeftWhenItWouldBeTheFifthTime) {
  const auto tables = oracle();
  const Pos start = *Pos::from_fen("4k/5/2K2/5/R4 w - - 0 1");
  const std::string best = format_uci(fragments, tables->choose(start)->move);
  const Pos after = start.after(tables->choose(start)->move);
  // Back and forth: the best move, any answer, and both back.
  for (const Move reply : after.legal_moves()) {
    const std::string there = format_uci(fragments, reply);
    const std::vector<std::string> cycle{best, there, best.substr(2) + best.substr(0, 2),
                                         there.substr(2) + there.substr(0, 2)};
    std::vector<std::string> moves;
    bool possible = true;
    Game<fragments> game(start);
    while (possible && moves.size() < 15) {
      const auto move = parse_uci(game.position(), cycle[moves.size() % 4]);
      possible = move.ok();
      if (possible) game.play(*move), moves.push_back(cycle[(moves.size()) % 4]);
    }
    if (!possible) continue;
    moves.push_back(cycle[3]);
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name TablebasePath value " + distances());
    const auto lines = answer(engine, start, moves);
    EXPECT_TRUE(any_contains(lines, " " + move_of(lines) + ", because of repetition, instead of " + best));
    EXPECT_NE(move_of(lines), best);
    EXPECT_EQ(tables->value(continued(start, moves, move_of(lines)).position())->wdl, OracleValue::Wdl::loss);
    return;
  }
  FAIL() << "no reply can be taken back";
}

TEST(Reports, NameTheMoveThatIsPlayedFirst) {
  EXPECT_EQ(agent::describe_other_move("a1a2", "b1b2", true), "a1a2, a draw for certain, instead of b1b2");
  EXPECT_EQ(agent::describe_other_move("a1a2", "b1b2", false), "a1a2, because of repetition, instead of b1b2");
}

TEST(Reports, SayOnePly) {
  using Wdl = OracleValue::Wdl;
  EXPECT_EQ(agent::describe({Wdl::win, 1}), "win in 1 ply");
  EXPECT_EQ(agent::describe({Wdl::loss, 2}), "loss in 2 plies");
  EXPECT_EQ(agent::describe({Wdl::win, -1}), "win");
  EXPECT_EQ(agent::describe({Wdl::draw, -1}), "draw");
}

// A king and a pawn of White's against a king.
Pos random_pawn_ending(Color turn, std::mt19937& dice) {
  for (;;) {
    bookends::Setup setup;
    setup.board[dice() % 25] = Occupant(Color::white, Kind::pawn);
    setup.board[dice() % 25] = Occupant(Color::white, Kind::king);
    setup.board[dice() % 25] = Occupant(Color::black, Kind::king);
    setup.turn = turn;
    const auto position = Pos::from_fen(format_fen(fragments, setup));
    if (position && count(position->occupied()) == 3) return *position;
  }
}

// Moves from a position that come back to it.
struct Detour {
  Pos start;
  std::vector<std::string> moves;
};

std::optional<std::vector<std::string>> there_and_back(const Pos& start, Move first) {
  const Pos after = start.after(first);
  for (const Move reply : after.legal_moves()) {
    std::vector<std::string> moves{format_uci(fragments, first), format_uci(fragments, reply)};
    for (const int i : {0, 1}) moves.push_back(moves[slot(i)].substr(2, 2) + moves[slot(i)].substr(0, 2));
    Game<fragments> game(start);
    for (const std::string& text : moves)
      if (const auto move = parse_uci(game.position(), text); move && !game.verdict().over()) game.play(*move);
    if (game.occurrences() == 2 && game.keys().size() == 5) return moves;
  }
  return std::nullopt;
}

// Won by the opponent after the first move, though it was drawn.
Detour losing_detour(const Oracle<fragments>& oracle, std::mt19937& dice) {
  for (;;) {
    const Pos position = random_pawn_ending(Color::black, dice);
    int drawing = 0;
    std::optional<std::vector<std::string>> found;
    for (const Move m : position.legal_moves()) {
      const bool draws = oracle.value(position.after(m))->wdl == OracleValue::Wdl::draw;
      drawing += draws ? 1 : 0;
      if (!draws && !found) found = there_and_back(position, m);
    }
    if (drawing > 1 && found) return {position, *found};
  }
}

// Won by the first move alone.
Detour only_win_detour(const Oracle<fragments>& oracle, std::mt19937& dice) {
  for (;;) {
    const Pos position = random_pawn_ending(Color::white, dice);
    std::vector<Move> winning;
    for (const Move m : position.legal_moves())
      if (const auto value = oracle.value(position.after(m)); value && value->wdl == OracleValue::Wdl::loss)
        winning.push_back(m);
    if (winning.size() != 1) continue;
    if (auto found = there_and_back(position, winning.front())) return {position, *found};
  }
}

// The moves of the detour from the position after its first one, until that has stood four times and the first one is
// to be played again.
std::vector<std::string> four_times(const Detour& detour) {
  std::vector<std::string> moves;
  while (moves.size() < 15) moves.push_back(detour.moves[(moves.size() + 1) % 4]);
  return moves;
}

// What wins by the tables draws by the game so far, and is not shown as a win.
TEST_F(SmallTables, AnOnlyWinThatIsRepeatedAwayIsShownAsADraw) {
  const auto tables = oracle();
  std::mt19937 dice(22);
  const Detour detour = only_win_detour(*tables, dice);
  const Pos start = detour.start.after(parse_uci(detour.start, detour.moves.front()).value());
  ASSERT_EQ(continued(start, four_times(detour), detour.moves.front()).verdict().ending, Ending::repetition);
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + distances());
  const auto lines = answer(engine, start, four_times(detour));
  EXPECT_FALSE(any_contains(lines, "tablebase: win")) << lines.front();
  EXPECT_FALSE(any_contains(lines, " score mate ")) << lines.front();
  EXPECT_TRUE(any_contains(lines, " score cp 0 ")) << lines.front();
}

// The position after the losing move has stood four times: playing it once more is a draw, and the end of the game.
TEST_F(SmallTables, AMoveThatOnlyRepetitionSavesIsShownAsTheDrawItIsAndLeftAlone) {
  const auto tables = oracle();
  std::mt19937 dice(21);
  const Detour detour = losing_detour(*tables, dice);
  const std::string& losing = detour.moves.front();
  const Pos start = detour.start.after(parse_uci(detour.start, losing).value());
  const std::vector<std::string> moves = four_times(detour);
  ASSERT_EQ(continued(start, moves, losing).verdict().ending, Ending::repetition);
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + distances());
  engine.send("setoption name MultiPV value 9");
  const auto lines = answer(engine, start, moves);
  EXPECT_TRUE(any_contains(lines, "the search chooses among these")) << lines.front();
  const auto shown = std::ranges::find_if(lines, [&](const auto& l) { return l.find(" pv " + losing) != l.npos; });
  ASSERT_NE(shown, lines.end());
  EXPECT_NE(shown->find(" score cp 0 "), shown->npos) << *shown;
  EXPECT_TRUE(shown->ends_with(" pv " + losing)) << "nothing is played after it: " << *shown;
  EXPECT_NE(move_of(lines), losing);
}

TEST_F(SmallTables, WhatIsSearchedInADrawIsSaidOfTheMovesAskedFor) {
  const auto tables = oracle();
  std::mt19937 dice(21);
  const Detour detour = losing_detour(*tables, dice);
  std::string drawing;
  for (const Move m : detour.start.legal_moves())
    if (tables->value(detour.start.after(m))->wdl == OracleValue::Wdl::draw) drawing = format_uci(fragments, m);
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + distances());
  engine.send("position fen " + detour.start.fen());
  engine.send("go nodes 500 searchmoves " + drawing + " " + detour.moves.front());
  EXPECT_TRUE(any_contains(engine.read_until("bestmove"),
                           "tablebase: draw, kept by 1 of the moves asked for: the search chooses among these"));
}

TEST_F(SmallTables, ALossIsRepeatedIntoADraw) {
  const Pos start = *Pos::from_fen("4k/5/2K2/5/R4 w - - 0 1");
  const std::vector<std::string> cycle{"a1d1", "e5e4", "d1a1", "e4e5"};
  std::vector<std::string> moves;
  while (moves.size() < 15) moves.push_back(cycle[moves.size() % 4]);
  for (const std::string& folder : {distances(), results()}) {
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name TablebasePath value " + folder);
    const auto lines = answer(engine, start, moves);
    EXPECT_EQ(move_of(lines), "e4e5") << folder;
    EXPECT_EQ(continued(start, moves, move_of(lines)).verdict().ending, Ending::repetition);
  }
}

TEST_F(SmallTables, WhatTheMoveLimitMayDrawIsPlayedWithoutAPromise) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_Variant value chess");
  engine.send("setoption name TablebasePath value " + chess());
  engine.send("position fen 8/8/8/3k4/8/8/8/KR6 w - - 90 60");
  engine.send("go movetime 50");
  const auto open = engine.read_until("bestmove");
  EXPECT_TRUE(any_contains(open, "info string tablebase:"));
  EXPECT_FALSE(any_contains(open, "score mate"));
  EXPECT_GE(move_of(open).size(), 4u);
  engine.send("position fen 8/8/8/3k4/8/8/8/KR6 w - - 0 1");
  engine.send("go movetime 50");
  EXPECT_TRUE(any_contains(engine.read_until("bestmove"), "score mate"));
}

TEST_F(SmallTables, AMateOnTheLastPlyOfTheLimitIsOne) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_Variant value chess");
  engine.send("setoption name TablebasePath value " + chess());
  engine.send("position fen k7/8/1K6/8/8/8/8/7R w - - 99 90");
  engine.send("go movetime 50");
  const auto last = engine.read_until("bestmove");
  EXPECT_TRUE(any_contains(last, " score mate 1 "));
  EXPECT_EQ(move_of(last), "h1h8");
  for (const auto& [clock, there] : {std::pair("71", true), std::pair("72", false)}) {
    engine.send(std::string("position fen 8/8/8/3k4/8/8/8/KR6 w - - ") + clock + " 90");
    engine.send("go movetime 50");
    EXPECT_EQ(any_contains(engine.read_until("bestmove"), " score mate 15 "), there) << clock;
  }
}

TEST_F(SmallTables, AMateIsSaidNotToBeThere) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_Variant value chess");
  engine.send("setoption name TablebasePath value " + chess());
  // Mate in two: the king steps up, then the rook.
  engine.send("position fen 1k6/8/2K5/8/8/8/8/7R w - - 0 1");
  for (const auto& [go, there] : {std::pair("go mate 1", false), std::pair("go mate 9", true)}) {
    engine.send(go);
    const auto lines = engine.read_until("bestmove");
    EXPECT_TRUE(any_contains(lines, " score mate "));
    EXPECT_EQ(any_contains(lines, "no mate in 1 was found"), !there) << go;
    EXPECT_GE(move_of(lines).size(), 4u);
  }
  engine.send("position fen 1k6/8/2K5/8/8/8/8/7R b - - 0 1");
  engine.send("go mate 3");
  EXPECT_TRUE(any_contains(engine.read_until("bestmove"), "no mate in 3 was found"));
}

TEST_F(SmallTables, MayBeInSeveralFolders) {
  const std::string rook = (*folder_ / "of rooks").string();
  make({"chess", "KQvK", "--out", rook});
  for (const std::string& value : {chess() + ":" + rook, rook + ";" + chess(), rook + "::" + chess() + ":"})
    for (const std::string option : {"TablebasePath", "SyzygyPath"}) {
      Engine engine(BOOKENDS_AGENT, "chess");
      engine.send("setoption name " + option + " value " + value);
      for (const std::string fen : {"8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"}) {
        engine.send("position fen " + fen);
        engine.send("go depth 1");
        EXPECT_TRUE(any_contains(engine.read_until("bestmove"), "info string tablebase: win")) << value << fen;
      }
    }
}

// Whatever name it was set by, and the folder that is wrong, once.
TEST_F(SmallTables, AnErrorNamesTheOptionAndTheFolder) {
  for (const std::string option : {"TablebasePath", "SyzygyPath"}) {
    Engine engine(BOOKENDS_AGENT, "chess");
    engine.send("setoption name " + option + " value " + chess() + ":/nowhere/tables");
    engine.send("isready");
    const auto lines = engine.read_until("readyok");
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(lines[0], "info string error: option " + option + ": /nowhere/tables: no such file or folder");
  }
  Engine engine(BOOKENDS_AGENT, "chess");
  engine.send("setoption name SyzygyPath value C:\\nowhere;D:\\nowhere");
  engine.send("setoption name SyzygyPath value C:\\tables");
  engine.send("isready");
  const auto windows = engine.read_until("readyok");
  EXPECT_TRUE(any_contains(windows, "info string error: option SyzygyPath: C:\\nowhere: no such file or folder"));
  EXPECT_TRUE(any_contains(windows, "info string error: option SyzygyPath: C:\\tables: no such file or folder"));
  engine.send("setoption name book file value /nowhere/a.book");
  engine.send("isready");
  EXPECT_TRUE(
      any_contains(engine.read_until("readyok"), "info string error: option Book File: no such file: /nowhere/a.book"));
}

TEST_F(SmallTables, SeveralLinesAreTheTables) {
  const auto tables = oracle();
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + distances());
  engine.send("setoption name MultiPV value 5");
  const Pos start = *Pos::from_fen("4k/5/2K2/5/R4 w - - 0 1");
  engine.send("position fen " + start.fen());
  engine.send("go depth 4");
  const auto lines = engine.read_until("bestmove");
  std::vector<int> distances_shown;
  for (const std::string& line : lines) {
    const auto pv = line.find(" pv ");
    if (line.rfind("info depth ", 0) != 0 || pv == line.npos) continue;
    EXPECT_NE(line.find(" multipv " + std::to_string(distances_shown.size() + 1) + " "), line.npos) << line;
    const auto move = parse_uci(start, line.substr(pv + 4, 4));
    ASSERT_TRUE(move) << line;
    const int plies = tables->value(start.after(*move))->plies + 1;
    EXPECT_NE(line.find(" score mate " + std::to_string((plies + 1) / 2) + " "), line.npos) << line;
    distances_shown.push_back(plies);
  }
  EXPECT_EQ(distances_shown.size(), 5u);
  EXPECT_TRUE(std::is_sorted(distances_shown.begin(), distances_shown.end()));
}

TEST_F(SmallTables, ChancesOfWhatTheTablesKnowAreCertain) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_ShowWDL value true");
  engine.send("setoption name TablebasePath value " + distances());
  for (const auto& [fen, chances] :
       {std::pair("4k/5/2K2/5/R4 w", " wdl 1000 0 0 "), std::pair("4k/5/2K2/5/R4 b", " wdl 0 0 1000 "),
        std::pair("4k/5/2K2/5/5 w", " wdl 0 1000 0 ")}) {
    engine.send("position fen " + std::string(fen));
    engine.send("go depth 4");
    EXPECT_TRUE(any_contains(engine.read_until("bestmove"), chances)) << fen;
  }
}

}  // namespace
}  // namespace bookends
