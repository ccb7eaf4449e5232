// What a terminal shows: boards in colour, where it can and the user has not said no.
#include "gen/console/terminal.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <map>

#include "core/rules/games.h"
#include "gen/console/painted_board.h"
#include "tests/cli/bookends.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using testing::HasSubstr;
using testing::Not;

using Variables = std::map<std::string, std::string>;

bool wants(const Variables& variables) {
  return wants_colours([&](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

TEST(Terminal, HasColoursWhereItCanAndMay) {
  const Variables usual{{"TERM", "xterm-256color"}, {"LANG", "en_GB.UTF-8"}};
  const auto with = [&](const std::string& name, const std::string& value) {
    Variables changed = usual;
    changed[name] = value;
    return changed;
  };
  EXPECT_TRUE(wants(usual));
  EXPECT_TRUE(wants(with("LC_ALL", "C.utf8")));
  EXPECT_TRUE(wants(with("NO_COLOR", ""))) << "set and not empty, says no-color.org";
  EXPECT_FALSE(wants(with("NO_COLOR", "1")));
  EXPECT_FALSE(wants(with("TERM", "dumb")));
  EXPECT_FALSE(wants(with("LC_ALL", "C")));
  EXPECT_FALSE(wants(with("LC_CTYPE", "de_DE.ISO-8859-1")));
  EXPECT_FALSE(wants({{"LANG", "C.UTF-8"}}));
  EXPECT_FALSE(wants({}));
}

// Without its colours.
std::string plain(const std::string& text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '\x1b')
      out += text[i];
    else
      i = text.find('m', i);
  }
  return out;
}

TEST(PaintedBoard, HasFigurinesOnSquaresOfTwoColours) {
  const std::string row = painted_row("5 r . K x n");
  EXPECT_EQ(plain(row), "5 \u265c   \u265a x \u265e ");
  EXPECT_THAT(row, HasSubstr("\x1b[48;5;137;38;5;16m\u265c")) << "a5 is dark: 5 + 0 is odd";
  EXPECT_THAT(row, HasSubstr("\x1b[48;5;137;38;5;231m\u265a"));
  EXPECT_THAT(painted_row("4 . P"), HasSubstr("\x1b[48;5;137;38;5;231m\u265f"));
  EXPECT_EQ(painted_row("  a b c"), "  a b c ");
  EXPECT_EQ(plain(painted_row("12 s m")), "12 \u265d \u265b ");
}

TEST(PaintedBoard, IsThatOfTheFen) {
  const auto board = painted_board(games::fragments, "4k/5/2K2/5/R4 w - - 0 1", "> ");
  ASSERT_TRUE(board);
  EXPECT_EQ(plain(*board),
            "> 5         \u265a \n> 4           \n> 3     \u265a     \n> 2           \n> 1 \u265c         \n>   a b c "
            "d e \n");
  EXPECT_FALSE(painted_board(games::fragments, "none", ""));
}

// What it prints where its standard output is a terminal of these columns.
std::string on_a_terminal(const std::vector<std::string>& arguments, const Variables& variables,
                          unsigned short columns = 80) {
  winsize size{};
  size.ws_col = columns;
  size.ws_row = 25;
  int terminal = -1;
  const pid_t child = forkpty(&terminal, nullptr, nullptr, &size);
  if (child == 0) {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "NO_COLOR"}) unsetenv(name);
    for (const auto& [name, value] : variables) setenv(name.c_str(), value.c_str(), 1);
    std::vector<std::string> words{BOOKENDS_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> argv;
    for (std::string& word : words) argv.push_back(word.data());
    argv.push_back(nullptr);
    execv(BOOKENDS_PROGRAM, argv.data());
    _exit(127);
  }
  std::string out;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(terminal, buffer, sizeof buffer)) > 0;) out.append(buffer, static_cast<std::size_t>(n));
  close(terminal);
  int status = 0;
  waitpid(child, &status, 0);
  std::erase(out, '\r');
  return out;
}

TEST(Terminal, ShowsBoardsOfDumpAndProbeInColour) {
  const TemporaryFolder folder;
  const std::string book = folder / "book";
  ASSERT_EQ(bookends({"book", "build", "fragments", "--positions", "12", "--nodes", "200", "--out", book}).exit_code,
            0);
  const Variables capable{{"TERM", "xterm"}, {"LANG", "C.UTF-8"}};
  const Variables refused{{"TERM", "xterm"}, {"LANG", "C.UTF-8"}, {"NO_COLOR", "1"}};
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"dump", book, "--max-ply", "1"},
        std::vector<std::string>{"probe", "fragments", "--book", book, "--at", "startpos"}}) {
    const RunResult piped = bookends(arguments);
    const std::string coloured = on_a_terminal(arguments, capable);
    EXPECT_THAT(coloured, testing::AllOf(HasSubstr("\u265b"), HasSubstr("\x1b[48;5;"))) << joined(arguments);
    EXPECT_THAT(plain(coloured), HasSubstr("5 \u265c \u265b \u265a \u265e \u265d "));
    EXPECT_EQ(on_a_terminal(arguments, refused), piped.out);
    EXPECT_THAT(piped.out, Not(HasSubstr("\x1b")));
  }
  EXPECT_THAT(plain(on_a_terminal({"dump", book, "--max-ply", "1"}, capable)), HasSubstr("White to move\n    4 \u265f"))
      << "what stands beside the board stays there";
}

// Every line of progress is shorter than the terminal is wide.
TEST(Terminal, ProgressNeverWraps) {
  const TemporaryFolder folder;
  const std::string out = on_a_terminal(
      {"book", "build", "fragments", "--nodes", "500", "--time", "1s", "--out", folder / "a-book-of-a-long-name.book"},
      {{"TERM", "xterm"}}, 30);
  int lines = 0;
  for (std::size_t at = 0; (at = out.find("\x1b[K", at)) != std::string::npos; ++lines) {
    at += 3;
    const std::size_t end = out.find_first_of("\x1b\n", at);
    if (end == std::string::npos || out[end] == '\n') break;  // the answer
    EXPECT_LT(end - at, 30u) << out.substr(at, end - at);
  }
  EXPECT_GT(lines, 1);
}

}  // namespace
}  // namespace bookends::test
