// `bookends verify`: any file that we make, whatever it is.
#include "tools/verify/verify.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/base/count_text.h"
#include "core/base/printable.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct VerifyRequest {
  std::vector<std::string> paths;
};

// What is known of one file.
struct VerifiedPath {
  std::string path;
  Result<VerifiedFile> file;
};

// With an article: "a table".
std::string kind_text(std::string_view kind) { return fmt::format("a {}", kind); }

void print(const VerifiedPath& one) {
  if (!one.file) {
    fmt::print("wrong: {}\n", printable(one.file.error().message));
    return;
  }
  const Findings& found = one.file->findings;
  fmt::print("ok: {}: {}{}, {}{}\n", printable(one.path), kind_text(one.file->kind),
             found.game.empty() ? "" : " of " + found.game, printable(found.holds),
             found.warning.empty() ? "" : "; " + found.warning);
}

nlohmann::ordered_json json_of(const VerifiedPath& one) {
  nlohmann::ordered_json out{{"file", one.path}, {"ok", one.file.ok()}, {"kind", nullptr}, {"game", nullptr}};
  if (!one.file) {
    out["wrong"] = one.file.error().message;
    return out;
  }
  const Findings& found = one.file->findings;
  out["kind"] = one.file->kind;
  if (!found.game.empty()) out["game"] = found.game;
  out["bytes"] = one.file->bytes;
  out["holds"] = found.holds;
  if (!found.warning.empty()) out["warning"] = found.warning;
  return out;
}

struct PathToVerify {
  std::string path;
  std::optional<Error> problem;  // of a folder
};

// Folders give way to their files. What is not there stays, and so do folders without files, to be said of in their
// place.
std::vector<PathToVerify> all_files(const std::vector<std::string>& paths) {
  std::vector<PathToVerify> files;
  for (const std::string& path : paths) {
    if (std::error_code none; !std::filesystem::is_directory(path, none)) {
      files.push_back({path, {}});
      continue;
    }
    const auto inside = files_to_verify(path);
    if (!inside) files.push_back({path, inside.error()});
    if (inside)
      for (const std::filesystem::path& file : *inside) files.push_back({file.string(), {}});
  }
  return files;
}

void print_json(const nlohmann::ordered_json& files, std::size_t wrong, double seconds) {
  const nlohmann::ordered_json out{{"ok", wrong == 0}, {"wrong", wrong}, {"files", files}, {"seconds", seconds}};
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

Result<void> run(const VerifyRequest& request, Session& session) {
  const std::vector<PathToVerify> files = all_files(request.paths);
  if (files.size() == 1 && files.front().problem) return *files.front().problem;
  const auto began = std::chrono::steady_clock::now();
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  std::size_t done = 0, wrong = 0;
  ErrorCode why = ErrorCode::corrupt;  // of the first that is wrong; but a file that is damaged outweighs the others
  for (const auto& [path, problem] : files) {
    session.progress().update({path, static_cast<double>(done++), static_cast<double>(files.size()), "files", {}});
    const VerifiedPath one{
        path, problem ? Result<VerifiedFile>(*problem) : verify_file(path, session.thread_count(), session.progress())};
    if (session.progress().stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    session.answer();
    session.json ? json.push_back(json_of(one)) : print(one);
    if (one.file) continue;
    if (wrong++ == 0 || exit_code_of(one.file.error()) == kExitCorrupt) why = one.file.error().code;
  }
  if (session.json)
    print_json(json, wrong, std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count());
  if (wrong == 0) return {};
  return Error{why, fmt::format("{} of {} not sound", wrong, count_text(files.size(), "file"))};
}

}  // namespace

void add_command_verify(CLI::App& group, Session& session) {
  auto request = std::make_shared<VerifyRequest>();
  CLI::App* command = group.add_subcommand("verify", "Check any files that bookends makes: checksums and structure");
  command->add_option("PATH", request->paths, "Files, or folders: then all files in them")->required();
  add_common_options(*command, session, true, true);
  command->footer(
      "What a file is, its content says: a table, a book, packed or Polyglot's, a certificate, a network, weights,\n"
      "samples, a solved ending, a checkpoint, a plan, and the files of a workspace. A line for each says what it "
      "holds,\n"
      "or what is wrong and at which bytes. All that can be verified without other files is; values and proofs are "
      "for\n"
      "`tables verify --full`, `book verify --values` and `book check`.\n"
      "Exit code 3 when a file is damaged, foreign or of no kind that bookends makes.\n"
      "Examples:\n  bookends verify tables fragments.book\n  bookends verify fragments.book.work --json");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
