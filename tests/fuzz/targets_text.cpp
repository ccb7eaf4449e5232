#include <algorithm>
#include <string>

#include "books/exchange/import.h"
#include "books/work/history_table.h"
#include "books/work/overrides.h"
#include "core/base/words.h"
#include "core/eval/weights/text.h"
#include "core/notation/move_text.h"
#include "core/notation/pgn_reader.h"
#include "core/rules/games.h"
#include "gen/selfplay/samples.h"
#include "gen/uci/engine_option.h"
#include "gen/uci/info.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/targets.h"
#include "tools/agent/protocol/request.h"
#include "tools/agent/protocol/settings.h"
#include "tools/verify/checks.h"

namespace bookends::test {
namespace {

// The game that the first byte chooses, and what is left.
struct TextOfGame {
  const Rules* rules;
  std::string_view text;
};

TextOfGame text_of_game(FuzzInput input) {
  const auto games = all_games();
  const std::size_t first = input.empty() ? 0 : std::to_integer<std::size_t>(input.front());
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  return {games[first % games.size()], text.substr(std::min<std::size_t>(1, text.size()))};
}

template <const Rules& R>
void fen_of(std::string_view text) {
  const Result<Setup> setup = parse_fen(R, text);
  if (!setup) return require(is_one_line(setup.error()), "the message of a FEN is one line");
  const Result<Setup> again = parse_fen(R, format_fen(R, *setup));
  require(again && *again == *setup, "a FEN that was read is written as itself");
  const Result<Position<R>> position = Position<R>::from_fen(text);
  if (!position) return;
  const Result<Position<R>> same = Position<R>::from_fen(position->fen());
  require(same && same->key() == position->key(), "a position is that of its FEN");
  for (const Move move : position->legal_moves()) {
    const Result<Move> san = parse_san(*position, format_san(*position, move));
    require(san && *san == move, "a move is that of its SAN");
  }
}

template <const Rules& R>
void pgn_of(std::string_view text) {
  for (const PgnPolicy policy : {PgnPolicy::lenient, PgnPolicy::strict}) {
    PgnOmissions omitted;
    PgnReader reader(text, "pgn", policy, omitted, {.moves = 10'000, .text_bytes = 1 << 20, .nesting = 100});
    Position<R> start = Position<R>::start();
    std::size_t end = 0;
    for (int games = 0; games < 100; ++games) {
      const auto game = reader.next_played<R>(start);
      if (!game || !*game) break;
      require(end <= (*game)->begin && (*game)->begin < (*game)->end, "games lie one behind the other");
      end = (*game)->end;
      require(end <= text.size() && end <= reader.offset(), "a game lies within what was read");
    }
  }
  BookImport<R> import;
  if (!import.add_pgn(std::string(text), "pgn")) return;
  const auto book = import.finish({});
  (void)book;
}

void samples_of(const Rules& rules, std::string_view text) {
  SampleReader reader = SampleReader::of_text(std::string(text), "file", rules);
  Sample sample, same;
  for (;;) {
    const Result<bool> more = reader.next(sample);
    if (!more) return require(is_one_line(more.error()), "the message of samples is one line");
    if (!*more) return;
    const Result<bool> again = SampleReader::of_text(format_sample(sample), "file", rules).next(same);
    require(again && *again && same.fen == sample.fen && same.score == sample.score && same.result == sample.result,
            "a sample that was read is written as itself");
  }
}

}  // namespace

void fuzz_fen(FuzzInput input) {
  const TextOfGame of = text_of_game(input);
  with_game(*of.rules, [&]<const Rules & R>() { fen_of<R>(of.text); });
}

void fuzz_pgn(FuzzInput input) {
  const TextOfGame of = text_of_game(input);
  with_game(*of.rules, [&]<const Rules & R>() { pgn_of<R>(of.text); });
}

void fuzz_epd(FuzzInput input) {
  const TextOfGame of = text_of_game(input);
  with_game(*of.rules, [&]<const Rules & R>() {
    const auto overrides = read_overrides<R>(of.text, "epd");
    (void)overrides;
    BookImport<R> import;
    if (!import.add_epd(of.text, "epd")) return;
    const auto book = import.finish({});
    (void)book;
  });
}

void fuzz_json(FuzzInput input) {
  const TextOfGame of = text_of_game(input);
  with_game(*of.rules, [&]<const Rules & R>() {
    BookImport<R> import;
    if (!import.add_json(of.text, "json")) return;
    const auto book = import.finish({});
    (void)book;
  });
}

// Each line as a command to the agent, and as a line of an engine.
void fuzz_uci(FuzzInput input) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  agent::Settings settings;
  for (std::size_t at = 0, end; at < text.size(); at = end + 1) {
    end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    const std::vector<std::string_view> words = split_words(line);
    const agent::GoRequest go = agent::parse_go(words);
    require(go.depth >= 0 && go.mate >= 0 && go.perft >= 0, "no limit of a search is negative");
    if (const auto position = agent::parse_position(words); !position)
      require(is_one_line(position.error()), "the message of a position is one line");
    if (const auto option = agent::parse_option(line)) {
      const auto effect = agent::set_option(settings, option->name, option->value);
      (void)effect;
    }
    const auto info = uci::parse_info(line);
    require(!info || info->multipv >= 1, "variations are counted from 1");
    if (const auto offer = uci::parse_offer(line)) {
      const auto set = uci::setoption_line(*offer, "1");
      (void)set;
    }
  }
}

void fuzz_weights(FuzzInput input) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  for (const Rules* rules : all_games())
    if (const auto weights = parse_weights(*rules, text); !weights)
      require(is_one_line(weights.error()), "the message of weights is one line");
}

void fuzz_samples(FuzzInput input) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  for (const Rules* rules : all_games()) samples_of(*rules, text);
}

void fuzz_table_plan(FuzzInput input) {
  Progress progress;
  const auto found = check_table_plan({"file", input, false, 1, progress});
  (void)found;
}

void fuzz_history(FuzzInput input) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  if (const auto table = parse_history(text, "history"))
    for (const auto& row : table->rows) require(row.size() == table->columns.size(), "rows are as long as the columns");
}

}  // namespace bookends::test
