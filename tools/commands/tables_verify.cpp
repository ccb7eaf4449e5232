// `bookends tables verify`: the checksums of table files, and every value against those of its successors.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "tablebases/file/table_file.h"
#include "tablebases/review/verify.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct TablesVerifyRequest {
  std::vector<std::string> paths;
  bool full = false;
};

void print(const tables::VerifyReport& report, double seconds, bool full, const Session& session) {
  if (session.json) {
    nlohmann::ordered_json out{{"files", report.files},
                               {"positions", report.positions},
                               {"ok", !report.wrong},
                               {"wrong", nullptr},
                               {"seconds", seconds}};
    if (report.wrong) out["wrong"] = *report.wrong;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  if (report.wrong)
    fmt::print("wrong: {}\n", *report.wrong);
  else if (full)
    fmt::print("ok: {}, {} equal to what their successors make of them, in {:.1f} s\n",
               count_text(report.files, "file"), count_text(report.positions, "position"), seconds);
  else
    fmt::print("ok: {}, all checksums right, in {:.1f} s\n", count_text(report.files, "file"), seconds);
}

Result<void> run(const TablesVerifyRequest& request, Session& session) {
  std::vector<std::filesystem::path> files;
  for (const std::string& path : request.paths) {
    const auto found = tables::table_files(path);
    if (!found) return found.error();
    files.insert(files.end(), found->begin(), found->end());
  }
  const auto start = std::chrono::steady_clock::now();
  const auto report = request.full ? tables::verify_values(files, session.thread_count(), session.progress())
                                   : tables::verify_checksums(files, session.thread_count(), session.progress());
  if (!report) return report.error();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  print(*report, seconds, request.full, session);
  if (report->wrong) session.exit_code = kExitNegative;
  return {};
}

}  // namespace

void add_command_tables_verify(CLI::App& group, Session& session) {
  auto request = std::make_shared<TablesVerifyRequest>();
  CLI::App* command = group.add_subcommand("verify", "Check table files: checksums, or every position");
  command->add_option("PATH,--tables", request->paths, "Folders of tables, or table files")->required();
  command->add_flag("--full", request->full, "Check every position against the positions its moves lead to");
  add_common_options(*command, session, true, true);
  command->footer(
      "Makruk's tables have to have distances for --full: what counts depends on them.\n"
      "Exit code 1 for a wrong value, 3 for a damaged file, which `bookends tables build` makes again.\n"
      "Examples:\n  bookends tables verify tables\n  bookends tables verify tables/KRvK.bkt --full");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
