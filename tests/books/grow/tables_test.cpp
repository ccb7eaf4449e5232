// Books and what oracles say of positions: endgame tables as their source, and a book as an oracle itself.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "books/file/writer.h"
#include "books/grow/build.h"
#include "books/review/verify.h"
#include "core/notation/move_text.h"
#include "tests/books/review/dumped.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::dice;
using test::must_build;
using test::must_open;
using test::small_job;
using test::TemporaryFolder;

// Says that every position with at most three men is lost for the side to move, in 8 plies.
class GloomyTables final : public Oracle<fragments> {
 public:
  std::string_view name() const override { return "gloom"; }
  std::optional<OracleMove> choose(const Position<fragments>& p) const override {
    if (count(p.occupied()) > 3 || !p.has_legal_move()) return std::nullopt;
    return OracleMove{p.legal_moves()[0], value(p), {}, 0};
  }
  std::optional<OracleValue> value(const Position<fragments>& p) const override {
    if (count(p.occupied()) > 3) return std::nullopt;
    return OracleValue{OracleValue::Wdl::loss, 8};
  }
  int max_men() const override { return 3; }
};

TEST(BookTables, TablesAnswerForWhatTheyCover) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 0);
  job.limits.max_ply = 2;
  job.settings.starts = {"4k/K4/5/5/n2R1 w - - 0 1"};  // four men; Rxa1 makes it three
  const GloomyTables tables;
  must_build<fragments>(job, search_evaluator<fragments>({2000, 3}, &tables));
  const auto book = must_open<fragments>(job.out);
  auto position = *Position<fragments>::from_fen(job.settings.starts[0]);
  const auto best = book.probe(position);
  ASSERT_TRUE(best);
  EXPECT_EQ(format_san(position, best->move), "Rxa1");
  EXPECT_EQ(best->entry.score, win_in(9));
  EXPECT_EQ(best->entry.proof, Proof::win);
  EXPECT_FALSE(best->entry.from_table);
  position.play(best->move);
  const auto reply = book.probe(position);
  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->entry.from_table);
  EXPECT_EQ(reply->entry.proof, Proof::loss);
  EXPECT_EQ(reply->entry.score, loss_in(8));
}

// With at most three men the side that has a rook wins, nobody knows how fast, and there is no move to be had.
class WdlTables final : public Oracle<fragments> {
 public:
  std::string_view name() const override { return "wdl"; }
  std::optional<OracleValue> value(const Position<fragments>& p) const override {
    if (count(p.occupied()) > 3) return std::nullopt;
    const std::string board = p.fen().substr(0, p.fen().find(' '));
    const bool white = board.find('R') != std::string::npos, black = board.find('r') != std::string::npos;
    if (white == black) return OracleValue{OracleValue::Wdl::draw, -1};
    const bool wins = white == (p.turn() == Color::white);
    return OracleValue{wins ? OracleValue::Wdl::win : OracleValue::Wdl::loss, -1};
  }
  int max_men() const override { return 3; }
};

LeafResult evaluated(const char* fen, const WdlTables& tables) {
  const std::atomic<bool> stop = false;
  return *search_evaluator<fragments>({2000, 3}, &tables)()->evaluate(*Position<fragments>::from_fen(fen), {}, stop);
}

TEST(BookTables, WithoutDistancesAnyMoveThatKeepsTheValueIsPlayed) {
  const WdlTables tables;
  for (const char* fen : {"4k/K4/5/5/3R1 w - - 0 1", "5/K4/3k1/3R1/5 b - - 0 1", "5/K4/5/1R3/k4 w - - 0 1"}) {
    const auto position = *Position<fragments>::from_fen(fen);
    const LeafResult result = evaluated(fen, tables);
    const bool wins = position.turn() == Color::white;
    EXPECT_EQ(result.state, NodeState::table) << fen;
    ASSERT_EQ(result.candidates.size(), 1u) << fen;
    const auto next = position.after(result.candidates[0].move);
    EXPECT_EQ(tables.value(next)->wdl, wins ? OracleValue::Wdl::loss : OracleValue::Wdl::win)
        << fen << ' ' << format_san(position, result.candidates[0].move);
    EXPECT_EQ(result.exact, wins ? kTableWin : -kTableWin);
  }
}

// The search's own plies are no distance.
TEST(BookTables, AWinOfUnknownLengthHasOneScore) {
  const LeafResult result = evaluated("4k/K4/5/5/n2R1 w - - 0 1", WdlTables());
  EXPECT_EQ(result.state, NodeState::searched);
  ASSERT_FALSE(result.candidates.empty());
  EXPECT_EQ(result.candidates[0].score, kTableWin);
}

TEST(BookTables, WithoutDistancesTheBookSaysWonAndProved) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 60);
  job.settings.starts = {"4k/K4/5/5/n2R1 w - - 0 1"};
  const WdlTables tables;
  must_build<fragments>(job, search_evaluator<fragments>({2000, 3}, &tables));
  const auto book = must_open<fragments>(job.out);
  EXPECT_EQ(verify_book(book).faults, 0u);
  const auto best = book.probe(*Position<fragments>::from_fen(job.settings.starts[0]));
  ASSERT_TRUE(best);
  EXPECT_EQ(best->entry.score, kTableWin);
  EXPECT_EQ(best->entry.proof, Proof::win);
  EXPECT_FALSE(best->entry.from_table);
  int from_tables = 0;
  for (std::uint64_t i = 0; i < book.file().positions(); ++i) {
    const BookEntry entry = book.file().at(i);
    const int size = std::abs(entry.score);
    EXPECT_FALSE(size < kTableWin && size > 20000) << entry.score;
    if (!entry.from_table) continue;
    ++from_tables;
    EXPECT_EQ(entry.proof, entry.score == kTableWin ? Proof::win : entry.score == 0 ? Proof::draw : Proof::loss);
    EXPECT_TRUE(size == kTableWin || size == 0) << entry.score;
  }
  EXPECT_GT(from_tables, 0);
  const std::string text = test::dumped(book, dump_text);
  EXPECT_THAT(text, testing::HasSubstr("score win for White"));
  EXPECT_THAT(text, testing::HasSubstr("score loss for Black"));
  EXPECT_THAT(text, testing::Not(testing::HasSubstr("315.")));
}

TEST(BookTables, WhatIsProvedToWinIsPlayedThatWay) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 60);
  job.settings.starts = {"4k/K4/5/5/n2R1 w - - 0 1"};
  const WdlTables tables;
  must_build<fragments>(job, search_evaluator<fragments>({2000, 3}, &tables));
  const BookTree tree = *book_tree(must_open<fragments>(job.out), TreeOptions{});
  int wins = 0;
  for (const TreeNode& node : tree.nodes)
    for (const TreeMove& move : node.moves) {
      if (!move.played || node.entry.from_table || node.entry.proof != Proof::win) continue;
      ++wins;
      ASSERT_GE(move.child, 0) << node.fen << ' ' << move.san;
      EXPECT_EQ(tree.nodes[static_cast<std::size_t>(move.child)].entry.proof, Proof::loss) << node.fen;
    }
  EXPECT_GT(wins, 1);
}

TEST(BookEntries, AMoveThatIsNotLegalIsRefused) {
  const auto start = Position<fragments>::start();
  BookEntry entry;
  entry.key = start.key();
  entry.move_index = static_cast<std::uint16_t>(start.legal_moves().size());
  const BookHeader header{"fragments", fingerprint(fragments), BookSide::both, "test", "", {}};
  const auto book =
      Book<fragments>::from_file(BookFile::from_bytes(*encode_book(header, {entry}), "book").value(), "book");
  ASSERT_TRUE(book);
  EXPECT_TRUE(book->file().find(start.key()));
  EXPECT_FALSE(book->probe(start));
  EXPECT_GT(verify_book(*book).faults, 0u);
}

}  // namespace
}  // namespace bookends
