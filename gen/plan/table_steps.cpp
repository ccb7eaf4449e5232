#include "gen/plan/table_steps.h"

#include <algorithm>
#include <utility>

namespace bookends {

Result<std::vector<TableStep>> table_steps(const Rules& rules, const std::vector<tables::Ending>& endings,
                                           const std::filesystem::path& folder, const tables::BuildOptions& options,
                                           Progress& progress) {
  std::vector<tables::BuildStep> order = tables::build_steps(rules, endings);
  std::vector<TableStep> steps;
  for (const tables::Ending& ending : endings) {
    if (progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    TableStep step;
    step.ending = tables::ending_name(rules, ending);
    progress.update(
        {step.ending, static_cast<double>(steps.size()), static_cast<double>(endings.size()), "tables", {}});
    step.needs = std::move(order[steps.size()].needs);
    step.level = order[steps.size()].level;
    // What it needs it may have to solve itself.
    step.memory = tables::memory_needed(rules, {ending}, options.write);
    for (const std::size_t need : step.needs) step.memory = std::max(step.memory, steps[need].memory);
    step.positions = tables::positions_to_solve(rules, ending);
    std::error_code ignored;
    step.there = std::filesystem::exists(tables::table_path(rules, folder, ending), ignored);
    step.done = step.there && !tables::reason_to_build(rules, ending, folder, options);
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace bookends
