#include "core/notation/pgn_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "core/notation/move_text.h"

namespace bookends {
namespace {

using games::chess;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

std::vector<PgnGame> read_all(const std::string& text) {
  std::istringstream in(text);
  PgnReader reader(in, "file");
  std::vector<PgnGame> games;
  while (true) {
    Result<std::optional<PgnGame>> game = reader.next();
    EXPECT_TRUE(game) << game.error().message;
    if (!game || !*game) return games;
    games.push_back(std::move(**game));
  }
}

std::string error_of(const std::string& text, PgnLimits limits = {}) {
  std::istringstream in(text);
  PgnReader reader(in, "file", limits);
  while (true) {
    Result<std::optional<PgnGame>> game = reader.next();
    if (!game) return game.error().message;
    if (!*game) return "";
    if (const auto played = play_pgn<chess>(**game, "file"); !played) return played.error().message;
  }
}

// The moves after a node, its first ones first, as "e4 (d4 d5) e5".
std::string shape(const PgnGame& game, std::uint32_t node = 0) {
  std::string text;
  while (!game.nodes[node].next.empty()) {
    const auto& next = game.nodes[node].next;
    text += (text.empty() ? "" : " ") + game.nodes[next[0]].text;
    for (std::size_t i = 1; i < next.size(); ++i) {
      const std::string rest = shape(game, next[i]);
      text += " (" + game.nodes[next[i]].text + (rest.empty() ? "" : " " + rest) + ")";
    }
    node = next[0];
  }
  return text;
}

TEST(PgnReader, ReadsTagsMovesAndResults) {
  const auto games = read_all(
      "[Event \"a \\\"b\\\" \\\\\"]\n[Site \"?\"]\n\n1. e4 e5 2.Nf3 Nc6 1-0\n\n[Event \"c\"]\n1... d5 1/2-1/2 \n d4 "
      "*\n");
  ASSERT_EQ(games.size(), 3u);
  EXPECT_EQ(games[0].tag("Event"), "a \"b\" \\");
  EXPECT_EQ(games[0].tag("Nothing"), "");
  EXPECT_EQ(shape(games[0]), "e4 e5 Nf3 Nc6");
  EXPECT_EQ(games[0].result, "1-0");
  EXPECT_EQ(games[1].result, "1/2-1/2");
  EXPECT_EQ(shape(games[2]), "d4");
  EXPECT_EQ(games[1].line, 6u);
}

TEST(PgnReader, ReadsCommentsNagsAndNestedVariations) {
  const auto games = read_all(
      "{first} 1. e4! $14 {best by test} ; to the end (of line\n% skipped )\n"
      "(1. d4 d5 (1... Nf6 {Indian}) 2. c4) ({why} 1. c4?!) 1... e5 *");
  ASSERT_EQ(games.size(), 1u);
  const PgnGame& game = games[0];
  EXPECT_EQ(shape(game), "e4 (d4 d5 (Nf6) c4) (c4) e5");
  EXPECT_EQ(game.nodes[0].comment, "first");
  const PgnNode& e4 = game.nodes[game.nodes[0].next[0]];
  EXPECT_EQ(e4.comment, "best by test  to the end (of line");
  EXPECT_THAT(e4.nags, ElementsAre(1, 14));
  const PgnNode& c4 = game.nodes[game.nodes[0].next[2]];
  EXPECT_EQ(c4.before, "why");
  EXPECT_THAT(c4.nags, ElementsAre(6));
}

TEST(PgnReader, AGameWithoutAResultEndsWhereTheNextBegins) {
  const auto games = read_all("[Event \"a\"]\n1. e4\n\n[Event \"b\"]\n\n1. d4");
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[1].tag("Event"), "b");
  EXPECT_TRUE(read_all(" \n% nothing\n").empty());
}

TEST(PgnReader, FindsMovesInSanAndUci) {
  auto games = read_all("1. e2e4 e5 2. Ng1-f3 Nb8c6 3. Bc4 Bc5 4. 0-0 d6 *");
  const auto start = play_pgn<chess>(games[0], "file");
  ASSERT_TRUE(start) << start.error().message;
  std::string line;
  walk_pgn<chess>(games[0], *start, [&](const Position<chess>& position, std::uint32_t node) {
    line += format_uci(chess, games[0].nodes[node].move) + ' ';
    EXPECT_TRUE(position.is_legal(games[0].nodes[node].move));
  });
  EXPECT_EQ(line, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6 ");
}

TEST(PgnReader, SaysWhereItStumbled) {
  EXPECT_THAT(error_of("1. e4 e5\n2. Ke3 *"), StartsWith("file:2:4: 'Ke3' is not legal"));
  EXPECT_THAT(error_of("[Event a]"), StartsWith("file:1:9: a tag like"));
  EXPECT_THAT(error_of("[Event \"a\n\"]"), HasSubstr("not closed by a quote"));
  EXPECT_THAT(error_of("1. e4 {never ends"), StartsWith("file:1:18: a comment is not closed"));
  EXPECT_THAT(error_of("1. e4 (1. d4 *"), HasSubstr("a result inside a variation"));
  EXPECT_THAT(error_of("1. e4 (1. d4"), HasSubstr("not closed"));
  EXPECT_THAT(error_of("1. e4 ) *"), HasSubstr("')' without '('"));
  EXPECT_THAT(error_of("(1. e4) *"), HasSubstr("after the move that it replaces"));
  EXPECT_THAT(error_of("1. e4 $300 *"), HasSubstr("NAG"));
  EXPECT_THAT(error_of("1. e4 ] *"), HasSubstr("']' is not expected"));
  EXPECT_THAT(error_of("[FEN \"nonsense\"]\n\n*"), StartsWith("file:1: the tag FEN: "));
  EXPECT_THAT(error_of("[Variant \"Makruk\"]\n\n*"), HasSubstr("a game of makruk, not of chess"));
  EXPECT_EQ(error_of("[Variant \"Standard\"]\n\n1. e4 *"), "");
}

TEST(PgnReader, ALimitIsAnError) {
  PgnLimits limits;
  limits.moves = 3;
  EXPECT_THAT(error_of("1. e4 e5 2. d4 d5 *", limits), HasSubstr("too many moves"));
  limits = {};
  limits.text_bytes = 10;
  EXPECT_THAT(error_of("{12345678901}", limits), HasSubstr("longer than 10 bytes"));
  limits = {};
  limits.nesting = 2;
  EXPECT_THAT(error_of("1. e4 (1. d4 (1. c4 (1. f4))) *", limits), HasSubstr("too deeply"));
}

// Whatever stands in a file, the reader comes to its end: with games, or with an error that names a place.
RC_GTEST_PROP(PgnReader, NeverFailsWithoutSayingWhere, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "e4", "1.", "1...", " ", "\n", "(", ")", "{", "}", ";", "$", "3", "[", "]", "[Event \"x\"]", "\"", "*", "1-0",
      "!?", "%", "Nf3", "e7e5", "\\", "\xff", std::string(1, '\0'), "0-0", "..", "--"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  std::istringstream in(text);
  PgnReader reader(in, "file");
  for (std::size_t games = 0; games <= text.size(); ++games) {
    Result<std::optional<PgnGame>> game = reader.next();
    if (!game) {
      RC_ASSERT(game.error().message.starts_with("file:"));
      const Result<std::optional<PgnGame>> after = reader.next();
      RC_ASSERT(after && !*after);
      return;
    }
    if (!*game) return;
    if (const auto played = play_pgn<chess>(**game, "file"); !played)
      RC_ASSERT(played.error().message.starts_with("file:"));
  }
  RC_FAIL("more games than characters");
}

}  // namespace
}  // namespace bookends
