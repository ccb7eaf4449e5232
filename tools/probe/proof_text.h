// What certificates say, in words.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tools/probe/proofs.h"

namespace bookends {

// "White wins in at most 23 plies", "Black holds the draw".
std::string proof_claim(const ProbedProof& proof);
// "Black wins in at most 73 plies (fragments-start1-b2b3.proof)".
std::string elsewhere_text(const ElsewhereProved& proved);

// Of a move that is proved: "at most 21", in plies after it.
std::string proof_move_text(const ProbedProof& proof, const ProbedProofMove& move);

// "the proof's move"; of the defender's replies, as far as their bounds are known, "holds out longest" or "loses
// fastest". "" of others.
std::string_view proof_mark(const ProbedProof& proof, const ProbedProofMove& move, Color turn);

// Who ("white"), "win" or "hold", plies and the proof's move: the columns of a table, with tabs between them, and "-"
// for what is not there, as all of it where nothing is proved.
std::string proof_columns(const std::optional<ProbedProof>& proof);

}  // namespace bookends
