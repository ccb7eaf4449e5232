// The number of a placement within one part of a Syzygy file, and the order of men that a part names for it.
//
// The men stand in groups. The first leads: two kings, three men that are each the only one of their kind, or the pawns
// of one side; symmetries bring it to a part of the board. Then the pawns of the other side, if both have some, then
// groups of like men. A group's number counts the ways to put it on the squares that groups before it leave free.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "core/rules/bitboard.h"
#include "tablebases/material/material.h"

namespace bookends::tables::syzygy {

// A placement, with the side to move.
struct Placement {
  std::array<Bitboard, 2> colors{};
  std::array<Bitboard, kKinds> kinds{};
  Color turn = Color::white;
};

// Which of the four files a leading pawn is on, in the end.
constexpr std::size_t edge_file(Bitboard leading_pawns) {
  constexpr Bitboard kEdge = 0x8181818181818181;
  std::size_t file = 0;
  while (file < 3 && (leading_pawns & (kEdge << file | kEdge >> file)) == 0) ++file;
  return file;
}

// What a file's name says of all its parts.
struct Layout {
  explicit Layout(const Ending& ending);

  Ending ending;
  std::size_t men = 0;
  std::size_t leaders = 0;      // men of the leading group
  std::size_t other_pawns = 0;  // of the side that does not lead; 0 without pawns
  std::size_t pawn_side = 0;    // whose pawns lead
  bool pawns = false;

  std::size_t files() const { return pawns ? 4 : 1; }
  // Of the description of a part: places of the groups, then men.
  std::size_t description() const { return men + (other_pawns != 0 ? 2 : 1); }
};

class Numbering {
 public:
  // From the description of a part: a byte a man, of which the lower four bits are for the side that is stored first,
  // the upper ones for the other. Nothing when it does not describe the ending. `file`: of a leading pawn.
  static std::optional<Numbering> read(const Layout& layout, std::span<const std::byte> description, int side,
                                       std::size_t file);

  std::uint64_t size() const { return size_; }

  // Nothing for kings that touch. `flip`: the placement's White is the ending's second side. It must have the men of
  // the ending, and the leading pawn that edge_file() says.
  std::optional<std::uint64_t> number(const Placement& placement, bool flip) const;

 private:
  struct Group {
    std::uint8_t begin = 0, end = 0;
    std::uint64_t factor = 0;
  };
  using Squares = std::array<Square, kMaxMen>;

  Numbering() = default;
  bool read_men(const Layout& layout, std::span<const std::byte> men, int side);
  bool place_groups(std::size_t lead, std::size_t others, std::size_t file);
  Squares squares_of(const Placement& placement, bool flip) const;
  std::optional<std::uint64_t> lead_pieces(Squares& squares) const;
  std::uint64_t lead_pawns(Squares& squares) const;
  std::uint64_t lead_three(const Squares& squares) const;
  void turn(Squares& squares, Square by) const;

  std::array<std::uint8_t, kMaxMen> codes_{};  // of men: kind, and 8 for the second side
  std::array<Group, kMaxMen> groups_{};
  std::uint8_t men_ = 0, groups_used_ = 0;
  bool pawns_ = false, other_pawns_ = false;
  std::uint64_t size_ = 0;
};

}  // namespace bookends::tables::syzygy
