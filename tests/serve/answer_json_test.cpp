// The fields of an answer are those that its page lists.
#include "tools/probe/answer_json.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <regex>
#include <set>
#include <string>

namespace bookends::test {
namespace {

using Names = std::set<std::string>;

// The names in backquotes of a text.
Names names_in(const std::string& text) {
  Names names;
  static const std::regex kName("`([a-z_]+)`");
  for (std::sregex_iterator at(text.begin(), text.end(), kName), end; at != end; ++at) names.insert((*at)[1]);
  return names;
}

// The rows of the page's table: fields of the position and of its moves.
std::map<std::string, Names> listed() {
  std::map<std::string, Names> fields;
  std::ifstream page(std::string(BOOKENDS_SOURCE_DIR) + "/tools/probe/README.md");
  EXPECT_TRUE(page.is_open());
  static const std::regex kRow(R"(\| ([^|]+) \| (position|move|both) \| .*)");
  std::smatch row;
  for (std::string line; std::getline(page, line);) {
    if (!std::regex_match(line, row, kRow)) continue;
    const Names names = names_in(row[1]);
    EXPECT_FALSE(names.empty()) << line;
    for (const char* of : {"position", "move"})
      if (row[2] == of || row[2] == "both") fields[of].insert(names.begin(), names.end());
  }
  return fields;
}

bookends_tables_value value_of(int wdl, int plies) {
  bookends_tables_value value{};
  value.wdl = wdl;
  value.plies = value.dtz = plies;
  value.category = 2 * wdl;
  value.dtz_rounded = 1;
  return value;
}

// One of which everything is known.
ProbeAnswer full_answer() {
  ProbeAnswer answer;
  answer.fen = "k7/8/1K6/8/8/8/8/7R w - - 0 1";
  answer.value = answer.uncounted = value_of(1, 1);
  answer.move_limit = 50;
  answer.counting = "win";
  bookends_tables_move move{};
  std::strcpy(move.uci, "h1h8");
  std::strcpy(move.san, "Rh8#");
  move.known = 1;
  move.value = value_of(1, 1);
  answer.moves.push_back(move);
  answer.over_after.push_back(Ending::checkmate);
  ProbedBookMove known;
  std::strcpy(known.told.uci, "h1h8");
  std::strcpy(known.told.san, "Rh8#");
  known.told.has_score = known.told.is_own = 1;
  known.told.games = known.told.wins = known.told.rated = known.told.rating = known.told.year = 1;
  known.told.weight = 1;
  known.told.learned = 1;
  answer.book_moves.push_back(known);
  answer.book.emplace();
  std::strcpy(answer.book->move, "h1h8");
  answer.remark = "a mate";
  answer.proof.emplace();
  answer.proof->moves = {{"h1h8", "Rh8#", ProvedBy::end, 0, true, {}, {}},
                         {"h1h2", "Rh2", ProvedBy::nothing, 0, false, "Kb8", "a8b8"}};
  return answer;
}

void add_names(Names& names, const nlohmann::json& object) {
  for (const auto& [name, value] : object.items()) names.insert(name);
}

TEST(AnswerJson, HasTheFieldsThatItsPageLists) {
  ProbeAnswer full = full_answer(), mated = full, unknown = full;
  mated.over = Ending::checkmate;
  mated.over_after[0] = Ending::stalemate;
  unknown.value.reset();
  unknown.reason = "no table";
  unknown.over = Ending::stalemate;
  std::map<std::string, Names> said;
  for (const ProbeAnswer& answer : {full, mated, unknown}) {
    const auto json = nlohmann::json::parse(answer_json(answer, false));
    add_names(said["position"], json);
    add_names(said["move"], json["moves"][0]);
  }
  EXPECT_EQ(said, listed());
}

// A position and its moves are told of by the same names.
TEST(AnswerJson, CallsAValueTheSameEverywhere) {
  const auto json = nlohmann::json::parse(answer_json(full_answer(), false));
  for (const char* name : {"wdl", "dtm", "dtz", "dtz_rounded", "category"})
    EXPECT_EQ(json[name], json["moves"][0][name]);
  EXPECT_EQ(json["uncounted"], (nlohmann::json{{"wdl", "win"}, {"dtm", 1}}));
}

// The names in the page's line that begins so, but for those.
Names names_in_line(const std::string& begin, const Names& but) {
  std::ifstream page(std::string(BOOKENDS_SOURCE_DIR) + "/tools/probe/README.md");
  Names names;
  for (std::string line; std::getline(page, line);)
    if (line.starts_with(begin)) names = names_in(line);
  for (const std::string& name : but) EXPECT_EQ(names.erase(name), 1u) << name;
  return names;
}

TEST(AnswerJson, ListsWhatItSaysOfTheBook) {
  const auto json = nlohmann::json::parse(answer_json(full_answer(), false));
  Names said;
  add_names(said, json["book"]);
  EXPECT_EQ(said, names_in_line("| `book` | position |", {"book", "null"}));
}

TEST(AnswerJson, ListsWhatItSaysOfAProof) {
  const auto proof = nlohmann::json::parse(answer_json(full_answer(), false))["proof"];
  Names said;
  add_names(said, proof);
  EXPECT_EQ(said, names_in_line("| `proof` | position |", {"proof", "null", "win", "hold"}));
  said.clear();
  for (const auto& move : proof["moves"]) add_names(said, move);
  EXPECT_EQ(said, (Names{"uci", "san", "by", "plies", "own", "out"}));
  for (const ProvedBy by : {ProvedBy::nothing, ProvedBy::record, ProvedBy::end, ProvedBy::table, ProvedBy::left}) {
    const std::string name(proved_by_name(by));
    EXPECT_TRUE(names_in_line("| `" + name + "` |", {}).contains(name)) << name;
  }
}

}  // namespace
}  // namespace bookends::test
