#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "books/review/tree_node.h"
#include "books/text/entry.h"
#include "core/io/checksum.h"
#include "core/notation/move_text.h"
#include "tests/books/review/dumped.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using testing::HasSubstr;
using testing::Not;

class DumpTest : public testing::Test {
 protected:
  DumpTest() {
    const BuildJob job = test::small_job<fragments>(folder_.path(), 250);
    Progress silent;
    EXPECT_TRUE((build_book<fragments>(job, test::dice<fragments>(), silent)));
    book_ = std::make_unique<Book<fragments>>(Book<fragments>::open(job.out).value());
  }

  BookTree tree(const TreeOptions& options = {}) const {
    Result<BookTree> tree = book_tree(*book_, options);
    EXPECT_TRUE(tree) << tree.error().message;
    return std::move(*tree);
  }

  template <class Dump>
  std::string dumped(Dump&& dump, const TreeOptions& options = {}) const {
    return test::dumped(*book_, dump, options);
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<Book<fragments>> book_;
};

TEST(BoardPicture, ShowsTheBoardFromWhitesSide) {
  EXPECT_EQ(board_text(fragments, Position<fragments>::start().setup()),
            "5 r q k n b\n4 p p p p p\n3 . . . . .\n2 P P P P P\n1 B N K Q R\n  a b c d e\n");
}

TEST(ScoreText, SaysPawnsAndMates) {
  EXPECT_EQ(score_text(35), "+0.35");
  EXPECT_EQ(score_text(-205), "-2.05");
  EXPECT_EQ(score_text(0), "0.00");
  EXPECT_EQ(score_text(win_in(9)), "#5");
  EXPECT_EQ(score_text(loss_in(4)), "#-2");
  EXPECT_EQ(score_text(kTableWin), "win");
}

TEST_F(DumpTest, ATreeOfBothSidesShowsEveryPositionOnce) {
  const BookTree shown = tree();
  EXPECT_EQ(shown.nodes.size(), book_->file().positions());
  std::set<Key> keys;
  for (const TreeNode& node : shown.nodes) EXPECT_TRUE(keys.insert(node.key).second);
  ASSERT_EQ(shown.roots.size(), 2u);
  EXPECT_EQ(shown.roots[0].name, "start1");
}

TEST_F(DumpTest, AOneSidedTreeHasOneMoveForItsSideAndAllRepliesKnown) {
  TreeOptions options;
  options.side = BookSide::white;
  for (const TreeNode& node : tree(options).nodes) {
    int shown = 0;
    for (const TreeMove& m : node.moves) {
      if (m.child >= 0) ++shown;
      if (node.turn == Color::white) {
        EXPECT_TRUE(m.played || m.child < 0);
      } else {
        EXPECT_EQ(m.child >= 0, m.score.has_value());
      }
    }
    EXPECT_TRUE(node.turn == Color::black || shown <= 1);
  }
}

TEST_F(DumpTest, MaxPlyCutsTheLines) {
  TreeOptions options;
  options.max_ply = 1;
  EXPECT_EQ(tree(options).nodes.size(), 2u + 8 + 7);
}

TEST_F(DumpTest, TextShowsKeyFenMovesAndPictures) {
  const std::string text = dumped(dump_text);
  EXPECT_THAT(text, HasSubstr("    5 r q k n b    White to move\n"));
  EXPECT_THAT(text, HasSubstr("FEN rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1\n"));
  EXPECT_THAT(text, HasSubstr("key " + hexadecimal(Position<fragments>::start().key())));
  EXPECT_THAT(text, HasSubstr("[1] start position start1\n"));
  EXPECT_EQ(text.find(" \n"), std::string::npos);
  for (const Move m : Position<fragments>::start().legal_moves())
    EXPECT_THAT(text, HasSubstr(" " + format_san(Position<fragments>::start(), m) + " "));
}

// Reads the movetext of one game, variations included: every move has to be legal where it stands, and every key in a
// comment that of the position before it.
class PgnReader {
 public:
  explicit PgnReader(const Position<fragments>& start) : start_(start) {}

  void read(const std::string& movetext) {
    std::vector<State> stack{{start_, start_}};
    for (std::size_t i = 0; i < movetext.size();) {
      const char ch = movetext[i];
      State& now = stack.back();
      if (ch == '{') {
        const std::size_t end = movetext.find('}', i);
        comment(movetext.substr(i + 1, end - i - 1), now.after);
        i = end + 1;
      } else if (ch == '(') {
        const State branch{now.before, now.before};
        stack.push_back(branch);
        ++i;
      } else if (ch == ')') {
        stack.pop_back();
        ++i;
      } else if (std::isspace(static_cast<unsigned char>(ch)) != 0) {
        ++i;
      } else {
        const std::size_t end = movetext.find_first_of(" \n(){}", i);
        word(movetext.substr(i, end - i), now);
        i = end;
      }
    }
    EXPECT_EQ(stack.size(), 1u);
  }

  int moves = 0;
  std::set<Key> keys;

 private:
  struct State {
    Position<fragments> before, after;
  };

  void word(const std::string& text, State& state) {
    if (std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text == "*") return;
    const auto move = parse_san(state.after, text);
    ASSERT_TRUE(move) << text << " in " << state.after.fen() << ": " << move.error().message;
    state.before = state.after;
    state.after.play(*move);
    ++moves;
  }

  void comment(const std::string& text, const Position<fragments>& position) {
    const std::size_t at = text.find("key");
    ASSERT_NE(at, std::string::npos) << text;
    std::istringstream in(text.substr(at + 3));
    std::string key;
    in >> key;
    EXPECT_EQ(key, hexadecimal(position.key())) << text;
    keys.insert(position.key());
  }

  Position<fragments> start_;
};

struct ReadGame {
  std::map<std::string, std::string> tags;
  int moves = 0;
  std::string text;
};

// The games of a PGN; the keys of all their comments are put into `keys`.
std::vector<ReadGame> read_games(const std::string& pgn, std::set<Key>& keys) {
  std::vector<ReadGame> games;
  std::istringstream lines(pgn);
  for (std::string line; std::getline(lines, line);) {
    const bool is_tag = line.starts_with('[') && !line.starts_with("[%");
    if (is_tag && (games.empty() || !games.back().text.empty())) games.emplace_back();
    if (is_tag)
      games.back().tags[line.substr(1, line.find(' ') - 1)] =
          line.substr(line.find('"') + 1, line.rfind('"') - line.find('"') - 1);
    else if (!line.empty())
      games.back().text += line + '\n';
  }
  for (ReadGame& game : games) {
    const auto fen = game.tags.find("FEN");
    PgnReader reader(fen == game.tags.end() ? Position<fragments>::start()
                                            : *Position<fragments>::from_fen(fen->second));
    reader.read(game.text);
    game.moves = reader.moves;
    keys.insert(reader.keys.begin(), reader.keys.end());
  }
  return games;
}

TEST_F(DumpTest, PgnOfOneGameAStartHoldsTheWholeBook) {
  std::set<Key> keys;
  const std::vector<ReadGame> games = read_games(dumped(test::as_pgn({0, false})), keys);
  ASSERT_EQ(games.size(), 2u);
  EXPECT_EQ(keys.size(), book_->file().positions());
  EXPECT_FALSE(games[0].tags.contains("FEN")) << "where every game begins";
  EXPECT_EQ(games[1].tags.at("FEN"), fragments.starts[1]);
  EXPECT_EQ(games[1].tags.at("SetUp"), "1");
  EXPECT_EQ(games[1].tags.at("Variant"), "fragments");
  for (const ReadGame& game : games) EXPECT_GT(game.moves, 50);
}

TEST_F(DumpTest, ChaptersHoldTheWholeBookAndAreShort) {
  std::set<Key> keys;
  const std::vector<ReadGame> games = read_games(dumped(test::as_pgn({40, false})), keys);
  EXPECT_EQ(keys.size(), book_->file().positions());
  EXPECT_GT(games.size(), 6u);
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_LE(games[i].moves, 40);
    EXPECT_EQ(games[i].tags.at("Round"), std::to_string(i + 1));
    const auto continues = games[i].tags.find("Continues");
    if (continues == games[i].tags.end()) continue;
    const std::size_t parent = std::stoul(continues->second.substr(std::string("chapter ").size()));
    ASSERT_LE(parent, i);
    std::string text = games[parent - 1].text;
    std::ranges::replace(text, '\n', ' ');
    EXPECT_THAT(text, HasSubstr("goes on in chapter " + std::to_string(i + 1) + " key "));
  }
}

// From White's view, on one line each, and with boards only for who asks.
TEST_F(DumpTest, PgnHasEvals) {
  const std::string pgn = dumped(test::as_pgn());
  const TreeNode start = tree().nodes[0];
  char eval[32];
  std::snprintf(eval, sizeof eval, "{[%%eval %.2f,%d] key ", start.entry.score / 100.0, int{start.entry.depth});
  EXPECT_THAT(pgn, HasSubstr(eval));
  EXPECT_THAT(pgn, Not(HasSubstr("[%eval\n")));
  EXPECT_THAT(pgn, Not(HasSubstr("5 r q k n b\n")));
  EXPECT_THAT(dumped(test::as_pgn({500, true})), HasSubstr("5 r q k n b\n"));
}

TEST_F(DumpTest, AnErrorOfTheSinkEndsTheDump) {
  const auto tree = read_tree(*book_, {});
  for (const auto& dump : std::vector<std::function<Result<void>(TreeReader&, const TextSink&)>>{
           dump_text, dump_epd, dump_json, test::as_pgn()})
    for (const int last : {0, 1, 20}) {
      int parts = 0;
      const Result<void> written = dump(**tree, [&](std::string_view) -> Result<void> {
        return parts++ < last ? Result<void>() : Error{ErrorCode::io, "full"};
      });
      ASSERT_FALSE(written);
      EXPECT_EQ(written.error().message, "full");
      EXPECT_EQ(parts, last + 1);
    }
}

// In any order: what is read does not depend on what was asked for before.
TEST_F(DumpTest, NodesAreReadInAnyOrder) {
  const BookTree all = tree();
  const auto reader = read_tree(*book_, {});
  ASSERT_EQ((*reader)->size(), static_cast<int>(all.nodes.size()));
  for (int i = 0; i < (*reader)->size(); ++i) {
    const int id = static_cast<int>((i * std::int64_t{7919}) % (*reader)->size());
    const TreeNode node = (*reader)->node(id), &expected = all.nodes[static_cast<std::size_t>(id)];
    EXPECT_EQ(node.fen, expected.fen);
    EXPECT_EQ(node.line, expected.line);
    EXPECT_EQ(node.ply, expected.ply);
    EXPECT_EQ((*reader)->refer((id * 3) % (*reader)->size()).line,
              all.nodes[static_cast<std::size_t>((id * 3) % (*reader)->size())].line);
    ASSERT_EQ(node.moves.size(), expected.moves.size());
    for (std::size_t m = 0; m < node.moves.size(); ++m) {
      EXPECT_EQ(node.moves[m].child, expected.moves[m].child);
      if (node.moves[m].child >= 0 && !node.moves[m].transposes) {
        EXPECT_EQ((*reader)->parent(node.moves[m].child), id);
      }
    }
  }
}

// The standard, 8.2.1. A tag stands on one line, whatever its length.
TEST_F(DumpTest, PgnHasLinesOfFewerThan80Characters) {
  std::istringstream lines(dumped(test::as_pgn({500, true})));
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);)
    if (!line.starts_with('[')) longest = std::max(longest, line.size());
  EXPECT_LT(longest, 80u);
  EXPECT_GT(longest, 70u);
}

TEST_F(DumpTest, EpdLinesNameLegalMoves) {
  std::istringstream lines(dumped(dump_epd));
  std::uint64_t n = 0;
  for (std::string line; std::getline(lines, line); ++n) {
    const std::size_t bm = line.find(" bm ");
    ASSERT_NE(bm, std::string::npos) << line;
    const auto position = Position<fragments>::from_fen(line.substr(0, bm));
    ASSERT_TRUE(position) << line;
    const std::size_t end = line.find(';', bm);
    EXPECT_TRUE(parse_san(*position, line.substr(bm + 4, end - bm - 4))) << line;
    EXPECT_THAT(line, HasSubstr("c1 \"key " + hexadecimal(position->key()) + "\";"));
  }
  EXPECT_EQ(n, book_->file().positions());
}

TEST_F(DumpTest, JsonNamesEveryNodeAndItsMoves) {
  const auto json = nlohmann::json::parse(dumped(dump_json));
  EXPECT_EQ(json["game"], "fragments");
  EXPECT_EQ(json["nodes"].size(), book_->file().positions());
  const auto& root = json["nodes"][0];
  EXPECT_EQ(root["fen"], std::string(fragments.starts[0]));
  EXPECT_EQ(root["moves"].size(), 8u);
  EXPECT_EQ(root["move"], root["moves"][0]["uci"]);
}

TEST_F(DumpTest, AnIllegalFenIsRefused) {
  TreeOptions options;
  options.from = {"nonsense"};
  const auto shown = book_tree(*book_, options);
  ASSERT_FALSE(shown);
  EXPECT_EQ(shown.error().code, ErrorCode::invalid_argument);
}

}  // namespace
}  // namespace bookends
