// Finite state entropy, the coding of zstd for all but literals (RFC 8878, 4.1).
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "tablebases/zstd/bits.h"

namespace bookends::tables::zstd {

// A state says its symbol, and what the next state is: `base` plus the number in the next `bits` bits.
class FseTable {
 public:
  struct State {
    std::uint16_t base = 0;
    std::uint8_t symbol = 0;
    std::uint8_t bits = 0;
  };

  // By the share that each symbol has of 2^log states; -1 is less than one state. nullopt when they do not fit.
  static std::optional<FseTable> of_shares(std::span<const std::int16_t> shares, int log);
  // Only ever this symbol.
  static FseTable of_one(std::uint8_t symbol);
  // As `bytes` begin with it, and how many of them it takes. nullopt for symbols above `last_symbol`, logs above
  // `most_log`, and what is none.
  static std::optional<FseTable> read(Bytes bytes, int last_symbol, int most_log, std::size_t& taken);

  int log() const { return log_; }
  const State& operator[](std::size_t state) const { return states_[state]; }

 private:
  int log_ = 0;
  std::vector<State> states_;
};

// Where a stream of symbols is.
class FseReader {
 public:
  FseReader(const FseTable& table, BackwardBits& bits) : table_(&table), state_(bits.read(table.log())) {}
  std::uint8_t symbol() const { return (*table_)[state_].symbol; }
  void next(BackwardBits& bits) {
    const FseTable::State& now = (*table_)[state_];
    state_ = now.base + bits.read(now.bits);
  }

 private:
  const FseTable* table_;
  std::size_t state_;
};

}  // namespace bookends::tables::zstd
