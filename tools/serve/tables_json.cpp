#include "tools/serve/tables_json.h"

#include <fmt/format.h>

#include "tools/serve/json_text.h"
#include "tools/serve/query.h"
#include "tools/serve/router.h"
#include "tools/serve/table_facts.h"

namespace bookends::serve {
namespace {

// A line longer than any win of our games: no answer without an end.
constexpr std::size_t kMostPlies = 2000;

std::optional<std::int64_t> precise_dtz(const TableFacts& facts) {
  return facts.precise ? std::optional<std::int64_t>(facts.dtz) : std::nullopt;
}

void append_distances(std::string& out, const TableFacts& facts) {
  append_field(out, "dtz", facts.dtz);
  out += ',';
  append_field(out, "precise_dtz", precise_dtz(facts));
}

void append_facts(std::string& out, const TableFacts& facts) {
  append_distances(out, facts);
  out += ',';
  append_field(out, "dtm", facts.dtm);
  out += ',';
  append_flag(out, "checkmate", facts.checkmate);
  out += ',';
  append_flag(out, "stalemate", facts.stalemate);
  out += R"(,"variant_win":false,"variant_loss":false,)";  // none of our games has such an end
  append_flag(out, "insufficient_material", facts.insufficient_material);
  out += ',';
  append_word(out, "category", facts.category);
}

void append_move(std::string& out, const MoveFacts& move) {
  out += '{';
  append_word(out, "uci", move.uci);
  out += ',';
  append_word(out, "san", move.san);
  out += ',';
  append_flag(out, "zeroing", move.zeroing);
  out += ',';
  append_facts(out, move.after);
  out += '}';
}

std::optional<Response> refused(const GameSources& game, const std::string& fen) {
  if (!game.open.tables) return refusal(404, fmt::format("no tables of {} are open", game.rules->name));
  if (fen.empty()) return refusal(400, "give the position: ?fen=...");
  return std::nullopt;
}

// Whether the game goes on towards a win that the limit does not draw.
bool is_decided(const PositionFacts& facts) {
  const std::string_view category = facts.here.category;
  return category != "draw" && category != "unknown" && !facts.limit_reached;
}

void append_step(std::string& line, const MoveFacts& move) {
  line += line.empty() ? "{" : ",{";
  append_word(line, "uci", move.uci);
  line += ',';
  append_word(line, "san", move.san);
  line += ',';
  append_distances(line, move.after);
  line += '}';
}

}  // namespace

Response answer_tables(const GameSources& game, const Request& request) {
  const std::string fen = fen_of(request);
  if (const auto refusing = refused(game, fen)) return *refusing;
  const Result<PositionFacts> facts = ask_position(*game.rules, game.open.tables.get(), fen);
  if (!facts) return refusal(facts.error());
  Response response;
  std::string& out = response.body;
  out.reserve(256 + 256 * facts->moves.size());
  out += '{';
  append_facts(out, facts->here);
  out += ",\"moves\":[";
  for (const MoveFacts& move : facts->moves) {
    if (out.back() == '}') out += ',';
    append_move(out, move);
  }
  out += "]}";
  return response;
}

Response answer_mainline(const GameSources& game, const Request& request) {
  std::string fen = fen_of(request);
  if (const auto refusing = refused(game, fen)) return *refusing;
  Result<PositionFacts> facts = ask_best_move(*game.rules, game.open.tables.get(), fen);
  if (!facts) return refusal(facts.error());
  if (facts->here.category == "unknown") return refusal(404, "the position is in no table that is open");
  const TableFacts first = facts->here;
  std::string line;
  for (std::size_t ply = 0; ply < kMostPlies && is_decided(*facts) && !facts->moves.empty(); ++ply) {
    append_step(line, facts->moves[0]);
    fen = facts->moves[0].fen_after;
    facts = ask_best_move(*game.rules, game.open.tables.get(), fen);
    if (!facts) return refusal(facts.error());
  }
  // Who has no move has lost; else the limit draws, or the position was a draw.
  const bool lost = facts->moves.empty() && facts->here.category == "loss";
  Response response;
  response.body = "{\"mainline\":[" + line + "],\"winner\":";
  response.body += !lost ? "null" : facts->white_to_move ? "\"b\"" : "\"w\"";
  response.body += ',';
  append_distances(response.body, first);
  response.body += '}';
  return response;
}

}  // namespace bookends::serve
