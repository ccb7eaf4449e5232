// Reads PGN of any game: tags, moves in SAN or UCI notation, comments, NAGs and nested variations, one game at a time.
//
// What people and other programs write is taken leniently: move numbers are not checked, a missing result or a missing
// empty line ends nothing, "!" and "?" after a move are NAGs, a quote may stand in a tag. What cannot be understood is
// left out, no more of it than need be: a word, a tag, a variation, a game; and it is counted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <istream>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/notation/pgn_game.h"
#include "core/notation/pgn_source.h"

namespace bookends {

// Whether a text begins with a tag, a comment or a move number, as PGN does; not with a brace and a name in quotes, as
// JSON. Without a byte order mark.
bool begins_as_pgn(std::string_view text);

// What one game may take; beyond it the file is refused rather than the memory filled.
struct PgnLimits {
  std::size_t moves = 4'000'000;
  std::size_t text_bytes = std::size_t{256} << 20;  // of tags, comments and moves
  std::size_t nesting = 10'000;                     // variations within variations
};

enum class PgnPolicy {
  lenient,  // what is wrong is left out
  strict    // what would be left out is an error
};

class PgnReader {
 public:
  // A file; or a part of one where a game begins, from the beginning of its line `first_line` on. `name` is the file's,
  // for messages. What is read and `omitted`, to which is added what is left out, outlive the reader.
  PgnReader(std::istream& in, std::string name, PgnPolicy policy, PgnOmissions& omitted, PgnLimits limits = {},
            std::uint32_t first_line = 1);
  PgnReader(std::string_view text, std::string name, PgnPolicy policy, PgnOmissions& omitted, PgnLimits limits = {},
            std::uint32_t first_line = 1);

  // The next game, or nothing at the end. Errors: limit; under the strict policy invalid_argument too; as
  // "FILE:LINE:COLUMN: what is wrong". After an error there is nothing more to be read.
  Result<std::optional<PgnGame>> next();

  // Only the tags of the next game, for one that may have been cut anywhere. Errors: as of next(); the tags before the
  // one that is wrong, or cut, are in the game.
  Result<void> next_tags(PgnGame& game);

  // How many bytes were read. After an error, where it is.
  std::size_t offset() const { return source_.offset(); }

  // The same, with the moves found in the positions they are played in: see play_pgn().
  template <const Rules& R>
  Result<std::optional<PgnGame>> next_played(Position<R>& start);

 private:
  struct State;
  Error wrong(std::string what, ErrorCode code = ErrorCode::invalid_argument) const;
  Error wrong_at(std::uint32_t line, std::uint32_t column, std::string what, ErrorCode code) const;
  Result<void> charge(State& state, std::size_t bytes) const;
  template <class GoesOn>
  Result<void> take_text(State& state, std::string& text, GoesOn&& goes_on);
  Result<void> leave_out(PgnOmissions::Kind& kind, std::string what);
  Result<void> leave_out(PgnOmissions::Kind& kind, Error error);
  void skip_game(bool in_tags);
  Result<bool> read_game(State& state);
  bool begins_next(const State& state);
  Result<void> read_piece(State& state);
  Result<void> read_tag(State& state);
  Result<void> read_tag_value(State& state, std::string name);
  Result<void> leave_out_tag(const std::string& name, std::string what);
  Result<void> read_comment(State& state, std::string& text);
  Result<void> keep_comment(State& state);
  Result<void> read_nag(State& state);
  Result<void> keep_nag(State& state, int nag);
  Result<void> read_bracket();
  void skip_bracket();
  Result<void> open_variation(State& state);
  Result<void> skip_variation(State& state);
  Result<void> close_variation(State& state);
  Result<void> drop_open_variations(State& state);
  Result<void> read_word(State& state);
  void take_promotion(std::string& word);
  Result<void> take_words(State& state, const std::string& printed);
  void join_result(std::string& word);
  Result<void> take_word(State& state, std::string&& word);
  void end_game(State& state);
  bool ends_game(State& state, std::string_view result);
  Result<void> add_move(State& state, std::string&& text, int nag);

  PgnSource source_;
  std::string name_;
  PgnPolicy policy_;
  PgnOmissions* omitted_;
  PgnLimits limits_;
  bool failed_ = false;
  std::size_t usual_nodes_ = 1;  // what the last game had: the next one has about as many
  std::size_t usual_tags_ = 0;
};

// Finds the moves of a game in the positions they are played in, from the tag FEN or the game's default start, and sets
// PgnNode::move everywhere. Returns the position the game starts from. A variation with a move that is none is left
// out. Errors: invalid_argument (the FEN, a move of the game itself; under the strict policy one of a variation);
// unsupported (the tag Variant names another game). `name` is the file's.
template <const Rules& R>
Result<Position<R>> play_pgn(PgnGame& game, std::string_view name, PgnPolicy policy, PgnOmissions& omitted);

template <const Rules& R>
Result<std::optional<PgnGame>> PgnReader::next_played(Position<R>& start) {
  while (true) {
    Result<std::optional<PgnGame>> game = next();
    if (!game || !*game) return game;
    const Result<Position<R>> begin = play_pgn<R>(**game, name_, policy_, *omitted_);
    if (begin) {
      start = *begin;
      return game;
    }
    if (policy_ == PgnPolicy::strict) return begin.error();
    omitted_->games.add(begin.error().message);
  }
}

}  // namespace bookends
