// The interface of the public tablebase server.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "tests/serve/served.h"

namespace bookends::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;

Json table_answer(const std::string& path, const std::string& query = "") {
  return Json::parse(Served::files().body(path, query));
}

Json asked(const std::string& variant, const std::string& fen) { return table_answer("/" + variant, "fen=" + fen); }

Json move_of(const Json& answer, const std::string& uci) {
  for (const Json& move : answer["moves"])
    if (move["uci"] == uci) return move;
  ADD_FAILURE() << uci << " is not there: " << answer;
  return {};
}

TEST(TablesJson, TellsAPositionAndItsMoves) {
  const Json answer = asked("standard", "k7/8/1K6/8/8/8/8/7R_w_-_-_0_1");
  EXPECT_EQ(answer["category"], "win");
  EXPECT_EQ(answer["dtz"], 1);
  EXPECT_EQ(answer["precise_dtz"], 1);
  EXPECT_EQ(answer["dtm"], 1);
  for (const char* flag : {"checkmate", "stalemate", "variant_win", "variant_loss", "insufficient_material"})
    EXPECT_EQ(answer[flag], false) << flag;
  const Json& best = answer["moves"][0];
  EXPECT_EQ(best["uci"], "h1h8");
  EXPECT_EQ(best["san"], "Rh8#");
  EXPECT_EQ(best["category"], "loss");
  EXPECT_EQ(best["checkmate"], true);
  EXPECT_EQ(best["dtz"], -1) << "as Syzygy has it of the mated";
  EXPECT_EQ(best["dtm"], 0);
  EXPECT_EQ(best["zeroing"], false);
}

TEST(TablesJson, SeesTheMovesFromTheOtherSide) {
  const std::string fen = "8/8/8/3k4/8/8/8/KR6 b - - 0 1";
  const Json answer = asked("chess", fen);
  EXPECT_EQ(answer["category"], "loss");
  ASSERT_LT(answer["dtm"], 0);
  ASSERT_LT(answer["dtz"], 0);
  const Json& best = answer["moves"][0];
  EXPECT_EQ(best["category"], "win");
  EXPECT_EQ(best["dtm"], -int(answer["dtm"]) - 1);
  EXPECT_EQ(best["dtz"], -int(answer["dtz"]) - 1);
}

// Each move is what the position after it is when it is asked for itself.
TEST(TablesJson, AgreesWithThePositionsAfterTheMoves) {
  for (const auto& [fen, uci, after] : {
           std::tuple("8/4P3/8/8/8/1k6/8/K7 w - - 7 20", "e7e8q", "4Q3/8/8/8/8/1k6/8/K7 b - - 0 20"),
           std::tuple("8/4P3/8/8/8/1k6/8/K7 w - - 7 20", "e7e8n", "4N3/8/8/8/8/1k6/8/K7 b - - 0 20"),
           std::tuple("8/4P3/8/8/8/1k6/8/K7 w - - 7 20", "a1b1", "8/4P3/8/8/8/1k6/8/1K6 b - - 8 20"),
           std::tuple("8/8/8/8/8/1k6/1R6/K7 b - - 7 20", "b3a4", "8/8/8/8/k7/8/1R6/K7 w - - 8 21"),
           std::tuple("8/8/8/8/8/2k5/1R6/7K b - - 7 20", "c3b2", "8/8/8/8/8/8/1k6/7K w - - 0 21"),
           std::tuple("7k/8/6K1/8/8/8/8/R7 w - - 98 90", "a1a2", "7k/8/6K1/8/8/8/R7/8 b - - 99 90"),
       }) {
    Json move = move_of(asked("chess", fen), uci);
    const Json there = asked("chess", after);
    for (const char* field :
         {"category", "dtz", "precise_dtz", "dtm", "checkmate", "stalemate", "insufficient_material"})
      EXPECT_EQ(move[field], there[field]) << field << " after " << uci << " in " << fen;
  }
}

TEST(TablesJson, KnowsWhatZeroesAndWhatCannotBeWon) {
  const Json answer = asked("chess", "8/8/8/8/8/2k5/1R6/7K b - - 7 20");
  const Json capture = move_of(answer, "c3b2");
  EXPECT_EQ(capture["zeroing"], true);
  EXPECT_EQ(capture["insufficient_material"], true);
  EXPECT_EQ(capture["category"], "draw");
  EXPECT_EQ(capture["dtz"], 0);
  EXPECT_EQ(answer["moves"][0], capture);
  EXPECT_EQ(answer["category"], "draw");
}

TEST(TablesJson, HeedsTheClock) {
  EXPECT_EQ(asked("chess", "8/8/8/3k4/8/8/8/KR6 w - - 0 1")["category"], "win");
  const Json late = asked("chess", "8/8/8/3k4/8/8/8/KR6 w - - 95 90");
  EXPECT_EQ(late["category"], "cursed-win");
  EXPECT_EQ(late["moves"][0]["category"], "blessed-loss");
}

TEST(TablesJson, AMateIsOneWhateverTheClock) {
  for (const char* clock : {"0", "99", "100"}) {
    const Json mate = asked("chess", "k7/8/1K6/8/8/8/8/7R w - - " + std::string(clock) + " 1")["moves"][0];
    EXPECT_EQ(mate["san"], "Rh8#") << clock;
    EXPECT_EQ(mate["checkmate"], true) << clock;
    EXPECT_EQ(mate["category"], "loss") << clock;
  }
}

TEST(TablesJson, HasNoDtzWithoutAMoveLimit) {
  const Json answer = asked("fragments", "4k/5/2K2/5/Q4 w - - 0 1");
  EXPECT_EQ(answer["category"], "win");
  EXPECT_EQ(answer["dtz"], nullptr);
  EXPECT_EQ(answer["precise_dtz"], nullptr);
  EXPECT_GT(answer["dtm"], 0);
}

TEST(TablesJson, SaysUnknownOfWhatIsInNoTable) {
  const Json answer = asked("standard", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
  EXPECT_EQ(answer["category"], "unknown");
  EXPECT_EQ(answer["dtm"], nullptr);
  EXPECT_EQ(answer["moves"].size(), 20u);
  EXPECT_EQ(answer["moves"][0]["category"], "unknown");
}

TEST(TablesJson, KnowsMatesThatNoTableHas) {
  const Json mated = asked("standard", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3");
  EXPECT_EQ(mated["category"], "loss");
  EXPECT_EQ(mated["checkmate"], true);
  EXPECT_EQ(mated["dtm"], 0);
  EXPECT_EQ(mated["moves"], Json::array());
}

TEST(TablesJson, RefusesWhatIsNoPosition) {
  const Served& served = Served::files();
  EXPECT_EQ(served.get("/standard").status, 400);
  EXPECT_EQ(served.get("/standard", "fen=").status, 400);
  const serve::Response wrong = served.get("/standard", "fen=nonsense");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_THAT(Json::parse(wrong.body)["error"], HasSubstr("FEN"));
  EXPECT_EQ(served.get("/makruk", "fen=4k3/8/8/8/8/8/8/4K3 w - - 0 1").status, 404) << "nothing of it is open";
  EXPECT_EQ(served.get("/atomic", "fen=4k3/8/8/8/8/8/8/4K3 w - - 0 1").status, 404) << "no game of ours";
}

TEST(Mainline, EndsInMate) {
  const std::string fen = "8/8/8/3k4/8/8/8/KR6_w_-_-_0_1";
  const Json line = table_answer("/standard/mainline", "fen=" + fen);
  const Json root = asked("standard", fen);
  EXPECT_EQ(line["winner"], "w");
  EXPECT_EQ(line["dtz"], root["dtz"]);
  EXPECT_EQ(int(line["mainline"].size()), int(root["dtm"]));
  EXPECT_THAT(std::string(line["mainline"].back()["san"]), HasSubstr("#"));
  EXPECT_EQ(line["mainline"].back()["dtz"], -1);
  const Json black = table_answer("/standard/mainline", "fen=kr6/8/8/8/3K4/8/8/8_w_-_-_0_1");
  EXPECT_EQ(black["winner"], "b");
}

TEST(Mainline, EndsWhereTheLimitDraws) {
  const Json late = table_answer("/standard/mainline", "fen=8/8/8/3k4/8/8/8/KR6_w_-_-_95_90");
  EXPECT_EQ(late["winner"], nullptr);
  EXPECT_EQ(late["mainline"].size(), 5u);
}

TEST(Mainline, IsEmptyInADrawAndUnknownOutsideTheTables) {
  const Json drawn = table_answer("/standard/mainline", "fen=8/8/8/3k4/8/8/8/KB6_w_-_-_0_1");
  EXPECT_EQ(drawn["winner"], nullptr);
  EXPECT_EQ(drawn["mainline"], Json::array());
  EXPECT_EQ(drawn["dtz"], 0);
  EXPECT_EQ(Served::files().get("/standard/mainline", "fen=kqq5/8/8/8/8/8/8/KQQ5_w_-_-_0_1").status, 404);
}

}  // namespace
}  // namespace bookends::test
