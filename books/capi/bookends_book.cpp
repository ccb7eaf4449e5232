#include "books/capi/bookends_book.h"

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>

#include "books/capi/common.h"
#include "books/probe/known_moves.h"
#include "books/probe/open.h"
#include "core/notation/move_text.h"
#include "core/position/board_sets.h"

struct bookends_book {
  const bookends::Rules* rules;
  std::string kinds;
  std::unique_ptr<const bookends::BookSource> source;  // a BookProbe of the game of these rules
};

namespace {

using bookends::BoardSets;
using bookends::BookEntry;
using bookends::BookProbe;
using bookends::BookSource;
using bookends::Color;
using bookends::Kind;
using bookends::KnownMove;
using bookends::Position;
using bookends::Result;
using bookends::Rules;
using bookends::capi::copy_text;
using bookends::capi::guarded;
using bookends::capi::Message;
using bookends::capi::status_of;

Result<bookends_book*> open_book(const char* path) {
  Result<std::unique_ptr<const BookSource>> source = bookends::open_any_book(path);
  if (!source) return source.error();
  const Rules* rules = bookends::find_game((*source)->header().game).value();
  std::string kinds;
  for (const Kind k : bookends::kAllKinds) kinds += rules->piece(k).absent() ? '.' : rules->piece(k).letter;
  return new bookends_book{rules, std::move(kinds), std::move(*source)};
}

template <const Rules& R>
const BookProbe<R>& probe_of(const bookends_book& book) {
  return static_cast<const BookProbe<R>&>(*book.source);
}

bookends_book_entry exported(const BookEntry& entry) {
  bookends_book_entry out{};
  out.key = entry.key;
  out.score = entry.score;
  out.move_index = entry.move_index;
  out.depth = entry.depth;
  out.proof = static_cast<std::uint8_t>(entry.proof);
  out.from_table = entry.from_table ? 1 : 0;
  out.manual = entry.manual ? 1 : 0;
  return out;
}

// The position that a caller means, by a FEN or by a board.
template <const Rules& R>
Result<Position<R>> position_of(const char* fen) {
  return Position<R>::from_fen(fen);
}
template <const Rules& R>
Result<Position<R>> position_of(const bookends_book_board* board) {
  BoardSets sets{.colors = {},
                 .kinds = {},
                 .turn = board->black_to_move != 0 ? Color::black : Color::white,
                 .en_passant = board->en_passant,
                 .castling = board->castling,
                 .halfmove_clock = board->halfmove_clock,
                 .count_limit = board->count_limit,
                 .count_plies = board->count_plies};
  sets.colors[bookends::slot(Color::white)] = board->white;
  sets.colors[bookends::slot(Color::black)] = board->black;
  std::ranges::copy(board->kinds, sets.kinds.begin());
  return bookends::position_of_sets<R>(sets);
}

template <const Rules& R>
bookends_book_status probe(const bookends_book& book, const Result<Position<R>>& position, bookends_book_entry& out) {
  if (!position) return status_of(position.error());
  const auto answer = probe_of<R>(book).probe(*position);
  if (!answer) return BOOKENDS_BOOK_NOT_FOUND;
  out = exported(answer->entry);
  copy_text(bookends::format_uci(R, answer->move), out.move, sizeof out.move);
  return BOOKENDS_BOOK_OK;
}

template <const Rules& R>
bookends_book_move exported(const Position<R>& position, const KnownMove& move) {
  bookends_book_move out{};
  copy_text(bookends::format_uci(R, move.move), out.uci, sizeof out.uci);
  copy_text(bookends::format_san(position, move.move), out.san, sizeof out.san);
  out.score = move.score.value_or(0);
  out.has_score = move.score ? 1 : 0;
  out.depth = static_cast<std::uint8_t>(std::min(move.depth, 255));
  out.proof = static_cast<std::uint8_t>(move.proof);
  out.is_own = move.own ? 1 : 0;
  if (!move.played) return out;
  out.games = move.played->games;
  out.wins = move.played->wins;
  out.draws = move.played->draws;
  out.losses = move.played->losses;
  out.rated = move.played->rated;
  out.rating = move.played->rating;
  out.year = move.played->year;
  out.weight = move.played->weight;
  out.learned = move.played->learned;
  return out;
}

template <const Rules& R>
bookends_book_status list_moves(const bookends_book& book, const Result<Position<R>>& position, bookends_book_move* out,
                                size_t capacity, size_t& count) {
  if (!position) return status_of(position.error());
  const std::vector<KnownMove> moves = bookends::known_moves(probe_of<R>(book), *position);
  if (moves.empty()) return BOOKENDS_BOOK_NOT_FOUND;
  for (std::size_t i = 0; i < std::min(moves.size(), capacity); ++i) out[i] = exported(*position, moves[i]);
  count = moves.size();
  return BOOKENDS_BOOK_OK;
}

template <const Rules& R>
bookends_book_status position_after(const char* fen, const char* move, char* after, std::size_t size) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  if (!position) return status_of(position.error());
  const Result<bookends::Move> played = bookends::parse_uci(*position, move);
  if (!played) return status_of(played.error());
  const std::string text = position->after(*played).fen();
  if (text.size() >= size) return BOOKENDS_BOOK_INVALID_ARGUMENT;
  copy_text(text, after, size);
  return BOOKENDS_BOOK_OK;
}

// What is wrong with a FEN, or with a move there; of no move nothing is asked.
template <const Rules& R>
bookends_book_status explain(const char* fen, const char* move, Message& message) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  if (!position) return message.fail(position.error());
  if (move == nullptr) return BOOKENDS_BOOK_OK;
  const Result<bookends::Move> played = bookends::parse_uci(*position, move);
  return played ? BOOKENDS_BOOK_OK : message.fail(played.error());
}

// The functions that take a position, for both kinds of where it stands.
template <class Where>
bookends_book_status key_at(const bookends_book* book, const Where* where, uint64_t* key) {
  if (book == nullptr || where == nullptr || key == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
  return guarded([&] {
    return bookends::with_game(*book->rules, [&]<const Rules & R>() {
      const Result<Position<R>> position = position_of<R>(where);
      if (!position) return status_of(position.error());
      *key = position->key();
      return BOOKENDS_BOOK_OK;
    });
  });
}

template <class Where>
bookends_book_status probe_at(const bookends_book* book, const Where* where, bookends_book_entry* entry) {
  if (book == nullptr || where == nullptr || entry == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
  return guarded([&] {
    return bookends::with_game(*book->rules,
                               [&]<const Rules & R>() { return probe<R>(*book, position_of<R>(where), *entry); });
  });
}

template <class Where>
bookends_book_status moves_at(const bookends_book* book, const Where* where, bookends_book_move* moves, size_t capacity,
                              size_t* count) {
  if (book == nullptr || where == nullptr || count == nullptr || (moves == nullptr && capacity > 0))
    return BOOKENDS_BOOK_INVALID_ARGUMENT;
  std::size_t known = 0;
  const bookends_book_status status = guarded([&] {
    return bookends::with_game(*book->rules, [&]<const Rules & R>() {
      return list_moves<R>(*book, position_of<R>(where), moves, capacity, known);
    });
  });
  if (status == BOOKENDS_BOOK_OK) *count = known;
  return status;
}

}  // namespace

extern "C" {

int bookends_book_api_version(void) { return BOOKENDS_BOOK_API_VERSION; }

bookends_book_status bookends_book_open(const char* path, bookends_book** book, char* message, size_t message_size) {
  Message said(message, message_size);
  return said.close(guarded([&] {
    if (path == nullptr || book == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
    const Result<bookends_book*> opened = open_book(path);
    if (!opened) return said.fail(opened.error());
    *book = *opened;
    return BOOKENDS_BOOK_OK;
  }));
}

void bookends_book_close(bookends_book* book) { delete book; }

uint64_t bookends_book_positions(const bookends_book* book) { return book == nullptr ? 0 : book->source->positions(); }

const char* bookends_book_game(const bookends_book* book) {
  return book == nullptr ? "" : book->source->header().game.c_str();
}

bookends_book_side bookends_book_side_of(const bookends_book* book) {
  if (book == nullptr) return BOOKENDS_BOOK_BOTH;
  switch (book->source->header().side) {
    case bookends::BookSide::white:
      return BOOKENDS_BOOK_WHITE;
    case bookends::BookSide::black:
      return BOOKENDS_BOOK_BLACK;
    case bookends::BookSide::both:
      break;
  }
  return BOOKENDS_BOOK_BOTH;
}

size_t bookends_book_start_count(const bookends_book* book) {
  return book == nullptr ? 0 : book->source->header().starts.size();
}

const char* bookends_book_start(const bookends_book* book, size_t index) {
  if (index >= bookends_book_start_count(book)) return nullptr;
  return book->source->header().starts[index].c_str();
}

const char* bookends_book_kinds(const bookends_book* book) { return book == nullptr ? "" : book->kinds.c_str(); }

bookends_book_status bookends_book_key(const bookends_book* book, const char* fen, uint64_t* key) {
  return key_at(book, fen, key);
}
bookends_book_status bookends_book_board_key(const bookends_book* book, const bookends_book_board* board,
                                             uint64_t* key) {
  return key_at(book, board, key);
}

bookends_book_status bookends_book_probe_fen(const bookends_book* book, const char* fen, bookends_book_entry* entry) {
  return probe_at(book, fen, entry);
}
bookends_book_status bookends_book_probe_board(const bookends_book* book, const bookends_book_board* board,
                                               bookends_book_entry* entry) {
  return probe_at(book, board, entry);
}

bookends_book_status bookends_book_moves(const bookends_book* book, const char* fen, bookends_book_move* moves,
                                         size_t capacity, size_t* count) {
  return moves_at(book, fen, moves, capacity, count);
}
bookends_book_status bookends_book_moves_board(const bookends_book* book, const bookends_book_board* board,
                                               bookends_book_move* moves, size_t capacity, size_t* count) {
  return moves_at(book, board, moves, capacity, count);
}

bookends_book_status bookends_book_probe_key(const bookends_book* book, uint64_t key, bookends_book_entry* entry) {
  if (book == nullptr || entry == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
  const auto found = book->source->find(key);
  if (!found) return BOOKENDS_BOOK_NOT_FOUND;
  *entry = exported(*found);
  return BOOKENDS_BOOK_OK;
}

bookends_book_status bookends_book_after(const bookends_book* book, const char* fen, const char* move, char* after,
                                         size_t size) {
  if (book == nullptr || fen == nullptr || move == nullptr || after == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
  return guarded([&] {
    return bookends::with_game(*book->rules,
                               [&]<const Rules & R>() { return position_after<R>(fen, move, after, size); });
  });
}

bookends_book_status bookends_book_explain(const bookends_book* book, const char* fen, const char* move, char* message,
                                           size_t message_size) {
  Message said(message, message_size);
  return said.close(guarded([&] {
    if (book == nullptr || fen == nullptr) return BOOKENDS_BOOK_INVALID_ARGUMENT;
    return bookends::with_game(*book->rules, [&]<const Rules & R>() { return explain<R>(fen, move, said); });
  }));
}

const char* bookends_book_remark(const bookends_book* book, uint64_t key) {
  if (book == nullptr) return nullptr;
  const std::string_view remark = book->source->remark(key);
  return remark.empty() ? nullptr : remark.data();  // it ends in a zero byte
}

const char* bookends_book_status_text(bookends_book_status status) {
  switch (status) {
    case BOOKENDS_BOOK_OK:
      return "ok";
    case BOOKENDS_BOOK_NOT_FOUND:
      return "not found";
    case BOOKENDS_BOOK_CORRUPT:
      return "the file is corrupt";
    case BOOKENDS_BOOK_UNSUPPORTED:
      return "a format, game or rules this library does not have";
    case BOOKENDS_BOOK_INVALID_ARGUMENT:
      return "invalid argument";
    case BOOKENDS_BOOK_IO:
      return "input or output failed";
    case BOOKENDS_BOOK_NO_MEMORY:
      return "out of memory";
  }
  return "unknown status";
}

}  // extern "C"
