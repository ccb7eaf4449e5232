#include "books/review/tree_node.h"

#include <algorithm>

namespace bookends {

std::string board_text(const Rules& rules, const Setup& setup) {
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
