// The section of a book file that says what games say of moves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "books/played/code.h"
#include "core/base/result.h"

namespace bookends {

// Nothing at all where no moves were played. `keys`: of the book's entries, ascending. Errors: invalid_argument, limit.
Result<std::vector<std::byte>> encode_played(const std::vector<Key>& keys, std::vector<BookPlayed> played);

class PlayedSection {
 public:
  // False where the bytes, which are looked at from then on, contradict themselves.
  bool open(std::span<const std::byte> bytes, std::uint64_t positions);
  std::uint64_t count() const { return count_; }
  // Of entry i, which there is; the few before it are passed over.
  std::vector<PlayedMove> moves_at(std::uint64_t i) const;

 private:
  bool parse_head(std::uint64_t positions);
  bool blocks_hold(std::uint64_t positions) const;
  std::uint32_t block_start(std::uint64_t block) const;
  BitReader block(std::uint64_t number) const;

  std::span<const std::byte> bytes_;
  std::uint64_t count_ = 0;
  PlayedCode code_;
  std::uint64_t code_at_ = 0;
};

}  // namespace bookends
