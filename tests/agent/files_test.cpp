// The engine with a book and tables: who speaks when, and that nothing the tables know is let go of.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>

#include "books/probe/probe.h"
#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "tablebases/oracle/oracle.h"
#include "tests/agent/engine.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::any_contains;
using test::Engine;
using test::move_of;

using Pos = Position<games::fragments>;

class Files : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    make({"tables", "build", "fragments", "--men", "4", "--out", tables()});
    make({"book", "build", "fragments", "--out", book(), "--workspace", (*folder_ / "workspace").string(),
          "--positions", "60", "--nodes", "300", "--net", "none"});
  }
  static void TearDownTestSuite() {
    delete folder_;
    folder_ = nullptr;
  }
  static void make(std::vector<std::string> arguments) {
    arguments.push_back("--quiet");
    const auto result = test::run_program(BOOKENDS_PROGRAM, arguments);
    ASSERT_EQ(result.exit_code, 0) << result.err;
  }
  static std::string tables() { return (*folder_ / "tables").string(); }
  static std::string book() { return (*folder_ / "a book.bkb").string(); }

  // A random legal position of three or four men that is not over.
  static Pos random_ending(std::mt19937& dice) {
    for (;;) {
      bookends::Setup setup;
      const auto put = [&](Color c, Kind k) { setup.board[dice() % 25] = Occupant(c, k); };
      for (int man = 0; man < 2; ++man)
        put(dice() % 2 == 0 ? Color::white : Color::black, static_cast<Kind>(dice() % 5));
      put(Color::white, Kind::king);
      put(Color::black, Kind::king);
      setup.turn = dice() % 2 == 0 ? Color::white : Color::black;
      const auto position = Pos::from_fen(format_fen(fragments, setup));
      if (position && count(position->occupied()) >= 3 && !verdict(*position).over()) return *position;
    }
  }

  static test::TemporaryFolder* folder_;
};
test::TemporaryFolder* Files::folder_ = nullptr;

// GUIs wait for a score, and show the last that they heard; some take a text for one.
bool ends_with_a_score(const std::vector<std::string>& lines) {
  if (lines.size() < 2) return false;
  const std::string& last = lines[lines.size() - 2];
  return last.starts_with("info depth ") && last.find(" score ") < last.size() &&
         last.find(" pv " + move_of(lines)) < last.size();
}

TEST_F(Files, AScoreComesLastWhoeverSpeaks) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book());
  engine.send("setoption name TablebasePath value " + tables());
  for (const auto& [position, speaker] :
       {std::pair("startpos", "book: "), std::pair("fen 4k/5/2K2/5/R4 w - - 0 1", "tablebase: "),
        std::pair("fen rqk1b/ppppp/5/PPPPP/B1KQR w - - 0 1", "search: ")})
    for (const std::string go : {"go nodes 1000", "go depth 4", "go movetime 20"}) {
      engine.send(std::string("position ") + position);
      engine.send(go);
      const auto lines = engine.read_until("bestmove");
      EXPECT_TRUE(any_contains(lines, speaker)) << position;
      EXPECT_TRUE(ends_with_a_score(lines)) << position << ", " << go;
    }
}

// Whether the engine answers from a book, at the start or after a move.
bool asks_its_book(Engine& engine, const std::string& move = "") {
  engine.send("position startpos" + (move.empty() ? "" : " moves " + move));
  engine.send("go nodes 1000");
  const auto lines = engine.read_until("bestmove");
  return any_contains(lines, "info string book: " + move_of(lines));
}

// As by an `rsync --inplace`, or a disk that has failed: while they were mapped, the engine was killed by a signal.
TEST_F(Files, AreCutWhileTheyAreOpen) {
  const std::filesystem::path cut = *folder_ / "cut";
  std::filesystem::copy(tables(), cut, std::filesystem::copy_options::recursive);
  std::filesystem::copy_file(book(), cut / "a.book");
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + (cut / "a.book").string());
  engine.send("setoption name TablebasePath value " + cut.string());
  engine.send("isready");
  engine.read_until("readyok");
  for (const auto& file : std::filesystem::directory_iterator(cut)) std::filesystem::resize_file(file.path(), 0);
  EXPECT_TRUE(asks_its_book(engine));
  engine.send("position fen 4k/5/2K2/5/R4 w - - 0 1");
  engine.send("go nodes 1000");
  const auto lines = engine.read_until("bestmove");
  EXPECT_TRUE(any_contains(lines, "info string error: "));
  EXPECT_TRUE(ends_with_a_score(lines));
  EXPECT_EQ(engine.quit(), 0);
  std::filesystem::remove_all(cut);
}

TEST_F(Files, AnAnalysisSearches) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book());
  engine.send("setoption name UCI_AnalyseMode value true");
  engine.send("position startpos");
  engine.send("go depth 4");
  const auto lines = engine.read_until("bestmove");
  EXPECT_FALSE(any_contains(lines, "info string book:"));
  EXPECT_TRUE(any_contains(lines, "info depth 4 "));
}

TEST_F(Files, TheBookSpeaksFirstAndTheSearchAfterIt) {
  for (const std::string start : {"start1", "start0"}) {
    Engine engine(BOOKENDS_AGENT);
    engine.send("setoption name BookFile value " + book());
    engine.send("setoption name UCI_Variant value fragments");  // after the file: the order is the GUI's
    engine.send("position start " + start);
    engine.send("go nodes 1000");
    const auto lines = engine.read_until("bestmove");
    EXPECT_TRUE(any_contains(lines, "info string book: " + move_of(lines))) << start;
    EXPECT_FALSE(any_contains(lines, "info string search:"));

    engine.send("setoption name OwnBook value false");
    engine.send("go nodes 1000");
    const auto without = engine.read_until("bestmove");
    EXPECT_FALSE(any_contains(without, "info string book:"));
    EXPECT_TRUE(any_contains(without, "info string search:"));
  }
}

// First moves of so many games, as the book plays them.
std::set<std::string> first_moves(Engine& engine, const std::string& start, int games) {
  std::set<std::string> moves;
  for (int i = 0; i < games; ++i) {
    engine.send("position start " + start);
    engine.send("go nodes 1000");
    const auto lines = engine.read_until("bestmove");
    EXPECT_TRUE(any_contains(lines, "info string book: " + move_of(lines)));
    moves.insert(move_of(lines));
  }
  return moves;
}

TEST_F(Files, TheBookVariesAsFarAsItIsAllowedTo) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book());
  for (const std::string start : {"start1", "start0"}) EXPECT_EQ(first_moves(engine, start, 8).size(), 1u);
  engine.send("setoption name BookVariety value 1000");
  std::size_t most = 0;  // of a start and a draw: where one move is much the best, others are rare
  for (int seed = 1; seed <= 8; ++seed) {
    engine.send("setoption name BookSeed value " + std::to_string(seed));
    for (const std::string start : {"start1", "start0"}) most = std::max(most, first_moves(engine, start, 40).size());
  }
  EXPECT_GT(most, 1u);
}

TEST_F(Files, TheBookIsLeftWhereItIsTooShallowOrTooShort) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book());
  for (const std::string option : {"BookMinDepth", "BookMinPlies"}) {
    engine.send("setoption name " + option + " value 100");
    engine.send("position startpos");
    engine.send("go nodes 1000");
    const auto lines = engine.read_until("bestmove");
    EXPECT_TRUE(any_contains(lines, " left, its ")) << option;
    EXPECT_TRUE(any_contains(lines, "info string search:")) << option;
    engine.send("setoption name " + option + " value 0");
  }
}

TEST_F(Files, RepertoiresAnswerForTheirOwnSide) {
  const std::string white = (*folder_ / "white;1.book").string(), black = (*folder_ / "black.book").string();
  for (const auto& [side, file] : {std::pair("white", white), std::pair("black", black)})
    make({"book", "build", "fragments", "--out", file, "--side", side, "--positions", "60", "--nodes", "300"});
  const auto whites = Book<fragments>::open(white);
  ASSERT_TRUE(whites);
  Pos position = Pos::start();
  const Move first = whites->probe(position)->move;
  position.play(first);
  ASSERT_TRUE(whites->probe(position)) << "White's book has what Black may reply";
  const std::string move = format_uci(fragments, first);
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + white);
  EXPECT_TRUE(asks_its_book(engine));
  EXPECT_FALSE(asks_its_book(engine, move));
  engine.send("setoption name BookFile value " + black);
  EXPECT_FALSE(asks_its_book(engine));
  EXPECT_TRUE(asks_its_book(engine, move));
  std::filesystem::copy_file(white, *folder_ / "white.book");
  engine.send("setoption name BookFile value " + black + ";" + (*folder_ / "white.book").string());
  EXPECT_TRUE(asks_its_book(engine));
  EXPECT_TRUE(asks_its_book(engine, move));
  engine.send("setoption name BookFile value " + black + ";/nowhere/at all.book");
  engine.send("isready");
  EXPECT_TRUE(any_contains(engine.read_until("readyok"), "/nowhere/at all.book"));
}

TEST_F(Files, ABookOfGamesPlaysWithoutAScore) {
  const std::string games = (*folder_ / "games.pgn").string(), made = (*folder_ / "games.book").string();
  std::ofstream(games) << "1. e4 e5 2. Nf3 *\n\n1. d4 d5 *\n";
  make({"book", "import", "chess", games, "--out", made});
  Engine engine(BOOKENDS_AGENT);
  for (const std::string option : {"UCI_Variant value chess", "MultiPV value 2", "BookVariety value 0"})
    engine.send("setoption name " + option);
  engine.send("setoption name BookFile value " + made);
  engine.send("go nodes 1000");
  const auto lines = engine.read_until("bestmove");
  EXPECT_EQ(move_of(lines), "e2e4");
  EXPECT_TRUE(any_contains(lines, "info string book: e2e4 without a score"));
  EXPECT_TRUE(ends_with_a_score(lines));
}

// What is said of it is the same, too, whenever the files are opened.
TEST_F(Files, ABadPathLeavesWhatWasThere) {
  const std::string ready = "isready", nothing = "uci", chess = "setoption name UCI_Variant value chess",
                    back = "setoption name UCI_Variant value fragments";
  for (const auto& between : std::vector<std::vector<std::string>>{
           {nothing}, {ready}, {chess, back}, {ready, chess, back}, {chess, ready, back}, {chess, ready, back, ready}})
    for (const bool after : {false, true}) {
      Engine engine(BOOKENDS_AGENT);
      engine.send("setoption name BookFile value " + book());
      engine.send("setoption name TablebasePath value " + tables());
      const auto bad = [&] {
        engine.send("setoption name BookFile value /nowhere/at all.book");
        engine.send("setoption name TablebasePath value /nowhere/tables");
      };
      if (!after) bad();
      for (const std::string& line : between) engine.send(line);
      if (after) bad();
      engine.send("position fen 4k/5/2K2/5/R4 w - - 0 1");
      engine.send("go nodes 100");
      const auto lines = engine.read_until("bestmove");
      EXPECT_EQ(std::count_if(lines.begin(), lines.end(), [](const auto& l) { return l.find("/nowhere") < l.size(); }),
                2);
      EXPECT_TRUE(any_contains(lines, "info string tablebase: win"));
      EXPECT_TRUE(asks_its_book(engine)) << between.front() << after;
    }
}

// What is good for one game only counts when that one is played.
TEST_F(Files, EveryGameHasTheLastPathThatIsGoodForIt) {
  const std::string chess = (*folder_ / "chess.book").string();
  make({"book", "build", "chess", "--out", chess, "--positions", "20", "--nodes", "100", "--net", "none"});
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book());
  EXPECT_TRUE(asks_its_book(engine));
  engine.send("setoption name BookFile value " + chess);
  EXPECT_TRUE(asks_its_book(engine));
  for (int times = 0; times < 2; ++times) {
    engine.send("setoption name UCI_Variant value chess");
    EXPECT_TRUE(asks_its_book(engine));
    engine.send("setoption name UCI_Variant value gardner");
    EXPECT_FALSE(asks_its_book(engine));
    engine.send("setoption name UCI_Variant value fragments");
    EXPECT_TRUE(asks_its_book(engine));
  }
  engine.send("setoption name BookFile value <empty>");
  EXPECT_FALSE(asks_its_book(engine));
  engine.send("setoption name UCI_Variant value chess");
  EXPECT_FALSE(asks_its_book(engine));
}

TEST_F(Files, TheBookShowsItsLines) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book());
  const auto lines_of = [&](const std::string& go) {
    engine.send("position startpos");
    engine.send(go);
    return engine.read_until("bestmove");
  };
  const auto one = lines_of("go nodes 100");
  EXPECT_TRUE(any_contains(one, " multipv 1 score cp "));
  EXPECT_FALSE(any_contains(one, " multipv 2 "));
  engine.send("setoption name MultiPV value 3");
  const auto three = lines_of("go nodes 100");
  EXPECT_EQ(move_of(three), move_of(one));
  EXPECT_TRUE(any_contains(three, " multipv 1 score cp "));
  EXPECT_TRUE(any_contains(three, " pv " + move_of(three) + " "));
  for (const char* rank : {" multipv 1 ", " multipv 2 ", " multipv 3 "}) EXPECT_TRUE(any_contains(three, rank)) << rank;
  EXPECT_FALSE(any_contains(three, " multipv 4 "));
}

TEST_F(Files, AMateIsSearchedForInsteadOfABookMove) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name BookFile value " + book());
  engine.send("position startpos");
  engine.send("go mate 1");
  const auto lines = engine.read_until("bestmove");
  EXPECT_FALSE(any_contains(lines, "info string book:"));
  EXPECT_TRUE(any_contains(lines, "no mate in 1 was found"));
}

TEST_F(Files, TheBookOfAnotherGameIsRefused) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name UCI_Variant value gardner");
  engine.send("setoption name BookFile value " + book());
  engine.send("isready");
  EXPECT_TRUE(any_contains(engine.read_until("readyok"), "info string"));
  engine.send("position startpos");
  engine.send("go depth 2");
  EXPECT_TRUE(any_contains(engine.read_until("bestmove"), "info string search:"));
}

TEST_F(Files, TablesAreUsedInsideTheSearch) {
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + tables());
  engine.send("position fen 4k/2p1p/5/1P3/K4 w");
  engine.send("go depth 8");
  const auto lines = engine.read_until("bestmove");
  EXPECT_TRUE(any_contains(lines, "info string search:"));
  const auto last =
      std::find_if(lines.rbegin(), lines.rend(), [](const auto& l) { return l.rfind("info depth", 0) == 0; });
  ASSERT_NE(last, lines.rend());
  EXPECT_EQ(last->find(" tbhits 0 "), std::string::npos) << *last;
}

// The engine plays both sides of wins: every game ends in exactly as many plies as the table says.
TEST_F(Files, WinsAreWonInExactlyTheirDistance) {
  const auto oracle = TableOracle<games::fragments>::open(tables());
  ASSERT_TRUE(oracle.ok()) << oracle.error().message;
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + tables());
  std::mt19937 dice(11);
  for (int played = 0; played < 200;) {
    const Pos start = random_ending(dice);
    const auto value = (*oracle)->value(start);
    ASSERT_TRUE(value) << start.fen();
    if (value->wdl != OracleValue::Wdl::win) continue;
    ++played;
    Game<games::fragments> game(start);
    std::string moves;
    for (int ply = 0; ply < value->plies; ++ply) {
      engine.send("position fen " + start.fen() + (moves.empty() ? "" : " moves" + moves));
      engine.send("go movetime 50");
      const auto lines = engine.read_until("bestmove");
      EXPECT_TRUE(any_contains(lines, "info string tablebase:"));
      const auto move = parse_uci(game.position(), move_of(lines));
      ASSERT_TRUE(move) << lines.back() << " in " << game.position().fen();
      ASSERT_FALSE(game.verdict().over()) << start.fen();
      game.play(*move);
      moves += " " + move_of(lines);
    }
    EXPECT_TRUE(game.verdict().over()) << start.fen();
    EXPECT_EQ(game.verdict().outcome, Outcome::loss) << start.fen();
  }
}

// Among moves that keep the draw the search looks for the one that is hardest to answer; it says who knows what.
TEST_F(Files, ADrawIsPlayedOn) {
  const auto oracle = TableOracle<games::fragments>::open(tables());
  ASSERT_TRUE(oracle.ok());
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + tables());
  engine.send("setoption name UCI_ShowWDL value true");
  std::mt19937 dice(14);
  int searched = 0, another = 0;
  for (int played = 0; played < 60;) {
    const Pos position = random_ending(dice);
    if ((*oracle)->value(position)->wdl != OracleValue::Wdl::draw) continue;
    ++played;
    engine.send("position fen " + position.fen());
    engine.send("go nodes 1000");
    const auto lines = engine.read_until("bestmove");
    const auto move = parse_uci(position, move_of(lines));
    ASSERT_TRUE(move);
    EXPECT_EQ((*oracle)->value(position.after(*move))->wdl, OracleValue::Wdl::draw) << position.fen();
    EXPECT_TRUE(any_contains(lines, "info string tablebase: draw")) << lines.back();
    for (const std::string& line : lines)
      if (line.rfind("info depth ", 0) == 0) {
        EXPECT_NE(line.find(" score cp 0 wdl 0 1000 0 "), line.npos) << line;
      }
    if (any_contains(lines, "the search chooses among these")) {
      EXPECT_TRUE(any_contains(lines, "info string search:"));
      ++searched;
    }
    another += *move != (*oracle)->choose(position)->move ? 1 : 0;
  }
  EXPECT_GT(searched, 30);
  EXPECT_GT(another, 20);
}

TEST_F(Files, ADrawIsSearchedAsItIsAskedFor) {
  const auto oracle = TableOracle<games::fragments>::open(tables());
  ASSERT_TRUE(oracle.ok());
  std::mt19937 dice(15);
  Pos position = random_ending(dice);
  std::vector<std::string> drawing, losing;
  while (drawing.size() < 2 || losing.empty() || (*oracle)->value(position)->wdl != OracleValue::Wdl::draw) {
    position = random_ending(dice);
    drawing.clear(), losing.clear();
    for (const Move m : position.legal_moves())
      ((*oracle)->value(position.after(m))->wdl == OracleValue::Wdl::draw ? drawing : losing)
          .push_back(format_uci(fragments, m));
  }
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + tables());
  engine.send("setoption name MultiPV value " + std::to_string(drawing.size() + 1));
  engine.send("position fen " + position.fen());
  engine.send("go depth 4");
  const auto lines = engine.read_until("bestmove");
  EXPECT_TRUE(any_contains(lines, "info depth 4 "));
  const auto too_deep = [](const std::string& line) {  // what loses is shown by the tables, with its own depth
    return line.starts_with("info depth 5 ") && line.find(" score cp ") != std::string::npos;
  };
  EXPECT_TRUE(std::ranges::none_of(lines, too_deep));
  EXPECT_TRUE(any_contains(lines, " multipv " + std::to_string(drawing.size() + 1) + " score mate -"));
  engine.send("go nodes 500 searchmoves " + losing.front() + " " + drawing.back());
  EXPECT_EQ(engine.best_move(), drawing.back());
  engine.send("go nodes 500 searchmoves " + losing.front());
  EXPECT_EQ(engine.best_move(), losing.front()) << "it is all that may be searched";
  for (const std::string go : {"go infinite", "go ponder wtime 1000 btime 1000"}) {
    engine.send(go);
    engine.read_until("info depth 3 ");
    engine.send("stop");
    EXPECT_NE(std::find(drawing.begin(), drawing.end(), engine.best_move()), drawing.end());
  }
  engine.send("go mate 2");
  EXPECT_TRUE(any_contains(engine.read_until("bestmove"), "no mate in 2 was found"));
}

// Against random play a draw must stay a draw or become a win.
TEST_F(Files, DrawsAreNeverLost) {
  const auto oracle = TableOracle<games::fragments>::open(tables());
  ASSERT_TRUE(oracle.ok());
  Engine engine(BOOKENDS_AGENT);
  engine.send("setoption name TablebasePath value " + tables());
  std::mt19937 dice(12);
  for (int played = 0; played < 50;) {
    Pos position = random_ending(dice);
    if ((*oracle)->value(position)->wdl != OracleValue::Wdl::draw) continue;
    ++played;
    for (int turns = 0; turns < 8 && !verdict(position).over(); ++turns) {
      engine.send("position fen " + position.fen());
      engine.send("go nodes 300");
      const auto move = parse_uci(position, engine.best_move());
      ASSERT_TRUE(move);
      position.play(*move);
      if (verdict(position).over()) break;
      EXPECT_NE((*oracle)->value(position)->wdl, OracleValue::Wdl::win) << position.fen();
      const MoveList replies = position.legal_moves();
      position.play(replies[static_cast<int>(dice() % static_cast<unsigned>(replies.size()))]);
    }
  }
}

// One that takes whatever can be taken and else moves anyhow: against it a game comes down to few pieces, however
// strong the engine's search is.
template <class Game>
Move greedy_move(const Game& game, std::mt19937& dice) {
  const auto moves = game.position().legal_moves();
  std::vector<Move> wanted;
  for (const Move move : moves)
    if (game.position().is_capture(move)) wanted.push_back(move);
  if (wanted.empty()) wanted.assign(moves.begin(), moves.end());
  return wanted[dice() % wanted.size()];
}

// Who chose a move of the engine's.
enum class Speaker { book, search, tables };

Speaker speaker_of(const std::vector<std::string>& lines) {
  if (any_contains(lines, "info string book:")) return Speaker::book;
  return any_contains(lines, "info string tablebase:") ? Speaker::tables : Speaker::search;
}

// A game that the engine begins, against one that takes everything, by a script as a match runner would write it: the
// speakers of the engine's moves, each once for as long as it speaks.
std::vector<Speaker> speakers_of_a_game(Engine& engine, const std::string& start, unsigned seed) {
  std::vector<Speaker> speakers;
  std::mt19937 dice(seed);
  Game<fragments> game(Pos::from_fen(start_fen(fragments, start).value()).value());
  std::string moves;
  for (int ply = 0; ply < 400 && !game.verdict().over(); ++ply) {
    Move chosen = greedy_move(game, dice);
    if (ply % 2 == 0) {
      engine.send("position fen " + start_fen(fragments, start).value() + (moves.empty() ? "" : " moves" + moves));
      engine.send("go nodes 5");  // with many more it mates before few men are left
      const auto lines = engine.read_until("bestmove");
      const auto move = parse_uci(game.position(), move_of(lines));
      EXPECT_TRUE(move) << lines.back() << " in " << game.position().fen();
      if (!move) return {};
      chosen = *move;
      if (speakers.empty() || speakers.back() != speaker_of(lines)) speakers.push_back(speaker_of(lines));
    }
    moves += " " + format_uci(fragments, chosen);
    game.play(chosen);
  }
  EXPECT_TRUE(game.verdict().over());
  return speakers;
}

// Not every game has few pieces left before it is decided; one that has goes all the way: from the book, through the
// search, into the tables, and from there never back to the search.
TEST_F(Files, WholeGamesBeginInTheBookAndEndInTheTables) {
  for (const std::string start : {"start1", "start0"}) {
    int all_the_way = 0;
    for (unsigned seed = 0; seed < 100 && all_the_way < 3; ++seed) {
      Engine engine(BOOKENDS_AGENT);
      engine.send("setoption name BookFile value " + book());
      engine.send("setoption name TablebasePath value " + tables());
      const auto speakers = speakers_of_a_game(engine, start, seed);
      ASSERT_FALSE(speakers.empty());
      EXPECT_EQ(speakers.front(), Speaker::book);
      const auto tables_first = std::find(speakers.begin(), speakers.end(), Speaker::tables);
      EXPECT_EQ(std::find(tables_first, speakers.end(), Speaker::search), speakers.end()) << start << ", seed " << seed;
      const bool searched = std::find(speakers.begin(), tables_first, Speaker::search) != tables_first;
      if (searched && speakers.back() == Speaker::tables) ++all_the_way;
    }
    EXPECT_EQ(all_the_way, 3) << start;
  }
}

}  // namespace
}  // namespace bookends
