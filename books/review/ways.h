// The ways to a position of a book: the lines from its starts that lead there, of which all but one are transpositions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "books/probe/probe.h"
#include "core/base/result.h"

namespace bookends {

struct BookWay {
  std::size_t start = 0;  // of WayMap::starts()
  std::vector<Move> moves;

  bool operator==(const BookWay&) const = default;
};

struct WayQuestion {
  std::size_t shown = 8;         // ways to be named
  std::uint64_t counted = 1000;  // and to be counted
  std::size_t longer = 2;        // plies by which a way may be longer than the shortest
  std::optional<BookWay> but{};  // a way that is known already
};

struct FoundWays {
  std::vector<BookWay> shown;  // the shortest first
  std::uint64_t more = 0;      // that are not shown
  bool counted_all = true;     // else there are more than that
};

// Which positions of a book lead to which by one move, from its starts on. Const and thread-safe. Some 30 bytes a
// position and 8 a move between positions.
class WayMap {
 public:
  // All that is played in the book: by its own side its moves, by the other one every move that stays in the book.
  // Nothing where there are more than `most` positions, or ten times as many moves. Takes some five microseconds a
  // position. Errors: invalid_argument (a FEN).
  template <const Rules& R>
  static Result<std::optional<WayMap>> of(const Book<R>& book, std::size_t most);

  const std::vector<std::string>& starts() const { return starts_; }  // FENs, as the book has them
  std::size_t positions() const { return keys_.size(); }
  bool knows(Key key) const { return id_of(key).has_value(); }
  // The ways on which no position comes twice. None for a position that is not reached.
  FoundWays ways_to(Key key, const WayQuestion& question) const;

 private:
  struct Keyed {
    Key key;
    std::uint32_t id;
  };
  struct Step {
    std::uint32_t parent;
    Move move;
  };
  template <const Rules& R>
  friend class WayMapper;
  friend class WaySearch;
  WayMap() = default;
  std::optional<std::uint32_t> id_of(Key key) const;
  std::span<const Step> steps_to(std::uint32_t id) const;

  std::vector<std::string> starts_;
  std::vector<std::uint32_t> start_ids_;  // by start; of those that are one position the first counts
  std::vector<Keyed> keys_;               // ascending
  std::vector<std::uint16_t> depths_;     // by id: plies from the nearest start
  std::vector<std::uint32_t> first_;      // by id, and one more: where its steps begin
  std::vector<Step> steps_;
};

}  // namespace bookends
