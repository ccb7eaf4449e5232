/* The C interface, used from C, against a folder of fragments tables that holds KPvKP and what it leads to, and one of
 * chess that holds KRvK. */
#include <stdio.h>
#include <string.h>

#include "tablebases/capi/bookends_tables.h"

static int failures = 0;

#define CHECK(condition)                                                      \
  do {                                                                        \
    if (!(condition)) {                                                       \
      fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
      ++failures;                                                             \
    }                                                                         \
  } while (0)

static void test_fen(const bookends_tables* tables) {
  char error[200];
  bookends_tables_value value = {9, 9, 9, 9, 9};
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KQ3 w - - 0 1", BOOKENDS_TABLES_DTM, &value, error, sizeof error) ==
        BOOKENDS_TABLES_OK);
  CHECK(value.wdl == 1 && value.plies > 0 && value.plies % 2 == 1 && error[0] == '\0');
  CHECK(value.category == BOOKENDS_TABLES_WIN && value.dtz == -1 && value.dtz_rounded == 0);
  CHECK(strcmp(bookends_tables_category_name(value.category), "win") == 0);
  CHECK(strcmp(bookends_tables_category_name(BOOKENDS_TABLES_BLESSED_LOSS), "blessed-loss") == 0);
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KQ3 w", BOOKENDS_TABLES_ALL, &value, NULL, 0) ==
        BOOKENDS_TABLES_OK);
  CHECK(value.plies > 0 && value.dtz == -1);
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KQ3 w", BOOKENDS_TABLES_DTZ, &value, NULL, 0) ==
        BOOKENDS_TABLES_OK);
  CHECK(value.wdl == 1 && value.plies == -1 && value.dtz == -1);
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KQ3 w", BOOKENDS_TABLES_WDL, &value, NULL, 0) ==
        BOOKENDS_TABLES_OK);
  CHECK(value.wdl == 1 && value.plies == -1);
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/K4 w", BOOKENDS_TABLES_DTM, &value, NULL, 0) == BOOKENDS_TABLES_OK);
  CHECK(value.wdl == 0 && value.plies == -1);
}

static void test_refusals(const bookends_tables* tables) {
  char error[200];
  char tiny[5];
  bookends_tables_value value = {7, 7, 7, 7, 7};
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KR3 w", BOOKENDS_TABLES_DTM, &value, error, sizeof error) ==
        BOOKENDS_TABLES_NOT_FOUND);
  CHECK(strstr(error, "KRvK.bkt") != NULL);
  CHECK(bookends_tables_probe_fen(tables, "no position", BOOKENDS_TABLES_DTM, &value, error, sizeof error) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(strlen(error) > 0);
  CHECK(bookends_tables_probe_fen(tables, "no position", BOOKENDS_TABLES_DTM, &value, tiny, sizeof tiny) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(strlen(tiny) == 4);
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KQ3 w", 77, &value, NULL, 0) == BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_fen(NULL, "4k/5/5/5/KQ3 w", BOOKENDS_TABLES_DTM, &value, NULL, 0) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_fen(tables, NULL, BOOKENDS_TABLES_DTM, &value, NULL, 0) == BOOKENDS_TABLES_INVALID);
  CHECK(value.wdl == 7 && value.plies == 7);
}

static void test_men(const bookends_tables* tables) {
  bookends_tables_man men[] = {{'K', 0}, {'Q', 1}, {'k', 24}};
  bookends_tables_value by_men, by_fen;
  CHECK(bookends_tables_probe_men(tables, men, 3, 1, BOOKENDS_TABLES_DTM, &by_men) == BOOKENDS_TABLES_OK);
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KQ3 b", BOOKENDS_TABLES_DTM, &by_fen, NULL, 0) ==
        BOOKENDS_TABLES_OK);
  CHECK(by_men.wdl == -1 && by_men.wdl == by_fen.wdl && by_men.plies == by_fen.plies);
  men[1].square = 200;
  CHECK(bookends_tables_probe_men(tables, men, 3, 0, BOOKENDS_TABLES_DTM, &by_men) == BOOKENDS_TABLES_INVALID);
  men[1].square = 1;
  men[1].piece = '?';
  CHECK(bookends_tables_probe_men(tables, men, 3, 0, BOOKENDS_TABLES_DTM, &by_men) == BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_men(tables, men, 1000, 0, BOOKENDS_TABLES_DTM, &by_men) == BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_men(tables, NULL, 3, 0, BOOKENDS_TABLES_DTM, &by_men) == BOOKENDS_TABLES_INVALID);
}

static bookends_tables_board board_of(const bookends_tables* tables, const bookends_tables_man* men, size_t count) {
  bookends_tables_board board;
  size_t i;
  memset(&board, 0, sizeof board);
  for (i = 0; i < count; ++i) {
    const char upper = (char)(men[i].piece & ~32);
    const uint64_t square = (uint64_t)1 << men[i].square;
    board.kinds[strchr(bookends_tables_kinds(tables), upper) - bookends_tables_kinds(tables)] |= square;
    if (men[i].piece == upper)
      board.white |= square;
    else
      board.black |= square;
  }
  return board;
}

/* More men of a kind than any table has, of a number that is another kind's material: 16 rooks, and a queen. */
static void test_crowded_boards(const bookends_tables* tables) {
  bookends_tables_board board;
  bookends_tables_value value;
  int32_t status = 9;
  memset(&board, 0, sizeof board);
  board.kinds[3] = 0xffffULL << 1;
  board.kinds[5] = 1ULL << 24 | 1;
  board.white = board.kinds[3] | 1;
  board.black = 1ULL << 24;
  CHECK(bookends_tables_probe_boards(tables, &board, 1, BOOKENDS_TABLES_WDL, &value, &status) != BOOKENDS_TABLES_OK);
  CHECK(status == BOOKENDS_TABLES_NOT_FOUND);
  bookends_tables_prefetch(tables, &board);
}

static void test_boards(const bookends_tables* tables) {
  const bookends_tables_man men[] = {{'K', 0}, {'Q', 1}, {'k', 24}};
  bookends_tables_board boards[3];
  bookends_tables_value value, by_fen, values[3];
  bookends_tables_ending endings[8];
  int32_t statuses[3] = {9, 9, 9};
  CHECK(strcmp(bookends_tables_kinds(tables), "PNBRQK") == 0);
  boards[0] = boards[1] = boards[2] = board_of(tables, men, 3);
  boards[2].black_to_move = 1;
  CHECK(bookends_tables_probe_board(tables, &boards[2], BOOKENDS_TABLES_DTM, &value) == BOOKENDS_TABLES_OK);
  CHECK(bookends_tables_probe_fen(tables, "4k/5/5/5/KQ3 b", BOOKENDS_TABLES_DTM, &by_fen, NULL, 0) == 0);
  CHECK(value.wdl == -1 && value.plies > 0 && memcmp(&value, &by_fen, sizeof value) == 0);
  boards[1].white |= 4;
  CHECK(bookends_tables_probe_board(tables, &boards[1], BOOKENDS_TABLES_DTM, &value) == BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_board(tables, &boards[0], 77, &value) == BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_board(NULL, &boards[0], BOOKENDS_TABLES_DTM, &value) == BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_boards(tables, boards, 3, BOOKENDS_TABLES_DTM, values, statuses) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(statuses[0] == 0 && statuses[1] == BOOKENDS_TABLES_INVALID && statuses[2] == 0);
  CHECK(values[0].wdl == 1 && memcmp(&values[2], &by_fen, sizeof by_fen) == 0);
  CHECK(bookends_tables_probe_boards(tables, NULL, 0, BOOKENDS_TABLES_DTM, NULL, NULL) == BOOKENDS_TABLES_OK);
  CHECK(bookends_tables_probe_boards(tables, NULL, 1, BOOKENDS_TABLES_DTM, NULL, NULL) == BOOKENDS_TABLES_INVALID);
  bookends_tables_prefetch(tables, &boards[0]);
  bookends_tables_prefetch(NULL, NULL);
  boards[0].halfmove_clock = 3;
  CHECK(bookends_tables_probe_board(tables, &boards[0], BOOKENDS_TABLES_WDL, &value) == 0 && value.wdl == 1);
  boards[0].en_passant = 12; /* no pawn has stepped there */
  CHECK(bookends_tables_probe_board(tables, &boards[0], BOOKENDS_TABLES_WDL, &value) == BOOKENDS_TABLES_INVALID);
  boards[0].en_passant = 1000;
  CHECK(bookends_tables_probe_board(tables, &boards[0], BOOKENDS_TABLES_WDL, &value) == BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_endings(tables, endings, 8) == 5 && strcmp(endings[1].name, "KPvKP") == 0);
  CHECK(endings[1].men == 4 && endings[1].has_dtm == 1 && endings[1].has_dtz == 0 && endings[1].bytes > 100);
  CHECK(bookends_tables_endings(tables, NULL, 0) == 5 && bookends_tables_endings(NULL, endings, 8) == 0);
}

/* Castling rights are in no table, en passant is searched, and the clock counts. */
static void test_rights(const bookends_tables* chess) {
  const bookends_tables_man men[] = {{'K', 4}, {'R', 7}, {'k', 60}};
  const bookends_tables_man far_men[] = {{'K', 0}, {'R', 1}, {'k', 35}};
  bookends_tables_board board = board_of(chess, men, 3);
  bookends_tables_value value;
  CHECK(bookends_tables_probe_board(chess, &board, BOOKENDS_TABLES_WDL, &value) == BOOKENDS_TABLES_OK);
  board.castling = 1;
  CHECK(bookends_tables_probe_board(chess, &board, BOOKENDS_TABLES_WDL, &value) == BOOKENDS_TABLES_NOT_COVERED);
  board.castling = 2;
  CHECK(bookends_tables_probe_board(chess, &board, BOOKENDS_TABLES_WDL, &value) == BOOKENDS_TABLES_INVALID);
  board = board_of(chess, far_men, 3);
  board.halfmove_clock = 65536 + 71;
  CHECK(bookends_tables_probe_board(chess, &board, BOOKENDS_TABLES_WDL, &value) == BOOKENDS_TABLES_INVALID);
  board.halfmove_clock = 71;
  CHECK(bookends_tables_probe_board(chess, &board, BOOKENDS_TABLES_WDL, &value) == 0);
  CHECK(value.category == BOOKENDS_TABLES_WIN);
  board.halfmove_clock = 72;
  CHECK(bookends_tables_probe_board(chess, &board, BOOKENDS_TABLES_WDL, &value) == 0);
  CHECK(value.category == BOOKENDS_TABLES_CURSED_WIN);
}

/* In chess the third time draws: to and fro twice, and Black may repeat. */
static void test_game(const bookends_tables* chess) {
  const char* fen = "8/8/8/3k4/8/8/8/KR6 w - - 0 1";
  bookends_tables_move moves[64];
  size_t count = 0;
  char error[200];
  CHECK(bookends_tables_root_game(chess, fen, "b1b2 d5d4 b2b1 d4d5  b1b2 d5d4 b2b1", moves, 64, &count, error,
                                  sizeof error) == BOOKENDS_TABLES_OK);
  CHECK(strcmp(moves[0].uci, "d4d5") == 0 && moves[0].value.category == BOOKENDS_TABLES_DRAW && moves[0].known);
  CHECK(moves[0].value.plies == -1 && moves[0].value.dtz == 0);
  CHECK(moves[1].value.category == BOOKENDS_TABLES_LOSS);
  CHECK(bookends_tables_root_game(chess, fen, "b1b2 d5d4 b2b9", moves, 64, &count, error, sizeof error) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(strstr(error, "b2b9") != NULL);
  CHECK(bookends_tables_root_game(chess, fen, NULL, moves, 64, &count, error, sizeof error) == BOOKENDS_TABLES_OK);
  CHECK(moves[0].value.category == BOOKENDS_TABLES_WIN);
}

/* A board says the same as the FEN. */
static void test_root_board(const bookends_tables* chess) {
  const bookends_tables_man men[] = {{'K', 0}, {'R', 1}, {'k', 35}};
  const char* played[] = {NULL, "", "b1b2 d5d4 b2b1 d4d5 b1b2 d5d4 b2b1"};
  bookends_tables_board board = board_of(chess, men, 3);
  bookends_tables_move by_board[64], by_fen[64];
  size_t count = 0, of_fen = 0, i;
  char error[200];
  for (i = 0; i < sizeof played / sizeof *played; i++) {
    memset(by_board, 0, sizeof by_board);
    memset(by_fen, 0, sizeof by_fen);
    CHECK(bookends_tables_root_board(chess, &board, played[i], by_board, 64, &count, error, sizeof error) == 0);
    CHECK(bookends_tables_root_game(chess, "8/8/8/3k4/8/8/8/KR6 w", played[i], by_fen, 64, &of_fen, NULL, 0) == 0);
    CHECK(count == of_fen && count > 0 && memcmp(by_board, by_fen, sizeof by_fen) == 0);
  }
  CHECK(bookends_tables_root_board(chess, &board, "b1b9", by_board, 64, &count, error, sizeof error) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(strstr(error, "b1b9") != NULL);
  board.white |= board.black;
  CHECK(bookends_tables_root_board(chess, &board, NULL, by_board, 64, &count, error, sizeof error) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(strstr(error, "sets") != NULL);
  CHECK(bookends_tables_root_board(chess, NULL, NULL, by_board, 64, &count, error, sizeof error) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_root_board(NULL, &board, NULL, NULL, 0, &count, NULL, 0) == BOOKENDS_TABLES_INVALID);
}

/* Rook and king against king: nothing but the mate ends the clock. */
static void test_move_limit(const bookends_tables* tables) {
  const char* names[] = {"maybe-loss", "loss", "blessed-loss", "draw", "cursed-win", "win", "maybe-win"};
  bookends_tables_man men[] = {{'K', 0}, {'R', 1}, {'k', 35}};
  bookends_tables_move moves[64];
  bookends_tables_value value;
  size_t count;
  int category, metric;
  for (category = -3; category <= 3; ++category)
    CHECK(strcmp(bookends_tables_category_name(category), names[category + 3]) == 0);
  for (metric = BOOKENDS_TABLES_WDL; metric <= BOOKENDS_TABLES_ALL; ++metric) {
    if (metric == 4) continue;
    CHECK(bookends_tables_probe_fen(tables, "8/8/8/3k4/8/8/8/KR6 w - - 71 90", metric, &value, NULL, 0) == 0);
    CHECK(value.category == BOOKENDS_TABLES_WIN && value.wdl == 1);
    CHECK(bookends_tables_probe_fen(tables, "8/8/8/3k4/8/8/8/KR6 w - - 72 90", metric, &value, NULL, 0) == 0);
    CHECK(value.category == BOOKENDS_TABLES_CURSED_WIN && value.wdl == 1);
    CHECK(bookends_tables_probe_fen(tables, "k6R/8/1K6/8/8/8/8/8 b - - 100 90", metric, &value, NULL, 0) == 0);
    CHECK(value.category == BOOKENDS_TABLES_LOSS);
    CHECK(bookends_tables_probe_men(tables, men, 3, 0, metric, &value) == 0);
    CHECK(value.category == BOOKENDS_TABLES_WIN);
  }
  CHECK(bookends_tables_probe_fen(tables, "8/8/8/3k4/8/8/8/KR6 w", BOOKENDS_TABLES_ALL, &value, NULL, 0) == 0);
  CHECK(value.plies == 29 && value.dtz == 29 && value.dtz_rounded == 0);
  CHECK(bookends_tables_root_moves(tables, "k7/8/1K6/8/8/8/8/7R w - - 99 90", moves, 64, &count, NULL, 0) == 0);
  CHECK(strcmp(moves[0].san, "Rh8#") == 0 && moves[0].value.category == BOOKENDS_TABLES_WIN);
  CHECK(moves[1].value.category == BOOKENDS_TABLES_CURSED_WIN);
}

/* The best of the moves is worth what the position is worth, and the list is cut where the caller says. */
static void test_root_moves(const bookends_tables* tables) {
  const char* fen = "4k/5/5/5/KQ3 w";
  bookends_tables_move moves[64];
  bookends_tables_value value;
  size_t count = 0, again = 0;
  size_t i;
  CHECK(bookends_tables_root_moves(tables, fen, moves, 64, &count, NULL, 0) == BOOKENDS_TABLES_OK);
  CHECK(count > 5 && count <= 64);
  CHECK(bookends_tables_probe_fen(tables, fen, BOOKENDS_TABLES_DTM, &value, NULL, 0) == BOOKENDS_TABLES_OK);
  CHECK(moves[0].known && moves[0].value.wdl == value.wdl && moves[0].value.plies == value.plies);
  for (i = 1; i < count; ++i) CHECK(moves[i].value.category <= moves[i - 1].value.category);
  for (i = 0; i < count; ++i) CHECK(strlen(moves[i].uci) == 4 && strlen(moves[i].san) >= 2);
  memset(moves, 'x', sizeof moves);
  CHECK(bookends_tables_root_moves(tables, fen, moves, 2, &again, NULL, 0) == BOOKENDS_TABLES_OK && again == count);
  CHECK(strlen(moves[1].uci) == 4 && moves[2].uci[0] == 'x' && moves[63].uci[0] == 'x');
  CHECK(bookends_tables_root_moves(tables, fen, NULL, 0, &again, NULL, 0) == BOOKENDS_TABLES_OK && again == count);
  CHECK(bookends_tables_root_moves(tables, "x", moves, 64, &again, NULL, 0) == BOOKENDS_TABLES_INVALID);
}

/* Of the position after a move: a value for who is then to move, or why there is none. */
static void test_after(const bookends_tables* tables) {
  const char* fen = "4k/5/5/5/KQ3 w";
  char error[200];
  bookends_tables_move moves[64];
  bookends_tables_value value;
  size_t count = 0;
  CHECK(bookends_tables_root_moves(tables, fen, moves, 64, &count, NULL, 0) == BOOKENDS_TABLES_OK && count > 0);
  CHECK(bookends_tables_probe_after(tables, fen, moves[0].uci, BOOKENDS_TABLES_DTM, &value, error, sizeof error) ==
        BOOKENDS_TABLES_OK);
  CHECK(value.wdl == -1 && value.plies == moves[0].value.plies - 1 && error[0] == '\0');
  CHECK(bookends_tables_probe_after(tables, "4k/5/5/5/KR3 w", "a1a2", BOOKENDS_TABLES_WDL, &value, error,
                                    sizeof error) == BOOKENDS_TABLES_NOT_FOUND);
  CHECK(strstr(error, "KRvK.bkt") != NULL);
  CHECK(bookends_tables_probe_after(tables, fen, "a1a5", BOOKENDS_TABLES_WDL, &value, error, sizeof error) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(strstr(error, "a1a5") != NULL);
  CHECK(bookends_tables_probe_after(tables, fen, NULL, BOOKENDS_TABLES_WDL, &value, NULL, 0) ==
        BOOKENDS_TABLES_INVALID);
  CHECK(bookends_tables_probe_after(tables, NULL, "a1a2", BOOKENDS_TABLES_WDL, &value, NULL, 0) ==
        BOOKENDS_TABLES_INVALID);
}

int main(int argc, char** argv) {
  bookends_tables_options options = {1 << 20, 1};
  bookends_tables* tables = NULL;
  char error[200];
  int round;
  if (argc != 3) return 2;
  CHECK(bookends_tables_version() == BOOKENDS_TABLES_VERSION);
  CHECK(strlen(bookends_tables_status_text(BOOKENDS_TABLES_CORRUPT)) > 0 && bookends_tables_status_text(-5) != NULL);
  CHECK(bookends_tables_open("/nowhere", NULL, &tables, error, sizeof error) == BOOKENDS_TABLES_NOT_FOUND);
  CHECK(strstr(error, "/nowhere") != NULL && tables == NULL);
  CHECK(bookends_tables_open(NULL, NULL, &tables, error, sizeof error) == BOOKENDS_TABLES_INVALID);
  bookends_tables_close(NULL);
  for (round = 0; round < 2; ++round) {
    CHECK(bookends_tables_open(argv[1], round == 0 ? NULL : &options, &tables, error, sizeof error) ==
          BOOKENDS_TABLES_OK);
    if (failures != 0) return 1;
    CHECK(strcmp(bookends_tables_game(tables), "fragments") == 0);
    CHECK(bookends_tables_max_men(tables) == 4);
    test_fen(tables);
    test_refusals(tables);
    test_men(tables);
    test_boards(tables);
    test_crowded_boards(tables);
    test_root_moves(tables);
    test_after(tables);
    bookends_tables_close(tables);
  }
  CHECK(bookends_tables_open(argv[2], NULL, &tables, error, sizeof error) == BOOKENDS_TABLES_OK);
  if (failures != 0) return 1;
  test_move_limit(tables);
  test_rights(tables);
  test_game(tables);
  test_root_board(tables);
  bookends_tables_close(tables);
  if (failures == 0) puts("ok");
  return failures != 0;
}
