#include "gen/plan/table_steps.h"

#include <algorithm>
#include <map>

namespace bookends {

namespace {

// Numbers of the steps that an ending needs: those of its dependencies. KvK is none of them.
std::vector<std::size_t> needs_of(const Rules& rules, const tables::Ending& ending,
                                  const std::map<tables::Ending, std::size_t>& numbers) {
  std::vector<std::size_t> needs;
  for (const tables::Ending& child : tables::dependencies(rules, ending))
    if (const auto known = numbers.find(child); known != numbers.end()) needs.push_back(known->second);
  std::sort(needs.begin(), needs.end());
  return needs;
}

}  // namespace

Result<std::vector<TableStep>> table_steps(const Rules& rules, const std::vector<tables::Ending>& endings,
                                           const std::filesystem::path& folder, const tables::BuildOptions& options,
                                           Progress& progress) {
  std::map<tables::Ending, std::size_t> numbers;
  std::vector<TableStep> steps;
  for (const tables::Ending& ending : endings) {
    if (progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    TableStep step;
    step.ending = tables::ending_name(rules, ending);
    progress.update(
        {step.ending, static_cast<double>(steps.size()), static_cast<double>(endings.size()), "tables", {}});
    step.needs = needs_of(rules, ending, numbers);
    for (const std::size_t need : step.needs) step.level = std::max(step.level, steps[need].level + 1);
    step.memory = tables::memory_needed(rules, {ending}, options.write);
    step.positions = tables::positions_to_solve(rules, ending);
    std::error_code ignored;
    step.there = std::filesystem::exists(tables::table_path(rules, folder, ending), ignored);
    step.done = step.there && !tables::reason_to_build(rules, ending, folder, options);
    numbers.emplace(ending, steps.size());
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace bookends
