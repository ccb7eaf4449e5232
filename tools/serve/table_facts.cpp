#include "tools/serve/table_facts.h"

#include <algorithm>
#include <array>
#include <cstring>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/position/position.h"
#include "tools/probe/sources.h"

namespace bookends::serve {
namespace {

// Seen by the side to move. `plies` < 0: not known; the same of dtz.
void tell_value(TableFacts& facts, int wdl, int plies, int dtz, bool rounded) {
  if (plies >= 0 || wdl == 0) facts.dtm = wdl * plies;
  if (dtz < 0) return;
  facts.dtz = wdl == 0 ? 0 : facts.checkmate ? -1 : wdl * dtz;
  facts.precise = !rounded;
}

// What the board alone says.
template <const Rules& R>
void tell_board(TableFacts& facts, const Position<R>& position) {
  facts.insufficient_material = too_little_material(position);
  if (position.has_legal_move()) return;
  const Verdict over = verdict(position);
  facts.checkmate = over.ending == Ending::checkmate;
  facts.stalemate = over.ending == Ending::stalemate;
  facts.category = over.outcome == Outcome::loss ? "loss" : over.outcome == Outcome::win ? "win" : "draw";
  facts.dtm = 0;
  if constexpr (R.move_limit != 0) facts.dtz = facts.checkmate ? -1 : 0;
}

// `value` is that of the position before the move, if it is played, and tells all of the position after it but the DTZ
// where the move begins a new count.
template <const Rules& R>
Result<void> tell_move(const bookends_tables* tables, const Position<R>& after, const bookends_tables_value& value,
                       MoveFacts& move) {
  if (move.after.checkmate || move.after.stalemate) return {};  // the board has told all
  move.after.category = bookends_tables_category_name(-value.category);
  const int plies = value.plies > 0 ? value.plies - 1 : -1;
  int dtz = value.wdl == 0 ? value.dtz : value.dtz > 0 ? value.dtz - 1 : -1;
  bool rounded = value.dtz_rounded != 0;
  if (move.zeroing && value.wdl != 0 && dtz >= 0) {
    bookends_tables_value child{};
    std::array<char, 256> message{};
    const int status = bookends_tables_probe_fen(tables, format_fen(R, after.setup()).c_str(), BOOKENDS_TABLES_DTZ,
                                                 &child, message.data(), message.size());
    if (status != BOOKENDS_TABLES_OK) return Error{code_of_tables(status), message.data()};
    dtz = child.dtz;
    rounded = child.dtz_rounded != 0;
  }
  tell_value(move.after, -value.wdl, plies, dtz, rounded);
  return {};
}

// Of the legal moves the one that the library wrote: it is compared, not read and checked again.
template <const Rules& R>
Move move_of(const MoveList& moves, std::string_view uci) {
  const Square from = parse_square(R, uci.substr(0, 2));
  const Square to = parse_square(R, uci.substr(2, 2));
  for (const Move move : moves) {
    if (move.from() != from || move.to() != to) continue;
    const char letter = move.promotes() ? R.piece(move.promotion()).letter : '\0';
    if (letter == '\0' || letter - 'A' == uci.back() - 'a') return move;
  }
  return {};  // not reached
}

template <const Rules& R>
Result<void> tell_here(const bookends_tables* tables, const Position<R>& position, const std::string& fen,
                       TableFacts& facts) {
  tell_board(facts, position);
  bookends_tables_value value{};
  std::array<char, 256> message{};
  const int status =
      bookends_tables_probe_fen(tables, fen.c_str(), BOOKENDS_TABLES_ALL, &value, message.data(), message.size());
  if (status != BOOKENDS_TABLES_OK) {
    if (code_of_tables(status) == ErrorCode::not_found) return {};
    return Error{code_of_tables(status), message.data()};
  }
  facts.category = bookends_tables_category_name(value.category);
  tell_value(facts, value.wdl, value.plies, value.dtz, value.dtz_rounded != 0);
  return {};
}

template <const Rules& R>
Result<PositionFacts> ask(const bookends_tables* tables, const std::string& fen, bool best_alone) {
  const Result<Position<R>> read = Position<R>::from_fen(fen);
  if (!read) return read.error();
  const Position<R>& position = *read;
  PositionFacts facts;
  facts.white_to_move = position.turn() == Color::white;
  facts.limit_reached = R.move_limit != 0 && position.halfmove_clock() >= 2 * R.move_limit;
  if (const Result<void> told = tell_here(tables, position, fen, facts.here); !told) return told.error();
  std::array<bookends_tables_move, MoveList::kCapacity> moves;
  std::array<char, 256> message{};
  std::size_t count = 0;
  const int status = bookends_tables_root_moves(tables, fen.c_str(), moves.data(), moves.size(), &count, message.data(),
                                                message.size());
  if (status != BOOKENDS_TABLES_OK) return Error{code_of_tables(status), message.data()};
  count = std::min(count, best_alone ? std::size_t{1} : moves.size());
  const MoveList legal = position.legal_moves();
  facts.moves.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    MoveFacts& told = facts.moves[i];
    std::memcpy(told.uci, moves[i].uci, sizeof told.uci);
    std::memcpy(told.san, moves[i].san, sizeof told.san);
    const Move move = move_of<R>(legal, told.uci);
    const Position<R> after = position.after(move);
    told.zeroing = position.is_zeroing(move);
    tell_board(told.after, after);
    if (best_alone) told.fen_after = format_fen(R, after.setup());
    if (moves[i].known == 0) continue;
    if (const Result<void> known = tell_move(tables, after, moves[i].value, told); !known) return known.error();
  }
  return facts;
}

}  // namespace

Result<PositionFacts> ask_position(const Rules& rules, const bookends_tables* tables, const std::string& fen) {
  return with_game(rules, [&]<const Rules & R>() { return ask<R>(tables, fen, false); });
}

Result<PositionFacts> ask_best_move(const Rules& rules, const bookends_tables* tables, const std::string& fen) {
  return with_game(rules, [&]<const Rules & R>() { return ask<R>(tables, fen, true); });
}

}  // namespace bookends::serve
