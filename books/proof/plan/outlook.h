// What a plan that is saved in a workspace says to people: which replies are proved, and what is left to look into.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "books/proof/plan/plan.h"

namespace bookends {

// A reply of the defender's at the root of a proof.
struct OutlookReply {
  std::string move;      // SAN
  bool proved = false;   // by the plan, the tables, other certificates or the end of the game
  bool refuted = false;  // the plan has no move left against it
  double searches = 0;   // that it seems to need still, by itself; 0 where it is proved or refuted
};

// A place of the cheapest plan that is still to be looked into.
struct OutlookPlace {
  std::string fen;
  int ply = 0;      // after the root, on the shortest way there by the plan's moves
  Score score = 0;  // for the attacker: what a search or a glance promised
  double searches = 0;
};

struct ProofOutlook {
  std::string game;
  std::string root;  // FEN
  Color attacker = Color::white;
  ProofAim aim = ProofAim::win;
  bool proved = false;  // nothing is left to do
  std::string
      choice;  // SAN: the attacker's move that wins, or the cheapest one, where he is to move at the root; else empty
  std::vector<OutlookReply> replies;  // all of them, in the order of legal moves; none where there is no choice yet
  std::vector<OutlookPlace> open;     // dearest first
};

// Of the plan in the folder `workspace`; nothing where none has been saved yet. Errors: io, corrupt, unsupported.
Result<std::optional<ProofOutlook>> proof_outlook(const std::filesystem::path& workspace);

}  // namespace bookends
