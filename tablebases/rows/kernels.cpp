// Highway compiles kernels-inl.h once for each instruction set and chooses among them at run time.
#include "tablebases/rows/kernels.h"

// Three are enough: what the project is compiled for, AVX2 and AVX-512.
#define HWY_DISABLED_TARGETS (HWY_SSE4 | HWY_AVX3_DL)
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "tablebases/rows/kernels-inl.h"

#include <type_traits>

namespace bookends::tables {
namespace {

template <class W>
struct RowFunctions {
  void (*pred)(const PredJob<W>&) = nullptr;
  bool (*win)(std::span<const std::uint64_t>, W*, W*, std::uint64_t*, std::uint64_t*) = nullptr;
  bool (*lose)(std::span<const std::uint64_t>, const W*, W*, W*, std::uint64_t*, std::uint64_t*) = nullptr;
  ExitSets<W> (*exit_sets)(const Value*, W, int) = nullptr;
  std::size_t (*exit_groups)(const Value*, W, ExitGroup<W>*) = nullptr;
  void (*record)(std::span<const std::uint64_t>, const W*, const W*, const std::uint64_t*, std::uint8_t*,
                 std::uint8_t) = nullptr;
};

// One base for each game: so that one choice of Highway's is for all of them.
template <const Rules& R>
struct FunctionsOf {
  RowFunctions<Word<R>> functions;
};
struct None {};
#define BOOKENDS_BASE(game) , FunctionsOf<games::game>
struct AllRowFunctions : None BOOKENDS_FOR_EACH_GAME(BOOKENDS_BASE) {};
#undef BOOKENDS_BASE

}  // namespace
}  // namespace bookends::tables

#include <hwy/foreach_target.h>
// The last time: for the instruction set the project is compiled for.
#include "tablebases/rows/kernels-inl.h"

namespace bookends::tables {

HWY_EXPORT(all_functions);

namespace {

template <const Rules& R>
const RowFunctions<Word<R>>& chosen() {
  return static_cast<const FunctionsOf<R>&>(*HWY_DYNAMIC_DISPATCH(all_functions)()).functions;
}

}  // namespace

template <const Rules& R>
Movement movement_of(Kind kind, Color color) {
  Movement out;
  const Piece& piece = R.pieces[static_cast<std::size_t>(kind)];
  for (int cell = 0; cell < 25; ++cell) {
    if ((piece.leaps >> cell & 1) == 0) continue;
    const int up = color == Color::white ? 2 - cell / 5 : cell / 5 - 2;
    out.leaps[static_cast<std::size_t>(out.leap_count++)] = {static_cast<std::int8_t>(cell % 5 - 2),
                                                             static_cast<std::int8_t>(up)};
  }
  out.orthogonal = (piece.slides & orthogonal) != 0;
  out.diagonal = (piece.slides & diagonal) != 0;
  return out;
}

template <const Rules& R>
void RowKernels<R>::pred(const PredJob<W>& job) {
  chosen<R>().pred(job);
}

template <const Rules& R>
bool RowKernels<R>::win(std::span<const std::uint64_t> targets, W* before, W* open, std::uint64_t* fresh,
                        std::uint64_t* wanted) {
  return chosen<R>().win(targets, before, open, fresh, wanted);
}

template <const Rules& R>
bool RowKernels<R>::lose(std::span<const std::uint64_t> targets, const W* before, W* closed, W* lost,
                         std::uint64_t* fresh, std::uint64_t* wanted) {
  return chosen<R>().lose(targets, before, closed, lost, fresh, wanted);
}

template <const Rules& R>
ExitSets<Word<R>> RowKernels<R>::exit_sets(const Value* row, W wanted, int limit) {
  return chosen<R>().exit_sets(row, wanted, limit);
}

template <const Rules& R>
std::size_t RowKernels<R>::exit_groups(const Value* row, W wanted, ExitGroup<W>* out) {
  return chosen<R>().exit_groups(row, wanted, out);
}

template <const Rules& R>
void RowKernels<R>::record(std::span<const std::uint64_t> rows, const W* words, const W* mask, const std::uint64_t* at,
                           std::uint8_t* to, std::uint8_t byte) {
  chosen<R>().record(rows, words, mask, at, to, byte);
}

std::vector<std::string_view> kernel_targets() {
  std::vector<std::string_view> names;
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) names.emplace_back(hwy::TargetName(target));
  return names;
}

void use_kernel_target(std::string_view name) {
  hwy::SetSupportedTargetsForTest(0);
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets())
    if (hwy::TargetName(target) == name) hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

#define BOOKENDS_INSTANTIATE(game)                         \
  template Movement movement_of<games::game>(Kind, Color); \
  template struct RowKernels<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
