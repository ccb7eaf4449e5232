#include "tablebases/solve/solve.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>

#include "core/base/large_pages.h"
#include "core/base/thrown.h"
#include "tablebases/ranks/checkpoint.h"
#include "tablebases/ranks/halo_exchange.h"
#include "tablebases/ranks/partition.h"
#include "tablebases/rows/layout.h"
#include "tablebases/solve/exits.h"
#include "tablebases/solve/hint_finder.h"
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

template <const Rules& R>
class EndingSolver {
 public:
  // `shared` is null when all king pairs are solved here.
  EndingSolver(const Ending& ending, const SolveOptions& options, const SharedSolve* shared, Progress& progress)
      : index_(ending),
        layout_(index_),
        partition_(layout_, shared == nullptr ? 1 : shared->ranks.size()),
        part_{partition_, shared == nullptr ? 0 : shared->ranks.rank()},
        options_(options),
        shared_(shared),
        progress_(progress),
        name_(ending_name(R, ending)) {
    solution_.ending = ending;
    if (shared != nullptr) exchange_.emplace(partition_, shared->ranks);
  }

  Result<Solution> run(SolutionSource& children) {
    const bool dead = is_dead(R, index_.ending());
    if (!dead)
      if (const Result<void> loaded = exits_.load(children, {options_.dtm, options_.dtz}); !loaded)
        return loaded.error();
    for (const Color side : kColors) {
      if (shared_ == nullptr && is_to_stop()) return interrupted();
      if (options_.dtm) solution_.dtm[slot(side)] = CodeArray(part_.codes(), {}, options_.places);
      if (options_.dtz) solution_.dtz[slot(side)] = CodeArray(part_.codes(), {}, options_.places);
    }
    const Result<void> solved = shared_ != nullptr ? solve_together(dead) : solve_levels(dead);
    if (!solved && solved.error().code == ErrorCode::interrupted) return interrupted();
    if (!solved) return solved.error();
    if (options_.hints && !find_hints(dead)) return interrupted();
    drop_duplicates();
    settle();
    return std::move(solution_);
  }

 private:
  Result<void> solve_levels(bool dead) {
    for (const auto& level : levels_of(index_))
      if (!solve_level(level, dead)) return Error{ErrorCode::interrupted, {}};
    return {};
  }

  bool solve_level(const std::vector<std::uint64_t>& slices, bool dead) {
    const int threads = options_.threads;
    const bool share =
        !layout_.loose_kings && (layout_.blocks * layout_.words >= kWordsWorthSharing || slices.size() < slot(threads));
    const int outside = share ? 1 : threads;
    std::atomic<bool> stopped = false;
    std::mutex asking;  // one thread asks at a time
    const SliceControl control{[&] {
      const std::unique_lock alone(asking, std::try_to_lock);
      if (alone && !stopped && is_to_stop()) stopped = true;
      return stopped.load();
    }};
    // Without other ranks, being stopped is the only error there is.
    const auto solve_one = [&](SliceSolver<R>& solver, std::uint64_t slice) {
      if (!control.stop()) static_cast<void>(solver.solve(slice, dead, control));
    };
    if (outside > 1) {
      solve_apart(slices, solve_one);
    } else {
      // No region of one thread: within one, the solver's own regions would make their threads anew each time.
      SliceSolver<R>& solver = solver_of_thread(share);
      for (const std::uint64_t slice : slices) solve_one(solver, slice);
    }
    settle();
    report(slices.size());
    return !stopped;
  }

  // Each thread solves slices of its own.
  template <class F>
  void solve_apart(const std::vector<std::uint64_t>& slices, const F& solve_one) {
    Thrown thrown;
#pragma omp parallel num_threads(options_.threads)
    {
      SliceSolver<R>* solver = nullptr;
      thrown.run([&] { solver = &solver_of_thread(false); });
#pragma omp for schedule(dynamic, 1)
      for (std::size_t i = 0; i < slices.size(); ++i) thrown.run([&] { solve_one(*solver, slices[i]); });
    }
    thrown.rethrow();
  }

  // What this level has decided is asked for by the next.
  void settle() {
    for_codes(solution_, [](CodeArray& codes) { codes.settle(); });
  }

  // The solvers' sets go first: hints take less memory than these. Before duplicates are dropped: exits ask for them.
  // False: stopped. Ranks stop while they solve.
  bool find_hints(bool dead) {
    solvers_.clear();
    shared_solver_.reset();
    for (auto& hints : solution_.hints) {
      hints.reserve(part_.codes());
      advise_large_pages(hints.data(), part_.codes());
      hints.assign(part_.codes(), 0);
    }
    const auto stop = [&] {
      report(0);
      return shared_ == nullptr && progress_.stop_requested();
    };
    return dead || HintFinder<R>(layout_, part_, exits_, solution_).find_all(options_.threads, stop);
  }

  Error interrupted() const { return {ErrorCode::interrupted, "interrupted while solving " + name_}; }

  // Says that it is at work, too: one slice may take long, and nothing is counted before it is over.
  bool is_to_stop() {
    report(0);
    return progress_.stop_requested();
  }

  void report(std::uint64_t slices) {
    done_ += slices;
    progress_.update({name_, static_cast<double>(done_), static_cast<double>(index_.slices()), "slices", {}});
  }

  // One slice after another, all ranks the same one, from where a checkpoint is.
  Result<void> solve_together(bool dead) {
    std::vector<std::uint64_t> slices;
    for (const auto& level : levels_of(index_)) slices.insert(slices.end(), level.begin(), level.end());
    Checkpoints checkpoints(shared_->checkpoints, R, solution_, shared_->ranks);
    Result<std::optional<Checkpoints::State>> kept = checkpoints.load();
    if (!kept) return kept.error();
    std::optional<Checkpoints::State>& from = *kept;
    SliceSolver<R>& solver = solver_of_thread(true);
    const std::uint64_t first = from ? std::min<std::uint64_t>(from->slice, slices.size()) : 0;
    report(first);
    for (std::uint64_t at = first; at < slices.size(); ++at) {
      const SliceControl control = control_of(at, solver, checkpoints);
      const Result<void> done =
          from ? solver.resume(slices[at], from->solver, control) : solver.solve(slices[at], dead, control);
      if (!done) return done;
      settle();
      from.reset();
      report(1);
    }
    return {};
  }

  SliceControl control_of(std::uint64_t at, SliceSolver<R>& solver, Checkpoints& checkpoints) {
    SliceControl control;
    control.stop = [this] { return is_to_stop(); };
    control.save_due = [this] {
      return shared_->ranks.rank() == 0 && std::chrono::steady_clock::now() - saved_ >= shared_->between;
    };
    control.save = [this, at, &solver, &checkpoints] {
      const Result<void> saved = checkpoints.save({at, solver.save()});
      saved_ = std::chrono::steady_clock::now();
      return saved;
    };
    return control;
  }

  // Solvers are kept from level to level: their memory is large.
  SliceSolver<R>& solver_of_thread(bool share) {
    std::unique_ptr<SliceSolver<R>>& solver = share ? shared_solver_ : solvers_[slot(omp_get_thread_num())];
    SolveOptions inside = options_;
    if (!share) inside.threads = 1;
    if (!solver)
      solver = std::make_unique<SliceSolver<R>>(layout_, part_, exchange_ ? &*exchange_ : nullptr, exits_, solution_,
                                                inside);
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
        if (partition_.owner_of_pair(pair) != part_.rank) continue;
        if (!symmetric && index_.pair(pair).stabilizer == 0) continue;
        const std::uint64_t first = (slice * index_.pairs() + pair) * index_.inner();
        const std::uint64_t kept = part_.first_code(slice, pair);
        for (std::uint64_t i = 0; i < index_.inner(); ++i) {
          if (is_illegal(kept + i)) continue;
          index_.squares(first + i, men);
          if (index_.index(men) != first + i) drop(kept + i);
        }
      }
    }
  }

  bool is_illegal(std::uint64_t code) const {
    return solution_.some_distance(0)[code] == kIllegal && solution_.some_distance(1)[code] == kIllegal;
  }

  void drop(std::uint64_t code) {
    for_codes(solution_, [&](CodeArray& codes) {
      if (!codes.empty()) codes.make_illegal(code);
    });
    if (options_.hints)
      for (auto& hints : solution_.hints) hints[code] = 0;
  }

  PlacementIndex<R> index_;
  Layout<R> layout_;
  Partition<R> partition_;
  OwnPart<R> part_;
  std::optional<HaloExchange<R>> exchange_;
  SolveOptions options_;
  const SharedSolve* shared_;
  Progress& progress_;
  std::string name_;
  Solution solution_;
  Exits<R> exits_{layout_, part_, solution_};
  std::vector<std::unique_ptr<SliceSolver<R>>> solvers_ =
      std::vector<std::unique_ptr<SliceSolver<R>>>(slot(options_.threads));
  std::unique_ptr<SliceSolver<R>> shared_solver_;
  std::uint64_t done_ = 0;  // slices
  std::chrono::steady_clock::time_point saved_ = std::chrono::steady_clock::now();
};

template <const Rules& R>
SolveOptions resolved(SolveOptions options) {
  if (options.threads <= 0) options.threads = omp_get_max_threads();
  options.dtz = options.dtz && R.move_limit != 0;
  options.dtm = options.dtm || needs_dtm(R, options.dtz);
  return options;
}

}  // namespace

bool needs_dtm(const Rules& rules, bool dtz) {
  return !dtz || rules.move_limit == 0 || rules.counting != Counting::none;
}

template <const Rules& R>
Result<Solution> solve(const Ending& ending, SolutionSource& children, const SolveOptions& options,
                       Progress& progress) {
  return EndingSolver<R>(ending, resolved<R>(options), nullptr, progress).run(children);
}

template <const Rules& R>
int most_ranks(const Ending& ending) {
  return Partition<R>::most_ranks(PlacementIndex<R>(ending));
}

template <const Rules& R>
Result<Solution> solve_share(const Ending& ending, SolutionSource& children, const SolveOptions& options,
                             const SharedSolve& shared, Progress& progress) {
  return EndingSolver<R>(ending, resolved<R>(options), &shared, progress).run(children);
}

#define BOOKENDS_INSTANTIATE(game)                                                                              \
  template Result<Solution> solve<games::game>(const Ending&, SolutionSource&, const SolveOptions&, Progress&); \
  template int most_ranks<games::game>(const Ending&);                                                          \
  template Result<Solution> solve_share<games::game>(const Ending&, SolutionSource&, const SolveOptions&,       \
                                                     const SharedSolve&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
