#include "tools/serve/tables_json.h"

#include <fmt/format.h>

#include <utility>

#include "tools/serve/json_text.h"
#include "tools/serve/router.h"
#include "tools/serve/table_facts.h"

namespace bookends::serve {
namespace {

// A line longer than any win of our games: no answer without an end.
constexpr std::size_t kLongestMainLine = 2000;

// The number of "dtz", which is named already, and what follows.
void tell_dtz(JsonText& out, const TableFacts& facts) {
  out.number(facts.dtz).next("precise_dtz");
  if (facts.precise)
    out.number(facts.dtz);
  else
    out.raw("null");
}

void tell_facts(JsonText& out, const TableFacts& facts) {
  tell_dtz(out, facts);
  out.next("dtm").number(facts.dtm);
  out.next("checkmate").flag(facts.checkmate).next("stalemate").flag(facts.stalemate);
  out.raw(R"(,"variant_win":false,"variant_loss":false)");  // none of our games has such an end
  out.next("insufficient_material").flag(facts.insufficient_material);
  out.next("category").word(facts.category);
}

void tell_name(JsonText& out, const MoveFacts& move) { out.begin("uci").word(move.uci).next("san").word(move.san); }

void tell_move_after(JsonText& out, const MoveFacts& move) {
  tell_name(out, move);
  out.next("zeroing").flag(move.zeroing).next("dtz");
  tell_facts(out, move.after);
  out.raw("}");
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

void tell_step(JsonText& line, const MoveFacts& move) {
  tell_name(line, move);
  line.next("dtz");
  tell_dtz(line, move.after);
  line.raw("}");
}

}  // namespace

Response answer_tables(const GameSources& game, const Request& request) {
  const std::string fen = fen_of(request);
  if (const auto refusing = refused(game, fen)) return *refusing;
  const Result<PositionFacts> facts = ask_position(*game.rules, game.open.tables.get(), fen);
  if (!facts) return refusal(facts.error());
  JsonText out(512 + 256 * facts->moves.size());
  out.begin("dtz");
  tell_facts(out, facts->here);
  out.raw(",\"moves\":[");
  std::string_view between;
  for (const MoveFacts& move : facts->moves) {
    out.raw(std::exchange(between, ","));
    tell_move_after(out, move);
  }
  out.raw("]}");
  Response response;
  response.body = out.take();
  return response;
}

Response answer_mainline(const GameSources& game, const Request& request) {
  std::string fen = fen_of(request);
  if (const auto refusing = refused(game, fen)) return *refusing;
  Result<PositionFacts> facts = ask_best_move(*game.rules, game.open.tables.get(), fen);
  if (!facts) return refusal(facts.error());
  if (facts->here.category == "unknown") return refusal(404, "the position is in no table that is open");
  const TableFacts first = facts->here;
  JsonText out(4096);
  out.raw("{\"mainline\":[");
  for (std::size_t ply = 0; ply < kLongestMainLine && is_decided(*facts) && !facts->moves.empty(); ++ply) {
    out.raw(ply > 0 ? "," : "");
    tell_step(out, facts->moves[0]);
    fen = facts->moves[0].fen_after;
    facts = ask_best_move(*game.rules, game.open.tables.get(), fen);
    if (!facts) return refusal(facts.error());
  }
  // Who has no move has lost; else the limit draws, or the position was a draw.
  const bool lost = facts->moves.empty() && facts->here.category == "loss";
  out.raw("]").next("winner").raw(!lost ? "null" : facts->white_to_move ? "\"b\"" : "\"w\"").next("dtz");
  tell_dtz(out, first);
  out.raw("}");
  Response response;
  response.body = out.take();
  return response;
}

}  // namespace bookends::serve
