// Files of PGN as people and programs write it (tests/core/pgn_files), and the positions that the reader finds in them.
// Each NAME.pgn has a NAME.epd: the game and what is left out, then of every game of the file the positions of its main
// line and its result. pgn_files/compare compares these with another program's.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/notation/pgn_reader.h"
#include "tests/support/text_of.h"

namespace bookends {
namespace {

namespace fs = std::filesystem;

const fs::path kFiles = fs::path(BOOKENDS_SOURCE_DIR) / "tests/core/pgn_files";

// The first four fields.
template <const Rules& R>
std::string line_of(const Position<R>& position) {
  std::istringstream fen(position.fen());
  std::string line, field;
  for (int i = 0; i < 4 && fen >> field; ++i) line += (i > 0 ? " " : "") + field;
  return line + '\n';
}

template <const Rules& R>
std::string lines_of(const PgnGame& game, Position<R> position) {
  std::string text = '\n' + line_of(position);
  for (std::uint32_t at = 0; !game.nodes[at].next.empty();) {
    at = game.nodes[at].next.front();
    position.play(game.nodes[at].move);
    text += line_of(position);
  }
  return text + game.result + '\n';
}

std::string first_line(const Rules& rules, const PgnOmissions& omitted) {
  std::ostringstream text;
  text << rules.name << ", left out: games " << omitted.games.count << ", lines " << omitted.lines.count << ", tags "
       << omitted.tags.count << ", words " << omitted.words.count << '\n';
  return text.str();
}

struct Read {
  std::string text;
  bool strict_refuses = false;
  bool leaves_out = false;
};

template <const Rules& R>
Result<std::string> games_of(const fs::path& pgn, PgnPolicy policy, PgnOmissions& omitted) {
  std::ifstream in(pgn, std::ios::binary);
  PgnReader reader(in, pgn.filename().string(), policy, omitted);
  Position<R> start = Position<R>::start();
  std::string text;
  while (true) {
    const Result<std::optional<PgnGame>> game = reader.next_played<R>(start);
    if (!game) return game.error();
    if (!*game) return text;
    text += lines_of(**game, start);
  }
}

template <const Rules& R>
Read read_file(const fs::path& pgn) {
  PgnOmissions omitted, none;
  const Result<std::string> games = games_of<R>(pgn, PgnPolicy::lenient, omitted);
  EXPECT_TRUE(games) << games.error().message;
  return {.text = first_line(R, omitted) + (games ? *games : ""),
          .strict_refuses = !games_of<R>(pgn, PgnPolicy::strict, none),
          .leaves_out = !omitted.sentences().empty()};
}

class PgnFiles : public testing::TestWithParam<std::string> {};

TEST_P(PgnFiles, HaveThePositionsThatAreExpected) {
  const std::string expected = test::text_of(kFiles / (GetParam() + ".epd"));
  const Result<const Rules*> rules = find_game(expected.substr(0, expected.find(',')));
  ASSERT_TRUE(rules) << rules.error().message;
  const Read read = with_game(**rules, [&]<const Rules & R>() { return read_file<R>(kFiles / (GetParam() + ".pgn")); });
  EXPECT_EQ(read.text, expected);
  EXPECT_EQ(read.strict_refuses, read.leaves_out);
}

std::vector<std::string> names_of_files() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFiles))
    if (entry.path().extension() == ".pgn") names.push_back(entry.path().stem().string());
  std::ranges::sort(names);
  return names;
}

INSTANTIATE_TEST_SUITE_P(All, PgnFiles, testing::ValuesIn(names_of_files()), [](const auto& tested) {
  std::string name = tested.param;
  std::ranges::replace(name, '-', '_');
  return name;
});

}  // namespace
}  // namespace bookends
