// A plan and what is solved as a file, so that a proof can be interrupted.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "books/proof/certificate.h"
#include "books/proof/plan/plan.h"

namespace bookends {

struct PlanProgress {
  std::uint64_t rounds = 0;
  std::uint64_t milliseconds = 0;  // spent
};

// Complete or not there at all. Errors: io, limit.
template <const Rules& R>
Result<void> save_plan(const Plan<R>& plan, const PlanProgress& progress, const std::string& settings,
                       const std::filesystem::path& path);
// What that takes for a moment, about, when there are so many positions more.
template <const Rules& R>
std::size_t saving_bytes(const Plan<R>& plan, std::size_t more_planned, std::size_t more_solved);

// The same of a plan of which the positions that are solved are known, as a certificate has them: then they take a
// third of the bytes. `wins` are in order, and all of plan.solved(). Errors: interrupted, too.
template <const Rules& R>
Result<void> save_small_plan(const Plan<R>& plan, std::vector<CertificateRecord> wins, const PlanProgress& reached,
                             const std::string& settings, const std::filesystem::path& path, Progress& progress);

// Into an empty plan; one that is unpacked to more than `memory` bytes is refused. It has to be one that a plan could
// be (plan_sense.h); what is said to be solved is believed: certificates have a checker. Errors: not_found, io,
// corrupt, unsupported, limit, invalid_argument (made with other settings).
template <const Rules& R>
Result<PlanProgress> load_plan(Plan<R>& plan, const std::string& settings, std::size_t memory,
                               const std::filesystem::path& path);

// Its name in a workspace.
inline constexpr std::string_view kPlanFile = "plan";
// What such a file begins with.
inline constexpr std::string_view kPlanMagic = "BKPLAN01";

struct PlanFacts {
  std::string game;
  std::string root;  // FEN
  Color attacker = Color::white;
  ProofAim aim = ProofAim::win;
  std::uint64_t rounds = 0;
  std::uint64_t positions = 0;
  std::uint64_t solved = 0;
  bool needs_tables = false;  // to tell whether its links are right
  std::string settings;       // for save_plan()
};

// What a plan is made of: for Plan::assign().
struct PlanContent {
  PlanProgress progress;
  std::vector<PlanNode> nodes;
  std::vector<NodeId> roots;
  std::vector<SolvedEntry> solved;
};

struct CheckedPlan {
  PlanFacts facts;
  PlanContent content;
};

// Such a file, whatever its settings, if it is sound: to look at. `name` is for messages. Errors: corrupt, unsupported.
Result<CheckedPlan> check_plan(std::span<const std::byte> bytes, const std::string& name);

}  // namespace bookends
