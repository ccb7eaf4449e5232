#include <algorithm>
#include <vector>

#include "books/review/dump.h"
#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/base/text_streams.h"
#include "core/io/checksum.h"

namespace bookends {

namespace {

constexpr std::size_t kMovesPerLine = 4, kMovesWithGamesPerLine = 3;

std::string padded(std::string text, std::size_t width) {
  text.resize(std::max(text.size(), width), ' ');
  return text;
}

std::string right_aligned(const std::string& text, std::size_t width) {
  return std::string(width - std::min(width, text.size()), ' ') + text;
}

std::string heading(const TreeNode& node, int id, const std::string& root_name) {
  std::string text = "[" + std::to_string(id + 1) + "] ";
  if (node.ply == 0) return text + "start position" + (root_name.empty() ? "" : " " + root_name);
  return text + node.line;
}

std::string verdict_line(const TreeNode& node) {
  if (!node.known) return "not in the book";
  TextWriter out;
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
void put_position(std::ostream& out, const TreeNode& node, const PaintRow& paint) {
  std::vector<std::string> facts;
  facts.push_back(node.turn == Color::white ? "White to move" : "Black to move");
  facts.push_back(verdict_line(node));
  for (const TreeMove& m : node.moves)
    if (m.played) facts.push_back("plays " + m.san + " (" + m.uci + ")");
  if (!node.remark.empty()) facts.push_back("remark " + quote_text(node.remark));
  facts.push_back("key " + hexadecimal(node.key));
  facts.push_back("FEN " + node.fen);
  TextReader picture(node.picture);
  std::string row;
  std::size_t width = 0, i = 0;
  while (std::getline(picture, row) || i < facts.size()) {
    if (!picture) row.clear();
    width = std::max(width, row.size());
    out << "    " << (paint && !row.empty() ? paint(row) : row);
    if (i < facts.size()) out << std::string(width - row.size() + 4, ' ') << facts[i];
    ++i;
    out << '\n';
  }
}

// Move and score of each, and where games say something of any, these in columns of their own.
std::vector<std::string> move_cells(const TreeNode& node) {
  std::size_t move_width = 0, games_width = 0, percent_width = 0;
  for (const TreeMove& m : node.moves) {
    if (!m.games) continue;
    move_width = std::max(move_width, move_text(m).size());
    games_width = std::max(games_width, std::to_string(m.games->games).size());
    percent_width = std::max(percent_width, std::to_string(percent_of_points(*m.games)).size());
  }
  std::vector<std::string> cells;
  for (const TreeMove& m : node.moves) {
    cells.push_back(move_text(m));
    if (!m.games) continue;
    cells.back() = padded(cells.back(), move_width) + "  ";
    if (m.games->games == 0)
      cells.back() += played_text(*m.games);
    else
      cells.back() += right_aligned(std::to_string(m.games->games), games_width) +
                      (m.games->games == 1 ? " game  " : " games ") +
                      right_aligned(std::to_string(percent_of_points(*m.games)), percent_width) + " %";
  }
  return cells;
}

void put_moves(std::ostream& out, const TreeNode& node) {
  const std::vector<std::string> cells = move_cells(node);
  const std::size_t per_line = has_games(node) ? kMovesWithGamesPerLine : kMovesPerLine;
  std::size_t width = 0;
  for (const std::string& cell : cells) width = std::max(width, cell.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    out << (i % per_line == 0 ? "    " : "  ") << (node.moves[i].played ? "* " : "  ") << padded(cells[i], width);
    if (i % per_line == per_line - 1) out << '\n';
  }
  if (cells.size() % per_line != 0) out << '\n';
}

// No line ends in blanks, whatever was aligned. `text` is of whole lines.
std::string without_blanks_at_ends(std::string_view text) {
  std::string clean;
  for (const char ch : text) {
    if (ch == '\n') clean.erase(clean.find_last_not_of(' ') + 1);
    clean += ch;
  }
  return clean;
}

std::string text_heading(const TreeReader& tree) {
  const TreeOutline& outline = tree.outline();
  TextWriter out;
  out << outline.title << ": opening book of " << count_text(outline.positions, "position") << ", " << tree.size()
      << " shown\n"
      << "made by " << outline.generator << "\n\n"
      << "Scores are for the side to move, in pawns; #5 means mate (or what else wins) in 5 moves. Moves: * the "
         "book's\n"
      << "own, with its number [n] if it is shown below, (see n) if it is shown elsewhere; - means that the book has "
         "no score for it.\n";
  if (outline.with_games)
    out << "Then the games in which it was played, and the share of the points of the side that played it.\n";
  return out.str();
}

}  // namespace

Result<void> dump_text(TreeReader& tree, const TextSink& out) { return dump_painted_text(tree, out, {}); }

Result<void> dump_painted_text(TreeReader& tree, const TextSink& out, const PaintRow& paint) {
  if (const Result<void> begun = out(without_blanks_at_ends(text_heading(tree))); !begun) return begun;
  for (int id = 0; id < tree.size(); ++id) {
    const TreeNode node = tree.node(id);
    std::string name;
    for (const TreeRoot& root : tree.outline().roots)
      if (root.node == id) name = root.name;
    TextWriter text;
    text << '\n' << heading(node, id, name) << '\n';
    put_position(text, node, paint);
    put_moves(text, node);
    if (const Result<void> written = out(without_blanks_at_ends(text.str())); !written) return written;
  }
  return {};
}

}  // namespace bookends
