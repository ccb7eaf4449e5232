// Solved endings as files, one for each side to move: for what memory has no room for, and so that what one process has
// solved another one need not solve again. Not for exchange: read by the program that wrote them, removed when all
// tables are there.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "tablebases/solution/solution.h"

namespace bookends::tables {

inline constexpr std::string_view kSolutionSuffix = ".solved";
// What such a file begins with.
inline constexpr std::string_view kSolutionMagic = "BKSOLVE1";

// "KQvK.w.solved": the first-named side is to move.
std::filesystem::path solution_path(const Rules& rules, const Ending& ending, int side,
                                    const std::filesystem::path& folder);

// Into a folder that is there. Complete under its name or not there at all. Errors: io (also when another process is
// writing the same), limit.
Result<void> save_side(const Rules& rules, const Ending& ending, int side, const SideCodes& codes,
                       const std::filesystem::path& folder);

// Whether load_side() would find such a file, as far as its beginning tells: it may still be damaged.
bool has_side(const Rules& rules, const Ending& ending, int side, std::uint64_t size, const Known& needed,
              const std::filesystem::path& folder);

// `size`: PlacementIndex::size() of the ending; `needed`: what has to be known of it. Errors:
// not_found, also where that is not; io; corrupt (a checksum is wrong); unsupported (other rules, another version).
Result<SideCodes> load_side(const Rules& rules, const Ending& ending, int side, std::uint64_t size, const Known& needed,
                            const std::filesystem::path& folder);

struct SolutionFacts {
  std::string game;
  int side = 0;
  std::uint64_t positions = 0;
  Known known;
};

// Whether such a file is sound, whatever its ending, which its name alone says. `name` is for messages. Memory: a
// frame. Errors: corrupt, unsupported.
Result<SolutionFacts> check_solution(std::span<const std::byte> bytes, const std::string& name);

}  // namespace bookends::tables
