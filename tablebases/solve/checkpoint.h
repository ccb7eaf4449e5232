// What a rank has done of an ending that it shares with others, on disk, so that work which was cut off goes on there.
//
// Each rank writes a file of its own, ENDING.rank-I-of-N.STAMP.bkc. Stamps count up, and all ranks write those of the
// same ply under the same stamp; older files go when all have written theirs. So whenever the work is cut off, there is
// a stamp that every rank has, unless the first was never complete.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/communicator.h"
#include "core/result.h"
#include "core/rules.h"
#include "tablebases/solution.h"

namespace bookends::tables {

class Checkpoints {
 public:
  struct State {
    std::uint64_t slice = 0;  // the one in work, by its turn
    Bytes solver;             // SliceSolver::save()
  };

  // `folder` may be empty: then nothing is kept, and nothing found. `solution`: with its sizes, filled by load().
  Checkpoints(std::filesystem::path folder, const Rules& rules, Solution& solution, Communicator& ranks);

  // The newest that all ranks have. All call it together. Nothing when there is none. Errors: those of the ranks.
  Result<std::optional<State>> load();
  // All call it together, after the same ply. Errors: io, and those of the ranks.
  Result<void> save(const State& state);

 private:
  std::filesystem::path path(std::uint64_t stamp) const;
  Bytes identity() const;
  std::vector<std::uint64_t> sound_stamps();
  bool read(std::uint64_t stamp, State& state);
  Result<void> write(std::uint64_t stamp, const State& state);
  template <class F>
  bool for_arrays(F&& f);

  std::filesystem::path folder_;
  const Rules& rules_;
  std::string name_;
  Solution& solution_;
  Communicator& ranks_;
  std::uint64_t last_ = 0;
};

// An ending is complete: all of its files go, those of other numbers of ranks too.
void remove_checkpoints(const Rules& rules, const std::filesystem::path& folder, const Ending& ending);

}  // namespace bookends::tables
