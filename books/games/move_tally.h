// Counts moves: by position and move how often each was played, and what came of it. What memory has no room for waits
// on disk, parted by the leading bits of the positions' keys, so that each part can be counted by itself in the end.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <vector>

#include "books/played/record.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/position/move.h"
#include "core/position/position.h"

namespace bookends {

enum class PlayedTo : std::uint8_t {
  win,  // for the side that moves
  draw,
  loss,
  open,   // the game has no result
  listed  // it is a variation's: nobody played it
};

// One move of one game.
struct PlayedOnce {
  Key key = 0;                   // of the position before it
  std::uint32_t game = 0;        // games are counted in the order in which they were read
  std::uint16_t plies_left = 0;  // 65535 less the ply: of equal moves of a game the last one comes first
  std::uint16_t move = 0;        // Move::bits()
  std::uint16_t rating = 0;      // of the side that moves; 0 where it has none
  std::uint16_t year = 0;        // 0: unknown
  PlayedTo to = PlayedTo::open;
};

// All that was counted of one move.
struct TalliedMove {
  Key key = 0;
  std::uint64_t first = 0;    // the first game that has it, and how late there: the last one comes first
  std::uint64_t ratings = 0;  // their sum
  std::uint32_t games = 0, wins = 0, draws = 0, losses = 0, rated = 0;  // as PlayedMove; games may be 0
  std::uint16_t move = 0;
  std::uint16_t year = 0;
};
PlayedMove record_of(const TalliedMove& move, int move_index);

// The counts of both, each by key and then by move, as they come out.
std::vector<TalliedMove> together(std::vector<TalliedMove> a, const std::vector<TalliedMove>& b);

// Which moves stay.
struct TallyRule {
  std::uint32_t min_games = 0;
  double min_score = 0;  // share of points, 0 to 1
};

class MoveTally {
 public:
  // Bytes of memory to take, about; and where the rest waits. Its files go with the process.
  MoveTally(std::uint64_t memory, std::filesystem::path folder) : memory_(memory), folder_(std::move(folder)) {}
  MoveTally(MoveTally&& other) noexcept;
  MoveTally& operator=(MoveTally&& other) noexcept;
  ~MoveTally();

  // Errors: io.
  Result<void> add(std::span<const PlayedOnce> moves);
  // What has been counted, by key and then by move; the tally is empty after it. The order of adding and the number of
  // threads change nothing. Errors: io; limit, where what stays would take more than the memory; interrupted.
  Result<std::vector<TalliedMove>> finish(const TallyRule& rule, int threads, Progress& progress);

 private:
  static constexpr int kPartBits = 8;
  static constexpr std::size_t kParts = std::size_t{1} << kPartBits;
  struct Extent {
    std::uint64_t offset = 0;
    std::size_t moves = 0;
  };

  Result<void> spill();
  Result<void> open_file();
  Result<std::vector<PlayedOnce>> take_part(std::size_t part);

  std::uint64_t memory_;
  std::filesystem::path folder_;
  std::array<std::vector<PlayedOnce>, kParts> parts_;
  std::array<std::vector<Extent>, kParts> extents_;
  std::size_t held_ = 0;  // moves in memory
  int fd_ = -1;
  std::uint64_t written_ = 0;
};

}  // namespace bookends
