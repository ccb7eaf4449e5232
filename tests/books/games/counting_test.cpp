#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <fstream>
#include <map>
#include <random>

#include "books/exchange/import.h"
#include "books/games/counter.h"
#include "tests/books/games/support.h"
#include "tests/books/support.h"

namespace bookends {
namespace {

using games::chess;
using testing::ElementsAre;
using testing::HasSubstr;
using namespace test;

struct Imported {
  BookGraph graph;
  GameCounts counts;
  PgnOmissions omitted;
};

Imported import_text(const std::string& text, CountSettings settings = {}, const ImportOptions& options = {}) {
  BookImport<chess> import(std::move(settings));
  EXPECT_TRUE(import.add_pgn(text, "file"));
  Result<BookGraph> made = import.finish(options);
  EXPECT_TRUE(made) << made.error().message;
  return {made ? std::move(*made) : BookGraph(), import.games(), import.omitted()};
}

// What games say of a move, "d4" and the like, at the start.
std::optional<PlayedMove> at_start(const BookGraph& graph, const std::string& san) {
  const Position<chess> start = Position<chess>::start();
  const int index = book_move_index(start, *parse_san(start, san));
  for (const PlayedMove& move : graph.nodes.at(0).played)
    if (move.move_index == index) return move;
  return std::nullopt;
}

std::string first_move(const BookGraph& graph) { return format_san(Position<chess>::start(), graph.nodes.at(0).move); }

TEST(CountGames, GamesResultsRatingsAndYearsOfTheSideThatMoves) {
  const BookGraph graph =
      import_text(pgn_game("1. d4 d5", "1-0", {{"WhiteElo", "2400"}, {"BlackElo", "2500"}, {"Date", "2019.??.??"}}) +
                  pgn_game("1. d4 Nf6", "0-1", {{"WhiteElo", "2301"}, {"BlackElo", "-"}, {"UTCDate", "2021.05.04"}}) +
                  pgn_game("1. d4 d5", "1/2-1/2") + pgn_game("1. d4 d5", "*"))
          .graph;
  EXPECT_EQ(at_start(graph, "d4"), (PlayedMove{.move_index = at_start(graph, "d4")->move_index,
                                               .games = 4,
                                               .wins = 1,
                                               .draws = 1,
                                               .losses = 1,
                                               .rated = 2,
                                               .rating = 2351,
                                               .year = 2021}));
  EXPECT_FALSE(at_start(graph, "e4"));
  const Position<chess> after = Position<chess>::start().after(*parse_san(Position<chess>::start(), "d4"));
  const NodeId reply = graph.child(0, graph.nodes[0].move);
  ASSERT_NE(reply, kNoNode);
  const std::vector<PlayedMove>& replies = graph.nodes[reply].played;
  ASSERT_EQ(replies.size(), 2u);
  const auto of = [&](const std::string& san) {
    return replies[replies[0].move_index == book_move_index(after, *parse_san(after, san)) ? 0 : 1];
  };
  EXPECT_EQ(of("d5").games, 3u);
  EXPECT_EQ(of("d5").losses, 1u);
  EXPECT_EQ(of("d5").rating, 2500);
  EXPECT_EQ(of("Nf6").wins, 1u);
  EXPECT_EQ(of("Nf6").rated, 0u);
}

TEST(CountGames, TheMoveIsThatOfTheMostPointsOrOfTheMostGames) {
  const std::string lost = pgn_game("1. d4 d5", "0-1") + pgn_game("1. d4 d5", "0-1") + pgn_game("1. d4 c5", "0-1");
  const std::string text = pgn_game("1. e4 e5", "1-0") + lost;
  EXPECT_EQ(first_move(import_text(text).graph), "e4") << "points";
  EXPECT_EQ(first_move(import_text(text, {}, {.result_weight = 0}).graph), "d4") << "games";
  EXPECT_EQ(first_move(import_text(pgn_game("1. e4 e5", "0-1") + lost).graph), "d4") << "no points: games";
  EXPECT_EQ(first_move(import_text(pgn_game("1. e4", "*") + pgn_game("1. d4", "*")).graph), "e4") << "the first";
}

TEST(CountGames, VariationsAddPositionsAndCountForNothing) {
  const BookGraph graph = import_text("1. e4 (1. d4 d5 2. c4) 1... e5 *\n").graph;
  EXPECT_EQ(graph.size(), 4u);
  EXPECT_EQ(first_move(graph), "e4");
  EXPECT_FALSE(at_start(graph, "d4"));
  EXPECT_EQ(at_start(graph, "e4")->games, 1u);
}

// To and fro: the same position three times, twice with the same move.
TEST(CountGames, AMoveCountsOnceInAGameAndItsLastOneLeadsOn) {
  const BookGraph graph = import_text(pgn_game("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 e5", "1-0")).graph;
  EXPECT_EQ(at_start(graph, "Nf3")->games, 1u);
  EXPECT_EQ(at_start(graph, "e4")->games, 1u);
  EXPECT_EQ(first_move(graph), "e4");
}

TEST(CountGames, EveryChoiceOfGames) {
  const std::string text =
      pgn_game("1. e4 e5", "1-0",
               {{"White", "Carlsen, Magnus"},
                {"Black", "Anand"},
                {"WhiteElo", "2800"},
                {"BlackElo", "2750"},
                {"Date", "2013.11.09"}}) +
      pgn_game("1. d4 d5", "1-0",
               {{"White", "MAGNUS CARLSEN"}, {"Black", "Nobody"}, {"WhiteElo", "2830"}, {"Date", "2020.01.01"}}) +
      pgn_game("1. c4 c5", "1-0", {{"White", "Anand"}, {"Black", "Carlsen"}, {"Date", "2008"}});
  const auto moves = [&](const GameChoice& choice) {
    std::string found;
    for (const char* san : {"e4", "d4", "c4"})
      if (at_start(import_text(text, {.choice = choice}).graph, san)) found += san;
    return found;
  };
  EXPECT_EQ(moves({}), "e4d4c4");
  EXPECT_EQ(moves({.min_elo = 2750}), "e4");
  EXPECT_EQ(moves({.since = 2013}), "e4d4");
  EXPECT_EQ(moves({.white = "carlsen"}), "e4d4");
  EXPECT_EQ(moves({.white = "Magnus Carlsen"}), "e4d4");
  EXPECT_EQ(moves({.black = "carlsen"}), "c4");
  EXPECT_EQ(import_text(text, {.choice = {.min_elo = 2750}}).counts.passed_over, 2u);
  EXPECT_EQ(import_text(text, {.choice = {.max_ply = 1}}).graph.size(), 1u);
}

TEST(CountGames, MovesThatAreRareOrBadAreLeftOut) {
  const std::string text = pgn_game("1. e4 e5", "1-0") + pgn_game("1. e4 c5", "1/2-1/2") + pgn_game("1. d4 d5", "0-1");
  const BookGraph frequent = import_text(text, {}, {.rule = {.min_games = 2}}).graph;
  EXPECT_EQ(frequent.size(), 1u);
  EXPECT_EQ(frequent.nodes[0].played.size(), 1u);
  const BookGraph good = import_text(text, {}, {.rule = {.min_score = 0.5}}).graph;
  EXPECT_TRUE(at_start(good, "e4"));
  EXPECT_FALSE(at_start(good, "d4"));
  BookImport<chess> none;
  ASSERT_TRUE(none.add_pgn(text, "file"));
  const Result<BookGraph> nothing = none.finish({.rule = {.min_games = 4}});
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().message, HasSubstr("no move of 3 games stays"));
}

TEST(CountGames, AResultMayStandInItsTagAlone) {
  const std::string tagged =
      "[White \"A\"]\n[Result \"0-1\"]\n\n1. d4 d5 *\n\n[Result \"1/2\"]\n\n1. d4 Nf6\n\n"
      "[Result \"?\"]\n\n1. d4 f5 *\n\n[Result \"0-1\"]\n\n1. d4 e6 1-0\n";
  const std::optional<PlayedMove> move = at_start(import_text(tagged).graph, "d4");
  ASSERT_TRUE(move);
  EXPECT_EQ(move->games, 4u);
  EXPECT_EQ(move->losses, 1u);
  EXPECT_EQ(move->draws, 1u);
  EXPECT_EQ(move->wins, 1u) << "what stands behind the moves goes first";
}

TEST(CountGames, TheSameGameCountsOnce) {
  const Tags players{{"White", "Carlsen, Magnus"}, {"Black", "Anand, V."}, {"Date", "2013.11.09"}, {"Round", "1"}};
  const Tags also{
      {"White", "carlsen,magnus"}, {"Black", "Anand V"}, {"Date", "2013.11.09"}, {"Round", "1"}, {"WhiteElo", "2870"}};
  const Tags later{{"White", "Carlsen, Magnus"}, {"Black", "Anand, V."}, {"Date", "2013.11.10"}, {"Round", "2"}};
  const std::string moves = "1. e4 e5 2. Nf3";
  const std::string text = pgn_game(moves, "1-0", players) + pgn_game(moves, "1-0", also) +
                           pgn_game(moves, "1-0", later) + pgn_game("1. e4 e5 2. Nc3", "1-0", players);
  EXPECT_EQ(import_text(text).counts.counted, 3u);
  EXPECT_EQ(import_text(text).counts.duplicates, 1u);
  EXPECT_EQ(import_text(pgn_game(moves, "1-0", players) + pgn_game(moves, "*", players)).counts.duplicates, 1u);
  EXPECT_EQ(import_text(text, {.choice = {.keep_duplicates = true}}).counts.counted, 4u);
  // Two games that differ behind the moves that are counted.
  EXPECT_EQ(import_text(text, {.choice = {.max_ply = 2}}).counts.counted, 3u);
  const Tags names{{"White", "A"}, {"Black", "B"}, {"Date", "????.??.??"}, {"Round", "?"}};
  EXPECT_EQ(import_text(pgn_game(moves, "1-0", names) + pgn_game(moves, "1-0", names)).counts.counted, 2u);
  const std::string unknown = pgn_game(moves, "1-0", {{"White", "?"}}) + pgn_game(moves, "1-0");
  EXPECT_EQ(import_text(unknown + unknown).counts.counted, 4u) << "nobody knows whether they are the same";
}

// Games over few moves, many of them through the same positions.
std::string random_games(std::size_t n, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    Position<chess> position = Position<chess>::start();
    std::string moves;
    for (std::size_t ply = 0; ply < 3 + random() % 30; ++ply) {
      const MoveList legal = position.legal_moves();
      if (legal.empty()) break;
      const Move move = legal[static_cast<int>(std::min(random() % 40, random() % 40) % legal.size())];
      moves += format_san(position, move) + " ";
      position.play(move);
    }
    const char* results[] = {"1-0", "0-1", "1/2-1/2", "*"};
    text += pgn_game(
        moves, results[random() % 4],
        {{"WhiteElo", std::to_string(1000 + random() % 2000)}, {"Date", std::to_string(1990 + random() % 30)}});
  }
  return text;
}

// A plain map, game by game.
std::map<std::pair<Key, std::uint16_t>, PlayedMove> counted_plainly(const std::string& text) {
  std::map<std::pair<Key, std::uint16_t>, PlayedMove> all;
  std::istringstream in(text);
  PgnOmissions omitted;
  PgnReader reader(in, "file", PgnPolicy::strict, omitted);
  Position<chess> start = Position<chess>::start();
  while (true) {
    const Result<std::optional<PgnGame>> read = reader.next_played<chess>(start);
    EXPECT_TRUE(read) << read.error().message;
    if (!read || !*read) return all;
    const PgnGame& game = **read;
    std::map<std::pair<Key, std::uint16_t>, bool> met;
    Position<chess> position = start;
    for (std::uint32_t at = 0; !game.nodes[at].next.empty();) {
      at = game.nodes[at].next.front();
      const Move move = game.nodes[at].move;
      PlayedMove& record = all[{position.key(), move.bits()}];
      if (!met[{position.key(), move.bits()}]) {
        met[{position.key(), move.bits()}] = true;
        const bool white = position.turn() == Color::white;
        ++record.games;
        record.wins += game.result == (white ? "1-0" : "0-1");
        record.losses += game.result == (white ? "0-1" : "1-0");
        record.draws += game.result == "1/2-1/2";
        record.rated += white ? 1 : 0;
        record.year = std::max(record.year, static_cast<std::uint16_t>(std::stoi(game.tag("Date"))));
      }
      position.play(move);
    }
  }
}

void write_text(const std::filesystem::path& path, const std::string& text) {
  std::ofstream(path, std::ios::binary) << text;
}

struct Counted {
  std::vector<TalliedMove> moves;
  GameCounts counts;
};

Counted count_file(const std::filesystem::path& path, const CountSettings& settings) {
  GameCounter<chess> counter(settings, [](const PgnGame&) { return false; });
  Progress silent;
  const Result<void> added = counter.add_file(path, silent);
  EXPECT_TRUE(added) << added.error().message;
  return {counter.finish({}, silent).value(), counter.counts()};
}

TEST(CountGames, AgreesWithAPlainCountForAnyNumberOfThreadsAndAnyMemory) {
  const TemporaryFolder folder;
  const std::string text = random_games(3000, 17);
  write_text(folder.path() / "games.pgn", text);
  const auto plain = counted_plainly(text);
  const Counted usual = count_file(folder.path() / "games.pgn", {});
  EXPECT_EQ(usual.counts.counted, 3000u);
  ASSERT_EQ(usual.moves.size(), plain.size());
  for (const TalliedMove& move : usual.moves) {
    const PlayedMove& expected = plain.at({move.key, move.move});
    const PlayedMove record = record_of(move, 0);
    ASSERT_EQ(
        std::tuple(record.games, record.wins, record.draws, record.losses, record.rated, record.year),
        std::tuple(expected.games, expected.wins, expected.draws, expected.losses, expected.rated, expected.year));
  }
  // So little memory that moves wait on disk many times over, though there is room for the count.
  const std::uint64_t little = 400 * usual.moves.size() + 400;
  for (const CountSettings& settings :
       {CountSettings{.threads = 4}, CountSettings{.threads = 2, .memory = little, .folder = folder.path()}}) {
    const Counted other = count_file(folder.path() / "games.pgn", settings);
    ASSERT_EQ(other.moves.size(), usual.moves.size());
    for (std::size_t i = 0; i < other.moves.size(); ++i) {
      EXPECT_EQ(other.moves[i].first, usual.moves[i].first);
      EXPECT_EQ(record_of(other.moves[i], 0), record_of(usual.moves[i], 0));
    }
  }
  EXPECT_THAT(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1) << "nothing is left behind";
}

TEST(CountGames, MoreThanTheMemoryHoldsIsRefusedWithAdvice) {
  const TemporaryFolder folder;
  write_text(folder.path() / "games.pgn", random_games(300, 18));
  GameCounter<chess> counter({.memory = 4000, .folder = folder.path()}, [](const PgnGame&) { return false; });
  Progress silent;
  ASSERT_TRUE(counter.add_file(folder.path() / "games.pgn", silent));
  const auto counted = counter.finish({}, silent);
  ASSERT_FALSE(counted);
  EXPECT_EQ(counted.error().code, ErrorCode::limit);
}

TEST(CountGames, StopsWhenAskedTo) {
  const TemporaryFolder folder;
  write_text(folder.path() / "games.pgn", random_games(30, 19));
  GameCounter<chess> counter({}, [](const PgnGame&) { return false; });
  StopAfter stop(0);
  const Result<void> added = counter.add_file(folder.path() / "games.pgn", stop);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::interrupted);
}

TEST(CountGames, AFolderThatCannotBeWrittenToIsNamed) {
  const TemporaryFolder folder;
  write_text(folder.path() / "games.pgn", random_games(30, 19));
  GameCounter<chess> counter({.memory = 400, .folder = folder.path() / "games.pgn"},
                             [](const PgnGame&) { return false; });
  Progress silent;
  const Result<void> added = counter.add_file(folder.path() / "games.pgn", silent);
  ASSERT_FALSE(added);
  EXPECT_EQ(added.error().code, ErrorCode::io);
}

}  // namespace
}  // namespace bookends
