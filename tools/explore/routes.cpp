#include "tools/explore/routes.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "core/notation/move_text.h"
#include "core/position/position.h"
#include "core/rules/games.h"
#include "tools/explore/assets/assets.h"
#include "tools/explore/editor.h"
#include "tools/explore/index_page.h"
#include "tools/explore/page.h"
#include "tools/explore/search_events.h"

namespace bookends::serve {
namespace {

constexpr std::string_view kHtml = "text/html; charset=utf-8";

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

Response answer_explore(const Sources& sources, const WaysOfBooks& ways, const Rules& rules, const Request& request) {
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
  shown.ways = ways.to(*position);
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

// Where a setup of the game leads there by one move that is the address, so that it can be taken back.
std::string root_address(const Rules& rules, const std::string& root) {
  return with_game(rules, [&]<const Rules & R>() {
    const Result<Position<R>> position = Position<R>::from_fen(root);
    for (const std::string_view fen : R.starts) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (!position || !start) continue;
      for (const Move move : start->legal_moves())
        if (start->after(move).key() == position->key())
          return explore_address(rules, start->fen(), std::vector<ExploredPly>{{format_uci(R, move), {}}}, {});
    }
    return explore_address(rules, root, {}, {});
  });
}

OfferedProof offered(const ProofIndex& proof) {
  const CertificateHeader& header = proof.header();
  std::string text = claim(header.attacker, header.aim);
  if (header.aim == ProofAim::win) text += fmt::format(" in at most {} plies", header.distance);
  return {std::filesystem::path(proof.name()).filename(), text, root_address(proof.rules(), header.root)};
}

Response answer_index(const Sources& sources) {
  std::vector<OfferedGame> games;
  for (const Rules* rules : all_games()) {
    OfferedGame game;
    game.rules = rules;
    if (const GameSources* open = sources.find(*rules)) {
      for (const auto& proof : open->open.proofs) game.proofs.push_back(offered(*proof));
      for (const std::string& file : open->book_files) game.books.push_back(std::filesystem::path(file).filename());
      game.table_men = open->open.tables ? bookends_tables_max_men(open->open.tables.get()) : 0;
    }
    games.push_back(std::move(game));
  }
  // Those that there is something of come first.
  std::stable_partition(games.begin(), games.end(), [](const OfferedGame& g) { return g.has_files(); });
  return page(explore_index_page(games));
}

}  // namespace

void add_explore_routes(Router& router, const Sources& sources) {
  const auto ways = std::make_shared<WaysOfBooks>();
  for (const GameSources& game : sources.games())
    for (const std::string& file : game.book_files) ways->add(*game.rules, file);
  router.add("/", "/", [&sources](const Request&) { return answer_index(sources); });
  for (const Rules* rules : all_games())
    for (const std::string& variant : variants_of(*rules)) {
      router.add("/explore/" + variant, "/explore/{game}", [&sources, ways, rules](const Request& request) {
        return answer_explore(sources, *ways, *rules, request);
      });
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
