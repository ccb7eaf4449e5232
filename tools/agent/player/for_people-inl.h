// What people ask of the engine beside moves: the board, the evaluation in parts, perft.
#pragma once

#include <fmt/format.h>

#include "core/eval/evaluate.h"
#include "core/eval/lone_king.h"
#include "core/notation/move_text.h"
#include "core/position/perft.h"
#include "tools/agent/player/game_player.h"

namespace bookends::agent {

template <const Rules& R>
void GamePlayer<R>::show_board() {
  const Position<R>& position = game_.position();
  for (int rank = R.ranks - 1; rank >= 0; --rank) {
    std::string row = std::to_string(rank + 1);
    for (int file = 0; file < R.files; ++file) {
      const Occupant o = position.at(square_at(R, file, rank));
      const char letter = o.empty() ? '.' : R.piece(o.kind()).letter;
      row += {' ', static_cast<char>(!o.empty() && o.color() == Color::black ? letter + 32 : letter)};
    }
    output_.line(row);
  }
  output_.line(" " + std::string(" a b c d e f g h").substr(0, static_cast<std::size_t>(2 * R.files)));
  output_.line("Fen: " + position.fen());
  output_.line(fmt::format("Key: {:016X}", position.key()));
  const Verdict verdict = game_.verdict();
  if (verdict.over()) output_.line(fmt::format("Over: {}", name_of(verdict.ending)));
}

template <const Rules& R>
void GamePlayer<R>::show_evaluation() {
  output_.line(fmt::format("{:<18} {:>13} {:>13}", "term (middle end)", "white", "black"));
  for (const TermValue& term : explain_evaluation(game_.position(), terms_))
    output_.line(fmt::format("{:<18} {:>6} {:>6} {:>6} {:>6}", term.name, term.white.middle, term.white.end,
                             term.black.middle, term.black.end));
  const bool by_net = net_ && network_counts<R>(game_.position(), terms_);
  const auto used = [](bool is) { return is ? "" : ", not used"; };
  output_.line(
      fmt::format("for the side to move, by the terms{}: {}", used(!by_net), evaluate(game_.position(), terms_)));
  if (net_)
    output_.line(
        fmt::format("for the side to move, by the network{}: {}", used(by_net), evaluate_net(game_.position(), *net_)));
}

template <const Rules& R>
std::uint64_t GamePlayer<R>::leaves(const Position<R>& position, int depth, const std::atomic<bool>& stop) const {
  constexpr int kStopDepth = 3;  // the stop flag is looked at between subtrees of this depth
  if (stop) return 0;
  if (depth <= kStopDepth) return bookends::perft(position, depth);
  std::uint64_t sum = 0;
  for (const Move m : position.legal_moves()) sum += leaves(position.after(m), depth - 1, stop);
  return sum;
}

template <const Rules& R>
void GamePlayer<R>::perft(int depth, const std::atomic<bool>& stop) {
  std::uint64_t total = 0;
  for (const Move m : game_.position().legal_moves()) {
    const std::uint64_t below = leaves(game_.position().after(m), depth - 1, stop);
    if (stop) return output_.info("perft: stopped");
    output_.line(fmt::format("{}: {}", format_uci(R, m), below));
    total += below;
  }
  output_.line(fmt::format("Nodes searched: {}", total));
}

}  // namespace bookends::agent
