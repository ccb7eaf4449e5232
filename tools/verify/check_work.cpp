#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "books/proof/plan/plan_file.h"
#include "books/work/history_table.h"
#include "books/work/journal.h"
#include "books/work/snapshot.h"
#include "core/base/count_text.h"
#include "core/rules/games.h"
#include "tools/verify/checks.h"

namespace bookends {
namespace {

std::string_view text_in(const FileToVerify& file) {
  return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
}

// What is wrong with a step of a plan, those before it being `known`; empty for nothing.
std::string wrong_step(const nlohmann::json& step, const std::set<std::string>& known) {
  for (const char* field : {"step", "file"})
    if (!step.contains(field) || !step[field].is_string()) return fmt::format("\"{}\" is missing", field);
  for (const char* field : {"command", "needs"})
    if (!step.contains(field) || !step[field].is_array()) return fmt::format("\"{}\" is missing", field);
  for (const nlohmann::json& need : step["needs"])
    if (!need.is_string() || !known.contains(need.get<std::string>())) return "needs a step that is not before it";
  for (const nlohmann::json& word : step["command"])
    if (!word.is_string()) return "\"command\" is not of words";
  return "";
}

}  // namespace

Result<Findings> check_work_snapshot(const FileToVerify& file) {
  const Result<SnapshotFacts> facts = check_snapshot(file.bytes, file.name);
  if (!facts) return facts.error();
  return Findings{facts->game, count_text(facts->positions, "position") + ", " + count_text(facts->moves, "move"), ""};
}

Result<Findings> check_work_journal(const FileToVerify& file) {
  const Result<JournalFacts> facts = Journal::check(file.bytes, file.name);
  if (!facts) return facts.error();
  std::string warning;
  if (facts->cut > 0)
    warning = fmt::format("its last record was cut off after {}, and is made again", count_text(facts->cut, "byte"));
  return Findings{facts->game, count_text(facts->records, "record"), warning};
}

Result<Findings> check_proof_plan(const FileToVerify& file) {
  const Result<CheckedPlan> plan = check_plan(file.bytes, file.name);
  if (!plan) return plan.error();
  const PlanFacts& facts = plan->facts;
  return Findings{facts.game,
                  fmt::format("{} planned, {} solved, {}", count_text(facts.positions, "position"), facts.solved,
                              count_text(facts.rounds, "round")),
                  facts.needs_tables ? "what its tables say was not looked up" : ""};
}

Result<Findings> check_work_history(const FileToVerify& file) {
  const Result<HistoryTable> history = parse_history(text_in(file), file.name);
  if (!history) return history.error();
  if (history->find("seconds") != 0)
    return Error{ErrorCode::corrupt, file.name + ": no history: its first column is not of seconds"};
  return Findings{"", count_text(history->rows.size(), "line"), "no checksum: lines of numbers"};
}

Result<Findings> check_table_plan(const FileToVerify& file) {
  const auto corrupt = [&](const std::string& what) { return Error{ErrorCode::corrupt, file.name + ": " + what}; };
  const nlohmann::json plan = nlohmann::json::parse(text_in(file), nullptr, false);
  if (plan.is_discarded()) return corrupt("JSON that cannot be read");
  if (!plan.contains("game") || !plan["game"].is_string() || !plan.contains("steps") || !plan["steps"].is_array())
    return corrupt("JSON, but no plan of `bookends plan`");
  const auto game = plan["game"].get<std::string>();
  if (!find_game(game)) return Error{ErrorCode::unsupported, file.name + ": of an unknown game, " + game};
  std::set<std::string> known;
  for (const nlohmann::json& step : plan["steps"]) {
    if (const std::string what = wrong_step(step, known); !what.empty())
      return corrupt(fmt::format("step {}: {}", known.size() + 1, what));
    known.insert(step["step"].get<std::string>());
  }
  return Findings{game, count_text(plan["steps"].size(), "step"), "no checksum: steps after what they need"};
}

}  // namespace bookends
