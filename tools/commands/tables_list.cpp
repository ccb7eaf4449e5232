// `bookends tables list`: the endings of a game, in the order in which they can be built.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/rules/games.h"
#include "tablebases/build/build.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct TablesListRequest {
  std::string game;
  int men = 0;
};

void run(const TablesListRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) {
    session.fail(rules.error());
    return;
  }
  // Every ending with so many men or fewer: nothing that one depends on is larger.
  const auto endings = tables::closure(**rules, tables::endings_up_to(**rules, request.men));
  nlohmann::ordered_json names = nlohmann::ordered_json::array();
  for (const auto& ending : endings) names.push_back(tables::ending_name(**rules, ending));
  if (session.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"game", (*rules)->name}, {"endings", names}}.dump(
                           2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  for (const auto& name : names) fmt::print("{}\n", name.get<std::string>());
}

}  // namespace

void add_command_tables_list(CLI::App& group, Session& session) {
  auto request = std::make_shared<TablesListRequest>();
  CLI::App* command = group.add_subcommand("list", "List the endings of a game in build order, one name a line");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("--men", request->men, "Men on the board, kings included")
      ->required()
      ->check(whole_between(3, tables::kMaxMen));
  add_common_options(*command, session, false, true);
  command->footer("Example:\n  bookends tables list fragments --men 4");
  command->callback([request, &session] { run(*request, session); });
}

}  // namespace bookends
