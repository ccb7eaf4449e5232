#include "tablebases/solution/solution.h"

#include <utility>

namespace bookends::tables {

SideCodes side_codes(const Rules& rules, SolvedArray<DtmCode> dtm, const SolvedArray<DtzCode>& dtz) {
  for (std::size_t i = 0; i < dtz.size(); ++i) dtm[i] = solved_code(dtm[i], dtz[i], 2 * rules.move_limit);
  return {std::move(dtm), !dtz.empty()};
}

void MemorySource::add(Solution solution) {
  Solved solved;
  for (const int side : {0, 1})
    solved.sides[slot(side)] = side_codes(rules_, solution.dtm[slot(side)], solution.dtz[slot(side)]);
  solved.solution = std::move(solution);
  const Ending ending = solved.solution.ending;
  solved_[ending] = std::make_shared<const Solved>(std::move(solved));
}

Result<SolvedSide> MemorySource::find(const Ending& ending, int side) {
  const auto it = solved_.find(ending);
  if (it == solved_.end())
    return Error{ErrorCode::not_found, "the ending " + ending_name(rules_, ending) + " has not been solved"};
  const SideCodes& codes = it->second->sides[slot(side)];
  return SolvedSide{it->second, codes.codes, codes.knows_limit};
}

}  // namespace bookends::tables
