#include "tools/match/game/record.h"

#include <algorithm>

namespace bookends::match {
namespace {

constexpr std::array<std::string_view, kTerminations> kNames{"rules",  "tables",       "resignation", "agreed draw",
                                                             "length", "time forfeit", "crash",       "illegal move"};

}  // namespace

std::string_view name_of(Termination termination) { return kNames[static_cast<std::size_t>(termination)]; }

std::optional<Termination> find_termination(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  if (found == kNames.end()) return std::nullopt;
  return static_cast<Termination>(found - kNames.begin());
}

}  // namespace bookends::match
