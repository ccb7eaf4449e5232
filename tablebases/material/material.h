// Endings: which pieces each side has, how they are called, and in what order they must be solved.
//
// The sub-namespace keeps tables::Ending (material) apart from bookends::Ending (how a game ended,
// core/position/outcome.h).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/rules/counting.h"
#include "core/rules/rules.h"

namespace bookends::tables {

inline constexpr int kMaxMen = 7;  // pieces of both sides together, kings included

// Side 0 is the first-named, the stronger one. In everything derived from an ending, side 0 plays as White.
struct Ending {
  std::array<std::array<std::uint8_t, kKinds>, 2> pieces{};  // [side][slot], kings included (one each)

  int men() const;
  int pawns() const;  // of both sides
  bool has_pawns() const { return pawns() != 0; }
  bool symmetric() const { return pieces[0] == pieces[1]; }  // the same material on both sides
  bool operator==(const Ending&) const = default;
  bool operator<(const Ending& other) const { return pieces < other.pieces; }  // any total order, for maps
};

// "KRBvKR": each side strongest first by Rules::strength. Never fails; the order of the sides is the ending's own.
std::string ending_name(const Rules& rules, const Ending& ending);

// The ending of a name. The pieces of a side, and the sides, may come in any order: "rkvKQ" is KQvKR. Errors:
// invalid_argument, naming the letter or the side that is wrong.
Result<Ending> parse_ending(const Rules& rules, std::string_view name);

// An ending with its stronger side first: more men, then the piece letters in the order of Rules::strength.
// `swapped`: the material's White is side 1 of the ending, so that a position must be seen with colours exchanged
// (its ranks mirrored) before it is looked up. Never so for symmetric material.
struct Oriented {
  Ending ending;
  bool swapped = false;
};
Oriented ending_of(const Rules& rules, const PieceCounts& counts);

// Whether the material alone is a draw (Rules::too_little).
bool is_dead(const Rules& rules, const Ending& ending);

// All endings with at most `men` pieces (2 to kMaxMen), KvK included, in an order in which they can be built:
// whatever an ending depends on comes before it.
std::vector<Ending> endings_up_to(const Rules& rules, int men);

// An ending one move away by a capture, a promotion or both, and the sides that may be to move after it.
struct Dependency {
  Ending ending;
  std::array<bool, 2> to_move{};  // by side of that ending
  int sides() const { return (to_move[0] ? 1 : 0) + (to_move[1] ? 1 : 0); }
};

// In build order, without duplicates.
std::vector<Dependency> dependencies_by_side(const Rules& rules, const Ending& ending);
// The endings alone.
std::vector<Ending> dependencies(const Rules& rules, const Ending& ending);

// How an ending of a list depends on the others of the list.
struct BuildStep {
  std::vector<std::size_t> needs;  // in ascending order; all are smaller than its own place
  std::vector<int> sides;          // how many sides of each of them may be to move
  int level = 0;                   // 0: needs none; else one more than the highest that it needs
};

// The steps of a list that is in build order, each of its endings once.
std::vector<BuildStep> build_steps(const Rules& rules, const std::vector<Ending>& endings);

}  // namespace bookends::tables
