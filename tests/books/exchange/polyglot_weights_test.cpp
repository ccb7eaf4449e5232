// The weights of Polyglot books, in and out, beside what polyglot itself makes.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "books/exchange/import.h"
#include "books/exchange/polyglot.h"
#include "books/probe/polyglot_entry.h"
#include "core/notation/castling.h"
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
using test::DiceGame;
using test::in_order_of_dumps;
using test::pgn_of;
using test::PolyglotProgram;

const std::vector<std::string>& chess_start() {
  static const std::vector<std::string> starts{std::string(chess.starts[0])};
  return starts;
}

BookGraph imported(const std::vector<std::byte>& bytes, std::optional<BookSide> side = {}) {
  Result<PolyglotImport> made = import_polyglot<chess>(bytes, "file", chess_start(), side);
  EXPECT_TRUE(made) << made.error().message;
  return made ? made->graph : BookGraph();
}

// As a book file holds it.
BookGraph stored(const BookGraph& graph) { return graph_of(test::book_of<chess>(graph)).value(); }

Bin dumped(const BookGraph& graph, PolyglotWeights weights = PolyglotWeights::automatic,
           BookSide side = BookSide::both) {
  return bin_of(polyglot_bytes<chess>(graph, {30, side, weights}));
}

void count_game(const DiceGame& game, std::map<Key, GraphNode>& nodes) {
  Chess position = Chess::start();
  for (const Move move : game.moves) {
    GraphNode& node = nodes.try_emplace(position.key(), node_of(position)).first->second;
    if (!node.move) node.move = move;
    const auto index = static_cast<std::uint16_t>(book_move_index(position, move));
    auto record = std::ranges::find(node.played, index, &PlayedMove::move_index);
    if (record == node.played.end()) record = node.played.insert(node.played.end(), PlayedMove{.move_index = index});
    const bool white = position.turn() == Color::white;
    ++record->games;
    record->wins += game.result == (white ? "1-0" : "0-1");
    record->losses += game.result == (white ? "0-1" : "1-0");
    record->draws += game.result == "1/2-1/2";
    position.play(move);
  }
}

// The book of games with what they say of moves.
BookGraph counted(const std::vector<DiceGame>& games) {
  std::map<Key, GraphNode> nodes;
  for (const DiceGame& game : games) count_game(game, nodes);
  BookGraph graph;
  graph.header = {"chess", fingerprint(chess), BookSide::both, "test", "", chess_start()};
  for (auto& [key, node] : nodes) {
    std::ranges::sort(node.played, {}, &PlayedMove::move_index);
    graph.nodes.push_back(std::move(node));
  }
  EXPECT_TRUE(relink<chess>(graph));
  return graph;
}

// One move each, so many times with each result.
struct Opening {
  const char* uci;
  std::uint32_t wins, draws, losses;
};

BookGraph counted(const std::vector<Opening>& openings) {
  BookGraph graph;
  graph.header = {"chess", fingerprint(chess), BookSide::both, "test", "", chess_start()};
  const Chess start = Chess::start();
  graph.nodes.push_back(node_of(start));
  for (const Opening& o : openings) {
    const Move move = parse_uci(start, o.uci).value();
    if (!graph.nodes[0].move) graph.nodes[0].move = move;
    PlayedMove record;
    record.move_index = static_cast<std::uint16_t>(book_move_index(start, move));
    record.games = o.wins + o.draws + o.losses;
    record.wins = o.wins, record.draws = o.draws, record.losses = o.losses;
    graph.nodes[0].played.push_back(record);
  }
  std::ranges::sort(graph.nodes[0].played, {}, &PlayedMove::move_index);
  EXPECT_TRUE(relink<chess>(graph));
  return graph;
}

std::string pgn_of(const std::vector<Opening>& openings) {
  std::string text;
  for (const Opening& o : openings) {
    const std::string san = format_san(Chess::start(), parse_uci(Chess::start(), o.uci).value());
    for (const auto& [result, times] :
         {std::pair<std::string, std::uint32_t>{"1-0", o.wins}, {"1/2-1/2", o.draws}, {"0-1", o.losses}})
      for (std::uint32_t i = 0; i < times; ++i)
        text += "[Result \"" + result + "\"]\n\n1. " + san + ' ' + result + "\n\n";
  }
  return text;
}

std::vector<std::pair<std::string, int>> moves_of_start(const Bin& bin) {
  std::vector<std::pair<std::string, int>> moves;
  const Chess start = Chess::start();
  for (const BinEntry& e : bin)
    for (const Move m : start.legal_moves())
      if (e.key == start.key() && polyglot::coded(start, m) == e.move)
        moves.emplace_back(format_uci(chess, m), e.weight);
  return moves;
}

TEST(PolyglotWeights, PointsAreWhatPolyglotMakesOfGames) {
  ASSERT_TRUE(PolyglotProgram::is_there()) << "the package polyglot is missing";
  const std::vector<DiceGame> games = dice_games(60, 160, 1);
  const PolyglotProgram polyglot;
  const BookGraph graph = stored(counted(games));
  for (const auto& [side, option] : {std::pair<BookSide, std::vector<std::string>>{BookSide::both, {}},
                                     {BookSide::white, {"-only-white"}},
                                     {BookSide::black, {"-only-black"}}}) {
    const Bin theirs = in_order_of_dumps(bin_of(polyglot.make_book(pgn_of(games), option)), false);
    ASSERT_GT(theirs.size(), 1000u);
    EXPECT_EQ(in_order_of_dumps(dumped(graph, PolyglotWeights::points, side), false), theirs);
    EXPECT_EQ(in_order_of_dumps(dumped(graph, PolyglotWeights::automatic, side), false), theirs);
  }
}

TEST(PolyglotWeights, ImportedGamesBecomeTheBookThatPolyglotMakesOfThem) {
  ASSERT_TRUE(PolyglotProgram::is_there()) << "the package polyglot is missing";
  const std::string pgn = pgn_of(dice_games(600, 30, 5));
  const PolyglotProgram polyglot;
  for (const auto& [least, plies] : {std::pair<std::uint32_t, int>{1, 30}, {2, 25}, {3, 12}}) {
    CountSettings settings;
    settings.choice.keep_duplicates = true;
    settings.choice.max_ply = plies;
    BookImport<chess> import(settings);
    ASSERT_TRUE(import.add_pgn(pgn, "games"));
    const Result<BookGraph> made = import.finish({chess_start(), {least, 0}});
    ASSERT_TRUE(made) << made.error().message;
    const BookGraph graph = stored(*made);
    const Bin theirs =
        bin_of(polyglot.make_book(pgn, {"-min-game", std::to_string(least), "-max-ply", std::to_string(plies)}));
    const Bin reached = test::of_positions(in_order_of_dumps(theirs, false), test::keys_of(graph));
    EXPECT_GT(reached.size(), theirs.size() * 9 / 10);
    EXPECT_GT(reached.size(), 200u);
    EXPECT_EQ(in_order_of_dumps(dumped(graph), false), reached) << least;
  }
}

// Polyglot halves all moves of a position, rounding up, whenever one has come to 16384 games.
TEST(PolyglotWeights, GreatNumbersAreHalvedAsPolyglotDoes) {
  ASSERT_TRUE(PolyglotProgram::is_there()) << "the package polyglot is missing";
  const PolyglotProgram polyglot;
  const std::vector<Opening> small{{"d2d4", 3, 1, 0}, {"c2c4", 3, 0, 0}, {"g1f3", 2, 1, 0},   {"g2g3", 2, 0, 0},
                                   {"b2b3", 1, 1, 0}, {"f2f4", 1, 0, 1}, {"h2h3", 500, 1, 0}, {"a2a3", 0, 0, 2}};
  for (const Opening& e4 : {Opening{"e2e4", 16383, 0, 0}, Opening{"e2e4", 16384, 0, 0}, Opening{"e2e4", 1, 16383, 0},
                            Opening{"e2e4", 1, 0, 16383}}) {
    std::vector<Opening> openings = small;
    openings.push_back(e4);
    const BookGraph graph = counted(openings);
    EXPECT_EQ(in_order_of_dumps(dumped(graph, PolyglotWeights::points), false),
              in_order_of_dumps(bin_of(polyglot.make_book(pgn_of(openings))), false));
    EXPECT_THAT(moves_of_start(dumped(graph, PolyglotWeights::games)),
                testing::Contains(testing::Pair("a2a3", e4.wins == 16383 ? 2 : 1)));
  }
  const BookGraph most = counted(std::vector<Opening>{{"e2e4", 0xffffffff, 0, 0}, {"d2d4", 0, 0x80000000, 0}});
  EXPECT_THAT(moves_of_start(dumped(most, PolyglotWeights::points)),
              testing::ElementsAre(testing::Pair("e2e4", 16384), testing::Pair("d2d4", 4096)));
  EXPECT_THAT(moves_of_start(dumped(most, PolyglotWeights::games)),
              testing::ElementsAre(testing::Pair("e2e4", 8192), testing::Pair("d2d4", 4096)));
}

TEST(PolyglotWeights, WhatEveryKindLists) {
  BookGraph graph = counted(std::vector<Opening>{{"d2d4", 0, 0, 2}, {"e2e4", 1, 0, 0}, {"c2c4", 0, 3, 0}});
  const Chess start = Chess::start();
  GraphNode reply = node_of(start.after(parse_uci(start, "b2b3").value()));
  reply.move = parse_uci(position_of<chess>(reply), "e7e5").value();
  graph.nodes.push_back(reply);
  ASSERT_TRUE(relink<chess>(graph));
  using testing::ElementsAre, testing::Pair, testing::IsEmpty;
  const auto moves = [&](PolyglotWeights weights) { return moves_of_start(dumped(graph, weights)); };
  EXPECT_THAT(moves(PolyglotWeights::games), ElementsAre(Pair("c2c4", 3), Pair("d2d4", 2), Pair("e2e4", 1)));
  EXPECT_THAT(moves(PolyglotWeights::points), ElementsAre(Pair("c2c4", 3), Pair("e2e4", 2)));
  EXPECT_THAT(moves(PolyglotWeights::uniform), ElementsAre(Pair("d2d4", 1), Pair("c2c4", 1), Pair("e2e4", 1)));
  EXPECT_THAT(moves(PolyglotWeights::margin), ElementsAre(Pair("d2d4", 32), Pair("b2b3", 31)));
  EXPECT_THAT(moves(PolyglotWeights::kept), IsEmpty());
  EXPECT_EQ(moves(PolyglotWeights::automatic), moves(PolyglotWeights::points));
  EXPECT_EQ(dumped(graph, PolyglotWeights::games).size(), 3u) << "nothing is said of 1. b3";
  EXPECT_EQ(dumped(graph, PolyglotWeights::uniform).size(), 4u);
  graph.nodes[0].entry.score = 20;
  graph.nodes[0].entry.depth = 9;
  EXPECT_THAT(moves(PolyglotWeights::automatic), ElementsAre(Pair("d2d4", 32))) << "a score counts more than games";
  graph.nodes[0].played[0].weight = 7;
  EXPECT_EQ(moves(PolyglotWeights::automatic), moves(PolyglotWeights::kept));
  EXPECT_EQ(moves(PolyglotWeights::kept).size(), 1u);
}

// A third of the moves of polyglot's book get something learned, some a weight of 0, but not a position's heaviest.
Bin with_learning(Bin bin) {
  for (std::size_t i = 0; i < bin.size(); ++i) {
    if (i % 3 == 0) bin[i].learned = static_cast<std::uint32_t>(i * 2654435761u | 1u);
    if (i % 7 == 0 && i > 0 && bin[i - 1].key == bin[i].key) bin[i].weight = 0;
  }
  return in_order_of_dumps(bin);
}

TEST(PolyglotWeights, ABookComesBackByteForByte) {
  ASSERT_TRUE(PolyglotProgram::is_there()) << "the package polyglot is missing";
  const std::vector<DiceGame> games = dice_games(60, 160, 2);
  const Bin theirs = with_learning(bin_of(PolyglotProgram().make_book(pgn_of(games))));
  std::size_t promotions = 0, castling = 0;
  const BookGraph graph = stored(imported(bytes_of_bin(theirs)));
  for (const GraphNode& node : graph.nodes)
    for (const PlayedMove& record : node.played) {
      const Chess position = position_of<chess>(node);
      const Move move = book_move(position, record.move_index).value();
      promotions += move.promotes();
      castling += is_castling(position, move);
    }
  EXPECT_GT(castling, 5u);
  EXPECT_GT(promotions, 5u);
  const Bin reached = test::of_positions(theirs, test::keys_of(graph));
  EXPECT_GT(reached.size(), theirs.size() / 2);
  EXPECT_EQ(bytes_of_bin(dumped(graph)), bytes_of_bin(reached));
  EXPECT_EQ(bytes_of_bin(dumped(graph, PolyglotWeights::kept)), bytes_of_bin(reached));
  const Bin by_margin = dumped(graph, PolyglotWeights::margin);
  std::size_t learned = 0;
  for (const BinEntry& e : by_margin) learned += e.learned != 0;
  EXPECT_GT(learned, by_margin.size() / 4) << "what was learned is kept with other weights, too";
}

// 1. e4 e5 2. Nf3 Nc6 3. Bb5 Nf6 4. O-O as the king's move of two files: it comes back as published.
TEST(PolyglotWeights, OnlyCastlingOfTwoFilesComesBackOtherwise) {
  Bin bin{{0x0844931a6ef4b9a0, 0x0195, 5, 0}, {0x10fd4254dfedaf8b, 0x0106, 9, 77},
          {0x10fd4254dfedaf8b, 0x0107, 8, 1}, {0x463b96181691fc9c, 0x031c, 65535, 0},
          {0x4b1376a17217ee1d, 0x0fad, 4, 0}, {0x78cda70e17837d9e, 0x0161, 3, 0},
          {0x823c9b50fd114196, 0x0d24, 2, 0}, {0xd3207fec0612d89d, 0x0e6a, 1, 0xffffffff}};
  const Bin back = dumped(stored(imported(bytes_of_bin(bin))));
  bin[1].move = 0x0107;
  bin.erase(bin.begin() + 2);  // the same move once more: the first counts
  EXPECT_EQ(back, bin);
}

TEST(PolyglotWeights, AFileOfOneSideComesBackWithoutTheOthersReplies) {
  ASSERT_TRUE(PolyglotProgram::is_there()) << "the package polyglot is missing";
  const std::vector<DiceGame> games = dice_games(60, 40, 3);
  const PolyglotProgram polyglot;
  for (const auto& [side, option] :
       {std::pair<BookSide, std::string>{BookSide::white, "-only-white"}, {BookSide::black, "-only-black"}}) {
    const Bin theirs = in_order_of_dumps(bin_of(polyglot.make_book(pgn_of(games), {option})));
    const BookGraph graph = stored(imported(bytes_of_bin(theirs), side));
    const Bin reached = test::of_positions(theirs, test::keys_of(graph));
    EXPECT_GT(reached.size(), theirs.size() / 2);
    EXPECT_TRUE(std::ranges::any_of(graph.nodes, [](const GraphNode& node) { return node.played.empty(); }));
    EXPECT_EQ(dumped(graph), reached);
    EXPECT_EQ(dumped(graph, PolyglotWeights::automatic, side), reached);
  }
}

TEST(PolyglotWeights, MovesWithoutWeightAreKeptButNotPlayed) {
  const Chess start = Chess::start();
  const auto move = [&](const char* uci) { return polyglot::coded(start, parse_uci(start, uci).value()); };
  const Bin bin{{start.key(), move("d2d4"), 3, 0},
                {start.key(), move("e2e4"), 3, 0},
                {start.key(), move("a2a3"), 0, 5},
                {start.key(), move("h2h4"), 0, 0}};
  const BookGraph graph = stored(imported(bytes_of_bin(bin)));
  ASSERT_EQ(graph.size(), 1u);
  EXPECT_EQ(format_uci(chess, graph.nodes[0].move), "d2d4") << "the first of the heaviest";
  EXPECT_EQ(graph.nodes[0].played.size(), 4u);
  EXPECT_EQ(dumped(graph), bin);
  EXPECT_EQ(moves_of_start(dumped(graph, PolyglotWeights::uniform)).size(), 2u);
}

}  // namespace
}  // namespace bookends
