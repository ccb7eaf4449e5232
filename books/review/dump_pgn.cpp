#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "books/review/chapters.h"
#include "books/review/dump.h"
#include "books/text/entry.h"
#include "books/text/pgn_comment.h"
#include "core/io/checksum.h"
#include "core/notation/move_text.h"
#include "core/notation/pgn.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// The moves shown at a node: the book's first. A line ends with the book's own move although the position after it is
// no longer in the book.
std::vector<TreeMove> shown(TreeNode& at) {
  std::erase_if(at.moves, [](const TreeMove& m) { return m.child < 0 && !m.played; });
  return std::move(at.moves);
}

class ChapterWriter {
 public:
  ChapterWriter(TreeReader& tree, const Chapters& chapters, int chapter, const PgnForm& form, const TextSink& out)
      : tree_(tree), chapters_(chapters), chapter_(chapter), form_(form), out_(out) {}

  Result<void> write(TreeNode start, const std::string& result) {
    comment(start, true);
    if (const Result<void> written = continue_from(std::move(start)); !written) return written;
    text_.word(result);
    text_.newline();
    return out_(text_.take());
  }

 private:
  void comment(const TreeNode& at, bool with_picture) {
    if (!at.known) return;
    text_.open("{");
    score(at);
    text_.words("key " + hexadecimal(at.key));
    text_.words(marks_text(at.entry));
    if (!at.remark.empty()) text_.words("remark " + quote_text(at.remark));
    if (with_picture && form_.boards) text_.picture(at.picture);
    text_.close("}");
  }

  // Programs read an eval alone; where there is none, people read why.
  void score(const TreeNode& at) {
    const std::string eval = eval_command(at.entry, at.turn);
    if (eval.empty())
      text_.words("score " + score_text(at.entry) + " depth " + std::to_string(at.entry.depth));
    else
      text_.word(eval);
  }

  void cut_comment(const TreeNode& at, int chapter) {
    text_.open("{");
    score(at);
    text_.words("goes on in chapter " + std::to_string(chapter + 1) + " key " + hexadecimal(at.key));
    text_.close("}");
  }

  void transposition(int id) {
    const TreeReference there = tree_.refer(id);
    const int chapter = chapters_.of(id);
    text_.open("{");
    text_.words("transposes to " + (there.line.empty() ? "the start" : there.line) +
                (chapter == chapter_ ? "" : " in chapter " + std::to_string(chapter + 1)) + " key " +
                hexadecimal(there.key));
    text_.close("}");
  }

  // The position it leads to, if the line goes on there in this chapter.
  std::optional<TreeNode> move(const TreeNode& at, const TreeMove& m) {
    text_.word(std::to_string(at.number) + (at.turn == Color::white ? "." : "..."));  // after a comment: said again
    text_.word(m.san);
    if (m.child < 0) return std::nullopt;
    if (m.transposes) {
      transposition(m.child);
      return std::nullopt;
    }
    TreeNode next = tree_.node(m.child);
    if (chapters_.begins_at(m.child)) {
      cut_comment(next, chapters_.of(m.child));
      return std::nullopt;
    }
    comment(next, is_last(next));
    return next;
  }

  static bool is_last(const TreeNode& at) {
    return std::ranges::none_of(at.moves, [](const TreeMove& m) { return m.child >= 0 && !m.transposes; });
  }

  Result<void> variation(const TreeNode& at, const TreeMove& m) {
    text_.newline();
    text_.open("(");
    if (std::optional<TreeNode> next = move(at, m))
      if (const Result<void> written = continue_from(std::move(*next)); !written) return written;
    text_.close(")");
    return out_(text_.take());
  }

  Result<void> continue_from(TreeNode at) {
    while (true) {
      const std::vector<TreeMove> moves = shown(at);
      if (moves.empty()) return {};
      std::optional<TreeNode> next = move(at, moves.front());
      for (std::size_t i = 1; i < moves.size(); ++i)
        if (const Result<void> written = variation(at, moves[i]); !written) return written;
      if (moves.size() > 1) text_.newline();
      if (!next) return {};
      at = std::move(*next);
    }
  }

  TreeReader& tree_;
  const Chapters& chapters_;
  int chapter_;
  const PgnForm& form_;
  const TextSink& out_;
  PgnText text_;
};

// What a move makes of the game.
template <const Rules& R>
std::string result_after(const std::string& fen, const std::string& uci) {
  const Result<Position<R>> position = Position<R>::from_fen(fen);
  const Result<Move> move = position ? parse_uci(*position, uci) : Result<Move>(position.error());
  if (!move) return "*";
  const Outcome outcome = verdict(position->after(*move)).outcome;  // for who moves next
  if (outcome == Outcome::open || outcome == Outcome::draw) return outcome == Outcome::open ? "*" : "1/2-1/2";
  return (outcome == Outcome::loss) == (position->turn() == Color::white) ? "1-0" : "0-1";
}

// A game that its first moves bring to an end has a result.
std::string result_of(TreeReader& tree, const Chapters& chapters, TreeNode at) {
  while (true) {
    const std::vector<TreeMove> moves = shown(at);
    if (moves.empty() || moves.front().transposes) return "*";
    const TreeMove& first = moves.front();
    if (first.child < 0)
      return with_game(**find_game(tree.outline().game),
                       [&]<const Rules & R>() { return result_after<R>(at.fen, first.uci); });
    if (chapters.begins_at(first.child)) return "*";
    at = tree.node(first.child);
  }
}

// The end of a line that is too long for a name: "... 7. Nf3 d6".
std::string end_of_line(const std::string& line) {
  constexpr std::size_t kLongest = 60;
  if (line.size() <= kLongest) return line;
  const std::size_t blank = line.find(' ', line.size() - kLongest);
  return "..." + (blank == std::string::npos ? std::string() : line.substr(blank));
}

std::string chapter_tags(TreeReader& tree, const Chapters& chapters, int number, const TreeNode& start,
                         const std::string& result) {
  const TreeOutline& outline = tree.outline();
  const Chapter& chapter = chapters.all()[static_cast<std::size_t>(number)];
  const std::string& root = outline.roots[static_cast<std::size_t>(chapter.root)].name;
  const std::string from = root.empty() ? "" : " from " + root, line = end_of_line(start.line);
  const std::string number_text = std::to_string(number + 1);
  std::string tags = pgn_tag("Event", outline.title + ", opening book" + from +
                                          (chapter.parent < 0 ? "" : ", chapter " + number_text + ", " + line));
  tags += pgn_tag("Site", "?") + pgn_tag("Date", "????.??.??") + pgn_tag("Round", number_text);
  tags += pgn_tag("White", "Book") + pgn_tag("Black", "Book") + pgn_tag("Result", result);
  tags += pgn_tag("Variant", outline.game);
  if (start.fen != outline.usual_start) tags += pgn_tag("SetUp", "1") + pgn_tag("FEN", start.fen);
  if (chapter.parent >= 0)
    tags += pgn_tag(kContinuesTag, "chapter " + std::to_string(chapter.parent + 1) + ", after " + line);
  return tags + pgn_tag("Annotator", outline.generator) + '\n';
}

}  // namespace

Result<void> dump_pgn(TreeReader& tree, const PgnForm& form, const TextSink& out) {
  const Chapters chapters(tree, form.chapter_moves);
  for (int number = 0; number < static_cast<int>(chapters.all().size()); ++number) {
    TreeNode start = tree.node(chapters.all()[static_cast<std::size_t>(number)].node);
    const std::string result = result_of(tree, chapters, start);
    const std::string tags = (number > 0 ? "\n" : "") + chapter_tags(tree, chapters, number, start, result);
    if (const Result<void> begun = out(tags); !begun) return begun;
    if (const auto written = ChapterWriter(tree, chapters, number, form, out).write(std::move(start), result); !written)
      return written;
  }
  return {};
}

}  // namespace bookends
