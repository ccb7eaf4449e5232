// One game is one constexpr Rules value; everything else is derived from it, mostly at compile time.
//
// Adding a game means adding a value to games.h: no algorithm asks which game it plays, it asks for a field of its
// Rules.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace bookends {

enum class Color : std::uint8_t { white, black };
constexpr Color operator~(Color c) { return c == Color::white ? Color::black : Color::white; }
constexpr int index(Color c) { return static_cast<int>(c); }
inline constexpr std::array<Color, 2> kColors{Color::white, Color::black};

// The six piece slots, named after chess. How the piece of a slot moves is said by Rules::pieces: in Makruk the
// bishop slot holds the Khon and the queen slot the Met. A game may lack any but pawn and king: then the slot is {}.
enum class Kind : std::uint8_t { pawn, knight, bishop, rook, queen, king };
inline constexpr int kKinds = 6;
constexpr int index(Kind k) { return static_cast<int>(k); }
inline constexpr std::array<Kind, kKinds> kAllKinds{Kind::pawn, Kind::knight, Kind::bishop,
                                                    Kind::rook, Kind::queen,  Kind::king};

// The same as positions in an array.
constexpr std::size_t slot(int i) { return static_cast<std::size_t>(i); }
constexpr std::size_t slot(Color c) { return static_cast<std::size_t>(c); }
constexpr std::size_t slot(Kind k) { return static_cast<std::size_t>(k); }

// The leaps of a piece, drawn as a 5x5 picture around it with White moving up the page. Bit `cell` of a Leaps is
// the cell in reading order: file offset cell % 5 - 2, rank offset 2 - cell / 5 (mirrored for Black).
using Leaps = std::uint32_t;
consteval Leaps leaps(std::string_view picture) {
  Leaps bits = 0;
  int cell = 0;
  for (const char ch : picture) {
    if (ch == ' ') continue;
    if (ch == 'x') bits |= Leaps{1} << cell;
    ++cell;
  }
  if (cell != 25) throw "a leap picture has 25 cells";
  return bits;
}

enum Slides : std::uint8_t { no_slide = 0, orthogonal = 1, diagonal = 2, any_line = 3 };

struct Piece {
  char letter = 0;  // upper case, as in FEN for White
  Leaps leaps = 0;
  Slides slides = no_slide;

  constexpr bool absent() const { return letter == 0; }  // the game has no piece in this slot
};

enum class Stalemate : std::uint8_t { draw, loses };           // for the side that cannot move
enum class Material : std::uint8_t { kings_only, one_minor };  // what is too little to play on: K v K; or also a minor
enum class Counting : std::uint8_t { none, makruk };           // see counting.h
enum class PieceSet : std::uint8_t { chess, makruk };          // whose men a game is played with: what they look like

struct Rules {
  std::string_view name;
  std::string_view title;  // for people
  int files = 8;
  int ranks = 8;
  std::array<Piece, kKinds> pieces{};
  std::array<std::string_view, 2> starts{};  // FENs: the official setups, the default first; the second may be empty
  std::array<std::string_view, 2> start_names{};
  std::string_view strength = "KQRBNP";  // every piece's letter as the names of endings order them, strongest first
  std::string_view promotes_to;          // letters
  int promotion_ranks = 1;               // how many far ranks promote
  bool double_step = false;
  bool en_passant = false;
  bool castling = false;
  Stalemate stalemate = Stalemate::draw;
  Material too_little = Material::kings_only;
  int move_limit = 0;                    // moves of each side without capture or pawn move that draw; 0 = no such rule
  int repetition = 3;                    // occurrences of a position that draw
  bool repetition_counts_rights = true;  // whether positions that differ in en passant or castling are different
  Counting counting = Counting::none;
  PieceSet piece_set = PieceSet::chess;  // for pictures alone
  bool syzygy = false;                   // whether Syzygy's tables are of this game: files that others have made

  constexpr int squares() const { return files * ranks; }
  constexpr const Piece& piece(Kind k) const { return pieces[slot(k)]; }
  // The slot of an upper-case letter, or -1.
  constexpr int slot_of(char letter) const {
    for (int k = 0; k < kKinds; ++k)
      if (!pieces[slot(k)].absent() && pieces[slot(k)].letter == letter) return k;
    return -1;
  }
};

// Left-right symmetry of a leap picture: then the reverse of White's leaps are Black's, which attack look-ups rely on.
constexpr bool mirrors(Leaps l) {
  for (int cell = 0; cell < 25; ++cell)
    if ((l >> cell & 1) != (l >> (cell / 5 * 5 + 4 - cell % 5) & 1)) return false;
  return true;
}

// Whether a value describes a game that the core can play. Checked by static_assert wherever a game is instantiated.
consteval bool valid(const Rules& r) {
  if (r.name.empty() || r.files < 3 || r.files > 8 || r.ranks < 3 || r.ranks > 8) return false;
  if (r.en_passant && !r.double_step) return false;
  if (r.double_step && r.ranks < 5) return false;
  if (r.castling && (r.files != 8 || r.ranks != 8)) return false;
  if (r.promotion_ranks < 1 || r.promotion_ranks > r.ranks - 2) return false;
  if (r.repetition < 2 || r.move_limit < 0 || r.promotes_to.empty() || r.starts[0].empty()) return false;
  std::size_t present = 0;
  for (int k = 0; k < kKinds; ++k) {
    const Piece& p = r.pieces[slot(k)];
    if (p.absent() && k != index(Kind::pawn) && k != index(Kind::king)) {
      if (p.leaps != 0 || p.slides != no_slide) return false;
      continue;
    }
    ++present;
    if (p.letter < 'A' || p.letter > 'Z' || r.slot_of(p.letter) != k) return false;  // unique
    if (r.strength.find(p.letter) == std::string_view::npos) return false;
    if (k != 0 && p.leaps == 0 && p.slides == no_slide) return false;
    if (!mirrors(p.leaps)) return false;
  }
  for (const char ch : r.promotes_to) {
    const int k = r.slot_of(ch);
    if (k <= index(Kind::pawn) || k == index(Kind::king)) return false;
  }
  return r.strength.size() == present && r.pieces[5].slides == no_slide;
}

}  // namespace bookends
