// Moves taken back: whether a record's move leads to a position of the defender.
#pragma once

#include <optional>

#include "books/proof/index.h"
#include "core/rules/games.h"

namespace bookends {

// The least bound on the plies, from `defender` on, of the records whose moves lead there, or of the root if it is that
// position; 0 where the draw is held. Nothing where there is no such record. Tries some thousand positions.
template <const Rules& R>
std::optional<int> promised_by_records(const ProofIndex& index, const Position<R>& defender);

}  // namespace bookends
