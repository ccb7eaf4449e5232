/* Compares answers from Syzygy's files with those of Fathom (github.com/jdart1/Fathom), and with our own tables of the
 * same endings; measures probes of results. Made and run by against_fathom; tbprobe.c is Fathom's. */
#define _GNU_SOURCE
#include <bookends_tables.h>
#include <time.h>

#include "tbprobe.c"

enum { kMostMen = 7, kTimed = 20000 };

typedef struct Placed {
  bookends_tables_man men[kMostMen];
  int count;
  int black;
  int passant; /* square behind a pawn that has just stepped twice, or 0 */
  Pos pos;
} Placed;

typedef struct Counts {
  long long asked, passant, different, rounded, settled, ours_different, ours_asked, wins, losses, cursed, draws;
} Counts;

static uint64_t seed;
static unsigned dice(unsigned n) {
  seed ^= seed << 13;
  seed ^= seed >> 7;
  seed ^= seed << 17;
  return (unsigned)((seed >> 11) % n);
}

static void add_to_pos(Pos* pos, char letter, int square) {
  const uint64_t bit = 1ULL << square;
  const int black = letter >= 'a';
  if (black)
    pos->black |= bit;
  else
    pos->white |= bit;
  switch (black ? letter - 'a' + 'A' : letter) {
    case 'K':
      pos->kings |= bit;
      break;
    case 'Q':
      pos->queens |= bit;
      break;
    case 'R':
      pos->rooks |= bit;
      break;
    case 'B':
      pos->bishops |= bit;
      break;
    case 'N':
      pos->knights |= bit;
      break;
    default:
      pos->pawns |= bit;
      break;
  }
}

/* Whether a pawn of the side to move could take a pawn that has just stepped twice; then that is the right. */
static void find_passant(Placed* placed) {
  const Pos* pos = &placed->pos;
  const uint64_t all = pos->white | pos->black;
  for (int file = 0; file < 8; file++) {
    const int to = placed->black ? 16 + file : 40 + file, pawn = placed->black ? to + 8 : to - 8;
    const int from = placed->black ? to - 8 : to + 8;
    const uint64_t theirs = placed->black ? pos->white : pos->black, ours = placed->black ? pos->black : pos->white;
    if (!(theirs & pos->pawns & (1ULL << pawn)) || (all & (1ULL << to | 1ULL << from))) continue;
    uint64_t takers = 0;
    if (file > 0) takers |= 1ULL << (pawn - 1);
    if (file < 7) takers |= 1ULL << (pawn + 1);
    if (takers & ours & pos->pawns) placed->passant = to;
  }
}

/* Men of an ending anywhere, seen from either side. Whether that is a legal position. */
static int throw_men(const char* ending, Placed* placed) {
  uint64_t used = 0;
  int second = 0;
  const int swapped = (int)dice(2);
  memset(placed, 0, sizeof *placed);
  for (const char* c = ending; *c; c++) {
    if (*c == 'v') {
      second = 1;
      continue;
    }
    int square;
    do square = *c == 'P' ? 8 + (int)dice(48) : (int)dice(64);
    while (used >> square & 1);
    used |= 1ULL << square;
    const char letter = (char)(second != swapped ? *c - 'A' + 'a' : *c);
    placed->men[placed->count].piece = letter;
    placed->men[placed->count++].square = (uint8_t)square;
    add_to_pos(&placed->pos, letter, square);
  }
  placed->black = (int)dice(2);
  placed->pos.turn = !placed->black;
  return is_legal(&placed->pos) && !(king_attacks(lsb(placed->pos.kings & placed->pos.white)) & placed->pos.kings);
}

/* A legal position; where both sides have pawns, half of them with the right to take in passing. */
static void place(const char* ending, Placed* placed) {
  const char* second = strchr(ending, 'v');
  const int wanted = strchr(second, 'P') && memchr(ending, 'P', (size_t)(second - ending)) && dice(2);
  int found;
  do {
    found = throw_men(ending, placed);
    if (found && wanted) find_passant(placed);
  } while (!found || (wanted && !placed->passant));
  placed->pos.ep = (uint8_t)placed->passant;
}

static void to_fen(const Placed* placed, char* fen) {
  char board[64];
  memset(board, 0, sizeof board);
  for (int i = 0; i < placed->count; i++) board[placed->men[i].square] = placed->men[i].piece;
  for (int rank = 7; rank >= 0; rank--) {
    for (int file = 0; file < 8; file++) {
      const char man = board[8 * rank + file];
      *fen++ = man ? man : '1';
    }
    *fen++ = rank ? '/' : ' ';
  }
  *fen++ = placed->black ? 'b' : 'w';
  *fen++ = ' ';
  *fen++ = '-';
  *fen++ = ' ';
  if (placed->passant) {
    *fen++ = (char)('a' + placed->passant % 8);
    *fen++ = (char)('1' + placed->passant / 8);
  } else {
    *fen++ = '-';
  }
  strcpy(fen, " 0 1");
}

static int ask(const bookends_tables* tables, const Placed* placed, int metric, bookends_tables_value* value) {
  if (!placed->passant)
    return bookends_tables_probe_men(tables, placed->men, (size_t)placed->count, placed->black, metric, value);
  char fen[128];
  to_fen(placed, fen);
  return bookends_tables_probe_fen(tables, fen, metric, value, NULL, 0);
}

static void complain(const char* what, const Placed* placed, int theirs, int distance,
                     const bookends_tables_value* value) {
  char fen[128];
  to_fen(placed, fen);
  fprintf(stderr, "%s: %s: %d, DTZ %d; here %d, DTZ %d%s\n", what, fen, theirs, distance, value->category, value->dtz,
          value->dtz_rounded ? " or one more" : "");
}

/* Their DTZ may be one less than the truth, and is 1 of the mated. */
static int same_dtz(const Placed* placed, int theirs, const bookends_tables_value* value, Counts* counts) {
  const int plies = theirs < 0 ? -theirs : theirs;
  if (value->dtz_rounded) {
    counts->rounded++;
    return value->dtz == plies;
  }
  if (value->dtz == plies) return 1;
  if (value->dtz == 0 && theirs == -1) return is_mate(&placed->pos);
  counts->settled++;
  return value->dtz == plies + 1;
}

static int compare(const bookends_tables* syzygy, const bookends_tables* ours, const Placed* placed, Counts* counts) {
  Pos pos = placed->pos;
  int good = 0, also_good = 0;
  const int wdl = probe_wdl(&pos, &good), dtz = probe_dtz(&pos, &also_good);
  bookends_tables_value value, result, other;
  if (!good || !also_good) return -1;
  if (ask(syzygy, placed, BOOKENDS_TABLES_DTZ, &value) || ask(syzygy, placed, BOOKENDS_TABLES_WDL, &result)) return -1;
  counts->asked++;
  counts->passant += placed->passant != 0;
  counts->draws += wdl == 0;
  counts->wins += wdl == 2;
  counts->losses += wdl == -2;
  counts->cursed += wdl == 1 || wdl == -1;
  if (value.category != wdl || result.category != wdl || !same_dtz(placed, dtz, &value, counts)) {
    if (counts->different++ < 10) complain("other than Fathom", placed, wdl, dtz, &value);
  }
  if (ours == NULL) return 0;
  if (ask(ours, placed, BOOKENDS_TABLES_ALL, &other)) return -1;
  counts->ours_asked++;
  const int low = other.dtz > value.dtz ? other.dtz : value.dtz;
  const int high = other.dtz + other.dtz_rounded < value.dtz + value.dtz_rounded ? other.dtz + other.dtz_rounded
                                                                                 : value.dtz + value.dtz_rounded;
  if (other.category != value.category || low > high) {
    if (counts->ours_different++ < 10) complain("other than ours", placed, other.category, other.dtz, &value);
  }
  return 0;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

/* CPU nanoseconds of a probe of results, ours and theirs, each the least of all turns. */
static int measure(const char* ending, const bookends_tables* syzygy, int turns) {
  Placed* placed = malloc(kTimed * sizeof *placed);
  double best[2] = {1e18, 1e18}, ratios[64];
  long long sum = 0;
  if (placed == NULL) return 1;
  for (int i = 0; i < kTimed; i++) {
    place(ending, &placed[i]);
    placed[i].passant = 0;
    placed[i].pos.ep = 0;
  }
  for (int turn = 0; turn < turns; turn++) {
    double took[2];
    for (int who = 0; who < 2; who++) {
      const double begin = now();
      for (int i = 0; i < kTimed; i++) {
        bookends_tables_value value;
        int good = 0;
        if (who == 0) {
          if (ask(syzygy, &placed[i], BOOKENDS_TABLES_WDL, &value)) return 1;
          sum += value.category;
        } else {
          sum -= probe_wdl(&placed[i].pos, &good);
        }
      }
      took[who] = (now() - begin) / kTimed;
      if (took[who] < best[who]) best[who] = took[who];
    }
    ratios[turn] = took[1] / took[0];
  }
  for (int i = 0; i < turns; i++)
    for (int j = i + 1; j < turns; j++)
      if (ratios[j] < ratios[i]) {
        const double t = ratios[i];
        ratios[i] = ratios[j];
        ratios[j] = t;
      }
  printf("speed\t%s\t%.0f ns\t%.0f ns of Fathom\tratio %.2f (%.2f to %.2f of %d turns)\n", ending, best[0], best[1],
         ratios[turns / 2], ratios[0], ratios[turns - 1], turns);
  free(placed);
  return sum != 0;
}

/* SYZYGY OURS ("-": none) POSITIONS TURNS ENDING... */
int main(int argc, char** argv) {
  char error[256];
  bookends_tables *syzygy = NULL, *ours = NULL;
  if (argc < 6) return 2;
  if (bookends_tables_open(argv[1], NULL, &syzygy, error, sizeof error) ||
      (strcmp(argv[2], "-") && bookends_tables_open(argv[2], NULL, &ours, error, sizeof error)) || !tb_init(argv[1])) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  const long long positions = atoll(argv[3]);
  const int turns = atoi(argv[4]) < 64 ? atoi(argv[4]) : 64;
  long long wrong = 0;
  for (int i = 5; i < argc; i++) {
    Counts counts;
    memset(&counts, 0, sizeof counts);
    seed = 0x9E3779B97F4A7C15ULL;
    for (long long n = 0; n < positions; n++) {
      Placed placed;
      place(argv[i], &placed);
      if (compare(syzygy, ours, &placed, &counts)) {
        fprintf(stderr, "%s: no answer\n", argv[i]);
        return 1;
      }
    }
    if (positions > 0)
      printf(
          "%s\t%lld positions\t%lld en passant\twin %lld draw %lld loss %lld cursed %lld\t%lld rounded, %lld settled\t"
          "%lld other than Fathom\t%lld of %lld other than ours\n",
          argv[i], counts.asked, counts.passant, counts.wins, counts.draws, counts.losses, counts.cursed,
          counts.rounded, counts.settled, counts.different, counts.ours_different, counts.ours_asked);
    fflush(stdout);
    wrong += counts.different + counts.ours_different;
    if (turns > 0 && measure(argv[i], syzygy, turns)) {
      fprintf(stderr, "%s: other results than Fathom\n", argv[i]);
      return 1;
    }
  }
  bookends_tables_close(ours);
  bookends_tables_close(syzygy);
  return wrong != 0;
}
