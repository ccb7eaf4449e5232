// `bookends estimate`: what all endings of so many men would take of a cluster, on paper.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>

#include "core/rules/games.h"
#include "gen/commands/commands.h"
#include "gen/estimate/quantity.h"
#include "gen/estimate/report.h"

namespace bookends {
namespace {

struct EstimateRequest {
  std::string game;
  int men = 0;
  Cluster cluster;
  std::string memory = "256G";
  std::string link = "10gbit";
  std::string folder_rate = "10G";
  std::string constants;
};

Result<Cluster> cluster_of(const EstimateRequest& request) {
  Cluster out = request.cluster;
  const Result<double> memory = parse_memory("--memory", request.memory);
  if (!memory) return memory.error();
  const Result<double> link = parse_rate("--link", request.link);
  if (!link) return link.error();
  const Result<double> folder = parse_rate("--disk-rate", request.folder_rate);
  if (!folder) return folder.error();
  out.memory = *memory;
  out.link = *link;
  out.folder_rate = *folder;
  return out;
}

Result<void> run_estimate(const EstimateRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  const Result<Cluster> cluster = cluster_of(request);
  if (!cluster) return cluster.error();
  const Result<ScaleConstants> constants =
      request.constants.empty() ? ScaleConstants() : read_scale_constants(request.constants);
  if (!constants) return constants.error();
  const ScaleEstimate estimate = estimate_build(**rules, ending_sizes(**rules, request.men), *cluster, *constants);
  session.answer();
  fmt::print(
      "{}", session.json ? estimate_json(**rules, request.men, estimate, *cluster) : estimate_page(estimate, *cluster));
  return {};
}

}  // namespace

void add_command_estimate(CLI::App& app, Session& session) {
  auto request = std::make_shared<EstimateRequest>();
  CLI::App* command = app.add_subcommand("estimate", "What all tables of so many men would take of a cluster");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("--men", request->men, "Endings with so many men or fewer, kings included")
      ->required()
      ->check(whole_between(3, kMostMenEstimated));
  command->add_option("--nodes", request->cluster.nodes, "Machines, each of them a rank")
      ->check(whole_between(1, 10000))
      ->capture_default_str();
  command->add_option("--cores", request->cluster.cores, "Cores of a node")
      ->check(whole_between(1, 10000))
      ->capture_default_str();
  command->add_option("--memory", request->memory, "Memory of a node for the tables' work")->capture_default_str();
  command->add_option("--link", request->link, "Of a node, each way: bytes in a second (1.25G), or bits (10gbit)")
      ->capture_default_str();
  command
      ->add_option("--disk-rate", request->folder_rate,
                   "Bytes in a second of the folder that all nodes see, for all of them together")
      ->capture_default_str();
  command->add_option("--constants", request->constants,
                      "JSON object of measured constants that replace those of the program: {\"pack_rate\": 2e6}");
  command->add_flag("--answers", request->cluster.answers,
                    "With the design's answers to what breaks, which are not built (gen/README.md): children by king "
                    "pair and slice, packing by all nodes, pawn endings by slices");
  add_common_options(*command, session, false, true);
  command->footer(
      "Goes through the build of `mpirun -n NODES bookends tables build`, level after level, with measured figures in\n"
      "place of work. Time goes on where memory is too small: the column `over` counts such endings.\n"
      "Examples:\n  bookends estimate chess --men 7 --nodes 100\n"
      "  bookends estimate fragments --men 8 --nodes 100 --cores 32 --memory 128G --answers\n"
      "  bookends estimate chess --men 6 --nodes 10 --constants ours.json --json | jq '.all.limits'");
  command->callback([request, &session] {
    if (const Result<void> done = run_estimate(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
