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

// Bytes for each number of the index: the codes and hints of both sides to move. The solver's sets take bits of a
// slice.
std::uint64_t solution_bytes(const Rules& rules, const WriteSettings& write, bool being_built) {
  const bool dtz = write.dtz && rules.move_limit != 0;
  return 2 * (sizeof(DtmCode) + (dtz ? sizeof(DtzCode) : 0) + (being_built ? 2 : 0));
}
constexpr std::uint64_t kSolverBytes = 6;  // for each number of a slice
constexpr std::uint64_t kFixedBytes = std::uint64_t{64} << 20;

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

struct IndexSize {
  std::uint64_t all = 0;
  std::uint64_t of_slice = 0;
};

IndexSize index_size(const Rules& rules, const Ending& ending) {
  return with_game(rules, [&]<const Rules & R>() {
    const PlacementIndex<R> index(ending);
    return IndexSize{index.size(), index.size() / index.slices()};
  });
}

std::uint64_t memory_needed_for(const Rules& rules, const Ending& ending, const WriteSettings& write) {
  const IndexSize own = index_size(rules, ending);
  std::uint64_t bytes = kFixedBytes + own.all * solution_bytes(rules, write, true) + own.of_slice * kSolverBytes;
  for (const Ending& child : dependencies(rules, ending))
    bytes += index_size(rules, child).all * solution_bytes(rules, write, false);
  return bytes;
}

// Rounded up, in the units that --memory takes.
std::string size_text(std::uint64_t bytes) {
  const std::uint64_t mebibytes = (bytes + (std::uint64_t{1} << 20) - 1) >> 20;
  return mebibytes < 10240 ? std::to_string(mebibytes) + "M" : std::to_string((mebibytes + 1023) >> 10) + "G";
}

Result<void> check_memory(const Rules& rules, const std::vector<Ending>& endings, const WriteSettings& write,
                          std::uint64_t allowed) {
  for (const Ending& ending : endings) {
    const std::uint64_t needed = memory_needed_for(rules, ending, write);
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
        solve_{options.threads, options.write.dtz && R.move_limit != 0, true},
        store_(keep_bytes, options.solutions, solve_, progress) {}

  Result<BuildSummary> run(const std::vector<Ending>& endings) {
    const auto start = std::chrono::steady_clock::now();
    double done = 0;
    for (const Ending& ending : endings) {
      if (progress_.stop_requested()) return Error{ErrorCode::interrupted, "interrupted; start again to go on"};
      const std::string name = ending_name(R, ending);
      progress_.update({name, done, static_cast<double>(endings.size()), "endings", {}});
      if (const Result<void> step = one(ending); !step) return step.error();
      ++done;
    }
    progress_.update({"tables", done, static_cast<double>(endings.size()), "endings", "done"});
    summary_.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    return summary_;
  }

 private:
  Result<void> one(const Ending& ending) {
    const std::filesystem::path path = table_path(R, folder_, ending);
    std::error_code ec;
    if (std::filesystem::exists(path, ec)) {
      if (const Result<void> own = refuse_foreign(path); !own) return own;
      const std::optional<std::string> why = reason_to_build(R, ending, folder_, options_);
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

  Result<void> build(const std::filesystem::path& path, const Ending& ending) {
    Result<Solution> solved = solve<R>(ending, store_, solve_, progress_);
    if (!solved) return solved.error();
    const PlacementIndex<R> index(ending);
    std::vector<SideStatistics> statistics;
    for (int side = 0; side < (ending.symmetric() ? 1 : 2); ++side) {
      statistics.push_back(count_side(index, side, *solved));
      summary_.positions += statistics.back().legal;
    }
    const Result<TableHeader> header = write_table(path, R, *solved, statistics, options_.write, options_.threads);
    if (!header) return header.error();
    summary_.bytes += header->file_bytes;
    ++summary_.built;
    store_.keep(std::move(*solved));
    return {};
  }

  SideStatistics count_side(const PlacementIndex<R>& index, int side, const Solution& solution) const {
    SideStatistics counted = count_statistics(index, side, solution.dtm[slot(side)], options_.threads);
    if (solution.dtz[slot(side)].empty()) return counted;
    DtzStatistics zeroing = count_dtz(index, side, solution.dtz[slot(side)], options_.threads);
    counted.zeroing_wins = std::move(zeroing.won_in);
    counted.zeroing_losses = std::move(zeroing.lost_in);
    return counted;
  }

  const std::filesystem::path& folder_;
  const BuildOptions& options_;
  Progress& progress_;
  const std::function<void(std::string_view)>& say_;
  SolveOptions solve_;
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

std::uint64_t memory_needed(const Rules& rules, const std::vector<Ending>& endings, const WriteSettings& write) {
  std::uint64_t most = 0;
  for (const Ending& ending : endings) most = std::max(most, memory_needed_for(rules, ending, write));
  return most;
}

std::uint64_t positions_to_solve(const Rules& rules, const Ending& ending) { return 2 * index_size(rules, ending).all; }

std::filesystem::path table_path(const Rules& rules, const std::filesystem::path& folder, const Ending& ending) {
  return folder / (ending_name(rules, ending) + std::string(kTableSuffix));
}

std::optional<std::string> reason_to_build(const Rules& rules, const Ending& ending,
                                           const std::filesystem::path& folder, const BuildOptions& options) {
  const std::filesystem::path path = table_path(rules, folder, ending);
  const auto at = [&](const std::string& what) { return path.string() + ": " + what; };
  if (options.force) return at("--force");
  const Result<TableFile> file = TableFile::open(path);
  if (!file) return file.error().message;
  const TableHeader& header = file->header();
  if (header.fingerprint != fingerprint(rules)) return at("a table of " + header.game);
  if (header.ending != ending_name(rules, ending)) return at("holds " + header.ending);
  if (options.write.dtm && !header.has(Metric::dtm)) return at("has no metric dtm");
  if (options.write.dtz && rules.move_limit != 0 && !header.has(Metric::dtz)) return at("has no metric dtz");
  if (options.write.both_sides && header.sides == 2 &&
      !(header.section(Metric::wdl, 0) && header.section(Metric::wdl, 1)))
    return at("has the results of one side only");
  if (const Result<void> verified = verify_blocks(*file, options.threads); !verified) return verified.error().message;
  return std::nullopt;
}

Result<BuildSummary> build_tables(const Rules& rules, const std::vector<Ending>& endings,
                                  const std::filesystem::path& folder, const BuildOptions& options, Progress& progress,
                                  const std::function<void(std::string_view)>& say) {
  const std::uint64_t memory = options.memory_bytes > 0 ? options.memory_bytes : machine_memory() / 4 * 3;
  if (const Result<void> enough = check_memory(rules, endings, options.write, memory); !enough) return enough.error();
  if (const Result<void> made = make_writable_folder(folder); !made) return made.error();
  if (!options.solutions.empty())
    if (const Result<void> made = make_writable_folder(options.solutions); !made) return made.error();
  // What one ending does not need may hold solutions for those to come.
  const std::uint64_t spare = (memory - memory_needed(rules, endings, options.write)) / 2;
  return with_game(rules,
                   [&]<const Rules & R>() { return Builder<R>(folder, options, spare, progress, say).run(endings); });
}

}  // namespace bookends::tables
