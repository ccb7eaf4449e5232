#include "books/review/chapters.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace bookends {
namespace {

// A tree of a shape alone: parents come before children, and every move leads to a node of it.
class Shape final : public TreeReader {
 public:
  explicit Shape(const std::vector<int>& parents) {
    parents_ = parents;
    shown_moves_.resize(parents.size());
    for (std::size_t id = 0; id < parents.size(); ++id) {
      if (parents[id] >= 0)
        ++shown_moves_[static_cast<std::size_t>(parents[id])];
      else
        outline_.roots.push_back({"", "", static_cast<int>(id)});
    }
  }
  void add_root(int id) { outline_.roots.push_back({"", "", id}); }
  void add_transposition(int id) { ++shown_moves_[static_cast<std::size_t>(id)]; }

  TreeNode node(int) override { return {}; }
  TreeReference refer(int) override { return {}; }
};

// The nodes where chapters begin.
std::vector<int> begins(const TreeReader& tree, int most) {
  std::vector<int> nodes;
  const Chapters chapters(tree, most);
  for (const Chapter& chapter : chapters.all()) nodes.push_back(chapter.node);
  return nodes;
}

// A main line of ten moves, and at the start a side line of nine.
std::vector<int> fork() { return {-1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 11, 12, 13, 14, 15, 16, 17, 18}; }

TEST(Chapters, ATreeThatIsShortIsOne) {
  EXPECT_EQ(begins(Shape(fork()), 19), (std::vector<int>{0}));
  EXPECT_EQ(begins(Shape(fork()), 0), (std::vector<int>{0})) << "nothing is cut";
}

TEST(Chapters, TheFirstMovesLineIsSpared) {
  EXPECT_EQ(begins(Shape(fork()), 18), (std::vector<int>{0, 11}));
  EXPECT_EQ(begins(Shape(fork()), 11), (std::vector<int>{0, 11}));
}

TEST(Chapters, MovesThatTransposeCount) {
  Shape shape(fork());
  shape.add_transposition(19);
  EXPECT_EQ(begins(shape, 19), (std::vector<int>{0, 11}));
  EXPECT_EQ(Chapters(shape, 19).all()[1].moves, 9u);
}

TEST(Chapters, EachStartIsOneAlsoWithinATree) {
  Shape shape({-1, 0, 1, 2, -1, 4});
  shape.add_root(2);
  const Chapters chapters(shape, 100);
  ASSERT_EQ(chapters.all().size(), 3u);
  EXPECT_EQ(chapters.all()[1].node, 2);
  EXPECT_EQ(chapters.all()[1].parent, -1);
  EXPECT_EQ(chapters.all()[1].root, 2);
  EXPECT_EQ(chapters.all()[2].root, 1);
  EXPECT_EQ(chapters.of(3), 1);
  EXPECT_EQ(chapters.of(1), 0);
}

// Whatever the shape: every node is in a chapter, none has too many moves, and each goes on from an earlier one.
TEST(Chapters, AreShortAndGoOnFromEarlierOnes) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    unsigned number = seed;
    std::vector<int> parents{-1}, children{0};
    while (parents.size() < 2000) {
      number = number * 1664525u + 1013904223u;
      const std::size_t parent = parents.size() - 1 - (number >> 8) % std::min<std::size_t>(parents.size(), 2 * seed);
      if (children[parent] == 10) continue;
      ++children[parent];
      parents.push_back(static_cast<int>(parent));
      children.push_back(0);
    }
    const Shape shape(parents);
    const Chapters chapters(shape, 50);
    std::vector<std::size_t> moves(chapters.all().size());
    for (int id = 0; id < shape.size(); ++id)
      moves[static_cast<std::size_t>(chapters.of(id))] += static_cast<std::size_t>(shape.shown_moves(id));
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Chapter& chapter = chapters.all()[i];
      EXPECT_LE(moves[i], 50u);
      EXPECT_EQ(moves[i], chapter.moves);
      EXPECT_EQ(chapters.of(chapter.node), static_cast<int>(i));
      EXPECT_TRUE(chapters.begins_at(chapter.node));
      if (i > 0) {
        EXPECT_LT(chapter.parent, static_cast<int>(i));
        EXPECT_EQ(chapter.parent, chapters.of(shape.parent(chapter.node)));
      }
    }
  }
}

}  // namespace
}  // namespace bookends
