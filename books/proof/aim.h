// The aim of a proof: what is to be proved of a side, which is called the attacker also where it only defends itself.
#pragma once

#include <cstdint>
#include <string>

#include "core/rules/rules.h"

namespace bookends {

enum class ProofAim : std::uint8_t {
  win,
  hold,  // that it does not lose
};

// "White wins", "Black holds the draw": for people.
inline std::string claim(Color attacker, ProofAim aim) {
  return std::string(attacker == Color::white ? "White" : "Black") +
         (aim == ProofAim::win ? " wins" : " holds the draw");
}

}  // namespace bookends
