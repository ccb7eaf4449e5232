#include "core/notation/pgn_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <sstream>

#include "core/notation/move_text.h"
#include "core/notation/pgn_words.h"

namespace bookends {
namespace {

using games::chess;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

struct File {
  std::vector<PgnGame> games;
  PgnOmissions omitted;
};

// The games that can be played.
File read_file(const std::string& text) {
  File file;
  std::istringstream in(text);
  PgnReader reader(in, "file", PgnPolicy::lenient, file.omitted);
  Position<chess> start = Position<chess>::start();
  while (true) {
    Result<std::optional<PgnGame>> game = reader.next_played<chess>(start);
    EXPECT_TRUE(game) << game.error().message;
    if (!game || !*game) return file;
    file.games.push_back(std::move(**game));
  }
}

std::vector<PgnGame> read_all(const std::string& text) {
  File file = read_file(text);
  EXPECT_THAT(file.omitted.sentences(), IsEmpty()) << text;
  return std::move(file.games);
}

std::string error_of(const std::string& text, PgnLimits limits = {}) {
  std::istringstream in(text);
  PgnOmissions omitted;
  PgnReader reader(in, "file", PgnPolicy::strict, omitted, limits);
  Position<chess> start = Position<chess>::start();
  while (true) {
    const Result<std::optional<PgnGame>> game = reader.next_played<chess>(start);
    if (!game) return game.error().message;
    if (!*game) return "";
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

// In every form that programs write.
TEST(PgnReader, CastlingMayBeTheKingsMove) {
  for (const std::string castling : {"O-O", "0-0", "e1g1", "e1h1"}) {
    auto games = read_all("1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. " + castling + " Nxe4 *");
    ASSERT_EQ(games.size(), 1u);
    EXPECT_EQ(format_uci(chess, games[0].nodes[7].move), "e1g1") << castling;
  }
}

TEST(PgnReader, ReadsTagsMovesAndResults) {
  const auto games = read_all(
      "[Event \"a \\\"b\\\" \\\\\"]\n[Site \"?\"]\n\n1. e4 e5 2.Nf3 Nc6 1-0\n\n[Event \"c\"]\n1. d4 1/2-1/2 \n d4 "
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

TEST(PgnReader, SignsOfWhatIsThoughtAreNags) {
  const auto games = read_all("1. e4! +- e5 \u2A72 2. Nf3\u00B1 Nc6 N (2... d6 =/+) 3. Bb5?! *");
  ASSERT_EQ(games.size(), 1u);
  std::vector<std::vector<int>> nags;
  for (const PgnNode& node : games[0].nodes) nags.push_back(node.nags);
  EXPECT_THAT(nags, ElementsAre(IsEmpty(), ElementsAre(1, 18), ElementsAre(14), ElementsAre(16), ElementsAre(146),
                                ElementsAre(15), ElementsAre(6)));
}

TEST(PgnReader, AGameWithoutAResultEndsWhereTheNextBegins) {
  const auto games = read_all("[Event \"a\"]\n1. e4\n\n[Event \"b\"]\n\n1. d4");
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(games[1].tag("Event"), "b");
  EXPECT_TRUE(read_all(" \n% nothing\n").empty());
}

TEST(PgnReader, FindsMovesInSanAndUci) {
  std::istringstream in("1. e2e4 e5 2. Ng1-f3 Nb8c6 3. Bc4 Bc5 4. 0-0 d6 *");
  PgnOmissions omitted;
  PgnReader reader(in, "file", PgnPolicy::strict, omitted);
  Position<chess> start = Position<chess>::start();
  const auto game = reader.next_played<chess>(start);
  ASSERT_TRUE(game) << game.error().message;
  std::string line;
  walk_pgn<chess>(**game, start, [&](const Position<chess>& position, std::uint32_t node) {
    line += format_uci(chess, (*game)->nodes[node].move) + ' ';
    EXPECT_TRUE(position.is_legal((*game)->nodes[node].move));
  });
  EXPECT_EQ(line, "e2e4 e7e5 g1f3 b8c6 f1c4 f8c5 e1g1 d7d6 ");
}

TEST(PgnReader, StrictSaysWhereItStumbled) {
  EXPECT_THAT(error_of("1. e4 e5\n2. Ke3 *"), StartsWith("file:2:4: 'Ke3' is not legal"));
  EXPECT_THAT(error_of("1. e4 (1. d4 d4) e5 *"), StartsWith("file:1:14: 'd4' is not legal"));
  EXPECT_THAT(error_of("[Event a]"), StartsWith("file:1:8: a tag like"));
  EXPECT_THAT(error_of("[Event \"a\n\"]"), HasSubstr("not closed by a quote"));
  EXPECT_THAT(error_of("1. e4 {never ends"), StartsWith("file:1:18: a comment is not closed"));
  EXPECT_THAT(error_of("1. e4 (1. d4"), HasSubstr("not closed"));
  EXPECT_THAT(error_of("1. e4 ) *"), HasSubstr("')' without '('"));
  EXPECT_THAT(error_of("(1. e4) *"), HasSubstr("after the move that it replaces"));
  EXPECT_THAT(error_of("1. e4 $300 *"), HasSubstr("NAG"));
  EXPECT_THAT(error_of("1. e4 ] *"), HasSubstr("']' is not expected"));
  EXPECT_THAT(error_of("1. e4 -- *"), HasSubstr("null move"));
  EXPECT_THAT(error_of("1. e4 novelty *"), StartsWith("file:1:7: 'novelty' is no move"));
  EXPECT_THAT(error_of("[FEN \"nonsense\"]\n\n*"), StartsWith("file:1: the tag FEN: "));
  EXPECT_THAT(error_of("[Variant \"Makruk\"]\n\n*"), HasSubstr("a game of makruk, not of chess"));
  for (const std::string variant : {"Standard", "chess", "Chess (8x8)"})
    EXPECT_EQ(error_of("[Variant \"" + variant + "\"]\n\n1. e4 *"), "") << variant;
}

// What one game of a file comes to: its moves and its result.
struct Written {
  std::string text, moves, result = "*";
};

TEST(PgnReader, TakesWhatPeopleWriteBesideMoves) {
  for (const Written& game : std::vector<Written>{
           {"1. e4 Nf6 2. e5 d5 3. exd6 e.p. exd6 *", "e4 Nf6 e5 d5 exd6 exd6"},
           {"1. e4 Nf6 2. e5 d5 3. exd6ep exd6 *", "e4 Nf6 e5 d5 exd6 exd6"},
           {"1. e4 Nf6 2. e5 d5 3. exd6e.p.! exd6 *", "e4 Nf6 e5 d5 exd6 exd6"},
           {"1. e4 e5 2. Nf3 (=) Nc6 *", "e4 e5 Nf3 Nc6"},
           {"1. e4 e5 (1... c5 2. Nf3 *) 2. Nf3 *", "e4 e5 (c5 Nf3) Nf3"},
           {"1. e4 e5 (1... c5 2. Nf3 1-0) 2. Nf3 0-1", "e4 e5 (c5 Nf3) Nf3", "0-1"},
           {"1. e4 e5 1/2", "e4 e5", "1/2-1/2"},
           {"1. e4 e5 \u00BD\u2013\u00BD", "e4 e5", "1/2-1/2"},
           {"1. e4 e5 1:0", "e4 e5", "1-0"},
           {"1. e4 e5 0.5-0.5", "e4 e5", "1/2-1/2"},
           {"1. e4 e5 1-0.", "e4 e5", "1-0"},
           {"1. e4 e5 2. Nf3 Nc6+/- 3. Bc4 Bc5 4. o-o *", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O"},
           {"1. e4, e5. 2. Nf3+! *", "e4 e5 Nf3"},
           {"1\u2026 1. e4 1\u2026e5 *", "e4 e5"},
           {"1. e4 Nf6 2. e5 d5 3. exd6+e.p. exd6e.p.+ *", "e4 Nf6 e5 d5 exd6 exd6"},
           {"[Result \"0-0\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 0-0 {both late}", "e4 e5 Nf3 Nf6 Bc4 Bc5", "0-0"},
           {"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O\u2013O O-O= *", "e4 e5 Nf3 Nf6 Bc4 Bc5 O-O O-O"},
           {"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n{x}\n; y\n[Site \"z\"]\n\n1. Kd1 *", "Kd1"},
           {"0-0", "", "0-0"},
           {"[Result \"0-0\"]\n\n1. e4 0-0", "e4", "0-0"},
           {"1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 0-0", "e4 e5 Nf3 Nf6 Bc4 Bc5 0-0"},
           {"[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. 0-0", "0-0"},
           {"[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1\"]\n\n1. e4 *", "e4"},
           {"[Event \"5th \"Open\" of X\"]\n[White-Team \"A\"]\n\n1. e4 *", "e4"},
           {"[Event \"not closed\"\n[Site \"x\"]\n\n1. e4 *", "e4"}}) {
    const auto games = read_all(game.text + "\n\n[Event \"next\"]\n\n1. d4 *\n");
    ASSERT_EQ(games.size(), 2u) << game.text;
    EXPECT_EQ(shape(games[0]), game.moves) << game.text;
    EXPECT_EQ(games[0].result, game.result) << game.text;
    EXPECT_EQ(shape(games[1]), "d4") << game.text;
  }
  EXPECT_EQ(read_all("[Event \"5th \"Open\" of X\"]\n\n*")[0].tag("Event"), "5th \"Open\" of X");
}

// The moves of the first game, as UCI has them.
std::string played(const std::string& text) {
  const File file = read_file(text);
  if (file.games.empty()) return "left out";
  std::string line;
  for (std::uint32_t at = 0; !file.games[0].nodes[at].next.empty();) {
    at = file.games[0].nodes[at].next.front();
    line += (line.empty() ? "" : " ") + format_uci(chess, file.games[0].nodes[at].move);
  }
  return line;
}

TEST(PgnReader, UnderstandsMovesThatAreNoSan) {
  const std::string bishops = "[FEN \"4k3/8/8/8/2p5/1P1B4/8/4K3 w - - 0 1\"]\n\n";
  EXPECT_EQ(played("1. e4 e6 2. bc4 d5 3. ed exd *"), "e2e4 e7e6 f1c4 d7d5 e4d5 e6d5");
  EXPECT_EQ(played(bishops + "1. bxc4 *"), "b3c4");
  EXPECT_EQ(played(bishops + "1. Bxc4 *"), "d3c4");
  EXPECT_EQ(played("1. E4 NF6 2. nc3 Nc6N *"), "e2e4 g8f6 b1c3 b8c6");
  EXPECT_EQ(played("[FEN \"7k/P7/8/8/8/8/8/R3K3 w Q - 0 1\"]\n\n1. a8 Kg7 2. Kc1 *"), "a7a8q h8g7 e1c1");
}

TEST(PgnReader, ReadsAGameInTheLettersOfOneLanguage) {
  EXPECT_EQ(played("1. e4 e5 2. Sf3 Sc6 3. Lb5 Dh4 4. Tf1 Kd8 *"), "e2e4 e7e5 g1f3 b8c6 f1b5 d8h4 h1f1 e8d8");
  EXPECT_EQ(played("1. e4 e5 2. Cf3 Re7 *"), "e2e4 e7e5 g1f3 e8e7");
  EXPECT_EQ(played("1. e4 e5 2. Sf3 Cc6 *"), "left out");  // of two
  EXPECT_EQ(played("1. Pf3 Pc6 *"), "left out");           // a knight in Dutch, a pawn to others
  EXPECT_EQ(played("1. e4 e5 2. Re2 *"), "left out");      // a king in French, but nothing here is French
}

std::vector<std::size_t> counts_of(const PgnOmissions& omitted) {
  return {omitted.games.count, omitted.lines.count, omitted.tags.count, omitted.words.count};
}

TEST(PgnReader, LeavesOutNoMoreThanItMust) {
  struct Case {
    std::string text, moves;
    std::vector<std::size_t> omitted;  // games, lines, tags, words
  };
  for (const Case& wrong : std::vector<Case>{
           {"1. e4 e5 2. Bc4 (2. Nf3 -- 3. Nxe5 (3. d4 d5) {he}) 2... Nf6 3. d3 *",
            "e4 e5 Bc4 (Nf3) Nf6 d3",
            {0, 1, 0, 0}},
           {"1. e4 e5 2. Bc4 (2. Nf3 Z0 3. Nxe5) 2... Nf6 *", "e4 e5 Bc4 (Nf3) Nf6", {0, 1, 0, 0}},
           {"1. e4 e5 (1... c5 2. Ke3 Nc6) (1... e6) 2. d4 *", "e4 e5 (e6) d4", {0, 1, 0, 0}},
           {"1. e4 (1. d4 d5 (1... Ke4) 2. c4) 1... e5 *", "e4 (d4 d5 c4) e5", {0, 1, 0, 0}},
           {"1. e4 (1. d4 d5 2. Kc4 (2. c4) e5) 1... e5 *", "e4 e5", {0, 1, 0, 0}},
           {"1. e4 e5 (1... c5 2. Nf3 1-0", "e4 e5", {0, 1, 0, 0}},
           {"(1. e4 {(}) 1. d4 d5 *", "d4 d5", {0, 1, 0, 0}},
           {"1. e4 +- e5 N $300 2. d4 D ) } *", "e4 e5 d4", {0, 0, 0, 3}},
           {"[Event a]\n[Site \"b\n\n1. e4 *", "e4", {0, 0, 2, 0}},
           {"[White.Team \"a\"][FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n1. Kd1 *", "Kd1", {0, 0, 1, 0}},
           {"1. d4 [Diagram \"1\"] d5 2. Nf3 *", "d4 d5 Nf3", {0, 0, 0, 1}}}) {
    const File file = read_file(wrong.text + "\n\n[Event \"next\"]\n\n1. d4 *\n");
    ASSERT_EQ(file.games.size(), 2u) << wrong.text;
    EXPECT_EQ(shape(file.games[0]), wrong.moves) << wrong.text;
    EXPECT_EQ(counts_of(file.omitted), wrong.omitted) << wrong.text;
    EXPECT_EQ(shape(file.games[1]), "d4") << wrong.text;
  }
}

// Where no tag says that a game begins, an empty line does after a result.
TEST(PgnReader, AVariationThatIsNeverClosedEndsWithTheParagraph) {
  const File file = read_file("1. e4 e5 (1... c5 2. Nf3 1-0\n\n1. d4 d5 0-1\n\n1. c4 c5 1/2");
  ASSERT_EQ(file.games.size(), 3u);
  EXPECT_EQ(shape(file.games[0]), "e4 e5");
  EXPECT_EQ(shape(file.games[2]), "c4 c5");
  EXPECT_EQ(file.omitted.lines.count, 1u);
}

// Whatever stands beside a FEN: the game is played from it, or left out; never from the usual start.
TEST(PgnReader, AGameIsNeverPlayedFromAnotherStart) {
  const std::string fen = "[FEN \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]";
  for (const std::string& text : std::vector<std::string>{
           "[Event \"a\"]\n[\n" + fen, "[White\n" + fen, "[White \"a\" " + fen, "[White \"a] " + fen,
           "[Site \"a\"]\n" + fen + "\n\n[Site \"b\"]\n\n1. d4 *\n\n" + fen, fen + "\n[Event \"\"]",
           "[Event \"a\"]\n" + fen + "\n[Event \"a\"]", "[Event \"a\"]\n1. " + fen, "[Event \"a\"]\n\n" + fen,
           "[fen \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]", "[FEN: \"4k3/8/8/8/8/8/P7/4K3 w - - 0 1\"]",
           "[Event \"a\"]\n\n[FEN 4k3/8 w]\n\n[Site \"z\"]", "[FEN '4k3/8 w']\n\n[Site \"z\"]"}) {
    const File file = read_file(text + "\n\n1. a4 *\n\n[Event \"next\"]\n\n1. d4 *\n");
    for (const PgnGame& game : file.games)
      if (shape(game) == "a4") {
        EXPECT_FALSE(game.tag("FEN").empty()) << text;
      }
    EXPECT_FALSE(file.games.empty()) << text;
    EXPECT_EQ(shape(file.games.back()), "d4") << text;
  }
  for (const std::string tag : {"[variant \"Atomic\"]", "[White\n[Variant \"Atomic\"]", "[Variant: \"Atomic\"]"})
    EXPECT_EQ(read_file(tag + "\n\n1. e4 *\n").games.size(), 0u) << tag;
}

// In the place of a move a remark is a slip of the pen.
TEST(PgnReader, ARemarkInTheMovesPlaceEndsTheGame) {
  for (const std::string text : {"1. R e5 *", "1. e4 e5 2. ?? Nc6 *", "1. e4 1... N d4 *"})
    EXPECT_EQ(counts_of(read_file(text).omitted), (std::vector<std::size_t>{1, 0, 0, 0})) << text;
}

TEST(PgnReader, NamesTheFirstThatIsLeftOut) {
  EXPECT_THAT(read_file("1. e4 (1. Ke3) (1. Ke4) e5 *").omitted.lines.named.at(0), StartsWith("file:1:11: 'Ke3'"));
}

TEST(PgnReader, GoesOnBehindABrokenGame) {
  for (const std::string broken :
       {"[Variant \"Crazyhouse\"]\n[Site \"x\"]\n\n1. e4 d5 2. exd5 Qxd5 *", "1. e4 e5 {never closed", "1. e4 Ke4 *",
        "1. e4 Nf 2. e5 *", "1. e4 d5 2. exd d6 *", "[FEN \"8/8", "[FEN \"nonsense\"]\n[Site \"x\"]\n\n1. e4 *",
        "[FEN \"8/8\n[Site \"x\"]\n\n1. e4 {[Event \"y\"]} *"}) {
    const File file = read_file("[Event \"a\"]\n" + broken + "\n\n[Event \"next\"]\n\n1. d4 *\n");
    EXPECT_EQ(counts_of(file.omitted), (std::vector<std::size_t>{1, 0, 0, 0})) << broken;
    EXPECT_THAT(file.omitted.games.named.at(0), StartsWith("file:")) << broken;
    ASSERT_EQ(file.games.size(), 1u) << broken;
    EXPECT_EQ(shape(file.games[0]), "d4") << broken;
  }
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

// Whatever is understood of other words: a plain move is none of them, and is meant as it stands. What is of its shape
// is one, but for what a slip of the pen has made of another.
RC_GTEST_PROP(PgnReader, APlainMoveIsNothingElse, ()) {
  const auto begin =
      *rc::gen::elementOf(std::vector<std::string>{"a", "b", "e", "h", "N", "B", "O", "Z", "p", "X", "bb", "bxb"});
  const auto length = *rc::gen::inRange<std::size_t>(0, 7 - begin.size());
  const auto middle = *rc::gen::container<std::string>(length, rc::gen::elementOf(std::string("abehxxXOZNRop0159")));
  const auto word = begin + middle + *rc::gen::inRange('1', ':');
  const bool is_slip = word.find('X') != std::string::npos || word.starts_with("bb") || word.starts_with("bxb");
  RC_ASSERT(is_plain_move(word) == !is_slip);
  RC_ASSERT(is_slip == (plain_move(word) != word));
  if (is_slip) return;
  for (const std::string& written : {word, word + '+', word + '#'}) {
    RC_ASSERT(plain_move(written) == word);
    RC_ASSERT(without_move_number(written) == written);
    RC_ASSERT(!parse_pgn_result(written) && !is_null_move(written) && !is_mark_of_move(written));
    RC_ASSERT(!is_remark(written) && nag_of(written) < 0);
  }
}

TEST(PgnReader, ANullMoveIsNoPlainMove) {
  for (const char* word : {"Z0", "--", "0000", "@@@@"}) {
    EXPECT_TRUE(is_null_move(word)) << word;
    EXPECT_FALSE(is_plain_move(word)) << word;
  }
}

TEST(PgnReader, NotAllThatLooksLikeAMoveIsPlain) {
  for (const std::string text : {"1. e4 d5 2. eXd5 QXd5 *", "1. e4 d5 2. exd5 Qxd5 *"})
    EXPECT_EQ(shape(read_all(text)[0]), "e4 d5 exd5 Qxd5");
  EXPECT_EQ(shape(read_all("1. b4 a6 2. e4 h6 3. bb5 *")[0]), "b4 a6 e4 h6 Bb5");
}

// The characters from a place of a text on.
std::string_view from_place(std::string_view text, std::uint32_t line, std::uint32_t column) {
  for (; line > 1; --line) text.remove_prefix(text.find('\n') + 1);
  return text.substr(column - 1);
}

// A file longer than what is read at a time, in which words and comments stand across the borders.
std::string long_file() {
  std::string text;
  for (std::size_t game = 0; text.size() < 300'000; ++game) {
    text += "[Event \"" + std::string(game % 97, 'x') + "\"]\n\n1. e4 {" + std::string(game % 61, 'y') + "\n  " +
            std::string(game % 53, 'z') + "} e5 ; to the end\n (1... c5 2. Nf3 $1) 2.Nf3 Nc6!? 3. Bb5 1/2-1/2\n\n";
  }
  return text;
}

TEST(PgnReader, ReadsTheSameFromMemory) {
  const std::string text = long_file();
  const File file = read_file(text);
  EXPECT_THAT(file.omitted.sentences(), IsEmpty());
  PgnOmissions omitted;
  PgnReader reader(std::string_view(text), "file", PgnPolicy::strict, omitted);
  Position<chess> start = Position<chess>::start();
  for (const PgnGame& expected : file.games) {
    const auto game = reader.next_played<chess>(start);
    ASSERT_TRUE(game && *game);
    ASSERT_EQ((*game)->tags, expected.tags);
    ASSERT_EQ((*game)->nodes.size(), 8u);
    ASSERT_EQ(shape(**game), "e4 e5 (c5 Nf3) Nf3 Nc6 Bb5");
    for (std::size_t n = 0; n < expected.nodes.size(); ++n) {
      const PgnNode &node = (*game)->nodes[n], &other = expected.nodes[n];
      ASSERT_EQ(node.comment, other.comment);
      ASSERT_EQ(std::pair(node.line, node.column), std::pair(other.line, other.column));
      if (n == 0) continue;
      ASSERT_THAT(std::string(from_place(text, node.line, node.column).substr(0, 5)), StartsWith(node.text));
    }
  }
  EXPECT_FALSE(reader.next().value());
}

// As who reads a file in parts does it.
TEST(PgnReader, ReadsAPartOfAFile) {
  const std::string text = "\xEF\xBB\xBF[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. d4 Ke3 *\n";
  const std::size_t second = text.rfind("[Event");
  for (const auto& [part, first_line] : {std::pair(text.substr(second), 5u), std::pair(text, 1u)}) {
    PgnOmissions omitted;
    PgnReader reader(std::string_view(part), "file", PgnPolicy::lenient, omitted, {}, first_line);
    Position<chess> start = Position<chess>::start();
    std::size_t games = 0;
    while (reader.next_played<chess>(start).value()) ++games;
    EXPECT_EQ(games, first_line == 1 ? 1u : 0u);
    EXPECT_THAT(omitted.games.named.at(0), StartsWith("file:7:7: 'Ke3'"));
    EXPECT_EQ(omitted.sentences().size(), 1u);
  }
}

// Whatever stands in a file, the reader comes to its end; and where it is strict, an error names a place.
RC_GTEST_PROP(PgnReader, AlwaysComesToAnEnd, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(rc::gen::element<std::string>(
      "e4", "1.", "1...", " ", "\n", "(", ")", "{", "}", ";", "$", "3", "[", "]", "[Event \"x\"]", "\"", "*", "1-0",
      "!?", "%", "Nf3", "e7e5", "\\", "\xff", std::string(1, '\0'), "0-0", "..", "--", "(=)", "e.p.", "[FEN \"",
      "\u2658", "e8(Q)", "1 - 0", "ed", "Sf3", "\xB1", "\u00A0"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  const PgnPolicy policy = *rc::gen::element(PgnPolicy::strict, PgnPolicy::lenient);
  std::istringstream in(text);
  PgnOmissions omitted;
  PgnReader reader(in, "file", policy, omitted);
  Position<chess> start = Position<chess>::start();
  for (std::size_t games = 0; games <= text.size(); ++games) {
    const Result<std::optional<PgnGame>> game = reader.next_played<chess>(start);
    if (!game) {
      RC_ASSERT(policy == PgnPolicy::strict);
      RC_ASSERT(game.error().message.starts_with("file:"));
      return;
    }
    if (!*game) return;
  }
  RC_FAIL("more games than characters");
}

}  // namespace
}  // namespace bookends
