// The aim of a proof: what is to be proved of a side, which is called the attacker also where it only defends itself.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rules/rules.h"

namespace bookends {

enum class ProofAim : std::uint8_t {
  win,
  hold,  // that it does not lose
};

// As files, JSON and columns have them: "white" or "black"; "win" or "hold".
inline std::string_view attacker_name(Color attacker) { return attacker == Color::white ? "white" : "black"; }
inline std::string_view aim_name(ProofAim aim) { return aim == ProofAim::win ? "win" : "hold"; }

// "White wins", "Black holds the draw": for people.
inline std::string claim(Color attacker, ProofAim aim) {
  return std::string(attacker == Color::white ? "White" : "Black") +
         (aim == ProofAim::win ? " wins" : " holds the draw");
}

}  // namespace bookends
