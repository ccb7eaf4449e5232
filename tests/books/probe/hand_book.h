// Books of fragments written down by hand, and the games that are played in them.
#pragma once

#include <algorithm>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include "books/file/writer.h"
#include "books/probe/probe.h"
#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace bookends::test {

class HandBook {
 public:
  using Pos = Position<games::fragments>;

  HandBook& say(const Pos& position, const std::string& move, Score score, int depth, Proof proof = Proof::none) {
    BookEntry entry;
    entry.key = position.key();
    entry.move_index = index_of(position, move);
    entry.score = static_cast<std::int16_t>(score);
    entry.depth = static_cast<std::uint8_t>(depth);
    entry.proof = proof;
    entries_.push_back(entry);
    played_.push_back({entry.key, {}});
    said_.push_back(position);
    return *this;
  }

  HandBook& by_hand() {
    entries_.back().manual = true;
    return *this;
  }

  // What games say of a move of the last position said.
  HandBook& played(const std::string& move, PlayedMove record) {
    record.move_index = index_of(said_.back(), move);
    std::vector<PlayedMove>& moves = played_.back().moves;
    moves.push_back(record);
    std::ranges::sort(moves, {}, &PlayedMove::move_index);
    return *this;
  }

  std::vector<std::byte> bytes() const {
    const BookHeader header{"fragments",
                            fingerprint(games::fragments),
                            BookSide::both,
                            "test",
                            "",
                            {std::string(games::fragments.starts[0])}};
    std::vector<BookPlayed> played = played_;
    std::erase_if(played, [](const BookPlayed& p) { return p.moves.empty(); });
    return encode_book(header, entries_, {}, played).value();
  }

  Book<games::fragments> open() const {
    return Book<games::fragments>::from_file(BookFile::from_bytes(bytes(), "book").value(), "book").value();
  }

 private:
  static std::uint16_t index_of(const Pos& position, const std::string& move) {
    return static_cast<std::uint16_t>(book_move_index(position, parse_uci(position, move).value()));
  }

  std::vector<BookEntry> entries_;
  std::vector<BookPlayed> played_;
  std::vector<Pos> said_;
};

inline Position<games::fragments> after(Position<games::fragments> position, const std::string& moves) {
  std::istringstream words(moves);
  for (std::string word; words >> word;) position.play(parse_uci(position, word).value());
  return position;
}

inline Game<games::fragments> game_of(const std::string& fen, const std::string& moves) {
  using Pos = Position<games::fragments>;
  Game<games::fragments> game(fen.empty() ? Pos::start() : Pos::from_fen(fen).value());
  std::istringstream words(moves);
  for (std::string word; words >> word;) game.play(parse_uci(game.position(), word).value());
  return game;
}

}  // namespace bookends::test
