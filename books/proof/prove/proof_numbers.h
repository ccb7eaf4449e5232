// The numbers of proof-number searches, and how they are put together (tail_search.h says why so).
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/eval/material.h"
#include "core/eval/weights/games.h"
#include "core/position/position.h"

namespace bookends {

// How much is left to do until a position is proved to be won by the attacker, and until it is shown that it is not.
struct ProofNumbers {
  std::uint32_t proof = 1;
  std::uint32_t disproof = 1;
};

inline constexpr std::uint32_t kNever = 1u << 30;
inline constexpr ProofNumbers kWonNumbers{0, kNever}, kNotWonNumbers{kNever, 0};

// Of a side that is so many centipawns behind: 1 where it is not, and twice as much for each 200.
std::uint32_t proof_effort(int behind);

// Of a position that nobody has looked into, with so many replies where the defender is to move. Material alone: the
// whole evaluation takes five times as long and finds no more.
template <const Rules& R>
ProofNumbers first_numbers(const Position<R>& position, Color attacker, int replies) {
  constexpr int kAlike = 400;  // centipawns that the attacker leads by where both are as likely to succeed
  const int lead = material_lead<R>(position, attacker, weights<R>);
  const ProofNumbers numbers{proof_effort(kAlike - lead), proof_effort(lead - kAlike)};
  if (position.turn() == attacker) return numbers;
  return {numbers.proof * static_cast<std::uint32_t>(1 + replies), numbers.disproof};
}

// The moves of a position as children of a frame, one after the other, with what look_at(position, child) says of each;
// no more where one decides it. What is known of them stands in large tables, each in another place: announce(key) of
// all of them comes first, so that memory is asked for it at once. `after` is room for the positions behind the moves.
template <const Rules& R, class Child, class Announce, class LookAt>
void list_children(const Position<R>& position, bool attacking, std::vector<Position<R>>& after,
                   std::vector<Child>& children, const Announce& announce, const LookAt& look_at) {
  const MoveList moves = position.legal_moves();
  after.clear();
  for (const Move m : moves) {
    after.push_back(position);
    after.back().play(m);
    announce(after.back().key());
  }
  children.reserve(moves.size());
  for (int i = 0; i < moves.size(); ++i) {
    Child& child = children.emplace_back();
    const Position<R>& next = after[static_cast<std::size_t>(i)];
    child.move = moves[i];
    child.key = next.key();
    look_at(next, child);
    if ((attacking ? child.numbers.proof : child.numbers.disproof) == 0) return;
  }
}

// The attacker needs one move and the defender one reply: the least of the children's numbers. The other number stands
// for all children: the greatest, and one for each further.
template <class Children>
ProofNumbers combined_numbers(const Children& children, bool attacking) {
  std::uint32_t least = kNever, greatest = 0, open = 0;
  for (const auto& child : children) {
    const std::uint32_t one = attacking ? child.numbers.proof : child.numbers.disproof;
    const std::uint32_t all = attacking ? child.numbers.disproof : child.numbers.proof;
    least = std::min(least, one);
    greatest = std::max(greatest, all);
    open += all != 0 ? 1 : 0;
  }
  const std::uint32_t all = greatest == 0 || greatest >= kNever ? greatest : std::min(kNever - 1, greatest + open - 1);
  return attacking ? ProofNumbers{least, all} : ProofNumbers{all, least};
}

// Which child to look into, and how far: until another one is better by an eighth.
struct ChildTask {
  std::size_t child = 0;
  ProofNumbers limit;
};

template <class Children>
ChildTask best_child(const Children& children, bool attacking, ProofNumbers now, ProofNumbers limit) {
  constexpr std::uint32_t kSlack = 8;
  const auto one = [&](ProofNumbers n) { return attacking ? n.proof : n.disproof; };
  const auto all = [&](ProofNumbers n) { return attacking ? n.disproof : n.proof; };
  std::uint32_t least = kNever, second = kNever, greatest = 0;
  std::size_t best = 0;
  for (std::size_t i = 0; i < children.size(); ++i) {
    const std::uint32_t number = one(children[i].numbers);
    greatest = std::max(greatest, all(children[i].numbers));
    if (number < least) {
      second = least;
      least = number;
      best = i;
    } else {
      second = std::min(second, number);
    }
  }
  const std::uint32_t others = all(now) - std::min(greatest, all(now));  // one for each further child
  const std::uint32_t one_limit = std::min(one(limit), second == kNever ? kNever : second + second / kSlack + 1);
  const std::uint32_t all_limit = all(limit) >= kNever ? kNever : all(limit) - std::min(others, all(limit) - 1);
  return {best, attacking ? ProofNumbers{one_limit, all_limit} : ProofNumbers{all_limit, one_limit}};
}

}  // namespace bookends
