// Where the solver finds solved endings while tables are built: in memory, else in a folder of them, else solved once
// more. Tables are not read back: they leave out what a search of one ply finds, and solving is quicker than searching.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <utility>

#include "core/base/progress.h"
#include "core/rules/games.h"
#include "tablebases/solution/solution.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {

struct SolutionFolder {
  std::filesystem::path path;  // empty: there is none. Made when something is to be written.
  bool has_all = false;        // all that is solved goes there for others at once; else what memory has no room for
};

struct StoreMemory {
  std::uint64_t keep = 0;                                          // bytes of solutions kept, about: those used last
  std::uint64_t most = std::numeric_limits<std::uint64_t>::max();  // bytes that an ending may take to solve
};

using Sides = std::array<bool, 2>;  // to move

template <const Rules& R>
class SolutionStore final : public SolutionSource {
 public:
  SolutionStore(const StoreMemory& memory, SolutionFolder folder, const SolveOptions& options, Progress& progress)
      : memory_(memory), folder_(std::move(folder)), options_(options), progress_(progress) {}

  // Solves what the ending depends on, as far as it is not kept, one after another, so that find() has nothing left to
  // solve: it is asked while other endings are in use, and those of both would take memory at the same time. Without a
  // folder that can still happen, and where a file turns out to be damaged. Errors: those of find(); limit, for what
  // takes too much to solve.
  Result<void> prepare(const Ending& ending);
  // Solves the ending, and what it depends on, unless it is kept. Errors: those of solving; io, when what memory has no
  // room for cannot be written.
  Result<std::shared_ptr<const SideCodes>> find(const Ending& ending, int side) override;
  // Writes it to a folder that has all. Errors: io, also when another process is just writing the same; whoever needs
  // it solves it again.
  Result<void> hand_on(const Solution& solution) const;
  // Takes over what others may need of a solution: its codes with these sides to move. `handed_on`: they are in the
  // folder. Errors: io, as of find().
  Result<void> keep(Solution solution, const Sides& sides, bool handed_on);

 private:
  using Codes = std::shared_ptr<const SideCodes>;
  using Key = std::pair<Ending, int>;  // and side to move
  struct Kept {
    Key key;
    Codes codes;
    bool in_folder = false;
  };

  bool has(const Key& key) const;
  bool is_in_folder(const Key& key) const;
  bool is_with_others(const Key& key) const;
  Result<void> make_room_to_solve(const Ending& ending);
  Result<std::array<Codes, 2>> solve_again(const Ending& ending);
  Result<std::array<Codes, 2>> keep_sides(Solution solution, const Sides& sides, bool in_folder);
  Result<Codes> keep_side(const Key& key, SideCodes codes, bool in_folder);
  Result<void> make_room(std::uint64_t keep);
  Result<void> write(const Key& key, const SideCodes& codes) const;

  StoreMemory memory_;
  SolutionFolder folder_;
  SolveOptions options_;
  Progress& progress_;
  std::deque<Kept> kept_;  // the one used longest ago first
  std::uint64_t kept_bytes_ = 0;
  // What others hold need not be read a second time: two pawns promote to the same endings.
  std::map<Key, std::weak_ptr<const SideCodes>> held_;
};

#define BOOKENDS_EXTERN_STORE(game) extern template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_STORE)
#undef BOOKENDS_EXTERN_STORE

}  // namespace bookends::tables
