#include "tablebases/solve/solve.h"

#include <omp.h>

#include <atomic>
#include <functional>
#include <map>

#include "tablebases/solve/exits.h"
#include "tablebases/solve/layout.h"
#include "tablebases/solve/slice.h"

namespace bookends::tables {
namespace {

// Slices of less than this many words are solved one a thread; larger ones by all threads together.
constexpr std::size_t kWordsWorthSharing = std::size_t{1} << 16;

// How far all pawns have come. A pawn move leads to a slice that has come farther, so that slices of one advance do
// not depend on each other.
template <const Rules& R>
int advance_of(const PlacementIndex<R>& index, std::uint64_t slice) {
  std::array<Square, kMaxMen> pawns{};
  const std::size_t count = slot(index.ending().pawns());
  index.slice_squares(slice, {pawns.data(), count});
  int advance = 0;
  for (std::size_t i = 0; i < count; ++i) advance += relative_rank(R, index.men()[2 + i].color(), pawns[i]);
  return advance;
}

// The slices by advance, the farthest first.
template <const Rules& R>
std::vector<std::vector<std::uint64_t>> levels_of(const PlacementIndex<R>& index) {
  std::map<int, std::vector<std::uint64_t>, std::greater<>> levels;
  for (std::uint64_t slice = 0; slice < index.slices(); ++slice) levels[advance_of(index, slice)].push_back(slice);
  std::vector<std::vector<std::uint64_t>> out;
  out.reserve(levels.size());
  for (auto& [advance, slices] : levels) out.push_back(std::move(slices));
  return out;
}

template <class T>
void assign(std::vector<T>& v, std::uint64_t size, T value) {
  v.reserve(size);
  advise_large_pages(v.data(), size * sizeof(T));
  v.assign(size, value);
}

template <const Rules& R>
class EndingSolver {
 public:
  EndingSolver(const Ending& ending, const SolveOptions& options, Progress& progress)
      : index_(ending), layout_(index_), options_(options), progress_(progress), name_(ending_name(R, ending)) {
    solution_.ending = ending;
  }

  Result<Solution> run(SolutionSource& children) {
    const bool dead = is_dead(R, index_.ending());
    if (!dead)
      if (const Result<void> loaded = exits_.load(children, options_.dtz); !loaded) return loaded.error();
    for (auto& codes : solution_.dtm) assign(codes, index_.size(), kIllegal);
    for (auto& codes : solution_.dtz) assign(codes, options_.dtz ? index_.size() : 0, kIllegal);
    for (auto& hints : solution_.hints) assign(hints, options_.hints ? index_.size() : 0, std::uint8_t{0});
    for (const auto& level : levels_of(index_))
      if (!solve_level(level, dead)) return Error{ErrorCode::interrupted, "interrupted while solving " + name_};
    drop_duplicates();
    return std::move(solution_);
  }

 private:
  bool solve_level(const std::vector<std::uint64_t>& slices, bool dead) {
    const int threads = options_.threads;
    const bool share =
        !layout_.loose_kings && (layout_.blocks * layout_.words >= kWordsWorthSharing || slices.size() < slot(threads));
    const int outside = share ? 1 : threads;
    std::atomic<bool> stopped = false;
    // Progress may be asked by one thread only; inside a slice this is called outside its own parallel loops.
    const auto stop = [&] {
      if (omp_get_thread_num() == 0 && progress_.stop_requested()) stopped = true;
      return stopped.load();
    };
#pragma omp parallel num_threads(outside) if (outside > 1)
    {
      SliceSolver<R>& solver = solver_of_thread(share);
#pragma omp for schedule(dynamic, 1)
      for (std::size_t i = 0; i < slices.size(); ++i) {
        if (!stop()) solver.solve(slices[i], dead, stop);
      }
    }
    done_ += slices.size();
    progress_.update({name_, static_cast<double>(done_), static_cast<double>(index_.slices()), "slices", {}});
    return !stopped;
  }

  // Solvers are kept from level to level: their memory is large.
  SliceSolver<R>& solver_of_thread(bool share) {
    std::unique_ptr<SliceSolver<R>>& solver = share ? shared_solver_ : solvers_[slot(omp_get_thread_num())];
    SolveOptions inside = options_;
    if (!share) inside.threads = 1;
    if (!solver) solver = std::make_unique<SliceSolver<R>>(layout_, exits_, solution_, inside);
    return *solver;
  }

  // Where a symmetry maps a slice or a king pair onto itself, mirror images have numbers of their own; only the
  // smaller keeps its code.
  void drop_duplicates() {
    std::array<Square, kMaxMen> squares{};
    const std::span<Square> men{squares.data(), index_.men().size()};
    for (std::uint64_t slice = 0; slice < index_.slices(); ++slice) {
      const bool symmetric = index_.slice_symmetric(slice);
      for (std::size_t pair = 0; pair < index_.pairs(); ++pair) {
        if (!symmetric && index_.pair(pair).stabilizer == 0) continue;
        const std::uint64_t first = layout_.block_at(slice, pair);
        for (std::uint64_t number = first; number < first + index_.inner(); ++number) {
          if (solution_.dtm[0][number] == kIllegal && solution_.dtm[1][number] == kIllegal) continue;
          index_.squares(number, men);
          if (index_.index(men) != number) drop(number);
        }
      }
    }
  }

  void drop(std::uint64_t number) {
    for (const Color side : kColors) {
      solution_.dtm[slot(side)][number] = kIllegal;
      if (options_.dtz) solution_.dtz[slot(side)][number] = kIllegal;
      if (options_.hints) solution_.hints[slot(side)][number] = 0;
    }
  }

  PlacementIndex<R> index_;
  Layout<R> layout_;
  SolveOptions options_;
  Progress& progress_;
  std::string name_;
  Solution solution_;
  Exits<R> exits_{layout_, solution_};
  std::vector<std::unique_ptr<SliceSolver<R>>> solvers_ =
      std::vector<std::unique_ptr<SliceSolver<R>>>(slot(options_.threads));
  std::unique_ptr<SliceSolver<R>> shared_solver_;
  std::uint64_t done_ = 0;
};

}  // namespace

template <const Rules& R>
Result<Solution> solve(const Ending& ending, SolutionSource& children, const SolveOptions& options,
                       Progress& progress) {
  SolveOptions resolved = options;
  if (resolved.threads <= 0) resolved.threads = omp_get_max_threads();
  resolved.dtz = options.dtz && R.move_limit != 0;
  return EndingSolver<R>(ending, resolved, progress).run(children);
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Solution> solve<games::game>(const Ending&, SolutionSource&, const SolveOptions&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
