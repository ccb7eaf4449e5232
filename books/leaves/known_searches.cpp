#include "books/leaves/known_searches.h"

#include <algorithm>
#include <utility>

#include "books/work/positions.h"
#include "books/work/snapshot.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// Once all moves that a search named are in the book, another search of the others takes its place in the node. So
// the node still holds the first one where every move of the book is one of those named: a later search names none that
// was in the book before it, and one was at least.
bool holds_first_search(const Workspace& workspace, const Node& node) {
  if (node.state != NodeState::searched) return false;
  for (EdgeId e = node.first_edge; e != kNoEdge; e = workspace.edges()[e].next)
    if (std::ranges::find(node.candidates, workspace.edges()[e].move, &Candidate::move) == node.candidates.end())
      return false;
  return true;
}

LeafResult result_of(const Node& node) {
  const auto end = node.candidates.begin() + node.candidate_count();
  return {node.state, node.depth, node.exact, {node.candidates.begin(), end}};
}

template <const Rules& R>
class KnowingEvaluator : public LeafEvaluator<R> {
 public:
  KnowingEvaluator(std::unique_ptr<LeafEvaluator<R>> inner, std::shared_ptr<const KnownSearches> known)
      : inner_(std::move(inner)), known_(std::move(known)) {}

  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    if (std::optional<LeafResult> known = known_->find(position.key(), {packed(position), {only.begin(), only.end()}}))
      return std::move(*known);
    return inner_->evaluate(position, only, stop);
  }

 private:
  std::unique_ptr<LeafEvaluator<R>> inner_;
  std::shared_ptr<const KnownSearches> known_;
};

}  // namespace

Result<KnownSearches> KnownSearches::read(const BuildSettings& settings, const std::vector<std::string>& folders) {
  KnownSearches known;
  for (const std::string& folder : folders)
    if (const Result<void> done = known.read_folder(settings, folder); !done) return done.error();
  return known;
}

// A young workspace has no snapshot yet.
Result<void> KnownSearches::read_folder(const BuildSettings& settings, const std::filesystem::path& folder) {
  Result<Journal> journal = Journal::read(settings, folder / "journal");
  if (!journal && journal.error().code == ErrorCode::not_found)
    return Error{ErrorCode::not_found, folder.string() + ": no workspace of `book build`; that of a book is FILE.work"};
  if (!journal) return Error{journal.error().code, journal.error().message + " (a workspace to reuse)"};
  Result<Workspace> workspace = load_snapshot(settings, folder / "snapshot", Compared::searches);
  if (!workspace && workspace.error().code != ErrorCode::not_found) return workspace.error();
  journals_.push_back(std::move(*journal));
  if (workspace) workspaces_.push_back(std::move(*workspace));
  return {};
}

std::optional<LeafResult> KnownSearches::find(Key key, const SearchTask& task) const {
  std::optional<LeafResult> found;
  for (const Journal& journal : journals_)
    if (!found) found = journal.find(task);
  for (const Workspace& workspace : workspaces_) {
    if (found || !task.only.empty()) break;
    const NodeId id = workspace.find(key, task.position);
    if (id != kNoNode && holds_first_search(workspace, workspace.node(id))) found = result_of(workspace.node(id));
  }
  if (found) ++*answers_;
  return found;
}

template <const Rules& R>
EvaluatorFactory<R> with_known_searches(EvaluatorFactory<R> make, std::shared_ptr<const KnownSearches> known) {
  return [make = std::move(make), known = std::move(known)] {
    return std::make_unique<KnowingEvaluator<R>>(make(), known);
  };
}

#define BOOKENDS_INSTANTIATE(game)                                                                       \
  template EvaluatorFactory<games::game> with_known_searches<games::game>(EvaluatorFactory<games::game>, \
                                                                          std::shared_ptr<const KnownSearches>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
