// `bookends book check`: whether a proof holds.
#include "books/proof/check/check.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/base/count_text.h"
#include "core/rules/games.h"
#include "gen/options/shipped_file.h"
#include "tablebases/file/table_file.h"
#include "tablebases/material/material.h"
#include "tablebases/oracle/oracle.h"
#include "tablebases/review/verify.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct BookCheckRequest {
  std::vector<std::string> files;
  std::string tables;
  std::string temporary;
  std::size_t memory_mb = CheckOptions().memory >> 20;
  bool trust_tables = false;

  bool has_several() const { return files.size() > 1; }
};

// What the check of all tables has found, once it was made: nothing, or what is wrong.
using TablesCheck = std::optional<std::string>;

// One of several goes by the name of its file.
void print_text(const std::string& line, const std::string& file, bool several) {
  fmt::print("{}{}\n", several ? file + ": " : "", line);
}

// Of the materials that a proof met, seen from either side: each ending once, as its file is named.
template <const Rules& R>
std::set<std::string> endings_of(const std::set<std::string>& materials) {
  std::set<std::string> names;
  for (std::string name : materials) {
    std::ranges::replace(name, ' ', 'v');
    const Result<tables::Ending> ending = tables::parse_ending(R, name);
    names.insert(ending ? tables::ending_name(R, *ending) : name);
  }
  return names;
}

struct Checked {
  CheckReport report;
  bool tables = false;  // whether they were checked, too
};

nlohmann::ordered_json json_of(const CertificateReader& certificate, const Checked& checked, double seconds) {
  const CheckReport& report = checked.report;
  const CertificateHeader& header = certificate.header();
  const bool win = header.aim == ProofAim::win;
  nlohmann::ordered_json out{{"file", certificate.name()},  {"game", header.game},
                             {"root", header.root},         {"side", attacker_name(header.attacker)},
                             {"aim", aim_name(header.aim)}, {"plies", nullptr},
                             {"positions", report.records}, {"table_positions", report.table_positions},
                             {"tables", report.materials},  {"tables_checked", checked.tables},
                             {"ok", report.wrong.empty()},  {"wrong", nullptr},
                             {"seconds", seconds}};
  if (win) out["plies"] = header.distance;
  if (!report.wrong.empty()) out["wrong"] = report.wrong;
  return out;
}

std::string text_of(const CertificateHeader& header, const Checked& checked, double seconds) {
  const CheckReport& report = checked.report;
  if (!report.wrong.empty()) return "wrong: " + report.wrong;
  const std::string_view unchecked = !checked.tables && !report.materials.empty() ? ", which were not checked" : "";
  return fmt::format("ok: {} from {}{}; {}, {} of {}{}, in {:.1f} s", claim(header.attacker, header.aim), header.root,
                     within_text(header), count_text(report.records, "position"),
                     count_text(report.table_positions, "answer"), count_text(report.materials.size(), "table"),
                     unchecked, seconds);
}

// All files of the folder, since those that were leaned on rest on others: every value against its successors.
Result<void> check_tables(const BookCheckRequest& request, TablesCheck& found, Session& session) {
  if (found) return {};
  const auto files = tables::table_files(request.tables);
  if (!files) return files.error();
  const auto verified = tables::verify_values(*files, session.thread_count(), session.progress());
  if (!verified) return verified.error();
  found = verified->wrong.value_or("");
  return {};
}

template <const Rules& R>
Result<Checked> check_game(CertificateReader& certificate, const BookCheckRequest& request, TablesCheck& tables_check,
                           Session& session) {
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
  Result<CheckReport> report = check_certificate<R>(certificate, tables.get(), options, session.progress());
  if (!report) return report.error();
  report->materials = endings_of<R>(report->materials);
  Checked checked{std::move(*report)};
  if (!checked.report.wrong.empty() || checked.report.materials.empty() || request.trust_tables) return checked;
  if (const Result<void> sound = check_tables(request, tables_check, session); !sound) return sound.error();
  checked.report.wrong = *tables_check;
  checked.tables = true;
  return checked;
}

// Of one file; what was found goes into `json` or to standard output.
Result<void> check_one(const std::string& file, const BookCheckRequest& request, TablesCheck& tables_check,
                       nlohmann::ordered_json& json, Session& session) {
  Result<CertificateReader> certificate = CertificateReader::open(file);
  if (!certificate) return certificate.error();
  const Result<const Rules*> rules = find_game(certificate->header().game);
  if (!rules) return rules.error();
  const auto began = std::chrono::steady_clock::now();
  const Result<Checked> checked = with_game(
      **rules, [&]<const Rules & R>() { return check_game<R>(*certificate, request, tables_check, session); });
  if (!checked) return checked.error();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  session.answer();
  json.push_back(json_of(*certificate, *checked, seconds));
  if (!session.json) print_text(text_of(certificate->header(), *checked, seconds), file, request.has_several());
  if (!checked->report.wrong.empty() && session.exit_code == kExitOk) session.exit_code = kExitNegative;
  return {};
}

// All files, also behind one that cannot be checked. Of several troubles the first one decides the exit code, but a
// proof that does not hold gives way to a file that is none.
void run(const BookCheckRequest& request, Session& session) {
  TablesCheck tables_check;
  nlohmann::ordered_json json = nlohmann::ordered_json::array();
  int trouble = kExitOk;
  for (const std::string& file : request.files) {
    const Result<void> done = check_one(file, request, tables_check, json, session);
    if (done) continue;
    const int negative = session.exit_code;
    const int code = session.fail(done.error());
    session.exit_code = negative;
    if (trouble == kExitOk) trouble = code;
    if (done.error().code == ErrorCode::interrupted) break;
  }
  if (session.json && !json.empty())
    fmt::print(
        "{}\n",
        (request.has_several() ? json : json.front()).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  if (trouble != kExitOk) session.exit_code = trouble;
}

}  // namespace

void add_command_book_check(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookCheckRequest>();
  CLI::App* command = group.add_subcommand("check", "Check certificates of `book prove`, independently of it");
  find_shipped(command->add_option("FILE", request->files, "The certificates")->required());
  command->add_option("--tables", request->tables, "Folder of the endgame tables that it leans on");
  command->add_flag("--trust-tables", request->trust_tables, "Do not check those tables too");
  command->add_option("--memory", request->memory_mb, "Megabytes for what waits to be compared")
      ->check(whole_between(1, 1 << 20))
      ->capture_default_str();
  command->add_option("--temporary", request->temporary, "Folder for what does not fit; default: the system's");
  add_common_options(*command, session, true, true);
  command->footer(
      "Goes through every line with rules of its own: moves, replies, distances, ends; then, where tables have "
      "answered,\n"
      "through every value of all tables of the folder.\n"
      "Exit code 1 when a proof does not hold, 3 for a damaged file. Several files are all checked; the tables once.\n"
      "Examples:\n  bookends book check b3.proof --tables tables\n  bookends book check *.proof");
  command->callback([request, &session] { run(*request, session); });
}

}  // namespace bookends
