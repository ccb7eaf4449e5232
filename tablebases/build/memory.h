// Estimates of the memory that making tables takes, on the high side. In bytes.
#pragma once

#include <cstdint>
#include <string>

#include "core/rules/rules.h"
#include "tablebases/material/material.h"
#include "tablebases/pack/table_writer.h"

namespace bookends::tables {

struct IndexSize {
  std::uint64_t all = 0;
  std::uint64_t places_of_slice = 0;  // layout.h
};
IndexSize index_size(const Rules& rules, const Ending& ending);

// For one ending, with what it depends on in memory. With several ranks: for the one that needs most of those that
// share it, or that writes its table.
std::uint64_t memory_needed_for(const Rules& rules, const Ending& ending, const WriteSettings& write, int ranks = 1);

// What the machine has.
std::uint64_t machine_memory();

// Rounded up, in the units that --memory takes.
std::string size_text(std::uint64_t bytes);

}  // namespace bookends::tables
