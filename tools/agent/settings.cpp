#include "tools/agent/settings.h"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>

namespace bookends::agent {

namespace {

struct Option {
  std::string_view name;
  std::string type;  // as in the handshake, with default and range
  std::function<Result<Effect>(Settings&, std::string_view)> set;
};

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

Error bad_value(std::string_view name, std::string_view value, const std::string& expected) {
  return {ErrorCode::invalid_argument,
          "option " + std::string(name) + ": '" + std::string(value) + "' is not " + expected};
}

Option spin(std::string_view name, int Settings::*field, int least, int most, Effect effect) {
  const std::string range = std::to_string(least) + " to " + std::to_string(most);
  const std::string type = "spin default " + std::to_string(Settings{}.*field) + " min " + std::to_string(least) +
                           " max " + std::to_string(most);
  return {name, type, [=](Settings& settings, std::string_view value) -> Result<Effect> {
            int number = 0;
            const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
            const bool whole = error == std::errc() && end == value.data() + value.size();
            if (!whole || number < least || number > most) return bad_value(name, value, "a number from " + range);
            settings.*field = number;
            return effect;
          }};
}

Option check(std::string_view name, bool Settings::*field) {
  const std::string type = std::string("check default ") + (Settings{}.*field ? "true" : "false");
  return {name, type, [=](Settings& settings, std::string_view value) -> Result<Effect> {
            if (!same_name(value, "true") && !same_name(value, "false")) return bad_value(name, value, "true or false");
            settings.*field = same_name(value, "true");
            return Effect::none;
          }};
}

Option text(std::string_view name, std::string Settings::*field, Effect effect) {
  return {name, "string default <empty>", [=](Settings& settings, std::string_view value) -> Result<Effect> {
            settings.*field = value == "<empty>" ? "" : std::string(value);
            return effect;
          }};
}

Option variant() {
  std::string type = "combo default " + std::string(Settings{}.rules->name);
  for (const Rules* rules : all_games()) type += " var " + std::string(rules->name);
  return {"UCI_Variant", type, [](Settings& settings, std::string_view value) -> Result<Effect> {
            for (const Rules* rules : all_games())
              if (same_name(rules->name, value)) {
                settings.rules = rules;
                return Effect::variant;
              }
            return find_game(value).error();
          }};
}

std::vector<Option> all_options() {
  return {variant(),
          spin("Hash", &Settings::hash_mb, 1, 65536, Effect::search),
          {"Clear Hash", "button", [](Settings&, std::string_view) -> Result<Effect> { return Effect::clear_hash; }},
          spin("Threads", &Settings::threads, 1, 256, Effect::search),
          spin("MultiPV", &Settings::multi_pv, 1, 256, Effect::search),
          check("Ponder", &Settings::ponder),
          spin("Move Overhead", &Settings::move_overhead_ms, 0, 5000, Effect::none),
          check("OwnBook", &Settings::own_book),
          text("BookFile", &Settings::book_file, Effect::book),
          text("TablebasePath", &Settings::tablebase_path, Effect::tables),
          check("UCI_ShowWDL", &Settings::show_wdl)};
}

}  // namespace

std::vector<std::string> describe_options() {
  std::vector<std::string> lines;
  for (const Option& option : all_options())
    lines.push_back("option name " + std::string(option.name) + " type " + option.type);
  return lines;
}

Result<Effect> set_option(Settings& settings, std::string_view name, std::string_view value) {
  for (const Option& option : all_options())
    if (same_name(option.name, name)) return option.set(settings, value);
  return Error{ErrorCode::invalid_argument, "unknown option '" + std::string(name) + "'"};
}

}  // namespace bookends::agent
