// Books from games, and from text: PGN, EPD and JSON, as `bookends dump` writes them or as other programs do. FORMAT.md
// says which fields each of them carries.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/edit/played_choice.h"
#include "books/games/counter.h"
#include "books/proof/certificate.h"
#include "core/base/progress.h"
#include "core/position/oracle.h"

namespace bookends {

struct ImportOptions {
  std::vector<std::string> starts =
      {};               // FENs; empty = those the files name, or else the game's own that are in the book
  TallyRule rule = {};  // which of the moves played stay
  double result_weight = kPointsOnly;  // how the book's move is found among them; see played_choice.h
};

// Whether a game is a dump of ours: in comments it says what a book knows.
bool is_own_game(const PgnGame& game);

// Collects the positions of several files into one book. What is said of a position first counts. The book is for the
// side that JSON and proofs say; those of different sides are refused (invalid_argument): a player asks a book of one
// side at that side's turn only, and what one side's file only expects would stand in the way of the other's moves. PGN
// and EPD say no side; a book of those alone is for both, unless for_side() says another one.
template <const Rules& R>
class BookImport {
 public:
  explicit BookImport(CountSettings settings = {});

  // Before any file: which side the book is for. JSON and proofs of another one are refused then.
  void for_side(BookSide side) { side_ = side, asked_ = true; }

  // Games. In one with comments of ours these say which positions are in the book, and what they are worth. Of all
  // others the moves are counted. What cannot be understood is left out and counted too (omitted()), as
  // core/notation/pgn_reader.h says. Errors: limit; under the strict policy invalid_argument and unsupported, as
  // "FILE:LINE:COLUMN: what is wrong"; of files also those of GameCounter::add_file().
  Result<void> add_games(PackedText file, const std::string& name, Progress& progress);
  Result<void> add_pgn(std::string text, const std::string& name);
  const PgnOmissions& omitted() const { return counter_.omitted(); }
  const GameCounts& games() const { return counter_.counts(); }
  // Errors: invalid_argument, as "FILE:LINE: what is wrong".
  Result<void> add_epd(std::string_view text, const std::string& name);
  // Fields as `dump --format json` names them; others are passed over. What is there has to be right: another type, a
  // number out of range, an unknown name or a key that is not the position's is an error, as "FILE: node 3: \"score\":
  // what is wrong". Of what is not there, or null, "nodes" and a node's "fen" and "move" are errors. The rest may be
  // missing: "game" (then it is this one), "side" (nothing said), "starts" (the game's own; a start may be an object
  // with "fen", or a FEN), "generator" and "settings" (""); a node's "in_book" (true), "key" (not compared), "score"
  // and "depth" (0), "proof" ("none"), "table" and "manual" (false), "remark" (none).
  Result<void> add_json(std::string_view text, const std::string& name);

  // A certificate: its own positions with their moves, and the defender's with the reply that holds out longest. A
  // start of the game from which the winner can move to the certificate's root is won as well. It is checked first;
  // without `tables` what they would have to say is taken for granted. Where a draw is held, a hundredth of a pawn is
  // missing to it: so the book is followed into repetitions. Errors: those of check_certificate; corrupt (no proof).
  Result<void> add_proof(CertificateReader& proof, const Oracle<R>* tables, Progress& progress);

  // Whether no position was read: nor is one of a proof that leaves its root to tables, and so has no move.
  bool empty() const { return graph_.nodes.empty(); }

  // Lines of EPD that name no best move: nothing to play, so they are not in the book.
  std::size_t without_move() const { return without_move_; }

  // The book, linked. Positions that only games know have the move that these speak for. Errors: invalid_argument (no
  // position was read, or no start is among them); those of MoveTally::finish().
  Result<BookGraph> finish(const ImportOptions& options);
  Result<BookGraph> finish(const ImportOptions& options, Progress& progress);
  // After finish(): positions that games know and no line from the starts leads to.
  std::uint64_t unplaced() const { return unplaced_; }

 private:
  Result<void> take_side(BookSide side, const std::string& name);
  void add(GraphNode node);
  void add_start(const std::string& fen);
  void add_start_before(const Position<R>& root, const CertificateHeader& header);
  void take_set_aside();
  void add_own(const StartedGame<R>& game);
  void add_played(const Position<R>& position, std::span<const TalliedMove> moves, double result_weight);
  Result<void> place_played(const std::vector<TalliedMove>& moves, const ImportOptions& options, Progress& progress);
  Result<BookGraph> linked(const ImportOptions& options);

  BookGraph graph_;
  std::unordered_map<Key, NodeId> index_;
  std::vector<std::string> starts_;
  std::optional<BookSide> side_;  // of the files so far, as far as they say one
  bool asked_ = false;            // for_side() said it
  std::size_t without_move_ = 0;
  GameCounter<R> counter_;
  std::uint64_t unplaced_ = 0;
};

#define BOOKENDS_EXTERN_IMPORT(game) extern template class BookImport<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_IMPORT)
#undef BOOKENDS_EXTERN_IMPORT

}  // namespace bookends
