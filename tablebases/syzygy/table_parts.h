// One Syzygy file, open: its parts, one for each file of a leading pawn and each side to move that is stored.
//
// The format is that of Ronald de Man's generator (github.com/syzygy1/tb), which has no description but programs that
// read it. All numbers are little-endian, codes are read from the highest bit.
//
//   4 bytes       which kind of file
//   1             bit 0: both sides to move are stored; bit 1: there are pawns
//   for each file of a leading pawn (4 with pawns, else 1):
//     1 or 2      where in the number the leading group counts; then the other pawns, if both sides have pawns
//     men         the men in the order of the number: 1 to 6 pawn to king of the first side, 9 to 14 of the second.
//                 In all of these the lower four bits are for the first-named side to move, the upper for the other
//   to an even byte
//   for each of these and each side: how its values are coded (pairs.h)
//   DTZ alone: for each file, if its flags say so, four maps from what is stored to distances, for wins, losses,
//                 cursed wins and blessed losses: a count and so many bytes, or 16-bit words from an even byte on;
//                 then to an even byte
//   for each: index of blocks; for each: sizes of blocks; for each, from a multiple of 64 on: blocks
//   from a multiple of 64 on: 16 bytes, a checksum of the rest
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/base/result.h"
#include "tablebases/material/material.h"
#include "tablebases/syzygy/numbering.h"
#include "tablebases/syzygy/paged_file.h"
#include "tablebases/syzygy/pairs.h"

namespace bookends::tables::syzygy {

inline constexpr std::size_t kChecksumBytes = 16;  // at the end of a file

// What the flags of a part of a DTZ file say.
enum DtzFlags : std::uint8_t {
  black_to_move = 1,  // the side that is stored
  mapped = 2,
  win_plies = 4,  // distances of wins are in plies, else in moves; those under the 50-move rule alone
  loss_plies = 8,
  wide_map = 16,
};

class TableParts {
 public:
  struct Part {
    Numbering numbering;
    Pairs pairs;
    std::array<std::span<const std::byte>, 4> maps{};  // wins, losses, cursed wins, blessed losses
  };

  // Errors: those of read_file; corrupt where the file is not what its ending says, is cut off, or has bytes over;
  // unsupported for the files of other games. Values are not looked at.
  static Result<TableParts> open(const std::filesystem::path& path, const Ending& ending, FileKind kind,
                                 const std::shared_ptr<PageCache>& cache);

  const PagedFile& file() const { return file_; }
  // What stands in the file as the checksum of the rest.
  std::span<const std::byte> checksum() const { return checksum_; }

  // `side`: 0 where the first-named side is to move; always 0 in a DTZ file.
  const Part& part(std::size_t file, std::size_t side) const { return parts_[file * sides_ + side]; }

 private:
  explicit TableParts(PagedFile file) : file_(std::move(file)) {}
  bool read_beginning(std::size_t bytes);
  // A reason why not.
  std::optional<std::string> read(const Layout& layout, FileKind kind);
  bool read_maps(Part& part, std::size_t& at) const;
  bool place_values(std::size_t at);
  std::span<const std::byte> from(std::size_t at) const { return std::span(beginning_).subspan(at); }

  PagedFile file_;
  std::vector<std::byte> beginning_;  // of the file: all that comes before the index, into which the parts point
  std::array<std::byte, kChecksumBytes> checksum_{};
  std::size_t sides_ = 1;
  std::vector<Part> parts_;
};

}  // namespace bookends::tables::syzygy
