#include "books/exchange/import.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <sstream>

#include "books/edit/edit.h"
#include "books/review/exits.h"
#include "books/review/survey.h"
#include "books/review/verify.h"
#include "books/text/entry.h"
#include "tests/books/review/dumped.h"
#include "tests/books/support.h"

namespace bookends {
namespace {

using games::chess;
using games::fragments;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// A book with everything in it that an entry may have.
template <const Rules& R>
BookGraph marked_graph(BookSide side = BookSide::both) {
  BookGraph graph = test::small_graph<R>(250, side);
  for (NodeId n = 0; n < graph.size(); ++n) {
    BookEntry& entry = graph.nodes[n].entry;
    entry.manual = n % 7 == 3;
    entry.from_table = n % 13 == 4;
    entry.proof = static_cast<Proof>(n % 9 < 4 ? n % 9 : 0);
    if (n % 17 == 6) entry.score = static_cast<std::int16_t>(n % 2 == 0 ? win_in(9) : loss_in(30));
    if (n % 19 == 7) entry.score = n % 2 == 0 ? kTableWin : -kTableWin;
    if (n % 23 == 8) entry = {entry.key, entry.move_index, 0, 0, Proof::none, false, false};
    if (n % 11 == 5) graph.nodes[n].remark = "remark  {" + std::to_string(n) + "} \"\\ \n; \u2713 ";
  }
  return graph;
}

enum class Form { pgn, chapters, epd, json };
constexpr Form kForms[] = {Form::pgn, Form::chapters, Form::epd, Form::json};

template <const Rules& R>
std::string in_form(const Book<R>& book, Form form) {
  if (form == Form::pgn) return test::dumped(book, test::as_pgn({0, true}));
  if (form == Form::chapters) return test::dumped(book, test::as_pgn({30, false}));
  return form == Form::epd ? test::dumped(book, dump_epd) : test::dumped(book, dump_json);
}

template <const Rules& R>
BookGraph there_and_back(const BookGraph& graph, Form form) {
  const std::string text = in_form(test::book_of<R>(graph), form);
  BookImport<R> import;
  const Result<void> added = form == Form::epd    ? import.add_epd(text, "file")
                             : form == Form::json ? import.add_json(text, "file")
                                                  : import.add_pgn(text, "file");
  EXPECT_TRUE(added) << added.error().message;
  Result<BookGraph> made = import.finish({});
  EXPECT_TRUE(made) << made.error().message;
  return made ? std::move(*made) : BookGraph{};
}

std::map<Key, std::tuple<std::uint16_t, int, int, Proof, bool, bool, std::string>> contents(const BookGraph& graph) {
  std::map<Key, std::tuple<std::uint16_t, int, int, Proof, bool, bool, std::string>> all;
  for (const GraphNode& node : graph.nodes) {
    const BookEntry& e = node.entry;
    all[e.key] = {node.move.bits(), e.score, e.depth, e.proof, e.from_table, e.manual, node.remark};
  }
  return all;
}

template <const Rules& R>
void expect_import_round_trips() {
  for (const BookSide side : {BookSide::both, BookSide::white}) {
    const BookGraph graph = marked_graph<R>(side);
    for (const Form form : kForms) {
      const BookGraph back = there_and_back<R>(graph, form);
      EXPECT_EQ(contents(back), contents(graph)) << R.name << " form " << static_cast<int>(form);
      EXPECT_EQ(back.header.starts, graph.header.starts) << R.name << " form " << static_cast<int>(form);
    }
    EXPECT_TRUE(*encode<R>(there_and_back<R>(graph, Form::json)) == *encode<R>(graph)) << "JSON keeps all";
  }
}

TEST(BookImport, WhatIsDumpedComesBackInEveryGame) {
#define BOOKENDS_TRY(game) expect_import_round_trips<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_TRY)
#undef BOOKENDS_TRY
}

template <const Rules& R>
void expect_start_comes_back(const std::string& fen, const std::string& move) {
  BookImport<R> import;
  ASSERT_TRUE(import.add_epd(fen + " bm " + move + "; ce 10; acd 5; c3 \"start\";", "file"));
  const BookGraph graph = import.finish({}).value();
  ASSERT_EQ(graph.header.starts, std::vector<std::string>{fen});
  for (const Form form : kForms)
    EXPECT_EQ(there_and_back<R>(graph, form).header.starts, graph.header.starts) << static_cast<int>(form);
}

TEST(BookImport, AStartKeepsItsClocks) {
  expect_start_comes_back<games::chess>("4k3/8/8/8/8/8/4P3/4K3 w - - 12 40", "Kd2");
  expect_start_comes_back<games::makruk>("4k3/8/8/8/8/8/R7/4K3 w - 32 6 40", "Ra7");
}

TEST(BookImport, TakesTheMovesOfForeignPgn) {
  BookImport<chess> import;
  std::istringstream in("[Event \"?\"]\n\n1. e4 {good} e5 (1... c5 2. Nf3) 2. Nf3 *\n\n1. d4 d5 *\n");
  ASSERT_TRUE(import.add_pgn(in.str(), "file"));
  const auto graph = import.finish({});
  ASSERT_TRUE(graph) << graph.error().message;
  EXPECT_EQ(graph->size(), 5u);  // the start, after e4, after e5, after c5, after d4
  const GraphNode& start = graph->nodes[graph->starts[0]];
  EXPECT_EQ(format_uci(chess, start.move), "e2e4");
  for (const GraphNode& node : graph->nodes) EXPECT_FALSE(has_score(node.entry));
}

TEST(BookImport, LeavesOutBrokenGamesUnlessItIsStrict) {
  const std::string text = "1. e4 e5 2. Ke3 *\n\n1. d4 d5 *\n\n1. c4 Qxc4 *\n";
  for (const PgnPolicy policy : {PgnPolicy::strict, PgnPolicy::lenient}) {
    BookImport<chess> import({.policy = policy});
    EXPECT_EQ(import.add_pgn(text, "file").ok(), policy == PgnPolicy::lenient);
    if (policy == PgnPolicy::strict) continue;
    EXPECT_EQ(import.omitted().games.count, 2u);
    EXPECT_THAT(import.omitted().games.named.at(0), StartsWith("file:1:13: "));
    EXPECT_EQ(import.finish({}).value().size(), 2u) << "the start and 1. d4; nothing of the others";
  }
}

BookGraph imported_games(const std::string& pgn) {
  BookImport<chess> import;
  std::istringstream in(pgn);
  EXPECT_TRUE(import.add_pgn(in.str(), "file"));
  return import.finish({}).value();
}

// What a search said of the end of a line, put into the graph.
void search_end(BookGraph& graph, const std::string& move, std::int16_t score) {
  std::vector<BookEnd> ends = ends_of(graph);
  for (BookEnd& end : ends) {
    const GraphNode& node = graph.nodes[end.node];
    if (format_uci(chess, node.move) != move) continue;
    EXPECT_EQ(end.book_score, std::nullopt);
    end.deeper = {NodeState::searched, 9, 0, {{node.move, score}}};
    EXPECT_EQ(end.drop(), 0) << "nothing was promised";
  }
  EXPECT_EQ(adopt<chess>(graph, ends), 1u);
}

std::map<std::string, std::string> scores_by_move(const BookGraph& graph) {
  std::map<std::string, std::string> said;
  for (const GraphNode& node : graph.nodes)
    said[format_uci(chess, node.move)] = score_text(node.entry) + " " + std::to_string(node.entry.depth);
  return said;
}

using Said = std::map<std::string, std::string>;

TEST(BookImport, WithoutAScoreIsWhatLeadsToPositionsWithoutOne) {
  BookGraph graph = imported_games("1. e4 c5 2. Nf3 d6 *\n\n1. d4 d5 2. c4 *\n");
  ASSERT_EQ(graph.size(), 6u);
  search_end(graph, "c2c4", 25);
  EXPECT_EQ(scores_by_move(graph), (Said{{"e2e4", "- 0"},
                                         {"c7c5", "- 0"},
                                         {"g1f3", "- 0"},
                                         {"d7d6", "- 0"},
                                         {"d7d5", "-0.25 10"},
                                         {"c2c4", "+0.25 9"}}))
      << "of the move that was played nothing is known yet";
  search_end(graph, "d7d6", -10);
  EXPECT_EQ(scores_by_move(graph), (Said{{"d2d4", "+0.25 11"},
                                         {"c7c5", "-0.10 11"},
                                         {"g1f3", "+0.10 10"},
                                         {"d7d6", "-0.10 9"},
                                         {"d7d5", "-0.25 10"},
                                         {"c2c4", "+0.25 9"}}));
}

// Games are no reason to doubt what was searched, wherever it stands against them: before, in and behind what they
// play.
TEST(BookImport, GamesWithoutScoresLeaveSearchedScoresAlone) {
  BookImport<chess> epd;
  ASSERT_TRUE(
      epd.add_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ce 40; acd 21;\n"
                  "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; ce -40; acd 20;\n"
                  "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - bm Nf3; ce 55;\n",
                  "file"));
  const BookGraph searched = epd.finish({}).value();
  const BookGraph games = imported_games("1. e4 a5 2. h4 *\n\n1. e4 c5 2. d4 cxd4 *\n");
  for (const bool games_first : {true, false}) {
    BookGraph merged = games_first ? games : searched;
    ASSERT_TRUE(merge<chess>(merged, games_first ? searched : games));
    const Said expected{
        {"e2e4", "+0.40 21"}, {"e7e5", "-0.40 20"}, {"g1f3", "+0.55 0"}, {"h2h4", "- 0"}, {"c5d4", "- 0"}};
    EXPECT_EQ(scores_by_move(merged), expected);
    BookCheck check;
    verify_values<chess>(test::book_of<chess>(merged), check);
    EXPECT_EQ(check.stale, 0u);
    EXPECT_EQ(prune<chess>(merged, {10, {}, {}, {}}), 2u) << "1. e4 c5 and what it leads to, but not 1. e4 a5";
  }
}

TEST(BookImport, WhatHasNoScoreIsDumpedWithoutOne) {
  const BookGraph graph = imported_games("1. e4 c5 2. Nf3 d6 *\n");
  const Book<chess> book = test::book_of<chess>(graph);
  EXPECT_THAT(test::dumped(book, dump_text), HasSubstr("without a score"));
  EXPECT_THAT(test::dumped(book, dump_text), HasSubstr("* e4 - [2]"));
  EXPECT_THAT(test::dumped(book, test::as_pgn()), HasSubstr("1. e4 {score - depth 0 key"));
  EXPECT_THAT(test::dumped(book, dump_epd), Not(HasSubstr(" ce ")));
  EXPECT_THAT(test::dumped(book, dump_json), HasSubstr("\"score\": null"));
  EXPECT_EQ(survey(graph).grades[static_cast<std::size_t>(Grade::none)], 4u);
}

std::map<std::string, std::string> entries_by_move(const std::string& pgn) {
  std::map<std::string, std::string> said;
  for (const GraphNode& node : imported_games(pgn).nodes)
    said[format_uci(chess, node.move)] =
        score_text(node.entry) + " " + std::to_string(node.entry.depth) + " " + marks_text(node.entry) + node.remark;
  return said;
}

// Scores are White's in an eval, and of the side to move in the words that were written before.
TEST(BookImport, ReadsEvalsAndTheProseOfOlderFiles) {
  const Said expected{{"e2e4", "+0.35 12 "},
                      {"c7c5", "-0.30 11 by hand"},
                      {"g1f3", "#5 9 proved win"},
                      {"d7d6", "#-4 8 table loss"},
                      {"d2d4", "0.00 1 as before"}};
  EXPECT_EQ(entries_by_move("{[%eval 0.35,12] key 1} 1. e4 {[%eval 0.30,11] key 2 by hand} c5 {[%eval #5,9] key 3 "
                            "proved win} 2. Nf3 {[%eval #4,8]\nkey 4 table loss} d6 {[%eval 0.0] key 5 remark \"as "
                            "before\"} 3. d4 *"),
            expected);
  EXPECT_EQ(entries_by_move("{score +0.35 depth 12 key 1} 1. e4 {score -0.30 depth 11 key 2 by hand} c5 {score #5 "
                            "depth 9 key 3 proved win} 2. Nf3 {score #-4 depth 8 key 4 table loss} d6 {score 0.00 "
                            "depth 1 key 5 remark \"as before\"} 3. d4 *"),
            expected);
}

TEST(BookImport, EvalsOfOthersMakeNoBook) {
  const BookGraph graph = imported_games("1. e4 {[%eval 0.35]} e5 {[%eval 0.2,20] [%clk 0:10:00]} 2. Nf3 *");
  ASSERT_EQ(graph.size(), 3u);
  for (const GraphNode& node : graph.nodes) EXPECT_FALSE(has_score(node.entry));
}

TEST(BookImport, AChapterThatGoesOnIsNoStart) {
  const std::string other = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  const std::string begin =
      "[Event \"a\"]\n\n{[%eval 0.35,12] key 1} 1. e4 *\n\n[Event \"b\"]\n[FEN \"" + other + "\"]\n";
  const std::string end = "\n{[%eval 0.35,11] key 2} 1... e5 *\n";
  EXPECT_THAT(imported_games(begin + end).header.starts, testing::ElementsAre(std::string(chess.starts[0]), other));
  const BookGraph graph = imported_games(begin + "[Continues \"chapter 1, after 1. e4\"]\n" + end);
  EXPECT_THAT(graph.header.starts, testing::ElementsAre(std::string(chess.starts[0])));
  EXPECT_EQ(graph.size(), 2u);
}

TEST(BookImport, TakesForeignEpd) {
  BookImport<chess> import;
  const std::string text =
      "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4 d4; ce 30; id \"a; b\"; c0 \"by \\me\"; zz 3;\n\n"
      "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1 bm e7e5;\r\n"
      "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - id \"no move\";\n";
  ASSERT_TRUE(import.add_epd(text, "file"));
  EXPECT_EQ(import.without_move(), 1u);
  const auto graph = import.finish({});
  ASSERT_TRUE(graph) << graph.error().message;
  ASSERT_EQ(graph->size(), 2u);
  EXPECT_EQ(graph->nodes[0].entry.score, 30);
  EXPECT_EQ(graph->nodes[0].remark, "by \\me");
  EXPECT_EQ(format_uci(chess, graph->nodes[1].move), "e7e5");
  EXPECT_EQ(graph->header.starts[0], chess.starts[0]);
}

template <class Add>
void expect_refused(Add add, ErrorCode code, const char* why) {
  BookImport<chess> import;
  const Result<void> added = add(import);
  ASSERT_FALSE(added) << why;
  EXPECT_EQ(added.error().code, code);
  EXPECT_THAT(added.error().message, StartsWith("file"));
  EXPECT_THAT(added.error().message, HasSubstr(why));
}

TEST(BookImport, SaysWhatIsWrongAndWhere) {
  const auto epd = [](const char* text) {
    return [text = std::string(text)](BookImport<chess>& import) { return import.add_epd(text, "file"); };
  };
  const auto json = [](const char* text) {
    return [text](BookImport<chess>& import) { return import.add_json(text, "file"); };
  };
  const std::string start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
  expect_refused(epd("\nnonsense w - -"), ErrorCode::invalid_argument, "file:2: ");
  expect_refused(epd((start + " bm Ke2;").c_str()), ErrorCode::invalid_argument, "'Ke2' is not legal");
  expect_refused(epd((start + " bm e4; ce 99999;").c_str()), ErrorCode::invalid_argument, "ce 99999");
  expect_refused(epd((start + " bm e4").c_str()), ErrorCode::invalid_argument, "'bm e4' does not end in ;");
  expect_refused(epd((start + " bm e4; id \"open;").c_str()), ErrorCode::invalid_argument, "a quote is not closed");
  expect_refused(json("{"), ErrorCode::invalid_argument, "not JSON");
  expect_refused(json("{}"), ErrorCode::invalid_argument, "no array \"nodes\"");
  expect_refused(json("{\"game\":\"makruk\",\"nodes\":[]}"), ErrorCode::unsupported, "a book of makruk");
  expect_refused(json("{\"nodes\":[{\"fen\":\"x\"}]}"), ErrorCode::invalid_argument, "file: node 0: ");
  BookImport<chess> nothing;
  EXPECT_FALSE(nothing.finish({}));
}

// A file of one node that has, beside its position and move, these fields; and a file that has these itself.
std::string json_of_node(const std::string& fields) {
  return R"({"nodes":[{"fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1","move":"e2e4",)" + fields +
         "}]}";
}
std::string json_of_book(const std::string& fields) {
  const std::string whole = json_of_node(R"("score":1)");
  return "{" + fields + "," + whole.substr(1);
}

Result<BookGraph> read_json(const std::string& text) {
  BookImport<chess> import;
  if (const Result<void> added = import.add_json(text, "file"); !added) return added.error();
  return import.finish({});
}

void expect_json_refused(const std::string& text, const std::string& message) {
  const Result<BookGraph> graph = read_json(text);
  ASSERT_FALSE(graph) << text;
  EXPECT_EQ(graph.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(graph.error().message, HasSubstr(message)) << text;
}

TEST(BookImport, AFieldOfJsonThatIsThereHasToBeRight) {
  const std::string number = " is no whole number from -32500 to 32500", digits = "463b96181691fc9c";
  for (const auto& [fields, message] : std::vector<std::pair<std::string, std::string>>{
           {R"("score":"7")", "\"score\": \"7\"" + number},
           {R"("score":3.5)", "\"score\": 3.5" + number},
           {R"("score":3.0)", "\"score\": 3.0" + number},
           {R"("score":32501)", "\"score\": 32501" + number},
           {R"("score":18446744073709551615)", "\"score\": 18446744073709551615" + number},
           {R"("score":[1])", "\"score\": [1]" + number},
           {R"("depth":256)", "\"depth\": 256 is no whole number from 0 to 255"},
           {R"("depth":-1)", "\"depth\": -1 is no whole number"},
           {R"("depth":true)", "\"depth\": true is no whole number"},
           {R"("proof":"maybe")", "\"proof\": \"maybe\" is none of win, draw, loss and none"},
           {R"("proof":1)", "\"proof\": 1 is no text"},
           {R"("table":1)", "\"table\": 1 is neither true nor false"},
           {R"("manual":"yes")", "\"manual\": \"yes\" is neither true nor false"},
           {R"("in_book":0)", "\"in_book\": 0 is neither true nor false"},
           {R"("remark":7)", "\"remark\": 7 is no text"},
           {R"("remark":"a\u0000b")", "has a zero byte in it"},
           {R"("remark":")" + std::string(70000, 'x') + '"', "xxx... is longer than 65535 bytes"},
           {R"("key":"0000000000000000")", "\"key\": \"0000000000000000\" is not the position's, which is " + digits},
           {R"("key":5)", "\"key\": 5 is no text"}})
    expect_json_refused(json_of_node(fields), message), expect_json_refused(json_of_node(fields), "file: node 0: \"");
  EXPECT_TRUE(read_json(json_of_node("\"key\":\"463B96181691FC9C\"")));
}

TEST(BookImport, WhatJsonSaysOfTheBookHasToBeRight) {
  for (const auto& [fields, message] : std::vector<std::pair<std::string, std::string>>{
           {R"("side":"purple")", "file: \"side\": \"purple\" is none of white, black and both"},
           {R"("side":"")", "file: \"side\": \"\" is none of"},
           {R"("side":1)", "file: \"side\": 1 is no text"},
           {R"("game":[])", "file: \"game\": [] is no text"},
           {R"("generator":{})", "file: \"generator\": {} is no text"},
           {R"("settings":0)", "file: \"settings\": 0 is no text"},
           {R"("starts":"x")", "file: \"starts\": \"x\" is no array"},
           {R"("starts":[3])", "file: start 0: neither an object nor a FEN"},
           {R"("starts":[{}])", "file: start 0: \"fen\" is missing"},
           {R"("starts":[{"fen":"x"}])", "file: start 0: \"fen\": "},
           {R"("starts":[{"fen":3}])", "file: start 0: \"fen\": 3 is no text"}})
    expect_json_refused(json_of_book(fields), message);
  expect_json_refused(R"({"nodes":{}})", "file: \"nodes\": {} is no array");
  expect_json_refused(R"({"nodes":[null]})", "file: node 0: no object");
  expect_json_refused(R"({"nodes":[{"move":"e2e4"}]})", "file: node 0: \"fen\" is missing");
  const std::string fen = R"("fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")";
  expect_json_refused("{\"nodes\":[{" + fen + "}]}", "file: node 0: \"move\" is missing");
  expect_json_refused("{\"nodes\":[{" + fen + R"(,"move":"e2e5"}]})", "file: node 0: \"move\": 'e2e5' is not legal");
}

TEST(BookImport, AScoreWithoutADepthIsOneAllTheSame) {
  BookImport<chess> import;
  ASSERT_TRUE(import.add_epd("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - bm e4; ce 0;\n", "file"));
  EXPECT_TRUE(has_score(import.finish({}).value().nodes[0].entry));
  EXPECT_TRUE(has_score(read_json(json_of_node(R"("score":0)")).value().nodes[0].entry));
  EXPECT_FALSE(has_score(read_json(json_of_node(R"("score":null,"depth":12)")).value().nodes[0].entry));
}

// What the parser has an exception of its own for.
TEST(BookImport, NumbersOfJsonThatAreTooLargeAreRefused) {
  const std::string message = "file: a number that is larger than numbers can be";
  expect_json_refused(json_of_node(R"("score":1e999)"), message);
  expect_json_refused(json_of_node("\"depth\":" + std::string(400, '9')), message);
}

TEST(BookImport, WhatJsonDoesNotSayIsAsTheHeaderHasIt) {
  for (const std::string fields : {R"("id":"mine")", R"("score":null,"depth":null,"proof":null,"table":null)",
                                   R"("manual":null,"remark":null,"key":null,"in_book":null)"}) {
    const Result<BookGraph> graph = read_json(json_of_node(fields));
    ASSERT_TRUE(graph) << graph.error().message;
    const BookEntry& entry = graph->nodes[0].entry;
    EXPECT_EQ(std::tuple(entry.score, entry.depth, entry.proof, entry.from_table, entry.manual),
              (std::tuple(0, 0, Proof::none, false, false)));
    EXPECT_EQ(graph->nodes[0].remark, "");
    EXPECT_EQ(graph->header.side, BookSide::both);
  }
  const Result<BookGraph> fens = read_json(
      json_of_book(R"("side":"black","starts":["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"])"));
  ASSERT_TRUE(fens) << fens.error().message;
  EXPECT_EQ(fens->header.side, BookSide::black);
  EXPECT_EQ(fens->header.starts.size(), 1u);
}

// Whatever a JSON file says, it is refused or makes a legal book.
TEST(BookImport, OddJsonIsRefusedInALine) {
  const std::string fen = R"("fen":"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")";
  for (const std::string& node :
       {std::string("3"), "{" + fen + "}", "{" + fen + R"(,"move":"e2e5"})", "{" + fen + R"(,"move":3})",
        "{" + fen + R"(,"move":"e2e4","score":40000})", "{" + fen + R"(,"move":"e2e4","depth":-1})",
        "{" + fen + R"(,"move":"e2e4","proof":"maybe"})"}) {
    BookImport<chess> import;
    const Result<void> added = import.add_json("{\"nodes\":[" + node + "]}", "file");
    EXPECT_TRUE(!added || !import.finish({})) << node;
  }
}

TEST(EntryText, ScoresComeBack) {
  for (Score score = -kInfinite; score <= kInfinite; ++score) {
    const bool open = std::abs(score) < kTableWin, decided = is_decided(score) && std::abs(score) <= kMate;
    const bool right_parity = decided && plies_to_end(score) % 2 == (score > 0 ? 1 : 0);
    if (!open && !right_parity && std::abs(score) != kTableWin) continue;
    EXPECT_EQ(parse_score_text(score_text(score)), score);
  }
  for (const char* text : {"", "+", "1", "1.2", "1.234", "#", "#x", "#-", "#0", "#999", "--1.00", "a.bc", "999.99"})
    EXPECT_EQ(parse_score_text(text), std::nullopt) << text;
}

RC_GTEST_PROP(EntryText, QuotedTextsComeBackThroughLineBreaks, ()) {
  const auto pieces = *rc::gen::container<std::vector<std::string>>(
      rc::gen::element<std::string>(" ", "  ", "a", "\"", "\\", "}", "{", "\n", "\t", "\u00e4", "word", "\\u0020"));
  std::string text;
  for (const std::string& piece : pieces) text += piece;
  std::string carried = quote_text(text);
  RC_ASSERT(carried.find('}') == std::string::npos);
  for (char& ch : carried)
    if (ch == ' ') ch = '\n';
  RC_ASSERT(unquote_text(carried) == text);
}

}  // namespace
}  // namespace bookends
