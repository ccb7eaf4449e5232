// Certificates as C programs ask them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>

#include "books/capi/bookends_book.h"
#include "books/proof/proved.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using testing::HasSubstr;

const std::string kWon = std::string(BOOKENDS_SOURCE_DIR) + "/books/proofs/fragments-start1-b2b3.proof";

struct Close {
  void operator()(bookends_book_certificate* certificate) const { bookends_book_certificate_close(certificate); }
};
using Opened = std::unique_ptr<bookends_book_certificate, Close>;

class CCertificate : public testing::Test {
 protected:
  static Opened open(const std::string& path) {
    bookends_book_certificate* opened = nullptr;
    std::array<char, 200> message{};
    EXPECT_EQ(bookends_book_certificate_open(path.c_str(), &opened, message.data(), message.size()), BOOKENDS_BOOK_OK)
        << message.data();
    return Opened(opened);
  }

  bookends_book_status ask(const std::string& fen) {
    return bookends_book_certificate_probe(won_.get(), fen.c_str(), &plies_, moves_.data(), moves_.size(), &count_,
                                           message_.data(), message_.size());
  }

  const Opened won_ = open(kWon);
  std::array<bookends_book_proved_move, 64> moves_{};
  std::array<char, 200> message_{};
  std::int32_t plies_ = -1;
  std::size_t count_ = 0;
};

TEST_F(CCertificate, SaysWhatItClaims) {
  const ProofIndex index = ProofIndex::open(kWon).value();
  bookends_book_claim claim{};
  ASSERT_EQ(bookends_book_certificate_claim(won_.get(), &claim), BOOKENDS_BOOK_OK);
  EXPECT_STREQ(bookends_book_certificate_game(won_.get()), "fragments");
  EXPECT_EQ(bookends_book_certificate_start(won_.get()), index.header().root);
  EXPECT_EQ(claim.records, index.size());
  EXPECT_EQ(claim.attacker, BOOKENDS_BOOK_BLACK);
  EXPECT_EQ(claim.aim, BOOKENDS_BOOK_TO_WIN);
  EXPECT_EQ(claim.plies, index.header().distance);
  EXPECT_EQ(claim.table_men, index.header().table_men);
}

// Along the main line, at either side's turn.
TEST_F(CCertificate, SaysWhatTheProofSays) {
  const ProofIndex index = ProofIndex::open(kWon).value();
  const ProofProbe<fragments> probe(index, nullptr);
  auto position = Position<fragments>::from_fen(bookends_book_certificate_start(won_.get())).value();
  bool led_out = false;
  for (int ply = 0; ply < 8; ++ply) {
    const auto proved = probe.position(position);
    ASSERT_TRUE(proved && *proved);
    ASSERT_EQ(ask(position.fen()), BOOKENDS_BOOK_OK);
    EXPECT_EQ(plies_, (*proved)->plies);
    ASSERT_EQ(count_, (*proved)->moves.size());
    for (std::size_t i = 0; i < count_; ++i) {
      const ProvedMove& wanted = (*proved)->moves[i];
      EXPECT_EQ(moves_[i].uci, format_uci(fragments, wanted.move));
      EXPECT_EQ(moves_[i].san, format_san(position, wanted.move));
      EXPECT_EQ(std::tuple(moves_[i].by, moves_[i].plies, moves_[i].is_own),
                std::tuple(static_cast<int>(wanted.by), wanted.plies, wanted.own ? 1 : 0));
      EXPECT_EQ(moves_[i].out_uci, wanted.out ? format_uci(fragments, wanted.out) : "");
      led_out |= moves_[i].out_san[0] != 0;
    }
    position.play((*proved)->moves.front().move);
  }
  EXPECT_TRUE(led_out);
}

TEST_F(CCertificate, CountsMovesBeyondTheCapacity) {
  const std::string start = bookends_book_certificate_start(won_.get());
  ASSERT_EQ(bookends_book_certificate_probe(won_.get(), start.c_str(), &plies_, nullptr, 0, &count_, nullptr, 0),
            BOOKENDS_BOOK_OK);
  EXPECT_GT(count_, 1u);
  moves_[1].uci[0] = '?';
  ASSERT_EQ(bookends_book_certificate_probe(won_.get(), start.c_str(), &plies_, moves_.data(), 1, &count_, nullptr, 0),
            BOOKENDS_BOOK_OK);
  EXPECT_GE(std::string(moves_[0].uci).size(), 4u);
  EXPECT_EQ(moves_[1].uci[0], '?');
}

TEST_F(CCertificate, SaysWhatIsWrong) {
  EXPECT_EQ(ask("4k/5/2K2/5/R4 w - - 0 1"), BOOKENDS_BOOK_NOT_FOUND);
  EXPECT_EQ(ask("no position"), BOOKENDS_BOOK_INVALID_ARGUMENT);
  EXPECT_THAT(message_.data(), HasSubstr("FEN"));
  EXPECT_EQ(plies_, -1);
  EXPECT_EQ(bookends_book_certificate_probe(nullptr, "", &plies_, nullptr, 0, &count_, nullptr, 0),
            BOOKENDS_BOOK_INVALID_ARGUMENT);
  EXPECT_EQ(bookends_book_certificate_probe(won_.get(), "", &plies_, nullptr, 1, &count_, nullptr, 0),
            BOOKENDS_BOOK_INVALID_ARGUMENT);
  EXPECT_EQ(bookends_book_certificate_claim(won_.get(), nullptr), BOOKENDS_BOOK_INVALID_ARGUMENT);
  EXPECT_STREQ(bookends_book_certificate_game(nullptr), "");
  EXPECT_STREQ(bookends_book_certificate_start(nullptr), "");
  bookends_book_certificate_close(nullptr);
}

TEST_F(CCertificate, OfADamagedFileIsRefused) {
  const test::TemporaryFolder folder;
  const std::string damaged = folder / "damaged.proof", missing = folder / "missing.proof";
  auto bytes = read_file(kWon).value();
  bytes[bytes.size() / 2] ^= std::byte{1};
  ASSERT_TRUE(write_file(damaged, bytes));
  bookends_book_certificate* opened = nullptr;
  const auto open_this = [&](const std::string& path) {
    return bookends_book_certificate_open(path.c_str(), &opened, message_.data(), message_.size());
  };
  EXPECT_EQ(open_this(damaged), BOOKENDS_BOOK_CORRUPT);
  EXPECT_THAT(message_.data(), HasSubstr("damaged.proof"));
  EXPECT_EQ(open_this(missing), BOOKENDS_BOOK_NOT_FOUND);
  EXPECT_EQ(bookends_book_certificate_open(nullptr, &opened, message_.data(), message_.size()),
            BOOKENDS_BOOK_INVALID_ARGUMENT);
  EXPECT_STREQ(message_.data(), bookends_book_status_text(BOOKENDS_BOOK_INVALID_ARGUMENT));
  EXPECT_EQ(opened, nullptr);
}

}  // namespace
}  // namespace bookends
