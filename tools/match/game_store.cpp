#include "tools/match/game_store.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <ctime>
#include <filesystem>
#include <map>

#include "core/base/printable.h"
#include "core/io/file.h"
#include "core/notation/pgn.h"
#include "tools/match/pgn/restore.h"

namespace bookends::match {
namespace {

std::string_view text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

std::string today() {
  const std::time_t now = std::time(nullptr);
  std::tm date{};
  gmtime_r(&now, &date);
  return fmt::format("{:04}.{:02}.{:02}", date.tm_year + 1900, date.tm_mon + 1, date.tm_mday);
}

// All that was said of how it is to play, but for its limits.
std::string text_of(const uci::EngineSpec& engine) {
  std::string text = fmt::format("cmd={}", fmt::join(engine.command, " "));
  if (!engine.folder.empty()) text += " dir=" + engine.folder;
  if (!engine.variant.empty()) text += " variant=" + engine.variant;
  if (engine.restart) text += " restart=on";
  std::map<std::string, std::string> options;  // in whatever order they were given
  for (const auto& [name, value] : engine.options) options.insert_or_assign(name, value);
  for (const auto& [name, value] : options) text += fmt::format(" option.{}={}", name, value);
  return printable(text);
}

std::string text_of(const PlayRules& rules) {
  const auto& [resign, draw, max_moves] = rules.adjudication;
  return fmt::format("resign {}, draw {}, max-moves {}, margin {}, tables {}",
                     resign ? fmt::format("{},{}", resign->score, resign->moves) : "none",
                     draw ? fmt::format("{},{},{}", draw->from, draw->moves, draw->score) : "none", max_moves,
                     rules.margin.count(),
                     rules.table_men > 0 ? fmt::format("of {} men {}", rules.table_men, rules.table_digest) : "none");
}

// The number of the first game that is not there; the number of games when all are.
int first_missing(const MatchSettings& settings) {
  int number = settings.first_game;
  while (settings.early.there.contains(number)) ++number;
  return number;
}

}  // namespace

template <const Rules& R>
bool GameStore<R>::is_there() const {
  std::error_code ignored;
  return std::filesystem::exists(path_, ignored);
}

template <const Rules& R>
Result<void> GameStore<R>::check() const {
  if (path_.empty() && resume_)
    return Error{ErrorCode::invalid_argument, "--resume needs the --pgn file to go on with"};
  if (path_.empty()) return {};
  if (const Result<void> fit = PgnFile::check(path_, resume_); !fit) return fit;
  if (!resume_ || !is_there()) return {};
  const auto bytes = read_file(path_);
  if (!bytes) return bytes.error();
  if (begins_as_match(text_of(*bytes), event_)) return {};
  return Error{ErrorCode::invalid_argument,
               path_ + " has no games of a match by `" + event_ + "`; it is left as it is"};
}

template <const Rules& R>
Result<void> GameStore<R>::check_log(const std::string& log) const {
  const auto absolute = [](const std::string& path) { return std::filesystem::absolute(path).lexically_normal(); };
  if (log.empty()) return {};
  if (!path_.empty() && absolute(log) == absolute(path_))
    return Error{ErrorCode::invalid_argument, "--engine-log " + log + " is the file of the games, too; name another"};
  if (peek_text(log, 256).find('\0') != std::string::npos)
    return Error{ErrorCode::invalid_argument, "--engine-log " + log + " is there already and is no text; name another"};
  return {};
}

template <const Rules& R>
Result<std::optional<int>> GameStore<R>::open(std::span<const KeptMatch> matches,
                                              const std::vector<Position<R>>& openings) {
  if (path_.empty()) return std::optional<int>();
  if (resume_ && is_there()) {
    const Result<int> games = resume(matches, openings);
    return games ? Result<std::optional<int>>(*games) : games.error();
  }
  auto file = PgnFile::create(path_);
  if (!file) return file.error();
  file_.emplace(std::move(*file));
  keep_early_games(matches);
  return std::optional<int>();
}

template <const Rules& R>
Result<int> GameStore<R>::resume(std::span<const KeptMatch> matches, const std::vector<Position<R>>& openings) {
  // Before it is read: nobody adds to it from here on.
  auto file = PgnFile::reopen(path_);
  if (!file) return file.error();
  const auto bytes = read_file(path_);
  if (!bytes) return bytes.error();
  const std::string_view text = text_of(*bytes);
  std::size_t keep = 0;
  int games = 0;
  WholeGames whole(text);
  while (const auto read = whole.next()) {
    const auto& [game, end] = *read;
    if (holds_another_game(text.substr(keep, end - keep))) return damaged(keep, ", and other games follow");
    auto next = next_game(matches, openings, number_of_game(game));
    if (!next) return next.error();
    const PgnFrame frame = frame_of(*next->match->settings, next->game);
    if (const auto restored = restore_game(game, R, frame, next->game); !restored)
      return of_another_match(restored.error());
    if (const auto all = check_whole(game); !all) return damaged(keep, ": " + all.error().message);
    take_over(*next->match, std::move(next->game), keep);
    ++games;
    keep = end;
  }
  if (holds_another_game(text.substr(keep))) return damaged(keep, ", and other games follow");
  if (const Result<void> cut = check_rest(text.substr(keep), matches, openings); !cut) return cut.error();
  if (const Result<void> cut = file->cut(keep); !cut) return cut.error();
  file_.emplace(std::move(*file));
  keep_early_games(matches);
  if (std::ranges::all_of(matches, [](const KeptMatch& match) { return match.settings->early.there.empty(); }))
    if (const Result<void> ordered = put_in_order(); !ordered) return ordered.error();
  return games;
}

// `begin` is where it begins in the file.
template <const Rules& R>
void GameStore<R>::take_over(const KeptMatch& match, GameRecord game, std::size_t begin) {
  MatchSettings& settings = *match.settings;
  std::map<int, GameRecord>& early = settings.early.there;
  if (game.number != settings.first_game && !disordered_) disordered_ = begin;
  const int number = game.number;
  [[maybe_unused]] const bool added = early.emplace(number, std::move(game)).second;
  assert(added);  // next_game() names none that is there
  while (!early.empty() && early.begin()->first == settings.first_game && !(match.decided && match.decided())) {
    match.standing->add(early.begin()->second);
    early.erase(early.begin());
    ++settings.first_game;
  }
}

template <const Rules& R>
void GameStore<R>::keep_early_games(std::span<const KeptMatch> matches) {
  for (const KeptMatch& match : matches)
    match.settings->early.keep = [this, settings = match.settings](const GameRecord& game) {
      const Result<void> written = write(*settings, game);
      if (written) ++kept_early_;
      return written;
    };
}

template <const Rules& R>
Error GameStore<R>::damaged(std::size_t begin, const std::string& how) const {
  return {ErrorCode::invalid_argument, path_ + ": the game at byte " + std::to_string(begin) + " is damaged" + how};
}

template <const Rules& R>
Error GameStore<R>::of_another_match(const Error& error) const {
  return {error.code, path_ + " is of another match: " + error.message};
}

template <const Rules& R>
Result<typename GameStore<R>::NextGame> GameStore<R>::next_game(std::span<const KeptMatch> matches,
                                                                const std::vector<Position<R>>& openings,
                                                                std::optional<int> said) const {
  for (const KeptMatch& match : matches) {
    const MatchSettings& settings = *match.settings;
    const int missing = first_missing(settings), total = total_games(settings);
    if (missing == total) continue;
    int number = said.value_or(missing);
    // One that cannot come here is held against the one that is missing: the error says in what it is another.
    if (number < missing || number >= total || settings.early.there.contains(number)) number = missing;
    NextGame next{&match, announce_game(settings, openings.size(), number)};
    set_start(openings[slot(next.game.opening)], next.game);
    return next;
  }
  return Error{ErrorCode::invalid_argument, path_ + " has more games than this match"};
}

// What follows the games that are whole will be cut off: it must be the beginning of one that is missing.
template <const Rules& R>
Result<void> GameStore<R>::check_rest(std::string_view rest, std::span<const KeptMatch> matches,
                                      const std::vector<Position<R>>& openings) const {
  if (rest.empty()) return {};
  const Result<PgnGame> tags = read_tags(rest);
  const auto next = next_game(matches, openings, tags ? number_of_game(*tags) : std::nullopt);
  if (!next) return next.error();
  const PgnFrame frame = frame_of(*next->match->settings, next->game);
  if (const auto cut = check_cut_game(rest, R, frame, next->game); !cut) return of_another_match(cut.error());
  return {};
}

template <const Rules& R>
Result<void> GameStore<R>::add(const MatchSettings& settings, const GameRecord& game) {
  const std::map<int, GameRecord>& early = settings.early.there;
  if (!early.contains(game.number)) return write(settings, game);
  return game.number == early.rbegin()->first ? put_in_order() : Result<void>();
}

template <const Rules& R>
Result<void> GameStore<R>::put_in_order() {
  if (!file_ || !disordered_) return {};
  const auto bytes = read_file(path_);
  if (!bytes) return bytes.error();
  const std::string_view text = text_of(*bytes), tail = text.substr(std::min(*disordered_, text.size()));
  std::map<int, std::string_view> games;
  std::size_t begin = 0;
  WholeGames whole(tail);
  while (const auto read = whole.next()) {
    if (const auto number = number_of_game(read->game)) games.emplace(*number, tail.substr(begin, read->end - begin));
    begin = read->end;
  }
  std::string sorted(text.substr(0, text.size() - tail.size()));
  for (const auto& [number, game] : games) sorted += game;
  // Somebody else was at it: nothing of theirs is thrown away.
  if (sorted.size() != text.size()) return {};
  // Without room for it the file stays as it is, which can be read as well.
  const Result<bool> replaced = file_->replace(sorted);
  if (!replaced) return replaced.error();
  if (*replaced) disordered_.reset();
  return {};
}

template <const Rules& R>
Result<void> GameStore<R>::write(const MatchSettings& settings, const GameRecord& game) {
  if (!file_) return {};
  PgnFrame frame = frame_of(settings, game);
  frame.date = today();
  return file_->add(format_pgn(R, frame, game));
}

// As it is read again, of a game whose players are settled; without the date.
template <const Rules& R>
PgnFrame GameStore<R>::frame_of(const MatchSettings& settings, const GameRecord& game) const {
  PgnFrame frame{.event = event_, .date = "", .names = {}, .limits = {}, .engines = {}, .programs = {}, .rules = ""};
  for (std::size_t i = 0; i < 2; ++i) {
    const std::size_t player = slot(game.players[i]);
    const uci::EngineSpec& engine = settings.engines[player];
    frame.names[i] = pgn_value(engine.name);
    frame.engines[i] = text_of(engine);
    if (player < settings.identities.size()) {
      const EngineIdentity& identity = settings.identities[player];
      frame.programs[i] = pgn_value(identity.own_name);
      if (!identity.net.empty()) frame.engines[i] += " net=" + identity.net;
    }
    frame.engines[i] = pgn_value(frame.engines[i]);
    frame.limits[i] = engine.limits.any() ? engine.limits : settings.play.limits;
  }
  frame.rules = text_of(settings.play);
  return frame;
}

#define BOOKENDS_INSTANTIATE(game) template class GameStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::match
