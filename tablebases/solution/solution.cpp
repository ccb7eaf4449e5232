#include "tablebases/solution/solution.h"

#include <utility>

namespace bookends::tables {

namespace {

// Calls f(number, code) for all positions.
template <class F>
void for_codes(const Rules& rules, const SolvedArray<DtmCode>& dtm, const SolvedArray<DtzCode>& dtz, F&& f) {
  const int limit_plies = 2 * rules.move_limit;
  if (dtz.empty())
    for (std::size_t i = 0; i < dtm.size(); ++i) f(i, dtm[i]);
  else
    for (std::size_t i = 0; i < dtm.size(); ++i) f(i, solved_code(dtm[i], dtz[i], limit_plies));
}

}  // namespace

SideCodes side_codes(const Rules& rules, const SolvedArray<DtmCode>& dtm, const SolvedArray<DtzCode>& dtz) {
  std::vector<std::uint8_t> occurs(kSolvedCodes);
  for_codes(rules, dtm, dtz, [&](std::size_t, SolvedCode code) { occurs[code] = 1; });
  SideCodes out;
  out.knows_limit = !dtz.empty();
  std::vector<std::uint16_t> place(kSolvedCodes);
  for (std::size_t code = 0; code < kSolvedCodes; ++code) {
    place[code] = static_cast<std::uint16_t>(out.meaning.size());
    if (occurs[code] != 0) out.meaning.push_back(static_cast<SolvedCode>(code));
  }
  const auto write = [&]<class T>(Buffer<T>& to) {
    to = Buffer<T>(dtm.size());
    for_codes(rules, dtm, dtz, [&](std::size_t i, SolvedCode code) { to[i] = static_cast<T>(place[code]); });
  };
  out.is_narrow() ? write(out.narrow) : write(out.wide);
  return out;
}

void MemorySource::add(Solution solution) {
  Solved solved;
  for (const int side : {0, 1})
    solved.sides[slot(side)] = side_codes(rules_, solution.dtm[slot(side)], solution.dtz[slot(side)]);
  solved.solution = std::move(solution);
  const Ending ending = solved.solution.ending;
  solved_[ending] = std::make_shared<const Solved>(std::move(solved));
}

Result<std::shared_ptr<const SideCodes>> MemorySource::find(const Ending& ending, int side) {
  const auto it = solved_.find(ending);
  if (it == solved_.end())
    return Error{ErrorCode::not_found, "the ending " + ending_name(rules_, ending) + " has not been solved"};
  return std::shared_ptr<const SideCodes>(it->second, &it->second->sides[slot(side)]);
}

}  // namespace bookends::tables
