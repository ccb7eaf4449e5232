#include "tools/explore/explored.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/notation/move_text.h"
#include "core/position/position.h"
#include "core/rules/games.h"
#include "gen/options/start_positions.h"
#include "tools/explore/replay.h"

namespace bookends {
namespace {

void take_tables(Explored& out) {
  for (const bookends_tables_move& told : out.answer.moves) {
    const auto same = [&](const ExploredMove& move) { return move.uci == told.uci; };
    if (const auto move = std::ranges::find_if(out.moves, same); move != out.moves.end() && told.known != 0) {
      move->known = true;
      move->table = told.value;
    }
  }
}

void take_book(Explored& out) {
  for (const ProbedBookMove& told : out.answer.book_moves) {
    const auto same = [&](const ExploredMove& move) { return move.uci == told.told.uci; };
    if (const auto move = std::ranges::find_if(out.moves, same); move != out.moves.end()) move->book = told;
  }
}

void take_proof(Explored& out) {
  if (!out.answer.proof) return;
  for (ExploredMove& move : out.moves) {
    const auto same = [&](const ProbedProofMove& told) { return told.uci == move.uci; };
    const auto told = std::ranges::find_if(out.answer.proof->moves, same);
    if (told != out.answer.proof->moves.end()) move.proof = *told;
  }
}

// The place of a move among those that are told of; behind them where it is not.
template <class Told, class Uci>
std::size_t place_in(const std::vector<Told>& told, const std::string& uci, Uci&& uci_of) {
  const auto found = std::ranges::find_if(told, [&](const Told& move) { return uci == uci_of(move); });
  return static_cast<std::size_t>(found - told.begin());
}

void order_moves(Explored& out) {
  const auto by_tables = [&](const ExploredMove& move) {
    return move.known ? place_in(out.answer.moves, move.uci, [](const auto& m) { return m.uci; })
                      : out.answer.moves.size();
  };
  const auto by_book = [&](const ExploredMove& move) {
    return place_in(out.answer.book_moves, move.uci, [](const auto& m) { return m.told.uci; });
  };
  const auto by_proof = [&](const ExploredMove& move) {
    if (!move.proof || !move.proof->proved()) return out.moves.size();
    return place_in(out.answer.proof->moves, move.uci, [](const auto& m) { return m.uci; });
  };
  const bool decided = out.answer.value.has_value();
  const auto place = [&](const ExploredMove& move) {
    const std::size_t table = by_tables(move), proof = by_proof(move), book = by_book(move);
    return decided ? std::tuple(table, proof, book) : std::tuple(proof, book, table);
  };
  std::ranges::stable_sort(out.moves, [&](const ExploredMove& a, const ExploredMove& b) {
    const auto first = place(a), second = place(b);
    return first != second ? first < second : a.san < b.san;
  });
}

}  // namespace

Result<Explored> explore(const Rules& rules, const ProbeSources& sources, const std::string& start,
                         const std::vector<std::string>& line) {
  Explored out;
  out.rules = &rules;
  std::string fen;
  const Result<void> played = with_game(rules, [&]<const Rules & R>() -> Result<void> {
    const Result<Game<R>> game = replay<R>(start, line, &out.line);
    if (!game) return game.error();
    const Position<R> first = Position<R>::from_fen(named_fen(rules, start)).value();
    out.start = first.fen();
    out.black_begins = first.turn() == Color::black;
    out.first_move = first.fullmove();
    fen = game->position().fen();
    out.verdict = game->verdict();
    for (const Move move : game->position().legal_moves())
      out.moves.push_back({format_uci(R, move), format_san(game->position(), move), false, {}, {}, {}});
    return {};
  });
  if (!played) return played.error();
  Result<ProbeAnswer> answer = ask_sources(rules, sources, fen, true);
  if (!answer) return answer.error();
  out.answer = std::move(*answer);
  take_tables(out);
  take_book(out);
  take_proof(out);
  order_moves(out);
  return out;
}

namespace {

// By the certificate that knows it, as SAN too.
std::vector<ExploredPly> proved_play(const Rules& rules, const ProbeSources& sources, const Explored& from, int most) {
  if (!from.answer.proof || from.answer.value) return {};
  const auto moves =
      ask_main_line(rules, sources, from.answer.proof->which, from.answer.fen, static_cast<std::size_t>(most));
  std::vector<ExploredPly> line;
  if (moves) (void)with_game(rules, [&]<const Rules & R>() { return replay<R>(from.answer.fen, *moves, &line).ok(); });
  return line;
}

}  // namespace

std::vector<ExploredPly> best_play(const Rules& rules, const ProbeSources& sources, const Explored& from, int most) {
  std::vector<ExploredPly> line = proved_play(rules, sources, from, most);
  std::vector<std::string> played;
  for (const std::vector<ExploredPly>& part : {from.line, line})
    for (const ExploredPly& ply : part) played.push_back(ply.uci);
  Explored now = from;
  if (!line.empty()) {
    Result<Explored> after = explore(rules, sources, from.start, played);
    if (!after) return line;
    now = std::move(*after);
  }
  while (static_cast<int>(line.size()) < most && !now.verdict.over()) {
    const bool by_tables = now.answer.value && !now.moves.empty() && now.moves[0].known;
    const auto next = by_tables ? now.moves.begin() : std::ranges::find_if(now.moves, [](const ExploredMove& move) {
      return move.book && move.book->told.is_own != 0;
    });
    if (next == now.moves.end()) break;
    line.push_back({next->uci, next->san});
    played.push_back(next->uci);
    Result<Explored> after = explore(rules, sources, from.start, played);
    if (!after) break;
    now = std::move(*after);
  }
  return line;
}

std::string number_before(std::size_t ply, std::size_t first_shown, bool black_begins, int first_move) {
  const std::size_t half = ply + (black_begins ? 1 : 0);
  const bool white = half % 2 == 0;
  if (!white && ply != first_shown) return {};
  return fmt::format("{}{}", first_move + static_cast<int>(half / 2), white ? "." : "...");
}

std::string line_text(const std::vector<ExploredPly>& line, bool black_begins, int first_move) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (i > 0) text += ' ';
    if (const std::string number = number_before(i, 0, black_begins, first_move); !number.empty())
      text.append(number).append(1, ' ');
    text += line[i].san;
  }
  return text;
}

}  // namespace bookends
