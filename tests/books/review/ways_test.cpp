// The ways to a position of a book, compared with all lines that can be played in it.
#include "books/review/ways.h"

#include <map>
#include <set>

#include "tests/books/support.h"

namespace bookends::test {
namespace {

using games::fragments;
using PlayedWay = std::pair<std::size_t, std::vector<std::uint16_t>>;  // start, moves

PlayedWay played(const BookWay& way) {
  PlayedWay same{way.start, {}};
  for (const Move move : way.moves) same.second.push_back(move.bits());
  return same;
}

// Every line of the book without a repetition, by the position that it leads to.
class AllLines {
 public:
  AllLines(const Book<fragments>& book, std::size_t most) : book_(book), most_(most) {
    const BookHeader& header = book.file().header();
    for (std::size_t i = 0; i < header.starts.size(); ++i) {
      way_ = {i, {}};
      go(Position<fragments>::from_fen(header.starts[i]).value());
    }
  }
  const std::map<Key, std::set<PlayedWay>>& lines() const { return lines_; }

 private:
  void go(const Position<fragments>& position) {
    lines_[position.key()].insert(way_);
    const auto answer = book_.probe(position);
    if (!answer || way_.second.size() == most_) return;
    met_.insert(position.key());
    for (const Move move : position.legal_moves()) {
      const Position<fragments> next = position.after(move);
      const bool own = is_own_turn(book_.file().header().side, position.turn());
      if (!book_.probe(next) || met_.contains(next.key()) || (own && move != answer->move)) continue;
      way_.second.push_back(move.bits());
      go(next);
      way_.second.pop_back();
    }
    met_.erase(position.key());
  }

  const Book<fragments>& book_;
  const std::size_t most_;
  PlayedWay way_;
  std::set<Key> met_;
  std::map<Key, std::set<PlayedWay>> lines_;
};

Book<fragments> built(BookSide side = BookSide::both) { return book_of<fragments>(small_graph<fragments>(300, side)); }

// Kings walk about: so there are ways of several lengths, and circles.
Book<fragments> wandering() {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 60);
  job.settings.starts = {"k4/2p2/2P2/5/4K w - - 0 1"};
  must_build<fragments>(job, dice<fragments>());
  return must_open<fragments>(job.out);
}

WayMap mapped(const Book<fragments>& book) {
  auto map = WayMap::of(book, 100'000);
  EXPECT_TRUE(map && *map);
  return std::move(**map);
}

// How many of them are longer than others to the same position.
std::size_t expect_all_ways(const Book<fragments>& book) {
  const WayMap map = mapped(book);
  WayQuestion all;
  all.shown = all.counted = 100'000;
  std::size_t several = 0, longer = 0;
  const AllLines lines(book, 8);
  for (const auto& [key, ways] : lines.lines()) {
    std::size_t shortest = 100;
    for (const PlayedWay& way : ways) shortest = std::min(shortest, way.second.size());
    if (shortest + all.longer > 8) continue;
    std::set<PlayedWay> expected;
    for (const PlayedWay& way : ways)
      if (way.second.size() <= shortest + all.longer) expected.insert(way);
    const FoundWays found = map.ways_to(key, all);
    std::set<PlayedWay> told;
    std::size_t last = 0;
    for (const BookWay& way : found.shown) {
      EXPECT_GE(way.moves.size(), last) << "the shortest first";
      last = way.moves.size();
      longer += last > shortest ? 1 : 0;
      told.insert(played(way));
    }
    EXPECT_EQ(told, expected);
    EXPECT_EQ(told.size(), found.shown.size());
    EXPECT_TRUE(found.counted_all);
    several += told.size() > 1 ? 1 : 0;
  }
  EXPECT_GT(several, 10u);
  return longer;
}

TEST(Ways, AreAllThatTheBookPlays) { expect_all_ways(built()); }

TEST(Ways, MayBeLonger) { EXPECT_GT(expect_all_ways(wandering()), 10u); }

TEST(Ways, OfARepertoireFollowItsOwnMoves) {
  const Book<fragments> book = built(BookSide::white);
  const WayMap map = mapped(book);
  const AllLines lines(book, 6);
  for (const auto& [key, ways] : lines.lines()) {
    for (const BookWay& way : map.ways_to(key, {}).shown)
      EXPECT_TRUE(way.moves.size() > 6 || ways.contains(played(way)));
  }
}

// The position that most ways lead to.
Key busiest(const Book<fragments>& book, const WayMap& map) {
  std::pair<std::uint64_t, Key> most{0, 0};
  const AllLines lines(book, 6);
  for (const auto& [key, ways] : lines.lines()) {
    const FoundWays found = map.ways_to(key, {});
    most = std::max(most, {found.shown.size() + found.more, key});
  }
  EXPECT_GT(most.first, 3u);
  return most.second;
}

TEST(Ways, AreCountedAsFarAsIsAsked) {
  const Book<fragments> book = wandering();
  const WayMap map = mapped(book);
  const Key key = busiest(book, map);
  const FoundWays all = map.ways_to(key, {});
  const std::uint64_t count = all.shown.size() + all.more;
  WayQuestion question;
  question.shown = 2;
  const FoundWays two = map.ways_to(key, question);
  EXPECT_EQ(two.shown, std::vector<BookWay>(all.shown.begin(), all.shown.begin() + 2));
  EXPECT_EQ(two.more, count - 2);
  EXPECT_TRUE(two.counted_all);
  question.counted = 3;
  EXPECT_EQ(map.ways_to(key, question).more, 1u);
  EXPECT_FALSE(map.ways_to(key, question).counted_all);
  question.counted = count;
  question.but = all.shown[0];
  const FoundWays others = map.ways_to(key, question);
  EXPECT_EQ(others.shown[0], all.shown[1]);
  EXPECT_EQ(others.more, count - 3);
}

TEST(Ways, OfStrangersAreNone) {
  const WayMap map = mapped(built());
  EXPECT_FALSE(map.knows(1));
  EXPECT_TRUE(map.ways_to(1, {}).shown.empty());
  const FoundWays start = map.ways_to(Position<fragments>::start().key(), {});
  ASSERT_FALSE(start.shown.empty());
  EXPECT_TRUE(start.shown[0].moves.empty());
}

TEST(Ways, OfLargeBooksAreNotLookedFor) {
  const Book<fragments> book = built();
  const auto few = WayMap::of(book, book.file().positions() - 1);
  ASSERT_TRUE(few);
  EXPECT_FALSE(*few);
  const auto all = WayMap::of(book, book.file().positions());
  ASSERT_TRUE(all && *all);
  EXPECT_LE((*all)->positions(), book.file().positions());
}

}  // namespace
}  // namespace bookends::test
