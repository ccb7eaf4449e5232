// What is fuzzed: one function for every parser and every reader of files. Each takes any bytes; what it finds wrong
// with the program, not with the bytes, ends the process.
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace bookends::test {

using FuzzInput = std::span<const std::byte>;

struct FuzzTarget {
  std::string_view name;
  void (*run)(FuzzInput input);
  std::string_view sample =
      {};  // the kind in tests/damage/samples.h to begin with; else tests/fuzz/corpus/NAME has texts
};

std::span<const FuzzTarget> fuzz_targets();
// Null where there is none of that name.
const FuzzTarget* fuzz_target(std::string_view name);

// Of texts (targets_text.cpp). The first byte may choose the game.
void fuzz_fen(FuzzInput input);
void fuzz_pgn(FuzzInput input);
void fuzz_epd(FuzzInput input);
void fuzz_json(FuzzInput input);
void fuzz_uci(FuzzInput input);
void fuzz_weights(FuzzInput input);
void fuzz_samples(FuzzInput input);
void fuzz_table_plan(FuzzInput input);
void fuzz_history(FuzzInput input);

// Of files (targets_files.cpp). Checksums are made right first, or nothing behind them would ever be read.
void fuzz_polyglot(FuzzInput input);
void fuzz_network(FuzzInput input);
void fuzz_table(FuzzInput input);
void fuzz_book(FuzzInput input);
void fuzz_packed_book(FuzzInput input);
void fuzz_certificate(FuzzInput input);
void fuzz_solution(FuzzInput input);
void fuzz_checkpoint(FuzzInput input);
void fuzz_snapshot(FuzzInput input);
void fuzz_journal(FuzzInput input);
void fuzz_proof_plan(FuzzInput input);
void fuzz_syzygy(FuzzInput input);

// Of files of games and of lines (targets_games.cpp).
void fuzz_packed_text(FuzzInput input);
void fuzz_match_games(FuzzInput input);
void fuzz_openings(FuzzInput input);
void fuzz_proof_history(FuzzInput input);

// Of what is probed (targets_probes.cpp).
void fuzz_polyglot_probe(FuzzInput input);
void fuzz_zstd_frame(FuzzInput input);

}  // namespace bookends::test
