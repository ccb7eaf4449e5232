// Certificates for C.
#include "books/capi/common.h"
#include "books/proof/proved.h"
#include "core/notation/move_text.h"

struct bookends_book_certificate {
  bookends::ProofIndex index;
};

namespace {

using bookends::Position;
using bookends::ProvedMove;
using bookends::Result;
using bookends::Rules;
using bookends::capi::copy_text;
using bookends::capi::Message;

template <const Rules& R>
bookends_book_proved_move exported(const Position<R>& position, const ProvedMove& move) {
  bookends_book_proved_move out{};
  copy_text(bookends::format_uci(R, move.move), out.uci, sizeof out.uci);
  copy_text(bookends::format_san(position, move.move), out.san, sizeof out.san);
  out.plies = move.plies;
  out.by = static_cast<std::uint8_t>(move.by);
  out.is_own = move.own ? 1 : 0;
  if (!move.out) return out;
  copy_text(bookends::format_uci(R, move.out), out.out_uci, sizeof out.out_uci);
  copy_text(bookends::format_san(position.after(move.move), move.out), out.out_san, sizeof out.out_san);
  return out;
}

struct Asked {
  int32_t plies = 0;
  std::size_t count = 0;
};

template <const Rules& R>
bookends_book_status ask(const bookends::ProofIndex& index, const char* fen, bookends_book_proved_move* moves,
                         std::size_t capacity, Asked& asked, Message& message) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  if (!position) return message.fail(position.error());
  const auto proved = bookends::ProofProbe<R>(index, nullptr).position(*position);
  if (!proved) return message.fail(proved.error());
  if (!*proved) return BOOKENDS_BOOK_NOT_FOUND;
  asked = {(*proved)->plies, (*proved)->moves.size()};
  for (std::size_t i = 0; i < std::min(asked.count, capacity); ++i) moves[i] = exported(*position, (*proved)->moves[i]);
  return BOOKENDS_BOOK_OK;
}

}  // namespace

extern "C" {

bookends_book_status bookends_book_certificate_open(const char* path, bookends_book_certificate** certificate,
                                                    char* message, size_t message_size) {
  Message said(message, message_size);
  return said.close(bookends::capi::guarded([&] {
    if (path == nullptr || certificate == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
    Result<bookends::ProofIndex> index = bookends::ProofIndex::open(path);
    if (!index) return said.fail(index.error());
    *certificate = new bookends_book_certificate{std::move(*index)};
    return BOOKENDS_BOOK_OK;
  }));
}

void bookends_book_certificate_close(bookends_book_certificate* certificate) { delete certificate; }

const char* bookends_book_certificate_game(const bookends_book_certificate* certificate) {
  return certificate == nullptr ? "" : certificate->index.header().game.c_str();
}

const char* bookends_book_certificate_start(const bookends_book_certificate* certificate) {
  return certificate == nullptr ? "" : certificate->index.header().root.c_str();
}

bookends_book_status bookends_book_certificate_claim(const bookends_book_certificate* certificate,
                                                     bookends_book_claim* claim) {
  if (certificate == nullptr || claim == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
  const bookends::CertificateHeader& header = certificate->index.header();
  claim->records = header.records;
  claim->attacker = header.attacker == bookends::Color::white ? BOOKENDS_BOOK_WHITE : BOOKENDS_BOOK_BLACK;
  claim->aim = header.aim == bookends::ProofAim::win ? BOOKENDS_BOOK_TO_WIN : BOOKENDS_BOOK_TO_HOLD;
  claim->plies = header.distance;
  claim->table_men = header.table_men;
  return BOOKENDS_BOOK_OK;
}

bookends_book_status bookends_book_certificate_probe(const bookends_book_certificate* certificate, const char* fen,
                                                     int32_t* plies, bookends_book_proved_move* moves, size_t capacity,
                                                     size_t* count, char* message, size_t message_size) {
  Message said(message, message_size);
  return said.close(bookends::capi::guarded([&] {
    if (certificate == nullptr || fen == nullptr || plies == nullptr || count == nullptr) {
      return BOOKENDS_BOOK_INVALID_ARGUMENT;
    }
    if (moves == nullptr && capacity > 0) return BOOKENDS_BOOK_INVALID_ARGUMENT;
    Asked asked;
    const bookends_book_status status = bookends::with_game(certificate->index.rules(), [&]<const Rules & R>() {
      return ask<R>(certificate->index, fen, moves, capacity, asked, said);
    });
    if (status == BOOKENDS_BOOK_OK) *plies = asked.plies, *count = asked.count;
    return status;
  }));
}

}  // extern "C"
