#include "tablebases/build.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <set>

#include "core/io/file.h"
#include "tablebases/index.h"
#include "tablebases/solution_store.h"
#include "tablebases/solve/solve.h"
#include "tablebases/statistics.h"
#include "tablebases/whole_table.h"

namespace bookends::tables {
namespace {

// Bytes per number of the index: the solution's two codes of both sides, and the solver's sets and rows of work.
constexpr std::uint64_t kSolutionBytes = 4;
constexpr std::uint64_t kSolverBytes = 6;
constexpr std::uint64_t kFixedBytes = std::uint64_t{64} << 20;

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

std::uint64_t index_size(const Rules& rules, const Ending& ending) {
  return with_game(rules, [&]<const Rules & R>() { return PlacementIndex<R>(ending).size(); });
}

std::uint64_t memory_needed_for(const Rules& rules, const Ending& ending) {
  std::uint64_t bytes = kFixedBytes + index_size(rules, ending) * (kSolutionBytes + kSolverBytes);
  for (const Ending& child : dependencies(rules, ending)) bytes += index_size(rules, child) * kSolutionBytes;
  return bytes;
}

// Rounded up, in the units that --memory takes.
std::string size_text(std::uint64_t bytes) {
  const std::uint64_t mebibytes = (bytes + (std::uint64_t{1} << 20) - 1) >> 20;
  return mebibytes < 10240 ? std::to_string(mebibytes) + "M" : std::to_string((mebibytes + 1023) >> 10) + "G";
}

Result<void> check_memory(const Rules& rules, const std::vector<Ending>& endings, std::uint64_t allowed) {
  for (const Ending& ending : endings) {
    const std::uint64_t needed = memory_needed_for(rules, ending);
    if (needed > allowed)
      return Error{ErrorCode::limit, ending_name(rules, ending) + " needs " + size_text(needed) +
                                         " of memory, allowed are " + size_text(allowed) + " (--memory)"};
  }
  return {};
}

template <const Rules& R>
class Builder {
 public:
  Builder(const std::filesystem::path& folder, const BuildOptions& options, std::uint64_t keep_bytes,
          Progress& progress, const std::function<void(std::string_view)>& say)
      : folder_(folder),
        options_(options),
        progress_(progress),
        say_(say),
        store_(folder, keep_bytes, options.threads, progress) {}

  Result<BuildSummary> run(const std::vector<Ending>& endings) {
    const auto start = std::chrono::steady_clock::now();
    double done = 0;
    for (const Ending& ending : endings) {
      if (progress_.stop_requested()) return Error{ErrorCode::interrupted, "interrupted; start again to go on"};
      const std::string name = ending_name(R, ending);
      progress_.update({name, done, static_cast<double>(endings.size()), "endings", {}});
      if (const Result<void> step = one(ending, name); !step) return step.error();
      ++done;
    }
    progress_.update({"tables", done, static_cast<double>(endings.size()), "endings", "done"});
    summary_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return summary_;
  }

 private:
  Result<void> one(const Ending& ending, const std::string& name) {
    const std::filesystem::path path = table_path(R, folder_, ending);
    std::error_code ec;
    if (std::filesystem::exists(path, ec)) {
      if (const Result<void> own = refuse_foreign(path); !own) return own;
      const std::optional<std::string> why = reason_to_build(path, ending, name);
      if (!why) {
        ++summary_.skipped;
        summary_.bytes += std::filesystem::file_size(path, ec);
        return {};
      }
      ++summary_.rebuilt;
      say_(*why + "; built again");
    }
    return build(path, ending);
  }

  // A sound table of another game is somebody's work, not ours to replace.
  Result<void> refuse_foreign(const std::filesystem::path& path) const {
    const Result<TableFile> file = TableFile::open(path);
    if (!file || file->header().fingerprint == fingerprint(R)) return {};
    return Error{ErrorCode::unsupported, path.string() + ": a table of " + file->header().game +
                                             "; give the tables of " + std::string(R.name) + " a folder of their own"};
  }

  // Nothing when the file that is there is good enough.
  std::optional<std::string> reason_to_build(const std::filesystem::path& path, const Ending& ending,
                                             const std::string& name) const {
    const auto at = [&](const std::string& what) { return path.string() + ": " + what; };
    if (options_.force) return at("--force");
    const Result<TableFile> file = TableFile::open(path);
    if (!file) return file.error().message;
    const TableHeader& header = file->header();
    if (header.ending != name) return at("holds " + header.ending);
    if (header.positions != PlacementIndex<R>(ending).size()) return at("its positions are numbered in another way");
    if (options_.write.distances && !header.has(Metric::dtm)) return at("has no distances");
    if (const Result<void> verified = verify_blocks(*file, options_.threads); !verified)
      return verified.error().message;
    return std::nullopt;
  }

  Result<void> build(const std::filesystem::path& path, const Ending& ending) {
    Result<Solution> solved = solve<R>(ending, store_, {options_.threads}, progress_);
    if (!solved) return solved.error();
    const auto solution = std::make_shared<const Solution>(std::move(*solved));
    const PlacementIndex<R> index(ending);
    std::vector<SideStatistics> statistics;
    for (int side = 0; side < (ending.symmetric() ? 1 : 2); ++side) {
      statistics.push_back(
          count_statistics(index, side, solution->dtm[static_cast<std::size_t>(side)], options_.threads));
      summary_.positions += statistics.back().legal;
    }
    const Result<TableHeader> header = write_table(path, R, *solution, statistics, options_.write, options_.threads);
    if (!header) return header.error();
    summary_.bytes += header->file_bytes;
    ++summary_.built;
    store_.keep(solution);
    return {};
  }

  const std::filesystem::path& folder_;
  const BuildOptions& options_;
  Progress& progress_;
  const std::function<void(std::string_view)>& say_;
  SolutionStore<R> store_;
  BuildSummary summary_;
};

}  // namespace

std::vector<Ending> closure(const Rules& rules, const std::vector<Ending>& wanted) {
  std::set<Ending> needed;
  std::vector<Ending> open = wanted;
  int men = 2;
  while (!open.empty()) {
    const Ending ending = open.back();
    open.pop_back();
    if (!needed.insert(ending).second) continue;
    men = std::max(men, ending.men());
    for (const Ending& child : dependencies(rules, ending)) open.push_back(child);
  }
  std::vector<Ending> ordered;
  for (const Ending& ending : endings_up_to(rules, men))
    if (ending.men() > 2 && needed.contains(ending)) ordered.push_back(ending);
  return ordered;
}

std::uint64_t memory_needed(const Rules& rules, const std::vector<Ending>& endings) {
  std::uint64_t most = 0;
  for (const Ending& ending : endings) most = std::max(most, memory_needed_for(rules, ending));
  return most;
}

std::filesystem::path table_path(const Rules& rules, const std::filesystem::path& folder, const Ending& ending) {
  return folder / (ending_name(rules, ending) + std::string(kTableSuffix));
}

Result<BuildSummary> build_tables(const Rules& rules, const std::vector<Ending>& endings,
                                  const std::filesystem::path& folder, const BuildOptions& options, Progress& progress,
                                  const std::function<void(std::string_view)>& say) {
  const std::uint64_t memory = options.memory_bytes > 0 ? options.memory_bytes : machine_memory() / 4 * 3;
  if (const Result<void> enough = check_memory(rules, endings, memory); !enough) return enough.error();
  if (const Result<void> made = make_writable_folder(folder); !made) return made.error();
  // What one ending does not need may hold solutions for those to come.
  const std::uint64_t spare = (memory - memory_needed(rules, endings)) / 2;
  return with_game(rules,
                   [&]<const Rules & R>() { return Builder<R>(folder, options, spare, progress, say).run(endings); });
}

}  // namespace bookends::tables
