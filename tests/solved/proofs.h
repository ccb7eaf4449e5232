// What certificates say to a player: the line along the longest defence, and an answer to every reply.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "books/proof/certificate.h"
#include "core/rules/rules.h"

namespace bookends::test {

// One move of the line.
struct LineMove {
  std::string fen;       // before it
  std::string san, uci;  // the move
};

struct Reply {
  std::string san;     // the defender's
  std::string answer;  // SAN of the attacker's move; empty where the game is over, or the tables go on
  int plies = 0;       // from there until the game is won, at most
};

struct ProofFacts {
  std::string file;  // "fragments-start1.proof"
  std::uintmax_t bytes = 0;
  CertificateHeader header;
  std::vector<LineMove> line;  // from the root: the attacker's moves, and the replies that hold out longest
  std::vector<Reply> replies;  // to the attacker's first move, those that hold out longest first
};

// The line has at most so many plies. Errors: those of the certificate, and a move of it that is not legal.
Result<ProofFacts> read_facts(const Rules& rules, const std::filesystem::path& path, std::size_t plies);

}  // namespace bookends::test
