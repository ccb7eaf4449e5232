// `bookends book compact`: the workspace of a proof, to be kept or sent.
#include "books/proof/plan/compact.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "books/file/repair_advice.h"
#include "core/base/count_text.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

void print(const CompactSummary& s, const std::string& workspace, const Session& session) {
  if (session.json) {
    const nlohmann::ordered_json out{{"workspace", workspace}, {"planned_before", s.positions_before},
                                     {"planned", s.positions}, {"solved_before", s.solved_before},
                                     {"solved", s.solved},     {"bytes_before", s.bytes_before},
                                     {"bytes", s.bytes}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print("{}: {} planned ({} before), {} solved ({} before), {} bytes ({} before)\n", workspace,
             count_text(s.positions, "position"), s.positions_before, s.solved, s.solved_before, s.bytes,
             s.bytes_before);
}

Result<void> run(const std::string& workspace, Session& session) {
  const Result<CompactSummary> summary = compact_plan(workspace, session.progress());
  const bool other =
      !summary && (summary.error().code == ErrorCode::not_found || summary.error().code == ErrorCode::invalid_argument);
  if (other)
    return Error{summary.error().code,
                 summary.error().message + " (the workspace of `bookends book prove --out FILE` is FILE.work)"};
  if (!summary) return with_removal(summary.error(), workspace, "what was found is lost");
  print(*summary, workspace, session);
  return {};
}

}  // namespace

void add_command_book_compact(CLI::App& group, Session& session) {
  auto workspace = std::make_shared<std::string>();
  CLI::App* command = group.add_subcommand("compact", "Make the workspace of a proof small, to keep it or to send it");
  command->add_option("WORKSPACE", *workspace, "The folder that `bookends book prove` works in: FILE.work")->required();
  add_common_options(*command, session, false, true);
  command->footer(
      "What the plan does not rest on is forgotten: wins that searches have met by the way, and places that are "
      "closed.\n"
      "`book prove` goes on from there with as little left to do. The proof may be another one than without this. A\n"
      "proof that is being looked for has to be stopped first (exit code 4 while it runs).\n"
      "Example:\n  bookends book compact c3.proof.work");
  command->callback([workspace, &session] {
    if (const Result<void> done = run(*workspace, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
