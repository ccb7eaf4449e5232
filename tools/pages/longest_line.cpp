#include "tools/pages/longest_line.h"

#include <fmt/format.h>

#include "core/notation/move_text.h"
#include "core/rules/games.h"
#include "tablebases/material/counted.h"
#include "tablebases/probe/probe.h"

namespace bookends {
namespace {

// What the tables know: placement, turn and en passant, but neither a clock nor a count.
template <const Rules& R>
Position<R> without_counts(const Position<R>& position) {
  Setup setup = position.setup();
  setup.count = {};
  setup.halfmove_clock = 0;
  return Position<R>::from_setup(setup).value();
}

bool is_black_to_move(const std::string& fen) { return fen.compare(fen.find(' ') + 1, 1, "b") == 0; }

template <const Rules& R>
class Reader final : public LineReader {
 public:
  explicit Reader(std::unique_ptr<tables::Tables<R>> tables) : tables_(std::move(tables)) {}

  LongestLine read(const std::string& fen, int plies, const Progress& progress) const override {
    LongestLine line;
    line.start = line.end = fen;
    const Result<Position<R>> start = Position<R>::from_fen(fen);
    if (!start) {
      line.incomplete = start.error().message;
      return line;
    }
    Position<R> position = *start;
    for (int left = plies; left > 0; --left) {
      if (progress.stop_requested()) {
        line.incomplete = "interrupted";
        break;
      }
      const Result<Move> move = best_move(position, left);
      if (!move) {
        line.incomplete = move.error().message;
        break;
      }
      line.moves.push_back(format_san(position, *move));
      line.last_move = format_uci(R, *move);
      if (line.first_move.empty()) line.first_move = line.last_move;
      position = without_counts(position.after(*move));
    }
    line.end = position.fen();
    return line;
  }

 private:
  // The move after which the end is one ply nearer. Whoever wins has no quicker way, whoever loses no slower one: so
  // any move of that distance is a best one.
  Result<Move> best_move(const Position<R>& position, int left) const {
    for (const Move move : position.legal_moves()) {
      const Position<R> after = without_counts(position.after(move));
      const tables::Probed probed = tables_->probe(after, tables::Metric::dtm);
      if (probed.status != tables::ProbeStatus::ok) return tables_->explain(after, probed.status);
      // The winner is the side to move where an odd number of plies is left, and after its move the one who waits.
      const auto wanted = left % 2 == 1 ? OracleValue::Wdl::loss : OracleValue::Wdl::win;
      if (probed.value.wdl != wanted || probed.value.plies != left - 1) continue;
      if (left - 1 <=
          tables::longest_mate_that_counts(R, tables::material_of(position), tables::material_of(after), after.turn()))
        return move;
    }
    return Error{ErrorCode::corrupt, "the tables have no best move in " + position.fen()};
  }

  std::unique_ptr<tables::Tables<R>> tables_;
};

}  // namespace

Result<std::unique_ptr<LineReader>> open_line_reader(const Rules& rules, const std::filesystem::path& folder) {
  return with_game(rules, [&]<const Rules & R>() -> Result<std::unique_ptr<LineReader>> {
    auto opened = tables::Tables<R>::open(folder);
    if (!opened) return opened.error();
    return std::unique_ptr<LineReader>(std::make_unique<Reader<R>>(std::move(*opened)));
  });
}

std::string numbered_moves(const LongestLine& line) {
  std::string text;
  std::size_t half = is_black_to_move(line.start) ? 1 : 0;
  for (const std::string& move : line.moves) {
    if (!text.empty()) text += ' ';
    if (half % 2 == 0)
      text += fmt::format("{}. ", half / 2 + 1);
    else if (text.empty())
      text += "1... ";
    text += move;
    ++half;
  }
  return text;
}

}  // namespace bookends
