#include "books/proof/plan/compact.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <unordered_set>
#include <utility>

#include "books/proof/plan/history.h"
#include "books/work/history_table.h"
#include "core/io/file.h"
#include "core/io/folder_lock.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// The wins behind some positions. Those that share a key with a win whose move they do not have are left out: a
// certificate would find the gap.
template <const Rules& R>
class NeededWins {
 public:
  NeededWins(const Solved& all, Progress& progress) : all_(all), progress_(progress) {}

  // Does nothing any more when it is to stop.
  void add(const Position<R>& position) {
    take(position);
    while (!after_.empty() && !stopped()) {
      const Position<R> after = after_.back();
      after_.pop_back();
      for (const Move m : after.legal_moves()) take(after.after(m));
    }
  }
  bool stopped() {
    if (!shown_ || records_.size() >= *shown_ + kShown) show();
    return stopped_;
  }
  // Of all, in order.
  std::vector<CertificateRecord> records() && {
    std::ranges::sort(records_, [](const CertificateRecord& a, const CertificateRecord& b) {
      return in_order(a.position, b.position);
    });
    return std::move(records_);
  }

 private:
  void take(const Position<R>& position) {
    const std::optional<ProofStep> step = all_.find(position.key());
    if (!step || !position.is_legal(step->move) || !taken_.insert(position.key()).second) return;
    records_.push_back({pack(R, position.setup()), step->move, step->distance});
    after_.push_back(position.after(step->move));
  }

  // How many of all are needed nobody knows before.
  void show() {
    shown_ = records_.size();
    ProgressUpdate update;
    update.task = "compact";
    update.done = static_cast<double>(*shown_);
    update.unit = "wins";
    progress_.update(update);
    stopped_ = progress_.stop_requested();
  }

  static constexpr std::size_t kShown = 4096;

  const Solved& all_;
  Progress& progress_;
  std::optional<std::size_t> shown_;  // how many there were
  bool stopped_ = false;
  std::unordered_set<Key> taken_;
  std::vector<CertificateRecord> records_;
  std::vector<Position<R>> after_;  // their replies are not looked at yet
};

bool is_solved(const PlanNode& node) { return node.state == PlanState::solved; }

// By node: whether it is a root, or open and reached from one by moves of open nodes.
std::vector<bool> reached_nodes(const std::vector<PlanNode>& nodes, const std::vector<NodeId>& roots) {
  std::vector<bool> reached(nodes.size(), false);
  std::vector<NodeId> line;
  const auto reach = [&](NodeId n) {
    if (!reached[n]) line.push_back(n);
    reached[n] = true;
  };
  std::ranges::for_each(roots, reach);
  while (!line.empty()) {
    const NodeId n = line.back();
    line.pop_back();
    if (is_solved(nodes[n])) continue;
    for (const PlanMove& move : nodes[n].moves)
      for (const NodeId reply : move.replies)
        if (!is_solved(nodes[reply])) reach(reply);
  }
  return reached;
}

// The new numbers of those that are kept: the order stays. kNoNode of the others.
std::vector<NodeId> new_numbers(const std::vector<bool>& kept) {
  std::vector<NodeId> numbers(kept.size(), kNoNode);
  NodeId next = 0;
  for (std::size_t n = 0; n < kept.size(); ++n)
    if (kept[n]) numbers[n] = next++;
  return numbers;
}

void renumber(std::vector<NodeId>& ids, const std::vector<NodeId>& numbers) {
  for (NodeId& id : ids) id = numbers[id];
  std::erase(ids, kNoNode);
}

// With its links to what is kept. A solved one has a win, and needs no moves.
PlanNode kept_node(PlanNode node, const std::vector<PlanNode>& nodes, const std::vector<NodeId>& numbers) {
  if (is_solved(node)) {
    node.moves.clear();
    node.has_rest = true;
  }
  for (PlanMove& move : node.moves) renumber(move.replies, numbers);
  std::erase_if(node.parents, [&](NodeId parent) { return is_solved(nodes[parent]); });
  renumber(node.parents, numbers);
  return node;
}

template <const Rules& R>
void add_wins(const Plan<R>& plan, NodeId id, NeededWins<R>& wins) {
  const Position<R> position = plan.position(id);
  const PlanNode& node = plan.nodes()[id];
  if (is_solved(node)) return wins.add(position);
  for (const PlanMove& move : node.moves) {
    if (!move.possible) continue;
    const Position<R> after = position.after(move.move);
    for (const Move m : after.legal_moves()) wins.add(after.after(m));
  }
}

bool is_smaller(const CompactSummary& s) { return s.positions != s.positions_before || s.solved != s.solved_before; }

// A line of what is left now, a moment after the plan was saved. None where there is no history of a proof, or where it
// does not go so far. What a run that was killed noted after its snapshot goes, as it would when that goes on.
void note(const PlanProgress& reached, const CompactSummary& now, std::size_t closed,
          const std::filesystem::path& workspace) {
  const Result<HistoryTable> there = read_history(workspace / kHistoryFile);
  if (!there || !is_proof_history(*there)) return;
  ProofHistory history;
  history.open(workspace / kHistoryFile, std::chrono::milliseconds(reached.milliseconds));
  ProofMoment moment = history.last();
  if (moment.rounds != reached.rounds) return;
  moment.spent = std::chrono::milliseconds(reached.milliseconds);
  moment.planned = now.positions;
  moment.closed = closed;
  moment.solved = now.solved;
  history.note_saved(moment);
}

template <const Rules& R>
Result<CompactSummary> rewrite(CheckedPlan&& checked, const std::filesystem::path& workspace, Progress& progress) {
  PlanProgress reached = checked.content.progress;
  Plan<R> plan(checked.facts.attacker, nullptr, checked.facts.aim), small = plan;
  plan.assign(std::move(checked.content.nodes), std::move(checked.content.roots), checked.content.solved);
  CompactSummary summary;
  summary.positions_before = plan.nodes().size();
  summary.solved_before = plan.solved().size();
  Result<CompactContent> content = compact(plan, progress);
  if (!content) return content.error();
  const auto closed = static_cast<std::size_t>(std::ranges::count_if(content->nodes, is_solved));
  small.assign(std::move(content->nodes), std::move(content->roots), {});
  summary.positions = small.nodes().size();
  summary.solved = content->wins.size();
  if (is_smaller(summary)) ++reached.milliseconds;
  const Result<void> saved = save_small_plan<R>(small, std::move(content->wins), reached, checked.facts.settings,
                                                workspace / kPlanFile, progress);
  if (!saved) return saved.error();
  if (is_smaller(summary)) note(reached, summary, closed, workspace);
  return summary;
}

// Errors: not_found, invalid_argument.
Result<void> check_is_folder(const std::filesystem::path& workspace) {
  std::error_code ignored;
  if (std::filesystem::is_directory(workspace, ignored)) return {};
  if (!std::filesystem::exists(workspace, ignored))
    return Error{ErrorCode::not_found, "no such folder: " + workspace.string()};
  return Error{ErrorCode::invalid_argument, workspace.string() + ": not a folder"};
}

// The bytes of the plan that is saved there. Errors: not_found, io.
Result<std::vector<std::byte>> plan_bytes(const std::filesystem::path& workspace) {
  Result<std::vector<std::byte>> bytes = read_regular_file(workspace / kPlanFile);
  if (!bytes && bytes.error().code == ErrorCode::not_found)
    return Error{ErrorCode::not_found, workspace.string() + ": no plan of a proof is saved there"};
  return bytes;
}

}  // namespace

template <const Rules& R>
Result<CompactContent> compact(const Plan<R>& plan, Progress& progress) {
  const std::vector<PlanNode>& nodes = plan.nodes();
  const std::vector<bool> kept = reached_nodes(nodes, plan.roots());
  const std::vector<NodeId> numbers = new_numbers(kept);
  NeededWins<R> wins(plan.solved(), progress);
  CompactContent content;
  for (NodeId n = 0; n < nodes.size(); ++n) {
    if (!kept[n]) continue;
    if (wins.stopped()) return Error{ErrorCode::interrupted, "interrupted"};
    add_wins(plan, n, wins);
    content.nodes.push_back(kept_node(nodes[n], nodes, numbers));
  }
  if (wins.stopped()) return Error{ErrorCode::interrupted, "interrupted"};
  content.roots = plan.roots();
  renumber(content.roots, numbers);
  content.wins = std::move(wins).records();
  return content;
}

Result<CompactSummary> compact_plan(const std::filesystem::path& workspace, Progress& progress) {
  const std::filesystem::path path = workspace / kPlanFile;
  if (const Result<void> folder = check_is_folder(workspace); !folder) return folder.error();
  const Result<FolderLock> lock = FolderLock::take(workspace);
  if (!lock) return lock.error();
  const Result<std::vector<std::byte>> bytes = plan_bytes(workspace);
  if (!bytes) return bytes.error();
  Result<CheckedPlan> checked = check_plan(*bytes, path.string());
  if (!checked) return checked.error();
  const Result<const Rules*> rules = find_game(checked->facts.game);
  if (!rules) return rules.error();
  Result<CompactSummary> summary =
      with_game(**rules, [&]<const Rules & R>() { return rewrite<R>(std::move(*checked), workspace, progress); });
  if (!summary) return summary;
  summary->bytes_before = bytes->size();
  std::error_code failed;
  summary->bytes = std::filesystem::file_size(path, failed);
  if (failed) return io_error("cannot read", path, failed.value());
  return summary;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<CompactContent> compact<games::game>(const Plan<games::game>&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
