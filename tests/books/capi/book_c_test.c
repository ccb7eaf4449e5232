/* Uses the shared library as a C program would. Returns 0, or the line of the first check that failed. */
#include <stdio.h>
#include <string.h>

#include "books/capi/bookends_book.h"

#define CHECK(condition)               \
  do {                                 \
    if (!(condition)) return __LINE__; \
  } while (0)

static int check_probes(const bookends_book* book, const char* start) {
  bookends_book_entry by_fen, by_key;
  uint64_t key = 0;
  CHECK(bookends_book_probe_fen(book, start, &by_fen) == BOOKENDS_BOOK_OK);
  CHECK(strlen(by_fen.move) >= 4);
  CHECK(by_fen.depth > 0);
  CHECK(bookends_book_key(book, start, &key) == BOOKENDS_BOOK_OK);
  CHECK(key == by_fen.key);
  CHECK(bookends_book_probe_key(book, key, &by_key) == BOOKENDS_BOOK_OK);
  CHECK(by_key.move_index == by_fen.move_index && by_key.score == by_fen.score && by_key.depth == by_fen.depth);
  CHECK(by_key.move[0] == 0);
  CHECK(bookends_book_probe_key(book, key ^ 0x8000000000000001u, &by_key) == BOOKENDS_BOOK_NOT_FOUND);
  CHECK(bookends_book_probe_fen(book, "4k/5/2K2/5/R4 w - - 0 1", &by_fen) == BOOKENDS_BOOK_NOT_FOUND);
  CHECK(bookends_book_probe_fen(book, "no position", &by_fen) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_probe_fen(book, NULL, &by_fen) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_probe_fen(NULL, start, &by_fen) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_key(book, "4k/5/2K2/5/R4 x - - 0 1", &key) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  return 0;
}

static int check_moves(const bookends_book* book, const char* start) {
  bookends_book_move moves[64];
  bookends_book_entry entry;
  size_t count = 0, i;
  CHECK(bookends_book_probe_fen(book, start, &entry) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_moves(book, start, NULL, 0, &count) == BOOKENDS_BOOK_OK);
  CHECK(count > 1 && count <= 64);
  CHECK(bookends_book_moves(book, start, moves, 64, &count) == BOOKENDS_BOOK_OK);
  CHECK(strcmp(moves[0].uci, entry.move) == 0 && moves[0].is_own == 1);
  CHECK(moves[0].score == entry.score && moves[0].depth == entry.depth && moves[0].proof == entry.proof);
  for (i = 1; i < count; ++i) {
    CHECK(moves[i].is_own == 0 && moves[i].has_score == 1 && moves[i].games == 0);
    CHECK(i == 1 || moves[i].score <= moves[i - 1].score);
  }
  count = 7;
  CHECK(bookends_book_moves(book, "4k/5/2K2/5/R4 w - - 0 1", moves, 64, &count) == BOOKENDS_BOOK_NOT_FOUND);
  CHECK(bookends_book_moves(book, "no position", moves, 64, &count) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_moves(book, start, NULL, 1, &count) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_moves(book, NULL, moves, 64, &count) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_moves(NULL, start, moves, 64, &count) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_moves(book, start, moves, 64, NULL) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(count == 7);
  return 0;
}

static int check_after(const bookends_book* book, const char* start) {
  const char* taken = "4k/5/5/1p3/N3K b - - 0 3";
  char fen[BOOKENDS_BOOK_FEN_SIZE], again[BOOKENDS_BOOK_FEN_SIZE];
  bookends_book_entry entry;
  uint64_t key, other;
  CHECK(bookends_book_probe_fen(book, start, &entry) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_after(book, start, entry.move, fen, sizeof fen) == BOOKENDS_BOOK_OK);
  CHECK(strstr(fen, " b ") != NULL);
  CHECK(bookends_book_key(book, start, &key) == BOOKENDS_BOOK_OK && bookends_book_key(book, fen, &other) == 0);
  CHECK(key != other);
  CHECK(bookends_book_after(book, taken, "b2a1q", fen, sizeof fen) == BOOKENDS_BOOK_OK);
  CHECK(strcmp(fen, "4k/5/5/5/q3K w - - 0 4") == 0);
  CHECK(bookends_book_after(book, taken, "b2a1q", again, strlen(fen) + 1) == BOOKENDS_BOOK_OK);
  CHECK(strcmp(fen, again) == 0);
  CHECK(bookends_book_after(book, taken, "b2a1q", again, strlen(fen)) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_after(book, taken, "b2c1q", again, sizeof again) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_after(book, taken, "none", again, sizeof again) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_after(book, "no position", "b2a1q", again, sizeof again) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_after(book, NULL, "b2a1q", again, sizeof again) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_after(book, taken, NULL, again, sizeof again) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_after(book, taken, "b2a1q", NULL, sizeof again) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_after(NULL, taken, "b2a1q", again, sizeof again) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(strcmp(fen, again) == 0);
  return 0;
}

static int check_explanations(const bookends_book* book, const char* start) {
  char message[200] = "";
  bookends_book_entry entry;
  CHECK(bookends_book_probe_fen(book, start, &entry) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_explain(book, start, NULL, message, sizeof message) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_explain(book, start, entry.move, message, sizeof message) == BOOKENDS_BOOK_OK);
  CHECK(message[0] == 0);
  CHECK(bookends_book_explain(book, "4k/5/5/5 w", NULL, message, sizeof message) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(strstr(message, "FEN") != NULL);
  CHECK(bookends_book_explain(book, start, "e5e4q", message, sizeof message) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(strstr(message, "e5e4q") != NULL);
  CHECK(bookends_book_explain(book, "4k/5/5/5 w", NULL, NULL, 0) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_explain(NULL, start, NULL, message, sizeof message) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_explain(book, NULL, NULL, message, sizeof message) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  return 0;
}

/* Of a game on five files, without rights. */
static bookends_book_board board_of(const bookends_book* book, const char* fen) {
  const char* kinds = bookends_book_kinds(book);
  bookends_book_board board;
  int square = 20; /* the first of the upper rank */
  memset(&board, 0, sizeof board);
  for (; *fen != ' '; fen++) {
    if (*fen == '/') {
      square -= 10;
    } else if (*fen >= '1' && *fen <= '5') {
      square += *fen - '0';
    } else {
      const int black = *fen >= 'a';
      const uint64_t man = (uint64_t)1 << square++;
      *(black ? &board.black : &board.white) |= man;
      board.kinds[strchr(kinds, black ? *fen - 'a' + 'A' : *fen) - kinds] |= man;
    }
  }
  board.black_to_move = fen[1] == 'b';
  return board;
}

/* A board says the same as the FEN. */
static int check_boards(const bookends_book* book, const char* start) {
  bookends_book_board board = board_of(book, start);
  bookends_book_entry entry, by_fen;
  bookends_book_move moves[64], of_fen[64];
  uint64_t key, fen_key;
  size_t count = 0, fen_count = 0;
  memset(moves, 0, sizeof moves);
  memset(of_fen, 0, sizeof of_fen);
  CHECK(bookends_book_board_key(book, &board, &key) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_key(book, start, &fen_key) == BOOKENDS_BOOK_OK && key == fen_key);
  CHECK(bookends_book_probe_board(book, &board, &entry) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_probe_fen(book, start, &by_fen) == BOOKENDS_BOOK_OK);
  CHECK(entry.key == by_fen.key && strcmp(entry.move, by_fen.move) == 0 && entry.score == by_fen.score);
  CHECK(bookends_book_moves_board(book, &board, moves, 64, &count) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_moves(book, start, of_fen, 64, &fen_count) == BOOKENDS_BOOK_OK);
  CHECK(count == fen_count && memcmp(moves, of_fen, sizeof moves) == 0);
  board.halfmove_clock = -1;
  CHECK(bookends_book_board_key(book, &board, &key) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  board.halfmove_clock = 0;
  board.black |= board.white;
  CHECK(bookends_book_probe_board(book, &board, &entry) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  memset(&board, 0, sizeof board);
  CHECK(bookends_book_moves_board(book, &board, moves, 64, &count) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_probe_board(book, NULL, &entry) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(bookends_book_probe_board(NULL, &board, &entry) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(strcmp(bookends_book_kinds(NULL), "") == 0);
  return 0;
}

static int check_remarks(const bookends_book* book) {
  bookends_book_entry entry;
  CHECK(bookends_book_probe_fen(book, bookends_book_start(book, 0), &entry) == BOOKENDS_BOOK_OK);
  CHECK(entry.manual == 1);
  CHECK(strcmp(bookends_book_remark(book, entry.key), "gr\303\274n") == 0);
  CHECK(bookends_book_probe_fen(book, bookends_book_start(book, 1), &entry) == BOOKENDS_BOOK_OK);
  CHECK(entry.manual == 0);
  CHECK(bookends_book_remark(book, entry.key) == NULL);
  CHECK(bookends_book_remark(NULL, entry.key) == NULL);
  return 0;
}

int check_book_from_c(const char* good, const char* damaged, const char* missing, uint64_t positions) {
  bookends_book* book = NULL;
  char message[200] = "";
  char small[8] = "";
  int line;
  CHECK(bookends_book_api_version() == BOOKENDS_BOOK_API_VERSION);
  CHECK(bookends_book_open(missing, &book, message, sizeof message) == BOOKENDS_BOOK_NOT_FOUND);
  CHECK(book == NULL && strstr(message, missing) != NULL);
  CHECK(bookends_book_open(missing, &book, NULL, 0) == BOOKENDS_BOOK_NOT_FOUND);
  CHECK(bookends_book_open(missing, &book, small, sizeof small) == BOOKENDS_BOOK_NOT_FOUND);
  CHECK(strlen(small) == sizeof small - 1);
  CHECK(bookends_book_open(damaged, &book, message, sizeof message) == BOOKENDS_BOOK_CORRUPT);
  CHECK(bookends_book_open(good, NULL, message, sizeof message) == BOOKENDS_BOOK_INVALID_ARGUMENT);
  CHECK(strcmp(message, bookends_book_status_text(BOOKENDS_BOOK_INVALID_ARGUMENT)) == 0);
  CHECK(bookends_book_open(good, &book, message, sizeof message) == BOOKENDS_BOOK_OK);
  CHECK(bookends_book_positions(book) == positions);
  CHECK(strcmp(bookends_book_game(book), "fragments") == 0);
  CHECK(bookends_book_side_of(book) == BOOKENDS_BOOK_BOTH);
  CHECK(bookends_book_side_of(NULL) == BOOKENDS_BOOK_BOTH);
  CHECK(bookends_book_start_count(book) == 2);
  CHECK(bookends_book_start(book, 2) == NULL);
  line = check_remarks(book);
  if (line == 0) line = check_probes(book, bookends_book_start(book, 0));
  if (line == 0) line = check_probes(book, bookends_book_start(book, 1));
  if (line == 0) line = check_moves(book, bookends_book_start(book, 0));
  if (line == 0) line = check_moves(book, bookends_book_start(book, 1));
  if (line == 0) line = check_after(book, bookends_book_start(book, 0));
  if (line == 0) line = check_explanations(book, bookends_book_start(book, 0));
  if (line == 0) line = check_boards(book, bookends_book_start(book, 0));
  if (line == 0) line = check_boards(book, bookends_book_start(book, 1));
  bookends_book_close(book);
  bookends_book_close(NULL);
  CHECK(strcmp(bookends_book_status_text(BOOKENDS_BOOK_CORRUPT), bookends_book_status_text(BOOKENDS_BOOK_IO)) != 0);
  return line;
}
