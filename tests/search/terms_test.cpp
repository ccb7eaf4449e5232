// What each hand-made term counts, in positions where it can be counted by hand: with one weight set and all others
// zero, the terms are that count, White's less Black's.
#include <span>
#include <string_view>

#include "core/eval/evaluate.h"
#include "tests/search/helpers.h"

namespace bookends {
namespace {

constexpr Phased kOne{1, 1};

// Of the weights, all others being zero: one that is 1 in both phases, or what a function makes of them.
class Setting {
 public:
  constexpr Setting(Phased Weights::*one) : one_(one) {}
  template <class Function>
  constexpr Setting(Function function) : function_(function) {}

  void apply(Weights& w) const {
    if (function_ != nullptr) return function_(w);
    w.*one_ = kOne;
  }
  constexpr bool is_one() const { return function_ == nullptr; }

 private:
  Phased Weights::*one_ = nullptr;
  void (*function_)(Weights&) = nullptr;
};

struct Case {
  std::string_view what;
  Setting set;
  std::string_view fen;
  int count;
};

template <const Rules& R>
void check(std::span<const Case> cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(std::string(c.what) + ": " + std::string(c.fen));
    Weights weights;
    c.set.apply(weights);
    const auto p = position_of<R>(c.fen);
    const Phased white = evaluation_terms(p, weights), black = evaluation_terms(mirrored(p), weights);
    EXPECT_EQ(white.end, c.count);
    EXPECT_EQ(black.end, -c.count) << "for Black";
    if (c.set.is_one()) {
      EXPECT_EQ(white.middle, c.count);
      EXPECT_EQ(black.middle, -c.count) << "for Black";
    }
  }
}

TEST(Terms, CountPawnsThatStandWellOrBadly) {
  constexpr Case cases[] = {
      {"isolated", &Weights::isolated, "4k3/8/8/8/8/8/P1PP4/4K3 w - - 0 1", 1},
      {"doubled", &Weights::doubled, "4k3/8/8/8/P7/P7/P7/4K3 w - - 0 1", 2},
      {"chain", &Weights::chain, "4k3/8/8/8/8/2P5/1P6/4K3 w - - 0 1", 1},
      {"phalanx", &Weights::phalanx, "4k3/8/8/8/8/8/1PP1P3/4K3 w - - 0 1", 2},
      {"advanced", &Weights::advanced, "4k3/8/1PP5/4P3/8/8/8/4K3 w - - 0 1", 4},
      {"backward", &Weights::backward, "4k3/8/8/4p3/2P5/3P4/8/4K3 w - - 0 1", 1},
      {"not backward: the neighbour can come", &Weights::backward, "4k3/8/4p3/8/3P4/8/2P5/4K3 w - - 0 1", 0},
      {"not backward: nothing keeps it", &Weights::backward, "4k3/8/8/8/2P5/3P4/8/4K3 w - - 0 1", 0},
  };
  check<games::chess>(cases);
}

TEST(Terms, CountPassedPawns) {
  constexpr Case cases[] = {
      {"two steps to go", [](Weights& w) { w.passed[2] = kOne; }, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", 1},
      {"a pawn beside its way", [](Weights& w) { w.passed[2] = kOne; }, "4k3/1p6/P7/8/8/8/8/4K3 w - - 0 1", 0},
      {"the foremost alone", [](Weights& w) { w.passed[2] = w.passed[3] = kOne; }, "4k3/8/P7/P7/8/8/8/4K3 w - - 0 1",
       1},
      {"free", &Weights::passed_free, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", 1},
      {"blocked", &Weights::passed_free, "4k3/n7/P7/8/8/8/8/4K3 w - - 0 1", 0},
      {"safe", &Weights::passed_safe, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", 1},
      {"not safe", &Weights::passed_safe, "1k6/8/P7/8/8/8/8/4K3 w - - 0 1", 0},
      {"clear", &Weights::passed_clear, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", 1},
      {"clear beside a king", &Weights::passed_clear, "2k5/8/8/P7/8/8/8/n3K3 w - - 0 1", 1},
      {"not clear", &Weights::passed_clear, "1k6/8/8/P7/8/8/8/4K3 w - - 0 1", 0},
      {"steps of the kings", &Weights::passed_king, "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", -2},
      {"supported", &Weights::passed_supported, "4k3/8/2P5/1P6/8/8/8/4K3 w - - 0 1", 1},
      {"on a key square", &Weights::key_squares, "4k3/8/4K3/8/4P3/8/8/8 w - - 0 1", 1},
      {"behind its pawn", &Weights::key_squares, "4k3/8/8/8/4P3/4K3/8/8 w - - 0 1", 0},
      {"unstoppable", [](Weights& w) { w.unstoppable = 100; }, "7k/8/8/P7/8/8/8/4K3 w - - 0 1", 40},
      {"in the king's square", [](Weights& w) { w.unstoppable = 100; }, "3k4/8/8/P7/8/8/8/4K3 w - - 0 1", 0},
      {"in it by a move", [](Weights& w) { w.unstoppable = 100; }, "4k3/8/8/P7/8/8/8/4K3 b - - 0 1", 0},
      {"out of it by a move", [](Weights& w) { w.unstoppable = 100; }, "4k3/8/8/P7/8/8/8/4K3 w - - 0 1", 40},
      {"worth half as much again in a race",
       [](Weights& w) {
         w.passed[2] = {10, 10}, w.pawn_race_percent = 50;
       },
       "4k3/8/P7/8/8/8/8/4K3 w - - 0 1", 15},
  };
  check<games::chess>(cases);
}

TEST(Terms, CountWhatPiecesReachAndHold) {
  constexpr Case cases[] = {
      {"mobility", [](Weights& w) { w.mobility[slot(Kind::knight)] = kOne; }, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 2},
      {"less an enemy pawn's squares", [](Weights& w) { w.mobility[slot(Kind::knight)] = kOne; },
       "4k3/8/8/8/p7/8/8/N3K3 w - - 0 1", 1},
      {"cramped", [](Weights& w) { w.cramped[slot(Kind::knight)] = kOne; }, "n3k3/8/8/8/8/2N5/8/4K3 w - - 0 1", -1},
      {"centre", &Weights::centre_control, "4k3/8/8/8/8/2N5/8/4K3 w - - 0 1", 2},
      {"space", &Weights::space, "4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 2},
      {"coordination", &Weights::coordination, "4k3/8/8/8/7N/8/3N4/4K3 w - - 0 1", 1},
      {"hanging", &Weights::hanging, "4k3/8/8/8/r6N/8/8/4K3 w - - 0 1", 1},
      {"hanging though defended", &Weights::hanging, "4k3/8/8/8/8/2p5/3N4/4K3 w - - 0 1", 1},
      {"pair", &Weights::pair, "2b1k3/8/8/8/8/8/8/2B1KB2 w - - 0 1", 1},
      {"open file", &Weights::rook_open, "4k3/7p/8/8/8/8/1P6/RR2K2R w - - 0 1", 1},
      {"half-open file", &Weights::rook_half_open, "4k3/7p/8/8/8/8/1P6/RR2K2R w - - 0 1", 1},
      {"outpost", &Weights::outpost, "4k3/8/8/4N3/3P4/8/8/4K3 w - - 0 1", 1},
      {"outpost that can be driven away", &Weights::outpost, "4k3/5p2/8/4N3/3P4/8/8/4K3 w - - 0 1", 0},
      {"outpost without a pawn", &Weights::outpost, "4k3/8/8/4N3/8/8/8/4K3 w - - 0 1", 0},
      {"pawns on the bishop's colour", &Weights::bishop_pawns, "4k3/8/8/8/8/PP6/8/2B1K3 w - - 0 1", 1},
      {"pawn's threat", &Weights::pawn_threat, "4k3/8/8/4n3/3P4/8/8/4K3 w - - 0 1", 1},
      {"threat of a step", &Weights::push_threat, "4k3/8/8/4n3/8/3P4/8/4K3 w - - 0 1", 1},
      {"minor piece's threat", [](Weights& w) { w.minor_threat[0] = kOne; }, "4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", 1},
      {"but not of a defended pawn", [](Weights& w) { w.minor_threat[0] = kOne; },
       "4k3/8/4p3/3p4/8/2N5/8/4K3 w - - 0 1", 0},
      {"rook's threat", [](Weights& w) { w.rook_threat[slot(Kind::knight)] = kOne; }, "4k3/8/8/n6R/8/8/8/4K3 w - - 0 1",
       1},
  };
  check<games::chess>(cases);
}

// The attack on a king grows with the square: eight units are 64 / 16.
constexpr void attack(Weights& w) {
  w.king_attack = kOne;
  w.attack_units[slot(Kind::queen)] = w.attack_units[slot(Kind::rook)] = 2;
}

TEST(Terms, CountDangersToKings) {
  constexpr Case cases[] = {
      {"friends", &Weights::king_friends, "4k3/8/8/8/8/8/4PP2/4K3 w - - 0 1", 2},
      {"escapes", &Weights::king_escapes, "4k3/8/8/8/8/8/r7/4K3 w - - 0 1", -3},
      {"shelter", &Weights::shelter_near, "4k3/8/8/8/8/3P4/4PP1P/4K3 w - - 0 1", 2},
      {"shelter further on", &Weights::shelter_far, "4k3/8/8/8/8/3P4/4PP1P/4K3 w - - 0 1", 1},
      {"open files", &Weights::king_open_file, "4k3/8/8/8/8/3P4/4P3/4K3 w - - 0 1", -2},
      {"storm", &Weights::storm_near, "4k3/8/8/8/8/3pp1p1/8/4K3 w - - 0 1", 2},
      {"storm from afar", &Weights::storm_far, "4k3/8/8/8/4p3/3p4/8/4K3 w - - 0 1", 1},
      {"attack", attack, "7k/8/8/8/8/8/6QR/6K1 b - - 0 1", 4},
      {"attack by one alone", attack, "7k/8/8/8/8/8/6Q1/6K1 b - - 0 1", 0},
      {"safe check", [](Weights& w) { attack(w), w.safe_check[slot(Kind::queen)] = 4; },
       "7k/8/8/8/8/8/6QR/6K1 b - - 0 1", 9},
      {"weak squares", [](Weights& w) { attack(w), w.weak_ring = 4; }, "7k/8/8/8/8/8/6QR/6K1 b - - 0 1", 25},
      {"without a queen", [](Weights& w) { attack(w), w.queenless = -4; }, "7k/8/8/8/8/8/6RR/6K1 b - - 0 1", 1},
      {"with few men", [](Weights& w) { attack(w), w.mating_attack_percent = 100; }, "7k/8/8/8/8/8/6QR/6K1 b - - 0 1",
       8},
  };
  check<games::chess>(cases);
}

// A rook up is enough to mate.
constexpr void lead(Weights& w) {
  w.mating_lead = 300;
  w.material[slot(Kind::rook)].end = 500;
}

TEST(Terms, CountTheKingsPartInAnEnding) {
  constexpr Case cases[] = {
      {"opposition", [](Weights& w) { w.opposition = 1; }, "8/8/4k3/8/4K3/8/8/8 b - - 0 1", 1},
      {"opposition from afar", [](Weights& w) { w.opposition = 1; }, "4k3/8/8/8/4K3/8/8/8 b - - 0 1", 1},
      {"no opposition", [](Weights& w) { w.opposition = 1; }, "4k3/8/8/4K3/8/8/8/8 b - - 0 1", 0},
      {"activity", [](Weights& w) { w.king_activity = 1; }, "8/8/8/8/p7/1K6/8/7k w - - 0 1", 6},
      {"half as much again with minor pieces", [](Weights& w) { w.king_activity = 2, w.minor_pieces_percent = 50; },
       "8/8/8/8/p7/1K6/8/6nk w - - 0 1", 18},
      {"at the edge", [](Weights& w) { lead(w), w.drive_to_edge = 2; }, "7k/8/8/8/8/8/8/R3K2n w - - 0 1", 7},
      {"in the middle", [](Weights& w) { lead(w), w.drive_to_edge = 2; }, "8/8/8/4k3/8/8/8/R3K2n w - - 0 1", 1},
      {"not beaten", [](Weights& w) { lead(w), w.drive_to_edge = 2; }, "7k/7p/8/8/8/8/8/R3K2n w - - 0 1", 0},
      {"kings together", [](Weights& w) { lead(w), w.king_cooperation = 1; }, "7k/8/6K1/8/8/8/8/R6n w - - 0 1", 6},
      {"all its squares", [](Weights& w) { lead(w), w.few_replies = 1; }, "7k/8/8/8/8/8/8/R3K2n w - - 0 1", 0},
      {"few squares", [](Weights& w) { lead(w), w.few_replies = 1; }, "7k/8/8/8/8/8/8/4K1Rn w - - 0 1", 1},
  };
  check<games::chess>(cases);
}

// What scales the whole: a lead without pawns that is hard to win counts a quarter.
TEST(Terms, ScaleALeadThatIsHardToWin) {
  Weights weights;
  weights.material[slot(Kind::knight)] = {300, 300};
  weights.pawnless_lead = 400;
  const auto score = [&](std::string_view fen) { return evaluate(position_of<games::chess>(fen), weights); };
  EXPECT_EQ(score("4k3/8/8/8/8/8/8/N3K3 w - - 0 1"), 75);
  EXPECT_EQ(score("4k3/8/8/8/8/8/8/N3K3 b - - 0 1"), -75);
  EXPECT_EQ(score("4k3/8/8/8/8/8/8/NN2K3 w - - 0 1"), 600) << "enough";
  EXPECT_EQ(score("4k3/8/8/8/8/8/P7/N3K3 w - - 0 1"), 300) << "a pawn is left";
  weights.tempo = 10;
  EXPECT_EQ(score("4k3/8/8/8/8/8/P7/N3K3 w - - 0 1"), 310);
  EXPECT_EQ(score("4k3/8/8/8/8/8/P7/N3K3 b - - 0 1"), -290);
}

// Where stalemate loses, the last squares are taken, too.
TEST(Terms, TakeTheLastSquaresWhereStalemateLoses) {
  constexpr auto few = [](Weights& w) { lead(w), w.few_replies = 1; };
  constexpr Case cases[] = {{"few squares", few, "4k/5/5/5/1K1Rn w - - 0 1", 2}};
  check<games::fragments>(cases);
  constexpr Case spared[] = {{"few squares", few, "4k/5/5/5/1K1Rn w - - 0 1", 1}};
  check<games::fragments_sd>(spared);
}

}  // namespace
}  // namespace bookends
