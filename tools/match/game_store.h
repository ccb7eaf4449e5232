// The PGN file in which a command keeps its games: those that are in it already, from which it goes on, and those that
// it adds. Without a path nothing is kept.
#pragma once

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/rules/games.h"
#include "tools/match/match.h"
#include "tools/match/pgn/file.h"
#include "tools/match/pgn/game.h"
#include "tools/match/statistics/standing.h"

namespace bookends::match {

// A match whose games are kept. A file may hold those of several matches, one match after the other.
struct KeptMatch {
  // Its first_game becomes the first that does not count yet, because it is not there or because the match is decided;
  // `early` becomes those from there on that are there.
  MatchSettings* settings;
  Standing* standing;                  // gets the games before first_game
  std::function<bool()> decided = {};  // by the games in `standing`: those after them count no more
};

template <const Rules& R>
class GameStore {
 public:
  // `event` is that of all its games.
  GameStore(std::string path, std::string_view event, bool resume)
      : path_(std::move(path)), event_(event), resume_(resume) {}

  // What can be said before minutes are spent on openings; nothing is changed. Errors: invalid_argument, io.
  Result<void> check() const;
  // Whether a file that gets what engines write to stderr may do so: a new one, or one of text, but not that of the
  // games. Errors: invalid_argument.
  Result<void> check_log(const std::string& log) const;
  // Makes the file, or takes over the games in one that is there: they must be those that the matches would play from
  // the openings. Behind the first of a match that is missing there may be some that were over before it: the match was
  // interrupted then. Matches and this object stay where they are. Returns how many games are there, or nothing of a
  // new file. Errors: invalid_argument, io.
  Result<std::optional<int>> open(std::span<const KeptMatch> matches, const std::vector<Position<R>>& openings);
  // In the order of their numbers. One that is there already is not written again: when the last of these is added none
  // before it is missing any more, and all are put in order, as in the file of a match that was not interrupted.
  Result<void> add(const MatchSettings& settings, const GameRecord& game);
  // When no game is added any more: the games of a match that was decided before all were played are put in order, too.
  Result<void> finish() { return put_in_order(); }
  // Games of this run that were over before their turn, and are in the file for the next.
  int kept_early() const { return kept_early_; }

 private:
  struct NextGame {
    const KeptMatch* match;
    GameRecord game;
  };

  bool is_there() const;
  Error of_another_match(const Error& error) const;
  Error damaged(std::size_t begin, const std::string& how) const;
  PgnFrame frame_of(const MatchSettings& settings, const GameRecord& game) const;
  // The game of the number that its text says, if it can be one of the match that is not complete; else the first that
  // is missing.
  Result<NextGame> next_game(std::span<const KeptMatch> matches, const std::vector<Position<R>>& openings,
                             std::optional<int> said) const;
  void take_over(const KeptMatch& match, GameRecord game, std::size_t begin);
  void keep_early_games(std::span<const KeptMatch> matches);
  Result<void> write(const MatchSettings& settings, const GameRecord& game);
  Result<void> put_in_order();
  Result<int> resume(std::span<const KeptMatch> matches, const std::vector<Position<R>>& openings);
  Result<void> check_rest(std::string_view rest, std::span<const KeptMatch> matches,
                          const std::vector<Position<R>>& openings) const;

  std::string path_;
  std::string event_;
  bool resume_;
  std::optional<PgnFile> file_;
  std::optional<std::size_t> disordered_;  // from this byte on games may be in another order than that of their numbers
  int kept_early_ = 0;
};

#define BOOKENDS_EXTERN_GAME_STORE(game) extern template class GameStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_GAME_STORE)
#undef BOOKENDS_EXTERN_GAME_STORE

}  // namespace bookends::match
