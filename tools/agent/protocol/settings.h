// The options of the engine, as UCI sets them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "books/probe/known_moves.h"
#include "core/base/result.h"
#include "core/rules/games.h"
#include "gen/options/net_choice.h"

namespace bookends::agent {

struct Settings {
  const Rules* rules = &games::chess;  // as GUIs expect that name no variant
  int hash_mb = 64;
  int threads = 1;
  int multi_pv = 1;
  bool ponder = false;
  int move_overhead_ms = 20;
  bool own_book = true;
  bool analyse = false;   // for somebody who wants to see a search: the book is not asked
  std::string book_file;  // this and other paths: what was set last; whether it is any good, FileOption knows
  ChooseBy book_choice = ChooseBy::score;
  int book_variety = 0;
  int book_min_depth = 0;
  int book_min_plies = 0;
  int book_seed = 0;
  std::string tablebase_path;
  std::string syzygy_path;  // more of the same
  int syzygy_probe_depth = 1;
  std::string eval_file = kAutoNet;  // "" = the hand-made terms
  bool show_wdl = false;
  std::string start;  // the start position that `startpos` means; "" = the game's first
};

// What has to be done after an option was set, once no search runs.
enum class Effect { none, variant, start, search, book, tables, syzygy, net, clear_hash };

// The lines "option name ..." of the handshake, with these defaults.
std::vector<std::string> describe_options(const Settings& defaults);

// The hash size that is really used, in MB: at most half of the machine's memory, for clearing a table touches all of
// it.
int usable_hash_mb(int asked);

// Whether so many threads find room for their stacks, and the search for what it finds.
bool has_room_for_threads(int threads);

// What the options do, for the help: name, default and meaning, one a line.
std::string explain_options();

// An option's name as the handshake has it; "" of an unknown one.
std::string_view option_name(std::string_view name);

// Names are compared without regard to case. Errors: invalid_argument, for an unknown name or a value out of range; the
// settings are then as they were.
Result<Effect> set_option(Settings& settings, std::string_view name, std::string_view value);

}  // namespace bookends::agent
