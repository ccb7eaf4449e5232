// Checkpoints: what a rank has done of an ending that it shares with others, on disk, so that work which was cut off
// goes on there.
//
// Each rank writes a file of its own, ENDING.rank-I-of-N.STAMP.bkc. Stamps count up, and all ranks write those of the
// same ply under the same stamp, marked with a number that the first rank has drawn; older files go when all have
// written theirs. So whenever the work is cut off, there is a stamp that every rank has, unless the first was never
// complete; and files of two jobs are never taken for one.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "core/base/communicator.h"
#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tablebases/solution/solution.h"

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
  struct Mark {  // of a file: those of the same ply, on all ranks, have the same
    std::uint64_t stamp = 0;
    std::uint64_t set = 0;
    bool operator==(const Mark&) const = default;
    bool operator<(const Mark& other) const { return std::tie(stamp, set) < std::tie(other.stamp, other.set); }
  };
  std::vector<Mark> sound_marks();
  template <class T>
  Result<std::vector<std::vector<T>>> gathered(const std::vector<T>& own);
  bool read(std::uint64_t stamp, State& state);
  void forget_codes();
  Result<void> write(const Mark& mark, const State& state);

  std::filesystem::path folder_;
  const Rules& rules_;
  std::string name_;
  Solution& solution_;
  Communicator& ranks_;
  std::uint64_t last_ = 0;
};

// What a file of checkpoints begins with.
inline constexpr std::string_view kCheckpointMagic = "BKCHECK2";

struct CheckpointFacts {
  std::string game;
  std::string generator;
  std::uint64_t slice = 0;
  std::uint64_t positions = 0;  // of all arrays together
};

// Whether a file is one that could be gone on with, as far as it tells without its job. `name` is the file's, for
// messages. Memory: a frame, and the solver's keys. Errors: corrupt, unsupported.
Result<CheckpointFacts> check_checkpoint(std::span<const std::byte> bytes, const std::string& name);

// An ending is complete: all of its files go, those of other numbers of ranks too.
void remove_checkpoints(const Rules& rules, const std::filesystem::path& folder, const Ending& ending);

}  // namespace bookends::tables
