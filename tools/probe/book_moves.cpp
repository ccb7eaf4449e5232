#include "tools/probe/book_moves.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "books/text/entry.h"
#include "tools/probe/book_text.h"

namespace bookends {
namespace {

PlayedMove played_of(const bookends_book_move& move) {
  PlayedMove played;
  played.games = move.games;
  played.wins = move.wins;
  played.draws = move.draws;
  played.losses = move.losses;
  played.weight = move.weight;
  return played;
}

KnownMove known_move_of(const bookends_book_move& move) {
  KnownMove known;
  known.own = move.is_own != 0;
  if (move.has_score != 0) known.score = move.score;
  known.proof = static_cast<Proof>(move.proof);
  if (was_played(move)) known.played = played_of(move);
  return known;
}

struct BookColumn {
  std::string name;
  std::vector<std::string> cells;
  bool right = true;  // aligned
};

template <class F>
BookColumn column_of(const std::string& name, const std::vector<ProbedBookMove>& moves, F&& cell) {
  BookColumn column{name, {}};
  for (const ProbedBookMove& move : moves) column.cells.push_back(cell(move));
  return column;
}

std::string number_or_dash(std::uint32_t number) { return number > 0 ? fmt::to_string(number) : "-"; }

std::string percent(double share) {
  return share > 0 && share < 0.005 ? "<1 %" : fmt::format("{} %", std::lround(100 * share));
}

std::vector<BookColumn> columns_of(const std::vector<ProbedBookMove>& moves) {
  std::vector<BookColumn> columns;
  const auto add = [&](const std::string& name, auto&& cell) { columns.push_back(column_of(name, moves, cell)); };
  add("move", [](const ProbedBookMove& m) { return fmt::format("{} {}", m.told.is_own != 0 ? '*' : ' ', m.told.san); });
  columns[0].name = "  move";
  columns[0].right = false;
  add("score", [](const ProbedBookMove& m) {
    return m.told.has_score != 0 ? score_text(m.told.score) : std::string(kNoScoreText);
  });
  add("depth", [](const ProbedBookMove& m) { return m.told.has_score != 0 ? fmt::to_string(m.told.depth) : "-"; });
  add("games", [](const ProbedBookMove& m) { return number_or_dash(m.told.games); });
  add("points", [](const ProbedBookMove& m) {
    return m.told.games > 0 ? fmt::format("{} %", percent_of_points(played_of(m.told))) : std::string("-");
  });
  add("rating", [](const ProbedBookMove& m) { return number_or_dash(m.told.rating); });
  add("year", [](const ProbedBookMove& m) { return number_or_dash(m.told.year); });
  add("weight", [](const ProbedBookMove& m) { return number_or_dash(m.told.weight); });
  constexpr std::array<const char*, kWaysToChoose.size()> kNames{"by score", "by games", "mixed"};
  for (std::size_t way = 0; way < kWaysToChoose.size(); ++way)
    add(kNames[way],
        [&](const ProbedBookMove& m) { return has_shares(moves, way) ? percent(m.shares[way]) : std::string("-"); });
  std::erase_if(columns, [](const BookColumn& column) {
    return std::ranges::all_of(column.cells, [](const std::string& cell) { return cell == "-"; });
  });
  return columns;
}

}  // namespace

bool was_played(const bookends_book_move& move) { return move.games > 0 || move.weight > 0 || move.learned > 0; }

void share_out(const bookends_book_entry& entry, std::vector<ProbedBookMove>& moves) {
  std::vector<KnownMove> known;
  for (const ProbedBookMove& move : moves) known.push_back(known_move_of(move.told));
  for (std::size_t way = 0; way < kWaysToChoose.size(); ++way) {
    const std::vector<double> of_way = shares(entry_of(entry), known, kWaysToChoose[way]);
    for (std::size_t i = 0; i < moves.size(); ++i) moves[i].shares[way] = of_way[i];
  }
}

bool has_shares(const std::vector<ProbedBookMove>& moves, std::size_t way) {
  return std::ranges::any_of(moves, [way](const ProbedBookMove& move) { return move.shares[way] > 0; });
}

std::string book_moves_text(const std::vector<ProbedBookMove>& moves) {
  const std::vector<BookColumn> columns = columns_of(moves);
  std::string text;
  for (std::size_t row = 0; row <= moves.size(); ++row) {
    std::string line = "  ";
    for (const BookColumn& column : columns) {
      std::size_t width = column.name.size();
      for (const std::string& cell : column.cells) width = std::max(width, cell.size());
      const std::string& cell = row == 0 ? column.name : column.cells[row - 1];
      line += column.right ? fmt::format("  {:>{}}", cell, width) : fmt::format("  {:<{}}", cell, width);
    }
    text += line + '\n';
  }
  return text;
}

}  // namespace bookends
