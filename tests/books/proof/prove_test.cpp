// Proofs: that they are found, and do not depend on anything but the settings.
#include "books/proof/plan/plan_file.h"
#include "tests/books/proof/support.h"

namespace bookends {
namespace {

TEST(Proof, IsFoundAndHolds) {
  for (const std::string& fen : {kMateInTwo, kShutIn}) {
    const ProveSummary proof = proof_of<fragments>(fen);
    EXPECT_EQ(complaint<fragments>(proof.certificate), "") << fen;
    EXPECT_GT(proof.header.records, 2u);
  }
}

// Whatever the defender does.
TEST(Proof, WinsEveryGame) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  const ProofMoves moves = moves_of(proof.certificate);
  std::mt19937 dice(3);
  for (int played = 0; played < 200; ++played) {
    const auto [game, plies] = play_proof<fragments>(kShutIn, Color::white, dice, moves);
    EXPECT_EQ(game.position().turn(), Color::black);
    EXPECT_EQ(game.verdict().outcome, Outcome::loss);
    EXPECT_LE(plies, proof.header.distance);
  }
}

TEST(Proof, IsForAllGamesOfItsKind) {
  const std::string fen = "4k/5/2K2/5/Q4 w - - 0 1";
  EXPECT_EQ(complaint<fragments_sd>(proof_of<fragments_sd>(fen).certificate), "");
  EXPECT_EQ(complaint<gardner>(proof_of<gardner>(fen).certificate), "");
}

// A pawn steps twice past another one, which may take it.
TEST(Proof, KnowsEnPassant) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>("4k/1p3/3K1/P4/1Q3 b - - 0 1", folder.path());
  job.settings.attacker = Color::white;
  const ProveSummary proof = must_prove<fragments>(job);
  EXPECT_EQ(complaint<fragments>(proof.certificate), "");
  const auto records = records_of(proof.certificate);
  EXPECT_TRUE(std::any_of(records.begin(), records.end(), [](const CertificateRecord& record) {
    return record.position.bytes[PackedPosition::kEnPassant] != 0;
  }));
}

TEST(Plan, AReplyCostsWhatAGlancePromisesAndNoMoreThanItsMove) {
  const auto root = Position<fragments>::from_fen(kShutIn).value();
  const Candidate candidate{root.legal_moves()[0], 100};
  const Position<fragments> after = root.after(candidate.move);
  const MoveList replies = after.legal_moves();
  ASSERT_GE(replies.size(), 3);
  const std::vector<ReplyScore> glances{{after.after(replies[0]).key(), 700}, {after.after(replies[1]).key(), -700}};
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  plan.add_root(root);
  plan.expand({plan.roots()[0], {}, 0}, std::span(&candidate, 1), glances);
  const auto cost_of = [&](Move m) { return plan.costs()[plan.find(after.after(m).key())]; };
  EXPECT_LT(cost_of(replies[0]), cost_of(replies[2]));
  EXPECT_EQ(cost_of(replies[1]), cost_of(replies[2])) << "a deeper search has promised more";
}

TEST(Proof, IsFoundWithoutGlances) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kShutIn, folder.path());
  job.settings.glance_nodes = 0;
  EXPECT_EQ(complaint<fragments>(must_prove<fragments>(job).certificate), "");
}

TEST(PlanFile, IsNotBelievedBlindly) {
  const TemporaryFolder folder;
  const auto root = Position<fragments>::from_fen(kShutIn).value();
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  plan.add_root(root);
  const auto saved_with = [&](auto change) {
    std::vector<PlanNode> nodes = plan.nodes();
    change(nodes);
    Plan<fragments> changed(Color::white, nullptr, ProofAim::win);
    changed.assign(std::move(nodes), plan.roots(), {});
    EXPECT_TRUE(save_plan(changed, PlanProgress{}, "s", folder / "plan"));
    Plan<fragments> back(Color::white, nullptr, ProofAim::win);
    return load_plan(back, "s", std::size_t{1} << 20, folder / "plan").ok();
  };
  EXPECT_TRUE(saved_with([](auto&) {}));
  const Candidate candidate{root.legal_moves()[0], 0};
  plan.expand({plan.roots()[0], {}, 0}, std::span(&candidate, 1), {});
  ASSERT_GT(plan.nodes().size(), 1u);
  EXPECT_TRUE(saved_with([](auto&) {}));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].position.bytes[PackedPosition::kEnPassant] = 200; }));
  EXPECT_FALSE(saved_with([](auto& nodes) { ++nodes[0].key; }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].moves[0].move = Move(0, 0); }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].moves[0].replies.push_back(0); }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].moves[0].replies.push_back(nodes[0].moves[0].replies[0]); }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].moves[0].replies.pop_back(); }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].moves[0].possible = false; }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].has_rest = false; }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].moves.clear(); }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].state = PlanState::solved; }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[0].looks = kMostLooks + 1; }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[1].parents.clear(); }));
  EXPECT_FALSE(saved_with([](auto& nodes) { nodes[1].parents.push_back(1); }));
  Plan<fragments> back(Color::white, nullptr, ProofAim::win);
  EXPECT_EQ(load_plan(back, "s", 16, folder / "plan").error().code, ErrorCode::limit);
}

TEST(Proof, OfTheSideThatIsNotToMove) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>("4k/5/2K2/Q4/5 b - - 0 1", folder.path());
  job.settings.attacker = Color::white;
  EXPECT_EQ(complaint<fragments>(must_prove<fragments>(job).certificate), "");
}

TEST(Proof, DependsNeitherOnThreadsNorOnInterruptions) {
  const ProveSummary one = proof_of<fragments>(kShutIn);
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kShutIn, folder.path());
  job.threads = 3;
  int interruptions = 0;
  for (;; ++interruptions) {
    test::StopAfter progress(interruptions + 1);
    const auto summary = prove<fragments>(job, nullptr, progress);
    if (!summary) {
      EXPECT_EQ(summary.error().code, ErrorCode::interrupted) << summary.error().message;
      continue;
    }
    EXPECT_TRUE(summary->certificate == one.certificate);
    break;
  }
  EXPECT_GT(interruptions, 0);
}

TEST(Proof, EndsWhereTheMemoryDoesAndGoesOnWithMore) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kShutIn, folder.path());
  job.memory = 1;
  Progress progress;
  const auto ended = prove<fragments>(job, nullptr, progress);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().code, ErrorCode::limit);
  EXPECT_THAT(ended.error().message, testing::AllOf(HasSubstr("--memory"), HasSubstr("what was found is in ")));
  EXPECT_TRUE(std::filesystem::exists(folder / "plan"));
  job.memory = ProveJob().memory;
  EXPECT_EQ(must_prove<fragments>(job).certificate, proof_of<fragments>(kShutIn).certificate);
}

// Before it begins: the tables that its searches may come to need count, each at its largest.
TEST(Proof, ThatMayNeedTooLargeTablesIsNotBegun) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kShutIn, folder.path());
  job.settings.long_nodes = std::uint64_t{1} << 30;  // ten times that for a mate seen: 512 GB
  job.memory = (std::size_t{512} << 30) + (std::size_t{8} << 30);
  job.threads = 2;
  Progress progress;
  const auto ended = prove<fragments>(job, nullptr, progress);
  ASSERT_FALSE(ended);
  EXPECT_EQ(ended.error().code, ErrorCode::limit);
  EXPECT_THAT(ended.error().message, testing::StartsWith("the next round may take 104"));
  EXPECT_THAT(ended.error().message, HasSubstr(" MB: allow more (--memory), or fewer threads, or make the workspace "
                                               "small (`bookends book compact`), to go on; "));
}

TEST(Proof, IsNotFoundWhereThereIsNone) {
  const TemporaryFolder folder;
  Progress progress;
  ProveJob job = job_of<fragments_sd>("k4/1Q3/5/5/4K b - - 0 1", folder.path());
  job.settings.attacker = Color::white;
  const auto summary = prove<fragments_sd>(job, nullptr, progress);
  ASSERT_TRUE(summary) << summary.error().message;
  EXPECT_EQ(summary->result, ProofResult::refuted) << "the queen is taken";
}

TEST(Proof, IsOnlyForGamesWhosePastDoesNotCount) {
  const TemporaryFolder folder;
  Progress progress;
  const auto chess =
      prove<games::chess>(job_of<games::chess>("7k/8/5K2/8/8/8/8/R7 w - - 0 1", folder.path()), nullptr, progress);
  ASSERT_FALSE(chess);
  EXPECT_EQ(chess.error().code, ErrorCode::unsupported);
}

TEST(Proof, OfOtherSettingsIsNotContinued) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kMateInTwo, folder.path());
  must_prove<fragments>(job);
  job.settings.nodes = 501;
  Progress progress;
  const auto other = prove<fragments>(job, nullptr, progress);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(other.error().message, HasSubstr("nodes"));
}

}  // namespace
}  // namespace bookends
