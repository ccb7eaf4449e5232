// Files of games and of lines, which nobody seals: packed texts, the games of a match that goes on, openings, and the
// history of a proof.
#include <algorithm>
#include <chrono>
#include <string>

#include "books/games/packed_text.h"
#include "books/games/part_reader.h"
#include "books/games/pgn_parts.h"
#include "books/proof/plan/history.h"
#include "core/rules/games.h"
#include "tests/fuzz/one_file.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/targets.h"
#include "tools/match/game/openings.h"
#include "tools/match/pgn/restore.h"

namespace bookends::test {
namespace {

constexpr const Rules& kRules = games::fragments;

// A match of the players that the game names, at the limits of tests/fuzz/corpus.
match::PgnFrame frame_of(const PgnGame& game) {
  match::PgnFrame frame;
  frame.event = game.tag("Event");
  frame.names = {game.tag("White"), game.tag("Black")};
  frame.engines = {game.tag("WhiteEngine"), game.tag("BlackEngine")};
  frame.programs = {game.tag("WhiteProgram"), game.tag("BlackProgram")};
  frame.rules = game.tag("MatchRules");
  for (auto& limits : frame.limits) limits.nodes = 100;
  return frame;
}

match::GameRecord record_of(const PgnGame& game) {
  match::GameRecord record;
  record.number = match::number_of_game(game).value_or(0);
  const std::string fen = game.tag("FEN");
  record.fen = fen.empty() ? std::string(kRules.starts[0]) : fen;
  return record;
}

// A game that was taken over is written as one that is taken over.
void take_over(const PgnGame& game) {
  const match::PgnFrame frame = frame_of(game);
  match::GameRecord record = record_of(game);
  if (const auto restored = match::restore_game(game, kRules, frame, record); !restored)
    return require(!restored.error().message.empty(), "what is wrong with a game is said");
  const auto whole = match::check_whole(game);
  require(whole || !whole.error().message.empty(), "what is missing of a game is said");
  require(record.white_half_points >= 0 && record.white_half_points <= 2, "a game has one of three results");
}

// The parts of a text are the text.
void read_in_parts(const std::filesystem::path& path, std::string_view text, std::size_t size) {
  auto packed = PackedText::open(path);
  require(packed.ok(), "a text that was read can be opened again");
  PgnParts parts(std::move(*packed), "file", size);
  std::string all;
  for (;;) {
    const auto part = parts.next();
    require(part.ok(), "a text that was read whole can be read in parts");
    if (!*part) break;
    require(!(*part)->text.empty(), "a part has something in it");
    all += (*part)->text;
    const auto games = read_part<kRules>(**part, "file", PgnPolicy::lenient, {}, [](const PgnGame&) { return false; });
    require(!games.error || is_one_line(*games.error), "the message of a part is one line");
  }
  require(all == text, "the parts of a text are all of it");
}

}  // namespace

// The first byte says how large a part is.
void fuzz_packed_text(FuzzInput input) {
  static const OneFile file("text");
  const std::size_t size = 1 + (input.empty() ? 0 : std::to_integer<std::size_t>(input.front()));
  file.hold(input.empty() ? input : input.subspan(1));
  constexpr std::size_t kMost = std::size_t{4} << 20;
  const Result<std::string> text = read_packed(file.path(), kMost);
  if (!text) return require(is_one_line(text.error()), "the message of a packed text is one line");
  if (text->size() < kMost) read_in_parts(file.path(), *text, size);
}

void fuzz_match_games(FuzzInput input) {
  const std::string_view text(reinterpret_cast<const char*>(input.data()), input.size());
  match::WholeGames games(text);
  std::size_t end = 0;
  while (const auto whole = games.next()) {
    require(end < whole->end && whole->end <= text.size(), "games lie one behind the other");
    const std::string_view own = text.substr(end, whole->end - end);
    end = whole->end;
    if (!match::holds_another_game(own)) take_over(whole->game);
  }
  const std::string_view rest = text.substr(end);
  const Result<PgnGame> tags = match::read_tags(rest);
  if (!tags) return require(!tags.error().message.empty(), "what is wrong with a tag is said");
  const auto cut = match::check_cut_game(rest, kRules, frame_of(*tags), record_of(*tags));
  require(cut || !cut.error().message.empty(), "what is wrong with the rest is said");
}

void fuzz_openings(FuzzInput input) {
  static const OneFile file("openings");
  file.hold(input);
  for (const Rules* rules : {&games::fragments, &games::chess})
    with_game(*rules, [&]<const Rules & R>() {
      PgnOmissions omitted;
      const auto openings = match::read_openings<R>(file.path(), omitted);
      if (!openings) return require(!openings.error().message.empty(), "what is wrong with openings is said");
      require(!openings->empty(), "a file of openings has one");
      for (const Position<R>& opening : *openings)
        require(!opening.legal_moves().empty(), "an opening can be played from");
    });
}

void fuzz_proof_history(FuzzInput input) {
  static const OneFile file("history.tsv");
  file.hold(input);
  constexpr std::chrono::milliseconds kSaved = std::chrono::hours(1);
  ProofHistory history;
  history.open(file.path(), kSaved);
  const ProofMoment last = history.last();
  require(last.spent <= kSaved, "what was noted after a snapshot is forgotten");
  ProofHistory again;
  again.open(file.path(), kSaved);
  require(again.last().spent == last.spent && again.last().rounds == last.rounds, "what is kept is read again");
}

}  // namespace bookends::test
