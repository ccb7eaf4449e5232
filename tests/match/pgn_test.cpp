#include "core/notation/pgn.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "core/notation/move_text.h"
#include "tests/match/support.h"
#include "tools/match/pgn/game.h"
#include "tools/match/pgn/restore.h"
#include "tools/match/statistics/standing.h"

namespace bookends::match {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

PgnFrame frame() {
  PgnFrame f{.event = "A \"test\" \\ of it",
             .date = "2026.11.21",
             .names = {"a", "b"},
             .limits = {},
             .engines = {"cmd=a", "cmd=b option.Two Words=\"x\""},
             .programs = {"A \\1 \"x\"", ""},
             .rules = "resign none"};
  f.limits[0].nodes = f.limits[1].nodes = 100;
  return f;
}

GameRecord example() {
  GameRecord game;
  game.number = 6;
  game.players = {0, 1};
  game.fen = "rqknb/ppppp/5/PPPPP/BNKQR b - - 0 3";
  game.white_moves_first = false;
  game.first_number = 3;
  game.white_half_points = 0;
  game.termination = Termination::crash;
  game.reason = "White has crashed";
  game.searched[1] = {123456789012, 1.25};
  game.overshoot = {0, 0.301};
  game.moves = {{"b4b3", "b3", {.score = -35, .depth = 12, .nodes = 5, .seconds = 0.1014}},
                {"a2xb3", "axb3", {.score = {}, .depth = 0, .nodes = 0, .seconds = 0.002}},
                {"a4b3", "axb3", {.score = win_in(7), .depth = 9, .nodes = 0, .seconds = 0}},
                {"c2b3", "cxb3", {.score = loss_in(4), .depth = 0, .nodes = 0, .seconds = 2}}};
  return game;
}

// Whatever a player is called, the file has one game, and gives the name back.
TEST(Pgn, ValuesThatEndLikeATagAreWrittenOtherwise) {
  for (const auto& [name, written] : std::vector<std::pair<std::string, std::string>>{{"x [FEN", "x (FEN"},
                                                                                      {"[Event", "(Event"},
                                                                                      {"[ FEN ", "( FEN "},
                                                                                      {"x [[SetUp", "x [(SetUp"},
                                                                                      {"x [FEN]", "x [FEN]"},
                                                                                      {"x [FEN \"", "x [FEN \""},
                                                                                      {"x [", "x ["},
                                                                                      {"a\tb", "a b"}}) {
    EXPECT_EQ(pgn_value(name), written);
    PgnFrame players = frame();
    players.names = {name, "b"};
    const std::string text = format_pgn(games::fragments, players, example());
    WholeGames games(text);
    const auto game = games.next();
    ASSERT_TRUE(game) << text;
    EXPECT_EQ(game->game.tag("White"), written);
    EXPECT_EQ(game->game.tag("FEN"), example().fen);
    EXPECT_EQ(game->end, text.size());
  }
}

TEST(Pgn, HasTheTagsAndComments) {
  const std::string text = format_pgn(games::fragments, frame(), example());
  for (const std::string part :
       {R"([Event "A \"test\" \\ of it"])", R"([Round "7"])", R"([White "a"])", R"([Result "0-1"])",
        R"([Variant "fragments"])", R"([SetUp "1"])", R"([FEN "rqknb/ppppp/5/PPPPP/BNKQR b - - 0 3"])",
        R"([TimeControl "nodes 100"])", R"([PlyCount "4"])", R"([WhiteEngine "cmd=a"])",
        R"([WhiteProgram "A \\1 \"x\""])",
        R"([BlackSearched "123456789012 nodes in 1.250000000 s, 0.301000000 s over"])", R"([MatchRules "resign none"])",
        R"([Termination "abandoned"])",
        "3... b3 {-0.35/12 0.101s} 4. axb3 {0.002s} 4... axb3 {+M4/9 0.000s} 5. cxb3\n{-M2 2.000s} 0-1\n\n"})
    EXPECT_THAT(text, HasSubstr(part));
}

TEST(Pgn, NamesDifferentLimitsBySide) {
  PgnFrame f = frame();
  f.limits[1] = {};
  f.limits[1].clock = parse_time_control("40/60").value();
  const std::string text = format_pgn(games::fragments, f, example());
  EXPECT_THAT(text, HasSubstr(R"([WhiteTimeControl "nodes 100"])"));
  EXPECT_THAT(text, HasSubstr(R"([BlackTimeControl "40/60"])"));
}

TEST(Pgn, OfTheDefaultStartNeedsNoFen) {
  GameRecord game = example();
  game.fen = games::fragments.starts[0];
  EXPECT_THAT(format_pgn(games::fragments, frame(), game), testing::Not(HasSubstr("FEN")));
}

std::vector<WholeGame> read_pgn(std::string_view text) {
  std::vector<WholeGame> games;
  WholeGames whole(text);
  while (auto game = whole.next()) games.push_back(std::move(*game));
  return games;
}

PgnGame first_of(std::string_view text) { return read_pgn(text).at(0).game; }

// Games of every kind of rules, written and read again: the same moves, legal ones.
template <const Rules& R>
void expect_readable(std::string_view variant) {
  MatchSettings settings = settings_of(
      {scripted("a", "variants=" + std::string(variant)), scripted("b", "score=12 variants=" + std::string(variant))},
      4);
  settings.engine_setting.variant = variant;
  const auto games = games_of<R>(settings);
  std::string text;
  for (const GameRecord& game : games) text += format_pgn(R, frame(), game);
  const auto read = read_pgn(text);
  ASSERT_EQ(read.size(), games.size());
  EXPECT_EQ(read.back().end, text.size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    auto position = Position<R>::from_fen(read[i].game.tag("FEN")).value();
    ASSERT_EQ(read[i].game.nodes.size(), 1 + games[i].moves.size());
    for (std::size_t k = 0; k < games[i].moves.size(); ++k) {
      const PgnNode& node = read[i].game.nodes[1 + k];
      const Result<Move> move = parse_san(position, node.text);
      ASSERT_TRUE(move) << move.error().message;
      EXPECT_EQ(format_uci(R, *move), games[i].moves[k].uci);
      EXPECT_EQ(read_comment(node.comment).score, games[i].moves[k].thought.score);
      EXPECT_EQ(read_comment(node.comment).depth, games[i].moves[k].thought.depth);
      position.play(*move);
    }
  }
}

TEST(Pgn, IsReadBack) {
  expect_readable<games::fragments>("fragments");
  expect_readable<games::makruk>("makruk");
  expect_readable<games::chess>("chess");
}

// The standard, 8.2.1.
TEST(Pgn, LinesHaveFewerThan80Characters) {
  GameRecord game = example();
  const std::vector<GameMove> four = game.moves;
  for (int i = 0; i < 50; ++i) game.moves.insert(game.moves.end(), four.begin(), four.end());
  const std::string text = format_pgn(games::fragments, frame(), game);
  std::istringstream lines(text.substr(text.find("\n\n")));
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  EXPECT_LT(longest, 80u);
  EXPECT_GT(longest, 65u);
  EXPECT_EQ(first_of(text).nodes.size(), 1 + game.moves.size());
}

// Wherever another program, or this one once, has broken the lines.
TEST(Pgn, LinesAreReadWhereverTheyAreBroken) {
  const std::string text = format_pgn(games::fragments, frame(), example());
  const std::size_t begin = text.find("\n\n") + 2, end = text.rfind("\n\n");
  for (const char blank : {' ', '\n', '\t'}) {
    std::string broken = text;
    for (std::size_t i = begin; i < end; ++i)
      if (broken[i] == ' ' || broken[i] == '\n') broken[i] = blank;
    ASSERT_THAT(read_pgn(broken), SizeIs(1));
    const PgnGame read = first_of(broken), whole = first_of(text);
    ASSERT_EQ(read.nodes.size(), whole.nodes.size());
    for (std::size_t i = 1; i < read.nodes.size(); ++i) {
      const Thought now = read_comment(read.nodes[i].comment), then = read_comment(whole.nodes[i].comment);
      EXPECT_EQ(read.nodes[i].text, whole.nodes[i].text);
      EXPECT_EQ(now.score, then.score);
      EXPECT_EQ(now.depth, then.depth);
      EXPECT_EQ(now.seconds, then.seconds);
    }
  }
}

TEST(Pgn, ReaderStopsWhereTheFileWasCut) {
  const std::string game = format_pgn(games::fragments, frame(), example());
  const std::string two = game + game;
  for (std::size_t size = 0; size < two.size(); ++size) {
    const auto read = read_pgn(std::string_view(two).substr(0, size));
    // Without the empty line after it the next game would be glued to it.
    EXPECT_EQ(read.size(), (size >= game.size() ? 1u : 0u) + (size >= two.size() ? 1u : 0u)) << size;
  }
  EXPECT_THAT(read_pgn(two), SizeIs(2));
  EXPECT_EQ(read_pgn(two)[0].end, game.size());
  EXPECT_THAT(read_pgn(""), IsEmpty());
  EXPECT_THAT(read_pgn("[Event \"x"), IsEmpty());
}

// A result that stands right before something else is none of ours: a cut took what was between.
TEST(Pgn, ReaderStopsWhereAGameRunsIntoTheNext) {
  GameRecord drawn = example();
  drawn.white_half_points = 1;
  const std::string game = format_pgn(games::fragments, frame(), drawn);
  for (std::size_t size = 1; size < game.size(); ++size) {
    const auto read = read_pgn(game.substr(0, size) + game);
    const bool apart = game.substr(0, size).ends_with("1/2-1/2\n");
    EXPECT_TRUE(read.empty() || apart || holds_another_game((game.substr(0, size) + game).substr(0, read[0].end)))
        << game.substr(0, size);
  }
}

TEST(Pgn, OfACutGameTheTagsBeforeTheCutAreKnown) {
  const std::string text = format_pgn(games::fragments, frame(), example());
  GameRecord expected, another;
  expected.number = 6;
  another.number = 5;
  const std::size_t known = text.find("[Round \"7\"") + 10;
  for (std::size_t size = 0; size < text.size(); ++size) {
    const std::string cut = text.substr(0, size);
    EXPECT_TRUE(check_cut_game(cut, games::fragments, frame(), expected)) << cut;
    EXPECT_EQ(static_cast<bool>(check_cut_game(cut, games::fragments, frame(), another)), size < known) << cut;
    EXPECT_EQ(number_of_game(read_tags(cut).value()).has_value(), size >= known) << cut;
  }
  std::string wrong = text;
  wrong.erase(wrong.find("b - - 0 3\"]") + 9, 1);
  EXPECT_THAT(read_pgn(wrong), IsEmpty());
  EXPECT_EQ(check_cut_game(wrong, games::fragments, frame(), expected).error().message,
            "round 7 has a tag that is wrong, and not cut");
}

TEST(Pgn, OfAnotherResultIsNotRestored) {
  std::string text = format_pgn(games::fragments, frame(), example());
  text.replace(text.rfind("0-1"), 3, "*");
  text.replace(text.find("\"0-1\"") + 1, 3, "*");
  GameRecord record;
  record.number = 6;
  record.fen = example().fen;
  EXPECT_EQ(restore_game(first_of(text), games::fragments, frame(), record).error().message,
            "round 7 has no result of a match");
}

TEST(Pgn, RestoresARecord) {
  const GameRecord game = example();
  const PgnGame entry = first_of(format_pgn(games::fragments, frame(), game));
  GameRecord restored;
  restored.number = game.number;
  restored.fen = game.fen;
  ASSERT_TRUE(restore_game(entry, games::fragments, frame(), restored));
  EXPECT_EQ(restored.white_half_points, 0);
  EXPECT_EQ(restored.termination, Termination::crash);
  EXPECT_EQ(restored.reason, game.reason);
  ASSERT_THAT(restored.moves, SizeIs(4));
  EXPECT_EQ(restored.moves[0].thought.score, -35);
  EXPECT_EQ(restored.moves[0].thought.depth, 12);
  EXPECT_NEAR(restored.moves[0].thought.seconds, 0.101, 1e-9);
  EXPECT_EQ(restored.searched[0].nodes, 0u);
  EXPECT_EQ(restored.searched[1].nodes, 123456789012u);
  EXPECT_EQ(restored.searched[1].seconds, 1.25);
  EXPECT_EQ(restored.overshoot, (std::array{0.0, 0.301}));
  EXPECT_EQ(restored.moves[2].thought.score, win_in(7));
  EXPECT_EQ(restored.moves[3].thought.score, loss_in(4));
}

// Moves that were read back have no signs of check: the games are the same.
TEST(Pgn, OfAPairThatIsPlayedAgainIsNotCountedAsAnother) {
  for (const std::string sign : {"", "+", "#"}) {
    Standing standing(2);
    for (int number = 0; number < 4; ++number) {
      GameRecord game = example();
      game.number = number;
      game.termination = Termination::rules;
      game.moves.back().san += sign;
      GameRecord restored = game;
      restored.moves.clear();
      ASSERT_TRUE(
          restore_game(first_of(format_pgn(games::fragments, frame(), game)), games::fragments, frame(), restored));
      standing.add(number < 2 ? restored : game);
    }
    EXPECT_EQ(standing.scores()[0].repeated_pairs, 1) << sign;
  }
}

TEST(Pgn, OfAGameThatWasCutAnywhereHoldsTheNextOne) {
  const std::string text = format_pgn(games::fragments, frame(), example());
  EXPECT_FALSE(holds_another_game(text));
  for (std::size_t cut = 1; cut < text.size(); ++cut)
    EXPECT_TRUE(holds_another_game(text.substr(0, cut) + text)) << text.substr(0, cut);
}

TEST(Pgn, OfAGameMayTalkOfEvents) {
  PgnFrame f = frame();
  f.names = {"x [Event ", "[Event \"y\"]"};
  const std::string text = format_pgn(games::fragments, f, example());
  EXPECT_FALSE(holds_another_game(text)) << text;
  EXPECT_TRUE(holds_another_game(text.substr(0, text.find("[Result")) + text));
}

TEST(Pgn, OfAGameWithOtherMovesThanItsTagsSayIsNotWhole) {
  const std::string text = format_pgn(games::fragments, frame(), example());
  EXPECT_TRUE(check_whole(first_of(text)));
  std::string other = text;
  other.replace(other.rfind("0-1"), 3, "1-0");
  EXPECT_EQ(check_whole(first_of(other)).error().message, "its result is '1-0' where '0-1' was expected");
  other = text;
  other.erase(other.find("4. axb3 {0.002s} "), 17);
  EXPECT_EQ(check_whole(first_of(other)).error().message, "PlyCount is '4' where '3' was expected");
}

// Why the game is not taken for the one that has this number, rules, frame and FEN.
std::string refusal(const PgnFrame& written, const Rules& rules, const PgnFrame& expected, int number,
                    const std::string& fen, const std::string& written_fen) {
  GameRecord game = example();
  game.fen = written_fen;
  const PgnGame entry = first_of(format_pgn(games::fragments, written, game));
  GameRecord record;
  record.number = number;
  record.fen = fen;
  const Result<void> restored = restore_game(entry, rules, expected, record);
  return restored ? "" : restored.error().message;
}

TEST(Pgn, OfAnotherGameIsNotRestored) {
  const std::string fen = example().fen, start(games::fragments.starts[0]);
  const auto of = [&](const Rules& rules, const PgnFrame& expected, int number, const std::string& now) {
    return refusal(frame(), rules, expected, number, now, fen);
  };
  EXPECT_EQ(of(games::fragments, frame(), 6, fen), "");
  EXPECT_EQ(of(games::fragments, frame(), 3, fen), "round 7: Round is '7' where '4' was expected");
  EXPECT_EQ(of(games::fragments_sd, frame(), 6, fen),
            "round 7: Variant is 'fragments' where 'fragments-sd' was expected");
  EXPECT_EQ(of(games::fragments, frame(), 6, start),
            "round 7: FEN is '" + fen + "' where '" + start + "' was expected");
  PgnFrame other = frame();
  other.names[1] = "c";
  EXPECT_EQ(of(games::fragments, other, 6, fen), "round 7: Black is 'b' where 'c' was expected");
  // A game without the tag began from the first start, and from no other.
  EXPECT_EQ(refusal(frame(), games::fragments, frame(), 6, start, start), "");
  EXPECT_EQ(refusal(frame(), games::fragments, frame(), 6, fen, start),
            "round 7: FEN is '" + start + "' where '" + fen + "' was expected");
}

TEST(Pgn, OfOtherLimitsIsNotRestored) {
  const std::string fen = example().fen;
  PgnFrame uneven = frame();
  uneven.limits[1] = {};
  uneven.limits[1].depth = 3;
  const auto of = [&](const PgnFrame& written, const PgnFrame& expected) {
    return refusal(written, games::fragments, expected, 6, fen, fen);
  };
  EXPECT_EQ(of(uneven, uneven), "");
  EXPECT_EQ(of(frame(), uneven), "round 7: Black's limit is 'nodes 100' where 'depth 3' was expected");
  EXPECT_EQ(of(uneven, frame()), "round 7: Black's limit is 'depth 3' where 'nodes 100' was expected");
  PgnFrame slower = frame();
  slower.limits[0].nodes = slower.limits[1].nodes = 200;
  EXPECT_EQ(of(frame(), slower), "round 7: White's limit is 'nodes 100' where 'nodes 200' was expected");
}

TEST(Pgn, OfOtherSettingsIsNotRestored) {
  const std::string fen = example().fen;
  const auto of = [&](const PgnFrame& written, const PgnFrame& expected) {
    return refusal(written, games::fragments, expected, 6, fen, fen);
  };
  PgnFrame engine = frame(), program = frame(), rules = frame(), older = frame();
  engine.engines[0] = "cmd=c";
  program.programs[0] = "A 2";
  rules.rules = "resign 1,2";
  older.engines = {};
  older.programs = {};
  older.rules = "";
  EXPECT_EQ(of(frame(), engine), "round 7: White's engine is 'cmd=a' where 'cmd=c' was expected");
  EXPECT_EQ(of(frame(), frame()), "");
  EXPECT_EQ(of(frame(), program), R"(round 7: White's program is 'A \1 "x"' where 'A 2' was expected)");
  EXPECT_EQ(of(frame(), rules), "round 7: the rule of the match is 'resign none' where 'resign 1,2' was expected");
  EXPECT_EQ(of(older, frame()), "") << "files of before there were these tags";
}

}  // namespace
}  // namespace bookends::match
