#include "tools/probe/proof_text.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/count_text.h"

namespace bookends {
namespace {

bool is_won(const ProbedProof& proof) { return proof.aim == ProofAim::win; }

std::string bound_text(int plies) { return fmt::format("at most {}", plies); }

// What is left to tables has no bound of its own.
std::string_view defence_mark(const ProbedProof& proof, const ProbedProofMove& move) {
  if (move.by == ProvedBy::left) return "";
  int longest = move.plies, shortest = move.plies;
  for (const ProbedProofMove& other : proof.moves) {
    if (other.by == ProvedBy::left) continue;
    longest = std::max(longest, other.plies);
    shortest = std::min(shortest, other.plies);
  }
  if (move.plies == longest) return "holds out longest";
  return move.plies == shortest ? "loses fastest" : "";
}

std::string claim_text(Color attacker, ProofAim aim, int plies) {
  const std::string text = claim(attacker, aim);
  if (aim != ProofAim::win) return text;
  return fmt::format("{} in at most {}", text, count_text(static_cast<std::uint64_t>(plies), "ply", "plies"));
}

}  // namespace

std::string proof_claim(const ProbedProof& proof) { return claim_text(proof.attacker, proof.aim, proof.plies); }

std::string elsewhere_text(const ElsewhereProved& proved) {
  return fmt::format("{} ({})", claim_text(proved.attacker, proved.aim, proved.plies), proved.file);
}

std::string proof_move_text(const ProbedProof& proof, const ProbedProofMove& move) {
  const bool won = is_won(proof);
  switch (move.by) {
    case ProvedBy::end:
      return won ? "wins at once" : "ends the game";
    case ProvedBy::table:
      return won ? bound_text(move.plies) + ", by the tables" : "held, by the tables";
    case ProvedBy::left:
      return fmt::format("{}, left to tables of {} men", won ? bound_text(move.plies) : "held", proof.table_men);
    default:
      return won ? bound_text(move.plies) : "held";
  }
}

std::string proof_columns(const std::optional<ProbedProof>& proof) {
  if (!proof) return "-\t-\t-\t-";
  const auto own = std::ranges::find(proof->moves, true, &ProbedProofMove::own);
  return fmt::format("{}\t{}\t{}\t{}", attacker_name(proof->attacker), aim_name(proof->aim),
                     is_won(*proof) ? std::to_string(proof->plies) : "-", own == proof->moves.end() ? "-" : own->uci);
}

std::string_view proof_mark(const ProbedProof& proof, const ProbedProofMove& move, Color turn) {
  if (turn == proof.attacker) return move.own ? "the proof's move" : "";
  return is_won(proof) ? defence_mark(proof, move) : "";
}

}  // namespace bookends
