// What a workspace says of a proof that is looked for.
#include "books/proof/plan/outlook.h"

#include "books/proof/plan/plan_file.h"
#include "tests/books/proof/support.h"

namespace bookends {
namespace {

TEST(Outlook, IsNothingBeforeAPlanIsSaved) {
  const TemporaryFolder folder;
  const auto outlook = proof_outlook(folder.path());
  ASSERT_TRUE(outlook);
  EXPECT_FALSE(outlook->has_value());
}

TEST(Outlook, OfAProofIsItsMoveWithEveryReplyProved) {
  const TemporaryFolder folder;
  const ProveSummary proof = must_prove<fragments>(job_of<fragments>(kShutIn, folder.path()));
  const ProofOutlook outlook = proof_outlook(folder.path()).value().value();
  EXPECT_TRUE(outlook.proved);
  EXPECT_EQ(outlook.root, kShutIn);
  EXPECT_FALSE(outlook.choice.empty());
  ASSERT_FALSE(outlook.replies.empty());
  EXPECT_TRUE(std::ranges::all_of(outlook.replies, &OutlookReply::proved));
  EXPECT_TRUE(outlook.open.empty());
}

// A plan that is moved under the name of another root.
TEST(Outlook, IsOfItsOwnRoot) {
  const TemporaryFolder folder;
  Plan<fragments> plan(Color::white, nullptr, ProofAim::win);
  plan.add_root(Position<fragments>::from_fen(kShutIn).value());
  const auto saved_as = [&](const std::string& root, const std::string& attacker) {
    const std::string settings = "game=fragments\nroot=" + root + "\nattacker=" + attacker + "\naim=win\ntable_men=4\n";
    EXPECT_TRUE(save_plan(plan, PlanProgress{}, settings, folder.path() / kPlanFile));
    return proof_outlook(folder.path());
  };
  const auto own = saved_as(kShutIn, "white");
  ASSERT_TRUE(own) << own.error().message;
  EXPECT_FALSE((*own)->proved);
  EXPECT_EQ((*own)->open.size(), 1u);
  for (const auto& [root, attacker] :
       {std::pair{kMateInTwo, "white"}, {kShutIn, "black"}, {std::string("k4/5/2N2/5/4K b - - 0 1"), "white"}}) {
    const auto other = saved_as(root, attacker);
    ASSERT_FALSE(other) << root << ' ' << attacker;
    EXPECT_EQ(other.error().code, ErrorCode::corrupt);
  }
}

}  // namespace
}  // namespace bookends
