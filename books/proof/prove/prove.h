// Looks for a proof that one side wins, or that it holds the draw: rounds of searches on the cheapest plan (plan.h)
// until nothing is left to do.
//
// The places of one round (place_search.h) are independent of one another, and what they found is taken in their order:
// so the proof depends on the settings alone, not on threads, ranks (proof/ranks) or interruptions.
#pragma once

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>

#include "books/leaves/evaluator.h"
#include "books/proof/certificate.h"
#include "books/proof/plan/solved.h"
#include "core/base/progress.h"
#include "core/position/oracle.h"

namespace bookends {

// Everything that decides what is computed.
struct ProveSettings {
  std::string game;
  std::uint64_t rules_fingerprint = 0;
  std::string root;  // FEN
  Color attacker = Color::white;
  ProofAim aim = ProofAim::win;
  std::uint64_t nodes = 20'000;        // of each search of the core; of longer looks up to 256 times as many
  std::uint64_t glance_nodes = 200;    // of each glance at a reply; 0: none
  std::uint64_t tail_nodes = 4'000;    // of each short search for a forced end
  std::uint64_t long_nodes = 200'000;  // of each longer one, where much is promised; ten times that for a mate seen
  int table_men = 0;
  std::string tables;  // digest of them; empty for none
  std::string known;   // digest of the certificates that ProveJob::known is from; empty for none
  std::string program;

  std::string text() const;
};

struct ProveJob {
  ProveSettings settings;
  std::vector<SolvedEntry> known;                 // solved already, for the same attacker: by other certificates
  std::optional<std::chrono::milliseconds> time;  // of all runs together
  int threads = 1;
  std::size_t memory = std::size_t{8} << 30;  // bytes, of the whole process
  std::filesystem::path workspace;            // a folder
};

enum class ProofResult : std::uint8_t { open, proved, refuted };

struct ProveSummary {
  ProofResult result = ProofResult::open;
  std::uint64_t rounds = 0;
  std::uint64_t positions = 0;         // planned
  std::uint64_t solved = 0;            // of all kinds, whether or not the proof needs them
  double searches = 0;                 // that the cheapest plan seems to need still; 0 when there is nothing left to do
  std::chrono::milliseconds spent{0};  // all runs together
  std::vector<std::byte> certificate;  // when proved
  CertificateHeader header;            // the same
};

// Errors: unsupported (rules under which the past of a game counts: there are no proofs).
Result<void> check_has_proofs(const Rules& rules);

// When the time is up the result is open; running it again with more time goes on. Errors: interrupted (the same),
// limit (memory), invalid_argument (the root, or a workspace of other settings), unsupported (check_has_proofs), io
// (also a workspace that another run works in), corrupt (the workspace, or a table).
template <const Rules& R>
Result<ProveSummary> prove(const ProveJob& job, const Oracle<R>* tables, Progress& progress);

}  // namespace bookends
