// What `bookends probe` says besides mate: the move limit of chess, the counting of Makruk.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;

class Probing : public testing::Test {
 protected:
  void build(const std::string& game, const std::string& ending) {
    game_ = game;
    const RunResult run = bookends({"tables", "build", game, ending, "--out", folder_.path(), "--quiet"});
    ASSERT_EQ(run.exit_code, 0) << run.err;
    for (const nlohmann::json& row :
         nlohmann::json::parse(bookends({"tables", "stats", folder_.path(), "--format", "json"}).out))
      if (row["ending"] == ending && row["stm"] == "w") {
        longest_ = row["max_win_plies"];
        const std::string fen = row["longest_win"];
        placement_ = fen.substr(0, fen.find(' '));
      }
    ASSERT_FALSE(placement_.empty());
  }
  // The position with the longest win, White to move; `fields` follow the side to move.
  nlohmann::json asked(const std::string& fields) const {
    const RunResult run =
        bookends({"probe", game_, "--tables", folder_.path(), "--fen", placement_ + " w " + fields, "--json"});
    EXPECT_EQ(run.exit_code, 0) << run.err;
    return nlohmann::json::parse(run.out);
  }
  std::string text(const std::string& fields) const {
    return bookends({"probe", game_, "--tables", folder_.path(), "--fen", placement_ + " w " + fields}).out;
  }

  TemporaryFolder folder_;
  std::string game_, placement_;
  int longest_ = 0;
};

TEST_F(Probing, SaysWhatTheClockOfTheFenLeavesOfAWin) {
  build("chess", "KRvK");
  const nlohmann::json fresh = asked("- - 0 1");
  EXPECT_EQ(fresh["wdl"], "win");
  EXPECT_FALSE(fresh.contains("uncounted"));
  EXPECT_EQ(fresh["dtm"], longest_);
  EXPECT_EQ(fresh["category"], "win");
  EXPECT_FALSE(fresh.contains("counting"));
  ASSERT_TRUE(fresh["dtz"].is_number());
  const int dtz = fresh["dtz"];
  EXPECT_EQ(fresh["moves"][0]["category"], "win");
  EXPECT_EQ(dtz, longest_) << "nothing can be taken on the way, and there is no pawn";
  EXPECT_FALSE(fresh.contains("dtz_rounded"));
  const nlohmann::json in_time = asked("- - " + std::to_string(100 - dtz) + " 80");
  EXPECT_EQ(in_time["category"], "win");
  EXPECT_EQ(in_time["moves"][0]["category"], "win");
  EXPECT_EQ(asked("- - " + std::to_string(101 - dtz) + " 80")["category"], "cursed-win");
  EXPECT_EQ(asked("- - " + std::to_string(101 - dtz) + " 80")["wdl"], "win");
  EXPECT_THAT(text("- - 99 80"), HasSubstr("under the move limit: cursed-win"));
}

TEST_F(Probing, SaysThatAMateOnTheLastPlyOfTheLimitWins) {
  build("chess", "KRvK");
  placement_ = "k7/8/1K6/8/8/8/8/7R";
  const nlohmann::json last = asked("- - 99 90");
  EXPECT_EQ(last["category"], "win");
  EXPECT_EQ(last["dtz"], 1);
  EXPECT_FALSE(last.contains("dtz_rounded"));
  EXPECT_EQ(last["moves"][0]["san"], "Rh8#");
  EXPECT_EQ(last["moves"][0]["category"], "win");
  EXPECT_EQ(last["moves"][0]["checkmate"], true);
  EXPECT_EQ(last["moves"][1]["category"], "cursed-win");
  EXPECT_FALSE(last["moves"][1].contains("checkmate"));
  EXPECT_EQ(asked("- - 100 90")["category"], "cursed-win");
}

TEST_F(Probing, SaysThatTheGameIsOver) {
  build("chess", "KRvK");
  const auto ask = [&](const std::string& fen, const char* format) {
    return bookends({"probe", "chess", "--tables", folder_.path(), "--fen", fen, "--format", format}).out;
  };
  for (const std::string clock : {"0", "100"}) {
    const std::string mated = "k6R/8/1K6/8/8/8/8/8 b - - " + clock + " 90";
    const nlohmann::json answer = nlohmann::json::parse(ask(mated, "json"));
    EXPECT_EQ(answer["checkmate"], true);
    EXPECT_EQ(answer["dtz"], 0);
    EXPECT_FALSE(answer.contains("dtz_rounded"));
    EXPECT_EQ(answer["category"], "loss");
    EXPECT_EQ(ask(mated, "text"),
              mated + "\n  over    checkmate\n  tables  loss in 0 plies\n    under the move limit: loss\n");
  }
  const std::string stalemated = "k7/1R6/1K6/8/8/8/8/8 b - - 0 1";
  EXPECT_EQ(nlohmann::json::parse(ask(stalemated, "json"))["stalemate"], true);
  EXPECT_THAT(ask(stalemated, "text"), HasSubstr("\n  over    stalemate\n  tables  draw\n"));
  EXPECT_THAT(ask("k7/7R/1K6/8/8/8/8/8 w - - 0 1", "text"), HasSubstr("Rb7     draw, stalemate\n"));
}

// The pawn moves in time, the shortest mate does not come in time: the move list begins with what wins.
TEST_F(Probing, SortsMovesByWhatTheClockLeaves) {
  build("chess", "KPvK");
  placement_ = "8/8/8/8/8/1K6/2P5/7k";
  const nlohmann::json late = asked("- - 99 90");
  EXPECT_EQ(late["category"], "win");
  EXPECT_EQ(late["moves"][0]["category"], "win");
  EXPECT_EQ(late["moves"][0]["dtz"], 1);
  EXPECT_EQ(late["moves"].back()["category"], "cursed-win");
}

// Without DTZ a table does not tell what the limit draws; mates and promotions do.
TEST_F(Probing, SaysWhereTheFilesLeaveTheLimitOpen) {
  for (const char* metrics : {"wdl", "wdl,dtm"}) {
    const std::string folder = folder_ / metrics;
    const RunResult built =
        bookends({"tables", "build", "chess", "KPvK", "--metrics", metrics, "--out", folder, "--quiet"});
    ASSERT_EQ(built.exit_code, 0) << built.err;
    const auto category = [&](const std::string& fen) {
      const RunResult run = bookends({"probe", "chess", "--tables", folder, "--fen", fen, "--json"});
      return nlohmann::json::parse(run.out)["category"];
    };
    EXPECT_EQ(category("8/8/8/3k4/8/8/8/KR6 w - - 80 90"), "maybe-win");
    EXPECT_EQ(category("8/8/8/3k4/8/8/8/KR6 b - - 80 90"), "maybe-loss");
    EXPECT_EQ(category("k7/8/1K6/8/8/8/8/7R w - - 99 90"), "win");
    EXPECT_EQ(category("k6R/8/1K6/8/8/8/8/8 b - - 100 90"), "loss");
    EXPECT_EQ(category("8/8/8/3k4/8/8/8/KR6 b - - 100 90"), "blessed-loss");
    EXPECT_EQ(category("8/4P3/4K3/8/8/8/8/k7 w - - 99 90"), std::string(metrics) == "wdl" ? "maybe-win" : "win");
  }
}

TEST_F(Probing, AnswersForTheCountThatRuns) {
  build("makruk", "KRvK");
  ASSERT_GT(longest_, 27) << "longer than the count of a Rua allows";
  const nlohmann::json fresh = asked("- - 0 1");
  EXPECT_EQ(fresh["wdl"], "win");
  EXPECT_EQ(fresh["dtm"], longest_);
  EXPECT_EQ(fresh["counting"], "draw");
  EXPECT_FALSE(fresh.contains("category"));
  const nlohmann::json late = asked("- 88 " + std::to_string(89 - longest_) + " 1");
  EXPECT_EQ(late["wdl"], "draw");
  EXPECT_EQ(late["counting"], "draw");
  EXPECT_EQ(late["uncounted"]["wdl"], "win");
  EXPECT_EQ(late["uncounted"]["dtm"], longest_);
  const nlohmann::json in_time = asked("- 88 " + std::to_string(88 - longest_) + " 1");
  EXPECT_EQ(in_time["wdl"], "win");
  EXPECT_EQ(in_time["dtm"], longest_);
  EXPECT_EQ(in_time["counting"], "win");
  EXPECT_EQ(in_time["moves"][0]["wdl"], "win");
  EXPECT_THAT(text("- 88 88 1"), HasSubstr("under counting: draw; without: win in " + std::to_string(longest_)));
}

// Board's honour: a mate that comes in time is sure, of a longer one nothing is known.
TEST_F(Probing, ClaimsNothingThatACountMayStillDecide) {
  build("makruk", "KRvKM");
  EXPECT_EQ(asked("- 128 3 1")["counting"], "win");
  const RunResult late =
      bookends({"probe", "makruk", "--tables", folder_.path(), "--fen", placement_ + " w - 128 123 1", "--json"});
  EXPECT_EQ(nlohmann::json::parse(late.out)["wdl"], "unknown");
  EXPECT_EQ(nlohmann::json::parse(late.out)["counting"], "unknown");
  EXPECT_EQ(nlohmann::json::parse(late.out)["uncounted"]["wdl"], "win");
}

TEST_F(Probing, SaysNothingOfLimitsWhereThereAreNone) {
  build("fragments", "KRvK");
  const nlohmann::json answer = asked("- - 0 1");
  EXPECT_FALSE(answer.contains("category"));
  EXPECT_FALSE(answer.contains("counting"));
  EXPECT_EQ(answer["dtm"], longest_);
}

TEST_F(Probing, ShowsTheBookInColumnsToo) {
  build("fragments", "KRvK");
  const std::string book = folder_ / "a.book", start = "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1";
  const RunResult built = bookends({"book", "build", "fragments", "--start", "start1", "--positions", "40", "--nodes",
                                    "200", "--out", book, "--quiet"});
  ASSERT_EQ(built.exit_code, 0) << built.err;
  const std::vector<std::string> both{"probe",  "fragments", "--tables", folder_.path(),
                                      "--book", book,        "--format", "tsv"};
  const std::string win = placement_ + " w - - 0 1";
  const RunResult run = run_program(BOOKENDS_PROGRAM, both, {start + "\n" + win + "\n", "", {}});
  ASSERT_EQ(run.exit_code, 0) << run.err;
  const nlohmann::json known =
      nlohmann::json::parse(bookends({"probe", "fragments", "--book", book, "--fen", start, "--json"}).out)["book"];
  EXPECT_EQ(run.out, start + "\tunknown\t-\t" + known["uci"].get<std::string>() + "\t" + known["score"].dump() + "\t" +
                         known["depth"].dump() + "\t-\t-\n" + win + "\twin\t" + std::to_string(longest_) +
                         "\t-\t-\t-\t-\t-\n");
  // Without a book, what scripts know.
  const RunResult tables =
      bookends({"probe", "fragments", "--tables", folder_.path(), "--format", "tsv", "--fen", win});
  EXPECT_EQ(tables.out, win + "\twin\t" + std::to_string(longest_) + "\n");
}

TEST_F(Probing, GoesOnAfterALineThatIsNoPosition) {
  build("fragments", "KRvK");
  const std::string win = placement_ + " w - - 0 1";
  const RunResult run =
      run_program(BOOKENDS_PROGRAM, {"probe", "fragments", "--tables", folder_.path(), "--format", "tsv"},
                  {"nonsense\n\n" + win + "\n" + placement_ + " x\n" + win + "\n", "", {}});
  EXPECT_EQ(run.exit_code, 2);
  const std::string answer = win + "\twin\t" + std::to_string(longest_) + "\n";
  EXPECT_EQ(run.out, answer + answer);
  EXPECT_THAT(run.err, testing::MatchesRegex("bookends: line 1: [^\n]*\nbookends: line 4: [^\n]*\n"));
}

TEST_F(Probing, SaysThatItsLinesCannotBeRead) {
  build("fragments", "KRvK");
  const std::string folder = "'" + folder_.path().string() + "'";
  const RunResult run =
      run_program("/bin/sh", {"-c", "exec '" BOOKENDS_PROGRAM "' probe fragments --tables " + folder + " <" + folder});
  EXPECT_EQ(run.exit_code, 4) << run.out;
  EXPECT_EQ(run.err, "bookends: standard input cannot be read\n");
}

// A file that is damaged is so for every line.
TEST_F(Probing, StopsAtADamagedTable) {
  build("fragments", "KRvK");
  const std::string table = folder_ / "KRvK.bkt", win = placement_ + " w - - 0 1\n";
  auto bytes = read_file(table).value();
  bytes[bytes.size() - 40] ^= std::byte{1};
  ASSERT_TRUE(write_file(table, bytes));
  const RunResult run = run_program(
      BOOKENDS_PROGRAM, {"probe", "fragments", "--tables", folder_.path(), "--format", "tsv"}, {win + win, "", {}});
  EXPECT_EQ(run.exit_code, 3);
  EXPECT_EQ(std::ranges::count(run.err, '\n'), 1) << run.err;
}

// The position itself can be answered, its moves cannot: the damage is in what is stored for the other side.
TEST_F(Probing, SaysThatTheTableOfAMoveIsDamaged) {
  build("fragments", "KRvK");
  const std::string table = folder_ / "KRvK.bkt", win = placement_ + " w - - 0 1";
  auto bytes = read_file(table).value();
  bytes[bytes.size() - 7] ^= std::byte{1};
  ASSERT_TRUE(write_file(table, bytes));
  const auto probe = [&](const std::string& format) {
    return bookends({"probe", "fragments", "--tables", folder_.path(), "--format", format, "--fen", win});
  };
  EXPECT_EQ(probe("tsv").out, win + "\twin\t" + std::to_string(longest_) + "\n");
  for (const char* format : {"text", "json"}) {
    const RunResult run = probe(format);
    EXPECT_EQ(run.exit_code, 3);
    EXPECT_THAT(run.err, HasSubstr("KRvK.bkt: damaged"));
  }
}

// As UCI names it, and by the names of `bookends games`.
TEST_F(Probing, KnowsTheStartsByName) {
  const std::string book = folder_ / "a.book";
  ASSERT_EQ(bookends({"book", "build", "fragments", "--positions", "20", "--nodes", "200", "--out", book, "--quiet"})
                .exit_code,
            0);
  const auto fen_of = [&](const std::string& name) {
    return nlohmann::json::parse(bookends({"probe", "fragments", "--book", book, "--fen", name, "--json"}).out)["fen"];
  };
  const std::string start1 = "rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", start0 = "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1";
  EXPECT_EQ(fen_of("startpos"), start1);
  EXPECT_EQ(fen_of("start0"), start0);
  const auto run =
      run_program(BOOKENDS_PROGRAM, {"probe", "fragments", "--book", book, "--format", "tsv"}, {"startpos\n", "", {}});
  EXPECT_THAT(run.out, testing::StartsWith(start1 + "\t"));
  EXPECT_EQ(bookends({"dump", "--book", book, "--from", "startpos"}).out,
            bookends({"dump", "--book", book, "--from", start1}).out);
  EXPECT_EQ(bookends({"perft", "fragments", "--depth", "2", "--fen", "startpos"}).out,
            bookends({"perft", "fragments", "--depth", "2"}).out);
  EXPECT_EQ(bookends({"book", "subtree", book, "--at", "startpos", "--out", folder_ / "b", "--quiet"}).exit_code, 0);
  EXPECT_EQ(bookends({"book", "subtree", book, "--at", "start0", "--out", folder_ / "c", "--quiet"}).exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(bookends({"book", "info", folder_ / "c", "--json"}).out)["starts"][0]["fen"], start0);
}

// A book of one winning ending, and a position of it that a person has set.
class ProbingTheBook : public testing::Test {
 protected:
  static constexpr const char* kWon = "3k1/4p/5/1K3/R4 w - - 0 1";

  void SetUp() override {
    must({"book", "import", "fragments", write("won.json", R"("score":31997,"depth":3,"proof":"win")"), "--out", won_});
    must({"book", "import", "fragments", write("set.json", R"("score":-7,"manual":true,"remark":"say \"a\tb\"")"),
          "--out", set_});
    must({"book", "import", "fragments", write("table.json", R"("score":31519,"proof":"win","table":true)"), "--out",
          table_});
  }
  std::string write(const std::string& name, const std::string& fields, const std::string& side = "both") {
    const std::string text = std::string(R"({"nodes":[{"fen":")") + kWon + R"(","move":"a1a5",)" + fields +
                             R"(}],"side":")" + side + R"(","starts":[{"fen":")" + kWon + R"("}]})";
    EXPECT_TRUE(write_file(folder_ / name, as_bytes(text)));
    return folder_ / name;
  }
  static void must(const std::vector<std::string>& arguments) {
    const RunResult run = bookends(arguments);
    ASSERT_EQ(run.exit_code, 0) << run.err;
  }
  static std::string probe(const std::string& book, const std::string& format) {
    return bookends({"probe", "fragments", "--book", book, "--fen", kWon, "--format", format}).out;
  }

  TemporaryFolder folder_;
  std::string won_ = folder_ / "won", set_ = folder_ / "set", table_ = folder_ / "table";
};

TEST_F(ProbingTheBook, SaysScoreAndMarksAsTheDumpDoes) {
  EXPECT_THAT(probe(won_, "text"), HasSubstr("\n  book    a1a5  score #2  depth 3  proved win\n"));
  EXPECT_THAT(probe(table_, "text"), HasSubstr("\n  book    a1a5  score win  depth 0  table win\n"));
  EXPECT_THAT(probe(set_, "text"),
              HasSubstr("\n  book    a1a5  score -0.07  depth 0  by hand  remark \"say \\u0022a\\tb\\u0022\"\n"));
}

TEST_F(ProbingTheBook, HasTheDumpsFieldsInJson) {
  EXPECT_EQ(nlohmann::json::parse(probe(won_, "json"))["book"],
            nlohmann::json::parse(R"({"uci":"a1a5","score":31997,"depth":3,"proof":"win","table":false,"manual":false,
                            "side":"both"})"));
  EXPECT_EQ(nlohmann::json::parse(probe(set_, "json"))["book"],
            nlohmann::json::parse(R"({"uci":"a1a5","score":-7,"depth":0,"proof":"none","table":false,"manual":true,
                            "side":"both","remark":"say \"a\tb\""})"));
  EXPECT_EQ(nlohmann::json::parse(probe(table_, "json"))["book"]["table"], true);
}

// One that was hardly searched.
TEST_F(ProbingTheBook, TellsAReplyFromAMoveOfItsOwn) {
  const std::string said = "a reply that Black's book is ready for, for nobody to play\n";
  for (const std::string side : {"white", "black"}) {
    const std::string book = folder_ / side;
    must({"book", "import", "fragments", write("side.json", R"("score":40,"depth":3)", side), "--out", book});
    EXPECT_EQ(probe(book, "text").find(said) != std::string::npos, side == "black") << probe(book, "text");
    EXPECT_EQ(nlohmann::json::parse(probe(book, "json"))["book"]["side"], side);
  }
}

TEST_F(ProbingTheBook, HasColumnsForMarksAndRemark) {
  const std::string fen = kWon;
  EXPECT_EQ(probe(won_, "tsv"), fen + "\tunknown\t-\ta1a5\t31997\t3\tproved win\t-\n");
  EXPECT_EQ(probe(set_, "tsv"), fen + "\tunknown\t-\ta1a5\t-7\t0\tby hand\t\"say \\u0022a\\tb\\u0022\"\n");
}

}  // namespace
}  // namespace bookends::test
