#include "tablebases/build/memory.h"

#include <unistd.h>

#include <algorithm>

#include "core/rules/games.h"
#include "tablebases/material/index.h"
#include "tablebases/rows/layout.h"
#include "tablebases/solution/solution.h"
#include "tablebases/solve/slice_events.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {
namespace {

// Of either side, for each word of a slice's placements: the sets open, closed and lost; for DTZ two more; what is
// legal, where both distances are solved. And what exits decide, which DTM has in every ply.
constexpr std::uint64_t kSets = 3, kDtzSets = 2, kLegalSets = 1, kDtmEvents = 8, kDtzEvents = 1;  // halves
constexpr std::uint64_t kWriterBytes = 3;  // for each number, where the codes themselves lie in a file
constexpr std::uint64_t kSpare = 16;       // a part of all, for what is not counted
constexpr std::uint64_t kFixedBytes = std::uint64_t{64} << 20;

// What is solved.
struct ToSolve {
  bool dtm = true, dtz = false;

  std::uint64_t distances() const { return std::uint64_t{dtm} + std::uint64_t{dtz}; }
  std::uint64_t sets() const { return kSets + (dtz ? kDtzSets : 0) + (dtm && dtz ? kLegalSets : 0); }
  std::uint64_t events() const { return dtm ? kDtmEvents : kDtzEvents; }
};

ToSolve to_solve(const Rules& rules, const WriteSettings& write) {
  const bool dtz = write.dtz && rules.move_limit != 0;
  return {write.dtm || needs_dtm(rules, dtz), dtz};
}

// The solver's sets and events of a slice, of both sides. A rank of the board takes eight words in a row, however wide.
std::uint64_t set_bytes(const Rules& rules, const IndexSize& size, const ToSolve& solved) {
  return with_game(rules, [&]<const Rules & R>() {
    const std::uint64_t words = size.places_of_slice / slot(R.squares()) + 1;
    return 2 * words *
           (solved.sets() * sizeof(Word<R>) * kRankWords / slot(R.files) +
            solved.events() * sizeof(Event<Word<R>>) / 2);
  });
}

// Bytes for each number of a solved ending: SideCodes. With five men no side to move of chess has more codes than a
// byte can tell apart: KNNvKP 245, all others at most 250 by their distances. Of other games the largest are not known.
// Without DTM there are six.
std::uint64_t child_bytes(const Ending& child, const ToSolve& solved) {
  return child.men() <= 5 || !solved.dtm ? 1 : 2;
}

}  // namespace

IndexSize index_size(const Rules& rules, const Ending& ending) {
  return with_game(rules, [&]<const Rules & R>() {
    const PlacementIndex<R> index(ending);
    return IndexSize{index.size(), places_of_slice(ending, has_loose_kings(ending), index.pairs(), R.squares())};
  });
}

std::uint64_t memory_needed_for(const Rules& rules, const Ending& ending, const WriteSettings& write, int ranks) {
  const IndexSize own = index_size(rules, ending);
  const ToSolve solved = to_solve(rules, write);
  std::uint64_t children = 0;
  for (const Dependency& child : dependencies_by_side(rules, ending))
    children += index_size(rules, child.ending).all * child_bytes(child.ending, solved) * slot(child.sides());
  const auto parts = static_cast<std::uint64_t>(ranks);
  // Of the halo a rank has the sets, but no codes; with many ranks it is up to eight times its own part.
  const std::uint64_t sets = set_bytes(rules, own, solved) * std::min<std::uint64_t>(parts, 9) / parts;
  // A byte for each distance; and one for hints, or what packing marks in their place, when the sets have gone.
  const std::uint64_t codes = 2 * own.all * solved.distances() / parts, hints = 2 * own.all / parts;
  const std::uint64_t solving = codes + std::max(sets, hints) + children;
  // What is handed on of one side, when children have gone.
  const std::uint64_t handing = codes + hints + own.all * child_bytes(ending, solved) / parts;
  const std::uint64_t most = std::max({solving, handing, ranks > 1 ? own.all * kWriterBytes : 0});
  return kFixedBytes + most + most / kSpare;
}

std::uint64_t machine_memory() {
  return static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGE_SIZE));
}

std::string size_text(std::uint64_t bytes) {
  const std::uint64_t mebibytes = (bytes + (std::uint64_t{1} << 20) - 1) >> 20;
  return mebibytes < 10240 ? std::to_string(mebibytes) + "M" : std::to_string((mebibytes + 1023) >> 10) + "G";
}

}  // namespace bookends::tables
