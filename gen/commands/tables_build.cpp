// `bookends tables build`: endgame tables of a game, with everything they depend on.
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>

#include "core/rules/games.h"
#include "gen/commands/commands.h"
#include "gen/commands/tables_build_report.h"
#include "gen/console/output_file.h"
#include "gen/console/time_span.h"
#include "gen/estimate/quantity.h"
#include "gen/options/table_request.h"
#include "tablebases/build/build.h"
#include "tablebases/build/over_ranks.h"

namespace bookends {
namespace {

struct TablesBuildRequest : TableRequest {
  std::string memory;
  std::string solutions;
  bool force = false;
  bool only = false;
  std::uint64_t share_from = 0;
  std::string checkpoint = "10m";
};

// One line for each table, as --progress wants it.
std::function<void(const tables::TableMade&)> table_lines(const Rules& rules,
                                                          const std::vector<tables::Ending>& endings,
                                                          Session& session) {
  if (session.progress_mode == "none") return [](const tables::TableMade&) {};
  if (session.progress_mode == "json")
    return [&](const tables::TableMade& made) { session.say(json_line_of_table(rules, made)); };
  std::size_t longest = 0;
  for (const tables::Ending& ending : endings) longest = std::max(longest, tables::ending_name(rules, ending).size());
  return [&, longest](const tables::TableMade& made) { session.say(line_of_table(rules, made, longest)); };
}

void print_summary(const BuildReport& report, Session& session) {
  if (session.json)
    fmt::print("{}\n", json_of(report));
  else
    for (const std::string& line : lines_of(report)) session.say(line);
}

Error with_advice(Error error) {
  if (error.code == ErrorCode::interrupted) error.message += "; start again to go on";
  return error;
}

// One ending after another takes and gives back the same gigabytes, and the system zeroes what it hands out: a fifth of
// all the time. So memory that has been freed is kept for the next ending.
void keep_freed_memory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
}

Result<tables::RankedSummary> build_over(Communicator& ranks, const Rules& rules,
                                         const std::vector<tables::Ending>& endings, tables::BuildOptions options,
                                         const TablesBuildRequest& request, std::chrono::milliseconds between,
                                         Session& session) {
  const tables::RankOptions over{request.share_from, between};
  options.threads = session.threads;
  return tables::build_tables_over(ranks, rules, endings, request.out, options, over, session.progress(),
                                   [&](std::string_view line) { session.say(line); });
}

Result<tables::RankedSummary> build_alone(const Rules& rules, const std::vector<tables::Ending>& endings,
                                          const tables::BuildOptions& options, const TablesBuildRequest& request,
                                          Session& session) {
  const auto summary = tables::build_tables(rules, endings, request.out, options, session.progress(),
                                            [&](std::string_view line) { session.say(line); });
  if (!summary) return summary.error();
  return tables::RankedSummary{*summary, {}};
}

Result<void> run(const TablesBuildRequest& request, Session& session) {
  const Result<Communicator*> ranks = session.ranks();
  if (!ranks) return ranks.error();
  const Result<std::chrono::milliseconds> between = parse_time_span("--checkpoint", request.checkpoint);
  if (!between) return between.error();
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (const Result<void> folder = check_is_folder(request.out, "a folder of tables"); !folder) return folder;
  const auto endings = request.only ? named_endings(**rules, request) : wanted_endings(**rules, request);
  if (!endings) return endings.error();
  tables::BuildOptions options;
  options.threads = session.thread_count();
  options.force = request.force;
  options.solutions = request.solutions;
  const Result<tables::WriteSettings> write = write_settings(request);
  if (!write) return write.error();
  options.write = *write;
  options.made = table_lines(**rules, *endings, session);
  if (!request.memory.empty()) {
    const Result<double> bytes = parse_memory("--memory", request.memory);
    if (!bytes) return bytes.error();
    options.memory_bytes = static_cast<std::uint64_t>(*bytes);
  }
  keep_freed_memory();
  const auto summary = *ranks != nullptr ? build_over(**ranks, **rules, *endings, options, request, *between, session)
                                         : build_alone(**rules, *endings, options, request, session);
  if (!summary) return with_advice(summary.error());
  if (session.leads()) print_summary({**rules, request.out, endings->size(), *summary}, session);
  return {};
}

}  // namespace

void add_command_tables_build(CLI::App& group, Session& session) {
  auto request = std::make_shared<TablesBuildRequest>();
  CLI::App* command = group.add_subcommand("build", "Build endgame tables, and all they depend on; resumes");
  add_table_options(*command, *request);
  command->add_option("--memory", request->memory,
                      "Most memory to take, as 20G; default: three quarters of all. Solved endings that it has no room "
                      "for are in OUT/solving until all is built");
  command->add_flag("--force", request->force, "Build again what is there already");
  command->add_flag("--only", request->only,
                    "Only the endings named, not those they depend on: a step of `bookends plan`");
  command->add_option("--solutions", request->solutions,
                      "Folder where all solved endings are kept for other steps, to be removed when all is built");
  command
      ->add_option(
          "--share-from", request->share_from,
          "Under mpirun: all processes share an ending of so many positions, and any that does not fit into one")
      ->check(at_least(1));
  command
      ->add_option("--checkpoint", request->checkpoint, "Under mpirun: how often the work on a shared ending is kept")
      ->capture_default_str();
  add_common_options(*command, session, true, true);
  add_rank_options(*command, session);
  command->footer(
      "Files that are there and verify are left alone, so a build that was stopped goes on when started again.\n"
      "Examples:\n  bookends tables build fragments --men 4 --out tables\n"
      "  bookends tables build chess KRvK KQvKR --out chess-tables --memory 2G\n"
      "  bookends tables build chess --men 4 --out small --metrics wdl --sides one --level 19\n"
      "  mpirun -n 4 bookends tables build chess --men 5 --out shared-folder/tables");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
