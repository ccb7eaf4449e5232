#include "tools/explore/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iterator>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/eval/chances.h"
#include "core/eval/weights/games.h"
#include "core/rules/games.h"
#include "tools/explore/markup.h"
#include "tools/explore/moves_table.h"
#include "tools/pages/board/escaped.h"
#include "tools/pages/board/picture.h"
#include "tools/probe/book_text.h"
#include "tools/probe/proof_text.h"

namespace bookends {
namespace {

constexpr std::size_t kMostArrows = 4;
constexpr Score kShownLoss = 100;  // centipawns that a move with an arrow may lose

// What White may expect of 100 points at a score of the side to move.
double points_of_white(const Rules& rules, Score score, Color turn) {
  const double mover = with_game(rules, [&]<const Rules & R>() {
    if (!is_open(score)) return score > 0 ? 1.0 : 0.0;
    const Chances chances = chances_at(score, weights<R>.win_even, weights<R>.win_width);
    return chances.win + chances.draw() / 2;
  });
  return 100 * (turn == Color::white ? mover : 1 - mover);
}

class Writer {
 public:
  Writer(const Explored& at, const ExplorePage& page) : at_(at), page_(page), rules_(*at.rules) {}

  std::string write() {
    out_ = explorer_head(title());
    out_ += board_parts(rules_);
    add("{}<main class=\"explore\" data-game=\"{}\" data-fen=\"{}\" data-start=\"{}\">\n<div class=\"left\">\n",
        explorer_header(rules_.title), rules_.name, escaped(at_.answer.fen),
        at_.start == rules_.starts[0] ? "" : escaped(at_.start));
    board();
    tools();
    out_ += "</div>\n";
    add("<section class=\"facts\" aria-label=\"What is known\">\n");
    line();
    verdict();
    out_ += moves_table(at_, page_);
    search();
    best();
    ways();
    out_ += "</section>\n</main>\n";
    return std::move(out_) + "</body></html>\n";
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  std::string title() const {
    return at_.line.empty() ? std::string(rules_.title)
                            : line_text(at_.line, at_.black_begins, at_.first_move) + " - " + std::string(rules_.title);
  }

  std::string address(std::size_t plies) const {
    return explore_address(rules_, at_.start, std::span(at_.line).first(plies), page_.view);
  }

  void board() {
    add("<section class=\"board-side\" aria-label=\"Board\">\n<div class=\"board-and-bar\">{}{}</div>\n", bar(),
        board_picture(rules_, {.fen = at_.answer.fen,
                               .id = "board",
                               .title = title(),
                               .last_move = at_.line.empty() ? Step{} : step_of(rules_, at_.line.back().uci),
                               .arrows = arrows(),
                               .flipped = page_.view.flipped,
                               .addressable = true}));
    ExploreView other = page_.view;
    other.flipped = !other.flipped;
    const std::size_t plies = at_.line.size();
    add("<nav class=\"steps\" aria-label=\"Game\">{} {} {} {}</nav>\n", step(0, "Start", "first", plies > 0),
        step(plies > 0 ? plies - 1 : 0, "Back", "prev", plies > 0), forward(),
        html_link(explore_address(rules_, at_.start, at_.line, other), "Flip", R"(id="flip")"));
    out_ += "</section>\n";
  }

  void tools() {
    add("<section class=\"tools\" aria-label=\"Position\">\n{}", fen_form(rules_, at_.answer.fen, page_.view.flipped));
    add("<p class=\"copy\"><button type=\"button\" data-copy=\"fen\" hidden=\"hidden\">Copy FEN</button> <button "
        "type=\"button\" data-copy=\"pgn\" hidden=\"hidden\">Copy moves</button> {}</p>\n"
        "<p class=\"keys\" hidden=\"hidden\">Keys: <kbd>\u2190</kbd> back, <kbd>\u2192</kbd> again, or best move, "
        "<kbd>Home</kbd> start, <kbd>f</kbd> flip</p>\n</section>\n",
        html_link(edit_address(rules_, at_.answer.fen), "Edit"));
  }

  // What a script makes of it; without one there is nothing to see.
  void search() {
    if (at_.verdict.over()) return;
    out_ +=
        "<div class=\"search\" hidden=\"hidden\"><button type=\"button\" id=\"search\">Search</button> "
        "<span id=\"searched\" role=\"status\"></span><div id=\"found\"></div></div>\n";
  }

  // The best moves of the tables; else the proof's, or the longest defence; else those of the book, narrower the more
  // they lose.
  std::vector<Arrow> arrows() const {
    std::vector<Arrow> best;
    if (at_.moves.empty()) return best;
    if (at_.answer.value) {
      const ExploredMove& first = at_.moves[0];
      for (const ExploredMove& move : at_.moves)
        if (best.size() < kMostArrows && move.known && first.known && move.table.wdl == first.table.wdl &&
            move.table.plies == first.table.plies && move.table.category == first.table.category)
          best.push_back({step_of(rules_, move.uci), best.empty() ? 1 : 0.5, ArrowKind::table});
      return best;
    }
    if (at_.answer.proof) {
      if (at_.moves[0].proof && at_.moves[0].proof->proved())
        best.push_back({step_of(rules_, at_.moves[0].uci), 1, ArrowKind::proof});
      return best;
    }
    const std::optional<Score> top = book_score();
    for (const ExploredMove& move : at_.moves) {
      if (best.size() == kMostArrows || !move.book) continue;
      const bookends_book_move& told = move.book->told;
      if (told.is_own != 0)
        best.push_back({step_of(rules_, move.uci), 1, ArrowKind::book});
      else if (top && told.has_score != 0 && *top - told.score < kShownLoss)
        best.push_back({step_of(rules_, move.uci), arrow_strength(*top - told.score), ArrowKind::book});
    }
    return best;
  }

  std::string step(std::size_t plies, std::string_view text, std::string_view rel, bool there) const {
    if (!there) return fmt::format("<span class=\"quiet\">{}</span>", text);
    return html_link(address(plies), text, fmt::format(R"(rel="{}")", rel));
  }

  std::string forward() const {
    if (page_.best.empty()) return "<span class=\"quiet\">Best move</span>";
    std::vector<ExploredPly> more = at_.line;
    more.push_back(page_.best[0]);
    return html_link(explore_address(rules_, at_.start, more, page_.view), "Best move", R"(rel="next")");
  }

  // Of 100 points; nothing where nobody knows.
  std::optional<double> expected_of_white() const {
    const double win = at_.answer.turn == Color::white ? 100 : 0;
    if (at_.verdict.over())
      return at_.verdict.outcome == Outcome::draw ? 50 : at_.verdict.outcome == Outcome::win ? win : 100 - win;
    if (at_.answer.value) {
      const bookends_tables_value& value = *at_.answer.value;
      if (value.wdl == 0 || drawn_by_limit(value)) return 50;
      return value.wdl > 0 ? win : 100 - win;
    }
    if (at_.answer.proof && at_.answer.proof->aim == ProofAim::win)
      return at_.answer.proof->attacker == Color::white ? 100 : 0;
    const std::optional<Score> score = book_score();
    if (!score) return std::nullopt;
    return points_of_white(rules_, *score, at_.answer.turn);
  }

  bool drawn_by_limit(const bookends_tables_value& value) const {
    return at_.answer.move_limit != 0 &&
           (value.category == BOOKENDS_TABLES_CURSED_WIN || value.category == BOOKENDS_TABLES_BLESSED_LOSS);
  }

  // For White from below, or from above where the board is flipped.
  std::string bar() const {
    const std::optional<double> white = expected_of_white();
    if (!white) return "<div class=\"meter\" hidden=\"hidden\"></div>";
    return fmt::format(
        R"(<div class="meter{}" role="meter" aria-valuemin="0" aria-valuemax="100" aria-valuenow="{:.0f}" )"
        R"(aria-label="White's expectation in percent"><span style="height:{:.1f}%"></span></div>)",
        page_.view.flipped ? " flipped" : "", *white, *white);
  }

  std::optional<Score> book_score() const {
    return at_.answer.book ? score_of(entry_of(*at_.answer.book)) : std::nullopt;
  }

  std::string number(std::size_t ply, std::size_t first_shown) const {
    return number_before(ply, first_shown, at_.black_begins, at_.first_move);
  }

  void line() {
    add("<nav class=\"line\" aria-label=\"Moves played\">{}", html_link(address(0), "start"));
    for (std::size_t i = 0; i < at_.line.size(); ++i) {
      if (const std::string text = number(i, 0); !text.empty()) add(" <span class=\"number\">{}</span>", text);
      add(" {}", html_link(address(i + 1), at_.line[i].san, i + 1 == at_.line.size() ? R"(aria-current="page")" : ""));
    }
    out_ += "</nav>\n";
  }

  void verdict() {
    add("<p class=\"verdict\"><strong>{}</strong>", escaped(verdict_words()));
    if (const std::string more = source_words(); !more.empty()) add(" <span class=\"quiet\">{}</span>", escaped(more));
    if (at_.answer.book && !at_.answer.remark.empty()) add(" <q>{}</q>", escaped(at_.answer.remark));
    out_ += "</p>\n";
  }

  std::string verdict_words() const {
    const std::string_view mover = at_.answer.turn == Color::white ? "White" : "Black";
    const std::string_view other = at_.answer.turn == Color::white ? "Black" : "White";
    if (at_.verdict.over()) {
      if (at_.verdict.outcome == Outcome::draw) return fmt::format("Draw: {}", name_of(at_.verdict.ending));
      return fmt::format("{} wins: {}", at_.verdict.outcome == Outcome::win ? mover : other,
                         name_of(at_.verdict.ending));
    }
    if (at_.answer.value) return tables_words(mover, other);
    if (at_.answer.proof) return fmt::format("{}; {} to move.", proof_claim(*at_.answer.proof), mover);
    return fmt::format("{} to move.", mover);
  }

  int men() const {
    const std::string placement = at_.answer.fen.substr(0, at_.answer.fen.find(' '));
    return static_cast<int>(std::ranges::count_if(placement, [](unsigned char ch) { return std::isalpha(ch) != 0; }));
  }

  // Of a game that goes on, what the book says, and why, of so few men, the tables say nothing.
  std::string source_words() const {
    if (at_.verdict.over()) return {};
    std::string text = at_.answer.proof ? fmt::format("Proof: {}.", at_.answer.proof->file) : std::string();
    if (at_.answer.book) text += (text.empty() ? "Book: " : " Book: ") + book_words();
    if (men() <= page_.table_men && !at_.answer.value)
      text += fmt::format("{}Tables: {}.", text.empty() ? "" : " ", at_.answer.reason);
    return text;
  }

  std::string tables_words(std::string_view mover, std::string_view other) const {
    const bookends_tables_value& value = *at_.answer.value;
    if (value.wdl == 0) return fmt::format("Draw by the tables; {} to move.", mover);
    std::string text = drawn_by_limit(value) ? "Draw by the move limit; without it " : "";
    text += fmt::format("{} wins", value.wdl > 0 ? mover : other);
    if (value.plies >= 0) text += " in " + count_text(static_cast<std::uint64_t>(value.plies), "ply", "plies");
    const std::string_view category = bookends_tables_category_name(value.category);
    if (at_.answer.move_limit != 0 && !drawn_by_limit(value) && category != result_word(value.wdl))
      text += fmt::format(" ({})", category);
    return text + fmt::format("; {} to move.", mover);
  }

  // A book that was made of games alone has neither scores nor depths.
  std::string book_words() const {
    const bookends_book_entry& entry = *at_.answer.book;
    const std::optional<Score> score = score_of(entry_of(entry));
    if (!score && entry.depth == 0) return count_text(games_of_book(), "game", "games") + ".";
    std::string text = score ? score_text(*score) : std::string(kNoScoreText);
    if (const std::string marks = marks_text(entry_of(entry)); !marks.empty()) text += ", " + marks;
    return text + fmt::format(", {} deep.", count_text(entry.depth, "ply", "plies"));
  }

  std::uint64_t games_of_book() const {
    std::uint64_t games = 0;
    for (const ExploredMove& move : at_.moves) games += move.book ? move.book->told.games : 0;
    return games;
  }

  void best() {
    if (page_.best.empty()) return;
    const bool proved = at_.answer.proof && !at_.answer.value;
    add("<h2>{}</h2>\n<p class=\"best\">", proved ? "Main line of the proof" : "Best play");
    std::vector<ExploredPly> line = at_.line;
    for (const ExploredPly& ply : page_.best) {
      if (const std::string text = number(line.size(), at_.line.size()); !text.empty()) add("{} ", text);
      line.push_back(ply);
      add("{} ", html_link(explore_address(rules_, at_.start, line, page_.view), ply.san));
    }
    out_ += page_.best.size() == kBestPlies ? "...</p>\n" : "</p>\n";
  }

  // A line from another start says which.
  void ways() {
    if (page_.ways.shown.empty()) return;
    out_ += "<h2>Also reached by</h2>\n<ul class=\"ways\">";
    for (const OtherWay& way : page_.ways.shown) {
      const std::string text = way.line.empty() ? "the start" : line_text(way.line, way.black_begins, way.first_move);
      add("<li>{}{}</li>\n", html_link(explore_address(rules_, way.start, way.line, page_.view), text),
          way.start_name.empty() ? "" : " from " + escaped(way.start_name));
    }
    if (page_.ways.more > 0)
      add("<li class=\"quiet\">and {}{} more</li>\n", page_.ways.counted_all ? "" : "at least ", page_.ways.more);
    out_ += "</ul>\n";
  }

  const Explored& at_;
  const ExplorePage& page_;
  const Rules& rules_;
  std::string out_;
};

}  // namespace

std::string explore_page(const Explored& position, const ExplorePage& page) { return Writer(position, page).write(); }

}  // namespace bookends
