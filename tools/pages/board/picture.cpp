#include "tools/pages/board/picture.h"

#include <fmt/format.h>

#include <iterator>

#include "core/position/position.h"
#include "core/rules/games.h"
#include "tools/pages/board/escaped.h"
#include "tools/pages/board/frame.h"

namespace bookends {
namespace {

constexpr int kUsualWidth = 256;  // pixels

// The square of the king that is to move and in check.
Square checked_king(const Rules& rules, const Setup& setup) {
  return with_game(rules, [&]<const Rules & R>() -> Square {
    const auto position = Position<R>::from_setup(setup);
    return position && position->in_check() ? position->king(position->turn()) : kNoSquare;
  });
}

class Picture {
 public:
  Picture(const Rules& rules, const BoardPicture& picture, const Setup& setup)
      : rules_(rules),
        picture_(picture),
        setup_(setup),
        frame_{&rules, picture.flipped},
        checked_(checked_king(rules, setup)) {}

  std::string draw() {
    head();
    use(board_part(rules_));
    if (picture_.coordinates) use(names_part(rules_, picture_.flipped));
    if (!picture_.last_move.none()) last_move();
    if (checked_ != kNoSquare)
      add(R"(<circle class="check" cx="{}" cy="{}" r="18"/>)", frame_.middle_x(checked_), frame_.middle_y(checked_));
    picture_.rows ? rows() : men();
    out_ += arrows_drawn(frame_, picture_.arrows);
    if (picture_.addressable) squares();
    return std::move(out_) + "</svg>";
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void use(const std::string& part) { add(R"(<use href="#{}"/>)", part); }

  void head() {
    const int margin = picture_.coordinates ? kNameUnits : 0;
    const int width = frame_.width() + margin, height = frame_.height() + margin;
    const int pixels = kUsualWidth / rules_.files;
    add(R"(<svg class="board" role="img" aria-labelledby="{0}-t {0}-d" width="{1}" height="{2}" )"
        R"(viewBox="{3} 0 {4} {5}"><title id="{0}-t">{6}</title><desc id="{0}-d">{7}</desc>)",
        escaped(picture_.id), width * pixels / kSquareUnits, height * pixels / kSquareUnits, -margin, width, height,
        escaped(picture_.title), escaped(in_words()));
  }

  void men() {
    for (Square s = 0; s < rules_.squares(); ++s)
      if (const Occupant man = setup_.board[slot(s)]; !man.empty())
        add(R"(<use href="#{}" x="{}" y="{}"/>)", man_part(rules_, man.color(), man.kind()), frame_.middle_x(s),
            frame_.middle_y(s));
  }

  // The same, rank by rank.
  void rows() {
    std::string row;
    for (Square s = 0; s < rules_.squares(); ++s) {
      if (const Occupant man = setup_.board[slot(s)]; !man.empty())
        fmt::format_to(std::back_inserter(row), R"(<use class="{}" href="#{}" x="{}"/>)",
                       man.color() == Color::white ? "white" : "black", shape_part(rules_, man.kind()),
                       frame_.middle_x(s));
      if (file_of(rules_, s) + 1 < rules_.files || row.empty()) continue;
      add(R"(<use href="#{}" y="{}"/>)", picture_.rows->part(row), frame_.middle_y(s));
      row.clear();
    }
  }

  void last_move() {
    out_ += R"(<path class="last" d=")";
    for (const Square s : {picture_.last_move.from, picture_.last_move.to})
      add("M{0} {1}h{2}v{2}h-{2}z", frame_.left(s), frame_.top(s), kSquareUnits);
    out_ += "\"/>";
  }

  void squares() {
    for (Square s = 0; s < rules_.squares(); ++s)
      add(R"(<rect class="square" data-square="{0}" x="{1}" y="{2}" width="{3}" height="{3}"/>)",
          square_name(rules_, s), frame_.left(s), frame_.top(s), kSquareUnits);
  }

  // "White Ka1 Qb2, Black Kd4; Black to move, in check; last move b1 to b2; arrows: the book's move d4 to d5".
  std::string in_words() const {
    std::string text;
    for (const Color c : kColors) {
      text += c == Color::white ? "White" : ", Black";
      for (Square s = 0; s < rules_.squares(); ++s) {
        const Occupant man = setup_.board[slot(s)];
        if (man.empty() || man.color() != c) continue;
        text += ' ';
        text += rules_.piece(man.kind()).letter + square_name(rules_, s);
      }
    }
    text += setup_.turn == Color::white ? "; White to move" : "; Black to move";
    if (checked_ != kNoSquare) text += ", in check";
    if (const Step& step = picture_.last_move; !step.none())
      text += fmt::format("; last move {} to {}", square_name(rules_, step.from), square_name(rules_, step.to));
    const std::string arrows = arrows_in_words(rules_, picture_.arrows);
    return arrows.empty() ? text : text + "; arrows: " + arrows;
  }

  const Rules& rules_;
  const BoardPicture& picture_;
  const Setup& setup_;
  Frame frame_;
  Square checked_;
  std::string out_;
};

}  // namespace

std::string board_picture(const Rules& rules, const BoardPicture& picture) {
  const Result<Setup> setup = parse_fen(rules, picture.fen);
  return setup ? Picture(rules, picture, *setup).draw() : std::string();
}

}  // namespace bookends
