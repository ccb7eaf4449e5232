#include "tablebases/build/over_ranks.h"

#include <omp.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <fstream>
#include <optional>
#include <string>

#include "core/io/bytes.h"
#include "core/io/file.h"
#include "tablebases/build/handshake.h"
#include "tablebases/build/memory.h"
#include "tablebases/build/progress.h"
#include "tablebases/build/table_maker.h"
#include "tablebases/build/work_folder.h"
#include "tablebases/ranks/checkpoint.h"
#include "tablebases/ranks/tags.h"
#include "tablebases/solution/raw_bytes.h"
#include "tablebases/solution/solution_file.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {
namespace {

bool can_share(const Rules& rules, const Ending& ending, int ranks) {
  return ranks > 1 && with_game(rules, [&]<const Rules & R>() { return most_ranks<R>(ending) >= ranks; });
}

// What ranks have to be asked alike.
std::string job_text(const Rules& rules, const std::vector<Ending>& endings, const std::filesystem::path& folder,
                     const BuildOptions& options, const RankOptions& over) {
  std::string job = std::to_string(fingerprint(rules)) + " " + describe(options.write) + " " + folder.string() + " " +
                    options.solutions.string() + " " + std::to_string(over.share_from) +
                    (options.force ? " again" : "") + (options.write.search_orders ? " search orders" : "");
  for (const Ending& ending : endings) job += " " + ending_name(rules, ending);
  return job;
}

struct Solved {
  Solution solution;
  double seconds = 0;  // that it took
};

struct Job {
  Ending ending;
  std::uint64_t cost = 0;
  int rank = 0;  // that makes it, or writes it where all share it
};

// Adds the seconds of its life.
class Timed {
 public:
  explicit Timed(double& seconds) : seconds_(seconds) {}
  Timed(const Timed&) = delete;
  Timed& operator=(const Timed&) = delete;
  ~Timed() { seconds_ += std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

 private:
  double& seconds_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

// What the process has taken and cannot give back to a file; 0 where the system does not tell.
std::uint64_t resident_memory() {
  std::ifstream status("/proc/self/status");
  for (std::string word; status >> word;) {
    std::uint64_t kibibytes = 0;
    if (word == "RssAnon:" && status >> kibibytes) return kibibytes << 10;
  }
  return 0;
}

// Longest first, each to the rank with the least so far.
void assign(std::vector<Job>& jobs, std::vector<std::uint64_t>& loads) {
  std::ranges::stable_sort(jobs, std::ranges::greater(), &Job::cost);
  for (Job& job : jobs) {
    const auto least = std::ranges::min_element(loads);
    job.rank = static_cast<int>(least - loads.begin());
    *least += job.cost;
  }
}

// What one rank must have for the largest ending that it makes alone or with others.
Result<void> check_memory(const Rules& rules, const std::vector<Ending>& endings, const WriteSettings& write,
                          std::uint64_t memory, int ranks) {
  for (const Ending& ending : endings) {
    const std::uint64_t alone = memory_needed_for(rules, ending, write);
    if (alone <= memory) continue;
    const bool shared = can_share(rules, ending, ranks);
    const std::uint64_t needed = shared ? memory_needed_for(rules, ending, write, ranks) : alone;
    if (needed <= memory) continue;
    const std::string how = shared ? " shared by " + std::to_string(ranks) + " ranks" : ", which ranks cannot share,";
    return Error{ErrorCode::limit, ending_name(rules, ending) + how + " needs " + size_text(needed) + " of memory" +
                                       (shared ? " in each" : "") + ", allowed are " + size_text(memory) +
                                       " (--memory)"};
  }
  return {};
}

template <const Rules& R>
class RankBuilder {
 public:
  RankBuilder(Communicator& ranks, const std::filesystem::path& folder, const BuildOptions& options,
              const RankOptions& over, std::uint64_t memory, std::uint64_t keep_bytes, Progress& progress,
              const std::function<void(std::string_view)>& say)
      : ranks_(ranks),
        options_(options),
        over_(over),
        memory_(memory),
        progress_(progress, ranks.size() == 1),
        say_(say),
        maker_(folder, options_, {options.solutions, true}, {keep_bytes, memory}, progress_, remember_) {
    options_.made = [this](const TableMade& made) { ranks_.rank() == 0 ? tell(made) : made_.push_back(made); };
    tell_ = options.made;
  }

  Result<RankedSummary> run(const std::vector<Ending>& endings) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    const Result<std::vector<bool>> needed = find_needed(endings);
    if (!needed) return needed.error();
    const std::vector<BuildStep> steps = build_steps(R, endings);
    int top = -1;
    for (const BuildStep& step : steps) top = std::max(top, step.level);
    std::vector<Ending> all;
    for (std::size_t i = 0; i < endings.size(); ++i)
      if ((*needed)[i]) all.push_back(endings[i]);
    const std::vector<Ending> solved = with_dependencies(R, endings, all);
    if (const Result<void> enough = check_memory(R, solved, options_.write, memory_, ranks_.size()); !enough)
      return enough.error();
    for (const Ending& ending : all) progress_.expect(static_cast<double>(positions_to_solve(R, ending)));
    for (int level = 0; level <= top; ++level) {
      std::vector<Ending> todo;
      for (std::size_t i = 0; i < endings.size(); ++i)
        if (steps[i].level == level && (*needed)[i]) todo.push_back(endings[i]);
      if (const Result<void> made = make_level(todo); !made) return made.error();
    }
    maker_.summary().cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
    Result<RankedSummary> summary = add_up();
    if (summary) summary->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return summary;
  }

 private:
  // Reading what is there to the end is work too: each rank looks at its part. What it has to say of it the first says.
  Result<std::vector<bool>> find_needed(const std::vector<Ending>& endings) {
    std::vector<std::uint8_t> own(endings.size());
    for (std::size_t i = slot(ranks_.rank()); i < endings.size(); i += slot(ranks_.size())) {
      if (progress_.stop_requested()) return interrupted();
      const Result<bool> needed = maker_.is_needed(endings[i]);
      if (!needed) return needed.error();
      own[i] = *needed ? 1 : 0;
    }
    Bytes bytes;
    RawWriter(bytes).array(own.data(), own.size());
    for (const std::string& line : std::exchange(remembered_, {})) put_text(bytes, line);
    const Result<std::vector<Bytes>> all = gather_on_all(ranks_, kTagLevel, std::move(bytes));
    if (!all) return all.error();
    for (const Bytes& of_rank : *all) say_lines(std::span(of_rank).subspan(endings.size()));
    std::vector<bool> needed(endings.size());
    for (std::size_t i = 0; i < endings.size(); ++i) needed[i] = (*all)[i % slot(ranks_.size())].at(i) != std::byte{0};
    return needed;
  }

  void say_lines(std::span<const std::byte> bytes) const {
    for (ByteReader in(bytes); in.ok() && in.left() > 0;) say_(in.read_text());
  }

  // What others have made is told by the first rank alone.
  void tell(TableMade made) {
    made.number = ++told_;
    tell_(made);
  }

  Result<void> tell_of_level() {
    Bytes own;
    RawWriter(own).list(std::exchange(made_, {}));
    for (const std::string& line : std::exchange(remembered_, {})) put_text(own, line);
    const auto all = gather_on_all(ranks_, kTagLevel, std::move(own));
    if (!all) return all.error();
    for (const Bytes& of_rank : *all) {
      std::vector<TableMade> made;
      RawReader reader(of_rank);
      reader.list(made);
      say_lines(reader.rest());
      if (ranks_.rank() == 0) std::ranges::for_each(made, [this](const TableMade& table) { tell(table); });
    }
    return {};
  }

  bool is_shared(const Ending& ending) const {
    if (!can_share(R, ending, ranks_.size())) return false;
    return (over_.share_from != 0 && positions_to_solve(R, ending) >= over_.share_from) ||
           memory_needed_for(R, ending, options_.write) > memory_;
  }

  Result<void> make_level(const std::vector<Ending>& endings) {
    std::vector<Job> shared, single;
    for (const Ending& ending : endings)
      (is_shared(ending) ? shared : single).push_back({ending, positions_to_solve(R, ending)});
    std::vector<std::uint64_t> loads(slot(ranks_.size()));
    for (std::size_t i = 0; i < shared.size(); ++i) {
      shared[i].rank = static_cast<int>(i % loads.size());
      loads[i % loads.size()] += shared[i].cost;
    }
    assign(single, loads);
    if (const Result<void> made = make_shared(shared); !made) return made;
    for (const Job& job : single) {
      if (progress_.stop_requested()) return interrupted();
      if (job.rank != ranks_.rank()) continue;
      begin(job.ending);
      const Timed timed(use_.alone);
      if (const Result<void> made = maker_.make(job.ending, {true, true}); !made) return made;
      remove_checkpoints(R, options_.solutions, job.ending);  // of a run that shared it
    }
    // Nobody begins a level before all endings below are there.
    if (const Result<void> told = tell_of_level(); !told) return told;
    progress_.finish();
    for (const Job& job : single)
      if (job.rank != ranks_.rank()) progress_.add(static_cast<double>(job.cost));
    progress_.show("tables", {});
    return {};
  }

  // Whoever writes a table is busy with it for longer than solving took: so first as many are solved as there are
  // ranks, and then all write; or as many as are solved between two checkpoints, since what is not written can be lost.
  Result<void> make_shared(const std::vector<Job>& jobs) {
    std::vector<Solved> own;
    auto began = std::chrono::steady_clock::now();
    for (std::size_t i = 0; i < jobs.size(); ++i) {
      const double start = BuildProgress::steady_seconds();
      Result<Solution> solution = solve_with_others(jobs[i].ending, jobs[i].rank);
      if (!solution) return solution.error();
      const double seconds = BuildProgress::steady_seconds() - start;
      if (jobs[i].rank == ranks_.rank()) own.push_back({std::move(*solution), seconds});
      const bool late = std::chrono::steady_clock::now() - began >= over_.between_checkpoints;
      const auto votes = gather_on_all(ranks_, kTagLevel, Bytes(1, std::byte{late}));
      if (!votes) return votes.error();
      if (votes->front().front() == std::byte{0} && (i + 1) % slot(ranks_.size()) != 0 && i + 1 < jobs.size()) continue;
      if (const Result<void> written = write_all(own); !written) return written;
      began = std::chrono::steady_clock::now();
    }
    return {};
  }

  Result<void> write_all(std::vector<Solved>& solutions) {
    const Timed timed(use_.alone);
    for (Solved& solved : solutions) {
      const Ending ending = solved.solution.ending;
      // Nothing is kept: the folder has it, and memory is for the part of the next.
      if (const Result<void> written = maker_.write(std::move(solved.solution), solved.seconds, {}, nullptr); !written)
        return written;
      remove_checkpoints(R, options_.solutions, ending);
    }
    solutions.clear();
    return {};
  }

  void begin(const Ending& ending) {
    progress_.begin(ending_name(R, ending), static_cast<double>(positions_to_solve(R, ending)));
  }

  Result<Solution> solve_with_others(const Ending& ending, int keeper) {
    begin(ending);
    if (const Result<void> prepared = maker_.prepare(ending); !prepared) return prepared.error();
    const SharedSolve shared{ranks_, options_.solutions, over_.between_checkpoints};
    Result<Solution> own = [&] {
      const Timed timed(use_.sharing);
      return solve_share<R>(ending, maker_.solved(), maker_.solving(), shared, progress_);
    }();
    if (!own) return own;
    const Timed timed(use_.gathering);
    return gather_shares<R>(std::move(*own), ranks_, keeper, options_.solutions);
  }

  Result<RankedSummary> add_up() {
    use_.sent = ranks_.traffic();
    use_.memory = resident_memory();
    Bytes bytes;
    RawWriter writer(bytes);
    writer.value(maker_.summary());
    writer.value(use_);
    const auto gathered = gather_on_all(ranks_, kTagLevel, std::move(bytes));
    if (!gathered) return gathered.error();
    RankedSummary all;
    for (const Bytes& of_rank : *gathered) {
      BuildSummary one;
      RankUse use;
      RawReader reader(of_rank);
      reader.value(one);
      reader.value(use);
      all.ranks.push_back(use);
      all.built += one.built;
      all.skipped += one.skipped;
      all.rebuilt += one.rebuilt;
      all.positions += one.positions;
      all.placements += one.placements;
      all.bytes += one.bytes;
      all.cpu_seconds += one.cpu_seconds;
      for (const TableMade& made : one.slowest)
        if (made.number != 0) keep_slowest(all, made);
    }
    return all;
  }

  static Error interrupted() { return {ErrorCode::interrupted, "interrupted"}; }

  Communicator& ranks_;
  BuildOptions options_;
  const RankOptions& over_;
  std::uint64_t memory_;
  BuildProgress progress_;
  const std::function<void(std::string_view)>& say_;
  std::vector<std::string> remembered_;
  std::function<void(std::string_view)> remember_ = [this](std::string_view line) { remembered_.emplace_back(line); };
  std::vector<TableMade> made_;  // and not told of yet
  std::function<void(const TableMade&)> tell_;
  int told_ = 0;
  TableMaker<R> maker_;
  RankUse use_;
};

}  // namespace

Result<RankedSummary> build_tables_over(Communicator& ranks, const Rules& rules, const std::vector<Ending>& endings,
                                        const std::filesystem::path& folder, const BuildOptions& options,
                                        const RankOptions& over, Progress& progress,
                                        const std::function<void(std::string_view)>& say) {
  const Result<RankResources> resources =
      handshake(ranks, job_text(rules, endings, folder, options, over), options.memory_bytes);
  if (!resources) return resources.error();
  const std::uint64_t memory = resources->memory;
  BuildOptions own = options;
  if (own.solutions.empty()) own.solutions = default_work_folder(folder);
  for (const std::filesystem::path& needed : {folder, own.solutions})
    if (const Result<void> made = make_writable_folder(needed); !made) return made.error();
  std::optional<AtomicFile> lock;
  if (ranks.rank() == 0) {
    Result<AtomicFile> taken = take_work_folder(own.solutions);
    if (!taken) return taken.error();
    lock.emplace(std::move(*taken));
  }
  if (own.threads <= 0)  // OpenMP knows to how many cores this process is bound
    own.threads =
        std::clamp(static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN)) / resources->ranks_here, 1, omp_get_max_threads());
  std::uint64_t most = 0;
  for (const Ending& ending : endings)
    most = std::max(most, std::min(memory, memory_needed_for(rules, ending, options.write)));
  Result<RankedSummary> summary = with_game(rules, [&]<const Rules & R>() {
    return RankBuilder<R>(ranks, folder, own, over, memory, (memory - most) / 2, progress, say).run(endings);
  });
  if (summary && lock && options.solutions.empty()) remove_work(rules, endings, own.solutions, std::move(*lock));
  return summary;
}

}  // namespace bookends::tables
