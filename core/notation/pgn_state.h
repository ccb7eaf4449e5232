// What a PgnReader knows of the game that it reads, for its own files.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/notation/pgn_reader.h"

namespace bookends {

inline constexpr std::size_t kLongestPgnWord = 255;

struct PgnReader::State {
  struct Variation {
    std::uint32_t after;       // the line around it goes on after this move
    std::size_t alternatives;  // that its first move had before it
  };

  PgnGame game{.tags = {}, .nodes = std::vector<PgnNode>(1)};
  std::uint32_t now = 0;         // the last move played
  std::vector<Variation> outer;  // those that are open
  std::string before;            // comments since "("
  bool opened = false;           // right after "("
  bool moves_began = false;
  bool over = false;
  std::optional<std::size_t> cut_at;  // with so many variations open, a line has ended before its moves do
  std::size_t bytes = 0;
  bool after_number = false;    // of a move
  std::uint32_t word_line = 0;  // where the word that is read begins
  std::uint32_t word_column = 0;
  std::vector<std::uint32_t> parents{0};  // of every node
};

}  // namespace bookends
