#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <memory>
#include <tuple>

#include "books/capi/bookends_book.h"
#include "books/edit/book_graph.h"
#include "books/probe/polyglot_entry.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "tests/books/exchange/polyglot_support.h"
#include "tests/books/probe/hand_book.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

extern "C" int check_book_from_c(const char* good, const char* damaged, const char* missing, std::uint64_t positions);

namespace bookends {
namespace {

TEST(CApi, WorksFromC) {
  const test::TemporaryFolder folder;
  const BuildJob job = test::small_job<games::fragments>(folder.path(), 100);
  Progress silent;
  ASSERT_TRUE((build_book<games::fragments>(job, test::dice<games::fragments>(), silent)));
  auto bytes = test::bytes_of(job.out);
  bytes[bytes.size() / 2] ^= std::byte{1};
  const std::string damaged = folder / "damaged", missing = folder / "missing";
  std::ofstream(damaged, std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  // A person has set the value of the first start and remarked on it.
  auto graph = graph_of(test::must_open<games::fragments>(job.out));
  ASSERT_TRUE(graph);
  graph->nodes[graph->starts[0]].entry.manual = true;
  graph->nodes[graph->starts[0]].remark = "gr\u00fcn";
  ASSERT_TRUE(write_file(job.out, *encode<games::fragments>(*graph)));
  const auto file = BookFile::open(job.out);
  ASSERT_TRUE(file);
  EXPECT_EQ(check_book_from_c(job.out.c_str(), damaged.c_str(), missing.c_str(), file->positions()), 0)
      << "the line of book_c_test.c that failed";
}

TEST(CApi, SaysWhoseBookItIs) {
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.book";
  for (const auto& [side, said] :
       {std::pair(BookSide::white, BOOKENDS_BOOK_WHITE), std::pair(BookSide::black, BOOKENDS_BOOK_BLACK)}) {
    BookGraph graph;
    graph.header = {"chess", fingerprint(games::chess), side, "test", "", {std::string(games::chess.starts[0])}};
    graph.nodes.push_back(node_of(Position<games::chess>::start()));
    graph.nodes[0].move = parse_uci(Position<games::chess>::start(), "e2e4").value();
    ASSERT_TRUE(relink<games::chess>(graph));
    ASSERT_TRUE(write_file(path, *encode<games::chess>(graph)));
    bookends_book* book = nullptr;
    ASSERT_EQ(bookends_book_open(path.c_str(), &book, nullptr, 0), BOOKENDS_BOOK_OK);
    EXPECT_EQ(bookends_book_side_of(book), said);
    bookends_book_close(book);
  }
}

struct CloseBook {
  void operator()(bookends_book* book) const { bookends_book_close(book); }
};

TEST(CApi, ListsWhatTheBookKnowsOfMoves) {
  using Pos = Position<games::fragments>;
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.book", start = Pos::start().fen();
  const auto bytes =
      test::HandBook()
          .say(Pos::start(), "d2d3", 50, 12)
          .played("d2d3", {.games = 52, .wins = 20, .draws = 11, .losses = 19})
          .played("b1c3", {.games = 7, .losses = 7, .rated = 6, .rating = 2410, .year = 2024, .weight = 3})
          .say(test::after(Pos::start(), "c2c3"), "b4b3", -30, 7)
          .bytes();
  ASSERT_TRUE(write_file(path, bytes));
  bookends_book* opened = nullptr;
  ASSERT_EQ(bookends_book_open(path.c_str(), &opened, nullptr, 0), BOOKENDS_BOOK_OK);
  const std::unique_ptr<bookends_book, CloseBook> book(opened);
  std::array<bookends_book_move, 8> moves{};
  std::size_t count = 0;
  ASSERT_EQ(bookends_book_moves(book.get(), start.c_str(), moves.data(), moves.size(), &count), BOOKENDS_BOOK_OK);
  ASSERT_EQ(count, 3u);
  const auto& [own, scored, played] = std::tie(moves[0], moves[1], moves[2]);
  EXPECT_STREQ(own.uci, "d2d3");
  EXPECT_STREQ(own.san, "d3");
  EXPECT_EQ(std::tuple(own.is_own, own.has_score, own.score, own.depth), std::tuple(1, 1, 50, 12));
  EXPECT_EQ(std::tuple(own.games, own.wins, own.draws, own.losses), std::tuple(52u, 20u, 11u, 19u));
  EXPECT_STREQ(scored.uci, "c2c3");
  EXPECT_EQ(std::tuple(scored.is_own, scored.has_score, scored.score, scored.games), std::tuple(0, 1, 30, 0u));
  EXPECT_STREQ(played.san, "Nc3");
  EXPECT_EQ(std::tuple(played.has_score, played.losses, played.rated), std::tuple(0, 7u, 6u));
  EXPECT_EQ(std::tuple(played.rating, played.year, played.weight), std::tuple(2410, 2024, 3));
  moves[1].uci[0] = 0;
  ASSERT_EQ(bookends_book_moves(book.get(), start.c_str(), moves.data(), 1, &count), BOOKENDS_BOOK_OK);
  EXPECT_EQ(count, 3u);
  EXPECT_STREQ(moves[1].uci, "") << "beyond the capacity";
}

// With the moves' weights, and without what such a file does not have.
TEST(CApi, OpensAPolyglotBook) {
  using Pos = Position<games::chess>;
  const test::TemporaryFolder folder;
  const std::string path = folder / "a.bin", start = Pos::start().fen();
  const auto move = [](const char* uci) { return polyglot::coded(Pos::start(), parse_uci(Pos::start(), uci).value()); };
  ASSERT_TRUE(write_file(
      path, test::bytes_of_bin({{Pos::start().key(), move("d2d4"), 3, 7}, {Pos::start().key(), move("g1f3"), 2}})));
  bookends_book* opened = nullptr;
  ASSERT_EQ(bookends_book_open(path.c_str(), &opened, nullptr, 0), BOOKENDS_BOOK_OK);
  const std::unique_ptr<bookends_book, CloseBook> book(opened);
  EXPECT_STREQ(bookends_book_game(book.get()), "chess");
  EXPECT_EQ(bookends_book_positions(book.get()), 1u);
  EXPECT_EQ(bookends_book_start_count(book.get()), 1u);
  bookends_book_entry entry{};
  ASSERT_EQ(bookends_book_probe_fen(book.get(), start.c_str(), &entry), BOOKENDS_BOOK_OK);
  EXPECT_STREQ(entry.move, "d2d4");
  EXPECT_EQ(std::tuple(entry.score, entry.depth, entry.proof), std::tuple(0, 0, 0));
  EXPECT_EQ(bookends_book_probe_key(book.get(), entry.key, &entry), BOOKENDS_BOOK_NOT_FOUND);
  EXPECT_EQ(bookends_book_remark(book.get(), entry.key), nullptr);
  std::array<bookends_book_move, 8> moves{};
  std::size_t count = 0;
  ASSERT_EQ(bookends_book_moves(book.get(), start.c_str(), moves.data(), moves.size(), &count), BOOKENDS_BOOK_OK);
  ASSERT_EQ(count, 2u);
  EXPECT_EQ(std::tuple(moves[0].weight, moves[0].learned, moves[0].is_own), std::tuple(3, 7u, 1));
  EXPECT_STREQ(moves[1].san, "Nf3");
  EXPECT_EQ(std::tuple(moves[1].weight, moves[1].has_score, moves[1].is_own), std::tuple(2, 0, 0));
}

}  // namespace
}  // namespace bookends
