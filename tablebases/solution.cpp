#include "tablebases/solution.h"

namespace bookends::tables {

void MemorySource::add(Solution solution) {
  const Ending ending = solution.ending;
  solutions_[ending] = std::make_shared<const Solution>(std::move(solution));
}

Result<std::shared_ptr<const Solution>> MemorySource::find(const Ending& ending) {
  const auto it = solutions_.find(ending);
  if (it == solutions_.end())
    return Error{ErrorCode::not_found, "the ending " + ending_name(rules_, ending) + " has not been solved"};
  return it->second;
}

}  // namespace bookends::tables
