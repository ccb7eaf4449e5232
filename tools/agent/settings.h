// The options of the engine, as UCI sets them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/games.h"
#include "core/result.h"

namespace bookends::agent {

struct Settings {
  const Rules* rules = &games::fragments;
  int hash_mb = 64;
  int threads = 1;
  int multi_pv = 1;
  bool ponder = false;
  int move_overhead_ms = 20;
  bool own_book = true;
  std::string book_file;
  std::string tablebase_path;
  bool show_wdl = false;
};

// What has to be done after an option was set.
enum class Effect { none, variant, search, book, tables, clear_hash };

// The lines "option name ..." of the handshake.
std::vector<std::string> describe_options();

// Names are compared without regard to case. Errors: invalid_argument, for an unknown name or a value out of range.
Result<Effect> set_option(Settings& settings, std::string_view name, std::string_view value);

}  // namespace bookends::agent
