/* Probing Bookends opening books from C.
 *
 * Conventions
 * - A bookends_book is opaque. It is never written to after it was opened: any number of threads may probe one at the
 *   same time without a lock. There are no globals.
 * - Functions that can fail return a status; 0 is success. Out-parameters are written on success only.
 * - Strings are UTF-8 and end in a zero byte. Those returned belong to the book and live until it is closed.
 * - Scores are for the side to move, in centipawns. A decided game is worth +-(32000 - plies until it is over), or
 *   +-31519 where it is not known how long it takes.
 * - The library never prints, never exits and lets no exception out.
 */
#ifndef BOOKENDS_BOOK_H
#define BOOKENDS_BOOK_H

/* NOLINTBEGIN(modernize-deprecated-headers): a C header */
#include <stddef.h>
#include <stdint.h>
/* NOLINTEND(modernize-deprecated-headers) */

#ifdef __cplusplus
extern "C" {
#endif

#define BOOKENDS_BOOK_API_VERSION 6

#if defined(__GNUC__)
#define BOOKENDS_BOOK_API __attribute__((visibility("default")))
#else
#define BOOKENDS_BOOK_API
#endif

typedef struct bookends_book bookends_book;

typedef enum bookends_book_status {
  BOOKENDS_BOOK_OK = 0,
  BOOKENDS_BOOK_NOT_FOUND = 1,        /* no such file; or the book does not know the position */
  BOOKENDS_BOOK_CORRUPT = 2,          /* the file's bytes contradict its checksums or its header */
  BOOKENDS_BOOK_UNSUPPORTED = 3,      /* another format version, or a game or rules this library does not have */
  BOOKENDS_BOOK_INVALID_ARGUMENT = 4, /* a FEN that is wrong, a null pointer, an index out of range */
  BOOKENDS_BOOK_IO = 5,               /* the operating system refused */
  BOOKENDS_BOOK_NO_MEMORY = 6
} bookends_book_status;

typedef enum bookends_book_proof {
  BOOKENDS_BOOK_UNPROVED = 0,
  BOOKENDS_BOOK_WIN = 1, /* for the side to move */
  BOOKENDS_BOOK_DRAW = 2,
  BOOKENDS_BOOK_LOSS = 3
} bookends_book_proof;

typedef enum bookends_book_side {
  BOOKENDS_BOOK_BOTH = 0,
  BOOKENDS_BOOK_WHITE = 1,
  BOOKENDS_BOOK_BLACK = 2
} bookends_book_side;

typedef struct bookends_book_entry {
  uint64_t key;  /* the position's Zobrist key */
  int32_t score; /* centipawns for the side to move; there is none where it is 0 and depth, proof, from_table, manual
                    are, too */
  uint16_t move_index; /* of the move among the legal ones, ascending by from + 64 * to + 4096 * promotion slot */
  uint8_t depth;       /* plies the score looks ahead */
  uint8_t proof;       /* bookends_book_proof */
  uint8_t from_table;  /* 1 when an endgame table gave the value */
  uint8_t manual;      /* 1 when a person set move and score */
  char move[6];        /* in UCI notation ("b2b4", "e4e5q"); empty when probed by key */
} bookends_book_entry;

/* A position as programs with bitboards have it: bit n of a set is square n (a1, b1, ...). Every man is in one set of
 * each pair and row. All zero but men and the side to move is a position with the clock at zero and no rights. The
 * fields are those of bookends_tables_board. */
typedef struct bookends_book_board {
  uint64_t white; /* the squares of each side's men */
  uint64_t black;
  uint64_t kinds[6];      /* of the men of each kind, of both sides, in the order of bookends_book_kinds() */
  int32_t black_to_move;  /* 1: Black is to move */
  int32_t en_passant;     /* the square behind a pawn that has just stepped twice; 0: none */
  int32_t castling;       /* rights: 1 White's short, 2 long, 4 Black's short, 8 long */
  int32_t halfmove_clock; /* plies since a capture or pawn move */
  int32_t count_limit;    /* Makruk: plies of the count that runs, 0: none; and how many of them are counted */
  int32_t count_plies;
} bookends_book_board;

/* What a book knows of a move. */
typedef struct bookends_book_move {
  char uci[8];    /* "b2b4", "e4e5q" */
  char san[16];   /* "Nxc3+" */
  int32_t score;  /* for the side that plays it; means nothing where has_score is 0 */
  uint32_t games; /* in which it was played; 0 where the book knows of none */
  uint32_t wins;  /* of these, of the side that plays it; games without a result are in none of the three */
  uint32_t draws;
  uint32_t losses;
  uint32_t rated;   /* games in which the side that plays it had a rating */
  uint32_t learned; /* what a Polyglot book says that an engine has learned */
  uint16_t rating;  /* the mean of these */
  uint16_t year;    /* of the last of the games; 0 where none is known */
  uint16_t weight;  /* in a Polyglot book, where this one comes from one */
  uint8_t depth;    /* plies the score looks ahead */
  uint8_t proof;    /* bookends_book_proof of the game after the move, for the side that plays it */
  uint8_t has_score;
  uint8_t is_own; /* 1 for the move that bookends_book_probe_fen names */
} bookends_book_move;

/* BOOKENDS_BOOK_API_VERSION of the library. */
BOOKENDS_BOOK_API int bookends_book_api_version(void);

/* Opens a book and checks every byte of it against its checksums. Of chess a Polyglot book, too (since version 5): its
 * positions have no score and no remark, and are found by FEN alone. On failure, when `message` is not null, one line
 * for a person is written there, cut to `message_size` bytes including its zero byte. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_open(const char* path, bookends_book** book, char* message,
                                                          size_t message_size);
/* Null is allowed. */
BOOKENDS_BOOK_API void bookends_book_close(bookends_book* book);

BOOKENDS_BOOK_API uint64_t bookends_book_positions(const bookends_book* book);
/* "fragments", "chess", ... */
BOOKENDS_BOOK_API const char* bookends_book_game(const bookends_book* book);
/* Whose book it is (since version 3). One of a single side knows the other side's moves too, but those are replies to
 * be ready for, hardly searched: play them for nobody. */
BOOKENDS_BOOK_API bookends_book_side bookends_book_side_of(const bookends_book* book);
/* The positions the book was grown from, as FENs; null when `index` is not below the count. */
BOOKENDS_BOOK_API size_t bookends_book_start_count(const bookends_book* book);
BOOKENDS_BOOK_API const char* bookends_book_start(const bookends_book* book, size_t index);

/* The Zobrist key of a legal position. INVALID_ARGUMENT when the FEN is wrong. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_key(const bookends_book* book, const char* fen, uint64_t* key);

/* What the book plays in a position. NOT_FOUND when it does not know it, INVALID_ARGUMENT when the FEN is wrong. The
 * move is legal: an entry whose move is not (two positions that share a key) counts as not found. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_probe_fen(const bookends_book* book, const char* fen,
                                                               bookends_book_entry* entry);
/* The same by key alone, for callers with a move generator of their own. The move is given by its index. In a Polyglot
 * book nothing is found. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_probe_key(const bookends_book* book, uint64_t key,
                                                               bookends_book_entry* entry);

/* The moves of a position that the book has a score or games of, and the one that it plays: that one first, the others
 * by score, then those without a score by their games. The score of the move that it plays is the position's, of
 * another one that of the position after it. At most `capacity` are written; *count is how many there are, which may be
 * more. With a capacity of 0 `moves` may be null. Statuses as of bookends_book_probe_fen. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_moves(const bookends_book* book, const char* fen,
                                                           bookends_book_move* moves, size_t capacity, size_t* count);

/* The letters of the kinds of men in the order of bookends_book_board: "PNBRQK" in chess; '.' for a kind that the game
 * does not have. Lives as long as the book. (Since version 6, as the rest of this part.) */
BOOKENDS_BOOK_API const char* bookends_book_kinds(const bookends_book* book);
/* bookends_book_key, bookends_book_probe_fen and bookends_book_moves of a board, for programs that have no FENs.
 * INVALID_ARGUMENT for what is no legal position. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_board_key(const bookends_book* book,
                                                               const bookends_book_board* board, uint64_t* key);
BOOKENDS_BOOK_API bookends_book_status bookends_book_probe_board(const bookends_book* book,
                                                                 const bookends_book_board* board,
                                                                 bookends_book_entry* entry);
BOOKENDS_BOOK_API bookends_book_status bookends_book_moves_board(const bookends_book* book,
                                                                 const bookends_book_board* board,
                                                                 bookends_book_move* moves, size_t capacity,
                                                                 size_t* count);

/* The position after a move, as a FEN of at most `size` bytes with its zero byte; BOOKENDS_BOOK_FEN_SIZE always do. The
 * move is in UCI notation. For callers without a move generator that walk through a book (since version 4).
 * INVALID_ARGUMENT when the FEN is wrong, the move is not legal or `after` has too little room. */
#define BOOKENDS_BOOK_FEN_SIZE 128
BOOKENDS_BOOK_API bookends_book_status bookends_book_after(const bookends_book* book, const char* fen, const char* move,
                                                           char* after, size_t size);

/* What is wrong with a FEN, or where `move` is not null with that move there, as one line for a person (since version
 * 5): for those of the functions above that take no message. OK, and nothing written, where nothing is. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_explain(const bookends_book* book, const char* fen,
                                                             const char* move, char* message, size_t message_size);

/* What a person wrote about the position of a key, as UTF-8; null when there is nothing. Belongs to the book. */
BOOKENDS_BOOK_API const char* bookends_book_remark(const bookends_book* book, uint64_t key);

/* Certificates of `bookends book prove` (since version 5): proofs that one side, the attacker, wins from a position or
 * holds the draw, whatever is played. They are asked as books are: by any number of threads, without a lock. What a
 * certificate says is believed; `bookends book check` checks it. Tables are not asked. */
typedef struct bookends_book_certificate bookends_book_certificate;

typedef enum bookends_book_aim { BOOKENDS_BOOK_TO_WIN = 0, BOOKENDS_BOOK_TO_HOLD = 1 } bookends_book_aim;

typedef enum bookends_book_proved_by {
  BOOKENDS_BOOK_BY_NOTHING = 0, /* the move is not proved */
  BOOKENDS_BOOK_BY_RECORD = 1,  /* of an attacker's move: every reply to it is */
  BOOKENDS_BOOK_BY_END = 2,     /* the game is over, as the attacker wants it */
  BOOKENDS_BOOK_BY_LEFT = 4     /* the proof leaves it to tables */
} bookends_book_proved_by;

typedef struct bookends_book_claim {
  uint64_t records;  /* positions of the attacker that it has a move for */
  int32_t attacker;  /* bookends_book_side */
  int32_t aim;       /* bookends_book_aim */
  int32_t plies;     /* from the start until the game is won, at most; 0 where the draw is held */
  int32_t table_men; /* positions with so many men are left to tables; 0: none are */
} bookends_book_claim;

typedef struct bookends_book_proved_move {
  char uci[8];
  char san[16];
  char out_uci[8];  /* of an attacker's move that is not proved: the first reply that leads out of what is; else "" */
  char out_san[16]; /* the same */
  int32_t plies;    /* from after it until the game is won, at most; 0 where the draw is held, or nothing is proved */
  uint8_t by;       /* bookends_book_proved_by */
  uint8_t is_own;   /* 1 for the proof's move */
} bookends_book_proved_move;

/* As bookends_book_open and bookends_book_close. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_certificate_open(const char* path,
                                                                      bookends_book_certificate** certificate,
                                                                      char* message, size_t message_size);
BOOKENDS_BOOK_API void bookends_book_certificate_close(bookends_book_certificate* certificate);
BOOKENDS_BOOK_API const char* bookends_book_certificate_game(const bookends_book_certificate* certificate);
/* The FEN that the claim is of. */
BOOKENDS_BOOK_API const char* bookends_book_certificate_start(const bookends_book_certificate* certificate);
BOOKENDS_BOOK_API bookends_book_status bookends_book_certificate_claim(const bookends_book_certificate* certificate,
                                                                       bookends_book_claim* claim);

/* What is proved of a position: in how many plies the game is won, at most (0 where the draw is held), and of all its
 * legal moves. Of the attacker's the proof's own comes first, then those that are proved, the shortest first; of the
 * defender's the one that holds out longest comes first. `moves`, `capacity` and `count` are as of bookends_book_moves,
 * `message` as of bookends_book_open. NOT_FOUND where nothing is proved of it, and where the game is over;
 * INVALID_ARGUMENT when the FEN is wrong; CORRUPT when the certificate contradicts the rules or itself there. */
BOOKENDS_BOOK_API bookends_book_status bookends_book_certificate_probe(const bookends_book_certificate* certificate,
                                                                       const char* fen, int32_t* plies,
                                                                       bookends_book_proved_move* moves,
                                                                       size_t capacity, size_t* count, char* message,
                                                                       size_t message_size);

/* One line for a status. */
BOOKENDS_BOOK_API const char* bookends_book_status_text(bookends_book_status status);

#ifdef __cplusplus
}
#endif

#endif
