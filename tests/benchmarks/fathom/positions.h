/* Positions of an ending, drawn at random, as Fathom and our library have them. */
#pragma once

#define _GNU_SOURCE
#include <bookends_tables.h>
#include <time.h>

#include "tbprobe.c"

enum { kMostMen = 7 };

typedef struct Placed {
  bookends_tables_man men[kMostMen];
  int count;
  int black;
  int passant; /* square behind a pawn that has just stepped twice, or 0 */
  Pos pos;
} Placed;

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

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
  return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}
