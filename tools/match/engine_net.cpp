#include "tools/match/engine_net.h"

#include <filesystem>

#include "core/io/checksum.h"
#include "core/io/file.h"
#include "gen/net_choice.h"
#include "gen/uci/engine_option.h"

namespace bookends::match {
namespace {

std::filesystem::path file_of_net(const uci::EngineSpec& engine, const Rules& rules) {
  std::string choice = kAutoNet;
  for (const auto& [name, value] : engine.options)
    if (uci::equal_ignoring_case(name, "EvalFile")) choice = value;
  if (choice == kNoNet || choice.empty()) return {};
  if (choice != kAutoNet) return std::filesystem::path(engine.folder) / choice;
  std::error_code unknown;
  const auto program = std::filesystem::canonical(engine.command.empty() ? "" : engine.command.front(), unknown);
  if (unknown || !program.filename().string().starts_with("bookends-agent")) return {};
  return shipped_net(rules, program);
}

}  // namespace

std::string net_of(const uci::EngineSpec& engine, const Rules& rules) {
  const std::filesystem::path file = file_of_net(engine, rules);
  if (file.empty()) return "";
  const auto bytes = read_file(file);
  return bytes ? hexadecimal(checksum(*bytes)) : "";
}

}  // namespace bookends::match
