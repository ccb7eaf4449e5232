// A PGN file in parts of some megabytes, each of whole games, so that they can be read at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "books/games/packed_text.h"
#include "core/base/result.h"

namespace bookends {

struct PgnPart {
  std::string text;
  std::uint32_t first_line = 1;  // where it stands in the file
};

class PgnParts {
 public:
  static constexpr std::size_t kUsualSize = std::size_t{2} << 20;
  static constexpr std::size_t kLargest = std::size_t{1} << 30;

  explicit PgnParts(PackedText file, std::string name, std::size_t usual_size = kUsualSize)
      : file_(std::move(file)), name_(std::move(name)), usual_size_(usual_size) {}

  // The next part, or nothing at the end. Errors: those of PackedText; limit, where no game begins in kLargest bytes.
  Result<std::optional<PgnPart>> next();
  const PackedText& file() const { return file_; }

 private:
  PackedText file_;
  std::string name_;
  std::size_t usual_size_;
  std::string rest_;
  std::uint32_t line_ = 1;
  bool ended_ = false;
};

// Where the last game of a text begins, so that a reader that starts there reads what it would have read coming from
// before: at a tag at the beginning of a line, after a line of moves; where the tag is not Event, there is an empty
// line between. npos where there is none, or it is at the beginning of the text.
std::size_t last_game(std::string_view text);

}  // namespace bookends
