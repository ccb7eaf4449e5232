// Proofs for tests: small ones that are quickly found, and what the checker says of them.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "books/proof/check/check.h"
#include "books/proof/prove/prove.h"
#include "books/work/workspace.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {

using games::fragments;
using games::fragments_sd;
using games::gardner;
using test::TemporaryFolder;
using testing::HasSubstr;

// Black has no more than a draw, and White no more either: blocked pawns, a knight to pass the time.
inline const std::string kBlocked = "nk3/pp3/5/PP3/1K3 b - - 0 1";
// Mate in two, and a win of 47 plies at most: the knight shuts the king in.
inline const std::string kMateInTwo = "4k/5/2K2/5/Q4 w - - 0 1";
inline const std::string kShutIn = "k4/5/2N2/5/4K w - - 0 1";

template <const Rules& R>
ProveJob job_of(const std::string& fen, const std::filesystem::path& folder, ProofAim aim = ProofAim::win) {
  ProveJob job;
  job.settings.game = R.name;
  job.settings.rules_fingerprint = fingerprint(R);
  job.settings.root = fen;
  job.settings.attacker = Position<R>::from_fen(fen).value().turn();
  job.settings.aim = aim;
  job.settings.nodes = 500;
  job.settings.glance_nodes = 50;
  job.settings.tail_nodes = 100;
  job.settings.long_nodes = 300;
  job.settings.program = generator_name();
  job.workspace = folder;
  return job;
}

template <const Rules& R>
ProveSummary must_prove(const ProveJob& job, const Oracle<R>* tables = nullptr) {
  Progress progress;
  auto summary = prove<R>(job, tables, progress);
  EXPECT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->result, ProofResult::proved);
  return std::move(*summary);
}

template <const Rules& R>
ProveSummary proof_of(const std::string& fen, ProofAim aim = ProofAim::win) {
  const TemporaryFolder folder;
  return must_prove<R>(job_of<R>(fen, folder.path(), aim));
}

inline std::vector<CertificateRecord> records_of(const std::vector<std::byte>& bytes) {
  CertificateReader reader = CertificateReader::from_bytes(bytes, "proof").value();
  std::vector<CertificateRecord> all;
  for (auto block = reader.next().value(); !block.empty(); block = reader.next().value())
    all.insert(all.end(), block.begin(), block.end());
  return all;
}

// What a certificate has solved, for a proof that builds on it.
template <const Rules& R>
std::vector<SolvedEntry> solved_by(const std::vector<std::byte>& certificate) {
  std::vector<SolvedEntry> all;
  for (const CertificateRecord& record : records_of(certificate))
    all.push_back({unpack_position<R>(record.position)->key(), {record.move, record.distance}});
  return all;
}

// What the checker finds wrong; "" for nothing.
template <const Rules& R>
std::string complaint(const std::vector<std::byte>& bytes, std::size_t memory = 1 << 20,
                      const Oracle<R>* tables = nullptr) {
  CertificateReader reader = CertificateReader::from_bytes(bytes, "proof").value();
  Progress progress;
  CheckOptions options;
  options.memory = memory;
  const auto report = check_certificate<R>(reader, tables, options, progress);
  return report ? report->wrong : report.error().message;
}

template <const Rules& R>
std::string complaint(const ProveSummary& proof, std::vector<CertificateRecord> records) {
  std::sort(records.begin(), records.end(),
            [](const CertificateRecord& a, const CertificateRecord& b) { return in_order(a.position, b.position); });
  return complaint<R>(encode_certificate(proof.header, std::move(records)).value());
}

using ProofMoves = std::map<std::array<std::uint8_t, PackedPosition::kBytes>, Move>;

inline ProofMoves moves_of(const std::vector<std::byte>& certificate) {
  ProofMoves moves;
  for (const CertificateRecord& record : records_of(certificate)) moves[record.position.bytes] = record.move;
  return moves;
}

template <const Rules& R>
struct PlayedGame {
  Game<R> game;
  int plies = 0;
};

// A game to its end. One side plays what `own(game)` says, a Move, the other one what the dice say; it is cut off where
// `own` has none.
template <const Rules& R, class Own>
PlayedGame<R> play_game(const std::string& fen, Color side, std::mt19937& dice, Own&& own) {
  PlayedGame<R> played{Game<R>(Position<R>::from_fen(fen).value())};
  Game<R>& game = played.game;
  for (; !game.verdict().over(); ++played.plies) {
    const MoveList list = game.position().legal_moves();
    const Move any = list[static_cast<int>(dice() % static_cast<unsigned>(list.size()))];
    const Move m = game.position().turn() == side ? own(game) : any;
    EXPECT_TRUE(m) << "no move at " << game.position().fen();
    if (!m) break;
    game.play(m);
  }
  return played;
}

// The same by the moves of a proof.
template <const Rules& R>
PlayedGame<R> play_proof(const std::string& fen, Color side, std::mt19937& dice, const ProofMoves& moves) {
  return play_game<R>(fen, side, dice, [&](const Game<R>& game) {
    const auto known = moves.find(pack(R, game.position().setup()).bytes);
    return known == moves.end() ? Move() : known->second;
  });
}

// Six positions that go round in circles.
inline const std::string kCircle = "2k2/1p1p1/pPpPp/P1P1P/2K2 b - - 0 1";

}  // namespace bookends
