#include "tablebases/solution/solution.h"

#include <utility>

namespace bookends::tables {

namespace {

// Both places of a number as one; a distance that is not there has place 0.
constexpr std::size_t kPairs = CodeArray::kPlaces * CodeArray::kPlaces;
constexpr bool is_late(std::size_t pair) {
  return pair / CodeArray::kPlaces == CodeArray::kLate || pair % CodeArray::kPlaces == CodeArray::kLate;
}

// What other endings see of the codes of one side.
class SolvedView {
 public:
  SolvedView(const Rules& rules, const CodeArray& dtm, const CodeArray& dtz)
      : limit_plies_(2 * rules.move_limit), dtm_(dtm), dtz_(dtz), of_pair_(kPairs) {
    for (std::size_t pair = 0; pair < kPairs; ++pair)
      if (!is_late(pair))
        of_pair_[pair] = code(dtm.meaning()[pair / CodeArray::kPlaces], dtz.meaning()[pair % CodeArray::kPlaces]);
  }

  std::uint64_t size() const { return dtm_.empty() ? dtz_.size() : dtm_.size(); }

  // Calls f(number, pair) for all numbers.
  template <class F>
  void for_pairs(F&& f) const {
    const auto go = [&](auto&& pair_of) {
      for (std::uint64_t i = 0; i < size(); ++i) f(i, pair_of(i));
    };
    const auto& dtm = dtm_.places();
    const auto& dtz = dtz_.places();
    if (dtz.empty()) return go([&](std::uint64_t i) { return dtm[i] * CodeArray::kPlaces; });
    if (dtm.empty()) return go([&](std::uint64_t i) { return std::size_t{dtz[i]}; });
    go([&](std::uint64_t i) { return dtm[i] * CodeArray::kPlaces + dtz[i]; });
  }
  // `pair`: not a late one.
  SolvedCode of_pair(std::size_t pair) const { return of_pair_[pair]; }
  SolvedCode of_number(std::uint64_t i) const {
    return code(dtm_.empty() ? kIllegal : dtm_[i], dtz_.empty() ? kIllegal : dtz_[i]);
  }

 private:
  SolvedCode code(DtmCode dtm, DtzCode dtz) const {
    if (dtz_.empty()) return dtm;
    return dtm_.empty() ? solved_code_without_dtm(dtz, limit_plies_) : solved_code(dtm, dtz, limit_plies_);
  }

  int limit_plies_;
  const CodeArray &dtm_, &dtz_;
  std::vector<SolvedCode> of_pair_;
};

// All codes that occur, in ascending order.
std::vector<SolvedCode> codes_of(const SolvedView& view) {
  std::vector<std::uint8_t> pairs(kPairs), occurs(kSolvedCodes);
  view.for_pairs([&](std::uint64_t, std::size_t pair) { pairs[pair] = 1; });
  bool late = false;
  for (std::size_t pair = 0; pair < kPairs; ++pair) {
    if (pairs[pair] == 0) continue;
    if (is_late(pair))
      late = true;
    else
      occurs[view.of_pair(pair)] = 1;
  }
  if (late)
    view.for_pairs([&](std::uint64_t i, std::size_t pair) {
      if (is_late(pair)) occurs[view.of_number(i)] = 1;
    });
  std::vector<SolvedCode> out;
  for (std::size_t code = 0; code < kSolvedCodes; ++code)
    if (occurs[code] != 0) out.push_back(static_cast<SolvedCode>(code));
  return out;
}

}  // namespace

SideCodes side_codes(const Rules& rules, const CodeArray& dtm, const CodeArray& dtz) {
  const SolvedView view(rules, dtm, dtz);
  SideCodes out;
  out.known = {!dtm.empty(), !dtz.empty()};
  out.meaning = codes_of(view);
  std::vector<std::uint16_t> place(kSolvedCodes), place_of_pair(kPairs);
  for (std::size_t i = 0; i < out.meaning.size(); ++i) place[out.meaning[i]] = static_cast<std::uint16_t>(i);
  for (std::size_t pair = 0; pair < kPairs; ++pair)
    if (!is_late(pair)) place_of_pair[pair] = place[view.of_pair(pair)];
  const auto write = [&]<class T>(Buffer<T>& to) {
    to = Buffer<T>(view.size());
    view.for_pairs([&](std::uint64_t i, std::size_t pair) {
      to[i] = static_cast<T>(is_late(pair) ? place[view.of_number(i)] : place_of_pair[pair]);
    });
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
