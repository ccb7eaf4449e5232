// What may be played in a position of a book's own side.
#include "books/leaves/own_candidates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/notation/move_text.h"
#include "core/rules/games.h"

namespace bookends {
namespace {

using games::chess;
using testing::ElementsAre;
using testing::Field;
using testing::SizeIs;

const std::atomic<bool> kNever{false};
const std::string kSicilian = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";

struct Asked {
  explicit Asked(const std::string& fen) : position(*Position<chess>::from_fen(fen)) {}

  LeafResult own(std::uint64_t nodes, std::vector<Move> only = {}) {
    return own_candidates(search, position, only, nodes, kNever);
  }
  std::vector<Candidate> lines(std::uint64_t nodes, int lines) {
    return search.run(position, {}, {nodes, lines}, kNever).candidates;
  }

  Position<chess> position;
  LeafSearch<chess> search{nullptr, nullptr};
};

TEST(OwnCandidates, TheBestIsThatOfAllNodesInOneLine) {
  Asked asked(kSicilian);
  for (const std::uint64_t nodes : {800u, 8000u})
    EXPECT_EQ(asked.own(nodes).candidates.front(), asked.lines(nodes, 1).front());
}

TEST(OwnCandidates, OthersAreAsFarBehindAsAQuarterOfTheNodesSays) {
  Asked asked(kSicilian);
  int others = 0;
  for (std::uint64_t nodes = 2000; nodes < 12000; nodes += 1000) {
    const std::vector<Candidate> own = asked.own(nodes).candidates;
    const std::vector<Candidate> lines = asked.lines(nodes / 4, kMaxCandidates);
    const auto same = std::ranges::find(lines, own.front().move, &Candidate::move);
    const int top = same == lines.end() ? lines.front().score : same->score;
    std::size_t near = 0;
    for (const Candidate& line : lines) near += line.move != own.front().move && top - line.score < 40;
    EXPECT_EQ(own.size(), std::min<std::size_t>(1 + near, kMaxCandidates)) << nodes;
    for (const Candidate& other : std::span(own).subspan(1)) {
      const auto line = std::ranges::find(lines, other.move, &Candidate::move);
      ASSERT_NE(line, lines.end()) << nodes;
      EXPECT_EQ(own.front().score - other.score, std::max(5, top - line->score)) << nodes;
      ++others;
    }
    EXPECT_TRUE(std::ranges::is_sorted(own, std::greater{}, &Candidate::score));
  }
  EXPECT_GT(others, 5);
}

TEST(OwnCandidates, WhereTheGameIsDecidedNothingElseIsTried) {
  Asked asked("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1");
  EXPECT_THAT(asked.own(5000).candidates, ElementsAre(Field(&Candidate::score, win_in(1))));
}

TEST(OwnCandidates, MayBeChosenFromSome) {
  Asked asked(kSicilian);
  const Move a = *parse_uci(asked.position, "a2a3"), b = *parse_uci(asked.position, "g1f3");
  for (const Candidate& c : asked.own(4000, {a, b}).candidates) EXPECT_TRUE(c.move == a || c.move == b);
  EXPECT_THAT(asked.own(4000, {a}).candidates, SizeIs(1));
}

}  // namespace
}  // namespace bookends
