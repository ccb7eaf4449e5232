// Longer looks: positions of a plan that are searched again when much has been spent below them.
#include <regex>

#include "books/leaves/leaf_search.h"
#include "books/proof/plan/plan_file.h"
#include "books/proof/ranks/over_ranks.h"
#include "tests/books/proof/support.h"
#include "tests/support/local_ranks.h"

namespace bookends {
namespace {

void look(Plan<fragments>& plan, const PlanLeaf& leaf) {
  const Candidate candidate{plan.position(leaf.node).legal_moves()[0], 100};
  plan.expand(leaf, std::span(&candidate, 1), {});
}

// A plan of a root with one of its moves, and the places behind that.
Plan<fragments> plan_of_one_move(const Position<fragments>& root) {
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  plan.add_root(root);
  look(plan, {plan.roots()[0], {}, 0});
  return plan;
}

void note(Plan<fragments>& plan, std::uint32_t searches) {
  const CheapestPlan cheapest = plan.cheapest(plan.costs());
  for (std::uint32_t i = 0; i < searches; ++i) plan.note_searches(cheapest, std::span(cheapest.open).first(1));
}

TEST(LongerLook, ComesWhenMuchWasSpentBelow) {
  Plan<fragments> plan = plan_of_one_move(Position<fragments>::from_fen(kShutIn).value());
  for (int times = 1; times <= kMostLooks; ++times) {
    const auto least = static_cast<std::uint32_t>(kSearchesToLook * searches_of_look(times - 1));
    note(plan, least - 1 - plan.nodes()[0].searches_below);
    EXPECT_TRUE(plan.cheapest(plan.costs()).due.empty());
    note(plan, 1);
    const std::vector<PlanLeaf> due = plan.cheapest(plan.costs()).due;
    ASSERT_EQ(due.size(), 1u);
    EXPECT_EQ(due[0].node, plan.roots()[0]);
    EXPECT_EQ(due[0].look, times);
    look(plan, due[0]);
    EXPECT_TRUE(plan.cheapest(plan.costs()).due.empty()) << "it has had that look";
  }
  note(plan, 1 << 20);
  EXPECT_TRUE(plan.cheapest(plan.costs()).due.empty());
}

TEST(LongerLook, AddsMovesAndLeavesThoseThatAreThere) {
  const auto root = Position<fragments>::from_fen(kShutIn).value();
  Plan<fragments> plan = plan_of_one_move(root);
  const MoveList moves = root.legal_moves();
  const std::vector<NodeId> replies = plan.nodes()[0].moves[0].replies;
  const std::vector<Candidate> candidates{{moves[1], 900}, {moves[0], 300}};
  plan.expand({plan.roots()[0], {}, 0, 1}, candidates, {});
  ASSERT_EQ(plan.nodes()[0].moves.size(), 2u);
  EXPECT_EQ(plan.nodes()[0].moves[0].move, moves[0]);
  EXPECT_EQ(plan.nodes()[0].moves[0].replies, replies);
  EXPECT_EQ(plan.nodes()[0].moves[1].move, moves[1]);
  EXPECT_EQ(plan.choice(0, plan.costs())->move, moves[1]) << "it promises more";
  note(plan, 5);
  const TemporaryFolder folder;
  ASSERT_TRUE(save_plan(plan, PlanProgress{}, "s", folder / "plan"));
  Plan<fragments> back(Color::white, nullptr, ProofAim::win);
  ASSERT_TRUE(load_plan(back, "s", std::size_t{1} << 20, folder / "plan").ok());
  EXPECT_EQ(back.nodes()[0].looks, 1);
  EXPECT_EQ(back.nodes()[0].searches_below, 5u);
}

// So many searches at a place right below a position.
void note_below(Plan<fragments>& plan, NodeId above, std::uint32_t searches) {
  const CheapestPlan cheapest = plan.cheapest(plan.costs());
  const auto place =
      std::ranges::find_if(cheapest.open, [&](const PlanLeaf& leaf) { return cheapest.above[leaf.node] == above; });
  ASSERT_NE(place, cheapest.open.end());
  for (std::uint32_t i = 0; i < searches; ++i) plan.note_searches(cheapest, std::span(place, 1));
}

struct Crew {
  int threads = 1;  // of each rank
  int ranks = 1;
};

// Megabytes that rank 0 asks for before the first round of a plan.
int asked_for(const Plan<fragments>& plan, Crew crew) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kShutIn, folder.path());
  job.settings.nodes = std::uint64_t{1} << 20;
  job.threads = crew.threads;
  EXPECT_TRUE(save_plan(plan, PlanProgress{}, job.settings.text(), folder / "plan"));
  const auto ended = test::run_ranks(crew.ranks, [&](Communicator& ranks) -> Result<void> {
    ProveJob own = job;
    if (ranks.rank() == 0) own.memory = std::size_t{1} << 20;
    if (ranks.rank() != 0) own.workspace.clear();
    Progress silent;
    const Result<ProveSummary> summary = prove_on_ranks<fragments>(own, nullptr, ranks, silent);
    return summary ? Result<void>() : Result<void>(summary.error());
  });
  std::smatch said;
  const std::regex number(R"(the next round may take (\d+) MB)");
  if (ended[0] || !std::regex_search(ended[0].error().message, said, number)) return -1;
  return std::stoi(said[1]);
}

const int kLookMegabytes = static_cast<int>(search_table_bytes(std::uint64_t{4} << 20) >> 20);

TEST(LongerLook, AsksForRoomWhenItIsDue) {
  Plan<fragments> plan = plan_of_one_move(Position<fragments>::from_fen(kShutIn).value());
  note(plan, kSearchesToLook - 1);
  for (const int threads : {1, 3}) {
    Plan<fragments> due = plan;
    const int before = asked_for(plan, {threads});
    ASSERT_GT(before, 0);
    note(due, 1);
    EXPECT_NEAR(asked_for(due, {threads}), before + kLookMegabytes, kLookMegabytes / 4) << "one look, whoever makes it";
  }
}

TEST(LongerLook, OfAnotherRankTakesNoRoomHere) {
  Plan<fragments> plan = plan_of_one_move(Position<fragments>::from_fen(kShutIn).value());
  const NodeId reply = plan.nodes()[0].moves[0].replies[0];
  look(plan, {reply, {}, 0});
  note_below(plan, reply, kSearchesToLook);
  ASSERT_EQ(plan.cheapest(plan.costs()).due.size(), 2u);
  const int alone = asked_for(plan, {1, 1});
  ASSERT_GT(alone, kLookMegabytes);
  EXPECT_NEAR(asked_for(plan, {1, 2}), alone, kLookMegabytes / 4);
  EXPECT_GT(asked_for(plan, {2, 1}), alone + kLookMegabytes * 3 / 4) << "two looks at a time";
}

// Of a proof that has to be planned, since its searches find next to nothing.
ProveJob hard_job(const TemporaryFolder& folder) {
  ProveJob job = job_of<fragments>(kShutIn, folder.path());
  job.settings.nodes = 30;
  job.settings.glance_nodes = 0;
  job.settings.tail_nodes = job.settings.long_nodes = 1;
  return job;
}

std::size_t looks_in(const TemporaryFolder& folder, const ProveJob& job) {
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  EXPECT_TRUE(load_plan(plan, job.settings.text(), std::size_t{1} << 30, folder / "plan").ok());
  std::size_t looks = 0;
  for (const PlanNode& node : plan.nodes()) looks += node.looks;
  return looks;
}

TEST(LongerLook, DependsNeitherOnThreadsNorOnInterruptions) {
  const TemporaryFolder first, second;
  const ProveJob one = hard_job(first);
  const ProveSummary whole = must_prove<fragments>(one);
  EXPECT_EQ(complaint<fragments>(whole.certificate), "");
  EXPECT_GT(looks_in(first, one), 0u);
  ProveJob parted = hard_job(second);
  parted.threads = 3;
  int stops = 0;
  for (;; ++stops) {
    test::StopAfter progress(4 * (stops + 1));
    const auto summary = prove<fragments>(parted, nullptr, progress);
    if (!summary) {
      ASSERT_EQ(summary.error().code, ErrorCode::interrupted) << summary.error().message;
      continue;
    }
    EXPECT_TRUE(summary->certificate == whole.certificate);
    EXPECT_EQ(looks_in(second, parted), looks_in(first, one));
    break;
  }
  EXPECT_GT(stops, 2);
}

}  // namespace
}  // namespace bookends
