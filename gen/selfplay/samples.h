// Positions with what became of them: what self-play writes and what evaluations are fitted to.
//
// A text file, one position a line, three fields with a TAB between: FEN, score, result. Lines that begin with `#` are
// comments and empty lines say nothing; the first comment of a file we write names the game and its rules:
//
//   # bookends samples: game=fragments rules=4f0c... nodes=~1000 seed=1 ...
//   rqk1b/p1pp1/1p2p/PPPPP/BNKQR w - - 0 3<TAB>35<TAB>0.5
//
// Positions of one game stand together, in the order of play.
#pragma once

#include <cstdint>
#include <filesystem>
#include <istream>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/result.h"
#include "core/eval/score.h"
#include "core/position/fen.h"
#include "core/rules/rules.h"

namespace bookends {

enum class GameResult : std::uint8_t { black_wins, draw, white_wins };

// What the first line of a file that we write begins with.
inline constexpr std::string_view kSampleHeader = "# bookends samples: ";

// 0, 0.5 or 1.
constexpr double points_of_white(GameResult r) { return 0.5 * static_cast<double>(r); }

struct Sample {
  std::string fen;
  Score score = 0;  // centipawns for the side to move, from a search or a table; |score| <= kMate
  GameResult result = GameResult::draw;
};

// What tells where a game ends and the next one begins: within one the plies go up, men only go, and the result is one.
struct PlaceInGame {
  int ply = 0;  // of two a move
  int men = 0;
  GameResult result = GameResult::draw;

  bool can_follow(const PlaceInGame& before) const {
    return ply > before.ply && men <= before.men && result == before.result;
  }
};
PlaceInGame place_in_game(const Rules& rules, const Setup& setup, GameResult result);

// The line of a sample, with its newline.
std::string format_sample(const Sample& sample);

// The first line of a file, with its newline. `settings` is free text ("nodes=~1000 seed=1").
std::string format_sample_header(const Rules& rules, std::string_view settings);

// Reads a file line by line; of a file that is opened no more than one line is in memory. Errors carry "FILE:LINE: ".
class SampleReader {
 public:
  // not_found or io when the file cannot be opened.
  static Result<SampleReader> open(const std::filesystem::path& path, const Rules& rules);
  // The same of a text in memory; `name` is for messages.
  static SampleReader of_text(std::string text, const std::string& name, const Rules& rules);

  // The next sample; false at the end. Errors: invalid_argument for a malformed line (the FEN is checked as parse_fen
  // does, attacks are not looked at), unsupported for a header of another game or other rules, io.
  Result<bool> next(Sample& sample);
  // As next(), with the parsed position instead of its text: what trainers want.
  Result<bool> next(Setup& setup, Score& score, GameResult& result);

  std::size_t line() const { return line_; }  // of the last sample, from 1

 private:
  SampleReader(std::filesystem::path path, const Rules& rules);
  Result<bool> next_line();
  Result<void> check_header() const;
  Error wrong(std::string_view what, ErrorCode code = ErrorCode::invalid_argument) const;

  std::filesystem::path path_;
  const Rules* rules_;
  std::unique_ptr<std::istream> in_;
  std::string text_;  // of the present line
  std::size_t line_ = 0;
};

}  // namespace bookends
