/* libbookends_tables: values of endgame positions out of the table files of a folder.
 *
 * Conventions
 * - A handle is opened from a folder that holds the tables of one game, and closed once. Between the two it is
 *   immutable as far as callers can see: any number of threads may probe one handle at the same time. There is no
 *   other state: no globals, nothing to initialise.
 * - Every function returns a status; 0 is success. Results are written through pointers, and only on success. No
 *   function prints, exits or lets an exception out.
 * - Functions that explain their failures take `error`, a buffer of `error_size` bytes (NULL and 0 if not wanted). It
 *   receives one line, always terminated, cut off if it is too long; on success the empty string.
 * - Squares are numbered from a1 along the ranks: square = rank * files + file, so that b1 is 1 on every board.
 * - Values are for the side to move. Distances to mate (DTM) are in plies, to mate or to a stalemate where that loses,
 *   with best play of both sides; a side that has lost already is at 0. They know no move limit (the 50-move rule of
 *   chess) and no repetition. Of Makruk's counting they know what tablebases/file/FORMAT.md says, and for a FEN with a
 *   running count all values are those under it.
 * - Where the game has a move limit, the category says what it makes of the result with the half-move clock of the
 *   FEN; of men, with the clock at zero. A mate on the last ply of the limit is one: in chess a win holds if DTZ and
 *   clock are at most 100 together. DTZ is the distance in plies to the next capture, pawn move or mate when both sides
 *   play for the result that the limit leaves at clock zero.
 * - Text is ASCII or UTF-8, terminated by a zero byte.
 */
#ifndef BOOKENDS_TABLES_H
#define BOOKENDS_TABLES_H

/* NOLINTBEGIN(modernize-deprecated-headers): a C header */
#include <stddef.h>
#include <stdint.h>
/* NOLINTEND(modernize-deprecated-headers) */

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define BOOKENDS_TABLES_API __attribute__((visibility("default")))
#else
#define BOOKENDS_TABLES_API
#endif

/* Grows with every change. A program made for version n runs with the libraries of version >= n that have the same
 * SONAME. Version 2 knows categories and DTZ; version 3 reads table format 3; both are libbookends_tables.so.1. From
 * version 4 on, libbookends_tables.so.2, categories heed the clock of the FEN and may be open; before, they were those
 * of clock zero. Version 5 has boards, games and endings, and reads Syzygy's files. Version 6 has probe_after, version
 * 7 root_board. */
#define BOOKENDS_TABLES_VERSION 7

typedef struct bookends_tables bookends_tables;

typedef enum bookends_tables_status {
  BOOKENDS_TABLES_OK = 0,
  BOOKENDS_TABLES_NOT_FOUND = 1,   /* no such folder, no tables in it, or none for this ending */
  BOOKENDS_TABLES_NOT_COVERED = 2, /* castling rights, or a running count on whose course it depends */
  BOOKENDS_TABLES_INVALID = 3,     /* an argument: a FEN, a position that is not legal, a null pointer */
  BOOKENDS_TABLES_CORRUPT = 4,     /* a file whose bytes contradict its checksums, or whose blocks cannot be read */
  BOOKENDS_TABLES_UNSUPPORTED = 5, /* a file of another game, other rules or another format version */
  BOOKENDS_TABLES_IO = 6,          /* the operating system refused */
  BOOKENDS_TABLES_MEMORY = 7       /* out of memory */
} bookends_tables_status;

/* Options of open. Zero in any field means its default. */
typedef struct bookends_tables_options {
  uint64_t cache_bytes; /* budget for decoded blocks, shared by all tables and threads; default 256 MiB. As much again
                           for pages of Syzygy's files, where there are such. Memory is taken as it is needed */
  int32_t no_mmap; /* means nothing since version 5: files are read, not mapped, so that one which is cut while it is
                      open, or a disk that fails, is a status and no signal */
} bookends_tables_options;

/* Cursed wins and blessed losses are drawn by the move limit. Games without one have only wins, draws and losses. A
 * maybe-win is a win or a cursed win: the tables do not tell which, since they have no DTZ, or it is rounded and just
 * at the limit. The same of a maybe-loss. From best to worst: win, maybe-win, cursed win, draw, and so on. */
typedef enum bookends_tables_category {
  BOOKENDS_TABLES_MAYBE_LOSS = -3,
  BOOKENDS_TABLES_LOSS = -2,
  BOOKENDS_TABLES_BLESSED_LOSS = -1,
  BOOKENDS_TABLES_DRAW = 0,
  BOOKENDS_TABLES_CURSED_WIN = 1,
  BOOKENDS_TABLES_WIN = 2,
  BOOKENDS_TABLES_MAYBE_WIN = 3
} bookends_tables_category;

typedef struct bookends_tables_value {
  int32_t wdl;      /* without the move limit: 1 the side to move wins, 0 draw, -1 it loses */
  int32_t plies;    /* DTM; -1 for a draw, where it was not asked for, and where the tables do not say */
  int32_t category; /* a bookends_tables_category */
  int32_t dtz;      /* 0 for a draw and the mated; -1 where it was not asked for or is not known, and without a limit */
  int32_t dtz_rounded; /* 1: the true DTZ is `dtz` or one more, never across the limit */
} bookends_tables_value;

/* A man on its square. `piece`: the letter as in FEN, upper case for White. */
typedef struct bookends_tables_man {
  char piece;
  uint8_t square;
} bookends_tables_man;

/* A position as programs with bitboards have it: bit n of a set is square n. Every man is in one set of each pair and
 * row. All zero but men and the side to move is a position with the clock at zero and no rights. */
typedef struct bookends_tables_board {
  uint64_t white; /* the squares of each side's men */
  uint64_t black;
  uint64_t kinds[6];      /* of the men of each kind, of both sides, in the order of bookends_tables_kinds() */
  int32_t black_to_move;  /* 1: Black is to move */
  int32_t en_passant;     /* the square behind a pawn that has just stepped twice; 0: none */
  int32_t castling;       /* rights: 1 White's short, 2 long, 4 Black's short, 8 long */
  int32_t halfmove_clock; /* plies since a capture or pawn move */
  int32_t count_limit;    /* Makruk: plies of the count that runs, 0: none; and how many of them are counted */
  int32_t count_plies;
} bookends_tables_board;

/* An ending whose table is open. */
typedef struct bookends_tables_ending {
  char name[24]; /* "KRPvKR" */
  int32_t men;   /* kings included */
  int32_t has_dtm;
  int32_t has_dtz;
  uint64_t bytes; /* of its files */
} bookends_tables_ending;

typedef struct bookends_tables_move {
  char uci[8];                 /* "b2b4", "e7e8q" */
  char san[16];                /* "Nxc3+" */
  int32_t known;               /* 0: its ending is not here, not covered or damaged (bookends_tables_probe_after says
                                  which); value then means nothing */
  bookends_tables_value value; /* of the position before the move, if this move is played */
} bookends_tables_move;

/* What to look up: the result alone is quickest. A clock that runs, and tables without DTZ, may take more than is asked
 * for: the category then looks at the moves. */
typedef enum bookends_tables_metric {
  BOOKENDS_TABLES_WDL = 1, /* wdl and category */
  BOOKENDS_TABLES_DTM = 2, /* these, and plies */
  BOOKENDS_TABLES_DTZ = 3, /* these, and dtz */
  BOOKENDS_TABLES_ALL = 5  /* all of them */
} bookends_tables_metric;

/* BOOKENDS_TABLES_VERSION of the library that is running. */
BOOKENDS_TABLES_API int bookends_tables_version(void);

/* "win", "maybe-win", "cursed-win", "draw", "blessed-loss", "maybe-loss" or "loss"; never NULL. */
BOOKENDS_TABLES_API const char* bookends_tables_category_name(int category);

/* A few words on a status; never NULL. */
BOOKENDS_TABLES_API const char* bookends_tables_status_text(int status);

/* Opens the tables of a folder. The game is that of its files; they must all be of one game. Every file's header is
 * verified now, every block when it is first read. `options` may be NULL. On success *handle must be closed once.
 * A folder of chess may also hold Syzygy's files (.rtbw, .rtbz), or these alone. They answer for endings that have
 * no other file, and for the DTZ and move limit of files without; they have no DTM, and no checksums that are
 * verified. */
BOOKENDS_TABLES_API int bookends_tables_open(const char* folder, const bookends_tables_options* options,
                                             bookends_tables** handle, char* error, size_t error_size);

/* NULL is allowed. No other call on the handle may be under way. */
BOOKENDS_TABLES_API void bookends_tables_close(bookends_tables* handle);

/* The name of the game ("fragments"); lives as long as the handle. */
BOOKENDS_TABLES_API const char* bookends_tables_game(const bookends_tables* handle);

/* The most men (kings included) of any table here. */
BOOKENDS_TABLES_API int bookends_tables_max_men(const bookends_tables* handle);

/* The value of a position. En passant rights are resolved by a search of one ply. NOT_FOUND names the missing file. */
BOOKENDS_TABLES_API int bookends_tables_probe_fen(const bookends_tables* handle, const char* fen, int metric,
                                                  bookends_tables_value* value, char* error, size_t error_size);

/* bookends_tables_probe_fen of the position that a legal move (UCI) leads to: why the value of a move is not known.
 * INVALID names a move that is not legal. (Since version 6.) */
BOOKENDS_TABLES_API int bookends_tables_probe_after(const bookends_tables* handle, const char* fen, const char* move,
                                                    int metric, bookends_tables_value* value, char* error,
                                                    size_t error_size);

/* The value of a position without a FEN, for programs that have a position of their own: `count` men, in any order. The
 * position has no en passant and no castling right. Impossible placements are INVALID, but that the side not to move
 * stands in check is not noticed: the answer then means nothing. */
BOOKENDS_TABLES_API int bookends_tables_probe_men(const bookends_tables* handle, const bookends_tables_man* men,
                                                  size_t count, int black_to_move, int metric,
                                                  bookends_tables_value* value);

/* The letters of the kinds of men in the order of bookends_tables_board: "PNBRQK" in chess; '.' for a kind that the
 * game does not have. Lives as long as the handle. (Since version 5, as the rest of this part.) */
BOOKENDS_TABLES_API const char* bookends_tables_kinds(const bookends_tables* handle);

/* The value of a board, without parsing or allocating anything. INVALID for what is no position; that the side not to
 * move stands in check is noticed only where the board has rights, a clock or a count: else the answer then means
 * nothing. */
BOOKENDS_TABLES_API int bookends_tables_probe_board(const bookends_tables* handle, const bookends_tables_board* board,
                                                    int metric, bookends_tables_value* value);

/* The values of `count` boards in one call; values[i] is written where statuses[i] is OK. They are looked up block by
 * block, so that boards in any order decode each block of ours once. Returns OK where all are, else the first other
 * status. */
BOOKENDS_TABLES_API int bookends_tables_probe_boards(const bookends_tables* handle, const bookends_tables_board* boards,
                                                     size_t count, int metric, bookends_tables_value* values,
                                                     int32_t* statuses);

/* Says that the board's result will be asked for soon: its memory, or its bytes on the disk, are then on their way. */
BOOKENDS_TABLES_API void bookends_tables_prefetch(const bookends_tables* handle, const bookends_tables_board* board);

/* The endings that are open, by name: at most `capacity` are written; returns how many there are. */
BOOKENDS_TABLES_API size_t bookends_tables_endings(const bookends_tables* handle, bookends_tables_ending* endings,
                                                   size_t capacity);

/* bookends_tables_root_moves at the end of a game, ranked for play: `fen` is where it began, or where a capture or pawn
 * move was last made, and `played` what was played since, in UCI, separated by blanks ("" or NULL: nothing). A move
 * that draws by repetition is a draw, whatever the tables say. INVALID names a move that is not legal. */
BOOKENDS_TABLES_API int bookends_tables_root_game(const bookends_tables* handle, const char* fen, const char* played,
                                                  bookends_tables_move* moves, size_t capacity, size_t* count,
                                                  char* error, size_t error_size);

/* The same of a board, for programs that have no FENs. INVALID for what is no legal position. (Since version 7.) */
BOOKENDS_TABLES_API int bookends_tables_root_board(const bookends_tables* handle, const bookends_tables_board* board,
                                                   const char* played, bookends_tables_move* moves, size_t capacity,
                                                   size_t* count, char* error, size_t error_size);

/* All legal moves of a position with all their values, best first: by category; wins from the shortest and losses from
 * the longest, by DTM where it is known, else by DTZ (wins that mate too late for the clock come after the others, by
 * DTZ); then moves into endings that are not here. At most `capacity` are written; *count is how many there are, 0 for
 * a position that is mate or stalemate. Succeeds even where the position itself has no table. */
BOOKENDS_TABLES_API int bookends_tables_root_moves(const bookends_tables* handle, const char* fen,
                                                   bookends_tables_move* moves, size_t capacity, size_t* count,
                                                   char* error, size_t error_size);

#ifdef __cplusplus
}
#endif

#endif
