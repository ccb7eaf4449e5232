#include <algorithm>
#include <sstream>
#include <vector>

#include "books/review/dump.h"
#include "books/text/entry.h"
#include "core/io/checksum.h"
#include "core/notation/pgn.h"

namespace bookends {

namespace {

class PgnWriter {
 public:
  explicit PgnWriter(const BookTree& tree) : tree_(tree) {}

  std::string text(const TreeRoot& root) {
    const TreeNode& start = node(root.node);
    comment(start, true);
    continue_from(root.node);
    out_.word("*");
    out_.newline();
    return out_.text();
  }

 private:
  const TreeNode& node(int id) const { return tree_.nodes[static_cast<std::size_t>(id)]; }

  void comment(const TreeNode& at, bool with_picture) {
    if (!at.known) return;
    out_.open("{");
    out_.words("score " + score_text(at.entry) + " depth " + std::to_string(at.entry.depth) + " key " +
               hexadecimal(at.key));
    out_.words(marks_text(at.entry));
    if (!at.remark.empty()) out_.words("remark " + quote_text(at.remark));
    if (with_picture) out_.picture(at.picture);
    out_.close("}");
  }

  // The moves shown at a node: the book's first. A line ends with the book's own move although the position after it
  // is no longer in the book.
  std::vector<const TreeMove*> shown(const TreeNode& at) const {
    std::vector<const TreeMove*> moves;
    for (const TreeMove& m : at.moves)
      if (m.child >= 0 || m.played) moves.push_back(&m);
    return moves;
  }

  void move(const TreeNode& at, const TreeMove& m, bool numbered) {
    if (at.turn == Color::white)
      out_.word(std::to_string(at.number) + ".");
    else if (numbered)
      out_.word(std::to_string(at.number) + "...");
    out_.word(m.san);
    if (m.child < 0) return;
    const TreeNode& next = node(m.child);
    if (m.transposes) {
      out_.open("{");
      out_.words("transposes to " + (next.line.empty() ? "the start" : next.line) + " key " + hexadecimal(next.key));
      out_.close("}");
    } else {
      comment(next, is_last(next));
    }
  }

  bool is_last(const TreeNode& at) const {
    for (const TreeMove& m : at.moves)
      if (m.child >= 0 && !m.transposes) return false;
    return true;
  }

  void continue_from(int id) {
    bool numbered = true;
    while (true) {
      const TreeNode& at = node(id);
      const std::vector<const TreeMove*> moves = shown(at);
      if (moves.empty()) return;
      const TreeMove& main = *moves.front();
      move(at, main, numbered);
      for (std::size_t i = 1; i < moves.size(); ++i) {
        out_.newline();
        out_.open("(");
        move(at, *moves[i], true);
        if (moves[i]->child >= 0 && !moves[i]->transposes) continue_from(moves[i]->child);
        out_.close(")");
      }
      if (moves.size() > 1) out_.newline();
      if (main.child < 0 || main.transposes) return;
      numbered = true;  // after a comment the number is said again
      id = main.child;
    }
  }

  const BookTree& tree_;
  PgnText out_;
};

}  // namespace

std::string dump_pgn(const BookTree& tree) {
  std::ostringstream out;
  for (std::size_t i = 0; i < tree.roots.size(); ++i) {
    const TreeRoot& root = tree.roots[i];
    if (i > 0) out << '\n';
    out << pgn_tag("Event", tree.title + ", opening book" + (root.name.empty() ? "" : " from " + root.name));
    out << pgn_tag("Site", "?");
    out << pgn_tag("Date", "????.??.??");
    out << pgn_tag("Round", std::to_string(i + 1));
    out << pgn_tag("White", "Book");
    out << pgn_tag("Black", "Book");
    out << pgn_tag("Result", "*");
    out << pgn_tag("Variant", tree.game);
    out << pgn_tag("SetUp", "1");
    out << pgn_tag("FEN", tree.nodes[static_cast<std::size_t>(root.node)].fen);
    out << pgn_tag("Annotator", tree.generator);
    out << pgn_tag("Scores", "in pawns, for the side to move");
    out << '\n' << PgnWriter(tree).text(root);
  }
  return out.str();
}

}  // namespace bookends
