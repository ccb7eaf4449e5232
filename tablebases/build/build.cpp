#include "tablebases/build/build.h"

#include <algorithm>
#include <chrono>
#include <ctime>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "core/io/file.h"
#include "tablebases/build/memory.h"
#include "tablebases/build/progress.h"
#include "tablebases/build/table_maker.h"
#include "tablebases/build/work_folder.h"
#include "tablebases/file/table_file.h"
#include "tablebases/review/whole_table.h"

namespace bookends::tables {
namespace {

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

Error interrupted() { return {ErrorCode::interrupted, "interrupted"}; }

// Reading what is there to its end is work, too.
template <const Rules& R>
Result<std::vector<Ending>> find_needed(TableMaker<R>& maker, const std::vector<Ending>& endings, Progress& progress) {
  std::vector<Ending> found;
  double looked_at = 0;
  for (const Ending& ending : endings) {
    if (progress.stop_requested()) return interrupted();
    const Result<bool> needed = maker.is_needed(ending);
    if (!needed) return needed.error();
    if (*needed) found.push_back(ending);
    progress.update({ending_name(R, ending), ++looked_at, static_cast<double>(endings.size()), "endings", "looked at"});
  }
  return found;
}

// Of each ending the sides to move that endings after it depend on, also by way of others.
std::vector<Sides> needed_later(const Rules& rules, const std::vector<Ending>& endings) {
  std::map<Ending, Sides> below;
  std::set<Ending> seen;
  const auto add_all_below = [&](const Ending& ending) {
    for (std::vector<Ending> open{ending}; !open.empty();) {
      const Ending next = open.back();
      open.pop_back();
      if (!seen.insert(next).second) continue;
      for (const Dependency& child : dependencies_by_side(rules, next)) {
        for (const std::size_t side : {0, 1}) below[child.ending][side] |= child.to_move[side];
        open.push_back(child.ending);
      }
    }
  };
  std::vector<Sides> needed(endings.size());
  for (std::size_t i = endings.size(); i-- > 0;) {
    needed[i] = below[endings[i]];
    add_all_below(endings[i]);
  }
  return needed;
}

template <const Rules& R>
Result<BuildSummary> build_all(TableMaker<R> maker, const std::vector<Ending>& endings,
                               const std::filesystem::path& folder, const BuildOptions& options, std::uint64_t memory,
                               BuildProgress& progress) {
  const auto start = std::chrono::steady_clock::now();
  const std::clock_t cpu = std::clock();
  const auto needed = find_needed(maker, endings, progress.outer());
  if (!needed) return needed.error();
  const std::vector<Ending> solved = with_dependencies(R, endings, *needed);
  if (const Result<void> enough = check_memory(R, solved, options.write, memory); !enough) return enough.error();
  if (const Result<void> made = make_writable_folder(folder); !made) return made.error();
  if (!options.solutions.empty())
    if (const Result<void> made = make_writable_folder(options.solutions); !made) return made.error();
  for (const Ending& ending : *needed) progress.expect(static_cast<double>(positions_to_solve(R, ending)));
  const std::vector<Sides> keep = needed_later(R, *needed);
  for (std::size_t i = 0; i < needed->size(); ++i) {
    const Ending& ending = (*needed)[i];
    if (progress.stop_requested()) return interrupted();
    const std::string name = ending_name(R, ending);
    progress.begin(name, static_cast<double>(positions_to_solve(R, ending)));
    progress.update({.task = name, .unit = {}, .detail = {}});
    if (const Result<void> made = maker.make(ending, keep[i]); !made) return made.error();
  }
  progress.finish();
  progress.show("tables", "done");
  maker.summary().cpu_seconds = static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
  maker.summary().seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return maker.summary();
}

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

std::vector<Ending> with_dependencies(const Rules& rules, const std::vector<Ending>& endings,
                                      const std::vector<Ending>& needed) {
  const std::vector<Ending> below = closure(rules, needed);
  const std::set<Ending> matter(below.begin(), below.end());
  std::vector<Ending> found;
  std::ranges::copy_if(endings, std::back_inserter(found), [&](const Ending& e) { return matter.contains(e); });
  return found;
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
  // What one ending does not need may hold solutions for those to come.
  const std::uint64_t spare = (memory - std::min(memory, memory_needed(rules, endings, options.write))) / 2;
  const bool for_others = !options.solutions.empty();
  const SolutionFolder solved{for_others ? options.solutions : default_work_folder(folder), for_others};
  BuildProgress counted(progress);
  Result<BuildSummary> summary = with_game(rules, [&]<const Rules & R>() {
    return build_all<R>(TableMaker<R>(folder, options, solved, {spare, memory}, counted, say), endings, folder, options,
                        memory, counted);
  });
  if (std::error_code none; summary && !for_others && std::filesystem::exists(solved.path, none))
    if (Result<AtomicFile> taken = take_work_folder(solved.path))
      remove_work(rules, endings, solved.path, std::move(*taken));
  return summary;
}

}  // namespace bookends::tables
