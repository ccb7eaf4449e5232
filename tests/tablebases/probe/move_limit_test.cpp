// The move limit: what probing says for every clock, against a search that has the clock as part of the position.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "tablebases/oracle/oracle.h"
#include "tablebases/review/placement.h"
#include "tests/tablebases/plain_writer.h"

namespace bookends::tables::test {
namespace {

using Chess = Position<games::chess>;

constexpr int kClocks = 2 * games::chess.move_limit;  // the clock at which the limit draws

// What one side to move gets from each position of an ending of three men, for every clock: 1, 0 or -1. By the moves of
// the core and by nothing else, from the last clock down to 0. Pawns that are farther advanced come first.
class EveryClock {
 public:
  using Exits = std::map<Ending, EveryClock>;

  EveryClock(const Ending& ending, const Exits& exits)
      : index_(ending), fresh_(2 * index_.size()), holds_(2 * index_.size(), -1) {
    std::array<std::vector<std::uint64_t>, 8> by_rank;
    for (std::uint64_t number = 0; number < index_.size(); ++number)
      if (index_.multiplicity(number) != 0) by_rank[rank_of_pawn(number)].push_back(number);
    for (auto numbers = by_rank.rbegin(); numbers != by_rank.rend(); ++numbers) {
      gather(*numbers, exits);
      search();
    }
  }

  const PlacementIndex<games::chess>& index() const { return index_; }
  int fresh_value(const Chess& position) const { return fresh_[id_of(position)]; }
  // The greatest clock with which the position is still won or lost; -1: none. A mate is one with any.
  int holds(const Chess& position) const { return holds_[id_of(position)]; }
  int value(const Chess& position, int clock) const { return clock <= holds(position) ? fresh_value(position) : 0; }
  int uneven() const { return uneven_; }

 private:
  static constexpr int kNone = -2;  // worse than any value

  struct Node {
    std::size_t id = 0;
    bool over = false;
    int at_once = kNone;              // by the best zeroing move; of who has no move, the value
    std::size_t first = 0, last = 0;  // of its quiet moves
  };

  std::size_t rank_of_pawn(std::uint64_t number) const {
    const Setup setup = setup_of_number(index_, number, 0);
    for (Square s = 0; s < games::chess.squares(); ++s)
      if (const Occupant man = setup.board[slot(s)]; !man.empty() && man.kind() == Kind::pawn) return slot(s / 8);
    return 0;
  }

  std::size_t id_of(const Chess& position) const {
    const Placed at = placed(position);
    return 2 * static_cast<std::size_t>(index_of(index_, position, at.swapped)) + slot(at.side);
  }

  int after_zeroing(const Chess& after, const Exits& exits) const {
    const Ending ending = placed(after).ending;
    if (is_dead(games::chess, ending)) return 0;
    return ending == index_.ending() ? fresh_value(after) : exits.at(ending).fresh_value(after);
  }

  void gather(const std::vector<std::uint64_t>& numbers, const Exits& exits) {
    nodes_.clear();
    quiet_.clear();
    for (const std::uint64_t number : numbers)
      for (const int side : {0, 1})
        if (const auto position = position_of_number(index_, number, side); position) add(*position, exits);
  }

  void add(const Chess& position, const Exits& exits) {
    Node node;
    node.id = id_of(position);
    node.first = quiet_.size();
    const MoveList moves = position.legal_moves();
    for (const Move m : moves) {
      const Chess after = position.after(m);
      if (position.is_zeroing(m))
        node.at_once = std::max(node.at_once, -after_zeroing(after, exits));
      else
        quiet_.push_back(id_of(after));
    }
    node.last = quiet_.size();
    node.over = moves.empty();
    if (node.over) node.at_once = position.in_check() ? -1 : 0;
    nodes_.push_back(node);
  }

  void search() {
    std::vector<std::int8_t> later(fresh_.size()), now(fresh_.size());
    for (int clock = kClocks; clock >= 0; --clock) {
      for (const Node& node : nodes_) {
        int best = node.at_once;
        if (!node.over && clock == kClocks) best = 0;
        if (!node.over && clock < kClocks)
          for (std::size_t i = node.first; i < node.last; ++i) best = std::max(best, -later[quiet_[i]]);
        now[node.id] = static_cast<std::int8_t>(best);
        if (best != 0 && holds_[node.id] < 0) holds_[node.id] = static_cast<std::int8_t>(clock);
        if (clock < kClocks && later[node.id] != 0 && best != later[node.id]) ++uneven_;
      }
      std::swap(later, now);
    }
    for (const Node& node : nodes_) fresh_[node.id] = later[node.id];
  }

  PlacementIndex<games::chess> index_;
  std::vector<std::int8_t> fresh_, holds_;
  std::vector<Node> nodes_;         // of the pawn's rank in work
  std::vector<std::size_t> quiet_;  // what quiet moves lead to
  int uneven_ = 0;                  // results that come back when the clock has run on
};

EveryClock::Exits every_clock(const std::vector<std::string>& names) {
  std::vector<Ending> wanted;
  for (const std::string& name : names) wanted.push_back(ending(games::chess, name));
  EveryClock::Exits found;
  for (const Ending& e : closure(games::chess, wanted))
    if (!is_dead(games::chess, e)) found.try_emplace(e, e, found);
  for (const auto& [of, search] : found) EXPECT_EQ(search.uneven(), 0) << ending_name(games::chess, of);
  return found;
}

Chess with_clock(const Chess& position, int clock) {
  Setup setup = position.setup();
  setup.halfmove_clock = clock;
  return Chess::from_setup(setup).value();
}

// Whether a category may be said of a position that is worth `value` to the side to move.
bool is_true(Category category, int value) {
  switch (category) {
    case Category::win:
      return value == 1;
    case Category::loss:
      return value == -1;
    case Category::maybe_win:
      return value != -1;
    case Category::maybe_loss:
      return value != 1;
    default:
      return value == 0;
  }
}

// What is said of positions at clocks.
struct Said {
  std::uint64_t asked = 0;
  std::uint64_t open_by_distances = 0;
  std::uint64_t open = 0;  // after a look at the moves, where that was taken; or the best move is

  std::uint64_t most_open_by_mate = 0;  // what DTM leaves open: from where the mate comes too late on
  std::uint64_t decided_positions = 0;  // but for mates
};

class LimitAsked {
 public:
  explicit LimitAsked(const std::filesystem::path& folder) {
    auto oracle = TableOracle<games::chess>::open(folder);
    EXPECT_TRUE(oracle.ok()) << oracle.error().message;
    oracle_ = std::move(*oracle);
  }
  const Tables<games::chess>& tables() const { return oracle_->tables(); }

  // All that asks says the same, nothing is wrong, and the best move is worth what the position is, as far as is known.
  void look(const Chess& position, const Probed& probed, int value, Said& said) const {
    const Category category = tables().category(position, probed);
    ASSERT_TRUE(is_true(category, value)) << position.fen() << " " << category_name(category);
    const auto by_oracle = oracle_->value(position);
    if (by_oracle) {
      ASSERT_EQ(static_cast<int>(by_oracle->wdl), value) << position.fen();
    } else {
      ASSERT_TRUE(is_open(category) || !probed.limit_known) << position.fen();
    }
    const auto moves = tables().root_moves(position);
    said.open += is_open(category) || (!moves.empty() && is_open(moves.front().category)) ? 1 : 0;
    if (moves.empty() || position.halfmove_clock() >= kClocks) return;
    ASSERT_TRUE(moves.front().category == category || is_open(moves.front().category)) << position.fen();
    const auto choice = oracle_->choose(position);
    if (!choice) return;
    ASSERT_EQ(choice->move, moves.front().move) << position.fen();
    ASSERT_EQ(choice->value.has_value(), !is_open(category)) << position.fen();
  }

 private:
  std::unique_ptr<TableOracle<games::chess>> oracle_;
};

// Asks for every clock by distances; and at the edge, from where the result changes, all there is to ask, for every
// `step`-th position.
void ask_every_clock(const LimitAsked& asked, const EveryClock& truth, std::uint64_t step, Said& said) {
  std::uint64_t n = 0;
  for (std::uint64_t number = 0; number < truth.index().size(); ++number)
    for (const int side : {0, 1}) {
      if (truth.index().multiplicity(number) == 0) continue;
      const auto position = position_of_number(truth.index(), number, side);
      if (!position) continue;
      const Probed probed = asked.tables().probe_all(*position);
      ASSERT_EQ(probed.status, ProbeStatus::ok);
      ASSERT_EQ(static_cast<int>(probed.value.wdl), truth.fresh_value(*position)) << position->fen();
      const int holds = truth.holds(*position), result = truth.fresh_value(*position);
      for (int clock = 0; clock <= kClocks; ++clock) {
        const Category category = category_at(probed, clock, games::chess.move_limit);
        ASSERT_TRUE(is_true(category, clock <= holds ? result : 0))
            << position->fen() << " clock " << clock << " " << category_name(category);
        said.open_by_distances += is_open(category) ? 1 : 0;
        ++said.asked;
      }
      said.most_open_by_mate += static_cast<std::uint64_t>(std::max(0, probed.value.plies - 1));
      said.decided_positions += result != 0 && position->has_legal_move() ? 1 : 0;
      if (n++ % step != 0) continue;
      for (const int clock : {0, holds, holds + 1, 99})
        if (clock >= 0 && clock <= kClocks) {
          asked.look(with_clock(*position, clock), probed, truth.value(*position, clock), said);
          if (testing::Test::HasFatalFailure()) return;
        }
    }
}

PlainSettings rounded(bool dtm, bool of_losers = false) {
  PlainSettings settings;
  settings.step = 2;
  settings.dtz_bits = 8;
  settings.dtm = {dtm, false};
  settings.dtz = {!of_losers, of_losers};
  settings.random_fill = true;
  return settings;
}

PlainSettings without_dtz(bool dtm) {
  PlainSettings settings;
  settings.dtm = {dtm, false};
  settings.dtz = {false, false};
  settings.limit_known = false;
  return settings;
}

Said ask_written(Solutions<games::chess>& solutions, const EveryClock::Exits& truth, const PlainSettings& settings,
                 std::uint64_t step) {
  const TemporaryFolder folder;
  solutions.write(folder.path(), settings);
  const LimitAsked asked(folder.path());
  Said said;
  for (const auto& [of, search] : truth) {
    ask_every_clock(asked, search, step, said);
    if (testing::Test::HasFatalFailure()) break;
  }
  return said;
}

// Three men: the loser has nothing to zero the clock with. So rounding leaves nothing open, nor does a missing DTM.
void expect_nothing_open(const std::vector<std::string>& names, std::uint64_t step) {
  Solutions<games::chess> solutions(names);
  const auto truth = every_clock(names);
  for (const bool dtm : {true, false})
    for (const bool of_losers : {false, true}) {
      const Said said = ask_written(solutions, truth, rounded(dtm, of_losers), step);
      EXPECT_GT(said.asked, 1000000u);
      EXPECT_EQ(said.open_by_distances, 0u) << dtm << of_losers;
      EXPECT_EQ(said.open, 0u) << dtm << of_losers;
    }
}

// Without DTZ what no mate settles is open. Draws and mates never are.
void expect_only_that_open(const std::vector<std::string>& names, std::uint64_t step) {
  Solutions<games::chess> solutions(names);
  const auto truth = every_clock(names);
  const Said by_mate = ask_written(solutions, truth, without_dtz(true), step);
  EXPECT_GT(by_mate.open_by_distances, 0u);
  EXPECT_LE(by_mate.open_by_distances, by_mate.most_open_by_mate);
  const Said by_result = ask_written(solutions, truth, without_dtz(false), step);
  EXPECT_LE(by_result.open_by_distances, by_result.decided_positions * kClocks);
}

TEST(MoveLimitTruthSlow, RookLeavesNothingOpen) { expect_nothing_open({"KRvK"}, 23); }
TEST(MoveLimitTruth, RookWithoutDtz) { expect_only_that_open({"KRvK"}, 211); }
TEST(MoveLimitTruthSlow, AllOfThreeMenLeaveNothingOpen) { expect_nothing_open({"KQvK", "KRvK", "KPvK"}, 37); }
TEST(MoveLimitTruthSlow, AllOfThreeMenWithoutDtz) { expect_only_that_open({"KQvK", "KRvK", "KPvK"}, 1009); }

// As they are built: by default, and without DTM.
TEST(MoveLimitTruth, FilesAsTheyAreBuilt) {
  const auto truth = every_clock({"KRvK"});
  for (const bool dtm : {true, false}) {
    const TemporaryFolder folder;
    BuildOptions options;
    options.write.dtm = dtm;
    build(games::chess, {"KRvK"}, folder.path(), options);
    Said said;
    ask_every_clock(LimitAsked(folder.path()), truth.begin()->second, 101, said);
    EXPECT_EQ(said.open_by_distances, 0u);
  }
}

// Where the loser can zero the clock and still loses: exact distances of the solver are the truth. Each position at
// the last clock with which it holds, and the one before and the one after.
void ask_at_the_edge(const LimitAsked& asked, const Solution& solution, std::uint64_t step, Said& said) {
  const PlacementIndex<games::chess> index(solution.ending);
  for (const int side : {0, 1})
    for (std::uint64_t i = 0; i < index.size(); i += step) {
      const DtzCode code = solution.dtz[slot(side)][i];
      if (!is_dtz_decided(code) || dtz_plies(code) == 0 || dtz_plies(code) > kClocks) continue;
      const Chess position = position_of_number(index, i, side).value();
      const Probed probed = asked.tables().probe_all(position);
      const int holds = kClocks - dtz_plies(code), result = is_dtz_win(code) ? 1 : -1;
      for (const int clock : {holds - 1, holds, holds + 1}) {
        if (clock < 0) continue;
        const int value = clock <= holds ? result : 0;
        const Category category = category_at(probed, clock, games::chess.move_limit);
        ASSERT_TRUE(is_true(category, value)) << position.fen() << " " << clock << " " << category_name(category);
        said.open_by_distances += is_open(category) ? 1 : 0;
        ++said.asked;
        asked.look(with_clock(position, clock), probed, value, said);
        if (testing::Test::HasFatalFailure()) return;
      }
    }
}

TEST(MoveLimitTruthSlow, WhatRoundingLeavesOpen) {
  const std::vector<std::string> names{"KRRvK", "KPvKP"};
  Solutions<games::chess> solutions(names);
  for (const bool dtm : {true, false}) {
    const TemporaryFolder folder;
    solutions.write(folder.path(), rounded(dtm));
    const LimitAsked asked(folder.path());
    for (const std::string& name : names) {
      SCOPED_TRACE(name + (dtm ? "" : " without DTM"));
      Said said;
      ask_at_the_edge(asked, solutions.at(name), 997, said);
      EXPECT_GT(said.asked, 1000u);
      EXPECT_LE(said.open, said.open_by_distances);
      EXPECT_LE(said.open * 3, said.asked);
      RecordProperty(name + (dtm ? "" : "_without_DTM"), std::to_string(said.open) + "/" + std::to_string(said.asked));
    }
  }
}

}  // namespace
}  // namespace bookends::tables::test
