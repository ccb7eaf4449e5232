// Bookends' books and endgame tables for programs in C++20, over the two C libraries. It closes what it opens, and
// throws nothing but std::bad_alloc.
//
//   auto tables = bookends::Tables::open("tables");
//   if (!tables) return fail(tables.error().message);
//   if (auto value = tables->probe("4k/5/2K2/5/R4 w")) use(value->wdl);
//
// Each class needs its own library alone: link with bookends::tables or bookends::book (CMake), or by pkg-config with
// bookends-tables or bookends-book. What the values mean is told in bookends_tables.h and bookends_book.h. Any number
// of threads may ask one object at a time; it must not be moved or destroyed meanwhile.
#pragma once

#if __cplusplus < 202002L
#error "bookends.hpp needs C++20 (-std=c++20, or CMAKE_CXX_STANDARD 20)"
#endif

#include <bookends_book.h>
#include <bookends_tables.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace bookends {

// Why there is no value: a status of the C library, and a line for people.
struct Failure {
  int status = 0;
  std::string message;
};

// A value, or why there is none, in the shape of std::expected<T, Failure> of C++23. To ask for the one that is not
// there is a mistake of the program.
template <class T>
class [[nodiscard]] Expected {
 public:
  Expected(T value) : held_(std::move(value)) {}            // NOLINT(google-explicit-constructor): as std::expected
  Expected(Failure failure) : held_(std::move(failure)) {}  // NOLINT(google-explicit-constructor): the same

  bool has_value() const noexcept { return held_.index() == 0; }
  explicit operator bool() const noexcept { return has_value(); }
  T& value() & { return *std::get_if<0>(&held_); }
  const T& value() const& { return *std::get_if<0>(&held_); }
  T&& value() && { return std::move(*std::get_if<0>(&held_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(*this).value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  const Failure& error() const { return *std::get_if<1>(&held_); }
  T value_or(T other) const& { return has_value() ? value() : std::move(other); }

 private:
  std::variant<T, Failure> held_;
};

// The tables of a folder.
class Tables {
 public:
  using Board = bookends_tables_board;
  using Value = bookends_tables_value;
  using Move = bookends_tables_move;
  using Ending = bookends_tables_ending;

  static Expected<Tables> open(const std::string& folder, const bookends_tables_options& options = {}) {
    bookends_tables* handle = nullptr;
    Line line;
    const int status = bookends_tables_open(folder.c_str(), &options, &handle, line.data(), line.size());
    if (status != BOOKENDS_TABLES_OK) return Failure{status, line.data()};
    return Tables(handle);
  }

  std::string game() const { return bookends_tables_game(handle_.get()); }
  int max_men() const { return bookends_tables_max_men(handle_.get()); }
  // The letters of the kinds of men in the order of Board::kinds.
  std::string kinds() const { return bookends_tables_kinds(handle_.get()); }

  Expected<Value> probe(const std::string& fen, bookends_tables_metric metric = BOOKENDS_TABLES_ALL) const {
    Value value;
    Line line;
    const int status = bookends_tables_probe_fen(handle_.get(), fen.c_str(), metric, &value, line.data(), line.size());
    if (status != BOOKENDS_TABLES_OK) return Failure{status, line.data()};
    return value;
  }
  // Of the position that a legal move (UCI) leads to: why the value of a move is not known.
  Expected<Value> probe_after(const std::string& fen, const std::string& move,
                              bookends_tables_metric metric = BOOKENDS_TABLES_ALL) const {
    Value value;
    Line line;
    const int status =
        bookends_tables_probe_after(handle_.get(), fen.c_str(), move.c_str(), metric, &value, line.data(), line.size());
    if (status != BOOKENDS_TABLES_OK) return Failure{status, line.data()};
    return value;
  }
  // Takes no memory: for a search. Empty where the tables do not say.
  std::optional<Value> probe(const Board& board, bookends_tables_metric metric = BOOKENDS_TABLES_WDL) const noexcept {
    Value value;
    if (bookends_tables_probe_board(handle_.get(), &board, metric, &value) != BOOKENDS_TABLES_OK) return std::nullopt;
    return value;
  }
  // As many values as boards, in their order.
  std::vector<std::optional<Value>> probe(std::span<const Board> boards,
                                          bookends_tables_metric metric = BOOKENDS_TABLES_WDL) const {
    std::vector<Value> values(boards.size());
    std::vector<std::int32_t> statuses(boards.size());
    bookends_tables_probe_boards(handle_.get(), boards.data(), boards.size(), metric, values.data(), statuses.data());
    std::vector<std::optional<Value>> found(boards.size());
    for (std::size_t i = 0; i < boards.size(); ++i)
      if (statuses[i] == BOOKENDS_TABLES_OK) found[i] = values[i];
    return found;
  }
  void prefetch(const Board& board) const noexcept { bookends_tables_prefetch(handle_.get(), &board); }

  // All legal moves, best first; after a game, `played` in UCI with blanks between. Of those that are not `known`
  // probe_after() says why: there is no table, or it is damaged.
  Expected<std::vector<Move>> moves(const std::string& fen, const std::string& played = {}) const {
    std::vector<Move> found(kMostMoves);
    std::size_t count = 0;
    Line line;
    const int status = bookends_tables_root_game(handle_.get(), fen.c_str(), played.c_str(), found.data(), found.size(),
                                                 &count, line.data(), line.size());
    if (status != BOOKENDS_TABLES_OK) return Failure{status, line.data()};
    found.resize(count);
    return found;
  }
  // The same of a board.
  Expected<std::vector<Move>> moves(const Board& board, const std::string& played = {}) const {
    std::vector<Move> found(kMostMoves);
    std::size_t count = 0;
    Line line;
    const int status = bookends_tables_root_board(handle_.get(), &board, played.c_str(), found.data(), found.size(),
                                                  &count, line.data(), line.size());
    if (status != BOOKENDS_TABLES_OK) return Failure{status, line.data()};
    found.resize(count);
    return found;
  }
  std::vector<Ending> endings() const {
    std::vector<Ending> found(bookends_tables_endings(handle_.get(), nullptr, 0));
    bookends_tables_endings(handle_.get(), found.data(), found.size());
    return found;
  }

  const bookends_tables* get() const noexcept { return handle_.get(); }

 private:
  using Line = std::array<char, 512>;
  static constexpr std::size_t kMostMoves = 256;  // of any position of any game
  struct Close {
    void operator()(bookends_tables* handle) const { bookends_tables_close(handle); }
  };
  explicit Tables(bookends_tables* handle) : handle_(handle) {}
  std::unique_ptr<bookends_tables, Close> handle_;
};

// An opening book.
class Book {
 public:
  using Board = bookends_book_board;
  using Entry = bookends_book_entry;
  using Move = bookends_book_move;

  static Expected<Book> open(const std::string& path) {
    bookends_book* handle = nullptr;
    std::array<char, 512> line{};
    const bookends_book_status status = bookends_book_open(path.c_str(), &handle, line.data(), line.size());
    if (status != BOOKENDS_BOOK_OK) return Failure{status, line.data()};
    return Book(handle);
  }

  std::string game() const { return bookends_book_game(handle_.get()); }
  std::uint64_t positions() const { return bookends_book_positions(handle_.get()); }
  // The letters of the kinds of men in the order of Board::kinds.
  std::string kinds() const { return bookends_book_kinds(handle_.get()); }
  std::vector<std::string> starts() const {
    std::vector<std::string> fens;
    for (std::size_t i = 0; i < bookends_book_start_count(handle_.get()); ++i)
      fens.emplace_back(bookends_book_start(handle_.get(), i));
    return fens;
  }

  // What the book plays.
  Expected<Entry> probe(const std::string& fen) const {
    Entry entry;
    const bookends_book_status status = bookends_book_probe_fen(handle_.get(), fen.c_str(), &entry);
    if (status != BOOKENDS_BOOK_OK) return failure(status, fen);
    return entry;
  }
  Expected<Entry> probe(const Board& board) const {
    Entry entry;
    const bookends_book_status status = bookends_book_probe_board(handle_.get(), &board, &entry);
    if (status != BOOKENDS_BOOK_OK) return failure(status);
    return entry;
  }
  // All that it knows of, its own first.
  Expected<std::vector<Move>> moves(const std::string& fen) const {
    std::vector<Move> found(kMostMoves);
    std::size_t count = 0;
    const bookends_book_status status =
        bookends_book_moves(handle_.get(), fen.c_str(), found.data(), found.size(), &count);
    if (status != BOOKENDS_BOOK_OK) return failure(status, fen);
    found.resize(count);
    return found;
  }
  Expected<std::vector<Move>> moves(const Board& board) const {
    std::vector<Move> found(kMostMoves);
    std::size_t count = 0;
    const bookends_book_status status =
        bookends_book_moves_board(handle_.get(), &board, found.data(), found.size(), &count);
    if (status != BOOKENDS_BOOK_OK) return failure(status);
    found.resize(count);
    return found;
  }

  // The position after a move in UCI, as a FEN.
  Expected<std::string> after(const std::string& fen, const std::string& move) const {
    std::array<char, BOOKENDS_BOOK_FEN_SIZE> text{};
    const bookends_book_status status =
        bookends_book_after(handle_.get(), fen.c_str(), move.c_str(), text.data(), text.size());
    if (status != BOOKENDS_BOOK_OK) return failure(status, fen, move.c_str());
    return std::string(text.data());
  }

  const bookends_book* get() const noexcept { return handle_.get(); }

 private:
  static constexpr std::size_t kMostMoves = 256;  // of any position of any game
  struct Close {
    void operator()(bookends_book* handle) const { bookends_book_close(handle); }
  };
  explicit Book(bookends_book* handle) : handle_(handle) {}
  static Failure failure(bookends_book_status status) { return {status, bookends_book_status_text(status)}; }
  // With what is wrong with the FEN, or with the move.
  Failure failure(bookends_book_status status, const std::string& fen, const char* move = nullptr) const {
    std::array<char, 512> line{};
    if (status != BOOKENDS_BOOK_INVALID_ARGUMENT ||
        bookends_book_explain(handle_.get(), fen.c_str(), move, line.data(), line.size()) == BOOKENDS_BOOK_OK)
      return failure(status);
    return {status, line.data()};
  }
  std::unique_ptr<bookends_book, Close> handle_;
};

// A certificate of `bookends book prove`: a proof that one side wins, or holds the draw, whatever is played.
class Certificate {
 public:
  using Claim = bookends_book_claim;
  using Move = bookends_book_proved_move;
  struct Proved {
    int plies = 0;            // until the game is won, at most; 0 where the draw is held
    std::vector<Move> moves;  // all legal ones: the proof's own, or what holds out longest, first
  };

  static Expected<Certificate> open(const std::string& path) {
    bookends_book_certificate* handle = nullptr;
    Line line{};
    const bookends_book_status status = bookends_book_certificate_open(path.c_str(), &handle, line.data(), line.size());
    if (status != BOOKENDS_BOOK_OK) return Failure{status, line.data()};
    return Certificate(handle);
  }

  std::string game() const { return bookends_book_certificate_game(handle_.get()); }
  std::string start() const { return bookends_book_certificate_start(handle_.get()); }  // a FEN
  Claim claim() const {
    Claim claim{};
    bookends_book_certificate_claim(handle_.get(), &claim);
    return claim;
  }
  Expected<Proved> probe(const std::string& fen) const {
    std::vector<Move> moves(kMostMoves);
    std::size_t count = 0;
    std::int32_t plies = 0;
    Line line{};
    const bookends_book_status status = bookends_book_certificate_probe(
        handle_.get(), fen.c_str(), &plies, moves.data(), moves.size(), &count, line.data(), line.size());
    if (status != BOOKENDS_BOOK_OK)
      return Failure{status, line[0] != 0 ? line.data() : bookends_book_status_text(status)};
    moves.resize(count);
    return Proved{plies, std::move(moves)};
  }

  const bookends_book_certificate* get() const noexcept { return handle_.get(); }

 private:
  using Line = std::array<char, 512>;
  static constexpr std::size_t kMostMoves = 256;  // of any position of any game
  struct Close {
    void operator()(bookends_book_certificate* handle) const { bookends_book_certificate_close(handle); }
  };
  explicit Certificate(bookends_book_certificate* handle) : handle_(handle) {}
  std::unique_ptr<bookends_book_certificate, Close> handle_;
};

}  // namespace bookends
