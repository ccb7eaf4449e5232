// Polyglot books that are played from as they are.
#include "books/probe/polyglot_book.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "books/probe/known_moves.h"
#include "books/probe/open.h"
#include "tests/books/exchange/polyglot_support.h"
#include "tools/agent/player/book_choice.h"

namespace bookends {
namespace {

using games::chess;
using test::Bin;
using test::Chess;
using testing::ElementsAre;
using testing::HasSubstr;

PolyglotBook<chess> book_of(const Bin& entries) {
  return PolyglotBook<chess>(polyglot_entries(test::bytes_of_bin(entries), "a.bin").value());
}

Chess reached(const std::string& moves, const std::string& fen = std::string(chess.starts[0])) {
  Chess position = Chess::from_fen(fen).value();
  std::istringstream words(moves);
  for (std::string word; words >> word;) position.play(parse_uci(position, word).value());
  return position;
}

std::string played_in(const PolyglotBook<chess>& book, const Chess& position) {
  const auto answer = book.probe(position);
  if (!answer) return "";
  EXPECT_EQ(book_move(position, answer->entry.move_index), answer->move);
  return format_uci(chess, answer->move);
}

// By hand as the format's page has it: target file and rank, origin file and rank, promotion.
constexpr std::uint16_t coded(int to_file, int to_rank, int from_file, int from_rank, int promotion = 0) {
  return static_cast<std::uint16_t>(to_file | to_rank << 3 | from_file << 6 | from_rank << 9 | promotion << 12);
}
constexpr std::uint16_t kE2E4 = coded(4, 3, 4, 1), kD2D4 = coded(3, 3, 3, 1), kE2E5 = coded(4, 4, 4, 1);

TEST(PolyglotBook, PlaysTheHeaviestMoveThatIsLegal) {
  const Key start = 0x463b96181691fc9c;
  const auto book = book_of({{start, kE2E5, 9}, {start, kE2E4, 3}, {start, kD2D4, 5, 7}, {start + 1, kE2E4, 1}});
  EXPECT_EQ(book.positions(), 2u);
  EXPECT_EQ(played_in(book, Chess::start()), "d2d4");
  const auto entry = book.probe(Chess::start())->entry;
  EXPECT_FALSE(has_score(entry));
  EXPECT_EQ(entry.key, start);
  EXPECT_FALSE(book.find(start)) << "a key alone names no move";
  EXPECT_EQ(played_in(book, reached("e2e4")), "");
  const std::vector<KnownMove> moves = known_moves(book, Chess::start());
  ASSERT_EQ(moves.size(), 2u);
  EXPECT_EQ(std::tuple(moves[0].own, moves[0].played->weight, moves[0].played->learned), std::tuple(true, 5, 7u));
  EXPECT_EQ(std::tuple(moves[1].own, moves[1].played->weight), std::tuple(false, 3));
}

TEST(PolyglotBook, DoesNotPlayAMoveWithoutWeight) {
  const Key start = 0x463b96181691fc9c, after_e4 = 0x823c9b50fd114196;
  const auto book = book_of({{start, kE2E4, 0}, {start, kD2D4, 0}, {after_e4, coded(4, 4, 4, 6), 1}});
  EXPECT_EQ(played_in(book, Chess::start()), "");
  EXPECT_EQ(played_in(book, reached("e2e4")), "e7e5");
}

// The published keys: after 1. e4 d5 2. e5 f5 the pawn may be taken, after 1. e4 no pawn stands beside the one that has
// gone two steps, whatever a FEN says.
TEST(PolyglotBook, HasEnPassantInTheKeyOnlyWhereAPawnCanTake) {
  const auto book = book_of({{0x22a48b5a8e47ff78, coded(5, 5, 4, 4), 1}, {0x823c9b50fd114196, coded(3, 4, 3, 6), 1}});
  EXPECT_EQ(played_in(book, reached("e2e4 d7d5 e4e5 f7f5")), "e5f6");
  EXPECT_EQ(played_in(book, reached("", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3")), "e5f6");
  EXPECT_EQ(played_in(book, reached("", "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq - 0 3")), "");
  for (const char* field : {"e3", "-"})
    EXPECT_EQ(played_in(book, reached("", std::string("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ") + field +
                                              " 0 1")),
              "d7d5");
}

TEST(PolyglotBook, CastlesWithTheKingOntoTheRookAndByTwoFiles) {
  const Chess both = reached("", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Chess black = reached("", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1");
  const auto plays = [](const Chess& position, std::uint16_t move) {
    return played_in(book_of({{position.key(), move, 1}}), position);
  };
  EXPECT_EQ(plays(both, coded(7, 0, 4, 0)), "e1g1");
  EXPECT_EQ(plays(both, coded(0, 0, 4, 0)), "e1c1");
  EXPECT_EQ(plays(both, coded(6, 0, 4, 0)), "e1g1");
  EXPECT_EQ(plays(black, coded(7, 7, 4, 7)), "e8g8");
  EXPECT_EQ(plays(black, coded(0, 7, 4, 7)), "e8c8");
  const Chess no_right = reached("", "r3k2r/8/8/8/8/8/8/R3K2R w Qkq - 0 1");
  EXPECT_EQ(plays(no_right, coded(7, 0, 4, 0)), "");
  const Chess rook = reached("", "k7/8/8/8/8/8/8/4R1K1 w - - 0 1");
  EXPECT_EQ(plays(rook, coded(7, 0, 4, 0)), "") << "a rook that jumps over its king";
  EXPECT_EQ(plays(rook, coded(5, 0, 4, 0)), "e1f1");
}

TEST(PolyglotBook, PromotesToWhatTheEntrySays) {
  const Chess position = reached("", "1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1");
  int promotion = 0;
  for (const char* move : {"", "a7a8n", "a7a8b", "a7a8r", "a7a8q"}) {
    const auto book = book_of({{position.key(), coded(0, 7, 0, 6, promotion), 1}});
    EXPECT_EQ(played_in(book, position), move);
    ++promotion;
  }
  EXPECT_EQ(played_in(book_of({{position.key(), coded(1, 7, 0, 6, 4), 1}}), position), "a7b8q");
}

// Whatever reads the same bytes has to say the same.
TEST(PolyglotBook, SaysWhatTheFileOfPolyglotSays) {
  ASSERT_TRUE(test::PolyglotProgram::is_there()) << "the package polyglot is missing";
  const auto games = test::dice_games(60, 80, 5);
  const auto bytes = test::PolyglotProgram().make_book(test::pgn_of(games));
  const Bin entries = test::bin_of(bytes);
  const PolyglotBook<chess> book(polyglot_entries(bytes, "a.bin").value());
  std::set<Key> asked;
  int castled = 0, promoted = 0;
  for (const test::DiceGame& game : games) {
    Chess position = Chess::start();
    for (const Move move : game.moves) {
      const auto first = std::ranges::find(entries, position.key(), &test::BinEntry::key);
      const auto answer = book.probe(position);
      ASSERT_EQ(answer.has_value(), first != entries.end()) << position.fen();
      if (answer) {
        const Move onto = onto_rook(position, answer->move);
        EXPECT_EQ(first->move, coded(onto.to() % 8, onto.to() / 8, onto.from() % 8, onto.from() / 8,
                                     static_cast<int>(onto.promotion())))
            << position.fen();
        castled += is_castling(position, answer->move);
        promoted += onto.promotion() != Kind::pawn;
        asked.insert(position.key());
      }
      position.play(move);
    }
  }
  EXPECT_EQ(asked.size(), book.positions());
  EXPECT_GT(castled, 0);
  EXPECT_GT(promoted, 0);
}

TEST(PolyglotBook, IsChosenFromAsAnyBook) {
  const Key start = 0x463b96181691fc9c, after_e4 = 0x823c9b50fd114196;
  const auto book = book_of({{start, kD2D4, 1}, {start, kE2E4, 3}, {after_e4, coded(4, 4, 4, 6), 1}});
  const Game<chess> game(Chess::start());
  const auto first = book_choices(book, game, {});
  ASSERT_EQ(first.moves.size(), 1u);
  EXPECT_EQ(format_uci(chess, first.moves.front().move), "e2e4");
  EXPECT_FALSE(first.moves.front().known);
  const auto all = book_choices(book, game, {0, 0, 0, ChooseBy::games});
  ASSERT_EQ(all.moves.size(), 2u);
  EXPECT_EQ(format_uci(chess, all.moves.front().move), "e2e4");
  EXPECT_NEAR(all.moves.front().share, 0.75, 1e-9);
  EXPECT_EQ(book_choices(book, game, {0, 1, 0}).exit, BookExit::shallow) << "there is no score";
}

class PolyglotBookFile : public testing::Test {
 protected:
  std::string write(std::span<const std::byte> bytes) const {
    EXPECT_TRUE(write_file(folder_ / "a.bin", bytes));
    return folder_ / "a.bin";
  }
  std::string refusal(std::span<const std::byte> bytes) const {
    const auto opened = open_any_book(write(bytes));
    return opened ? "opened" : opened.error().message.substr(std::string(folder_ / "a.bin").size());
  }

  test::TemporaryFolder folder_;
};

TEST_F(PolyglotBookFile, AreOpenedAsWhatTheyAre) {
  const std::string path = write(test::bytes_of_bin({{0x463b96181691fc9c, kE2E4, 1}}));
  const auto opened = open_any_book(path);
  ASSERT_TRUE(opened);
  EXPECT_EQ((*opened)->header().game, "chess");
  EXPECT_EQ((*opened)->header().side, BookSide::both);
  EXPECT_THAT((*opened)->header().starts, ElementsAre(std::string(chess.starts[0])));
  EXPECT_TRUE(open_book_of<chess>(path));
  const auto other = open_book_of<games::fragments>(path);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::unsupported);
  EXPECT_EQ(other.error().message, path + ": a Polyglot book, which is of chess, not of fragments");
}

TEST_F(PolyglotBookFile, ThatAreNoneAreRefused) {
  const Bin two{{1, kE2E4, 1}, {2, kE2E4, 1}}, unsorted{{2, kE2E4, 1}, {1, kE2E4, 1}}, idle{{1, kE2E4, 0}};
  auto cut = test::bytes_of_bin(two);
  cut.pop_back();
  EXPECT_EQ(refusal(cut), ": neither a book nor a Polyglot book, or damaged: its size is no multiple of 16 bytes");
  EXPECT_EQ(refusal(test::bytes_of_bin(unsorted)),
            ": neither a book nor a Polyglot book, or damaged: its keys do not ascend at byte 16");
  EXPECT_EQ(refusal(test::bytes_of_bin(idle)),
            ": neither a book nor a Polyglot book, or damaged: no move has a weight");
  EXPECT_THAT(refusal({}), HasSubstr("not a book"));
  EXPECT_EQ(refusal(as_bytes(std::string("BKPROOF1\0\1", 10))),
            ": the certificate of a proof, not a book; `bookends book import` makes a book of it");
  EXPECT_THAT(refusal(as_bytes("1. e4 e5 *\n[Eco]")), HasSubstr("`bookends book import` makes one of PGN"));
  EXPECT_EQ(open_any_book(folder_ / "missing.bin").error().code, ErrorCode::not_found);
}

}  // namespace
}  // namespace bookends
