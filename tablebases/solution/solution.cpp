#include "tablebases/solution/solution.h"

namespace bookends::tables {

void MemorySource::add(Solution solution) {
  const Ending ending = solution.ending;
  solutions_[ending] = std::make_shared<const Solution>(std::move(solution));
}

Result<SolvedSide> MemorySource::find(const Ending& ending, int side) {
  const auto it = solutions_.find(ending);
  if (it == solutions_.end())
    return Error{ErrorCode::not_found, "the ending " + ending_name(rules_, ending) + " has not been solved"};
  const Solution& solution = *it->second;
  return SolvedSide{it->second, solution.dtm[slot(side)], solution.dtz[slot(side)]};
}

}  // namespace bookends::tables
