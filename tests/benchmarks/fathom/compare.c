/* Compares answers from Syzygy's files with those of Fathom (github.com/jdart1/Fathom), and with our own tables of the
 * same endings; measures probes of results. Made and run by against_fathom. */
#include "positions.h"
#include "searched.h"

enum { kTimed = 20000 };

typedef struct Counts {
  long long asked, passant, different, rounded, settled, ours_different, ours_asked, wins, losses, cursed, draws;
} Counts;

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

typedef struct Reader {
  const char* name;
  const bookends_tables* tables;
} Reader;

/* CPU nanoseconds of a probe at random, all blocks and pages having been asked for: of results (WDL) or of DTZ. Below
 * 0: there was no answer. */
static double ask_placed(const Reader* reader, const Placed* placed, int metric, long long* sum) {
  const double begin = now();
  for (int i = 0; i < kTimed; i++) {
    bookends_tables_value value;
    int good = 0;
    if (reader == NULL) {
      *sum += metric == BOOKENDS_TABLES_WDL ? probe_wdl((Pos*)&placed[i].pos, &good)
                                            : probe_dtz((Pos*)&placed[i].pos, &good) != 0;
      if (!good) return -1;
    } else {
      if (ask(reader->tables, &placed[i], metric, &value)) return -1;
      *sum += metric == BOOKENDS_TABLES_WDL ? value.category : value.category != 0;
    }
  }
  return (now() - begin) / kTimed;
}

/* Ours and theirs in turn; each time is the least of all. */
static int measure(const char* ending, const Reader* reader, int metric, int turns) {
  Placed* placed = malloc(kTimed * sizeof *placed);
  double best[2] = {1e18, 1e18}, ratios[kMostTurns];
  long long sums[2] = {0, 0};
  if (placed == NULL) return 1;
  for (int i = 0; i < kTimed; i++) {
    place(ending, &placed[i]);
    placed[i].passant = 0;
    placed[i].pos.ep = 0;
  }
  if (ask_placed(reader, placed, metric, &sums[0]) < 0 || ask_placed(NULL, placed, metric, &sums[1]) < 0) return 1;
  for (int turn = 0; turn < turns; turn++) {
    double took[2];
    for (int who = 0; who < 2; who++) {
      took[who] = ask_placed(who == 0 ? reader : NULL, placed, metric, &sums[who]);
      if (took[who] < best[who]) best[who] = took[who];
    }
    ratios[turn] = took[1] / took[0];
  }
  qsort(ratios, (size_t)turns, sizeof *ratios, ascending);
  printf("speed\t%s\t%s\t%s\t%.0f ns\t%.0f ns of Fathom\tratio %.2f (%.2f to %.2f of %d turns)\n", reader->name, ending,
         metric == BOOKENDS_TABLES_WDL ? "WDL" : "DTZ", best[0], best[1], ratios[turns / 2], ratios[0],
         ratios[turns - 1], turns);
  free(placed);
  return sums[0] != sums[1];
}

/* How many of so many positions differ; below 0: one has no answer. */
static long long compare_all(const char* ending, const bookends_tables* syzygy, const bookends_tables* ours,
                             long long positions) {
  Counts counts;
  memset(&counts, 0, sizeof counts);
  for (long long n = 0; n < positions; n++) {
    Placed placed;
    place(ending, &placed);
    if (compare(syzygy, ours, &placed, &counts)) {
      fprintf(stderr, "%s: no answer\n", ending);
      return -1;
    }
  }
  if (positions > 0)
    printf(
        "%s\t%lld positions\t%lld en passant\twin %lld draw %lld loss %lld cursed %lld\t%lld rounded, %lld settled\t"
        "%lld other than Fathom\t%lld of %lld other than ours\n",
        ending, counts.asked, counts.passant, counts.wins, counts.draws, counts.losses, counts.cursed, counts.rounded,
        counts.settled, counts.different, counts.ours_different, counts.ours_asked);
  fflush(stdout);
  return counts.different + counts.ours_different;
}

static int measure_all(const char* ending, const bookends_tables* syzygy, const bookends_tables* ours, int turns) {
  const Reader readers[] = {{"Syzygy's files", syzygy}, {"ours", ours}};
  for (int r = 0; r < 2; r++)
    for (int metric = BOOKENDS_TABLES_WDL; metric <= BOOKENDS_TABLES_DTZ; metric += 2)
      if (readers[r].tables != NULL && measure(ending, &readers[r], metric, turns)) {
        fprintf(stderr, "%s: no answer, or other results than Fathom\n", ending);
        return 1;
      }
  return 0;
}

/* SYZYGY OURS ("-": none) POSITIONS TURNS SEARCHED ENDING... */
int main(int argc, char** argv) {
  char error[256];
  bookends_tables *syzygy = NULL, *ours = NULL;
  if (argc < 7) return 2;
  if (bookends_tables_open(argv[1], NULL, &syzygy, error, sizeof error) ||
      (strcmp(argv[2], "-") && bookends_tables_open(argv[2], NULL, &ours, error, sizeof error)) || !tb_init(argv[1])) {
    fprintf(stderr, "%s\n", error);
    return 1;
  }
  const int turns = atoi(argv[4]) < kMostTurns ? atoi(argv[4]) : kMostTurns, searched = atoi(argv[5]);
  long long wrong = 0;
  for (int i = 6; i < argc; i++) {
    seed = 0x9E3779B97F4A7C15ULL;
    if (searched) {
      if (measure_searched(argv[i], argv[2], argv[1], turns)) return 1;
      continue;
    }
    const long long different = compare_all(argv[i], syzygy, ours, atoll(argv[3]));
    if (different < 0 || (turns > 0 && measure_all(argv[i], syzygy, ours, turns))) return 1;
    wrong += different;
  }
  bookends_tables_close(ours);
  bookends_tables_close(syzygy);
  return wrong != 0;
}
