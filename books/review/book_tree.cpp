#include "books/review/book_tree.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include "books/text/entry.h"

namespace bookends {

std::string board_picture(const Rules& rules, const Setup& setup) {
  std::string picture;
  for (int rank = rules.ranks - 1; rank >= 0; --rank) {
    picture += std::to_string(rank + 1);
    for (int file = 0; file < rules.files; ++file) {
      const Occupant occupant = setup.board[static_cast<std::size_t>(square_at(rules, file, rank))];
      char letter = '.';
      if (!occupant.empty()) {
        letter = rules.piece(occupant.kind()).letter;
        if (occupant.color() == Color::black) letter = static_cast<char>(letter - 'A' + 'a');
      }
      picture += ' ';
      picture += letter;
    }
    picture += '\n';
  }
  picture += ' ';
  for (int file = 0; file < rules.files; ++file) {
    picture += ' ';
    picture += static_cast<char>('a' + file);
  }
  return picture + '\n';
}

std::string score_text(Score score) {
  char text[32];
  if (is_decided(score)) {
    std::snprintf(text, sizeof text, "#%s%d", score < 0 ? "-" : "", (plies_to_end(score) + 1) / 2);
  } else if (std::abs(score) == kTableWin) {
    return score > 0 ? "win" : "loss";
  } else {
    const char* sign = score > 0 ? "+" : score < 0 ? "-" : "";
    std::snprintf(text, sizeof text, "%s%d.%02d", sign, std::abs(score) / 100, std::abs(score) % 100);
  }
  return text;
}

std::string score_text(const BookEntry& entry) {
  return has_score(entry) ? score_text(entry.score) : std::string(kNoScoreText);
}

std::string proof_text(const BookEntry& entry) {
  const std::string how = entry.from_table ? "table " : "proved ";
  switch (entry.proof) {
    case Proof::win:
      return how + "win";
    case Proof::draw:
      return how + "draw";
    case Proof::loss:
      return how + "loss";
    case Proof::none:
      break;
  }
  return {};
}

std::string start_name(const Rules& rules, std::string_view fen) {
  for (std::size_t i = 0; i < rules.starts.size(); ++i)
    if (fen == rules.starts[i]) return std::string(rules.start_names[i]);
  return {};
}

bool has_games(const TreeNode& node) {
  return std::ranges::any_of(node.moves, [](const TreeMove& move) { return move.games.has_value(); });
}

std::uint64_t left_out(const TreeOutline& tree) { return tree.positions - std::min(tree.positions, tree.known); }

}  // namespace bookends
