#include "tools/pages/board/rows.h"

#include <fmt/format.h>

#include <iterator>
#include <utility>

namespace bookends {

std::string BoardRows::part(std::string_view row) {
  const auto [it, is_new] = numbers_.try_emplace(std::string(row), static_cast<int>(numbers_.size()) + 1);
  std::string id = fmt::format("r{}", it->second);
  if (is_new) fmt::format_to(std::back_inserter(parts_), "<g id=\"{}\">{}</g>", id, row);
  return id;
}

std::string BoardRows::take_parts() {
  if (parts_.empty()) return {};
  return R"(<svg class="parts" aria-hidden="true" width="0" height="0"><defs>)" + std::exchange(parts_, {}) +
         "</defs></svg>\n";
}

}  // namespace bookends
