#include "tools/serve/routes.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "core/rules/games.h"
#include "tools/probe/answer.h"
#include "tools/probe/answer_json.h"
#include "tools/serve/explorer_json.h"
#include "tools/serve/tables_json.h"

namespace bookends::serve {
namespace {

using GameHandler = Response (*)(const GameSources&, const Request&);

// GET /api/probe/{game}?fen=...: what `bookends probe --json` prints.
Response answer_probe(const GameSources& game, const Request& request) {
  const std::string fen = fen_of(request);
  if (fen.empty()) return refusal(400, "give the position: ?fen=...");
  const Result<ProbeAnswer> answer = ask_sources(*game.rules, game.open, fen, true);
  if (!answer) return refusal(answer.error());
  Response response;
  response.body = answer_json(*answer, false);
  return response;
}

nlohmann::ordered_json about_proof(const ProofIndex& proof) {
  const CertificateHeader& header = proof.header();
  const bool wins = header.aim == ProofAim::win;
  return {{"root", header.root},
          {"side", attacker_name(header.attacker)},
          {"aim", aim_name(header.aim)},
          {"plies", wins ? nlohmann::ordered_json(header.distance) : nlohmann::ordered_json(nullptr)},
          {"positions", header.records}};
}

// GET /api/games: what is open.
Response list_games(const Sources& sources) {
  auto list = nlohmann::ordered_json::array();
  for (const GameSources& game : sources.games()) {
    nlohmann::ordered_json one{{"game", game.rules->name}, {"title", game.rules->title}};
    one["variants"] = variants_of(*game.rules);
    one["tables_men"] = game.open.tables ? bookends_tables_max_men(game.open.tables.get()) : 0;
    one["books"] = nlohmann::ordered_json::array();
    for (const OpenBook& book : game.open.books)
      one["books"].push_back({{"positions", bookends_book_positions(book.get())}});
    one["proofs"] = nlohmann::ordered_json::array();
    for (const auto& proof : game.open.proofs) one["proofs"].push_back(about_proof(*proof));
    list.push_back(std::move(one));
  }
  Response response;
  response.body = list.dump();
  return response;
}

// A handler for a game that may not be open.
Handler of_game(const Sources& sources, const Rules& rules, GameHandler handler) {
  const GameSources* game = sources.find(rules);
  if (game != nullptr) return [game, handler](const Request& request) { return handler(*game, request); };
  return [&rules](const Request&) {
    return refusal(404, fmt::format("neither tables nor a book of {} are open", rules.name));
  };
}

// What the clients of the public explorer ask for; the variant is a part of the query there, and mostly not given.
Handler of_variant_in_query(const Sources& sources) {
  return [&sources](const Request& request) {
    const std::string* variant = request.find("variant");
    const Rules* rules = game_of_variant(variant != nullptr ? *variant : "standard");
    const GameSources* game = rules != nullptr ? sources.find(*rules) : nullptr;
    return game != nullptr ? answer_explorer(*game, request) : refusal(404, "no book of that variant is open");
  };
}

}  // namespace

void add_routes(Router& router, const Sources& sources) {
  for (const Rules* rules : all_games())
    for (const std::string& variant : variants_of(*rules)) {
      router.add("/" + variant, "/{variant}", of_game(sources, *rules, answer_tables));
      router.add("/" + variant + "/mainline", "/{variant}/mainline", of_game(sources, *rules, answer_mainline));
      router.add("/explorer/" + variant, "/explorer/{variant}", of_game(sources, *rules, answer_explorer));
      router.add("/api/probe/" + variant, "/api/probe/{game}", of_game(sources, *rules, answer_probe));
    }
  for (const std::string alias : {"/masters", "/lichess"}) router.add(alias, alias, of_variant_in_query(sources));
  router.add("/api/games", "/api/games", [&sources](const Request&) { return list_games(sources); });
  router.add("/healthz", "/healthz", [](const Request&) {
    Response response;
    response.body = "ok\n";
    response.type = kPlainText;
    return response;
  });
}

std::shared_ptr<Metrics> add_metrics(Router& router) {
  std::vector<std::string> labels = router.labels();
  labels.emplace_back("/metrics");  // of its own route, which comes last
  const auto metrics = std::make_shared<Metrics>(std::move(labels));
  router.add("/metrics", "/metrics", [metrics](const Request&) {
    Response response;
    response.body = metrics->text();
    response.type = "text/plain; version=0.0.4; charset=utf-8";
    response.changes = true;
    return response;
  });
  return metrics;
}

}  // namespace bookends::serve
