#include "gen/uci/engine_spec.h"

#include <fmt/format.h>

namespace bookends::uci {
namespace {

constexpr std::string_view kOptionPrefix = "option.";

Error bad(std::string message) { return {ErrorCode::invalid_argument, "--engine: " + std::move(message)}; }

Result<void> set_word(EngineSpec& spec, const std::string& key, const std::string& value) {
  if (key.starts_with(kOptionPrefix) && key.size() > kOptionPrefix.size()) {
    spec.options.emplace_back(key.substr(kOptionPrefix.size()), value);
  } else if (key == "name") {
    spec.name = value;
  } else if (key == "cmd") {
    const auto words = split_quoted(value);
    if (!words) return words.error();
    if (words->empty() || words->front().empty()) return bad("cmd= names no program");
    spec.command = *words;
  } else if (key == "dir") {
    spec.folder = value;
  } else if (key == "variant") {
    spec.variant = value;
  } else if (key == "restart") {
    if (value != "on" && value != "off") return bad("restart is on or off, not '" + value + "'");
    spec.restart = value == "on";
  } else {
    const Result<bool> known = set_limit(spec.limits, key, value);
    if (!known) return bad(known.error().message);
    if (!*known)
      return bad(
          fmt::format("unknown word '{}'; there are name, cmd, dir, variant, restart, movetime, nodes, depth, "
                      "tc and option.NAME",
                      key));
  }
  return {};
}

}  // namespace

Result<std::vector<std::string>> split_quoted(std::string_view text) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char ch = text[i];
    if (quote == 0 && (ch == ' ' || ch == '\t' || ch == '\n')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (ch == '\\' && quote != '\'' && i + 1 < text.size())
      words.back() += text[++i];
    else if (ch == quote)
      quote = 0;
    else if (quote == 0 && (ch == '"' || ch == '\''))
      quote = ch;
    else
      words.back() += ch;
  }
  if (quote != 0) return bad(fmt::format("a {} is not closed in: {}", quote, text));
  return words;
}

Result<EngineSpec> parse_engine_spec(std::string_view text) {
  const auto words = split_quoted(text);
  if (!words) return words.error();
  EngineSpec spec;
  if (words->empty()) return bad("it names nothing");
  if (text.find('=') == std::string_view::npos) {
    if (words->front().empty()) return bad("it names nothing");
    spec.command = *words;
    return spec;
  }
  for (const std::string& word : *words) {
    const std::size_t equals = word.find('=');
    if (equals == std::string::npos || equals == 0)
      return bad("'" + word + "' is not KEY=VALUE; the program is cmd=PROGRAM where other words are given");
    if (const auto set = set_word(spec, word.substr(0, equals), word.substr(equals + 1)); !set) return set.error();
  }
  return spec;
}

}  // namespace bookends::uci
