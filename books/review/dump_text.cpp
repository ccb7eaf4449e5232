#include <algorithm>
#include <sstream>
#include <vector>

#include "books/review/dump.h"
#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/io/checksum.h"

namespace bookends {

namespace {

constexpr std::size_t kMovesPerLine = 4;

std::string heading(const TreeNode& node, int id, const std::string& root_name) {
  std::string text = "[" + std::to_string(id + 1) + "] ";
  if (node.ply == 0) return text + "start position" + (root_name.empty() ? "" : " " + root_name);
  return text + node.line;
}

std::string verdict_line(const TreeNode& node) {
  if (!node.known) return "not in the book";
  std::ostringstream out;
  if (has_score(node.entry))
    out << "score " << score_text(node.entry) << " for " << (node.turn == Color::white ? "White" : "Black")
        << ", depth " << int{node.entry.depth};
  else
    out << "without a score";
  const std::string proof = proof_text(node.entry);
  if (!proof.empty()) out << ", " << proof;
  if (node.entry.manual) out << ", set by hand";
  return out.str();
}

std::string move_text(const TreeMove& move) {
  std::string text = move.san + ' ' + (move.score ? score_text(*move.score) : std::string(kNoScoreText));
  if (move.child >= 0)
    text += (move.transposes ? " (see " : " [") + std::to_string(move.child + 1) + (move.transposes ? ")" : "]");
  return text;
}

// The picture on the left, what is to be said on the right.
void put_position(std::ostream& out, const TreeNode& node) {
  std::vector<std::string> facts;
  facts.push_back(node.turn == Color::white ? "White to move" : "Black to move");
  facts.push_back(verdict_line(node));
  for (const TreeMove& m : node.moves)
    if (m.played) facts.push_back("plays " + m.san + " (" + m.uci + ")");
  if (!node.remark.empty()) facts.push_back("remark " + quote_text(node.remark));
  facts.push_back("key " + hexadecimal(node.key));
  facts.push_back("FEN " + node.fen);
  std::istringstream picture(node.picture);
  std::string row;
  std::size_t width = 0, i = 0;
  while (std::getline(picture, row) || i < facts.size()) {
    if (!picture) row.clear();
    width = std::max(width, row.size());
    out << "    " << row;
    if (i < facts.size()) out << std::string(width - row.size() + 4, ' ') << facts[i];
    ++i;
    out << '\n';
  }
}

void put_moves(std::ostream& out, const TreeNode& node) {
  std::size_t column = 0, width = 0;
  for (const TreeMove& m : node.moves) width = std::max(width, move_text(m).size());
  for (const TreeMove& m : node.moves) {
    const std::string text = (m.played ? "* " : "  ") + move_text(m);
    out << (column == 0 ? "    " : "  ") << text;
    column = (column + 1) % kMovesPerLine;
    if (column == 0)
      out << '\n';
    else
      out << std::string(width + 2 - text.size(), ' ');
  }
  if (column != 0) out << '\n';
}

}  // namespace

std::string dump_text(const BookTree& tree) {
  std::ostringstream out;
  out << tree.title << ": opening book of " << count_text(tree.positions, "position") << ", " << tree.nodes.size()
      << " shown\n"
      << "made by " << tree.generator << "\n\n"
      << "Scores are for the side to move, in pawns; #5 means mate (or what else wins) in 5 moves. Moves: * the "
         "book's\n"
      << "own, with its number [n] if it is shown below, (see n) if it is shown elsewhere; - means that the book has "
         "no score for it.\n";
  for (std::size_t id = 0; id < tree.nodes.size(); ++id) {
    const TreeNode& node = tree.nodes[id];
    std::string name;
    for (const TreeRoot& root : tree.roots)
      if (root.node == static_cast<int>(id)) name = root.name;
    out << '\n' << heading(node, static_cast<int>(id), name) << '\n';
    put_position(out, node);
    put_moves(out, node);
  }
  std::string text = out.str();
  // No line ends in blanks, whatever was aligned.
  std::string clean;
  for (const char ch : text) {
    if (ch == '\n') clean.erase(clean.find_last_not_of(' ') + 1);
    clean += ch;
  }
  return clean;
}

}  // namespace bookends
