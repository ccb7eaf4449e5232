// What the engine takes of the machine, and its files: threads and memory, tables, weights and networks.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <new>

#include "core/eval/weights/text.h"
#include "core/io/file.h"
#include "tools/agent/player/game_player.h"
#include "tools/agent/player/oracles.h"
#include "tools/agent/player/within_memory.h"
#include "tools/agent/protocol/path_list.h"

namespace bookends::agent {

namespace {

inline constexpr std::size_t kMostLeftOutSaid = 5;

inline SearchOptions search_options(const Settings& settings) {
  SearchOptions options;
  options.hash_bytes = static_cast<std::size_t>(usable_hash_mb(settings.hash_mb)) << 20;
  options.multi_pv = settings.multi_pv;
  options.oracle_depth = settings.syzygy_probe_depth;
  return options;
}

inline SearchOptions with_one_thread(SearchOptions options) {
  options.threads = 1;
  return options;
}

}  // namespace

template <const Rules& R>
GamePlayer<R>::GamePlayer(const Settings& settings, Output& output)
    : output_(output), search_(with_one_thread(search_options(settings))), options_(search_options(settings)) {
  fit_threads(settings.threads);
  say_threads(settings.threads);
}

template <const Rules& R>
void GamePlayer<R>::resize(const Settings& settings) {
  alone_.reset();
  options_ = search_options(settings);
  fit_threads(settings.threads);
  say_threads(settings.threads);
}

// As many threads as there is memory for, with some left over.
template <const Rules& R>
void GamePlayer<R>::fit_threads(int wanted) {
  for (options_.threads = wanted;; options_.threads = options_.threads * 3 / 4) {
    try {
      search_.set_options(options_);
      if (options_.threads == 1 || has_room_for_threads(options_.threads)) return;
    } catch (const std::bad_alloc&) {
      if (options_.threads == 1) return;
    }
  }
}

template <const Rules& R>
void GamePlayer<R>::say_threads(int wanted) {
  if (options_.threads < wanted)
    output_.info(fmt::format("option Threads: {} are used, there is no memory for more", options_.threads));
}

template <const Rules& R>
Result<void> GamePlayer<R>::open_tables(TablePath path, const std::string& folders) {
  return within_memory(folders, [&]() -> Result<void> {
    auto wanted = table_folders_;
    auto& set = wanted[static_cast<std::size_t>(path)];
    set = split_paths(folders, folder_separator(folders));
    std::vector<std::string> all = wanted.front();
    std::ranges::copy_if(wanted.back(), std::back_inserter(all),
                         [&](const std::string& one) { return std::ranges::find(all, one) == all.end(); });
    OpenTables<R> opened;
    if (!all.empty()) {
      auto tables = agent::open_tables<R>(all);
      if (!tables) return tables.error();
      opened = std::move(*tables);
    }
    say_left_out(opened.left_out, set);
    search_.set_oracle(opened.oracle.get());
    if (opened.oracle) search_.clear();  // scores from before know less
    tables_ = std::move(opened.oracle);
    table_folders_ = std::move(wanted);
    complained_ = false;
    return {};
  });
}

// Those of the folders that are set now: of the others it is said already.
template <const Rules& R>
void GamePlayer<R>::say_left_out(const std::vector<tables::LeftOut>& left_out, const std::vector<std::string>& set) {
  std::size_t count = 0;
  for (const tables::LeftOut& one : left_out) {
    const auto holds = [&](const std::filesystem::path& path) {
      return one.file == path || one.file == path / one.file.filename();
    };
    if (std::ranges::none_of(set, holds) || ++count > kMostLeftOutSaid) continue;
    output_.info(one.why.message + "; the file is left out, the others are used");
  }
  if (count > kMostLeftOutSaid)
    output_.info(fmt::format("{} more files of tables are left out", count - kMostLeftOutSaid));
}

// What the file is, it says at its beginning.
template <const Rules& R>
Result<typename GamePlayer<R>::Evaluation> GamePlayer<R>::read_evaluation(const std::string& path) {
  if (path.empty()) return Evaluation();
  const auto in_file = [&](const Error& error) { return Error{error.code, path + ": " + error.message}; };
  const auto text = read_text_file(path);
  if (!text) return text.error();
  if (is_weights_text(*text)) {
    const auto terms = parse_weights(R, *text);
    if (!terms) return in_file(terms.error());
    return Evaluation{.terms = *terms};
  }
  const auto numbers = decode_net(R, as_bytes(*text));
  if (!numbers) return in_file(numbers.error());
  auto net = Net<R>::make(*numbers);
  if (!net) return in_file(net.error());
  return Evaluation{.net = std::move(*net)};
}

template <const Rules& R>
Result<void> GamePlayer<R>::open_evaluation(const std::string& path) {
  return within_memory(path, [&]() -> Result<void> {
    const auto wanted = read_evaluation(path);
    if (!wanted) return wanted.error();
    use_net(wanted->net);
    search_.set_weights(wanted->terms);
    terms_ = wanted->terms;
    return {};
  });
}

// Every thread has an evaluator of its own: it may take fewer threads to have memory for them.
template <const Rules& R>
void GamePlayer<R>::use_net(const std::shared_ptr<const Net<R>>& net) {
  const int threads = options_.threads;
  for (bool done = false; !done;) {
    try {
      search_.set_net(net);
      fit_threads(options_.threads);
      done = true;
    } catch (const std::bad_alloc&) {
      search_.set_net(nullptr);
      if (options_.threads > 1) {
        fit_threads(options_.threads * 3 / 4);
      } else {
        search_.set_net(net_);
        fit_threads(threads);
        throw;
      }
    }
  }
  say_threads(threads);
  net_ = net;
  alone_.reset();
}

template <const Rules& R>
void GamePlayer<R>::forget() {
  search_.clear();
  alone_.reset();
}

// More takes seconds to get, and whoever asks for so much does not play at milliseconds a move.
template <const Rules& R>
void GamePlayer<R>::settle() {
  search_.settle(std::size_t{1} << 30);
}

}  // namespace bookends::agent
