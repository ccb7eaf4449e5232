// What certificates say of a position, as programs show it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "books/proof/proved.h"
#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tools/probe/sources.h"

namespace bookends {

// What another certificate proves of the position after a move that this one does not know.
struct ElsewhereProved {
  std::string file;  // its name, without a folder
  Color attacker = Color::white;
  ProofAim aim = ProofAim::win;
  int plies = 0;  // after the move, until the game is won, at most; 0 where the draw is held
};

struct ProbedProofMove {
  std::string uci;
  std::string san;
  ProvedBy by = ProvedBy::nothing;
  int plies = 0;     // as ProvedMove
  bool own = false;  // the proof's
  std::string out;   // SAN of the first reply that leads out, of an attacker's move that is not proved
  std::string out_uci;
  std::optional<ElsewhereProved> elsewhere{};  // of a move that is not proved

  bool proved() const { return by != ProvedBy::nothing; }
};

struct ProbedProof {
  std::size_t which = 0;  // of the sources' proofs
  std::string file;       // its name, without a folder
  Color attacker = Color::white;
  ProofAim aim = ProofAim::win;
  int table_men = 0;
  int plies = 0;                       // until the game is won, at most; 0 where the draw is held
  std::vector<ProbedProofMove> moves;  // all that are legal, in the order of ProvedPosition
};

// "record", "end", "table", "left" or "nothing".
std::string_view proved_by_name(ProvedBy by);

// Of several certificates one that wins goes before one that holds, then the shortest bound. The tables of the sources
// count. Nothing where none knows the position. Errors: corrupt, of a certificate that does not hold there.
Result<std::optional<ProbedProof>> ask_proofs(const Rules& rules, const ProbeSources& sources, const std::string& fen);

// The main line from there on by one certificate, as UCI moves (ProofProbe::main_line). Errors: as ask_proofs.
Result<std::vector<std::string>> ask_main_line(const Rules& rules, const ProbeSources& sources, std::size_t which,
                                               const std::string& fen, std::size_t most);

}  // namespace bookends
