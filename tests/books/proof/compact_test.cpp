// Plans made small: as much is left to do as before, and who goes on finds a proof.
#include "books/proof/plan/compact.h"

#include <chrono>

#include "books/proof/plan/history.h"
#include "books/proof/plan/outlook.h"
#include "books/work/history_table.h"
#include "core/io/file.h"
#include "core/io/folder_lock.h"
#include "tests/books/proof/support.h"

namespace bookends {
namespace {

void expect_same(const ProofOutlook& before, const ProofOutlook& after) {
  EXPECT_EQ(after.choice, before.choice);
  ASSERT_EQ(after.replies.size(), before.replies.size());
  for (std::size_t i = 0; i < before.replies.size(); ++i) {
    EXPECT_EQ(after.replies[i].move, before.replies[i].move);
    EXPECT_EQ(after.replies[i].proved, before.replies[i].proved);
    EXPECT_DOUBLE_EQ(after.replies[i].searches, before.replies[i].searches);
  }
  ASSERT_EQ(after.open.size(), before.open.size());
  for (std::size_t i = 0; i < before.open.size(); ++i) {
    EXPECT_EQ(after.open[i].fen, before.open[i].fen);
    EXPECT_EQ(after.open[i].ply, before.open[i].ply);
    EXPECT_DOUBLE_EQ(after.open[i].searches, before.open[i].searches);
  }
}

Result<CompactSummary> compacted(const std::filesystem::path& workspace) {
  Progress progress;
  return compact_plan(workspace, progress);
}

struct Shrunk {
  std::uint64_t positions = 0, solved = 0;  // that have gone, of all times
};

void compact_and_compare(const TemporaryFolder& folder, Shrunk& shrunk) {
  const ProofOutlook before = proof_outlook(folder.path()).value().value();
  const auto summary = compacted(folder.path());
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->bytes, std::filesystem::file_size(folder / "plan"));
  shrunk.positions += summary->positions_before - summary->positions;
  shrunk.solved += summary->solved_before - summary->solved;
  expect_same(before, proof_outlook(folder.path()).value().value());
  const auto once = read_file(folder / "plan").value();
  const auto again = compacted(folder.path());
  ASSERT_TRUE(again) << again.error().message;
  EXPECT_EQ(again->solved, summary->solved);
  EXPECT_EQ(again->positions, summary->positions);
  EXPECT_EQ(read_file(folder / "plan").value().size(), once.size());
}

// Stopped again and again, a round later each time, and made small in between.
template <const Rules& R>
Shrunk prove_in_pieces(const std::string& fen, ProofAim aim) {
  const TemporaryFolder folder;
  const ProveJob job = job_of<R>(fen, folder.path(), aim);
  Shrunk shrunk;
  for (int rounds = 2;; ++rounds) {
    test::StopAfter progress(rounds);
    const auto summary = prove<R>(job, nullptr, progress);
    if (summary) {
      EXPECT_EQ(summary->result, ProofResult::proved);
      EXPECT_EQ(complaint<R>(summary->certificate), "");
      return shrunk;
    }
    EXPECT_EQ(summary.error().code, ErrorCode::interrupted) << summary.error().message;
    compact_and_compare(folder, shrunk);
    if (testing::Test::HasFatalFailure()) return shrunk;
  }
}

TEST(Compact, LeavesAsMuchToDoAndAProofIsFound) {
  const Shrunk shrunk = prove_in_pieces<fragments>(kShutIn, ProofAim::win);
  EXPECT_GT(shrunk.solved, 0u);
}

TEST(Compact, OfADrawThatIsToBeHeld) {
  for (const std::string& fen : {kBlocked, kCircle}) prove_in_pieces<fragments>(fen, ProofAim::hold);
}

TEST(Compact, OfAProofThatIsThereLeavesIt) {
  const TemporaryFolder folder;
  const ProveSummary proof = must_prove<fragments>(job_of<fragments>(kShutIn, folder.path()));
  const auto summary = compacted(folder.path());
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->positions, 1u) << "the root";
  EXPECT_EQ(summary->solved, proof.header.records);
  EXPECT_EQ(must_prove<fragments>(job_of<fragments>(kShutIn, folder.path())).certificate, proof.certificate);
}

// Black's move to the corner leads to what another certificate has: that is no place of the plan, and the proof needs
// it.
TEST(Compact, LeavesToOtherCertificatesWhatTheyKnow) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>("1k3/5/2N2/5/4K b - - 0 1", folder.path());
  job.settings.attacker = Color::white;
  job.known = solved_by<fragments>(proof_of<fragments>(kShutIn).certificate);
  job.settings.known = "some";
  must_prove<fragments>(job);
  const auto summary = compacted(folder.path());
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->positions, 3u) << "all replies but that one";
  const ProveSummary again = must_prove<fragments>(job);
  EXPECT_EQ(complaint<fragments>(again.certificate), "");
  EXPECT_GE(again.solved, std::max<std::uint64_t>(job.known.size(), summary->solved));
}

// What info shows is the last line; who goes on counts on from there.
TEST(Compact, IsALineOfTheHistory) {
  const TemporaryFolder folder;
  must_prove<fragments>(job_of<fragments>(kShutIn, folder.path()));
  const HistoryTable before = read_history(folder / std::string(kHistoryFile)).value();
  const auto summary = compacted(folder.path());
  ASSERT_TRUE(summary) << summary.error().message;
  ASSERT_TRUE(compacted(folder.path())) << "once more, which changes nothing";
  const HistoryTable after = read_history(folder / std::string(kHistoryFile)).value();
  ASSERT_EQ(after.rows.size(), before.rows.size() + 1);
  const auto now = [&](std::string_view column) {
    return after.rows
        .back()[static_cast<std::size_t>(std::ranges::find(after.columns, column) - after.columns.begin())];
  };
  EXPECT_EQ(now("planned"), static_cast<double>(summary->positions));
  EXPECT_EQ(now("solved"), static_cast<double>(summary->solved));
  EXPECT_EQ(now("closed"), 1) << "the root";
  EXPECT_EQ(now("rounds"), before.rows.back()[2]);
  const auto plan = check_plan(read_file(folder / "plan").value(), "plan");
  ASSERT_TRUE(plan);
  ProofHistory history;
  history.open(folder / std::string(kHistoryFile), std::chrono::milliseconds(plan->content.progress.milliseconds));
  EXPECT_EQ(history.last().solved, summary->solved) << "the line is no later than the plan";
}

// While it looks for what is needed, and while that is packed.
TEST(Compact, ThatIsStoppedLeavesThePlan) {
  const TemporaryFolder folder;
  must_prove<fragments>(job_of<fragments>(kShutIn, folder.path()));
  const auto plan = read_file(folder / "plan").value(), history = read_file(folder / "history.tsv").value();
  int stops = 0;
  for (;; ++stops) {
    test::StopAfter progress(stops);
    const auto stopped = compact_plan(folder.path(), progress);
    if (stopped) break;
    EXPECT_EQ(stopped.error().code, ErrorCode::interrupted);
    EXPECT_EQ(read_file(folder / "plan").value(), plan);
    EXPECT_EQ(read_file(folder / "history.tsv").value(), history);
  }
  EXPECT_EQ(stops, 2);
  Progress goes_on;
  test::StopAfter at_once(0);
  const Plan<fragments> empty(Color::white, nullptr, ProofAim::win);
  EXPECT_EQ(compact(empty, at_once).error().code, ErrorCode::interrupted);
  EXPECT_TRUE(compact(empty, goes_on));
}

// What is no history of a proof is not touched, nor is one begun.
TEST(Compact, LeavesOtherHistories) {
  const TemporaryFolder folder;
  for (const std::string& text : {std::string(), std::string("seconds\tpositions\n1\t2\n")}) {
    must_prove<fragments>(job_of<fragments>(kShutIn, folder.path()));
    std::filesystem::remove(folder / "history.tsv");
    if (!text.empty()) {
      ASSERT_TRUE(write_file(folder / "history.tsv", as_bytes(text)));
    }
    ASSERT_TRUE(compacted(folder.path()));
    const auto left = read_file(folder / "history.tsv");
    ASSERT_EQ(left.ok(), !text.empty());
    EXPECT_TRUE(!left || std::ranges::equal(*left, as_bytes(text)));
    std::filesystem::remove(folder / "plan");
  }
}

TEST(Compact, IsReadWithinItsMemory) {
  const TemporaryFolder folder;
  const ProveJob job = job_of<fragments>(kShutIn, folder.path());
  const ProveSummary proof = must_prove<fragments>(job);
  ASSERT_TRUE(compacted(folder.path()));
  const auto load = [&](std::size_t memory) {
    Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
    return load_plan(plan, job.settings.text(), memory, folder / "plan");
  };
  const std::size_t needed = proof.header.records * sizeof(SolvedEntry);
  EXPECT_TRUE(load(needed));
  const auto refused = load(needed - 1);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::limit);
}

// Every bit of a small one, and every length.
TEST(Compact, OfAnyDamageIsRefused) {
  const TemporaryFolder folder;
  must_prove<fragments>(job_of<fragments>(kMateInTwo, folder.path()));
  ASSERT_TRUE(compacted(folder.path()));
  const std::vector<std::byte> bytes = read_file(folder / "plan").value();
  EXPECT_TRUE(check_plan(bytes, "plan"));
  for (std::size_t bit = 0; bit < 8 * bytes.size(); ++bit) {
    std::vector<std::byte> damaged = bytes;
    damaged[bit / 8] ^= std::byte{1} << bit % 8;
    ASSERT_FALSE(check_plan(damaged, "plan")) << bit;
  }
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(check_plan(std::span(bytes).first(size), "plan")) << size;
}

TEST(Compact, NeedsAPlanThatNobodyWorksOn) {
  const TemporaryFolder folder;
  EXPECT_EQ(compacted(folder.path()).error().code, ErrorCode::not_found);
  EXPECT_EQ(compacted(folder / "none").error().code, ErrorCode::not_found);
  ASSERT_TRUE(write_file(folder / "file", {}));
  EXPECT_EQ(compacted(folder / "file").error().code, ErrorCode::invalid_argument);
  must_prove<fragments>(job_of<fragments>(kMateInTwo, folder.path()));
  {
    const auto lock = FolderLock::take(folder.path());
    ASSERT_TRUE(lock);
    EXPECT_EQ(compacted(folder.path()).error().code, ErrorCode::io);
  }
  auto bytes = read_file(folder / "plan").value();
  bytes.back() ^= std::byte{1};
  ASSERT_TRUE(write_file(folder / "plan", bytes));
  EXPECT_EQ(compacted(folder.path()).error().code, ErrorCode::corrupt);
  EXPECT_EQ(read_file(folder / "plan").value(), bytes) << "what cannot be read stays";
}

}  // namespace
}  // namespace bookends
