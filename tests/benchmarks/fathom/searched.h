/* Results asked for in the order in which a search asks, ours beside Fathom's, both through bitboards.
 *
 * Engines probe where the last move was a capture or a pawn's, and go no deeper there. So a search of random roots
 * looks at all moves on even plies and at a few on odd ones, as alpha-beta does, and notes each such position once a
 * root, as with a hash table. */
#pragma once

#include "positions.h"

enum { kRoots = 32, kOfRoot = 2000, kDepth = 6, kReplies = 2, kSeenLog = 14, kMostTurns = 64 };

typedef struct Asked {
  Pos pos;
  bookends_tables_board board;
} Asked;

typedef struct Search {
  Asked* asked;      /* room for kRoots * kOfRoot */
  size_t count, end; /* of this root */
  int men;           /* the most that tables have */
  uint64_t seen[1 << kSeenLog];
} Search;

static bookends_tables_board board_of(const Pos* pos) {
  bookends_tables_board board;
  memset(&board, 0, sizeof board);
  board.white = pos->white;
  board.black = pos->black;
  board.kinds[0] = pos->pawns;
  board.kinds[1] = pos->knights;
  board.kinds[2] = pos->bishops;
  board.kinds[3] = pos->rooks;
  board.kinds[4] = pos->queens;
  board.kinds[5] = pos->kings;
  board.black_to_move = !pos->turn;
  board.en_passant = pos->ep;
  return board;
}

/* Whether it is new to this root; as in a hash table a newer one takes the place of an older. */
static int is_new(Search* search, const Pos* pos) {
  const uint64_t sets[] = {pos->white,   pos->black, pos->kings,
                           pos->queens,  pos->rooks, pos->bishops,
                           pos->knights, pos->pawns, (uint64_t)pos->ep << 1 | pos->turn};
  uint64_t key = 0;
  for (size_t i = 0; i < sizeof sets / sizeof *sets; i++) key = (key ^ sets[i] ^ key >> 29) * 0x9E3779B97F4A7C15ULL;
  uint64_t* place = &search->seen[key >> (64 - kSeenLog)];
  if (*place == key) return 0;
  *place = key;
  return 1;
}

static void visit(Search* search, const Pos* pos, int depth, int ply) {
  TbMove moves[TB_MAX_MOVES];
  const size_t legal = (size_t)(gen_legal(pos, moves) - moves);
  const size_t looked = ply % 2 == 0 || legal < kReplies ? legal : kReplies;
  for (size_t i = 0; i < looked && search->count < search->end; i++) {
    const TbMove move = moves[looked == legal ? i : dice((unsigned)legal)];
    Pos next;
    if (!do_move(&next, pos, move)) continue;
    const int zeroing = is_capture(pos, move) || type_of_piece_moved((Pos*)pos, move) == PAWN;
    if (zeroing && popcount(next.white | next.black) <= (unsigned)search->men) {
      if (is_new(search, &next)) {
        Asked* asked = &search->asked[search->count++];
        asked->pos = next;
        asked->board = board_of(&next);
      }
    } else if (depth > 1) {
      visit(search, &next, depth - 1, ply + 1);
    }
  }
}

static int search_roots(Search* search, const char* ending) {
  search->asked = malloc((size_t)kRoots * kOfRoot * sizeof *search->asked);
  if (search->asked == NULL) return 1;
  search->count = 0;
  for (int root = 0; root < kRoots; root++) {
    Placed placed;
    place(ending, &placed);
    memset(search->seen, 0, sizeof search->seen);
    search->end = search->count + kOfRoot;
    visit(search, &placed.pos, kDepth, 0);
  }
  return search->count == 0;
}

/* A search has just made the position that it asks for: so that of a few probes on is on its way to the processor. */
static void approach(const Search* search, size_t i) {
  const char* next = (const char*)&search->asked[i + 8 < search->count ? i + 8 : i];
  for (size_t at = 0; at < sizeof(Asked); at += 64) __builtin_prefetch(next + at);
}

/* CPU nanoseconds of all: ours, or with `tables` NULL Fathom's. The categories go to `categories`. */
static double ask_all(const Search* search, const bookends_tables* tables, signed char* categories) {
  const double begin = now();
  for (size_t i = 0; i < search->count; i++) {
    const Pos* p = &search->asked[i].pos;
    approach(search, i);
    if (tables != NULL) {
      bookends_tables_value value;
      const int status = bookends_tables_probe_board(tables, &search->asked[i].board, BOOKENDS_TABLES_WDL, &value);
      categories[i] = (signed char)(status ? 100 + status : value.category);
    } else {
      const unsigned wdl = tb_probe_wdl(p->white, p->black, p->kings, p->queens, p->rooks, p->bishops, p->knights,
                                        p->pawns, 0, 0, p->ep, p->turn);
      categories[i] = (signed char)(wdl == TB_RESULT_FAILED ? 90 : (int)wdl - 2);
    }
  }
  return (now() - begin) / (double)search->count;
}

static int ascending(const void* a, const void* b) {
  const double x = *(const double*)a, y = *(const double*)b;
  return (x > y) - (x < y);
}

static void print_speed(const char* ending, const char* what, size_t probes, double* ours, double* theirs, int turns) {
  double ratios[kMostTurns];
  for (int i = 0; i < turns; i++) ratios[i] = theirs[i] / ours[i];
  qsort(ratios, (size_t)turns, sizeof *ratios, ascending);
  qsort(ours, (size_t)turns, sizeof *ours, ascending);
  qsort(theirs, (size_t)turns, sizeof *theirs, ascending);
  printf("searched\t%s\t%s\t%zu probes\t%.0f ns\t%.0f ns of Fathom\tratio %.2f (%.2f to %.2f of %d turns)\n", ending,
         what, probes, ours[turns / 2], theirs[turns / 2], ratios[turns / 2], ratios[0], ratios[turns - 1], turns);
}

/* Right after opening, when no block is decoded and no page mapped, and once more after that. */
static int measure_searched(const char* ending, const char* ours, const char* syzygy, int turns) {
  static Search search;
  double first[2][kMostTurns], again[2][kMostTurns];
  size_t different = 0;
  search.men = 5;
  if (search_roots(&search, ending)) return 1;
  signed char* categories[2] = {malloc(search.count), malloc(search.count)};
  if (categories[0] == NULL || categories[1] == NULL) return 1;
  for (int turn = 0; turn < turns; turn++) {
    bookends_tables* tables = NULL;
    tb_free();
    if (bookends_tables_open(ours, NULL, &tables, NULL, 0) || !tb_init(syzygy)) return 1;
    for (int time = 0; time < 2; time++) {
      double(*took)[kMostTurns] = time == 0 ? first : again;
      took[0][turn] = ask_all(&search, tables, categories[0]);
      took[1][turn] = ask_all(&search, NULL, categories[1]);
      for (size_t i = 0; i < search.count; i++) different += categories[0][i] != categories[1][i];
    }
    bookends_tables_close(tables);
  }
  print_speed(ending, "first", search.count, first[0], first[1], turns);
  print_speed(ending, "again", search.count, again[0], again[1], turns);
  if (different)
    fprintf(stderr, "%s: %zu results differ in %d turns of %zu\n", ending, different, 2 * turns, search.count);
  free(search.asked);
  free(categories[0]);
  free(categories[1]);
  return different != 0;
}
