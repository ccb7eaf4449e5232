// Proofs that a side does not lose.
#include "books/exchange/import.h"
#include "core/notation/move_text.h"
#include "tests/books/proof/support.h"
#include "tools/agent/player/book_choice.h"

namespace bookends {
namespace {

// Whatever the other side tries, it never comes further than a draw.
TEST(HeldDraw, IsFoundAndHolds) {
  const ProveSummary proof = proof_of<fragments>(kBlocked, ProofAim::hold);
  EXPECT_EQ(complaint<fragments>(proof.certificate), "");
  for (const CertificateRecord& record : records_of(proof.certificate)) EXPECT_EQ(record.distance, 0);
  const ProofMoves moves = moves_of(proof.certificate);
  std::mt19937 dice(3);
  for (int played = 0; played < 100; ++played) {
    const Game<fragments> game = play_proof<fragments>(kBlocked, Color::black, dice, moves).game;
    const Outcome outcome = game.verdict().outcome;
    EXPECT_TRUE(outcome == Outcome::draw || (outcome == Outcome::loss && game.position().turn() == Color::white));
  }
}

TEST(HeldDraw, IsNotFoundWhereTheGameIsLost) {
  const TemporaryFolder folder;
  Progress progress;
  ProveJob job = job_of<fragments>(kMateInTwo, folder.path(), ProofAim::hold);
  job.settings.attacker = Color::black;
  const auto summary = prove<fragments>(job, nullptr, progress);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->result, ProofResult::refuted);
}

// A lone king before a rook's pawn: where a stalemate is a draw he holds it, where it loses he does not.
template <const Rules& R>
ProofResult held_by_stalemate() {
  const TemporaryFolder folder;
  Progress progress;
  ProveJob job = job_of<R>("k4/P4/5/1K3/5 w - - 0 1", folder.path(), ProofAim::hold);
  job.settings.attacker = Color::black;
  const auto summary = prove<R>(job, nullptr, progress);
  EXPECT_TRUE(summary) << summary.error().message;
  if (summary->result == ProofResult::proved) {
    EXPECT_EQ(complaint<R>(summary->certificate), "");
  }
  return summary->result;
}

TEST(HeldDraw, KnowsWhatAStalemateIs) {
  EXPECT_EQ(held_by_stalemate<fragments>(), ProofResult::refuted);
  EXPECT_EQ(held_by_stalemate<fragments_sd>(), ProofResult::proved);
  EXPECT_EQ(held_by_stalemate<gardner>(), ProofResult::proved);
}

TEST(HeldDraw, DependsNeitherOnThreadsNorOnInterruptions) {
  const ProveSummary one = proof_of<fragments>(kBlocked, ProofAim::hold);
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kBlocked, folder.path(), ProofAim::hold);
  job.threads = 2;
  for (int calls = 1;; ++calls) {
    test::StopAfter progress(calls);
    const auto summary = prove<fragments>(job, nullptr, progress);
    if (!summary) {
      ASSERT_EQ(summary.error().code, ErrorCode::interrupted) << summary.error().message;
      continue;
    }
    EXPECT_GT(calls, 2) << "interrupted twice at least";
    EXPECT_TRUE(summary->certificate == one.certificate);
    break;
  }
}

TEST(HeldDraw, TamperedIsSeenThrough) {
  const ProveSummary proof = proof_of<fragments>(kBlocked, ProofAim::hold);
  const std::vector<CertificateRecord> records = records_of(proof.certificate);
  for (std::size_t i = 0; i < records.size(); i += 1 + records.size() / 20) {
    std::vector<CertificateRecord> changed = records;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THAT(complaint<fragments>(proof, changed), HasSubstr("nothing is said of it"));
    changed = records;
    changed[i].distance = 1;
    EXPECT_THAT(complaint<fragments>(proof, changed), HasSubstr("a distance"));
    // The same moves do not win: as a proof of that the distances do not fall.
    CertificateHeader header = proof.header;
    header.aim = ProofAim::win;
    EXPECT_NE(complaint<fragments>(encode_certificate(header, records).value()), "");
  }
}

// Whether the proof still is one with another move: whether all replies to it are in it, or ends that are no loss.
TEST(HeldDraw, AnotherMoveIsSeenUnlessItHoldsToo) {
  const ProveSummary proof = proof_of<fragments>(kBlocked, ProofAim::hold);
  const std::vector<CertificateRecord> records = records_of(proof.certificate);
  const auto has = [&](const Position<fragments>& position) {
    return std::any_of(records.begin(), records.end(), [&](const CertificateRecord& record) {
      return record.position == pack(fragments, position.setup());
    });
  };
  int seen = 0, fine = 0;
  for (std::size_t i = 0; i < records.size(); i += 1 + records.size() / 30) {
    const auto position = unpack_position<fragments>(records[i].position).value();
    for (const Move m : position.legal_moves()) {
      const Position<fragments> next = position.after(m);
      bool holds = true;
      for (const Move reply : next.legal_moves()) {
        const Verdict end = verdict(next.after(reply));
        holds = holds && (end.over() ? end.outcome == Outcome::draw : has(next.after(reply)));
      }
      std::vector<CertificateRecord> changed = records;
      changed[i].move = m;
      EXPECT_EQ(complaint<fragments>(proof, changed).empty(), holds)
          << position.fen() << ' ' << format_uci(fragments, m);
      ++(holds ? fine : seen);
    }
  }
  EXPECT_GT(seen, 10);
  EXPECT_GT(fine, 10) << "at least those of the proof";
}

// A book of it is not left for a search where it repeats itself: that is what holds the draw.
TEST(HeldDraw, ABookOfItIsPlayedToTheEnd) {
  const ProveSummary proof = proof_of<fragments>(kCircle, ProofAim::hold);
  CertificateReader reader = CertificateReader::from_bytes(proof.certificate, "proof").value();
  BookImport<fragments> import;
  Progress progress;
  ASSERT_TRUE(import.add_proof(reader, nullptr, progress));
  const auto graph = import.finish({});
  ASSERT_TRUE(graph) << graph.error().message;
  auto file = BookFile::from_bytes(encode<fragments>(*graph).value(), "book");
  const auto book = Book<fragments>::from_file(std::move(*file), "book").value();
  std::mt19937 dice(2);
  for (int played = 0; played < 50; ++played) {
    const auto by_book = [&](const Game<fragments>& so_far) {
      const BookChoices choices = book_choices(book, so_far, {});
      return choices.moves.empty() ? Move() : choices.moves.front().move;
    };
    const Game<fragments> game = play_game<fragments>(kCircle, Color::black, dice, by_book).game;
    EXPECT_EQ(game.verdict().ending, Ending::repetition);
  }
}

}  // namespace
}  // namespace bookends
