// `bookends plan`: the steps of a large job, for make, Slurm, or whatever else runs jobs.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/commands/commands.h"
#include "gen/console/output_file.h"
#include "gen/options/table_request.h"
#include "gen/plan/formats.h"

namespace bookends {
namespace {

struct PlanRequest : TableRequest {
  std::string format = "json";
  std::string solutions;
  double rate = 500'000;
};

Result<std::string> absolute_name(const std::string& folder) {
  std::error_code error;
  const std::filesystem::path path = std::filesystem::absolute(folder, error);
  if (error) return io_error("cannot find folder", folder, error.value());
  return path.lexically_normal().string();
}

Result<TablePlan> make_plan(const Rules& rules, const PlanRequest& request, Session& session) {
  const auto endings = wanted_endings(rules, request);
  if (!endings) return endings.error();
  const Result<tables::WriteSettings> write = write_settings(request);
  if (!write) return write.error();
  tables::BuildOptions options;
  options.write = *write;
  options.threads = session.thread_count();
  auto steps = table_steps(rules, *endings, request.out, options, session.progress());
  if (!steps) return steps.error();
  const Result<std::string> folder = absolute_name(request.out);
  if (!folder) return folder.error();
  const Result<std::string> solutions =
      request.solutions.empty() ? Result<std::string>(*folder + ".solved") : absolute_name(request.solutions);
  if (!solutions) return solutions.error();
  return TablePlan{request.game, *folder, *solutions, write_arguments(request), request.rate, std::move(*steps)};
}

Result<std::string> text_of(const TablePlan& plan, const std::string& format) {
  if (format == "make") return makefile_of(plan);
  if (format == "dot") return dot_of(plan);
  if (format == "slurm") return slurm_script_of(plan);
  return json_of(plan);
}

Result<void> run(const PlanRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (const Result<void> folder = check_is_folder(request.out, "a folder of tables"); !folder) return folder;
  const Result<TablePlan> plan = make_plan(**rules, request, session);
  if (!plan) return plan.error();
  const Result<std::string> text = text_of(*plan, session.json ? "json" : request.format);
  if (!text) return text.error();
  session.answer();
  fmt::print("{}", *text);
  return {};
}

}  // namespace

void add_command_plan(CLI::App& app, Session& session) {
  auto request = std::make_shared<PlanRequest>();
  CLI::App* command = app.add_subcommand("plan", "The steps of a table build, for make, Slurm or another scheduler");
  add_table_options(*command, *request);
  command->add_option("--format", request->format, "json, make (a makefile), dot (for Graphviz) or slurm (a script)")
      ->check(CLI::IsMember({"json", "make", "dot", "slurm"}))
      ->capture_default_str();
  command->add_option("--solutions", request->solutions,
                      "Folder where steps leave to others what they solved; default: the --out folder's name and "
                      "\".solved\"");
  command->add_option("--rate", request->rate, "Positions that a thread goes through in a second, for the times")
      ->check(number_between(1.0, 1e12))
      ->capture_default_str();
  add_common_options(*command, session, true, true);
  command->get_option("--json")->excludes(command->get_option("--format"));
  command->footer(
      "A step makes one table; it can be run again, and does nothing where the table is there and sound. Memory is an\n"
      "upper bound, times are guesses. The folder of solved endings may be removed when all tables are there.\n"
      "Examples:\n  bookends plan fragments --men 5 --out tables --format make > plan.mk && make -j8 -f plan.mk\n"
      "  bookends plan chess --men 5 --out /shared/chess --format slurm > plan.sh && bash plan.sh --cpus-per-task=4\n"
      "  bookends plan makruk --men 4 --out tables --format dot | dot -Tsvg > plan.svg\n"
      "  bookends plan fragments KQRvKR --out tables | jq '.steps[] | select(.done | not) | .step'");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
