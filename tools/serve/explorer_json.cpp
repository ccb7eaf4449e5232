#include "tools/serve/explorer_json.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "books/text/entry.h"
#include "core/notation/move_text.h"
#include "core/position/position.h"
#include "gen/options/start_positions.h"
#include "tools/serve/json_text.h"
#include "tools/serve/router.h"

namespace bookends::serve {
namespace {

constexpr std::size_t kMovesShown = 12;

// A move in all books; numbers are of the side that plays it.
struct CountedMove {
  bookends_book_move told{};  // of the first book that has a score of it, else of the first
  std::uint64_t wins = 0, draws = 0, losses = 0;
  std::uint64_t rated = 0, ratings = 0;  // how many, and their sum
  std::uint64_t games() const { return wins + draws + losses; }
};

struct ReachedPosition {
  std::string fen;
  bool white_to_move = true;
};

// After the moves of `play`, which have commas between them.
Result<ReachedPosition> reach(const Rules& rules, const std::string& fen, std::string_view play) {
  return with_game(rules, [&]<const Rules & R>() -> Result<ReachedPosition> {
    Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    while (!play.empty()) {
      const std::size_t comma = std::min(play.find(','), play.size());
      const Result<Move> move = parse_uci(*position, play.substr(0, comma));
      if (!move) return move.error();
      position->play(*move);
      play.remove_prefix(std::min(comma + 1, play.size()));
    }
    return ReachedPosition{position->fen(), position->turn() == Color::white};
  });
}

void take_in(std::vector<CountedMove>& moves, const bookends_book_move& told) {
  const auto same = [&](const CountedMove& m) { return std::string_view(m.told.uci) == told.uci; };
  auto found = std::ranges::find_if(moves, same);
  if (found == moves.end()) found = moves.insert(moves.end(), CountedMove{told});
  if (found->told.has_score == 0 && told.has_score != 0) found->told = told;
  found->wins += told.wins;
  found->draws += told.draws;
  found->losses += told.losses;
  found->rated += told.rated;
  found->ratings += std::uint64_t{told.rated} * told.rating;
}

// The moves of all books, the most played ones first.
Result<std::vector<CountedMove>> moves_of_books(const GameSources& game, const std::string& fen) {
  std::vector<CountedMove> moves;
  std::array<bookends_book_move, MoveList::kCapacity> told;
  for (const OpenBook& book : game.open.books) {
    std::size_t count = 0;
    const bookends_book_status status = bookends_book_moves(book.get(), fen.c_str(), told.data(), told.size(), &count);
    if (status == BOOKENDS_BOOK_NOT_FOUND) continue;
    if (status != BOOKENDS_BOOK_OK) return Error{code_of_book(status), bookends_book_status_text(status)};
    for (std::size_t i = 0; i < std::min(count, told.size()); ++i) take_in(moves, told[i]);
  }
  std::ranges::stable_sort(moves, std::ranges::greater(), &CountedMove::games);
  return moves;
}

// The number of "white", which is named already, and what follows.
void tell_results(JsonText& out, bool white, const CountedMove& move) {
  out.number(static_cast<std::int64_t>(white ? move.wins : move.losses));
  out.next("draws").number(static_cast<std::int64_t>(move.draws));
  out.next("black").number(static_cast<std::int64_t>(white ? move.losses : move.wins));
}

void tell_counted(JsonText& out, const CountedMove& move, bool white) {
  out.begin("uci").word(move.told.uci).next("san").word(move.told.san).next("white");
  tell_results(out, white, move);
  out.next("averageRating").number(move.rated == 0 ? 0 : static_cast<std::int64_t>(move.ratings / move.rated));
  out.raw(",\"game\":null,\"opening\":null");
  const bool scored = move.told.has_score != 0;
  out.next("score").number(scored ? std::optional(move.told.score) : std::nullopt);
  out.next("depth").number(scored ? std::optional(move.told.depth) : std::nullopt);
  out.next("proof").word(proof_name(static_cast<Proof>(move.told.proof)));
  out.next("book").flag(move.told.is_own != 0).raw("}");
}

std::string explorer_text(const std::vector<CountedMove>& moves, std::size_t shown, bool white) {
  CountedMove sum;
  for (const CountedMove& move : moves) sum.wins += move.wins, sum.draws += move.draws, sum.losses += move.losses;
  JsonText out(512 + 256 * moves.size());
  out.begin("white");
  tell_results(out, white, sum);
  out.raw(",\"moves\":[");
  for (std::size_t i = 0; i < std::min(shown, moves.size()); ++i) {
    out.raw(i > 0 ? "," : "");
    tell_counted(out, moves[i], white);
  }
  out.raw(R"(],"topGames":[],"recentGames":[],"opening":null})");
  return out.take();
}

}  // namespace

Response answer_explorer(const GameSources& game, const Request& request) {
  if (game.open.books.empty()) return refusal(404, fmt::format("no book of {} is open", game.rules->name));
  const Result<std::size_t> shown = number_of(request, "moves", kMovesShown);
  if (!shown) return refusal(shown.error());
  const std::string* play = request.find("play");
  const std::string fen = fen_of(request);
  const Result<ReachedPosition> reached =
      reach(*game.rules, named_fen(*game.rules, fen.empty() ? "startpos" : fen), play != nullptr ? *play : "");
  if (!reached) return refusal(reached.error());
  const Result<std::vector<CountedMove>> moves = moves_of_books(game, reached->fen);
  if (!moves) return refusal(moves.error());
  Response response;
  response.body = explorer_text(*moves, *shown, reached->white_to_move);
  return response;
}

}  // namespace bookends::serve
