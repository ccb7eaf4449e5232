#include "tablebases/solve/hint_finder.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <mutex>
#include <optional>

#include "core/base/thrown.h"

namespace bookends::tables {
namespace {

// The value of what is no position: that of no exit, and not kNoValue either.
constexpr Value kNothing = kNoValue + 1;

template <Distance D>
constexpr Value value_or_nothing(std::uint16_t code) {
  return code == kIllegal ? kNothing : value_of<D>(code);
}

Value value_of_code(Distance distance, std::uint16_t code) {
  Value value = 0;
  with_distance(distance, [&]<Distance D>() { value = value_or_nothing<D>(code); });
  return value;
}

// All bits or none: rows of such masks are vectors of the processor, as rows of choices are not.
constexpr Value mask_of(bool condition) { return static_cast<Value>(-static_cast<int>(condition)); }

// The best exit of a position with the same result. By DTZ there are five, and an exit's value is one of them: a win or
// a loss in 1 ply, or in 1 beyond the limit.
template <const Rules& R>
constexpr Value zeroing_with_result_of(Value own) {
  constexpr Value kSlowest = kSure - kLimit<R>, kCursed = kSlowest - 1, kLimitPlies = kLimit<R>;
  const Value negative = mask_of(own < 0);
  const Value sure = mask_of(own >= kSlowest || own <= -kSlowest);
  const Value won = static_cast<Value>(kCursed + (sure & kLimitPlies));
  const Value decided = static_cast<Value>((won ^ negative) - negative);
  const Value open = mask_of(own == 0 || own == kNothing);
  return static_cast<Value>((own & open) | (decided & ~open));
}

// Whether a position has the result of an exit.
template <const Rules& R, Distance D>
constexpr bool is_same_result(Value own, Value exit) {
  if constexpr (D == Distance::to_zeroing) return exit == zeroing_with_result_of<R>(own);
  return own != kNothing && exit != kNoValue && (own > 0) == (exit > 0) && (own < 0) == (exit < 0);
}

constexpr Value when(bool condition, Value hint) { return static_cast<Value>(mask_of(condition) & hint); }

}  // namespace

template <const Rules& R>
HintFinder<R>::HintFinder(const Layout<R>& layout, const OwnPart<R>& part, const Exits<R>& exits, Solution& solution)
    : layout_(layout),
      part_(part),
      exits_(exits),
      solution_(solution),
      has_dtz_(!solution.dtz[0].empty()),
      solves_mate_(!solution.dtm[0].empty()),
      has_both_(has_dtz_ && solves_mate_),
      whole_rows_(layout.word_man >= 0 && !layout.scattered && layout.index.piece_groups().back().size == 1) {
  for (const int side : {0, 1}) {
    results_[slot(side)] = meaning_of(has_dtz_ ? Distance::to_zeroing : Distance::to_mate, side);
    if (has_both_) to_mate_[slot(side)] = meaning_of(Distance::to_mate, side);
  }
}

template <const Rules& R>
auto HintFinder<R>::meaning_of(Distance distance, int side) const -> Meaning {
  const CodeArray& codes = (distance == Distance::to_mate ? solution_.dtm : solution_.dtz)[slot(side)];
  Meaning out{&codes, distance, {}};
  for (std::size_t place = 0; place < CodeArray::kPlaces; ++place)
    out.value[place] = value_of_code(distance, codes.meaning()[place]);
  return out;
}

template <const Rules& R>
bool HintFinder<R>::find_all(int threads, const std::function<bool()>& stop) {
  const std::span<const std::uint32_t> own = part_.own();
  const std::uint64_t blocks = layout_.index.slices() * own.size();
  std::atomic<bool> stopped = false;
  std::mutex asking;
  Thrown thrown;
#pragma omp parallel num_threads(threads)
  {
    std::optional<Scratch> scratch;
    thrown.run([&] { scratch.emplace(Scratch{.board = SliceBoard<R>(layout_)}); });
#pragma omp for schedule(dynamic, 4)
    for (std::uint64_t i = 0; i < blocks; ++i)
      thrown.run([&] {
        if (const std::unique_lock alone(asking, std::try_to_lock); alone && !stopped && stop()) stopped = true;
        if (!stopped) find(i / own.size(), own[i % own.size()], *scratch);
      });
  }
  thrown.rethrow();
  return !stopped;
}

template <const Rules& R>
void HintFinder<R>::find(std::uint64_t slice, std::size_t block, Scratch& scratch) const {
  if (scratch.slice != slice) scratch.board.set_slice(slice);
  scratch.slice = slice;
  const std::uint64_t first = part_.first_code(slice, block);
  for (const Color side : kColors)
    for (std::size_t word = 0; word < layout_.words; ++word)
      if (layout_.record_mask[word] != 0) find_word(side, first, block, word, scratch);
}

template <const Rules& R>
void HintFinder<R>::find_word(Color side, std::uint64_t first, std::size_t block, std::size_t word,
                              Scratch& scratch) const {
  W wanted = read_row(results_[slot(side)], first, word, scratch.own);
  // Of a loss hints say nothing but what its DTM is.
  if (!solves_mate_) wanted &= squares_where([&](std::size_t s) { return scratch.own[s] >= 0; });
  if (wanted == 0) return;
  const Placement at = scratch.board.placement(block, word);
  scratch.hints.fill(0);
  const bool converts = find_results(at, side, wanted, scratch);
  const bool moves = has_dtz_ && layout_.first_piece > 2 && find_zeroing_pawn_moves(at, side, scratch);
  if (!converts && !moves) return;
  if (has_both_ && converts) find_mates(at, side, first, word, scratch);
  write_row(solution_.hints[slot(side)].data() + first, word, scratch.hints);
}

// What the conversions say by the distance that has the results. False: there are none.
template <const Rules& R>
bool HintFinder<R>::find_results(const Placement& at, Color side, W legal, Scratch& scratch) const {
  const Distance distance = results_[slot(side)].distance;
  if (!exits_.best(ExitKind::conversion, distance, at, side, legal, scratch.best)) return false;
  // What draws has no distance to differ in.
  const Value best_draw = when(has_both_, kConversionIsBest);
  with_distance(distance, [&]<Distance D>() {
    for (std::size_t s = 0; s < slot(R.squares()); ++s) {
      const Value own = scratch.own[s], exit = scratch.best[s];
      const bool decides = is_same_result<R, D>(own, exit);
      const Value best = D == Distance::to_mate ? when(own == exit, kConversionIsBest)
                                                : static_cast<Value>(when(decides, best_draw) & mask_of(own == 0));
      const Value zeroes =
          D == Distance::to_mate ? Value{0} : static_cast<Value>(when(own == exit, kZeroingIsBest) & mask_of(own > 0));
      scratch.hints[s] = static_cast<std::uint8_t>(when(decides, kConversionDecides) | best | zeroes);
    }
  });
  return true;
}

// The other pawn moves, which only tell of the zeroing of a win.
template <const Rules& R>
bool HintFinder<R>::find_zeroing_pawn_moves(const Placement& at, Color side, Scratch& scratch) const {
  const W won = squares_where([&](std::size_t s) { return scratch.own[s] > 0; });
  if (won == 0 || !exits_.best(ExitKind::pawn_move, Distance::to_zeroing, at, side, won, scratch.best)) return false;
  for (std::size_t s = 0; s < slot(R.squares()); ++s)
    scratch.hints[s] |= static_cast<std::uint8_t>(when(scratch.own[s] == scratch.best[s], kZeroingIsBest) &
                                                  mask_of(scratch.own[s] > 0));
  return true;
}

// A conversion as near to mate as the position counts only where it has the result, too.
template <const Rules& R>
void HintFinder<R>::find_mates(const Placement& at, Color side, std::uint64_t first, std::size_t word,
                               Scratch& scratch) const {
  const W wanted = squares_where([&](std::size_t s) {
    return (scratch.hints[s] & (kConversionDecides | kConversionIsBest)) == kConversionDecides;
  });
  if (wanted == 0) return;
  read_row(to_mate_[slot(side)], first, word, scratch.own);
  exits_.best(ExitKind::conversion, Distance::to_mate, at, side, wanted, scratch.best);
  for (std::size_t s = 0; s < slot(R.squares()); ++s) {
    const bool decides = (scratch.hints[s] & kConversionDecides) != 0;
    scratch.hints[s] |=
        static_cast<std::uint8_t>(when(scratch.own[s] == scratch.best[s], kConversionIsBest) & mask_of(decides));
  }
}

// Bytes first, and then eight bits at once: compilers make vectors of that.
template <const Rules& R>
template <class F>
Word<R> HintFinder<R>::squares_where(F&& is) {
  BySquare<std::uint8_t> bytes{};
  for (std::size_t s = 0; s < slot(R.squares()); ++s) bytes[s] = is(s) ? 1 : 0;
  W out = 0;
  for (std::size_t at = 0; at < slot(R.squares()); at += 8) {
    std::uint64_t eight = 0;
    for (std::size_t i = 0; i < 8; ++i) eight |= std::uint64_t{bytes[at + i]} << 8 * i;
    // The byte k of the factor, counted from above, moves bit 8 k to bit 56 + k, and no two meet below.
    out |= static_cast<W>(eight * 0x0102040810204080 >> 56 << at);
  }
  return out;
}

// The values of a word's positions, and which there are.
template <const Rules& R>
Word<R> HintFinder<R>::read_row(const Meaning& meaning, std::uint64_t first, std::size_t word,
                                BySquare<Value>& own) const {
  const CodeArray& codes = *meaning.codes;
  const W mask = layout_.record_mask[word];
  if (whole_rows_) {
    const CodeArray::Place* row = codes.places().data() + first + layout_.record_at[word];
    for (std::size_t s = 0; s < slot(R.squares()); ++s) own[s] = meaning.value[row[s]];
  } else {
    own.fill(kNothing);
    for (const Square s : Squares(mask)) own[slot(s)] = meaning.value[codes.places()[first + layout_.number(word, s)]];
  }
  if (codes.has_late())
    for (const Square s : Squares(mask)) {
      const std::uint64_t number = first + layout_.number(word, s);
      if (codes.places()[number] == CodeArray::kLate) own[slot(s)] = value_of_code(meaning.distance, codes[number]);
    }
  return mask & squares_where([&](std::size_t s) { return own[s] != kNothing; });
}

template <const Rules& R>
void HintFinder<R>::write_row(std::uint8_t* hints, std::size_t word, const BySquare<std::uint8_t>& row) const {
  if (whole_rows_)
    std::memcpy(hints + layout_.record_at[word], row.data(), slot(R.squares()));
  else
    for (const Square s : Squares(layout_.record_mask[word])) hints[layout_.number(word, s)] = row[slot(s)];
}

#define BOOKENDS_INSTANTIATE(game) template class HintFinder<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
