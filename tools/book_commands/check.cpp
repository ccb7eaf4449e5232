// `bookends book check`: whether a proof holds.
#include "books/proof/check/check.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/rules/games.h"
#include "tablebases/file/table_file.h"
#include "tablebases/oracle/oracle.h"
#include "tablebases/review/verify.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct BookCheckRequest {
  std::string file;
  std::string tables;
  std::string temporary;
  std::size_t memory_mb = CheckOptions().memory >> 20;
  bool trust_tables = false;
};

void print(const CertificateHeader& header, const CheckReport& report, bool trusted, double seconds,
           const Session& session) {
  const bool win = header.aim == ProofAim::win;
  if (session.json) {
    nlohmann::ordered_json out{{"game", header.game},
                               {"root", header.root},
                               {"side", header.attacker == Color::white ? "White" : "Black"},
                               {"aim", win ? "win" : "hold"},
                               {"plies", nullptr},
                               {"positions", report.records},
                               {"table_positions", report.table_positions},
                               {"tables", report.materials},
                               {"tables_checked", !trusted},
                               {"ok", report.wrong.empty()},
                               {"wrong", nullptr},
                               {"seconds", seconds}};
    if (win) out["plies"] = header.distance;
    if (!report.wrong.empty()) out["wrong"] = report.wrong;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else if (!report.wrong.empty()) {
    fmt::print("wrong: {}\n", report.wrong);
  } else {
    const std::string within =
        win ? fmt::format(" in {} at most", count_text(header.distance, "ply", "plies")) : std::string();
    const std::string_view unchecked = trusted && !report.materials.empty() ? ", which were not checked" : "";
    fmt::print("ok: {} from {}{}; {}, {} of {}{}, in {:.1f} s\n", claim(header.attacker, header.aim), header.root,
               within, count_text(report.records, "position"), count_text(report.table_positions, "answer"),
               count_text(report.materials.size(), "table"), unchecked, seconds);
  }
}

// All files of the folder, since those that were leaned on rest on others: every value against its successors.
Result<void> check_tables(const BookCheckRequest& request, CheckReport& report, Session& session) {
  const auto files = tables::table_files(request.tables);
  if (!files) return files.error();
  const auto verified = tables::verify_values(*files, session.thread_count(), session.progress());
  if (!verified) return verified.error();
  if (verified->wrong) report.wrong = *verified->wrong;
  return {};
}

template <const Rules& R>
Result<void> check_game(CertificateReader& certificate, const BookCheckRequest& request, Session& session) {
  std::unique_ptr<TableOracle<R>> tables;
  if (!request.tables.empty()) {
    // Of one file alone those that it rests on would go unchecked.
    if (std::error_code none; !std::filesystem::is_directory(request.tables, none))
      return Error{ErrorCode::not_found, "--tables " + request.tables + ": no such folder"};
    auto opened = TableOracle<R>::open(request.tables);
    if (!opened) return opened.error();
    tables = std::move(*opened);
  }
  CheckOptions options;
  options.memory = request.memory_mb << 20;
  options.threads = session.thread_count();
  if (!request.temporary.empty()) options.temporary = request.temporary;
  const auto began = std::chrono::steady_clock::now();
  Result<CheckReport> report = check_certificate<R>(certificate, tables.get(), options, session.progress());
  if (!report) return report.error();
  if (report->wrong.empty() && !report->materials.empty() && !request.trust_tables)
    if (const Result<void> checked = check_tables(request, *report, session); !checked) return checked;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  session.answer();
  print(certificate.header(), *report, request.trust_tables, seconds, session);
  if (!report->wrong.empty()) session.exit_code = kExitNegative;
  return {};
}

Result<void> run(const BookCheckRequest& request, Session& session) {
  Result<CertificateReader> certificate = CertificateReader::open(request.file);
  if (!certificate) return certificate.error();
  const Result<const Rules*> rules = find_game(certificate->header().game);
  if (!rules) return rules.error();
  return with_game(**rules, [&]<const Rules & R>() { return check_game<R>(*certificate, request, session); });
}

}  // namespace

void add_command_book_check(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookCheckRequest>();
  CLI::App* command = group.add_subcommand("check", "Check a certificate of `book prove`, independently of it");
  command->add_option("FILE", request->file, "The certificate")->required();
  command->add_option("--tables", request->tables, "Folder of the endgame tables that it leans on");
  command->add_flag("--trust-tables", request->trust_tables, "Do not check those tables too");
  command->add_option("--memory", request->memory_mb, "Megabytes for what waits to be compared")
      ->check(whole_between(1, 1 << 20))
      ->capture_default_str();
  command->add_option("--temporary", request->temporary, "Folder for what does not fit; default: the system's");
  add_common_options(*command, session, true, true);
  command->footer(
      "Goes through every line with rules of its own: moves, replies, distances, ends; then through every value of "
      "all\n"
      "tables of the folder.\n"
      "Exit code 1 when the proof does not hold, 3 for a damaged file.\n"
      "Examples:\n  bookends book check b3.proof --tables tables");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
