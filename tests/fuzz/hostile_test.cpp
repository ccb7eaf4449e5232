// Words that nobody means well, in every place of every text that we read: an answer or an error, in all games.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "tests/fuzz/targets.h"

namespace bookends::test {
namespace {

using namespace std::string_literals;

std::string repeated(std::string_view text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

std::vector<std::string> hostile_words() {
  return {"",
          " ",
          "-",
          "0",
          "-1",
          "+1",
          "00000000000000000001",
          "1e9",
          "2147483648",
          "-2147483649",
          "99999999999999999999",
          "-9223372036854775809",
          "0x10",
          "1.5",
          "nan",
          "-inf",
          "\0"s,
          "a\0b"s,
          "\xff\xfe",
          "\xc3\x28",
          "\xed\xa0\x80",
          "\xf4\x90\x80\x80",
          "\u00e9",
          "\u202e",
          "\x1b[2J\x07",
          "%s%n%99999d",
          "$(id)",
          "`id`",
          "../../../../etc/passwd",
          "<script>alert(1)</script>",
          "\"",
          "\\\"",
          "'",
          "\\",
          "{",
          "}",
          "[",
          "]",
          "(",
          ")",
          ";",
          "\t",
          "\r\n",
          "/",
          "null",
          "[[]]",
          repeated("a", 5000),
          repeated("9", 400),
          repeated("(", 3000),
          repeated("[", 3000),
          repeated("{", 3000),
          repeated("/", 300),
          repeated("8/", 300)};
}

struct HostileForm {
  std::string_view target;
  std::string text;  // @ is where the word stands; of games the first letter is added
  bool of_game;
};

std::vector<HostileForm> forms() {
  const std::string board = "rqknb/ppppp/5/PPPPP/BNKQR", fen = board + " w - - 0 1";
  const std::string node = R"({"nodes":[{"fen":")" + fen + R"(","move":"d2d3",)";
  return {{"fen", "@", true},
          {"fen", "@ w - - 0 1", true},
          {"fen", "rqknb/@/5/PPPPP/BNKQR w - - 0 1", true},
          {"fen", board + " @ - - 0 1", true},
          {"fen", board + " w @ - 0 1", true},
          {"fen", board + " w - @ 0 1", true},
          {"fen", board + " w - - @ 1", true},
          {"fen", board + " w - - 0 @", true},
          {"fen", board + " w - - hmvc @; fmvn @;", true},
          {"pgn", "@", true},
          {"pgn", "[@ \"x\"]\n\n1. d3 *\n", true},
          {"pgn", "[FEN \"@\"]\n\n1. d3 *\n", true},
          {"pgn", "[Variant \"@\"]\n\n1. d3 *\n", true},
          {"pgn", "[WhiteElo \"@\"]\n[Date \"@\"]\n[Result \"@\"]\n\n1. d3 *\n", true},
          {"pgn", "1. @ d3 *\n", true},
          {"pgn", "1. d3 {@} b3 *\n", true},
          {"pgn", "1. d3 $@ b3 *\n", true},
          {"pgn", "1. d3 (@) b3 *\n", true},
          {"epd", "@", true},
          {"epd", fen.substr(0, fen.size() - 4) + " bm @; ce 1;\n", true},
          {"epd", fen.substr(0, fen.size() - 4) + " bm d3; ce @;\n", true},
          {"epd", fen.substr(0, fen.size() - 4) + " bm d3; ce 1; c0 \"@\";\n", true},
          {"epd", fen.substr(0, fen.size() - 4) + " @ 5; bm d3;\n", true},
          {"json", "@", true},
          {"json", R"({"nodes":@})", true},
          {"json", R"({"side":"@","nodes":[]})", true},
          {"json", R"({"starts":["@"],"nodes":[]})", true},
          {"json", R"({"nodes":[{"fen":"@","move":"d2d3"}]})", true},
          {"json", R"({"nodes":[{"fen":")" + fen + R"(","move":"@"}]})", true},
          {"json", node + R"("score":@}]})", true},
          {"json", node + R"("depth":@,"proof":"@"}]})", true},
          {"json", node + R"("key":"@","remark":"@"}]})", true},
          {"json", node + R"("played":[{"move":"@","white":@}]}]})", true},
          {"uci", "@", false},
          {"uci", "go wtime @ btime @ winc @ binc @", false},
          {"uci", "go depth @ nodes @ movetime @ mate @ perft @ movestogo @", false},
          {"uci", "go searchmoves @", false},
          {"uci", "position fen @ moves @", false},
          {"uci", "position startpos moves @", false},
          {"uci", "setoption name Hash value @", false},
          {"uci", "setoption name @ value 1", false},
          {"uci", "setoption name BookFile value @", false},
          {"uci", "info depth @ multipv @ score cp @ pv @", false},
          {"uci", "option name @ type spin default 1 min @ max @", false},
          {"weights", "// The evaluation of @, made by hand\n1, 2, @,\n", false},
          {"weights", "@", false},
          {"samples", fen + "\t@\t@\n", false},
          {"samples", "# bookends samples: @\n@\t1\t1\n", false},
          {"table-plan", R"({"game":"@","steps":[]})", false},
          {"table-plan", R"({"game":"fragments","steps":@})", false},
          {"table-plan", R"({"game":"fragments","steps":[{"step":"KRvK","file":"@","command":["@"],"needs":["@"]}]})",
           false},
          {"history", "seconds\tpositions\n1\t@\n", false},
          {"history", "@", false},
          {"polyglot", "@", false},
          {"network", "@", false}};
}

std::string filled(const std::string& form, const std::string& word) {
  std::string text;
  for (const char ch : form)
    if (ch == '@')
      text += word;
    else
      text += ch;
  return text;
}

TEST(Hostile, WordsInEveryPlaceAreAnsweredOrRefused) {
  int cases = 0;
  for (const HostileForm& form : forms()) {
    SCOPED_TRACE(std::string(form.target) + ": " + form.text);
    const FuzzTarget* target = fuzz_target(form.target);
    ASSERT_NE(target, nullptr);
    for (const std::string& word : hostile_words()) {
      const std::string text = filled(form.text, word);
      const std::size_t games = form.of_game ? all_games().size() : 1;
      for (std::size_t game = 0; game < games; ++game, ++cases)
        target->run(as_bytes(form.of_game ? static_cast<char>('d' + game) + text : text));
    }
  }
  EXPECT_GT(cases, 5000);
}

}  // namespace
}  // namespace bookends::test
