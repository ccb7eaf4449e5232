#include "tools/explore/routes.h"

#include <algorithm>
#include <filesystem>

#include "core/rules/games.h"
#include "tools/explore/assets/assets.h"
#include "tools/explore/editor.h"
#include "tools/explore/index_page.h"
#include "tools/explore/page.h"
#include "tools/explore/search_events.h"

namespace bookends::serve {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";
constexpr int kBestPlies = 40;  // of the line of best play

Response page(std::string html, int status = 200) {
  Response response;
  response.status = status;
  response.body = std::move(html);
  response.type = kHtml;
  return response;
}

Response asset(std::string_view text, std::string_view type) {
  Response response;
  response.body = text;
  response.type = type;
  return response;
}

std::vector<std::string> moves_of(const Request& request) {
  const std::string* moves = request.find("moves");
  return moves == nullptr ? std::vector<std::string>() : moves_of_address(*moves);
}

// The default setup where no other is named.
std::string start_of(const Request& request) {
  const std::string fen = fen_of(request);
  return fen.empty() ? "startpos" : fen;
}

// A game of which nothing is open can be looked at all the same.
const ProbeSources& open_of(const Sources& sources, const Rules& rules) {
  static const ProbeSources kNothing;
  const GameSources* game = sources.find(rules);
  return game == nullptr ? kNothing : game->open;
}

Response answer_explore(const Sources& sources, const Rules& rules, const Request& request) {
  const ProbeSources& open = open_of(sources, rules);
  const Result<Explored> position = explore(rules, open, start_of(request), moves_of(request));
  if (!position) {
    const bool theirs = position.error().code == ErrorCode::invalid_argument;
    const std::string fen = fen_of(request);
    return page(explore_error_page(rules, position.error().message, fen), theirs ? 400 : 500);
  }
  ExplorePage shown;
  const std::string* flip = request.find("flip");
  shown.view.flipped = flip != nullptr && *flip == "1";
  shown.table_men = open.tables ? bookends_tables_max_men(open.tables.get()) : 0;
  shown.best = best_play(rules, open, *position, kBestPlies);
  return page(explore_page(*position, shown));
}

Response answer_edit(const Rules& rules, const Request& request) { return page(edit_page(rules, fen_of(request))); }

Response answer_search(const Sources& sources, const Rules& rules, const Request& request) {
  LiveSearch asked;
  asked.start = start_of(request);
  asked.line = moves_of(request);
  const Result<std::size_t> lines = number_of(request, "lines", 1);
  if (!lines) return refusal(lines.error());
  asked.lines = static_cast<int>(std::clamp<std::size_t>(*lines, 1, 10));
  if (const GameSources* game = sources.find(rules)) asked.tables = game->tables_folder;
  return search_events(rules, asked);
}

Response answer_index(const Sources& sources) {
  std::vector<OfferedGame> games;
  for (const Rules* rules : all_games()) {
    OfferedGame game;
    game.rules = rules;
    if (const GameSources* open = sources.find(*rules)) {
      for (const std::string& file : open->book_files) game.books.push_back(std::filesystem::path(file).filename());
      game.table_men = open->open.tables ? bookends_tables_max_men(open->open.tables.get()) : 0;
    }
    games.push_back(std::move(game));
  }
  // Those that there is something of come first.
  std::stable_partition(games.begin(), games.end(),
                        [](const OfferedGame& g) { return !g.books.empty() || g.table_men > 0; });
  return page(explore_index_page(games));
}

}  // namespace

void add_explore_routes(Router& router, const Sources& sources) {
  router.add("/", "/", [&sources](const Request&) { return answer_index(sources); });
  for (const Rules* rules : all_games())
    for (const std::string& variant : variants_of(*rules)) {
      router.add("/explore/" + variant, "/explore/{game}",
                 [&sources, rules](const Request& request) { return answer_explore(sources, *rules, request); });
      router.add("/edit/" + variant, "/edit/{game}",
                 [rules](const Request& request) { return answer_edit(*rules, request); });
      router.add("/search/" + variant, "/search/{game}",
                 [&sources, rules](const Request& request) { return answer_search(sources, *rules, request); });
    }
  router.add("/explore.css", "/explore.css",
             [](const Request&) { return asset(kExploreStyle, "text/css; charset=utf-8"); });
  router.add("/explore.js", "/explore.js",
             [](const Request&) { return asset(kExploreScript, "text/javascript; charset=utf-8"); });
  router.add("/edit.js", "/edit.js",
             [](const Request&) { return asset(kEditScript, "text/javascript; charset=utf-8"); });
}

}  // namespace bookends::serve
