#include "gen/estimate/constants.h"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "core/io/file.h"

namespace bookends {

namespace {

using NamedConstant = std::pair<std::string_view, double ScaleConstants::*>;
constexpr std::array kNamedConstants{NamedConstant{"solve_rate_64", &ScaleConstants::solve_rate_64},
                                     NamedConstant{"solve_rate_32", &ScaleConstants::solve_rate_32},
                                     NamedConstant{"pack_rate", &ScaleConstants::pack_rate},
                                     NamedConstant{"dtm_bytes", &ScaleConstants::dtm_bytes},
                                     NamedConstant{"dtz_bytes", &ScaleConstants::dtz_bytes},
                                     NamedConstant{"hint_bytes", &ScaleConstants::hint_bytes},
                                     NamedConstant{"child_bytes", &ScaleConstants::child_bytes},
                                     NamedConstant{"large_child_bytes", &ScaleConstants::large_child_bytes},
                                     NamedConstant{"set_bytes_64", &ScaleConstants::set_bytes_64},
                                     NamedConstant{"set_bytes_32", &ScaleConstants::set_bytes_32},
                                     NamedConstant{"write_bytes", &ScaleConstants::write_bytes},
                                     NamedConstant{"halo_set_bytes", &ScaleConstants::halo_set_bytes},
                                     NamedConstant{"fixed_bytes", &ScaleConstants::fixed_bytes},
                                     NamedConstant{"exchange_bytes", &ScaleConstants::exchange_bytes},
                                     NamedConstant{"gather_bytes", &ScaleConstants::gather_bytes},
                                     NamedConstant{"latency", &ScaleConstants::latency},
                                     NamedConstant{"message_seconds", &ScaleConstants::message_seconds},
                                     NamedConstant{"plies", &ScaleConstants::plies},
                                     NamedConstant{"table_bytes", &ScaleConstants::table_bytes},
                                     NamedConstant{"solved_bytes", &ScaleConstants::solved_bytes}};

}  // namespace

Result<ScaleConstants> read_scale_constants(const std::filesystem::path& path) {
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  const auto wrong = [&](const std::string& what) {
    return Error{ErrorCode::invalid_argument, path.string() + ": " + what};
  };
  const auto json = nlohmann::json::parse(*text, nullptr, false);
  if (!json.is_object()) return wrong("no JSON object of constants");
  ScaleConstants out;
  for (const auto& [name, value] : json.items()) {
    const auto known = std::ranges::find(kNamedConstants, std::string_view(name), &NamedConstant::first);
    if (known == kNamedConstants.end())
      return wrong("there is no constant '" + name + "'; gen/estimate/constants.h has them");
    if (!value.is_number() || !(value.get<double>() > 0)) return wrong("'" + name + "' is no number above 0");
    out.*known->second = value.get<double>();
  }
  return out;
}

}  // namespace bookends
