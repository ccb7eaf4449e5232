// Certificates on the explorer's pages, and the ways of books to a position.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <thread>
#include <utility>

#include "books/proof/proved.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "tests/cli/well_formed.h"
#include "tests/serve/served.h"
#include "tests/support/program.h"
#include "tests/support/text_of.h"
#include "tools/explore/routes.h"

namespace bookends::test {
namespace {

using games::fragments;
using testing::HasSubstr;
using testing::Not;

constexpr const char* kRoot = "rqknb/ppppp/1P3/P1PPP/BNKQR b - - 0 1";

std::string proof_page(const std::string& query) {
  const std::string html = Served::files().body("/explore/fragments", query);
  EXPECT_EQ(WellFormed(html).fault(), "") << query;
  return html;
}

// What the rows of the table say, by move, without markup.
std::map<std::string, std::string> rows_of(const std::string& html) {
  static const std::regex kRow(R"re(<tr[^>]*><th scope="row"><a [^>]*data-uci="([^"]*)">[^<]*</a></th>(.*)</tr>)re");
  static const std::regex kTag("<[^>]*>");
  std::map<std::string, std::string> rows;
  for (std::sregex_iterator at(html.begin(), html.end(), kRow), end; at != end; ++at)
    rows[(*at)[1]] = std::regex_replace((*at)[2].str(), kTag, "");
  return rows;
}

// The addresses in a part of a page, decoded.
std::vector<std::string> queries_in(const std::string& html, const std::string& from, const std::string& to) {
  const std::size_t begin = html.find(from);
  if (begin == std::string::npos) return {};
  const std::string part = html.substr(begin, html.find(to, begin) - begin);
  static const std::regex kLink(R"re(href="/explore/[a-z-]+(?:\?([^"]*))?")re");
  std::vector<std::string> queries;
  for (std::sregex_iterator at(part.begin(), part.end(), kLink), end; at != end; ++at)
    queries.push_back(std::regex_replace((*at)[1].str(), std::regex("&amp;"), "&"));
  return queries;
}

const ProofIndex& shipped() {
  static const ProofIndex index = ProofIndex::open(Served::proof()).value();
  return index;
}

int shipped_plies() { return shipped().header().distance; }

ProvedPosition proved_at(const Position<fragments>& position) {
  return **ProofProbe<fragments>(shipped(), nullptr).position(position);
}

TEST(ProofPages, AreOneClickAwayFromTheFirst) {
  const std::string index = Served::files().body("/");
  const std::string verdict = fmt::format("Black wins in at most {} plies", shipped_plies());
  EXPECT_THAT(index,
              HasSubstr("<a href=\"/explore/fragments?moves=b2b3\">fragments-start1-b2b3.proof</a>: " + verdict));
  EXPECT_THAT(proof_page("moves=b2b3"), HasSubstr(verdict + "; Black to move."));
}

// Every row, against the certificate; where a reply leads out, the link leads there.
TEST(ProofPages, SayWhatIsProvedOfTheWinnersMoves) {
  const Position<fragments> root = Position<fragments>::from_fen(kRoot).value();
  const std::string html = proof_page("moves=b2b3");
  const std::map<std::string, std::string> rows = rows_of(html);
  const ProvedPosition told = proved_at(root);
  ASSERT_EQ(rows.size(), told.moves.size());
  for (const ProvedMove& move : told.moves) {
    const std::string row = rows.at(format_uci(fragments, move.move));
    if (move.proved()) {
      EXPECT_EQ(row, "at most " + std::to_string(move.plies) + (move.own ? " the proof's move" : ""));
      continue;
    }
    const Position<fragments> after = root.after(move.move);
    EXPECT_EQ(row, "not in this proof: " + format_san(after, move.out) + " leads out");
    EXPECT_THAT(html, HasSubstr("?moves=b2b3," + format_uci(fragments, move.move) + "," +
                                format_uci(fragments, move.out) + "\" class=\"out\""));
  }
}

TEST(ProofPages, MarkTheLongestAndTheShortestDefence) {
  const Position<fragments> root = Position<fragments>::from_fen(kRoot).value();
  const Position<fragments> defence = root.after(proved_at(root).moves[0].move);
  const ProvedPosition told = proved_at(defence);
  const std::string html = proof_page("moves=b2b3,a4b3");
  EXPECT_THAT(html, HasSubstr("Black wins in at most " + std::to_string(told.plies) + " plies; White to move."));
  const std::map<std::string, std::string> rows = rows_of(html);
  ASSERT_EQ(rows.size(), told.moves.size());
  for (const ProvedMove& move : told.moves) {
    const std::string mark = move.plies == told.moves.front().plies  ? " holds out longest"
                             : move.plies == told.moves.back().plies ? " loses fastest"
                                                                     : "";
    EXPECT_EQ(rows.at(format_uci(fragments, move.move)), "at most " + std::to_string(move.plies) + mark);
  }
}

TEST(ProofPages, LinkTheMainLine) {
  const Position<fragments> root = Position<fragments>::from_fen(kRoot).value();
  const std::vector<Move> line = ProofProbe<fragments>(shipped(), nullptr).main_line(root, 40).value();
  std::string query = "moves=b2b3";
  const std::vector<std::string> links = queries_in(proof_page(query), "Main line of the proof", "</p>");
  ASSERT_EQ(links.size(), line.size());
  for (std::size_t i = 0; i < line.size(); ++i) EXPECT_EQ(links[i], query += "," + format_uci(fragments, line[i]));
  const bool goes_on = std::cmp_less(line.size(), shipped_plies());
  EXPECT_EQ(proof_page("moves=b2b3").find("...</p>") != std::string::npos, goes_on);
}

TEST(ProofPages, SayNothingWhereNothingIsProved) {
  for (const char* query : {"", "moves=a2a3", "moves=b2b3,a4a3", "fen=4k/5/2K2/5/Q4 w - - 0 1"}) {
    const std::string html = proof_page(query);
    EXPECT_THAT(html.substr(html.find("<main")), Not(HasSubstr("roof"))) << query;
    EXPECT_THAT(html, Not(HasSubstr("at most"))) << query;
  }
}

TEST(ProofPages, TheServerTellsTheSameAsJson) {
  const auto told = nlohmann::json::parse(Served::files().body("/api/probe/fragments", std::string("fen=") + kRoot));
  EXPECT_EQ(told["proof"]["plies"], shipped_plies());
  EXPECT_EQ(told["proof"]["moves"][0]["uci"], "a4b3");
  const auto games = nlohmann::json::parse(Served::files().body("/api/games"));
  EXPECT_EQ(games[0]["proofs"], nlohmann::json::array());
  EXPECT_EQ(games[1]["proofs"], (nlohmann::json{{{"root", kRoot},
                                                 {"side", "black"},
                                                 {"aim", "win"},
                                                 {"plies", shipped_plies()},
                                                 {"positions", shipped().size()}}}));
}

// A server of its own files.
class OwnServer {
 public:
  OwnServer(const std::vector<std::string>& books, const std::vector<std::string>& proofs,
            const std::vector<std::string>& tables = {})
      : sources_(serve::Sources::open(tables, books, proofs).value()) {
    serve::add_explore_routes(router_, sources_);
  }
  std::string page(const std::string& game, std::vector<std::pair<std::string, std::string>> query) const {
    const serve::Response response = router_.answer({"/explore/" + game, std::move(query)}).response;
    EXPECT_EQ(response.status, 200) << response.body;
    EXPECT_EQ(WellFormed(response.body).fault(), "");
    return response.body;
  }

 private:
  serve::Sources sources_;
  serve::Router router_;
};

// Its line is longer than a page shows.
TEST(ProofPages, SayWhenTheMainLineGoesOn) {
  const std::string longer = BOOKENDS_SOURCE_DIR "/books/proofs/fragments-start1-b1a3.proof";
  const CertificateHeader header = CertificateReader::open(longer)->header();
  ASSERT_GT(header.distance, 40);
  EXPECT_THAT(OwnServer({}, {longer}).page("fragments", {{"fen", header.root}}), HasSubstr("...</p>"));
}

void must_run(const std::vector<std::string>& arguments) {
  const RunResult done = run_program(BOOKENDS_PROGRAM, arguments);
  EXPECT_EQ(done.exit_code, 0) << done.err;
}

TEST(ProofPages, OfSidesThatHoldNameNoPlies) {
  const TemporaryFolder folder;
  const std::string proof = folder / "held.proof", fen = "nk3/pp3/5/PP3/1K3 b - - 0 1";
  must_run(
      {"book", "prove", "fragments", "--start", fen, "--aim", "hold", "--out", proof, "--nodes", "500", "--quiet"});
  const OwnServer server({}, {proof});
  const std::string html = server.page("fragments", {{"fen", fen}});
  EXPECT_THAT(html, HasSubstr("Black holds the draw; Black to move."));
  EXPECT_THAT(html, HasSubstr("held <strong class=\"mark\">the proof's move</strong>"));
  EXPECT_THAT(html, Not(HasSubstr("at most")));
  const std::vector<std::string> line = queries_in(html, "Main line of the proof", "</p>");
  ASSERT_GT(line.size(), 1u);
  const std::string moves = line[0].substr(line[0].find("moves=") + 6);
  const std::string replies = server.page("fragments", {{"fen", fen}, {"moves", moves}});
  EXPECT_THAT(replies, HasSubstr("Black holds the draw; White to move."));
  EXPECT_THAT(replies, Not(HasSubstr("not in this proof")));
}

// Two of the same position: the shorter one answers.
TEST(ProofPages, OfSeveralProofsTheShortestAnswers) {
  const TemporaryFolder folder;
  const ProofIndex& index = shipped();
  CertificateHeader header = index.header();
  header.distance += 2;
  CertificateReader reader = CertificateReader::open(Served::proof()).value();
  std::vector<CertificateRecord> records = reader.next().value();
  for (CertificateRecord& record : records) record.distance = static_cast<std::uint16_t>(record.distance + 2);
  const std::string longer = folder / "longer.proof";
  ASSERT_TRUE(write_file(longer, encode_certificate(header, records).value()));
  for (const std::vector<std::string>& proofs : {std::vector{longer, Served::proof()}, {Served::proof(), longer}}) {
    const std::string html = OwnServer({}, proofs).page("fragments", {{"moves", "b2b3"}});
    EXPECT_THAT(html, HasSubstr("Proof: fragments-start1-b2b3.proof."));
  }
  EXPECT_THAT(OwnServer({}, {longer}).page("fragments", {{"moves", "b2b3"}}),
              HasSubstr(fmt::format("in at most {} plies", shipped_plies() + 2)));
}

// White takes the knight; what follows is for tables of three men.
TEST(ProofPages, LeaveToTablesWhatTheProofDoes) {
  const TemporaryFolder folder;
  const std::string proof = folder / "taken.proof";
  const Position<fragments> root = Position<fragments>::from_fen("2k2/5/2n2/2Q2/2K2 w - - 0 1").value();
  const Position<fragments> after = root.after(parse_uci(root, "c2c3").value());
  CertificateHeader header = shipped().header();
  header.root = root.fen();
  header.attacker = Color::white;
  header.distance = 40;
  header.table_men = 3;
  const CertificateRecord record{pack(fragments, root.setup()), parse_uci(root, "c2c3").value(), 40};
  ASSERT_TRUE(write_file(proof, encode_certificate(header, {record}).value()));
  const std::vector<std::pair<std::string, std::string>> query{{"fen", after.fen()}};
  const std::string closed = OwnServer({}, {proof}).page("fragments", query);
  EXPECT_THAT(closed, HasSubstr("White wins in at most 39 plies; Black to move."));
  const std::string open = OwnServer({}, {proof}, {Served::files().tables("fragments")}).page("fragments", query);
  const std::map<std::string, std::string> with = rows_of(open), without = rows_of(closed);
  ASSERT_EQ(without.size(), static_cast<std::size_t>(after.legal_moves().size()));
  for (const auto& [uci, text] : without) {
    EXPECT_EQ(text, "at most 38, left to tables of 3 men");
    const Position<fragments> next = after.after(parse_uci(after, uci).value());
    const auto value = nlohmann::json::parse(Served::files().body("/api/probe/fragments", "fen=" + next.fen()));
    const std::string plies = std::to_string(value["dtm"].get<int>());
    EXPECT_THAT(with.at(uci), HasSubstr("at most " + plies + ", by the tables"));
  }
  // The line goes on by the tables, to the mate.
  const auto value = nlohmann::json::parse(Served::files().body("/api/probe/fragments", "fen=" + after.fen()));
  const std::string first =
      OwnServer({}, {proof}, {Served::files().tables("fragments")}).page("fragments", {{"fen", root.fen()}});
  const std::vector<std::string> line = queries_in(first, "Main line of the proof", "</p>");
  ASSERT_EQ(line.size(), 1 + value["dtm"].get<std::size_t>());
  EXPECT_THAT(Served::files().body("/explore/fragments", line.back()), HasSubstr("<strong>White wins: "));
}

TEST(SourcesOfProofs, RefuseDamage) {
  const TemporaryFolder folder;
  const std::string damaged = folder / "damaged.proof";
  std::string bytes = text_of(Served::proof());
  bytes[bytes.size() / 2] ^= 1;
  ASSERT_TRUE(write_file(damaged, as_bytes(bytes)));
  const auto opened = serve::Sources::open({}, {}, {Served::proof(), damaged});
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::corrupt);
  EXPECT_THAT(opened.error().message, HasSubstr("damaged.proof"));
}

class WaysOfPages : public testing::Test {
 protected:
  WaysOfPages() {
    make_book({"1. d4 d5 2. c4 e6 3. Nc3", "1. c4 e6 2. d4 d5 3. Nc3", "1. c4 d5 2. d4 e6 3. Nf3",
               "1. d4 e6 2. c4 d5 3. e3"});
  }
  void make_book(const std::vector<std::string>& lines) const {
    const std::string pgn = folder_ / "games.pgn";
    std::string games;
    for (const std::string& moves : lines) games += "[Result \"1-0\"]\n\n" + moves + " 1-0\n\n";
    EXPECT_TRUE(write_file(pgn, as_bytes(games)));
    must_run({"book", "import", "chess", pgn, "--out", book(), "--quiet", "--force"});
  }
  std::string book() const { return folder_ / "games.book"; }

 private:
  TemporaryFolder folder_;
};

TEST_F(WaysOfPages, AreThoseOfTheBookButTheOwn) {
  const OwnServer server({book()}, {});
  const std::vector<std::string> lines{"d2d4,d7d5,c2c4,e7e6", "c2c4,e7e6,d2d4,d7d5", "c2c4,d7d5,d2d4,e7e6",
                                       "d2d4,e7e6,c2c4,d7d5"};
  for (const std::string& own : lines) {
    const std::string html = server.page("chess", {{"moves", own}});
    std::vector<std::string> told = queries_in(html, "Also reached by", "</ul>"), expected;
    for (const std::string& other : lines)
      if (other != own) expected.push_back("moves=" + other);
    EXPECT_THAT(told, testing::UnorderedElementsAreArray(expected)) << own;
  }
  EXPECT_THAT(server.page("chess", {{"moves", lines[0]}}), HasSubstr(">1. c4 e6 2. d4 d5</a>"));
  for (const char* alone : {"", "d2d4", "d2d4,d7d5", "e2e4"})
    EXPECT_THAT(server.page("chess", {{"moves", alone}}), Not(HasSubstr("Also reached by"))) << alone;
}

TEST_F(WaysOfPages, OfAPositionWithoutAGameAreAll) {
  const OwnServer server({book()}, {});
  const std::string fen = "rnbqkbnr/ppp2ppp/4p3/3p4/2PP4/8/PP2PPPP/RNBQKBNR w KQkq - 0 3";
  const std::string html = server.page("chess", {{"fen", fen}});
  EXPECT_EQ(queries_in(html, "Also reached by", "</ul>").size(), 4u);
  EXPECT_THAT(server.page("chess", {{"moves", "c2c4,e7e6,d2d4,d7d5"}, {"flip", "1"}}),
              HasSubstr("moves=d2d4,d7d5,c2c4,e7e6&amp;flip=1"));
}

// Three moves of each side in every order.
TEST_F(WaysOfPages, AreEightAndACount) {
  std::vector<std::string> white{"c4", "d4", "e3"}, black{"c6", "d5", "e6"}, lines;
  do {
    do {
      lines.push_back(
          fmt::format("1. {} {} 2. {} {} 3. {} {} 4. Nc3", white[0], black[0], white[1], black[1], white[2], black[2]));
    } while (std::ranges::next_permutation(black).found);
  } while (std::ranges::next_permutation(white).found);
  ASSERT_EQ(lines.size(), 36u);
  make_book(lines);
  const OwnServer server({book()}, {});
  const std::string html = server.page("chess", {{"moves", "c2c4,c7c6,d2d4,d7d5,e2e3,e7e6"}});
  EXPECT_EQ(queries_in(html, "Also reached by", "</ul>").size(), 8u);
  EXPECT_THAT(html, HasSubstr(">and 27 more</li>"));
}

TEST_F(WaysOfPages, AreToldToManyAtOnce) {
  const OwnServer server({book()}, {});
  std::vector<std::string> pages(8);
  {
    std::vector<std::jthread> threads;
    for (std::string& own : pages)
      threads.emplace_back([&] { own = server.page("chess", {{"moves", "d2d4,d7d5,c2c4,e7e6"}}); });
  }
  EXPECT_THAT(pages[0], HasSubstr("Also reached by"));
  for (const std::string& other : pages) EXPECT_EQ(other, pages[0]);
}

}  // namespace
}  // namespace bookends::test
