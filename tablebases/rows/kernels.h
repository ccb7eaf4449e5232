// Kernels: the inner loops of the solver on sets of positions, for the widest registers the processor has.
//
// A set is made of rows. A row has eight words for each rank of the board: word 8 * rank + file holds the squares of
// the word man while the lane man stands on (file, rank). The words beyond the last file, and all but the first when
// there is no lane man, are 0. A block has a row for each placement of the row men, the first with the largest stride.
// Sets of rows are bit sets, row r in bit r % 64 of word r / 64.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "core/rules/games.h"
#include "tablebases/material/index.h"
#include "tablebases/rows/exit_sets.h"
#include "tablebases/rows/words.h"

namespace bookends::tables {

inline constexpr std::size_t kRankWords = 8;
template <const Rules& R>
inline constexpr std::size_t kRowWords = kRankWords* static_cast<std::size_t>(R.ranks);

// How a man moves, for un-moves: reversed steps, not moves, because a Khon's differ.
struct Movement {
  struct Leap {
    std::int8_t files = 0, ranks = 0;
  };
  std::array<Leap, 24> leaps{};
  int leap_count = 0;
  bool orthogonal = false, diagonal = false;  // slides
};
template <const Rules& R>
Movement movement_of(Kind kind, Color color);

// A block one king move away, as seen through a symmetry.
template <class W>
struct KingPull {
  const W* after = nullptr;
  const std::uint64_t* rows = nullptr;  // those of its rows that may hold anything
  int symmetry = 0;
};

// What pred() is asked: from which positions a move leads into the sets `after`.
template <class W>
struct PredJob {
  std::span<const std::uint64_t> targets;      // rows wanted
  W* before = nullptr;                         // the answer, rows of `targets` only
  const W* after = nullptr;                    // of the same block; moves of men other than mapped kings
  const std::uint64_t* after_rows = nullptr;   // those of its rows that may hold anything
  Bitboard taken = 0;                          // by kings and pawns
  bool has_lanes = true;                       // there is a lane man
  std::span<const Movement* const> row_men{};  // null: of the other side
  const Movement* lane_man = nullptr;
  const Movement* word_man = nullptr;
  std::span<const KingPull<W>> kings{};
};

template <const Rules& R>
struct RowKernels {
  using W = Word<R>;

  static void pred(const PredJob<W>& job);

  // Won now: those of `before` that are open; they leave `open` and replace `before`. `fresh` becomes the rows with
  // any; rows left without anything open leave `wanted`.
  static bool win(std::span<const std::uint64_t> targets, W* before, W* open, std::uint64_t* fresh,
                  std::uint64_t* wanted);
  // Lost now, to `lost`: those in neither `before` nor `closed`; they join `closed`. Rows that become all closed leave
  // `wanted`.
  static bool lose(std::span<const std::uint64_t> targets, const W* before, W* closed, W* lost, std::uint64_t* fresh,
                   std::uint64_t* wanted);

  // What a row of exit values, one for each square, says; values outside `wanted` are not looked at. `limit`: 0 for
  // none.
  static ExitSets<W> exit_sets(const Value* row, W wanted, int limit);
  // The groups of `wanted` by value, to out[0..squares); returns how many.
  static std::size_t exit_groups(const Value* row, W wanted, ExitGroup<W>* out);

  // to[at[word] + s] = byte for the squares s of a word that are in its mask.
  static void record(std::span<const std::uint64_t> rows, const W* words, const W* mask, const std::uint64_t* at,
                     std::uint8_t* to, std::uint8_t byte);
};

#define BOOKENDS_EXTERN_ROW_KERNELS(game)                         \
  extern template Movement movement_of<games::game>(Kind, Color); \
  extern template struct RowKernels<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_ROW_KERNELS)
#undef BOOKENDS_EXTERN_ROW_KERNELS

// The instruction sets that this processor can run, and a way to choose one of them; for tests. An empty name: the
// best.
std::vector<std::string_view> kernel_targets();
void use_kernel_target(std::string_view name);

}  // namespace bookends::tables
