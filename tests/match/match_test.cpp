#include "tools/match/match.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <fstream>
#include <thread>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "tests/match/support.h"
#include "tests/support/temporary_folder.h"
#include "tools/match/pgn/file.h"
#include "tools/match/statistics/standing.h"

namespace bookends::match {
namespace {

using test::TemporaryFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

// Everything about games but time.
std::vector<std::string> told(const std::vector<GameRecord>& games) {
  std::vector<std::string> lines;
  for (const GameRecord& game : games) {
    std::string line = std::to_string(game.number) + " " + std::to_string(game.players[0]) + " " + game.fen + " " +
                       std::to_string(game.white_half_points) + " " + game.reason;
    for (const GameMove& move : game.moves) line += " " + move.san;
    lines.push_back(line);
  }
  return lines;
}

TEST(Pairs, HaveOneOpeningAndColoursSwapped) {
  const auto games = games_of(settings_of({scripted("a"), scripted("b")}, 8));
  ASSERT_THAT(games, SizeIs(8));
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].number, static_cast<int>(i));
    EXPECT_EQ(games[i].players, (i % 2 == 0 ? std::array{0, 1} : std::array{1, 0}));
    EXPECT_EQ(games[i].fen, games[i ^ 1].fen);
  }
  // Three openings for four pairs: the first comes again.
  EXPECT_EQ(games[0].fen, games[6].fen);
  EXPECT_NE(games[0].fen, games[2].fen);
  EXPECT_NE(games[2].fen, games[4].fen);
  // Engines that play alike: what one wins the other does.
  Standing standing(2);
  for (const GameRecord& game : games) standing.add(game);
  EXPECT_EQ(standing.scores()[0].pairs, (Pentanomial{0, 0, 4, 0, 0}));
}

PairScore score_of(const std::vector<GameRecord>& games) {
  Standing standing(2);
  for (const GameRecord& game : games) standing.add(game);
  return standing.scores()[0];
}

// Three openings, and engines that always answer alike: the fourth and fifth pair are the first and second again.
TEST(Pairs, PlayedAgainMoveByMoveSayLess) {
  const PairScore score = score_of(games_of(settings_of({scripted("a"), scripted("b")}, 10)));
  EXPECT_EQ(score.pairs, (Pentanomial{0, 0, 5, 0, 0}));
  EXPECT_EQ(score.repeated_pairs, 2);
  EXPECT_DOUBLE_EQ(score.independent_pairs(), 25.0 / (4 + 4 + 1));
}

// The fourth pair is the first again, unless one move or the result of either game is another, or an engine failed.
TEST(Pairs, ThatDifferAnywhereAreNotRepeated) {
  const auto games = games_of(settings_of({scripted("a"), scripted("b")}, 8));
  EXPECT_EQ(score_of(games).repeated_pairs, 1);
  for (const std::size_t which : {6u, 7u}) {
    auto changed = games;
    changed[which].moves.back().san += '!';
    EXPECT_EQ(score_of(changed).repeated_pairs, 0) << which;
    EXPECT_DOUBLE_EQ(score_of(changed).independent_pairs(), 4) << which;
    changed = games;
    changed[which].white_half_points = 2 - changed[which].white_half_points;
    EXPECT_EQ(score_of(changed).repeated_pairs, games[which].white_half_points == 1 ? 1 : 0) << which;
    changed = games;
    for (const std::size_t pair : {0u, 6u}) changed[pair + which % 2].termination = Termination::crash;
    EXPECT_EQ(score_of(changed).repeated_pairs, 0) << which;
    EXPECT_DOUBLE_EQ(score_of(changed).independent_pairs(), 4) << which;
  }
}

TEST(Pairs, OfAGauntletAreRepeatedOnlyAgainstTheSameOpponent) {
  const auto repeated = [](int games) {
    Standing standing(3);
    for (const GameRecord& game : games_of(settings_of({scripted("a"), scripted("b"), scripted("c")}, games)))
      standing.add(game);
    return std::array{standing.scores()[0].repeated_pairs, standing.scores()[1].repeated_pairs};
  };
  EXPECT_THAT(repeated(4), testing::Each(0));
  EXPECT_THAT(repeated(8), testing::Each(1));
}

TEST(Pairs, OfAGauntletMeetTheSameOpenings) {
  const auto games = games_of(settings_of({scripted("a"), scripted("b"), scripted("c")}, 4));
  ASSERT_THAT(games, SizeIs(8));
  const std::vector<std::array<int, 2>> expected{{0, 1}, {1, 0}, {0, 2}, {2, 0}, {0, 1}, {1, 0}, {0, 2}, {2, 0}};
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_EQ(games[i].players, expected[i]) << i;
    EXPECT_EQ(games[i].fen, games[i / 4 * 4].fen) << i;
  }
}

TEST(Concurrency, DoesNotChangeTheReport) {
  MatchSettings settings = settings_of({scripted("a"), scripted("b", "slow=1"), scripted("c", "illegal=40")}, 6);
  settings.engines[2].restart = true;
  const auto alone = told(games_of(settings));
  ASSERT_THAT(alone, SizeIs(12));
  settings.concurrency = 5;
  EXPECT_EQ(told(games_of(settings)), alone);
}

TEST(Results, AreOfTheRules) {
  const auto games = games_of(settings_of({scripted("a"), scripted("b")}, 6));
  for (const GameRecord& game : games) {
    Game<games::fragments> replay(Position<games::fragments>::from_fen(game.fen).value());
    for (const GameMove& move : game.moves) {
      EXPECT_FALSE(replay.verdict().over());
      replay.play(parse_uci(replay.position(), move.uci).value());
    }
    if (game.termination == Termination::length) {
      EXPECT_THAT(game.moves, SizeIs(200));
      continue;
    }
    const Verdict verdict = replay.verdict();
    ASSERT_TRUE(verdict.over());
    EXPECT_EQ(game.termination, Termination::rules);
    const bool white_to_move = replay.position().turn() == Color::white;
    EXPECT_EQ(game.white_half_points, verdict.outcome == Outcome::draw ? 1 : white_to_move ? 0 : 2);
  }
}

// The engine fails at its third move since its start, and is started again for every game.
struct Failing {
  std::string script;
  Termination termination;
  std::string reason;
  int plies;
};

class Failures : public testing::TestWithParam<Failing> {};
TEST_P(Failures, LoseTheGameAndNoOther) {
  const Failing& failing = GetParam();
  MatchSettings settings = settings_of({scripted("a", failing.script), scripted("b")}, 4);
  settings.play.limits = {.movetime = Milliseconds{300}, .nodes = 0, .depth = 0, .clock = {}};
  settings.play.margin = settings.engine_setting.margin = Milliseconds{1000};  // the other one may be held up
  settings.engines[0].restart = true;
  settings.concurrency = 4;
  Standing standing(2);
  for (const GameRecord& game : games_of(settings)) {
    EXPECT_EQ(game.half_points(0), 0);
    EXPECT_EQ(game.termination, failing.termination);
    EXPECT_THAT(game.reason, HasSubstr(failing.reason));
    EXPECT_THAT(game.reason, HasSubstr(game.players[0] == 0 ? "White" : "Black"));
    EXPECT_THAT(game.moves, SizeIs(game.white_moves_first == (game.players[0] == 0) ? 4 : 5));
    standing.add(game);
  }
  const EngineTotals& failed = standing.totals()[0];
  EXPECT_EQ(failed.crashes, failing.termination == Termination::crash ? 4 : 0);
  EXPECT_EQ(failed.time_forfeits, failing.termination == Termination::time_forfeit ? 4 : 0);
  EXPECT_EQ(failed.illegal_moves, failing.termination == Termination::illegal_move ? 4 : 0);
  const EngineTotals& other = standing.totals()[1];
  EXPECT_EQ(other.crashes + other.time_forfeits + other.illegal_moves, 0);
  EXPECT_EQ(standing.scores()[0].losses, 4);
}
INSTANTIATE_TEST_SUITE_P(AtTheThirdMove, Failures,
                         testing::Values(Failing{"crash=3", Termination::crash, "crashed", 4},
                                         Failing{"hang=3", Termination::time_forfeit, "does not answer in time", 4},
                                         Failing{"late=3", Termination::time_forfeit, "loses on time", 4},
                                         Failing{"illegal=3", Termination::illegal_move, "illegal move: a1a9", 4}),
                         [](const auto& failing) {
                           return failing.param.script.substr(0, failing.param.script.find('='));
                         });

TEST(Engines, AreStartedAgainAfterACrashOnly) {
  const TemporaryFolder folder;
  const std::string transcript = folder / "transcript";
  MatchSettings settings = settings_of({scripted("a", "crash=100 transcript=" + transcript), scripted("b")}, 20);
  int crashes = 0;
  for (const GameRecord& game : games_of(settings)) crashes += game.termination == Termination::crash ? 1 : 0;
  std::ifstream in(transcript);
  int starts = 0, games = 0;
  for (std::string line; std::getline(in, line);) {
    starts += line == "uci" ? 1 : 0;
    games += line == "ucinewgame" ? 1 : 0;
  }
  EXPECT_GT(crashes, 0);
  EXPECT_EQ(starts, crashes + 1);
  EXPECT_EQ(games, 20);
}

// What is no fault in a game costs none.
TEST(Engines, ThatEndBetweenGamesAreStartedAgain) {
  const TemporaryFolder folder;
  const std::string transcript = folder / "transcript";
  for (const GameRecord& game :
       games_of(settings_of({scripted("a", "leave=3 transcript=" + transcript), scripted("b")}, 6)))
    EXPECT_FALSE(game.failed()) << game.reason;
  std::ifstream in(transcript);
  int starts = 0;
  for (std::string line; std::getline(in, line);) starts += line == "uci" ? 1 : 0;
  EXPECT_EQ(starts, 3) << "two games each";
}

TEST(Engines, ThatEndWhereverAGameBeginsLoseIt) {
  for (const GameRecord& game : games_of(settings_of({scripted("a", "leave=1"), scripted("b")}, 2))) {
    EXPECT_EQ(game.termination, Termination::crash);
    EXPECT_EQ(game.half_points(0), 0);
  }
}

// Sent "stop", it would answer with the move of a search that nobody has asked for.
TEST(Engines, WhoseTimeDoesNotCountAreGivenUpAfterThePatience) {
  MatchSettings settings = settings_of({scripted("a", "late=1"), scripted("b")}, 2);
  settings.engine_setting.patience = Milliseconds{3500};  // engines start slowly
  settings.concurrency = 2;
  for (const GameRecord& game : games_of(settings)) {
    EXPECT_EQ(game.termination, Termination::time_forfeit);
    EXPECT_EQ(game.half_points(0), 0);
    EXPECT_THAT(game.reason, HasSubstr("does not answer within 3.5 s"));
  }
}

TEST(Engines, MayWriteGarbageOrSayNothing) {
  for (const std::string script : {"garbage=1", "silent=1"})
    for (const GameRecord& game : games_of(settings_of({scripted("a", script), scripted("b")}, 2))) {
      EXPECT_FALSE(game.failed()) << script << ": " << game.reason;
    }
}

// From the first line they say to the last.
TEST(Engines, MayPartWordsByAnyWhiteSpace) {
  MatchSettings settings = settings_of({scripted("", "tabs=1 chatty=1 score=50 name=My_Engine"), scripted("b")}, 2);
  settings.engines[0].options = {{"Some Style", "risky"}, {"Hash", "2"}};
  Progress progress;
  const auto said = check_engines(settings, progress);
  ASSERT_TRUE(said) << said.error().message;
  EXPECT_THAT(*said, ElementsAre("engine My_Engine says: line?0"));
  EXPECT_EQ(settings.engines[0].name, "My_Engine");
  for (const GameRecord& game : games_of(settings)) {
    ASSERT_FALSE(game.failed()) << game.reason;
    const bool first = game.white_moves_first == (game.players[0] == 0);
    const Thought& thought = game.moves[first ? 0 : 1].thought;
    EXPECT_EQ(thought.score, 50);
    EXPECT_EQ(thought.depth, 5);
    EXPECT_EQ(thought.nodes, 1000u);
  }
}

// As engines that play chess960 may write it.
TEST(Engines, MayCastleOntoTheirRook) {
  MatchSettings settings =
      settings_of({scripted("a", "castle=1 variants=chess"), scripted("b", "castle=1 variants=chess")}, 2);
  settings.engine_setting.variant = "chess";
  settings.play.adjudication.max_moves = 1;
  const auto start = Position<games::chess>::from_fen("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
  std::vector<std::vector<std::string>> games;
  Progress progress;
  const auto sink = [&games](const GameRecord& game) -> Result<bool> {
    EXPECT_FALSE(game.failed()) << game.reason;
    games.emplace_back();
    for (const GameMove& move : game.moves) games.back().push_back(move.uci + " " + move.san);
    return true;
  };
  const Result<void> played = play_match<games::chess>(
      settings, {*start}, nullptr, sink, [] { return ""; }, progress);
  ASSERT_TRUE(played) << played.error().message;
  EXPECT_THAT(games, ElementsAre(ElementsAre("e1g1 O-O", "e8g8 O-O"), ElementsAre("e1g1 O-O", "e8g8 O-O")));
}

TEST(Engines, AreAskedInProtocol) {
  const TemporaryFolder folder;
  const std::string transcript = folder / "transcript";
  MatchSettings settings =
      settings_of({scripted("a", "variants=other,mine transcript=" + transcript), scripted("b", "illegal=1")}, 2);
  settings.engines[0].options = {{"Two Words", "x y"}, {"hash", "2"}};
  settings.engines[0].variant = "mine";
  settings.play.limits = {};
  settings.play.limits.clock = parse_time_control("60+1").value();
  const auto games = games_of(settings);
  std::ifstream in(transcript);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  ASSERT_GE(lines.size(), 8u);
  lines.resize(8);
  EXPECT_THAT(lines, ElementsAre("uci", "setoption name Two Words value x y", "setoption name Hash value 2",
                                 "setoption name UCI_Variant value mine", "isready", "ucinewgame", "isready",
                                 testing::AnyOf("position fen " + games[0].fen,
                                                testing::StartsWith("position fen " + games[1].fen))));
}

// What is wrong with the engine; "" when it can be started.
std::string complaint(EngineSpec spec, const std::string& game = "fragments") {
  Progress progress;
  MatchSettings settings = settings_of({scripted("b", "variants=" + game), std::move(spec)}, 2);
  settings.engine_setting.variant = game;
  settings.engine_setting.patience = Milliseconds{2000};
  const auto checked = check_engines(settings, progress);
  return checked ? "" : checked.error().message;
}

EngineSpec with_options(std::vector<std::pair<std::string, std::string>> options, const std::string& script = "") {
  EngineSpec spec = scripted("a", script);
  spec.options = std::move(options);
  return spec;
}

TEST(Engines, AreNotStartedWithValuesTheyDoNotOffer) {
  const std::vector<std::pair<std::pair<std::string, std::string>, std::string>> refused{
      {{"Hash", "3"}, "engine a: option Hash: '3' is not a whole number from 1 to 2"},
      {{"hash", "0"}, "option Hash: '0'"},
      {{"Hash", ""}, "option Hash: ''"},
      {{"Hash", "1.5"}, "option Hash: '1.5'"},
      {{"Hash", "99999999999999999999"}, "from 1 to 2"},
      {{"Some Style", "Solid"}, "option Some Style: 'Solid' is not one of: Very Solid, Risky"},
      {{"Sleep", "yes"}, "option Sleep: 'yes' is not one of: true, false"},
      {{"Clear Hash", "now"}, "option Clear Hash: 'now' is not empty"},
      {{"UCI_Variant", "fragments"}, "variant=fragments, not by option.UCI_Variant"}};
  for (const auto& [option, why] : refused) EXPECT_THAT(complaint(with_options({option})), HasSubstr(why));
  EXPECT_EQ(complaint(with_options({{"Hash", "1"}, {"HASH", "2"}, {"Two Words", "anything"}, {"Two Words", ""}})), "");
}

// Some engines compare letter by letter.
TEST(Engines, GetValuesAsTheySpellThem) {
  const TemporaryFolder folder;
  const std::string transcript = folder / "transcript";
  const auto options = {
      std::pair<std::string, std::string>{"some style", "VERY solid"}, {"sleep", "True"}, {"clear hash", ""}};
  EXPECT_EQ(complaint(with_options(options, "transcript=" + transcript)), "");
  std::ifstream in(transcript);
  std::vector<std::string> set;
  for (std::string line; std::getline(in, line);)
    if (line.starts_with("setoption")) set.push_back(line);
  EXPECT_THAT(set, ElementsAre("setoption name Some Style value Very Solid", "setoption name Sleep value true",
                               "setoption name Clear Hash", "setoption name UCI_Variant value fragments"));
}

TEST(Engines, AreNotStartedWhenTheySayThatAnOptionIsAnError) {
  for (const std::string word : {"error:", "ERROR:", "Error"})
    EXPECT_THAT(complaint(with_options({{"Two Words", "x"}}, "answer=" + word + "_no_such_file")),
                HasSubstr("engine a: it says '" + word + " no such file'"));
  EXPECT_EQ(complaint(with_options({{"Two Words", "x"}}, "answer=no_errors_in_x")), "");
  EXPECT_EQ(complaint(scripted("a", "answer=error")), "") << "nobody has set an option but we";
  EXPECT_THAT(complaint(with_options({{"Two Words", "x"}}, "chatty=20 answer=error_at_last")),
              HasSubstr("it says 'error at last'"));
}

TEST(Engines, SayThingsThatAreHandedOn) {
  MatchSettings settings = settings_of({scripted("a",
                                                 "answer=using_\x1b"
                                                 "2_threads"),
                                        scripted("b")},
                                       2);
  Progress progress;
  const auto said = check_engines(settings, progress);
  ASSERT_TRUE(said);
  EXPECT_THAT(*said, ElementsAre("engine a says: using ?2 threads"));
}

// "id name" may be anything; it is printed and written to files.
TEST(Engines, HaveNamesThatCanBePrinted) {
  const std::string utf8 = "Schwei\xC3\x9F", long_name = std::string(99, 'x') + "\xC3\x9F";
  MatchSettings settings = settings_of(
      {scripted("", "name=\x1b[31mEvil\x7f"), scripted("", "name=" + utf8), scripted("", "name=a\xff\xfe_" + utf8),
       scripted("",
                "name=c\xC2\x9b"
                "1m"),
       scripted("", "name=" + long_name)},
      2);
  Progress progress;
  ASSERT_TRUE(check_engines(settings, progress));
  std::vector<std::string> names;
  for (const EngineSpec& engine : settings.engines) names.push_back(engine.name);
  EXPECT_THAT(names, ElementsAre("?[31mEvil?", utf8, "a??_Schwei??", "c??1m", std::string(99, 'x')));
}

TEST(PgnFiles, AreNeitherFoldersNorDevices) {
  const TemporaryFolder folder;
  for (const bool resume : {false, true}) {
    const Result<void> of_folder = PgnFile::check(folder / ".", resume);
    ASSERT_FALSE(of_folder);
    EXPECT_THAT(of_folder.error().message, HasSubstr("that is a folder"));
    const Result<void> of_device = PgnFile::check("/dev/full", resume);
    ASSERT_FALSE(of_device);
    EXPECT_THAT(of_device.error().message, HasSubstr("--pgn /dev/full: that is no regular file"));
  }
}

TEST(Engines, ThatCannotBeToldTheGamePlayChessOnly) {
  EngineSpec plain = scripted("a", "variants=");
  EXPECT_THAT(complaint(plain),
              HasSubstr("engine a: it offers no UCI_Variant, so it cannot be told to play fragments"));
  EXPECT_EQ(complaint(plain, "chess"), "");
  plain.variant = "none";
  EXPECT_EQ(complaint(plain), "");
  EngineSpec untold = scripted("a", "variants=chess");
  untold.variant = "none";
  EXPECT_EQ(complaint(untold), "") << "who says so is believed";
}

TEST(Engines, AreNotStartedWithWhatTheyDoNotOffer) {
  EngineSpec option = scripted("a");
  option.options = {{"Hsah", "1"}};
  EXPECT_THAT(complaint(option), HasSubstr("engine a: it offers no option 'Hsah'"));
  EXPECT_THAT(complaint(scripted("a", "variants=chess,shogi")), HasSubstr("no variant 'fragments'"));
  EngineSpec variant = scripted("a", "variants=");
  variant.variant = "mine";
  EXPECT_THAT(complaint(variant), HasSubstr("engine a: it offers no UCI_Variant, so variant=mine cannot be set"));
  EXPECT_THAT(complaint(scripted("a", "gone=1")), HasSubstr("ends, where uciok was expected"));
  EXPECT_THAT(complaint(scripted("a", "deaf=1")), HasSubstr("does not answer within 2000 ms"));
  EngineSpec nobody;
  nobody.name = "a";
  nobody.command = {"/no/such/engine"};
  EXPECT_THAT(complaint(nobody), HasSubstr("engine a: cannot run /no/such/engine: No such file"));
  EngineSpec elsewhere = scripted("a");
  elsewhere.folder = "/no/such/folder";
  EXPECT_THAT(complaint(elsewhere), HasSubstr("/no/such/folder"));
  // An option may teach an engine the game.
  EngineSpec taught = scripted("a", "variants=chess teach=fragments");
  EXPECT_THAT(complaint(taught), HasSubstr("no variant"));
  taught.options = {{"Teach", "file"}};
  EXPECT_EQ(complaint(taught), "");
}

TEST(Engines, GetDifferentNames) {
  MatchSettings settings = settings_of({scripted(""), scripted("", "name=Other"), scripted("")}, 2);
  Progress progress;
  ASSERT_TRUE(check_engines(settings, progress));
  EXPECT_EQ(settings.engines[0].name, "Scripted");
  EXPECT_EQ(settings.engines[1].name, "Other");
  EXPECT_EQ(settings.engines[2].name, "Scripted 2");
}

TEST(Watch, MeasuresMovesAndKeepsTheClock) {
  MatchSettings settings = settings_of({scripted("a", "slow=20 score=50"), scripted("b", "mate=-3")}, 2);
  settings.play.limits = {};
  settings.play.limits.clock = parse_time_control("60+0.1").value();
  settings.play.adjudication.max_moves = 5;
  for (const GameRecord& game : games_of(settings)) {
    ASSERT_FALSE(game.failed()) << game.reason;
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      const bool first = (i % 2 == 0) == (game.white_moves_first == (game.players[0] == 0));
      const Thought& thought = game.moves[i].thought;
      EXPECT_EQ(thought.score, first ? 50 : loss_in(6));
      EXPECT_EQ(thought.depth, 5);
      EXPECT_EQ(thought.nodes, 1000u);
      EXPECT_GE(thought.seconds, first ? 0.02 : 0);
    }
    EXPECT_LT(game.overshoot[0], 0.001);
  }
}

TEST(Watch, LetsGamesBePlayedOnIncrementsAlone) {
  MatchSettings settings = settings_of({scripted("a", "slow=20"), scripted("b")}, 2);
  settings.play.limits = {};
  settings.play.limits.clock = parse_time_control("0+20").value();
  settings.play.adjudication.max_moves = 3;
  for (const GameRecord& game : games_of(settings)) {
    EXPECT_FALSE(game.failed()) << game.reason;
    EXPECT_THAT(game.moves, SizeIs(6));
  }
}

TEST(Adjudication, EndsGamesByScores) {
  MatchSettings settings = settings_of({scripted("a", "score=800"), scripted("b", "score=-700")}, 2);
  settings.play.adjudication.resign = ResignRule{700, 2};
  for (const GameRecord& game : games_of(settings)) {
    EXPECT_EQ(game.termination, Termination::resignation);
    EXPECT_EQ(game.half_points(0), 2);
    EXPECT_THAT(game.moves, SizeIs(4));
  }
}

// Knows positions with few men, all as the same for Black, and is unsure about those with an odd number of men.
class PartialOracle final : public Oracle<games::fragments> {
 public:
  explicit PartialOracle(OracleValue::Wdl for_black) : for_black_(for_black) {}
  std::string_view name() const override { return "partial"; }
  std::optional<OracleValue> value(const Position<games::fragments>& position) const override {
    if (count(position.occupied()) % 2 == 1) return std::nullopt;
    return OracleValue{position.turn() == Color::black ? for_black_ : reversed(for_black_), -1};
  }
  int max_men() const override { return 15; }

 private:
  static OracleValue::Wdl reversed(OracleValue::Wdl wdl) {
    using enum OracleValue::Wdl;
    return wdl == win ? loss : wdl == loss ? win : draw;
  }
  OracleValue::Wdl for_black_;
};

TEST(Adjudication, ByTablesGivesWhatTheySay) {
  using enum OracleValue::Wdl;
  for (const auto& [for_black, white_half_points] : {std::pair(win, 0), std::pair(draw, 1), std::pair(loss, 2)}) {
    const PartialOracle tables(for_black);
    int adjudicated = 0;
    for (const GameRecord& game : games_of(settings_of({scripted("a"), scripted("b")}, 6), &tables)) {
      if (game.termination != Termination::tables) continue;
      ++adjudicated;
      EXPECT_EQ(game.white_half_points, white_half_points);
    }
    EXPECT_GT(adjudicated, 0);
  }
}

TEST(Adjudication, ByTablesWaitsUntilTheyAreSure) {
  const PartialOracle tables(OracleValue::Wdl::win);
  int adjudicated = 0;
  for (const GameRecord& game : games_of(settings_of({scripted("a"), scripted("b")}, 6), &tables)) {
    if (game.termination != Termination::tables) continue;
    ++adjudicated;
    EXPECT_EQ(game.white_half_points, 0);
    auto position = Position<games::fragments>::from_fen(game.fen).value();
    const auto known = [&] { return count(position.occupied()) <= 15 && count(position.occupied()) % 2 == 0; };
    for (const GameMove& move : game.moves) {
      EXPECT_FALSE(known());
      position.play(parse_uci(position, move.uci).value());
    }
    EXPECT_TRUE(known());
  }
  EXPECT_GT(adjudicated, 0);
}

// Is in trouble once it is asked for one position, the start of the third game.
class FailingOracle final : public Oracle<games::fragments> {
 public:
  explicit FailingOracle(const Position<games::fragments>& position) : key_(position.key()) {}
  std::string_view name() const override { return "failing"; }
  std::optional<OracleValue> value(const Position<games::fragments>& position) const override {
    if (position.key() == key_) failed_ = true;
    return std::nullopt;
  }
  std::optional<Error> trouble() const override {
    return failed_ ? std::optional<Error>({ErrorCode::corrupt, "a damaged table"}) : std::nullopt;
  }
  int max_men() const override { return 99; }

 private:
  std::uint64_t key_;
  mutable std::atomic<bool> failed_{false};
};

TEST(Adjudication, ByDamagedTablesEndsTheMatchAndLosesNoGame) {
  const auto openings = some_openings<games::fragments>(2);
  const FailingOracle tables(openings[1]);
  std::vector<int> games;
  const auto sink = [&](const GameRecord& game) -> Result<bool> {
    while (!tables.trouble()) std::this_thread::sleep_for(Milliseconds{1});  // the games before it are all over
    games.push_back(game.number);
    return true;
  };
  Progress progress;
  const Result<void> played = play_match<games::fragments>(
      settings_of({scripted("a"), scripted("b")}, 6), openings, &tables, sink, [] { return ""; }, progress);
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().code, ErrorCode::corrupt);
  EXPECT_THAT(games, ElementsAre(0, 1)) << "the third one would not be adjudicated as it ought to be";
}

TEST(Interruption, EndsTheMatchAtOnce) {
  struct Stop final : Progress {
    bool stop_requested() const override { return true; }
  } progress;
  MatchSettings settings = settings_of({scripted("a", "hang=1"), scripted("b", "hang=1")}, 4);
  settings.concurrency = 2;
  const auto sink = [](const GameRecord&) -> Result<bool> { return true; };
  const auto begin = Time::now();
  const Result<void> played = play_match<games::fragments>(
      settings, some_openings<games::fragments>(1), nullptr, sink, [] { return ""; }, progress);
  ASSERT_FALSE(played);
  EXPECT_EQ(played.error().code, ErrorCode::interrupted);
  EXPECT_LT(Time::now() - begin, std::chrono::seconds(5));
}

TEST(Sinks, MayEndTheMatch) {
  Progress progress;
  int games = 0;
  const auto sink = [&games](const GameRecord&) -> Result<bool> { return ++games < 3; };
  const MatchSettings settings = settings_of({scripted("a"), scripted("b")}, 1000);
  EXPECT_TRUE(play_match<games::fragments>(
      settings, some_openings<games::fragments>(1), nullptr, sink, [] { return ""; }, progress));
  EXPECT_EQ(games, 3);
}

}  // namespace
}  // namespace bookends::match
