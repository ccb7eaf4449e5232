// Options: every one, with every kind of value, at every time.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <filesystem>
#include <thread>

#include "core/notation/move_text.h"
#include "tests/agent/engine.h"
#include "tests/agent/script.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using agent::Settings;
using test::contains;
using test::Lines;
using test::play_script;

// An option as the handshake advertises it.
struct Advertised {
  std::string name, type;
  int least = 0, most = 0;
  std::vector<std::string> choices;
};

std::vector<Advertised> advertised() {
  std::vector<Advertised> options;
  for (const std::string& line : agent::describe_options({})) {
    Advertised option;
    const auto type = line.find(" type ");
    option.name = line.substr(12, type - 12);
    const auto words = split_words(std::string_view(line).substr(type + 6));
    option.type = words[0];
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (words[i] == "min") option.least = std::stoi(std::string(words[i + 1]));
      if (words[i] == "max") option.most = std::stoi(std::string(words[i + 1]));
      if (words[i] == "var") option.choices.emplace_back(words[i + 1]);
    }
    options.push_back(option);
  }
  return options;
}

std::vector<std::string> legal_values(const Advertised& option) {
  if (option.type == "spin")
    return {std::to_string(option.least), std::to_string(option.most), std::to_string(option.least + 1)};
  if (option.type == "check") return {"true", "false", "True", "FALSE"};
  if (option.type == "combo") return option.choices;
  if (option.type == "string") return {"", "<empty>"};
  return {""};
}

std::vector<std::string> illegal_values(const Advertised& option) {
  if (option.type == "spin")
    return {std::to_string(option.least - 1), std::to_string(option.most + 1), "", "x", "1.5", "1e3", "7 8", "0x10",
            "99999999999999999999",           "-99999999999999999999"};
  if (option.type == "check") return {"", "1", "yes", "truefalse"};
  if (option.type == "combo") return {"", "x", option.choices[0] + "x", option.choices[0] + " " + option.choices[1]};
  if (option.type == "button") return {"5", "whatever"};
  return {};
}

// The values of all options, as the handshake would show them.
Lines state(const Settings& settings) { return agent::describe_options(settings); }

TEST(Options, EveryKindIsThere) {
  std::string types;
  for (const Advertised& option : advertised()) types += option.type + " ";
  for (const char* type : {"spin", "check", "combo", "string", "button"}) EXPECT_TRUE(contains(types, type));
}

// GUIs of chess set the folder of tables by this name, be it before or after the variant.
TEST(Options, SyzygyPathIsOfferedInChessAndTakenAlways) {
  const auto offers = [](const Settings& settings) {
    std::string all;
    for (const std::string& line : agent::describe_options(settings)) all += line + "\n";
    return contains(all, "option name SyzygyPath type string default " +
                             (settings.syzygy_path.empty() ? "<empty>" : settings.syzygy_path));
  };
  Settings settings = test::fragments_settings();
  EXPECT_FALSE(offers(settings));
  const auto effect = agent::set_option(settings, "SyzygyPath", "/tables");
  ASSERT_TRUE(effect.ok());
  EXPECT_EQ(*effect, agent::Effect::syzygy);
  EXPECT_EQ(settings.syzygy_path, "/tables");
  ASSERT_TRUE(agent::set_option(settings, "TablebasePath", "/ours").ok());
  for (const char* nothing : {"", "<empty>"}) {
    settings.syzygy_path = "/tables";
    EXPECT_EQ(*agent::set_option(settings, "SyzygyPath", nothing), agent::Effect::syzygy);
    EXPECT_EQ(settings.syzygy_path, "");
    EXPECT_EQ(settings.tablebase_path, "/ours");
  }
  settings.syzygy_path = "/tables";
  EXPECT_FALSE(offers(settings));
  settings.rules = &games::chess;
  EXPECT_TRUE(offers(settings));
}

TEST(Options, BookFileHasAnotherName) {
  Settings settings;
  ASSERT_EQ(*agent::set_option(settings, "Book File", "a.book"), agent::Effect::book);
  EXPECT_EQ(settings.book_file, "a.book");
  EXPECT_EQ(*agent::set_option(settings, "book file", "<empty>"), agent::Effect::none);
  EXPECT_EQ(settings.book_file, "a.book") << "a GUI sends what it was offered";
  EXPECT_EQ(agent::option_name("book file"), "Book File");
  EXPECT_EQ(agent::option_name("syzygypath"), "SyzygyPath");
  EXPECT_EQ(agent::option_name("Book  File"), "");
}

TEST(Options, LegalValuesAreTaken) {
  for (const Advertised& option : advertised()) {
    std::vector<Lines> seen;
    for (const std::string& value : legal_values(option)) {
      Settings settings;
      EXPECT_TRUE(agent::set_option(settings, option.name, value).ok()) << option.name << " = " << value;
      EXPECT_TRUE(agent::set_option(settings, option.name, value).ok()) << "twice";
      seen.push_back(state(settings));
    }
    if (option.type == "spin" || option.type == "check" || option.type == "combo") {
      EXPECT_NE(seen[0], seen[1]) << option.name << " does not change";
    }
  }
}

TEST(Options, IllegalValuesAreRefusedAndTheOldOnesKept) {
  for (const Advertised& option : advertised()) {
    Settings settings;
    ASSERT_TRUE(agent::set_option(settings, option.name, legal_values(option).back()).ok());
    const Lines before = state(settings);
    for (const std::string& value : illegal_values(option)) {
      const auto result = agent::set_option(settings, option.name, value);
      EXPECT_FALSE(result.ok()) << option.name << " = '" << value << "'";
      EXPECT_EQ(state(settings), before) << option.name << " = '" << value << "'";
    }
  }
}

TEST(Options, RefusalsAreInfoStrings) {
  for (const Advertised& option : advertised())
    for (const std::string& value : illegal_values(option)) {
      const Lines lines = play_script("setoption name " + option.name + " value " + value + "\n");
      ASSERT_EQ(lines.size(), 1u) << option.name << " = '" << value << "'";
      EXPECT_EQ(lines[0].rfind("info string error: ", 0), 0u);
    }
}

TEST(Options, SpacesTabsAndCaseOfANameAreFree) {
  for (const char* line : {"setoption name MultiPV value 2", "setoption name multipv value 2",
                           "  setoption   name  MULTIPV   value   2  ", "setoption\tname\tMultiPV\tvalue\t2\r",
                           "setoption NAME MultiPV Value 2", "joho setoption name MultiPV value 2"}) {
    const Lines lines = play_script(std::string(line) + "\nposition startpos\ngo depth 1\n");
    EXPECT_EQ(test::count_with(lines, "multipv 2"), 1) << line;
  }
  for (const char* name : {"Clear Hash", "clear hash", "Clear   Hash", "CLEAR\tHASH"})
    EXPECT_EQ(play_script("setoption name " + std::string(name) + "\n"), Lines{}) << name;
  for (const char* line : {"setoption", "setoption name", "setoption name value 3", "setoption MultiPV 2",
                           "setoption name ClearHash", "setoption value 3 name MultiPV"})
    EXPECT_EQ(play_script(std::string(line) + "\n").size(), 1u) << line;
}

TEST(Options, PathsAreTakenAsTheyStand) {
  const Lines lines = play_script(
      "setoption name BookFile value   /nowhere/two  spaces and  value .bkb  \n"
      "setoption name TablebasePath value /nowhere/\xc3\xa9t\xc3\xa9\nisready\n");
  EXPECT_EQ(test::count_with(lines, "/nowhere/two  spaces and  value .bkb"), 1);
  EXPECT_EQ(test::count_with(lines, "/nowhere/\xc3\xa9t\xc3\xa9"), 1);
  const std::string zero = std::string("setoption name BookFile value /no") + '\0' + "where\nisready\n";
  EXPECT_EQ(test::count_with(play_script(zero), "zero byte"), 1);
}

std::string line_of(const Advertised& option, const std::string& value) {
  return "setoption name " + option.name + (option.type == "button" ? "" : " value " + value) + "\n";
}

// Values that do not ask for much memory or many threads.
std::string modest_value(const Advertised& option, std::size_t dice) {
  if (option.type == "spin") return std::to_string(option.least + static_cast<int>(dice % 4));
  const auto values = legal_values(option);
  return values[dice % values.size()];
}

TEST(Options, MayBeSetAtAnyTime) {
  const std::vector<std::string> between{"",
                                         "uci\n",
                                         "isready\n",
                                         "ucinewgame\n",
                                         "position startpos\n",
                                         "position startpos\ngo nodes 20\n",
                                         "position startpos\ngo infinite\n"};
  for (const Advertised& option : advertised())
    for (const std::string& before : between)
      for (std::size_t dice : {0u, 1u}) {
        const std::string set = line_of(option, modest_value(option, dice));
        const Lines lines =
            play_script(before + set + set + "stop\n" + set + "position startpos\n" + set + "go nodes 20\n");
        EXPECT_EQ(test::best_moves(lines), 1 + (contains(before, "go ") ? 1 : 0)) << before << set;
        EXPECT_EQ(test::count_with(lines, " is not "), 0) << before << set;
      }
}

RC_GTEST_PROP(Options, AreIndependentOfTheirOrder, ()) {
  const auto options = advertised();
  std::string script;
  std::string variant = "fragments", start = "default";
  long searches = 0;
  const int steps = *rc::gen::inRange(5, 60);
  for (int i = 0; i < steps; ++i) {
    const auto dice = *rc::gen::inRange<std::size_t>(0, 1000);
    const int kind = *rc::gen::inRange(0, 8);
    if (kind == 0) script += "isready\n";
    if (kind == 1) script += "ucinewgame\n";
    if (kind == 2) {
      script += "position startpos\n";
      script += dice % 3 == 0 ? "go depth 3\n" : dice % 3 == 1 ? "go nodes 300\n" : "go infinite\n";
      ++searches;
    }
    if (kind < 3) continue;
    const Advertised& option = options[dice % options.size()];
    const std::string value = modest_value(option, *rc::gen::inRange<std::size_t>(0, 1000));
    if (option.name == "UCI_Variant") variant = value;
    if (option.name == "Start Position") start = value;
    script += line_of(option, value);
  }
  const Lines lines = play_script(script + "position startpos\nd\ngo nodes 50\n");
  RC_ASSERT(test::best_moves(lines) == searches + 1);
  RC_ASSERT(test::count_with(lines, "unknown") == 0);
  // The last of the settings are in force: the board is the start of the game that was chosen.
  const Rules& rules = **find_game(variant);
  const auto named = start_fen(rules, start == "default" ? "" : start);
  Lines fens;
  for (const std::string& line : lines)
    if (line.rfind("Fen: ", 0) == 0) fens.push_back(line.substr(5));
  RC_ASSERT(fens.size() == 1u);
  RC_ASSERT(fens[0] == (named ? *named : *start_fen(rules, "")));
}

TEST(Options, TheStartPositionIsNamed) {
  const std::string start0 = *start_fen(games::fragments, "start0");
  const std::string chess = *start_fen(games::chess, "");
  const std::string set = "setoption name Start Position value start0\n";
  const auto fen = [](const std::string& script) { return test::after(play_script(script + "d\n"), "Fen: "); };
  EXPECT_EQ(fen(set + "position startpos\n"), start0);
  EXPECT_EQ(fen("position startpos\n" + set + "position startpos\n"), start0);
  EXPECT_NE(fen(set + "position start start1\n"), start0) << "a name in the command itself counts more";
  EXPECT_NE(fen(set + "setoption name Start Position value default\nposition startpos\n"), start0);
  const std::string variant = "setoption name UCI_Variant value chess\n";
  for (const std::string& both : {set + variant, variant + set}) {
    EXPECT_EQ(fen(both + "position startpos\n"), chess);
    EXPECT_EQ(test::count_with(play_script(both + "position startpos\n"), "chess has no 'start0'"), 1);
  }
}

// Not for every move.
TEST(Options, AStartThatIsNoneOfTheGameIsSaidOnce) {
  const Lines lines = play_script(
      "setoption name Start Position value start1\nsetoption name UCI_Variant value chess\n"
      "position startpos\nposition startpos moves e2e4\nposition startpos moves e2e4 e7e5\nd\n");
  EXPECT_EQ(test::count_with(lines, "chess has no 'start1'"), 1);
}

// As long as no command has set a position, the board is the start that the option names.
TEST(Options, TheStartIsFollowedUntilAPositionIsSet) {
  const std::string start0 = *start_fen(games::fragments, "start0"), start1 = *start_fen(games::fragments, "start1");
  const std::string set = "setoption name Start Position value start0\n";
  const auto fen = [](const std::string& script) { return test::after(play_script(script + "d\n"), "Fen: "); };
  EXPECT_EQ(fen(set), start0);
  EXPECT_EQ(fen("isready\n" + set), start0);
  EXPECT_EQ(fen(set + "isready\nsetoption name Start Position value start1\n"), start1);
  EXPECT_EQ(fen("position fen nonsense\n" + set + "ucinewgame\n"), start0) << "a command that failed set nothing";
  EXPECT_EQ(fen("position start start1\n" + set), start1);
  EXPECT_EQ(fen("position startpos\n" + set), *start_fen(games::fragments, ""));
  EXPECT_EQ(fen(set + "setoption name UCI_Variant value chess\n"), *start_fen(games::chess, ""));
  EXPECT_EQ(fen(set + "setoption name UCI_Variant value chess\nisready\nsetoption name UCI_Variant value fragments\n"),
            start0);
}

TEST(Options, DebugIsOnOrOff) {
  const std::string go = "position startpos\ngo depth 2\n";
  EXPECT_EQ(test::count_with(play_script("debug maybe\n" + go), "time to depth"), 0);
  EXPECT_EQ(test::count_with(play_script("debug maybe\n" + go), "debug: expected on or off"), 1);
  EXPECT_GT(test::count_with(play_script("debug on\ndebug maybe\n" + go), "time to depth"), 0);
}

TEST(Options, ManyThreadsForTheMachineAreRemarkedOnOnce) {
  const std::string set = "setoption name Threads value 256\nisready\nsetoption name Hash value 2\nisready\n";
  const bool many = std::thread::hardware_concurrency() < 256;
  EXPECT_EQ(test::count_with(play_script(set), "option Threads: 256 are more than the "), many ? 1 : 0);
  EXPECT_EQ(test::count_with(play_script("setoption name Threads value 1\nisready\n"), "option Threads"), 0);
}

#ifndef BOOKENDS_SANITIZED  // a sanitizer takes more room than there is
TEST(Options, AsManyThreadsAreUsedAsThereIsMemoryFor) {
  test::RunOptions options;
  const std::string command =
      "ulimit -v 400000; printf 'setoption name UCI_Variant value chess\nsetoption name Threads value 256\nisready\n"
      "position startpos\ngo depth 5\n' | '" BOOKENDS_AGENT "'";
  const auto run = test::run_program("/bin/sh", {"-c", command}, options);
  EXPECT_EQ(run.exit_code, 0) << run.err;
  EXPECT_TRUE(contains(run.out, " are used, there is no memory for more\n")) << run.out;
  EXPECT_TRUE(contains(run.out, "readyok"));
  EXPECT_TRUE(contains(run.out, "bestmove"));
}
#endif

TEST(Options, AnOptionDuringASearchCountsFromTheNextOneOn) {
  test::Engine engine(BOOKENDS_AGENT);
  engine.send("position startpos");
  engine.send("go infinite");
  engine.read_until("info depth 2");
  engine.send("setoption name MultiPV value 2");
  engine.send("setoption name UCI_ShowWDL value true");
  engine.send("setoption name Hash value 1");
  engine.send("isready");
  const auto during = engine.read_until("readyok");
  EXPECT_EQ(test::best_moves(during) + test::count_with(during, "multipv 2"), 0);
  engine.send("stop");
  const auto rest = engine.read_until("bestmove");
  EXPECT_EQ(test::count_with(rest, "multipv 2") + test::count_with(rest, "wdl"), 0);
  engine.send("go depth 2");
  const auto next = engine.read_until("bestmove");
  EXPECT_EQ(test::count_with(next, "multipv 2"), 2);
  EXPECT_EQ(test::count_with(next, "wdl"), 4);
}

// Half of the memory and 256 threads: the first touch of so many pages takes 20 s of an idle machine already, and
// giving them back 13 s under the sanitizers.
TEST(Options, TheLargestValuesAreServedSlow) {
  constexpr std::chrono::seconds kLong{90};
  test::Engine engine(BOOKENDS_AGENT);
  for (const Advertised& option : advertised())
    if (option.type == "spin") engine.send("setoption name " + option.name + " value " + std::to_string(option.most));
  engine.send("setoption name UCI_Variant value chess");
  engine.send("position startpos");
  for (const char* go : {"go nodes 500", "go wtime 100 btime 100", "go movetime 5"}) {
    engine.send(go);
    ASSERT_FALSE(engine.best_move(kLong).empty()) << go;
  }
  EXPECT_EQ(engine.quit(kLong), 0);
}

TEST(Options, HashIsBoundedByTheMemory) {
  EXPECT_EQ(agent::usable_hash_mb(1), 1);
  EXPECT_EQ(agent::usable_hash_mb(16), 16);
  EXPECT_LT(agent::usable_hash_mb(1 << 30), 1 << 30);
}

// ---- The command line ----

test::RunResult run_agent(const std::vector<std::string>& arguments, const std::string& input = "uci\n") {
  test::RunOptions options;
  options.input = input;
  return test::run_program(BOOKENDS_AGENT, arguments, options);
}

TEST(CommandLine, TheVariantIsTheNewDefault) {
  const auto makruk = run_agent({"--variant", "makruk"}, "uci\nposition startpos moves e3e4\ngo depth 2\n");
  EXPECT_EQ(makruk.exit_code, 0);
  EXPECT_TRUE(contains(makruk.out, "option name UCI_Variant type combo default makruk "));
  EXPECT_FALSE(contains(makruk.out, "info string option")) << makruk.out;
  EXPECT_FALSE(contains(makruk.out, "e3e4'")) << makruk.out;
  EXPECT_TRUE(contains(makruk.out, "bestmove"));
  // As every engine: a GUI that plays only chess sets no variant.
  EXPECT_TRUE(contains(run_agent({}).out, "option name UCI_Variant type combo default chess "));
}

TEST(CommandLine, ALinkMayNameTheGame) {
  const test::TemporaryFolder folder;
  for (const Rules* rules : all_games()) {
    const auto link = folder / ("bookends-agent-" + std::string(rules->name));
    std::filesystem::create_symlink(BOOKENDS_AGENT, link);
    test::RunOptions options;
    options.input = "d\n";
    const auto run = test::run_program(link.string(), {}, options);
    EXPECT_TRUE(contains(run.out, "Fen: " + *start_fen(*rules, ""))) << run.out;
  }
}

TEST(CommandLine, ALinkThatNamesNoGameIsSaid) {
  const test::TemporaryFolder folder;
  const auto link = folder / "bookends-agent-ches";
  std::filesystem::create_symlink(BOOKENDS_AGENT, link);
  test::RunOptions options;
  options.input = "uci\n";
  const auto run = test::run_program(link.string(), {}, options);
  EXPECT_EQ(run.exit_code, 0);
  EXPECT_TRUE(contains(run.err, "no game is called 'ches'")) << run.err;
  EXPECT_TRUE(contains(run.out, "uciok"));
}

TEST(CommandLine, MistakesAreUsageErrors) {
  for (const auto& arguments : std::vector<std::vector<std::string>>{
           {"--variant"}, {"--variant", "draughts"}, {"--nothing"}, {"chess"}, {"--variant", "chess", "x"}}) {
    const auto run = run_agent(arguments);
    EXPECT_EQ(run.exit_code, 2);
    EXPECT_EQ(run.out, "");
    EXPECT_EQ(std::count(run.err.begin(), run.err.end(), '\n'), 1) << run.err;
  }
}

TEST(CommandLine, HelpListsEveryOption) {
  const auto help = run_agent({"--help"});
  EXPECT_EQ(help.exit_code, 0);
  for (const Advertised& option : advertised())
    EXPECT_TRUE(contains(help.out, "  " + option.name + " ")) << option.name;
  for (const char* text : {"--variant GAME", "Examples:", "go perft N"}) EXPECT_TRUE(contains(help.out, text));
}

}  // namespace
}  // namespace bookends
