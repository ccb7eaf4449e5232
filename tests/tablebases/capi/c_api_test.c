/* The C interface, used from C, against a folder of fragments tables that holds KQvK, KPvK and KPvKP, and one of
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
    test_root_moves(tables);
    bookends_tables_close(tables);
  }
  CHECK(bookends_tables_open(argv[2], NULL, &tables, error, sizeof error) == BOOKENDS_TABLES_OK);
  if (failures != 0) return 1;
  test_move_limit(tables);
  bookends_tables_close(tables);
  if (failures == 0) puts("ok");
  return failures != 0;
}
