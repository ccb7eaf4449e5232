// Several Polyglot books at once, beside what polyglot itself makes of them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "books/exchange/polyglot.h"
#include "books/probe/polyglot_entry.h"
#include "tests/books/exchange/polyglot_support.h"
#include "tests/books/support.h"

namespace bookends {
namespace {

using games::chess;
using test::Bin;
using test::bin_of;
using test::BinEntry;
using test::bytes_of_bin;
using test::Chess;
using test::dice_games;
using test::in_order_of_dumps;
using test::PolyglotProgram;

BookGraph together_imported(const std::vector<std::vector<std::byte>>& files, bool first_counts) {
  std::vector<PolyglotSource> sources;
  for (const auto& file : files) sources.push_back({file, "file" + std::to_string(sources.size())});
  const auto made = import_polyglot<chess>(
      sources, PolyglotImportOptions{{std::string(chess.starts[0])}, std::nullopt, first_counts});
  EXPECT_TRUE(made) << made.error().message;
  return made ? graph_of(test::book_of<chess>(made->graph)).value() : BookGraph();
}

Bin kept(const BookGraph& graph) { return in_order_of_dumps(bin_of(polyglot_bytes<chess>(graph)), false); }

TEST(PolyglotFiles, SeveralAreAddedUpAsPolyglotDoes) {
  ASSERT_TRUE(PolyglotProgram::is_there()) << "the package polyglot is missing";
  const PolyglotProgram polyglot;
  const auto a = polyglot.make_book(pgn_of(dice_games(40, 60, 11)));
  auto b_entries = bin_of(polyglot.make_book(pgn_of(dice_games(50, 60, 12))));
  for (std::size_t i = 0; i < b_entries.size(); i += 2) b_entries[i].learned = 1000 + static_cast<std::uint32_t>(i);
  const auto b = bytes_of_bin(b_entries);
  for (const auto& [first, second] : {std::pair(a, b), std::pair(b, a)}) {
    const Bin theirs = in_order_of_dumps(bin_of(polyglot.merge_book(first, second)), false);
    const BookGraph graph = together_imported({first, second}, false);
    const Bin ours = kept(graph), reached = test::of_positions(theirs, test::keys_of(graph));
    EXPECT_GT(reached.size(), theirs.size() / 2);
    EXPECT_LT(reached.size(), bin_of(a).size() + bin_of(b).size()) << "no move is in both";
    // Polyglot takes what the second file has learned of a move for nothing where the first one has the move.
    Bin without = ours;
    for (BinEntry& e : without)
      if (const auto it = std::ranges::find_if(
              reached, [&](const BinEntry& t) { return t.key == e.key && t.move == e.move && t.learned == 0; });
          it != reached.end())
        e.learned = 0;
    EXPECT_EQ(without, reached);
  }
}

// As older versions of polyglot merge: the first file alone says what is played in a position that it has.
TEST(PolyglotFiles, WithFirstTheFirstFileCountsAlone) {
  const Chess start = Chess::start();
  const auto move = [&](const char* uci) { return polyglot::coded(start, parse_uci(start, uci).value()); };
  const Chess after = start.after(parse_uci(start, "e2e4").value());
  const BinEntry e4{start.key(), move("e2e4"), 1, 4}, d4{start.key(), move("d2d4"), 9, 0};
  const BinEntry e5{after.key(), polyglot::coded(after, parse_uci(after, "e7e5").value()), 3, 0};
  const std::vector<std::vector<std::byte>> files{bytes_of_bin({e4}), bytes_of_bin({d4, e4, e5})};
  const BookGraph first = together_imported(files, true);
  EXPECT_EQ(kept(first), (Bin{e4, e5}));
  EXPECT_EQ(format_uci(chess, first.nodes[0].move), "e2e4");
  const BookGraph both = together_imported(files, false);
  EXPECT_EQ(kept(both), (Bin{d4, {e4.key, e4.move, 2, 4}, e5}));
  EXPECT_EQ(format_uci(chess, both.nodes[0].move), "d2d4");
}

TEST(PolyglotFiles, SumsThatAreTooGreatAreCut) {
  const Chess start = Chess::start();
  const std::uint16_t e4 = polyglot::coded(start, parse_uci(start, "e2e4").value());
  const auto bytes = bytes_of_bin({{start.key(), e4, 40000, 0}});
  EXPECT_EQ(kept(together_imported({bytes, bytes}, false)), (Bin{{start.key(), e4, 65535, 0}}));
}

// Castling of one file onto the rook, of the other by two files.
TEST(PolyglotFiles, AMoveIsTheSameHoweverItIsWritten) {
  Bin bin{{0x0844931a6ef4b9a0, 0x0195}, {0x10fd4254dfedaf8b, 0x0107}, {0x463b96181691fc9c, 0x031c},
          {0x4b1376a17217ee1d, 0x0fad}, {0x78cda70e17837d9e, 0x0161}, {0x823c9b50fd114196, 0x0d24},
          {0xd3207fec0612d89d, 0x0e6a}};
  Bin other = bin;
  other[1].move = 0x0106;
  const Bin both = kept(together_imported({bytes_of_bin(bin), bytes_of_bin(other)}, false));
  ASSERT_EQ(both.size(), 7u);
  EXPECT_EQ(both[1], (BinEntry{0x10fd4254dfedaf8b, 0x0107, 2, 0}));
}

TEST(PolyglotFiles, ADamagedOneIsNamed) {
  const auto good = bytes_of_bin({{1, 1}, {2, 2}}), bad = bytes_of_bin({{2, 2}, {1, 1}});
  const PolyglotSource sources[] = {{good, "good"}, {bad, "bad"}};
  const auto made = import_polyglot<chess>(sources, PolyglotImportOptions{{std::string(chess.starts[0])}, {}, false});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().message, "bad: not a Polyglot book, or damaged: its keys do not ascend at byte 16");
}

}  // namespace
}  // namespace bookends
