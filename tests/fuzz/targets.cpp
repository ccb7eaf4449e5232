#include "tests/fuzz/targets.h"

#include <algorithm>
#include <array>

namespace bookends::test {
namespace {

constexpr std::array kTargets{FuzzTarget{"fen", fuzz_fen},
                              FuzzTarget{"pgn", fuzz_pgn},
                              FuzzTarget{"epd", fuzz_epd},
                              FuzzTarget{"json", fuzz_json},
                              FuzzTarget{"uci", fuzz_uci},
                              FuzzTarget{"weights", fuzz_weights, "set of weights"},
                              FuzzTarget{"samples", fuzz_samples, "file of samples"},
                              FuzzTarget{"table-plan", fuzz_table_plan, "plan of tables"},
                              FuzzTarget{"history", fuzz_history, "history"},
                              FuzzTarget{"packed-text", fuzz_packed_text},
                              FuzzTarget{"match-games", fuzz_match_games},
                              FuzzTarget{"openings", fuzz_openings},
                              FuzzTarget{"proof-history", fuzz_proof_history},
                              FuzzTarget{"polyglot", fuzz_polyglot, "Polyglot book"},
                              FuzzTarget{"network", fuzz_network, "network"},
                              FuzzTarget{"table", fuzz_table, "table"},
                              FuzzTarget{"book", fuzz_book, "book"},
                              FuzzTarget{"packed-book", fuzz_packed_book, "packed book"},
                              FuzzTarget{"certificate", fuzz_certificate, "certificate"},
                              FuzzTarget{"solution", fuzz_solution, "solved ending"},
                              FuzzTarget{"checkpoint", fuzz_checkpoint, "checkpoint"},
                              FuzzTarget{"snapshot", fuzz_snapshot, "snapshot of a book's build"},
                              FuzzTarget{"journal", fuzz_journal, "journal of a book's build"},
                              FuzzTarget{"proof-plan", fuzz_proof_plan, "plan of a proof"},
                              FuzzTarget{"syzygy", fuzz_syzygy},
                              FuzzTarget{"polyglot-probe", fuzz_polyglot_probe, "Polyglot book"},
                              FuzzTarget{"zstd-frame", fuzz_zstd_frame}};

}  // namespace

std::span<const FuzzTarget> fuzz_targets() { return kTargets; }

const FuzzTarget* fuzz_target(std::string_view name) {
  const auto found = std::ranges::find(kTargets, name, &FuzzTarget::name);
  return found == kTargets.end() ? nullptr : &*found;
}

}  // namespace bookends::test
