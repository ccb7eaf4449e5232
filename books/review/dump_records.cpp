// Dumps for programs: EPD and JSON.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "books/review/dump.h"
#include "books/text/entry.h"
#include "core/base/text_streams.h"
#include "core/io/checksum.h"

namespace bookends {

namespace {

// What is not known is left out.
nlohmann::ordered_json played_json(const PlayedMove& move) {
  nlohmann::ordered_json json{
      {"games", move.games}, {"wins", move.wins}, {"draws", move.draws}, {"losses", move.losses}};
  if (move.rated > 0) json["rated"] = move.rated, json["rating"] = move.rating;
  if (move.year > 0) json["year"] = move.year;
  if (move.weight > 0) json["weight"] = move.weight;
  if (move.learned > 0) json["learned"] = move.learned;
  return json;
}

nlohmann::ordered_json move_json(const TreeMove& move) {
  nlohmann::ordered_json json;
  json["uci"] = move.uci;
  json["san"] = move.san;
  json["score"] = move.score ? nlohmann::ordered_json(*move.score) : nlohmann::ordered_json(nullptr);
  json["book"] = move.played;
  if (move.games) json.update(played_json(*move.games));
  if (move.child >= 0) {
    json["node"] = move.child;
    json["transposes"] = move.transposes;
  }
  return json;
}

nlohmann::ordered_json node_json(const TreeNode& node, int id) {
  nlohmann::ordered_json json;
  json["node"] = id;
  json["fen"] = node.fen;
  json["key"] = hexadecimal(node.key);
  json["ply"] = node.ply;
  json["line"] = node.line;
  json["in_book"] = node.known;
  if (node.known) {
    json["score"] = nullptr;
    if (const std::optional<Score> score = score_of(node.entry)) json["score"] = *score;
    json["depth"] = node.entry.depth;
    json["proof"] = proof_name(node.entry.proof);
    json["table"] = node.entry.from_table;
    json["manual"] = node.entry.manual;
    if (!node.remark.empty()) json["remark"] = node.remark;
  }
  json["moves"] = nlohmann::ordered_json::array();
  for (const TreeMove& m : node.moves) {
    if (m.played) json["move"] = m.uci;
    json["moves"].push_back(move_json(m));
  }
  return json;
}

// The four fields of an EPD; of a start all six, unless they say that nothing was played before, so that it comes back
// as it was.
std::string epd_position(const TreeOutline& outline, const TreeNode& node, int id) {
  constexpr std::string_view kNothingBefore = " 0 1";
  const auto root = std::ranges::find(outline.roots, id, &TreeRoot::node);
  std::string fen = root != outline.roots.end() ? root->fen : node.fen;
  std::size_t end = 0;
  for (int field = 0; field < 4; ++field) end = std::min(fen.find(' ', end + 1), fen.size());
  if (root == outline.roots.end() || fen.substr(end) == kNothingBefore) fen.resize(end);
  return fen;
}

std::string epd_text(const TreeOutline& outline, const TreeNode& node, int id) {
  TextWriter out;
  out << epd_position(outline, node, id);
  for (const TreeMove& m : node.moves)
    if (m.played) out << " bm " << m.san << ';';
  if (node.known && has_score(node.entry))
    out << " ce " << node.entry.score << "; acd " << int{node.entry.depth} << ';';
  if (node.known && is_decided(node.entry.score) && node.entry.score > 0)
    out << " dm " << (plies_to_end(node.entry.score) + 1) / 2 << ';';
  if (!node.remark.empty()) out << " c0 " << quote_text(node.remark) << ';';
  out << " c1 \"key " << hexadecimal(node.key) << "\";";
  if (const std::string marks = marks_text(node.entry); !marks.empty()) out << " c2 \"" << marks << "\";";
  for (const TreeRoot& root : outline.roots)
    if (root.node == id) out << " c3 \"start" << (root.name.empty() ? "" : " ") << root.name << "\";";
  out << '\n';
  return out.str();
}

std::string json_text(const nlohmann::ordered_json& json) {
  return json.dump(1, ' ', false, nlohmann::json::error_handler_t::replace);
}

// A value as it stands in an array of an object. Texts in it have no line breaks of their own.
std::string two_levels_in(const std::string& text) {
  std::string moved = "  ";
  for (const char ch : text) {
    moved += ch;
    if (ch == '\n') moved += "  ";
  }
  return moved;
}

// With an empty array of nodes at its end.
nlohmann::ordered_json json_heading(const TreeOutline& outline) {
  nlohmann::ordered_json json;
  json["game"] = outline.game;
  json["generator"] = outline.generator;
  json["settings"] = outline.settings;
  json["side"] = side_name(outline.side);
  json["positions"] = outline.positions;
  json["starts"] = nlohmann::ordered_json::array();
  for (const TreeRoot& root : outline.roots)
    json["starts"].push_back({{"name", root.name}, {"fen", root.fen}, {"node", root.node}});
  json["nodes"] = nlohmann::ordered_json::array();
  return json;
}

}  // namespace

Result<void> dump_epd(TreeReader& tree, const TextSink& out) {
  for (int id = 0; id < tree.size(); ++id)
    if (const Result<void> written = out(epd_text(tree.outline(), tree.node(id), id)); !written) return written;
  return {};
}

// The heading as it would be without nodes, and these put between its brackets: the same text as of the whole at once.
Result<void> dump_json(TreeReader& tree, const TextSink& out) {
  constexpr std::string_view kEnd = "]\n}";
  const std::string heading = json_text(json_heading(tree.outline()));
  if (const Result<void> begun = out(std::string_view(heading).substr(0, heading.size() - kEnd.size())); !begun)
    return begun;
  for (int id = 0; id < tree.size(); ++id) {
    const std::string node = two_levels_in(json_text(node_json(tree.node(id), id)));
    if (const Result<void> written = out((id == 0 ? "\n" : ",\n") + node); !written) return written;
  }
  return out((tree.size() == 0 ? "" : "\n ") + std::string(kEnd) + "\n");
}

}  // namespace bookends
