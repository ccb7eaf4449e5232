#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <random>

#include "books/edit/edit.h"
#include "books/edit/played_choice.h"
#include "books/exchange/import.h"
#include "books/exchange/transport.h"
#include "books/file/book_file.h"
#include "books/file/layout.h"
#include "books/file/writer.h"
#include "books/played/record.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "tests/books/review/dumped.h"
#include "tests/books/support.h"

namespace bookends {
namespace {

using games::fragments;
using testing::HasSubstr;
using namespace test;

constexpr std::uint32_t kMost = 0xffffffff;

// Of any size: most numbers small, some as large as they can be.
std::uint32_t any_count(std::mt19937_64& random, std::uint32_t most) {
  const auto number = static_cast<std::uint32_t>(random() >> (32 + random() % 32));
  return random() % 50 == 0 ? most : static_cast<std::uint32_t>(number % (std::uint64_t{most} + 1));
}

PlayedMove any_move(std::mt19937_64& random, int columns) {
  PlayedMove move;
  move.games = any_count(random, kMost);
  move.wins = any_count(random, move.games);
  move.draws = any_count(random, move.games - move.wins);
  move.losses = any_count(random, move.games - move.wins - move.draws);
  if ((columns & 1) != 0) move.rated = any_count(random, move.games);
  if (move.rated > 0) move.rating = static_cast<std::uint16_t>(any_count(random, kHighestRating));
  if ((columns & 2) != 0) move.year = static_cast<std::uint16_t>(any_count(random, 0xffff));
  if ((columns & 4) != 0) move.weight = static_cast<std::uint16_t>(any_count(random, 0xffff));
  if ((columns & 8) != 0) move.learned = any_count(random, kMost);
  return move;
}

std::vector<PlayedMove> any_moves(std::mt19937_64& random, int columns, int most) {
  std::vector<PlayedMove> moves;
  for (int index = 0; index < most; ++index) {
    if (random() % 3 != 0) continue;
    moves.push_back(any_move(random, columns));
    moves.back().move_index = static_cast<std::uint16_t>(index);
  }
  return moves;
}

struct Content {
  std::vector<BookEntry> entries;
  std::vector<BookRemark> remarks;
  std::vector<BookPlayed> played;
};

Content any_content(std::size_t n, std::uint64_t seed, int columns) {
  std::mt19937_64 random(seed);
  Content content;
  for (std::size_t i = 0; i < n; ++i) {
    content.entries.push_back({});
    content.entries.back().key = random();
    if (random() % 3 == 0) continue;
    content.played.push_back({content.entries.back().key, any_moves(random, columns, 40)});
    if (random() % 4 == 0) content.remarks.push_back({content.entries.back().key, "a remark"});
  }
  return content;
}

BookHeader played_header() { return {"fragments", fingerprint(fragments), BookSide::both, "test", "", {}}; }

std::vector<std::byte> bytes_of_content(const Content& content) {
  return encode_book(played_header(), content.entries, content.remarks, content.played).value();
}

RC_GTEST_PROP(Played, EveryRecordComesBack, ()) {
  const auto n = *rc::gen::inRange<std::size_t>(1, 100);
  const Content content = any_content(n, *rc::gen::arbitrary<std::uint64_t>(), *rc::gen::inRange(0, 16));
  const BookFile file = BookFile::from_bytes(bytes_of_content(content), "book").value();
  std::uint64_t count = 0;
  for (const BookPlayed& played : content.played) {
    RC_ASSERT(file.played(played.key) == played.moves);
    count += played.moves.size();
  }
  RC_ASSERT(file.played_moves() == count);
  std::uint64_t listed = 0;
  for (std::uint64_t i = 0; i < n; ++i) listed += file.played_at(i).size();
  RC_ASSERT(listed == count);
  RC_ASSERT(file.played(123).empty());
  for (const BookRemark& remark : content.remarks) RC_ASSERT(file.remark(remark.key) == remark.text);
}

TEST(Played, WithoutMovesPlayedTheFileIsOfTheVersionBefore) {
  Content content = any_content(50, 1, 0);
  EXPECT_EQ(get<std::uint32_t>(bytes_of_content(content).data() + book_layout::kVersionAt), 4u);
  content.played = {{content.entries[3].key, {}}};
  EXPECT_EQ(get<std::uint32_t>(bytes_of_content(content).data() + book_layout::kVersionAt), 3u);
}

TEST(Played, RareGamesTakeFewBits) {
  std::vector<BookEntry> entries(10'000);
  std::vector<BookPlayed> played;
  std::mt19937_64 random(5);
  for (BookEntry& entry : entries) {
    entry.key = random();
    const PlayedMove once{.move_index = static_cast<std::uint16_t>(random() % 40), .games = 1, .wins = 1};
    played.push_back({entry.key, {once}});
  }
  const std::size_t with = encode_book(played_header(), entries, {}, played)->size(),
                    without = encode_book(played_header(), entries)->size();
  EXPECT_LT(8 * (with - without), 18 * entries.size());  // a count, a move, its games, its result, the blocks
}

TEST(Played, WhatIsNoRecordIsRefused) {
  const Content content = any_content(5, 2, 0);
  const auto refused = [&](const std::vector<PlayedMove>& moves, const std::string& why) {
    const auto bytes = encode_book(played_header(), content.entries, {}, {{content.entries[2].key, moves}});
    ASSERT_FALSE(bytes) << why;
    EXPECT_EQ(bytes.error().code, ErrorCode::invalid_argument);
    EXPECT_THAT(bytes.error().message, HasSubstr(why));
  };
  refused({{.games = 1}, {.games = 2}}, "do not ascend");
  refused({{.games = 1, .wins = 1, .losses = 1}}, "more results than games");
  refused({{.games = kMost, .wins = kMost, .draws = kMost}}, "more results than games");
  refused({{.games = 1, .rated = 2, .rating = 2000}}, "more ratings than games");
  refused({{.games = 1, .rated = 1, .rating = 5000}}, "a rating is none");
  refused({{.games = 1, .rated = 0, .rating = 5}}, "a rating is none");
  EXPECT_FALSE(encode_book(played_header(), content.entries, {}, {{12345, {{.games = 1}}}}));
  const BookPlayed one{content.entries[1].key, {{.games = 1}}};
  EXPECT_FALSE(encode_book(played_header(), content.entries, {}, {one, one}));
}

// Checksums made right again, so that nothing but the contents can give it away.
void seal_again(std::vector<std::byte>& bytes) {
  const auto put_number = [&](std::size_t at, std::uint64_t value) {
    for (std::size_t i = 0; i < 8; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
  };
  const auto at = get<std::uint64_t>(bytes.data() + book_layout::kPlayedAt);
  put_number(book_layout::kPlayedSumAt, checksum(std::span(bytes).subspan(at)));
  put_number(book_layout::kHeaderSumAt, 0);
  const auto size = get<std::uint32_t>(bytes.data() + book_layout::kHeaderSizeAt);
  put_number(book_layout::kHeaderSumAt, checksum(std::span(bytes).first(size)));
}

// Every bit of the section: it is refused, or says something else that makes sense. (Under sanitizers that means too
// that nothing is read from beyond the file.)
TEST(Played, NoDamageLeadsOutOfTheFile) {
  const Content content = any_content(20, 3, 15);
  const std::vector<std::byte> sound = bytes_of_content(content);
  const auto begin = get<std::uint64_t>(sound.data() + book_layout::kPlayedAt);
  std::size_t refused = 0;
  for (std::size_t bit = 8 * begin; bit < 8 * sound.size(); ++bit) {
    std::vector<std::byte> bytes = sound;
    bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    EXPECT_FALSE(BookFile::from_bytes(bytes, "book"));
    seal_again(bytes);
    const Result<BookFile> file = BookFile::from_bytes(bytes, "book");
    refused += file ? 0 : 1;
    if (!file) continue;
    for (const BookPlayed& played : content.played) EXPECT_FALSE(wrong_with(file->played(played.key)));
  }
  EXPECT_GT(refused, 0u);
  for (std::size_t size = begin; size < sound.size(); ++size)
    EXPECT_FALSE(BookFile::from_bytes({sound.begin(), sound.begin() + static_cast<std::ptrdiff_t>(size)}, "book"));
}

// A book with records for two moves of each position.
BookGraph graph_with_played() {
  BookGraph graph = small_graph<fragments>(200);
  std::mt19937_64 random(7);
  for (GraphNode& node : graph.nodes) {
    const int moves = position_of<fragments>(node).legal_moves().size();
    node.played = any_moves(random, 15, std::min(moves, 4));
  }
  return graph;
}

void expect_same_records(const BookGraph& a, const BookGraph& b) {
  ASSERT_EQ(a.size(), b.size());
  const auto index = index_of(b);
  for (const GraphNode& node : a.nodes) EXPECT_EQ(node.played, b.nodes[index.at(node.entry.key)].played);
}

TEST(Played, ComesBackFromTheFileTheTransportFormAndJson) {
  const BookGraph graph = graph_with_played();
  const std::vector<std::byte> bytes = encode<fragments>(graph).value();
  const Book<fragments> book = test::book_of<fragments>(graph);
  expect_same_records(graph, graph_of(book).value());
  EXPECT_TRUE(*unpack_book<fragments>(pack_book<fragments>(graph).value(), "packed") == bytes);
  BookImport<fragments> import;
  ASSERT_TRUE(import.add_json(test::dumped(book, dump_json), "dump"));
  EXPECT_TRUE(*encode<fragments>(import.finish({}).value()) == bytes);
}

TEST(Played, APackedBookWithThemIsSmallerToo) {
  const BookGraph graph = graph_with_played();
  EXPECT_LT(pack_book<fragments>(graph)->size(), encode<fragments>(graph)->size());
}

TEST(Played, JsonThatContradictsItselfIsRefused) {
  const auto error_of = [](const std::string& moves) {
    const std::string fen(fragments.starts[1]);
    BookImport<fragments> import;
    const Result<void> added =
        import.add_json(R"({"nodes": [{"fen": ")" + fen + R"(", "move": "d2d3", "moves": [)" + moves + "]}]}", "file");
    return added ? std::string() : added.error().message;
  };
  EXPECT_EQ(error_of(R"({"uci": "d2d3", "games": 3, "wins": 1}, {"uci": "c2c3"})"), "");
  EXPECT_THAT(error_of(R"({"uci": "d2d3", "games": 3, "wins": 4})"), HasSubstr("move 0: \"wins\": 4 is no whole"));
  EXPECT_THAT(error_of(R"({"uci": "d2d5", "games": 3})"), HasSubstr("\"uci\": 'd2d5' is not legal"));
  EXPECT_THAT(error_of(R"({"games": 3})"), HasSubstr("\"uci\" is missing"));
  EXPECT_THAT(error_of(R"({"uci": "d2d3", "games": 1}, {"uci": "d2d3", "games": 1})"), HasSubstr("a move twice"));
  EXPECT_THAT(error_of(R"({"uci": "d2d3", "games": -1})"), HasSubstr("\"games\": -1 is no whole"));
}

TEST(Played, MergingAddsCounts) {
  const PlayedMove a{
      .move_index = 2, .games = 3, .wins = 1, .draws = 1, .losses = 1, .rated = 1, .rating = 2000, .year = 1999};
  const PlayedMove b{.move_index = 2, .games = 5, .wins = 5, .rated = 3, .rating = 2402, .year = 2020};
  const PlayedMove sum = together(a, b);
  EXPECT_EQ(
      sum,
      (PlayedMove{
          .move_index = 2, .games = 8, .wins = 6, .draws = 1, .losses = 1, .rated = 4, .rating = 2302, .year = 2020}));
  const PlayedMove many{.games = kMost, .wins = kMost};
  EXPECT_EQ(together(many, many).games, kMost);
  EXPECT_FALSE(wrong_with({together(many, PlayedMove{.games = 7, .draws = 7})}));
}

TEST(Played, AMergedBookHasTheCountsOfBothUnlessTheFirstIsToCount) {
  const BookGraph graph = graph_with_played();
  BookGraph merged = graph, first = graph;
  ASSERT_TRUE(merge<fragments>(merged, graph));
  ASSERT_TRUE(merge<fragments>(first, graph, true));
  expect_same_records(first, graph);
  const auto index = index_of(merged);
  for (const GraphNode& node : graph.nodes)
    EXPECT_EQ(merged.nodes[index.at(node.entry.key)].played, together(node.played, node.played));
}

// What version3.book has, with moves played of nine positions.
TEST(Played, FilesOfVersion4StayReadable) {
  const std::filesystem::path golden = BOOKENDS_SOURCE_DIR "/tests/books/golden/version4.book";
  const auto file = BookFile::open(golden);
  ASSERT_TRUE(file) << file.error().message;
  EXPECT_EQ(file->positions(), 65u);
  EXPECT_EQ(file->played_moves(), 27u);
  const auto start = Position<fragments>::start();
  const auto index = [&](const char* uci) {
    return static_cast<std::uint16_t>(book_move_index(start, *parse_uci(start, uci)));
  };
  const std::vector<PlayedMove> moves = file->played(start.key());
  ASSERT_EQ(moves.size(), 3u);
  EXPECT_THAT(moves, testing::Contains(PlayedMove{index("d2d3"), 10, 3, 2, 1}));
  EXPECT_THAT(moves, testing::Contains(PlayedMove{index("c2c3"), 17, 4, 3, 2, 5, 2001, 1991, 100}));
  const Result<BookGraph> graph = graph_of(must_open<fragments>(golden));
  ASSERT_TRUE(graph);
  EXPECT_EQ(*encode<fragments>(*graph), *read_file(golden));
}

TEST(Played, EveryDamagedByteOfAFileOfVersion4IsNoticed) {
  auto bytes = *read_file(BOOKENDS_SOURCE_DIR "/tests/books/golden/version4.book");
  for (std::byte& byte : bytes) {
    byte ^= std::byte{4};
    EXPECT_FALSE(BookFile::from_bytes(bytes, "book")) << "byte " << &byte - bytes.data();
    byte ^= std::byte{4};
  }
}

TEST(PlayedChoice, PointsOrGamesOrBoth) {
  const PlayedMove lost{.move_index = 0, .games = 10, .losses = 10};
  const PlayedMove good{.move_index = 1, .games = 4, .wins = 3, .losses = 1};
  const PlayedMove open{.move_index = 2, .games = 5};
  const std::vector<PlayedMove> moves{lost, good, open};
  EXPECT_EQ(*best_played(moves, -1), good);     // 6 points of 8, 5 of 10, none
  EXPECT_EQ(*best_played(moves, -1, 0), lost);  // the most games
  EXPECT_EQ(played_weight(good, 0.5), 5);
  EXPECT_EQ(played_weight(lost, 0.25), 7.5);
}

TEST(PlayedChoice, OfEqualWeightTheMoreGamesThenThePresentMove) {
  const PlayedMove lost{.move_index = 0, .games = 1, .losses = 1};
  const PlayedMove lost_more{.move_index = 1, .games = 3, .losses = 3};
  const PlayedMove as_much{.move_index = 2, .games = 3, .losses = 3};
  EXPECT_EQ(best_played({lost, lost_more, as_much}, 0)->move_index, 1);
  EXPECT_EQ(best_played({lost, lost_more, as_much}, 2)->move_index, 2);
  EXPECT_EQ(best_played({}, 0), nullptr);
}

// Of two books without scores that have one position.
Move merged_move(GraphNode node, GraphNode other) {
  BookGraph first, second;
  for (auto [graph, from] : {std::pair(&first, &node), std::pair(&second, &other)}) {
    graph->header = played_header();
    graph->header.starts = {Position<fragments>::start().fen()};
    graph->nodes = {*from};
    EXPECT_TRUE(relink<fragments>(*graph));
  }
  EXPECT_TRUE(merge<fragments>(first, second));
  return first.nodes.at(0).move;
}

TEST(PlayedChoice, AMergedBookChoosesAnewUnlessSomebodyNamedTheMove) {
  const Position<fragments> start = Position<fragments>::start();
  GraphNode played = node_of(start), other = played, named = played;
  played.played = {{.move_index = 1, .games = 1}};
  played.move = *book_move(start, 1);
  other.played = {{.move_index = 2, .games = 2}};
  other.move = *book_move(start, 2);
  named.move = *book_move(start, 0);
  EXPECT_EQ(merged_move(played, other), other.move);
  EXPECT_EQ(merged_move(named, other), named.move);
  GraphNode by_games = played;  // not by points: the other move has more of them
  by_games.played = {{.move_index = 1, .games = 5, .losses = 5}, {.move_index = 2, .games = 1, .wins = 1}};
  EXPECT_EQ(merged_move(by_games, other), by_games.move);
}

TEST(PlayedChoice, APositionWithAScoreKeepsItsMove) {
  GraphNode node = node_of(Position<fragments>::start());
  node.move = *parse_uci(Position<fragments>::start(), "d2d3");
  node.played = {{.move_index = 0, .games = 3}};
  node.entry.depth = 5;
  choose_played<fragments>(node);
  EXPECT_EQ(format_uci(fragments, node.move), "d2d3");
  node.entry.depth = 0;
  choose_played<fragments>(node);
  EXPECT_EQ(node.move, book_move(Position<fragments>::start(), 0));
}

// As a Polyglot book lists moves that are not to be played.
TEST(PlayedChoice, MovesWithoutGamesAndWeightAreNotChosen) {
  GraphNode node = node_of(Position<fragments>::start());
  node.move = *parse_uci(Position<fragments>::start(), "d2d3");
  node.played = {{.move_index = 0, .learned = 7}};
  choose_played<fragments>(node);
  EXPECT_EQ(format_uci(fragments, node.move), "d2d3");
}

}  // namespace
}  // namespace bookends
