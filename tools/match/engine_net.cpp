#include "tools/match/engine_net.h"

#include <cstdlib>
#include <filesystem>
#include <sstream>

#include "core/io/checksum.h"
#include "core/io/file.h"
#include "gen/options/net_choice.h"
#include "gen/uci/engine_option.h"

namespace bookends::match {
namespace {

// As the system finds it when the engine is started: a name without a folder in those of PATH.
std::filesystem::path program_of(const uci::EngineSpec& engine) {
  if (engine.command.empty()) return {};
  const std::string& name = engine.command.front();
  std::error_code unknown;
  if (name.find('/') != std::string::npos)
    return std::filesystem::canonical(std::filesystem::path(engine.folder) / name, unknown);
  const char* folders = std::getenv("PATH");
  std::istringstream list(folders != nullptr ? folders : "");
  for (std::string folder; std::getline(list, folder, ':');)
    if (const auto file = std::filesystem::canonical(std::filesystem::path(folder) / name, unknown); !unknown)
      return file;
  return {};
}

std::filesystem::path file_of_net(const uci::EngineSpec& engine, const Rules& rules) {
  std::string choice = kAutoNet;
  for (const auto& [name, value] : engine.options)
    if (uci::equal_ignoring_case(name, "EvalFile")) choice = value;
  if (is_no_net(choice) || choice.empty()) return {};
  if (!is_auto_net(choice)) return std::filesystem::path(engine.folder) / choice;
  const std::filesystem::path program = program_of(engine);
  if (!program.filename().string().starts_with("bookends-agent")) return {};
  return shipped_net(rules, program);
}

}  // namespace

Result<std::string> net_of(const uci::EngineSpec& engine, const Rules& rules) {
  const std::filesystem::path file = file_of_net(engine, rules);
  if (file.empty()) return std::string();
  const auto net = read_net(rules, file);
  if (net) return net_digest(rules, *net);
  if (net.error().code == ErrorCode::io) return net.error();
  const auto bytes = read_file(file);
  if (bytes) return hexadecimal(checksum(*bytes));
  return bytes.error().code == ErrorCode::io ? Result<std::string>(bytes.error()) : Result<std::string>(std::string());
}

}  // namespace bookends::match
