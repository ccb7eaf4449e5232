/* The search of Bookends from C, for the module that browsers load: the best move of a position.
 *
 * Conventions as in bookends_tables.h: a status, 0 is success; results through pointers, only on success; nothing is
 * printed and no exception gets out; `error`, which may be NULL, receives one line on failure.
 */
#ifndef BOOKENDS_SEARCH_H
#define BOOKENDS_SEARCH_H

/* NOLINTBEGIN(modernize-deprecated-headers): a C header */
#include <stddef.h>
#include <stdint.h>
/* NOLINTEND(modernize-deprecated-headers) */

#ifdef __cplusplus
extern "C" {
#endif

typedef enum bookends_search_status {
  BOOKENDS_SEARCH_OK = 0,
  BOOKENDS_SEARCH_INVALID = 1, /* no such game, a FEN that is none, no limit, a null pointer */
  BOOKENDS_SEARCH_FILES = 2,   /* the tables cannot be opened */
  BOOKENDS_SEARCH_MEMORY = 3
} bookends_search_status;

typedef struct bookends_search_limits {
  uint64_t nodes;          /* 0: as many as time allows */
  uint32_t milliseconds;   /* 0: as many as nodes allow; not both may be 0 */
  uint32_t hash_megabytes; /* 0: 16 */
  const char* tables;      /* a folder of tables of the game, asked inside the search; NULL: none */
} bookends_search_limits;

typedef struct bookends_search_result {
  char move[8];   /* in UCI: "b2b4", "e7e8q"; empty when the game is over */
  char line[240]; /* the moves expected, in UCI, with blanks between them */
  int32_t score;  /* for the side to move, in centipawns; +-(32000 - plies) for a decided game, as in books */
  int32_t depth;  /* plies of the last finished iteration */
  uint64_t nodes;
  double seconds;
} bookends_search_result;

/* Searches on this thread, by the hand-made evaluation. The same nodes give the same result; time does not. */
int bookends_search_position(const char* game, const char* fen, const bookends_search_limits* limits,
                             bookends_search_result* result, char* error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
