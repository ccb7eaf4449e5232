// Two options that name tables, Syzygy's files, results without distances, and files that are damaged.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>

#include "core/notation/move_text.h"
#include "tests/agent/engine.h"
#include "tests/support/program.h"
#include "tests/tablebases/syzygy/syzygy_support.h"

namespace bookends {
namespace {

using test::any_contains;
using test::Engine;
using test::move_of;

using ChessPosition = Position<games::chess>;

constexpr const char* kRookWins = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
constexpr const char* kQueenWins = "8/8/8/3k4/8/8/8/KQ6 w - - 0 1";

// A queen, a rook and a pawn against a king, in tables of ours and in Syzygy's.
class SyzygyInTheEngine : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new test::TemporaryFolder;
    tables::test::build(games::chess, {"KPvK"}, ours());
    truth_ = tables::test::open_chess(ours()).release();
    std::filesystem::create_directory(syzygys());
    for (const auto& [kind, ending] :
         {std::pair(Kind::queen, "KQvK"), std::pair(Kind::rook, "KRvK"), std::pair(Kind::pawn, "KPvK")})
      tables::test::write_syzygy(*truth_, {kind}, Color::white, true, syzygys(), ending);
  }
  static void TearDownTestSuite() {
    delete truth_;
    delete folder_;
  }

  static std::string ours() { return (*folder_ / "ours").string(); }
  static std::string syzygys() { return (*folder_ / "syzygy").string(); }
  // A new folder of this test with some of the files.
  std::string with(const std::string& folder, const std::vector<std::string>& endings, const std::string& suffix) {
    const auto here = own_ / ("folder" + std::to_string(++folders_));
    std::filesystem::create_directory(here);
    for (const std::string& ending : endings)
      std::filesystem::copy(std::filesystem::path(folder) / (ending + suffix),
                            std::filesystem::path(here) / (ending + suffix));
    return std::filesystem::path(here).string();
  }

  static test::TemporaryFolder* folder_;
  static const tables::test::ChessTables* truth_;
  const test::TemporaryFolder own_;
  int folders_ = 0;
};
test::TemporaryFolder* SyzygyInTheEngine::folder_ = nullptr;
const tables::test::ChessTables* SyzygyInTheEngine::truth_ = nullptr;

void set_path(Engine& engine, const std::string& option, const std::string& value) {
  engine.send("setoption name " + option + " value " + value);
}

std::vector<std::string> lines_for(Engine& engine, const std::string& fen, const std::string& go) {
  engine.send("position fen " + fen);
  engine.send(go);
  return engine.read_until("bestmove");
}

bool tables_know(Engine& engine, const std::string& fen) {
  return any_contains(lines_for(engine, fen, "go depth 1"), "info string tablebase: win");
}

TEST_F(SyzygyInTheEngine, BothPathsAreOpenTogether) {
  const std::string queens = with(ours(), {"KQvK"}, ".bkt"), rooks = with(syzygys(), {"KRvK"}, ".rtbw");
  std::filesystem::copy(syzygys() + "/KRvK.rtbz", rooks + "/KRvK.rtbz");
  for (const bool ours_first : {true, false}) {
    Engine engine(BOOKENDS_AGENT, "chess");
    if (ours_first) set_path(engine, "TablebasePath", queens);
    set_path(engine, "SyzygyPath", rooks);
    if (!ours_first) set_path(engine, "TablebasePath", queens);
    EXPECT_TRUE(tables_know(engine, kQueenWins));
    EXPECT_TRUE(tables_know(engine, kRookWins));
    set_path(engine, "SyzygyPath", "<empty>");
    EXPECT_TRUE(tables_know(engine, kQueenWins));
    EXPECT_FALSE(tables_know(engine, kRookWins));
    set_path(engine, "SyzygyPath", rooks);
    set_path(engine, "TablebasePath", "");
    EXPECT_FALSE(tables_know(engine, kQueenWins));
    EXPECT_TRUE(tables_know(engine, kRookWins));
    set_path(engine, "SyzygyPath", "");
    EXPECT_FALSE(tables_know(engine, kRookWins));
  }
}

// Only ours know how far the mate is.
TEST_F(SyzygyInTheEngine, OursArePreferred) {
  for (const bool both : {true, false}) {
    Engine engine(BOOKENDS_AGENT, "chess");
    set_path(engine, "SyzygyPath", syzygys());
    if (both) set_path(engine, "TablebasePath", ours());
    EXPECT_EQ(any_contains(lines_for(engine, kQueenWins, "go depth 1"), " score mate "), both);
  }
}

TEST_F(SyzygyInTheEngine, APathThatIsRefusedLeavesBoth) {
  Engine engine(BOOKENDS_AGENT, "chess");
  set_path(engine, "TablebasePath", with(ours(), {"KQvK"}, ".bkt"));
  set_path(engine, "SyzygyPath", with(ours(), {"KRvK"}, ".bkt"));
  const std::string empty = with(ours(), {}, "");
  set_path(engine, "SyzygyPath", empty);
  engine.send("isready");
  EXPECT_TRUE(any_contains(engine.read_until("readyok"), "info string error: option SyzygyPath: " + empty +
                                                             ": no table files (*.bkt, *.rtbw) in it"));
  EXPECT_TRUE(tables_know(engine, kQueenWins));
  EXPECT_TRUE(tables_know(engine, kRookWins));
}

// As a GUI does that always sets what it was told about Syzygy, and then plays another game.
TEST_F(SyzygyInTheEngine, AnotherGameDoesWithoutSyzygys) {
  const std::string small = (own_ / "fragments").string();
  tables::test::build(games::fragments, {"KRvK"}, small);
  Engine engine(BOOKENDS_AGENT, "chess");
  set_path(engine, "SyzygyPath", syzygys());
  set_path(engine, "TablebasePath", small);
  EXPECT_TRUE(tables_know(engine, kRookWins));
  engine.send("setoption name UCI_Variant value fragments");
  EXPECT_TRUE(tables_know(engine, "4k/5/2K2/5/R4 w - - 0 1"));
  engine.send("setoption name UCI_Variant value chess");
  EXPECT_TRUE(tables_know(engine, kRookWins));
}

// ----- Results alone

struct Winning {
  ChessPosition position;
  std::set<std::string> moves;
};

// A king and a pawn that win by some of their moves only, in the middle of a game.
Winning random_winning(const tables::test::ChessTables& truth, std::mt19937& dice) {
  for (;;) {
    Setup setup;
    setup.board[8 + dice() % 48] = Occupant(Color::white, Kind::pawn);
    setup.board[dice() % 64] = Occupant(Color::white, Kind::king);
    setup.board[dice() % 64] = Occupant(Color::black, Kind::king);
    setup.halfmove_clock = 4;
    const auto position = ChessPosition::from_setup(setup);
    if (!position || count(position->occupied()) != 3) continue;
    Winning found{*position, {}};
    for (const Move move : position->legal_moves())
      if (truth.probe(position->after(move), tables::Metric::wdl).category == tables::Category::loss)
        found.moves.insert(format_uci(games::chess, move));
    if (!found.moves.empty() && static_cast<int>(found.moves.size()) < position->count_legal_moves()) return found;
  }
}

TEST_F(SyzygyInTheEngine, ResultsAloneKeepAWin) {
  const std::string results = (own_ / "results").string();
  const auto made = test::run_program(
      BOOKENDS_PROGRAM, {"tables", "build", "chess", "KPvK", "--metrics", "wdl", "--quiet", "--out", results});
  ASSERT_EQ(made.exit_code, 0) << made.err;
  for (const std::string& folder : {results, with(syzygys(), {"KQvK", "KRvK", "KPvK"}, ".rtbw")}) {
    Engine engine(BOOKENDS_AGENT, "chess");
    set_path(engine, "TablebasePath", folder);
    std::mt19937 dice(7);
    for (int i = 0; i < 30; ++i) {
      const Winning winning = random_winning(*truth_, dice);
      const auto lines = lines_for(engine, winning.position.fen(), i % 2 == 0 ? "go nodes 1" : "go depth 4");
      EXPECT_TRUE(winning.moves.contains(move_of(lines))) << winning.position.fen() << lines.back();
      EXPECT_TRUE(any_contains(lines, "info string search: " + std::to_string(winning.moves.size()) + " of "))
          << winning.position.fen() << lines.front();
    }
  }
}

// ----- Damage

TEST_F(SyzygyInTheEngine, ADamagedFileIsNamedAndLeftOut) {
  const std::string folder = with(syzygys(), {"KQvK", "KRvK"}, ".rtbw"), ours_here = with(ours(), {"KQvK"}, ".bkt");
  std::filesystem::copy(syzygys() + "/KRvK.rtbz", folder + "/KRvK.rtbz");
  std::filesystem::resize_file(folder + "/KQvK.rtbw", 100);
  Engine engine(BOOKENDS_AGENT, "chess");
  set_path(engine, "SyzygyPath", folder);
  engine.send("isready");
  const auto lines = engine.read_until("readyok");
  EXPECT_TRUE(any_contains(lines, "info string " + folder + "/KQvK.rtbw: ")) << lines[0];
  EXPECT_TRUE(any_contains(lines, "; the file is left out, the others are used"));
  EXPECT_FALSE(any_contains(lines, "info string error"));
  EXPECT_TRUE(tables_know(engine, kRookWins));
  EXPECT_FALSE(tables_know(engine, kQueenWins));
  set_path(engine, "TablebasePath", ours_here);
  engine.send("isready");
  EXPECT_EQ(engine.read_until("readyok").size(), 1U) << "it is said once";
  EXPECT_TRUE(tables_know(engine, kQueenWins));
}

TEST_F(SyzygyInTheEngine, ADamagedFileOfOursIsNamedAndLeftOut) {
  const std::string folder = with(ours(), {"KQvK", "KRvK"}, ".bkt");
  std::filesystem::resize_file(folder + "/KQvK.bkt", 100);
  Engine engine(BOOKENDS_AGENT, "chess");
  set_path(engine, "TablebasePath", folder);
  engine.send("isready");
  const auto lines = engine.read_until("readyok");
  EXPECT_TRUE(any_contains(lines, "info string " + folder + "/KQvK.bkt: ")) << lines[0];
  EXPECT_TRUE(any_contains(lines, "; the file is left out, the others are used"));
  EXPECT_TRUE(tables_know(engine, kRookWins));
  EXPECT_FALSE(tables_know(engine, kQueenWins));
}

TEST_F(SyzygyInTheEngine, OfManyDamagedFilesSomeAreNamed) {
  const std::string folder = with(ours(), {"KRvK"}, ".bkt");
  for (const char* ending : {"KQvK", "KPvK", "KNvK", "KBvK", "KQvKR", "KQvKB", "KQvKN"})
    std::filesystem::copy(ours() + "/KRvK.bkt", folder + "/" + ending + ".bkt");
  Engine engine(BOOKENDS_AGENT, "chess");
  set_path(engine, "TablebasePath", folder);
  engine.send("isready");
  const auto lines = engine.read_until("readyok");
  EXPECT_EQ(lines.size(), 7U);
  EXPECT_TRUE(any_contains(lines, "info string 2 more files of tables are left out"));
  EXPECT_TRUE(tables_know(engine, kRookWins));
}

// ----- SyzygyProbeDepth

long table_hits(const std::vector<std::string>& lines) {
  for (auto line = lines.rbegin(); line != lines.rend(); ++line)
    if (const auto at = line->find(" tbhits "); at != line->npos) return std::stol(line->substr(at + 8));
  return -1;
}

TEST_F(SyzygyInTheEngine, TheSearchAsksWhereEnoughPliesAreLeft) {
  for (const auto& [option, folder] : {std::pair("SyzygyPath", syzygys()), std::pair("TablebasePath", ours())}) {
    const auto hits = [&, &option = option, &folder = folder](const std::string& least) {
      Engine engine(BOOKENDS_AGENT, "chess");
      set_path(engine, option, folder);
      if (!least.empty()) set_path(engine, "SyzygyProbeDepth", least);
      return table_hits(lines_for(engine, "8/8/3k4/8/3p4/8/8/KQ6 w - - 0 1", "go depth 8"));
    };
    EXPECT_GT(hits("1"), hits("4")) << option;
    EXPECT_EQ(hits(""), hits("1")) << option;
    EXPECT_GT(hits("4"), 0) << option;
    EXPECT_EQ(hits("100"), 0) << option;
  }
}

}  // namespace
}  // namespace bookends
