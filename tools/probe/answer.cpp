#include "tools/probe/answer.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/notation/move_text.h"
#include "core/position/position.h"
#include "core/rules/games.h"
#include "gen/options/start_positions.h"
#include "tablebases/material/counted.h"

namespace bookends {
namespace {

// The value that the tables have for a FEN; nothing, and why, where they have none.
Result<std::optional<bookends_tables_value>> look_up(const bookends_tables* tables, const std::string& fen,
                                                     std::string& reason) {
  std::array<char, 512> message{};
  bookends_tables_value value{};
  const int status =
      bookends_tables_probe_fen(tables, fen.c_str(), BOOKENDS_TABLES_ALL, &value, message.data(), message.size());
  if (status == BOOKENDS_TABLES_OK) return std::optional(value);
  if (code_of_tables(status) != ErrorCode::not_found) return Error{code_of_tables(status), message.data()};
  reason = message.data();
  return std::optional<bookends_tables_value>();
}

// What the rules besides mate and stalemate make of the tables' value.
template <const Rules& R>
Result<void> judge(const bookends_tables* tables, const Position<R>& position, ProbeAnswer& answer) {
  answer.move_limit = R.move_limit;
  if constexpr (R.counting != Counting::none) {
    Setup setup = position.setup();
    setup.count = {};
    const auto uncounted = look_up(tables, format_fen(R, setup), answer.reason);
    if (!uncounted) return uncounted.error();
    answer.uncounted = *uncounted;
    answer.counting = "unknown";
    if (!answer.uncounted) return {};
    const OracleValue value{static_cast<OracleValue::Wdl>(answer.uncounted->wdl), answer.uncounted->plies};
    if (const auto counted = tables::value_under_counting(position, value))
      answer.counting = result_word(static_cast<int>(counted->wdl));
  } else {
    answer.uncounted = answer.value;
  }
  return {};
}

template <const Rules& R>
Ending mate_or_stalemate(const Position<R>& position) {
  return position.has_legal_move() ? Ending::none : verdict(position).ending;
}

// Where the moves lead. A list of moves does not tell a table that is damaged from one that is not there.
template <const Rules& R>
Result<void> look_at_moves(const bookends_tables* tables, const Position<R>& position, ProbeAnswer& answer) {
  std::string reason;
  for (const bookends_tables_move& move : answer.moves) {
    const Position<R> after = position.after(parse_uci(position, move.uci).value());
    answer.over_after.push_back(mate_or_stalemate(after));
    if (move.known != 0) continue;
    if (const auto found = look_up(tables, format_fen(R, after.setup()), reason); !found) return found.error();
  }
  return {};
}

Result<void> ask_tables(const Rules& rules, const bookends_tables* tables, bool with_moves, ProbeAnswer& answer) {
  const auto value = look_up(tables, answer.fen, answer.reason);
  if (!value) return value.error();
  answer.value = *value;
  const Result<void> judged = with_game(rules, [&]<const Rules & R>() -> Result<void> {
    return judge(tables, Position<R>::from_fen(answer.fen).value(), answer);
  });
  if (!judged || !with_moves || !answer.uncounted) return judged;
  std::array<char, 512> message{};
  std::array<bookends_tables_move, MoveList::kCapacity> moves{};
  std::size_t count = 0;
  const int listed = bookends_tables_root_moves(tables, answer.fen.c_str(), moves.data(), moves.size(), &count,
                                                message.data(), message.size());
  if (listed != BOOKENDS_TABLES_OK) return Error{code_of_tables(listed), message.data()};
  answer.moves.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(std::min(count, moves.size())));
  return with_game(rules, [&]<const Rules & R>() {
    return look_at_moves(tables, Position<R>::from_fen(answer.fen).value(), answer);
  });
}

// What the board alone says.
Result<ProbeAnswer> answer_of_board(const Rules& rules, const std::string& fen) {
  return with_game(rules, [&]<const Rules & R>() -> Result<ProbeAnswer> {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    ProbeAnswer answer;
    answer.fen = fen;
    answer.turn = position->turn();
    answer.over = mate_or_stalemate(*position);
    return answer;
  });
}

// A repertoire's replies of the other side are for nobody to play: they have no shares.
Result<void> ask_book_moves(const Rules& rules, const bookends_book* book, ProbeAnswer& answer) {
  std::array<bookends_book_move, MoveList::kCapacity> moves{};
  std::size_t count = 0;
  const bookends_book_status status = bookends_book_moves(book, answer.fen.c_str(), moves.data(), moves.size(), &count);
  if (status != BOOKENDS_BOOK_OK) return Error{code_of_book(status), bookends_book_status_text(status)};
  for (std::size_t i = 0; i < std::min(count, moves.size()); ++i) answer.book_moves.push_back({moves[i]});
  if (plays_at(answer.whose, answer.turn)) share_out(*answer.book, answer.book_moves);
  with_game(rules, [&]<const Rules & R>() {
    const Position<R> position = Position<R>::from_fen(answer.fen).value();
    for (ProbedBookMove& move : answer.book_moves)
      move.over = mate_or_stalemate(position.after(parse_uci(position, move.told.uci).value()));
  });
  return {};
}

Result<void> ask_book(const Rules& rules, const bookends_book* book, bool with_moves, ProbeAnswer& answer) {
  bookends_book_entry entry{};
  const bookends_book_status status = bookends_book_probe_fen(book, answer.fen.c_str(), &entry);
  if (status == BOOKENDS_BOOK_NOT_FOUND) return {};
  if (status != BOOKENDS_BOOK_OK) return Error{code_of_book(status), bookends_book_status_text(status)};
  answer.book = entry;
  answer.whose = static_cast<BookSide>(bookends_book_side_of(book));
  if (const char* remark = bookends_book_remark(book, entry.key)) answer.remark = remark;
  return with_moves ? ask_book_moves(rules, book, answer) : Result<void>();
}

}  // namespace

std::string_view result_word(int wdl) { return wdl > 0 ? "win" : wdl < 0 ? "loss" : "draw"; }

Result<ProbeAnswer> ask_sources(const Rules& rules, const ProbeSources& sources, const std::string& text,
                                bool with_moves) {
  Result<ProbeAnswer> board = answer_of_board(rules, named_fen(rules, text));
  if (!board) return board.error();
  ProbeAnswer answer = std::move(*board);
  answer.reason = "no tables given";
  if (sources.tables)
    if (Result<void> asked = ask_tables(rules, sources.tables.get(), with_moves, answer); !asked) return asked.error();
  for (const OpenBook& book : sources.books) {
    if (Result<void> asked = ask_book(rules, book.get(), with_moves, answer); !asked) return asked.error();
    if (answer.book) break;
  }
  Result<std::optional<ProbedProof>> proof = ask_proofs(rules, sources, answer.fen);
  if (!proof) return proof.error();
  answer.proof = std::move(*proof);
  return answer;
}

}  // namespace bookends
