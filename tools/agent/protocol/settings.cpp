#include "tools/agent/protocol/settings.h"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <set>

namespace bookends::agent {

namespace {

// The combo value that stands for an empty `Settings::start`.
constexpr std::string_view kFirstStart = "default";

struct Option {
  std::string_view name;
  std::string_view type;
  std::string_view help;
  std::string range;                                  // " min 1 max 9" or " var a var b", as in the handshake
  std::function<std::string(const Settings&)> shown;  // the value as the handshake shows it
  std::function<Result<Effect>(Settings&, std::string_view)> set;
  bool for_syzygy = false;  // offered in the handshake of games that have such tables alone; always taken
};

bool same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](char x, char y) { return lower(x) == lower(y); });
}

Error bad_value(std::string_view name, std::string_view value, const std::string& expected) {
  return {ErrorCode::invalid_argument, fmt::format("option {}: '{}' is not {}", name, value, expected)};
}

// Sets the field and tells what follows: nothing, when it has the value already.
template <class T>
Effect assign(T& field, const T& value, Effect effect) {
  if (field == value) return Effect::none;
  field = value;
  return effect;
}

Option spin(std::string_view name, int Settings::*field, int least, int most, Effect effect, std::string_view help) {
  const auto set = [=](Settings& settings, std::string_view value) -> Result<Effect> {
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    const bool whole = error == std::errc() && end == value.data() + value.size();
    if (!whole || number < least || number > most)
      return bad_value(name, value, fmt::format("a number from {} to {}", least, most));
    return assign(settings.*field, number, effect);
  };
  return {name,
          "spin",
          help,
          fmt::format(" min {} max {}", least, most),
          [=](const Settings& settings) { return std::to_string(settings.*field); },
          set};
}

Option check(std::string_view name, bool Settings::*field, std::string_view help) {
  const auto set = [=](Settings& settings, std::string_view value) -> Result<Effect> {
    if (!same_name(value, "true") && !same_name(value, "false")) return bad_value(name, value, "true or false");
    settings.*field = same_name(value, "true");
    return Effect::none;
  };
  return {name,
          "check",
          help,
          "",
          [=](const Settings& settings) { return std::string(settings.*field ? "true" : "false"); },
          set};
}

// A file or folder; the same path again is opened again, since what is there may be new.
Option path(std::string_view name, std::string Settings::*field, Effect effect, std::string_view help) {
  const auto set = [=](Settings& settings, std::string_view value) -> Result<Effect> {
    if (value.find('\0') != std::string_view::npos) return bad_value(name, value, "a path: it has a zero byte");
    settings.*field = same_name(value, "<empty>") ? "" : std::string(value);
    return effect;
  };
  return {name,
          "string",
          help,
          "",
          [=](const Settings& settings) { return (settings.*field).empty() ? "<empty>" : settings.*field; },
          set};
}

Option variant() {
  std::string choices;
  for (const Rules* rules : all_games()) choices += " var " + std::string(rules->name);
  const auto set = [](Settings& settings, std::string_view value) -> Result<Effect> {
    for (const Rules* rules : all_games())
      if (same_name(rules->name, value)) return assign(settings.rules, rules, Effect::variant);
    return find_game(value).error();
  };
  return {"UCI_Variant",
          "combo",
          "the game",
          choices,
          [](const Settings& settings) { return std::string(settings.rules->name); },
          set};
}

// Another name of a path. Who sends all options as they were offered does not mean to take away what the first name
// has set.
Option alias(std::string_view name, std::string Settings::*field, Effect effect, std::string_view help) {
  Option option = path(name, field, effect, help);
  const auto set = option.set;
  option.set = [set](Settings& settings, std::string_view value) -> Result<Effect> {
    return value.empty() || same_name(value, "<empty>") ? Result<Effect>(Effect::none) : set(settings, value);
  };
  return option;
}

// What GUIs call the folders of tables where they know of Syzygy's. They set it, or not, whatever else is set.
Option syzygy_path() {
  Option option = path("SyzygyPath", &Settings::syzygy_path, Effect::syzygy,
                       "more of these folders, as GUIs of chess call them; both are open together");
  option.for_syzygy = true;
  return option;
}

// Which of them a game has depends on the variant, which may be set later: so all names are taken.
Option start() {
  std::set<std::string_view> names;
  for (const Rules* rules : all_games())
    for (const std::string_view name : rules->start_names)
      if (!name.empty()) names.insert(name);
  std::string choices = " var " + std::string(kFirstStart);
  for (const std::string_view name : names) choices += " var " + std::string(name);
  const auto set = [names](Settings& settings, std::string_view value) -> Result<Effect> {
    const auto chosen = std::find_if(names.begin(), names.end(), [&](auto name) { return same_name(name, value); });
    if (chosen == names.end() && !same_name(value, kFirstStart))
      return bad_value("Start Position", value, fmt::format("{} or one of {}", kFirstStart, fmt::join(names, ", ")));
    settings.start = chosen == names.end() ? "" : std::string(*chosen);
    return Effect::start;
  };
  return {"Start Position",
          "combo",
          "which of the game's starts `startpos` means",
          choices,
          [](const Settings& settings) { return settings.start.empty() ? std::string(kFirstStart) : settings.start; },
          set};
}

Option book_choice() {
  constexpr std::array kWays{ChooseBy::score, ChooseBy::games, ChooseBy::mixed};
  std::vector<std::string_view> names;
  for (const ChooseBy way : kWays) names.push_back(choice_name(way));
  const auto set = [=](Settings& settings, std::string_view value) -> Result<Effect> {
    for (const ChooseBy way : kWays)
      if (same_name(choice_name(way), value)) return assign(settings.book_choice, way, Effect::none);
    return bad_value("BookChoice", value, fmt::format("one of {}", fmt::join(names, ", ")));
  };
  return {"BookChoice",
          "combo",
          "what chooses among the book's moves: their scores, the points and number of the games in which they were "
          "played, or both; the two that know games play the likeliest, and draw with a BookVariety above 0",
          fmt::format(" var {}", fmt::join(names, " var ")),
          [](const Settings& settings) { return std::string(choice_name(settings.book_choice)); },
          set};
}

Option clear_hash() {
  const auto press = [](Settings&, std::string_view value) -> Result<Effect> {
    if (!value.empty()) return bad_value("Clear Hash", value, "expected: it is a button and has no value");
    return Effect::clear_hash;
  };
  return {"Clear Hash", "button", "forget what earlier searches found", "", nullptr, press};
}

const std::vector<Option>& all_options() {
  static const std::vector<Option> options{
      variant(),
      start(),
      spin("Hash", &Settings::hash_mb, 1, 65536, Effect::search, "transposition table, MB; at most half of the memory"),
      clear_hash(),
      spin("Threads", &Settings::threads, 1, 256, Effect::search, "threads of a search"),
      spin("MultiPV", &Settings::multi_pv, 1, 256, Effect::search, "how many best moves are searched and shown"),
      check("Ponder", &Settings::ponder, "name a move to ponder on with the best move"),
      spin("Move Overhead", &Settings::move_overhead_ms, 0, 5000, Effect::none,
           "ms a move that are lost between engine and clock; taken off movetime too, at most half of it"),
      check("OwnBook", &Settings::own_book, "ask the book first"),
      check("UCI_AnalyseMode", &Settings::analyse, "do not ask the book: a GUI that analyses wants a search"),
      path("BookFile", &Settings::book_file, Effect::book,
           "books that `bookends book build` made, or in chess Polyglot's, ; between several; one of one side answers "
           "for that side"),
      alias("Book File", &Settings::book_file, Effect::book,
            "the same, as other engines call it; <empty> changes nothing"),
      book_choice(),
      spin("BookVariety", &Settings::book_variety, 0, 1000, Effect::none,
           "centipawns a book move may be worse than the best; the better the likelier; 0: the best alone"),
      spin("BookMinDepth", &Settings::book_min_depth, 0, 255, Effect::none,
           "leave the book where its score looks fewer plies ahead"),
      spin("BookMinPlies", &Settings::book_min_plies, 0, 100, Effect::none,
           "leave the book where its line of best moves, or after a move of BookVariety, ends within fewer plies"),
      spin("BookSeed", &Settings::book_seed, 0, 1000000000, Effect::none,
           "of the draw among book moves; 0: another one in every run"),
      path("TablebasePath", &Settings::tablebase_path, Effect::tables,
           "folders that `bookends tables build` made, or in chess with Syzygy's files, or with both; : or ; between "
           "several"),
      syzygy_path(),
      spin("SyzygyProbeDepth", &Settings::syzygy_probe_depth, 1, 100, Effect::search,
           "plies that the search must have left to ask the tables, ours too; 1: everywhere"),
      path("EvalFile", &Settings::eval_file, Effect::net,
           "a network of `bookends train`, or weights of `bookends tune` for the hand-made terms; auto: the network "
           "that came with the program; none or <empty>: the terms with the weights built in"),
      check("UCI_ShowWDL", &Settings::show_wdl, "show chances of win, draw and loss beside the score")};
  return options;
}

}  // namespace

std::vector<std::string> describe_options(const Settings& defaults) {
  std::vector<std::string> lines;
  for (const Option& option : all_options()) {
    if (option.for_syzygy && !defaults.rules->syzygy) continue;
    std::string line = fmt::format("option name {} type {}", option.name, option.type);
    if (option.shown) line += " default " + option.shown(defaults);
    lines.push_back(line + option.range);
  }
  return lines;
}

int usable_hash_mb(int asked) {
  const long long pages = sysconf(_SC_PHYS_PAGES), bytes = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || bytes <= 0) return asked;
  return static_cast<int>(std::clamp<long long>(pages * bytes / 2 >> 20, 1, asked));
}

// The room is asked for and given back: only a limit on the address space refuses it.
bool has_room_for_threads(int threads) {
  constexpr std::size_t kSpareBytes = std::size_t{64} << 20, kStackBytes = std::size_t{8} << 20;
  const std::size_t bytes = kSpareBytes + static_cast<std::size_t>(threads) * kStackBytes;
  void* room = mmap(nullptr, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (room == MAP_FAILED) return false;
  munmap(room, bytes);
  return true;
}

std::string explain_options() {
  std::string text;
  for (const Option& option : all_options())
    text += fmt::format("  {:<16} {:<10} {}\n", option.name, option.shown ? option.shown(Settings{}) : "", option.help);
  return text;
}

std::string_view option_name(std::string_view name) {
  for (const Option& option : all_options())
    if (same_name(option.name, name)) return option.name;
  return "";
}

Result<Effect> set_option(Settings& settings, std::string_view name, std::string_view value) {
  for (const Option& option : all_options())
    if (same_name(option.name, name)) return option.set(settings, value);
  return Error{ErrorCode::invalid_argument, fmt::format("unknown option '{}'", name)};
}

}  // namespace bookends::agent
