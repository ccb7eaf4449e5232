#include "tools/explore/moves_table.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "tools/explore/markup.h"
#include "tools/pages/html_page.h"
#include "tools/pages/results_bar.h"
#include "tools/probe/proof_text.h"

namespace bookends {
namespace {

struct Column {
  std::string head;  // HTML
  bool shown;
  bool words;                                            // not a number
  std::function<std::string(const ExploredMove&)> cell;  // HTML
};

std::string_view kind_of(const Column& column) { return column.words ? R"( class="words")" : ""; }

bool has_book(const ExploredMove& move) { return move.book.has_value(); }
bool has_book_score(const ExploredMove& move) { return move.book && move.book->told.has_score != 0; }
bool has_played(const ExploredMove& move) { return move.book && move.book->told.games > 0; }
bool has_proof(const ExploredMove& move) { return move.proof.has_value(); }
bool is_known(const ExploredMove& move) { return move.known; }

// "win" and its distance, with a class for its colour.
std::string table_cell(const ExploredMove& move, int move_limit) {
  if (!move.known) return "<span class=\"quiet\">?</span>";
  const bookends_tables_value& value = move.table;
  const std::string_view word =
      move_limit == 0 ? result_word(value.wdl) : bookends_tables_category_name(value.category);
  const std::string_view kind = value.wdl > 0 ? "win" : value.wdl < 0 ? "loss" : "draw";
  std::string text = fmt::format("<span class=\"r {}\">{}</span>", kind, word);
  if (value.plies >= 0 && value.wdl != 0) text += fmt::format(" in {}", value.plies);
  if (move_limit != 0 && value.dtz > 0)
    text += fmt::format(" <span class=\"quiet\">dtz {}{}</span>", value.dtz, value.dtz_rounded != 0 ? "+" : "");
  return text;
}

std::string score_cell(const ExploredMove& move) {
  if (!has_book_score(move)) return "";
  std::string text = score_text(move.book->told.score);
  const auto proof = static_cast<Proof>(move.book->told.proof);
  if (proof != Proof::none) text += fmt::format(" <span class=\"proof\">proved {}</span>", proof_name(proof));
  return text;
}

std::string results_cell(const ExploredMove& move, Color turn) {
  if (!has_played(move)) return "";
  const bookends_book_move& told = move.book->told;
  return results_bar(game_results(turn, told.wins, told.draws, told.losses), true);
}

// Where it is not proved: the first reply that leads out, a link to the position after both.
std::string unproved_cell(const Explored& at, const ProbedProofMove& move, const ExplorePage& page) {
  if (move.elsewhere) return escaped(elsewhere_text(*move.elsewhere));
  if (move.out.empty()) return "<span class=\"quiet\">not in this proof</span>";
  std::vector<ExploredPly> line = at.line;
  line.push_back({move.uci, move.san});
  line.push_back({move.out_uci, move.out});
  return fmt::format("<span class=\"quiet\">not in this proof:</span> {} <span class=\"quiet\">leads out</span>",
                     html_link(explore_address(*at.rules, at.start, line, page.view), move.out, R"(class="out")"));
}

std::string proof_head(const Explored& at) {
  return at.answer.proof && at.answer.proof->aim == ProofAim::hold ? "proof" : "proof, in plies";
}

std::string proof_cell(const Explored& at, const ExploredMove& move, const ExplorePage& page) {
  if (!has_proof(move)) return {};
  if (!move.proof->proved()) return unproved_cell(at, *move.proof, page);
  const std::string_view mark = proof_mark(*at.answer.proof, *move.proof, at.answer.turn);
  const std::string text = proof_move_text(*at.answer.proof, *move.proof);
  return mark.empty() ? text : fmt::format("{} <strong class=\"mark\">{}</strong>", text, mark);
}

std::vector<Column> columns_of(const Explored& at, const ExplorePage& page) {
  const auto any = [&](auto&& has) { return std::ranges::any_of(at.moves, has); };
  const bool played = any(has_played);
  return {
      {"tables, in plies", any(is_known), true,
       [&at](const ExploredMove& m) { return table_cell(m, at.answer.move_limit); }},
      {proof_head(at), any(has_proof), true, [&](const ExploredMove& m) { return proof_cell(at, m, page); }},
      {"book", any(has_book_score), false, score_cell},
      {"depth", any(has_book_score), false,
       [](const ExploredMove& m) { return has_book_score(m) ? fmt::to_string(m.book->told.depth) : std::string(); }},
      {"games", played, false,
       [](const ExploredMove& m) { return has_played(m) ? fmt::to_string(m.book->told.games) : std::string(); }},
      {"White / drawn / Black", played, true,
       [turn = at.answer.turn](const ExploredMove& m) { return results_cell(m, turn); }},
      {"rating", any([](const ExploredMove& m) { return m.book && m.book->told.rating > 0; }), false,
       [](const ExploredMove& m) {
         return m.book && m.book->told.rating > 0 ? fmt::to_string(m.book->told.rating) : std::string();
       }},
      {"year", any([](const ExploredMove& m) { return m.book && m.book->told.year > 0; }), false,
       [](const ExploredMove& m) {
         return m.book && m.book->told.year > 0 ? fmt::to_string(m.book->told.year) : std::string();
       }},
  };
}

std::string move_link(const Explored& at, const ExplorePage& page, const ExploredMove& move) {
  std::vector<ExploredPly> line = at.line;
  line.push_back({move.uci, move.san});
  return fmt::format(R"(<a href="{}" data-uci="{}">{}</a>)",
                     escaped(explore_address(*at.rules, at.start, line, page.view)), move.uci, escaped(move.san));
}

}  // namespace

std::string moves_table(const Explored& at, const ExplorePage& page) {
  if (at.moves.empty()) return {};
  std::vector<Column> columns = columns_of(at, page);
  std::erase_if(columns, [](const Column& column) { return !column.shown; });
  std::string table = "<table class=\"moves\"><thead><tr><th scope=\"col\">move</th>", others;
  for (const Column& column : columns)
    table += fmt::format("<th scope=\"col\"{}>{}</th>", kind_of(column), column.head);
  table += "</tr></thead><tbody>\n";
  bool rows = false;
  for (const ExploredMove& move : at.moves) {
    if (!has_book(move) && !move.known && !has_proof(move)) {
      others += (others.empty() ? "" : " ") + move_link(at, page, move);
      continue;
    }
    rows = true;
    const bool own = (move.book && move.book->told.is_own != 0) || (move.proof && move.proof->own);
    table += fmt::format("<tr{}><th scope=\"row\">{}</th>", own ? " class=\"own\"" : "", move_link(at, page, move));
    for (const Column& column : columns) table += fmt::format("<td{}>{}</td>", kind_of(column), column.cell(move));
    table += "</tr>\n";
  }
  table += "</tbody></table>\n";
  if (!rows) table.clear();
  if (!others.empty())
    table += fmt::format("<p class=\"others\">{}: {}</p>\n", rows ? "Nothing is known of" : "Moves", others);
  return table;
}

}  // namespace bookends
