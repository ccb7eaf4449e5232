#include "tablebases/build/memory.h"

#include <unistd.h>

#include <algorithm>

#include "core/rules/games.h"
#include "tablebases/material/index.h"
#include "tablebases/rows/layout.h"
#include "tablebases/solution/solution.h"

namespace bookends::tables {
namespace {

constexpr std::uint64_t kSolverBytes = 6;  // for each placement of a slice, in all orders of identical men
constexpr std::uint64_t kWriterBytes = 3;  // for each number, where the codes themselves lie in a file
constexpr std::uint64_t kFixedBytes = std::uint64_t{64} << 20;

// Bytes for each number of the index and side to move of what is built: codes, and hints or what packing marks in their
// place. The copy of one side that is handed on comes when the children and the solver's sets have gone.
std::uint64_t side_bytes(const Rules& rules, const WriteSettings& write) {
  const bool dtz = write.dtz && rules.move_limit != 0;
  return sizeof(DtmCode) + (dtz ? sizeof(DtzCode) : 0) + sizeof(std::uint8_t);
}

// Bytes for each number of a solved ending: SideCodes. With five men no side to move of chess has more codes than a
// byte can tell apart: KNNvKP 245, all others at most 250 by their distances. Of other games the largest are not known.
std::uint64_t child_bytes(const Ending& child) { return child.men() <= 5 ? 1 : 2; }

}  // namespace

IndexSize index_size(const Rules& rules, const Ending& ending) {
  return with_game(rules, [&]<const Rules & R>() {
    const PlacementIndex<R> index(ending);
    return IndexSize{index.size(), places_of_slice(ending, has_loose_kings(ending), index.pairs(), R.squares())};
  });
}

std::uint64_t memory_needed_for(const Rules& rules, const Ending& ending, const WriteSettings& write, int ranks) {
  const IndexSize own = index_size(rules, ending);
  std::uint64_t children = 0;
  for (const Dependency& child : dependencies_by_side(rules, ending))
    children += index_size(rules, child.ending).all * child_bytes(child.ending) * slot(child.sides());
  const auto parts = static_cast<std::uint64_t>(ranks);
  // Of the halo a rank has the sets, but no codes; with many ranks it is up to eight times its own part.
  const std::uint64_t sets = own.places_of_slice * kSolverBytes * std::min<std::uint64_t>(parts, 9) / parts;
  const std::uint64_t solving = 2 * own.all * side_bytes(rules, write) / parts + sets + children;
  return kFixedBytes + (ranks > 1 ? std::max(solving, own.all * kWriterBytes) : solving);
}

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

std::string size_text(std::uint64_t bytes) {
  const std::uint64_t mebibytes = (bytes + (std::uint64_t{1} << 20) - 1) >> 20;
  return mebibytes < 10240 ? std::to_string(mebibytes) + "M" : std::to_string((mebibytes + 1023) >> 10) + "G";
}

}  // namespace bookends::tables
