#include "books/exchange/polyglot.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "books/values/propagate.h"
#include "books/work/workspace.h"
#include "core/io/file.h"
#include "tests/books/support.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::chess;
using test::small_graph;
using testing::HasSubstr;

// A book of one entry: the move of a position.
template <const Rules& R>
BookGraph book_of_one(const std::string& fen, const std::string& uci) {
  const auto position = Position<R>::from_fen(fen).value();
  BookGraph graph;
  graph.header = {std::string(R.name), fingerprint(R), BookSide::both, "test", "", {fen}};
  graph.nodes.push_back(node_of(position));
  graph.nodes[0].move = parse_uci(position, uci).value();
  EXPECT_TRUE(relink<R>(graph));
  return graph;
}

std::vector<int> numbers(const std::vector<std::byte>& bytes, std::size_t from, std::size_t n) {
  std::vector<int> out;
  for (std::size_t i = 0; i < n; ++i) out.push_back(std::to_integer<int>(bytes.at(from + i)));
  return out;
}

// The published example: key of the start position, e2e4 is 0x31c.
TEST(Polyglot, EntriesAreSixteenBytesHighestFirst) {
  const auto bytes = polyglot_bytes<chess>(book_of_one<chess>(std::string(chess.starts[0]), "e2e4"), {98});
  ASSERT_EQ(bytes.size(), 16u);
  EXPECT_THAT(numbers(bytes, 0, 16),
              testing::ElementsAre(0x46, 0x3b, 0x96, 0x18, 0x16, 0x91, 0xfc, 0x9c, 0x03, 0x1c, 0, 100, 0, 0, 0, 0));
}

// Of a position without a score nobody knows what another move gives away, but that it is as little known.
TEST(Polyglot, MovesAreComparedWhereAllHaveScores) {
  BookGraph graph = book_of_one<chess>(std::string(chess.starts[0]), "e2e4");
  const auto start = Position<chess>::start();
  for (const char* move : {"d2d4", "g2g4"}) {
    const auto next = start.after(parse_uci(start, move).value());
    graph.nodes.push_back(node_of(next));
    graph.nodes.back().move = parse_uci(next, "d7d5").value();
  }
  graph.nodes[2].entry.score = 900;
  graph.nodes[2].entry.depth = 12;
  ASSERT_TRUE(relink<chess>(graph));
  const auto moves_of_start = [&] {
    const auto bytes = polyglot_bytes<chess>(graph, {30});
    std::size_t n = 0;
    for (std::size_t at = 0; at < bytes.size(); at += 16) n += numbers(bytes, at, 2) == std::vector<int>{0x46, 0x3b};
    return n;
  };
  EXPECT_EQ(moves_of_start(), 2u) << "1. d4, but not 1. g4, which loses nine pawns";
  graph.nodes[0].entry.score = -900;
  graph.nodes[0].entry.depth = 12;
  EXPECT_EQ(moves_of_start(), 2u) << "1. g4, but not 1. d4";
}

TEST(Polyglot, CastlingIsTheKingsMoveOntoItsRookAndPromotionsAreNumbered) {
  const auto move = [](const char* fen, const char* uci) {
    const auto bytes = polyglot_bytes<chess>(book_of_one<chess>(fen, uci));
    return std::to_integer<int>(bytes[8]) << 8 | std::to_integer<int>(bytes[9]);
  };
  const char* castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  EXPECT_EQ(move(castling, "e1g1"), 4 << 6 | 7);
  EXPECT_EQ(move(castling, "e1c1"), 4 << 6 | 0);
  EXPECT_EQ(move("r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8g8"), 7 << 9 | 4 << 6 | 7 << 3 | 7);
  EXPECT_EQ(move("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8n"), 1 << 12 | 6 << 9 | 7 << 3);
  EXPECT_EQ(move("8/P3k3/8/8/8/8/8/4K3 w - - 0 1", "a7a8q"), 4 << 12 | 6 << 9 | 7 << 3);
}

// The key and the move of an entry, as a file has them.
struct RawEntry {
  Key key;
  std::uint16_t move;
};

std::vector<std::byte> raw_file(const std::vector<RawEntry>& entries) {
  std::vector<std::byte> bytes;
  for (const RawEntry& entry : entries) {
    for (int shift = 56; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>(entry.key >> shift));
    for (int shift = 8; shift >= 0; shift -= 8) bytes.push_back(static_cast<std::byte>(entry.move >> shift));
    for (const int byte : {0, 1, 0, 0, 0, 0}) bytes.push_back(static_cast<std::byte>(byte));
  }
  return bytes;
}

// 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O, as files have it whose programs know no chess960, and as others do.
TEST(Polyglot, CastlingIsReadInBothForms) {
  for (const std::uint16_t castling : {std::uint16_t{0x0106}, std::uint16_t{0x0107}}) {
    const auto bytes = raw_file({{0x0844931a6ef4b9a0, 0x0195},
                                 {0x10fd4254dfedaf8b, castling},
                                 {0x463b96181691fc9c, 0x031c},
                                 {0x4b1376a17217ee1d, 0x0fad},
                                 {0x78cda70e17837d9e, 0x0161},
                                 {0x823c9b50fd114196, 0x0d24},
                                 {0xd3207fec0612d89d, 0x0e6a}});
    const auto made = import_polyglot<chess>(bytes, "file", {std::string(chess.starts[0])});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(made->graph.size(), 7u);
    EXPECT_EQ(made->unplaced, 0u);
    const auto found = std::ranges::find(made->graph.nodes, Key{0x10fd4254dfedaf8b},
                                         [](const GraphNode& node) { return node.entry.key; });
    ASSERT_NE(found, made->graph.nodes.end());
    EXPECT_EQ(format_uci(chess, found->move), "e1g1");
  }
}

// What is no king that castles goes where the entry says.
TEST(Polyglot, OtherMovesOfCastlingsSquaresAreOrdinary) {
  for (const std::string fen : {"k7/8/8/8/8/8/8/4R2K w - - 0 1", "k7/8/8/8/8/8/8/4Q2K w - - 0 1"}) {
    const auto made =
        import_polyglot<chess>(raw_file({{Position<chess>::from_fen(fen)->key(), 0x0106}}), "file", {fen});
    ASSERT_TRUE(made) << made.error().message;
    EXPECT_EQ(format_uci(chess, made->graph.nodes.at(0).move), "e1g1") << fen;
  }
  const std::string no_right = "4k3/8/8/8/8/8/8/4K2R w - - 0 1";
  for (const std::uint16_t move : {std::uint16_t{0x0106}, std::uint16_t{0x0107}})
    EXPECT_FALSE(
        import_polyglot<chess>(raw_file({{Position<chess>::from_fen(no_right)->key(), move}}), "file", {no_right}));
}

TEST(Polyglot, ListsTheMovesWithinTheMarginTheBooksFirst) {
  const BookGraph graph = small_graph<chess>(400);
  const auto bytes = polyglot_bytes<chess>(graph, {40});
  std::map<Key, std::vector<int>> weights;
  Key last = 0;
  for (std::size_t at = 0; at < bytes.size(); at += 16) {
    Key key = 0;
    for (std::size_t i = 0; i < 8; ++i) key = key << 8 | std::to_integer<Key>(bytes[at + i]);
    EXPECT_LE(last, key);
    last = key;
    weights[key].push_back(std::to_integer<int>(bytes[at + 10]) << 8 | std::to_integer<int>(bytes[at + 11]));
  }
  ASSERT_EQ(weights.size(), graph.size());
  std::size_t listed = 0;
  for (NodeId n = 0; n < graph.size(); ++n) {
    std::size_t within = 1;
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) {
      const Score value = through_move(graph.nodes[graph.edges[e].child].entry.score);
      within += graph.edges[e].move != graph.nodes[n].move && graph.nodes[n].entry.score - value <= 40;
    }
    const std::vector<int>& found = weights[graph.nodes[n].entry.key];
    EXPECT_EQ(found.size(), within);
    EXPECT_EQ(found[0], 42);
    EXPECT_TRUE(std::is_sorted(found.rbegin(), found.rend()));
    EXPECT_GE(found.back(), 1);
    listed += within;
  }
  EXPECT_GT(listed, graph.size());
}

template <const Rules& R>
void expect_moves_come_back() {
  const BookGraph graph = small_graph<R>(250);
  const auto made = import_polyglot<R>(polyglot_bytes<R>(graph), "file", graph.header.starts);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->unplaced, 0u);
  ASSERT_EQ(made->graph.size(), graph.size());
  const auto index = index_of(made->graph);
  for (const GraphNode& node : graph.nodes) {
    const GraphNode& back = made->graph.nodes[index.at(node.entry.key)];
    EXPECT_EQ(back.move, node.move);
    EXPECT_EQ(back.entry.score, 0);
  }
  EXPECT_TRUE(encode<R>(made->graph));
}

TEST(Polyglot, TheMovesOfEveryGameComeBack) {
#define BOOKENDS_TRY(game) expect_moves_come_back<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_TRY)
#undef BOOKENDS_TRY
}

// The positions of the other side are followed by every reply that leads back into the file.
template <const Rules& R>
void expect_one_side_comes_back(BookSide side, int margin) {
  const BookGraph graph = small_graph<R>(250);
  const auto made = import_polyglot<R>(polyglot_bytes<R>(graph, {margin, side}), "file", graph.header.starts);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->graph.header.side, side);
  std::map<Key, Move> own;
  for (const GraphNode& node : graph.nodes)
    if (is_own_turn(side, position_of<R>(node).turn())) own.emplace(node.entry.key, node.move);
  std::size_t placed = 0;
  for (const GraphNode& node : made->graph.nodes) {
    const Position<R> position = position_of<R>(node);
    EXPECT_EQ(own.contains(node.entry.key), is_own_turn(side, position.turn()));
    if (const auto it = own.find(node.entry.key); it == own.end()) {
      EXPECT_TRUE(own.contains(position.after(node.move).key())) << position.fen();
    } else {
      EXPECT_EQ(node.move, it->second);
      ++placed;
    }
  }
  EXPECT_EQ(placed + made->unplaced, own.size());
  if (margin == kWidestMargin) {
    EXPECT_EQ(made->unplaced, 0u) << "all moves into the book are in the file";
  }
}

TEST(Polyglot, AFileOfOneSideMakesABookOfThatSideInEveryGame) {
  for (const BookSide side : {BookSide::white, BookSide::black})
    for (const int margin : {0, PolyglotOptions().margin, kWidestMargin}) {
#define BOOKENDS_TRY(game) expect_one_side_comes_back<games::game>(side, margin);
      BOOKENDS_FOR_EACH_GAME(BOOKENDS_TRY)
#undef BOOKENDS_TRY
    }
}

// What no line leads to is left out, and no reason to take the file for another one.
TEST(Polyglot, AFileOfOneSideMayHaveWhatNobodyFinds) {
  const BookGraph graph = small_graph<chess>(100);
  auto bytes = polyglot_bytes<chess>(graph, {30, BookSide::black});
  bytes.resize(bytes.size() + 16, std::byte{0xff});  // the last of all keys
  const auto made = import_polyglot<chess>(bytes, "file", graph.header.starts);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->graph.header.side, BookSide::black);
  EXPECT_EQ(made->unplaced, 1u);
  EXPECT_GT(made->graph.size(), 10u);
}

// As other readers have it: such moves are kept for the record.
TEST(Polyglot, MovesWithoutWeightAreNotPlayed) {
  const BookGraph graph = small_graph<chess>(100);
  auto bytes = polyglot_bytes<chess>(graph, {0, BookSide::both});
  const std::vector<int> start_bytes =
      numbers(polyglot_bytes<chess>(book_of_one<chess>(std::string(chess.starts[0]), "e2e4")), 0, 8);
  for (std::size_t at = 0; at < bytes.size(); at += 16)
    if (numbers(bytes, at, 8) != start_bytes) bytes[at + 10] = bytes[at + 11] = std::byte{0};
  const auto made = import_polyglot<chess>(bytes, "file", graph.header.starts);
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->graph.size(), 1u) << "the start alone";
  EXPECT_EQ(made->unplaced, 0u) << "as if they were not there";
}

// A move of the other side in the file: it is no file of one side. Asked for White's the same file is followed further.
TEST(Polyglot, AFileOfBothSidesIsForOneOnlyWhenAskedFor) {
  const auto start = Position<chess>::start();
  BookGraph graph;
  graph.header = {"chess", fingerprint(chess), BookSide::both, "test", "", {std::string(chess.starts[0])}};
  auto position = start;
  for (const char* move : {"e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6"}) {
    graph.nodes.push_back(node_of(position));
    graph.nodes.back().move = parse_uci(position, move).value();
    position.play(graph.nodes.back().move);
  }
  graph.nodes.erase(graph.nodes.begin() + 1);  // Black's first move
  ASSERT_TRUE(relink<chess>(graph));
  const auto bytes = polyglot_bytes<chess>(graph);
  const auto both = import_polyglot<chess>(bytes, "file", graph.header.starts);
  ASSERT_TRUE(both);
  EXPECT_EQ(both->graph.header.side, BookSide::both);
  EXPECT_EQ(both->graph.size(), 1u);
  EXPECT_EQ(both->unplaced, 4u);
  const auto white = import_polyglot<chess>(bytes, "file", graph.header.starts, BookSide::white);
  ASSERT_TRUE(white);
  EXPECT_EQ(white->graph.size(), 6u);
  EXPECT_EQ(white->unplaced, 0u);
  const auto black = import_polyglot<chess>(bytes, "file", graph.header.starts, BookSide::black);
  ASSERT_FALSE(black) << "no move of Black is next to White's first";
  EXPECT_THAT(black.error().message, HasSubstr("another side or none"));
}

TEST(Polyglot, WhatIsNoneIsRefused) {
  const std::vector<std::string> starts{std::string(chess.starts[0])};
  auto bytes = polyglot_bytes<chess>(small_graph<chess>(100));
  const auto refused = [&](const std::vector<std::byte>& file, ErrorCode code, const char* why) {
    const auto made = import_polyglot<chess>(file, "file", starts);
    ASSERT_FALSE(made) << why;
    EXPECT_EQ(made.error().code, code);
    EXPECT_THAT(made.error().message, HasSubstr(why));
  };
  refused({}, ErrorCode::corrupt, "no multiple of 16");
  for (std::size_t n = 1; n < 16; ++n)
    refused({bytes.begin(), bytes.end() - static_cast<std::ptrdiff_t>(n)}, ErrorCode::corrupt, "no multiple of 16");
  auto reversed = bytes;
  std::reverse(reversed.begin(), reversed.end());
  refused(reversed, ErrorCode::corrupt, "keys do not ascend");
  refused(polyglot_bytes<games::makruk>(small_graph<games::makruk>(100)), ErrorCode::invalid_argument,
          "no line from a start of chess");
}

// The format has no checksums: damage shows as keys out of order, as positions that no line leads to, as moves that are
// not legal or as other moves. It never makes anything but a legal book or an error.
// `every`: the entries of which the move is damaged, each byte in turn; and steps of 11 times that, which come to each
// of an entry's 16 bytes.
void expect_legal_when_damaged(const BookGraph& graph, std::size_t every) {
  const auto bytes = polyglot_bytes<chess>(graph);
  int read = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool of_move = i / 16 % every == 0 && (i % 16 == 8 || i % 16 == 9);
    if (!of_move && i % (11 * every) != 0) continue;
    auto damaged = bytes;
    damaged[i] ^= std::byte{0x41};
    const auto made = import_polyglot<chess>(damaged, "file", graph.header.starts);
    if (!made) continue;
    ++read;
    for (const GraphNode& node : made->graph.nodes)
      EXPECT_TRUE(position_of<chess>(node).is_legal(node.move)) << "byte " << i;
  }
  EXPECT_GT(read, 0);
}

TEST(Polyglot, DamageNeverMakesAnIllegalBook) { expect_legal_when_damaged(small_graph<chess>(5), 7); }
TEST(PolyglotSlow, DamageOfAnyEntryNeverMakesAnIllegalBook) { expect_legal_when_damaged(small_graph<chess>(40), 1); }

// Polyglot itself reads the book, finds every position by its own keys and every move legal.
TEST(Polyglot, PolyglotAcceptsTheBook) {
  constexpr const char* kPolyglot = "/usr/games/polyglot";
  ASSERT_TRUE(std::filesystem::exists(kPolyglot)) << "the package polyglot is missing";
  const test::TemporaryFolder folder;
  const BookGraph graph = small_graph<chess>(400);
  const std::string bin = folder / "book.bin", dump = folder / "dump.txt";
  ASSERT_TRUE(write_file(bin, polyglot_bytes<chess>(graph)));
  const auto info = test::run_program(kPolyglot, {"info-book", "-bin", bin});
  EXPECT_EQ(info.exit_code, 0) << info.out << info.err;
  EXPECT_THAT(info.out, testing::ContainsRegex("Positions on lines for white +: +[1-9]"));
  EXPECT_THAT(info.out, testing::ContainsRegex("Positions on lines for black +: +[1-9]"));
  const auto dumped = test::run_program(kPolyglot, {"dump-book", "-bin", bin, "-color", "white", "-out", dump});
  EXPECT_EQ(dumped.exit_code, 0) << dumped.out << dumped.err;
  const auto start = Position<chess>::start();
  const auto lines = read_file(dump);
  ASSERT_TRUE(lines);
  const std::string text(reinterpret_cast<const char*>(lines->data()), lines->size());
  EXPECT_THAT(text, HasSubstr(" 1. " + format_san(start, graph.nodes[graph.starts[0]].move)));
}

// Polyglot's own book of games that one side wins has no move of the other, who made no points.
void expect_read_whole(const std::string& games, BookSide side, std::size_t positions) {
  constexpr const char* kPolyglot = "/usr/games/polyglot";
  ASSERT_TRUE(std::filesystem::exists(kPolyglot)) << "the package polyglot is missing";
  const test::TemporaryFolder folder;
  const std::string pgn = folder / "games.pgn", bin = folder / "games.bin";
  ASSERT_TRUE(write_file(pgn, as_bytes(games)));
  const auto run =
      test::run_program(kPolyglot, {"make-book", "-pgn", pgn, "-bin", bin, "-max-ply", "20", "-min-game", "1"});
  ASSERT_EQ(run.exit_code, 0) << run.out << run.err;
  const auto made = import_polyglot<chess>(*read_file(bin), "file", {std::string(chess.starts[0])});
  ASSERT_TRUE(made) << made.error().message;
  EXPECT_EQ(made->graph.header.side, side);
  EXPECT_EQ(made->unplaced, 0u);
  EXPECT_EQ(made->graph.size(), positions);
}

TEST(Polyglot, WhatPolyglotMakesOfGamesIsReadWhole) {
  // Five positions of White, and the three of Black that lead from one to the next.
  expect_read_whole(
      "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n"
      "[Result \"1-0\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 1-0\n\n",
      BookSide::white, 8);
  // Three of Black, and as many of White, the start among them.
  expect_read_whole("[Result \"0-1\"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 0-1\n\n", BookSide::black, 6);
}

}  // namespace
}  // namespace bookends
