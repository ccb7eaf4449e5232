// Where the games of a PGN file begin and end, byte by byte, whole or cut.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "core/notation/pgn_reader.h"

namespace bookends {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

std::vector<PgnGame> games_of(PgnReader& reader) {
  std::vector<PgnGame> games;
  while (std::optional<PgnGame> game = reader.next().value()) games.push_back(std::move(*game));
  return games;
}

std::vector<PgnGame> games_in(std::string_view text) {
  PgnOmissions omitted;
  PgnReader reader(text, "file", PgnPolicy::lenient, omitted);
  return games_of(reader);
}

std::vector<PgnGame> games_in_stream(const std::string& text) {
  std::istringstream in(text);
  PgnOmissions omitted;
  PgnReader reader(in, "file", PgnPolicy::lenient, omitted);
  return games_of(reader);
}

std::vector<std::string> texts_of(std::string_view text) {
  std::vector<std::string> texts;
  for (const PgnGame& game : games_in(text)) texts.emplace_back(text.substr(game.begin, game.end - game.begin));
  return texts;
}

// Everything in comments, tags and variations that looks like the end of a game, or the beginning of one.
const std::vector<std::string> kGames{
    "[Event \"a \\\"b\\\" [Event \"]\n[Result \"1-0\"]\n\n1. e4 {[%clk 0:01] 1-0} e5 {a [Event \"b\"]} 2. Nf3 1-0",
    "[Event \"b\"]\n\n1. d4 {(} (1. c4 {)} c5 (1... e5) 2. Nc3) d5 ; 0-1 [Event \"c\"]\n2. c4 $1 0-1",
    "[Event \"c\"]\n[White \"[x] {y} *\"]\n\n{one\n\n} 1. e4 {two\n*} 1/2-1/2", "[Event \"d\"]\n\n*"};

std::string joined(const std::string& between) {
  std::string text;
  for (const std::string& game : kGames) text += game + between;
  return text;
}

TEST(PgnRanges, OfAGameAreFromItsFirstTagToItsResult) {
  for (const std::string between : {"\n\n", "\n", "\r\n\r\n", " \n\n\n\t\n"}) {
    const std::string text = joined(between);
    EXPECT_EQ(texts_of(text), kGames);
    EXPECT_EQ(texts_of("\xEF\xBB\xBF" + between + text), kGames) << "after a byte order mark";
    for (const PgnGame& game : games_in(text)) EXPECT_TRUE(game.ended);
  }
}

TEST(PgnRanges, OfAFileLongerThanWhatIsReadAtOnce) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += joined("\n\n");
  const std::vector<PgnGame> games = games_in(text), streamed = games_in_stream(text);
  ASSERT_THAT(streamed, SizeIs(kGames.size() * 1000));
  ASSERT_THAT(games, SizeIs(streamed.size()));
  for (std::size_t i = 0; i < games.size(); ++i) {
    const PgnGame& game = streamed[i];
    ASSERT_EQ(text.substr(game.begin, game.end - game.begin), kGames[i % kGames.size()]) << i;
    ASSERT_EQ(games[i].begin, game.begin);
    ASSERT_EQ(games[i].end, game.end);
  }
}

TEST(PgnRanges, WithoutAResultAreToTheNextGame) {
  const std::string first = "[Event \"a\"]\n\n1. e4 e5\n\n", second = "[Event \"b\"]\n\n1. d4 d5 0-1",
                    last = "1. c4 c5\n";
  EXPECT_THAT(texts_of(first + second + "\n\n" + last), ElementsAre(first, second, last));
  std::vector<bool> ended;
  for (const PgnGame& game : games_in(first + second + "\n\n" + last)) ended.push_back(game.ended);
  EXPECT_THAT(ended, ElementsAre(false, true, false));
}

// What is left out belongs to no game.
TEST(PgnRanges, OfGamesThatAreLeftOutAreNoOtherGames) {
  const std::string text = "1. e4 {open\n[Event \"b\"]\n\n1. d4 d5 0-1\n\n% 1-0\n1. c4 *";
  EXPECT_THAT(texts_of(text), ElementsAre("[Event \"b\"]\n\n1. d4 d5 0-1", "1. c4 *"));
}

// Wherever a file is cut, the whole games in what is left are the first ones of the file, and no others.
TEST(PgnRanges, OfWholeGamesInACutFileAreThoseOfTheFile) {
  const std::string text = joined("\n\n");
  const std::vector<PgnGame> games = games_in(text);
  ASSERT_THAT(games, SizeIs(kGames.size()));
  for (std::size_t size = 0; size <= text.size(); ++size) {
    const std::string_view cut = std::string_view(text).substr(0, size);
    std::vector<PgnGame> whole = games_in(cut);
    std::erase_if(whole, [&](const PgnGame& game) { return !game.ended || game.end == size; });
    std::size_t expected = 0;
    while (expected < games.size() && games[expected].end < size) ++expected;
    ASSERT_EQ(whole.size(), expected) << cut;
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_EQ(whole[i].begin, games[i].begin);
      EXPECT_EQ(whole[i].end, games[i].end);
      EXPECT_EQ(whole[i].result, games[i].result);
      EXPECT_EQ(whole[i].tags, games[i].tags);
      EXPECT_EQ(whole[i].nodes.size(), games[i].nodes.size());
    }
  }
}

// A game that is cut in its tags: those before are known, and it is told from one whose tags are wrong.
TEST(PgnRanges, OfTagsEndWhereTheyAreCut) {
  const std::string text = "\n[Event \"a [Site\"]\n[FEN \"b \\\" c\"]\n[White \"d\"]\n\n1. e4 *";
  for (const PgnPolicy policy : {PgnPolicy::lenient, PgnPolicy::strict})
    for (std::size_t size = 0; size <= text.size(); ++size) {
      PgnOmissions omitted;
      PgnReader reader(std::string_view(text).substr(0, size), "file", policy, omitted);
      PgnGame game;
      const Result<void> read = reader.next_tags(game);
      std::size_t tags = 0;
      for (const std::string last : {"[Site\"", "c\"", "d\""}) tags += size >= text.find(last) + last.size();
      EXPECT_THAT(game.tags, SizeIs(tags)) << text.substr(0, size);
      EXPECT_EQ(reader.offset(), std::min(size, text.find("1. e4"))) << text.substr(0, size);
    }
  PgnOmissions omitted;
  PgnReader reader(std::string_view("[Event \"a\"]\n[FEN \"b]\n[White \"c\"]\n"), "file", PgnPolicy::strict, omitted);
  PgnGame game;
  EXPECT_EQ(reader.next_tags(game).error().message, "file:2:9: the value of the tag FEN is not closed by a quote");
  EXPECT_THAT(game.tags, SizeIs(1));
  EXPECT_EQ(reader.offset(), 20u);
}

TEST(PgnRanges, OfNothingAreNone) {
  EXPECT_THAT(games_in(""), IsEmpty());
  EXPECT_THAT(games_in("\n% 1-0\n"), IsEmpty());
}

}  // namespace
}  // namespace bookends
