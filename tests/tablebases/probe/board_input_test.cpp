// Boards as programs have them: what is no placement is refused, what is one has the value of its position.
#include "tablebases/probe/board_input.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

#include "core/notation/move_text.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

using games::fragments;
using Pos = Position<games::fragments>;

PieceSets sets_of(const Pos& p) {
  PieceSets sets;
  for (const Color c : kColors) sets.colors[slot(c)] = p.pieces(c);
  for (const Kind k : kAllKinds) sets.kinds[slot(k)] = p.pieces(k);
  sets.turn = p.turn();
  return sets;
}

Pos board_at(std::string_view fen) { return Pos::from_fen(fen).value(); }
bool is_board(const PieceSets& sets) { return !board_of_sets<games::fragments>(sets).empty(); }

const PieceSets kGood = sets_of(board_at("4k/1p3/5/1P3/K1Q2 w"));

TEST(BoardInput, RefusesWhatIsNoPlacement) {
  ASSERT_TRUE(is_board(kGood));
  const auto refused = [](auto change) {
    PieceSets sets = kGood;
    change(sets);
    return !is_board(sets);
  };
  const auto kind = [](PieceSets& s, Kind k) -> Bitboard& { return s.kinds[slot(k)]; };
  EXPECT_TRUE(refused([](auto& s) { s.colors[0] |= s.colors[1]; })) << "men of both sides";
  EXPECT_TRUE(refused([](auto& s) { s.colors[1] |= bit(12); })) << "a man of no kind";
  EXPECT_TRUE(refused([&](auto& s) { kind(s, Kind::rook) |= bit(12); })) << "a man of no side";
  EXPECT_TRUE(refused([&](auto& s) { kind(s, Kind::rook) |= kind(s, Kind::queen); })) << "a man of two kinds";
  EXPECT_TRUE(refused([&](auto& s) { s.colors[0] |= bit(40), kind(s, Kind::rook) |= bit(40); })) << "off the board";
  EXPECT_TRUE(refused([&](auto& s) { kind(s, Kind::king) ^= bit(24), s.colors[1] ^= bit(24); })) << "no king";
  EXPECT_TRUE(refused([&](auto& s) { kind(s, Kind::king) |= bit(12), s.colors[1] |= bit(12); })) << "two kings";
  EXPECT_TRUE(refused([&](auto& s) { kind(s, Kind::pawn) |= bit(20), s.colors[0] |= bit(20); })) << "pawn on the edge";
  EXPECT_TRUE(refused([](auto& s) {
    s = sets_of(board_at("4k/5/5/5/K4 w")), s.colors[1] = s.kinds[5] ^= bit(24) | bit(1), s.colors[1] = bit(1);
  })) << "kings side by side";
  EXPECT_TRUE(refused([](auto& s) { s = PieceSets(); })) << "nothing";
}

class ByBoards : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    build(fragments, {"KQvKR", "KPvKP"}, folder_->path());
    tables_ = Tables<games::fragments>::open(folder_->path()).value().release();
  }
  static void TearDownTestSuite() {
    delete tables_;
    delete folder_;
  }
  // Legal, of three or four men.
  static Pos random_position(std::mt19937& dice) {
    for (;;) {
      bookends::Setup setup;
      const auto put = [&](Color c, Kind k) { setup.board[dice() % 25] = Occupant(c, k); };
      const bool pawns = dice() % 2 == 0;
      put(Color::black, pawns ? Kind::pawn : Kind::rook);
      put(Color::white, pawns ? Kind::pawn : Kind::queen);
      put(Color::white, Kind::king);
      put(Color::black, Kind::king);
      setup.turn = dice() % 2 == 0 ? Color::white : Color::black;
      if (auto position = Pos::from_fen(format_fen(fragments, setup))) return *position;
    }
  }
  static TemporaryFolder* folder_;
  static Tables<games::fragments>* tables_;
};
TemporaryFolder* ByBoards::folder_ = nullptr;
Tables<games::fragments>* ByBoards::tables_ = nullptr;

TEST_F(ByBoards, SayWhatPositionsSay) {
  std::mt19937 dice(1);
  int decided = 0;
  for (int i = 0; i < 2000; ++i) {
    const Pos p = random_position(dice);
    const Probed by_sets = tables_->probe_sets_all(sets_of(p)), by_position = tables_->probe_all(p);
    ASSERT_EQ(by_sets.status, ProbeStatus::ok) << p.fen();
    ASSERT_EQ(by_sets.category, by_position.category) << p.fen();
    ASSERT_EQ(by_sets.value.plies, by_position.value.plies) << p.fen();
    ASSERT_EQ(tables_->probe_sets(sets_of(p), Metric::wdl).value.wdl, by_position.value.wdl) << p.fen();
    tables_->prefetch(sets_of(p));
    decided += by_position.value.plies > 0;
  }
  EXPECT_GT(decided, 500);
}

TEST_F(ByBoards, OfWhatIsInNoTableSaySo) {
  const PieceSets five = sets_of(board_at("4k/1p3/5/1P3/K1Q2 w"));
  EXPECT_EQ(tables_->probe_sets(five).status, ProbeStatus::no_table);
  EXPECT_EQ(tables_->block_of(five), 0u);
  EXPECT_EQ(tables_->probe_sets(PieceSets()).status, ProbeStatus::illegal);
  tables_->prefetch(five);
  tables_->prefetch(PieceSets());
}

TEST_F(ByBoards, AreOfDifferentBlocksWhereTheyAreOfDifferentEndings) {
  const auto block = [](std::string_view fen) { return tables_->block_of(sets_of(board_at(fen))); };
  std::set<std::size_t> blocks;
  for (const auto* fen : {"4k/5/5/5/KQ3 w", "4k/5/5/4r/KQ3 w", "4k/5/1p3/1P3/K4 w", "4k/5/5/1P3/K4 w"}) {
    EXPECT_EQ(block(fen), block(fen));
    blocks.insert(block(fen));
  }
  EXPECT_EQ(blocks.size(), 4u);
}

TEST_F(ByBoards, TheEndingsAreNamed) {
  const std::vector<OpenEnding> endings = tables_->endings();
  std::vector<std::string> names;
  for (const OpenEnding& ending : endings) {
    names.push_back(ending.name);
    EXPECT_EQ(ending.bytes, std::filesystem::file_size(*folder_ / (ending.name + ".bkt")));
    EXPECT_EQ(ending.men, static_cast<int>(ending.name.size()) - 1);
    EXPECT_TRUE(ending.has_dtm);
    EXPECT_FALSE(ending.has_dtz);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"KPvK", "KPvKP", "KQvK", "KQvKP", "KQvKQ", "KQvKR", "KRvK"}));
}

// A file that is cut while it is open is a status.
TEST_F(ByBoards, AreCutWhileTheyAreOpen) {
  const TemporaryFolder folder;
  build(fragments, {"KQvK"}, folder.path());
  const auto tables = Tables<games::fragments>::open(folder.path());
  ASSERT_TRUE(tables.ok());
  std::filesystem::resize_file(folder / "KQvK.bkt", 0);
  const Pos p = board_at("4k/5/5/5/KQ3 w");
  EXPECT_EQ((*tables)->probe_sets(sets_of(p)).status, ProbeStatus::damaged);
  EXPECT_EQ((*tables)->explain(p, ProbeStatus::damaged).code, ErrorCode::corrupt);
  (*tables)->prefetch(sets_of(p));
}

// A queen that goes to and fro: what would make the position stand for the fifth time is a draw, and comes after the
// moves that win, and the best of the others is still the best.
TEST_F(ByBoards, AMoveThatDrawsByRepetitionIsADraw) {
  const Pos start = board_at("4k/5/5/5/KQ3 w");
  Game<games::fragments> game(start);
  for (int i = 0; i < 4; ++i)
    for (const char* move : {"b1c1", "e5d5", "c1b1", "d5e5"}) {
      if (i == 3 && std::string_view(move) == "d5e5") break;
      game.play(parse_uci(game.position(), move).value());
    }
  // Black to move may repeat the start for the fifth time.
  const auto moves = tables_->root_moves(game);
  ASSERT_GT(moves.size(), 1u);
  EXPECT_EQ(format_uci(fragments, moves.front().move), "d5e5");
  EXPECT_EQ(moves.front().category, Category::draw);
  EXPECT_EQ(moves[1].category, Category::loss);
  EXPECT_EQ(tables_->root_moves(game.position()).front().category, Category::loss) << "without the game";
}

}  // namespace
}  // namespace bookends::tables::test
