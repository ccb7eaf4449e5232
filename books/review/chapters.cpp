#include "books/review/chapters.h"

#include <algorithm>
#include <cstdint>

namespace bookends {

namespace {

// From the ends of the lines towards the starts: where a node and all that still hangs on it are too many moves, the
// branches with the most are cut off.
class ChapterCuts {
 public:
  ChapterCuts(const TreeReader& tree, int most)
      : tree_(tree),
        most_(static_cast<std::uint64_t>(most)),
        cut_(nodes()),
        moves_(nodes()),
        child_(nodes(), -1),
        sibling_(nodes(), -1) {
    for (const TreeRoot& root : tree.outline().roots) cut_[at(root.node)] = true;
    for (int id = tree.size() - 1; id >= 0; --id) {
      settle(id);
      const int parent = tree.parent(id);
      if (parent < 0) continue;
      sibling_[at(id)] = child_[at(parent)];
      child_[at(parent)] = id;
    }
  }

  bool cut(int id) const { return cut_[at(id)]; }
  std::uint64_t moves(int id) const { return moves_[at(id)]; }

 private:
  static std::size_t at(int id) { return static_cast<std::size_t>(id); }
  std::size_t nodes() const { return at(tree_.size()); }

  void settle(int id) {
    std::vector<int> branches;
    std::uint64_t& total = moves_[at(id)];
    total = static_cast<std::uint64_t>(tree_.shown_moves(id));
    for (int child = child_[at(id)]; child >= 0; child = sibling_[at(child)]) {
      if (cut_[at(child)]) continue;
      total += moves_[at(child)];
      branches.push_back(child);
    }
    if (most_ == 0 || total <= most_) return;
    const int main = branches.empty() ? -1 : branches.front();
    std::ranges::stable_sort(branches, [&](int a, int b) { return moves_[at(a)] > moves_[at(b)]; });
    const bool sides_will_do = longest_of_sides(branches, main) >= total - most_;
    for (const int branch : branches) {
      if (total <= most_) return;
      if (moves_[at(branch)] == 0 || (sides_will_do && branch == main)) continue;
      cut_[at(branch)] = true;
      total -= moves_[at(branch)];
    }
  }

  // How many moves there are on those side lines that are worth a chapter of their own.
  std::uint64_t longest_of_sides(const std::vector<int>& branches, int main) const {
    std::uint64_t sum = 0;
    for (const int branch : branches)
      if (branch != main && moves_[at(branch)] >= most_ / 16) sum += moves_[at(branch)];
    return sum;
  }

  const TreeReader& tree_;
  std::uint64_t most_;
  std::vector<bool> cut_;
  std::vector<std::uint64_t> moves_;  // of a node and what hangs on it, as far as that is not cut off
  std::vector<int> child_, sibling_;  // the first one, the next one; -1: none
};

}  // namespace

Chapters::Chapters(const TreeReader& tree, int most_moves) : chapter_of_(static_cast<std::size_t>(tree.size())) {
  const ChapterCuts cuts(tree, most_moves);
  const std::vector<TreeRoot>& roots = tree.outline().roots;
  for (int id = 0; id < tree.size(); ++id) {
    int& chapter = chapter_of_[static_cast<std::size_t>(id)];
    chapter = cuts.cut(id) ? static_cast<int>(chapters_.size()) : of(tree.parent(id));
    if (!cuts.cut(id)) continue;
    Chapter made{id, -1, 0, cuts.moves(id)};
    if (const auto root = std::ranges::find(roots, id, &TreeRoot::node); root != roots.end()) {
      made.root = static_cast<int>(root - roots.begin());
    } else {
      made.parent = of(tree.parent(id));
      made.root = chapters_[static_cast<std::size_t>(made.parent)].root;
    }
    chapters_.push_back(made);
  }
}

}  // namespace bookends
