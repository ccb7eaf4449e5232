// What a certificate says of a position: of the attacker's its record; beside it what follows from its records for all
// other moves, for the defender's replies, and for how a game goes on.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "books/proof/index.h"
#include "core/base/result.h"
#include "core/position/oracle.h"
#include "core/rules/games.h"

namespace bookends {

enum class ProvedBy : std::uint8_t {
  nothing,  // it is not proved
  record,   // of an attacker's move: every reply to it is
  end,      // the game is over, as the attacker wants it
  table,    // the open tables know it
  left,     // the proof leaves it to tables that are not open
};

struct ProvedMove {
  Move move;
  ProvedBy by = ProvedBy::nothing;
  int plies = 0;     // from after it until the game is won, at most; 0 where the draw is held, or nothing is proved
  bool own = false;  // the proof's
  Move out{};        // of an attacker's move that is not proved: the first reply that leads out of what is

  bool proved() const { return by != ProvedBy::nothing; }
};

// All legal moves. Of the attacker's the proof's own comes first, then those that are proved, the shortest first. Of
// the defender's the one that holds out longest comes first, as far as distances are known; those that are left to
// tables come last.
struct ProvedPosition {
  int plies = 0;  // until the game is won, at most; 0 where the draw is held
  std::vector<ProvedMove> moves;
};

// Const and thread-safe. The index and the tables, if there are any, have to outlive it.
template <const Rules& R>
class ProofProbe {
 public:
  ProofProbe(const ProofIndex& index, const Oracle<R>* tables) : index_(index), tables_(tables) {}

  // An attacker's position of which there is a record, or the root that is left to tables; or one of the defender's
  // that a record's move leads to, or all of whose replies are proved. Nothing for others, and where the game is over.
  // Errors: corrupt, where a record contradicts the rules or the other records.
  Result<std::optional<ProvedPosition>> position(const Position<R>& position) const;

  // The proof's moves against the replies that hold out longest, from such a position on until the game is over, the
  // tables take over, a position comes again, or `most` plies are there. Errors: as position().
  Result<std::vector<Move>> main_line(const Position<R>& position, std::size_t most) const;

 private:
  bool wins() const { return index_.header().aim == ProofAim::win; }
  bool is_attackers(const Position<R>& position) const { return position.turn() == index_.header().attacker; }
  Error contradiction(const Position<R>& at) const;
  Result<std::optional<IndexedStep>> step_at(const Position<R>& position) const;
  ProvedMove reply(const Position<R>& after, Move move, std::optional<int> promised) const;
  std::optional<ProvedMove> by_tables(const Position<R>& after, Move move) const;
  std::vector<ProvedMove> replies(const Position<R>& defender, std::optional<int> promised) const;
  ProvedMove attack(const Position<R>& position, Move move) const;
  Result<std::vector<ProvedMove>> attacks(const Position<R>& position, const IndexedStep& step) const;
  std::optional<int> promised_to(const Position<R>& defender) const;
  std::optional<ProvedPosition> left_root(const Position<R>& position) const;
  Result<std::optional<ProvedPosition>> defenders(const Position<R>& position) const;

  const ProofIndex& index_;
  const Oracle<R>* tables_;
};

#define BOOKENDS_EXTERN_PROOF_PROBE(game) extern template class ProofProbe<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PROOF_PROBE)
#undef BOOKENDS_EXTERN_PROOF_PROBE

}  // namespace bookends
