// Dumps for programs: EPD and JSON.
#include <nlohmann/json.hpp>
#include <sstream>

#include "books/dump.h"

namespace bookends {

namespace {

const char* proof_name(Proof proof) {
  switch (proof) {
    case Proof::win:
      return "win";
    case Proof::draw:
      return "draw";
    case Proof::loss:
      return "loss";
    case Proof::none:
      break;
  }
  return "none";
}

nlohmann::ordered_json move_json(const TreeMove& move) {
  nlohmann::ordered_json json;
  json["uci"] = move.uci;
  json["san"] = move.san;
  json["score"] = move.score ? nlohmann::ordered_json(*move.score) : nlohmann::ordered_json(nullptr);
  json["book"] = move.played;
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
  json["key"] = key_text(node.key);
  json["ply"] = node.ply;
  json["line"] = node.line;
  json["in_book"] = node.known;
  if (node.known) {
    json["score"] = node.entry.score;
    json["depth"] = node.entry.depth;
    json["proof"] = proof_name(node.entry.proof);
    json["table"] = node.entry.from_table;
  }
  json["moves"] = nlohmann::ordered_json::array();
  for (const TreeMove& m : node.moves) {
    if (m.played) json["move"] = m.uci;
    json["moves"].push_back(move_json(m));
  }
  return json;
}

}  // namespace

std::string dump_epd(const BookTree& tree) {
  std::ostringstream out;
  for (const TreeNode& node : tree.nodes) {
    std::istringstream fields(node.fen);
    std::string field;
    for (int i = 0; i < 4 && fields >> field; ++i) out << (i > 0 ? " " : "") << field;
    for (const TreeMove& m : node.moves)
      if (m.played) out << " bm " << m.san << ';';
    if (node.known) out << " ce " << node.entry.score << "; acd " << int{node.entry.depth} << ';';
    out << " c0 \"key " << key_text(node.key) << "\";\n";
  }
  return out.str();
}

std::string dump_json(const BookTree& tree) {
  nlohmann::ordered_json json;
  json["game"] = tree.game;
  json["generator"] = tree.generator;
  json["positions"] = tree.positions;
  json["starts"] = nlohmann::ordered_json::array();
  for (const TreeRoot& root : tree.roots) json["starts"].push_back({{"name", root.name}, {"node", root.node}});
  json["nodes"] = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < tree.nodes.size(); ++i)
    json["nodes"].push_back(node_json(tree.nodes[i], static_cast<int>(i)));
  return json.dump(1) + '\n';
}

}  // namespace bookends
