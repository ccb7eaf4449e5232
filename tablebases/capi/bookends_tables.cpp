// The C interface: a wall that no exception and no C++ type passes.
#include "tablebases/capi/bookends_tables.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/words.h"
#include "core/notation/move_text.h"
#include "core/position/board_sets.h"
#include "core/position/outcome.h"
#include "tablebases/file/table_file.h"
#include "tablebases/probe/probe.h"

using bookends::Color;
using bookends::Error;
using bookends::ErrorCode;
using bookends::Game;
using bookends::Kind;
using bookends::Occupant;
using bookends::Position;
using bookends::Result;
using bookends::Rules;
using bookends::Setup;
using bookends::tables::Category;
using bookends::tables::Man;
using bookends::tables::Metric;
using bookends::tables::OpenEnding;
using bookends::tables::PieceSets;
using bookends::tables::Probed;
using bookends::tables::ProbeStatus;
using bookends::tables::RootMove;
using bookends::tables::Tables;
using bookends::tables::TablesOptions;

// The handle: the tables of whichever game the folder holds.
struct bookends_tables {
  virtual ~bookends_tables() = default;
  virtual const char* game() const = 0;
  virtual int max_men() const = 0;
  // `move`: NULL for none.
  virtual Probed probe(const char* fen, const char* move, int metric, std::optional<Error>& why) const = 0;
  virtual Probed probe(const bookends_tables_man* men, std::size_t count, Color turn, int metric) const = 0;
  virtual Probed probe(const bookends_tables_board& board, int metric) const = 0;
  virtual std::size_t block_of(const bookends_tables_board& board) const = 0;
  virtual void prefetch(const bookends_tables_board& board) const = 0;
  virtual const char* kinds() const = 0;
  virtual std::vector<OpenEnding> endings() const = 0;
  // `played`: NULL for nothing.
  virtual std::optional<Error> root_moves(const char* fen, const char* played, bookends_tables_move* moves,
                                          std::size_t capacity, std::size_t* count) const = 0;
  virtual std::optional<Error> root_moves(const bookends_tables_board* board, const char* played,
                                          bookends_tables_move* moves, std::size_t capacity,
                                          std::size_t* count) const = 0;
};

namespace {

int status_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::not_found:
      return BOOKENDS_TABLES_NOT_FOUND;
    case ErrorCode::corrupt:
      return BOOKENDS_TABLES_CORRUPT;
    case ErrorCode::unsupported:
      return BOOKENDS_TABLES_UNSUPPORTED;
    case ErrorCode::io:
      return BOOKENDS_TABLES_IO;
    case ErrorCode::limit:
      return BOOKENDS_TABLES_MEMORY;
    default:
      return BOOKENDS_TABLES_INVALID;
  }
}

int status_of(ProbeStatus status) {
  switch (status) {
    case ProbeStatus::ok:
      return BOOKENDS_TABLES_OK;
    case ProbeStatus::no_table:
      return BOOKENDS_TABLES_NOT_FOUND;
    case ProbeStatus::not_covered:
      return BOOKENDS_TABLES_NOT_COVERED;
    case ProbeStatus::damaged:
      return BOOKENDS_TABLES_CORRUPT;
    default:
      return BOOKENDS_TABLES_INVALID;
  }
}

void copy_text(char* out, std::size_t size, const std::string& text) {
  if (out == nullptr || size == 0) return;
  const std::size_t n = std::min(size - 1, text.size());
  std::memcpy(out, text.data(), n);
  out[n] = '\0';
}

int failed(int status, const std::string& message, char* error, std::size_t error_size) {
  copy_text(error, error_size, message);
  return status;
}

bookends_tables_value value_of(const Probed& probed) {
  return {static_cast<std::int32_t>(probed.value.wdl), probed.value.plies, static_cast<std::int32_t>(probed.category),
          probed.dtz, probed.dtz_rounded ? 1 : 0};
}

Probed refused(ProbeStatus status) {
  Probed probed;
  probed.status = status;
  return probed;
}

// Runs f, which returns a status, and turns exceptions into one.
template <class F>
int guarded(char* error, std::size_t error_size, F f) {
  try {
    copy_text(error, error_size, "");
    return f();
  } catch (const std::bad_alloc&) {
    return failed(BOOKENDS_TABLES_MEMORY, "out of memory", error, error_size);
  } catch (...) {
    return failed(BOOKENDS_TABLES_IO, "unexpected failure of the system", error, error_size);
  }
}

template <const Rules& R>
class Handle final : public bookends_tables {
 public:
  explicit Handle(std::unique_ptr<Tables<R>> tables) : tables_(std::move(tables)), game_(R.name) {
    for (const Kind k : bookends::kAllKinds) kinds_ += R.piece(k).absent() ? '.' : R.piece(k).letter;
  }

  const char* game() const override { return game_.c_str(); }
  int max_men() const override { return tables_->max_men(); }

  Probed probe(const char* fen, const char* move, int metric, std::optional<Error>& why) const override {
    const Result<Position<R>> position = position_after(fen, move);
    if (!position) {
      why = position.error();
      return refused(ProbeStatus::illegal);
    }
    const Probed probed = probe_position(*position, metric);
    if (probed.status != ProbeStatus::ok) why = tables_->explain(*position, probed.status);
    return probed;
  }

  Probed probe(const bookends_tables_man* men, std::size_t count, Color turn, int metric) const override {
    std::array<Man, bookends::kMaxSquares> placed;
    if (count > placed.size()) return refused(ProbeStatus::illegal);
    for (std::size_t i = 0; i < count; ++i) {
      const bool black = men[i].piece >= 'a';
      const int kind = R.slot_of(static_cast<char>(black ? men[i].piece - 'a' + 'A' : men[i].piece));
      if (kind < 0) return refused(ProbeStatus::illegal);
      placed[i] = {Occupant(black ? Color::black : Color::white, static_cast<Kind>(kind)), men[i].square};
    }
    const std::span<const Man> all(placed.data(), count);
    Probed probed = metric == BOOKENDS_TABLES_ALL ? tables_->probe_men_all(all, turn)
                                                  : tables_->probe_men(all, turn, static_cast<Metric>(metric));
    set_at_clock_zero(probed, [&] {
      Setup setup;
      for (const Man& man : all) setup.board[static_cast<std::size_t>(man.square)] = man.piece;
      setup.turn = turn;
      return Position<R>::from_setup(setup);
    });
    return probed;
  }

  Probed probe(const bookends_tables_board& board, int metric) const override {
    const int more = board.en_passant | board.castling | board.halfmove_clock | board.count_limit | board.count_plies;
    return more != 0 ? probe_position(board, metric) : probe_placement(board, metric);
  }

  std::size_t block_of(const bookends_tables_board& board) const override { return tables_->block_of(sets_of(board)); }
  void prefetch(const bookends_tables_board& board) const override { tables_->prefetch(sets_of(board)); }
  const char* kinds() const override { return kinds_.c_str(); }
  std::vector<OpenEnding> endings() const override { return tables_->endings(); }

  std::optional<Error> root_moves(const char* fen, const char* played, bookends_tables_move* moves,
                                  std::size_t capacity, std::size_t* count) const override {
    return root_moves(Position<R>::from_fen(fen), played, moves, capacity, count);
  }
  std::optional<Error> root_moves(const bookends_tables_board* board, const char* played, bookends_tables_move* moves,
                                  std::size_t capacity, std::size_t* count) const override {
    return root_moves(position_of(*board), played, moves, capacity, count);
  }

 private:
  std::optional<Error> root_moves(const Result<Position<R>>& position, const char* played, bookends_tables_move* moves,
                                  std::size_t capacity, std::size_t* count) const {
    if (!position) return position.error();
    Game<R> game(*position);
    for (const std::string_view text : bookends::split_words(played == nullptr ? "" : played)) {
      const auto move = bookends::parse_uci(game.position(), text);
      if (!move) return move.error();
      game.play(*move);
    }
    const std::vector<RootMove> found = tables_->root_moves(game);
    for (std::size_t i = 0; i < std::min(capacity, found.size()); ++i) {
      copy_text(moves[i].uci, sizeof moves[i].uci, bookends::format_uci(R, found[i].move));
      copy_text(moves[i].san, sizeof moves[i].san, bookends::format_san(game.position(), found[i].move));
      moves[i].known = found[i].probed.status == ProbeStatus::ok ? 1 : 0;
      moves[i].value = value_of(found[i].probed);
      moves[i].value.category = static_cast<std::int32_t>(found[i].category);
    }
    *count = found.size();
    return std::nullopt;
  }
  static Result<Position<R>> position_after(const char* fen, const char* move) {
    Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position || move == nullptr) return position;
    const auto played = bookends::parse_uci(*position, move);
    if (!played) return played.error();
    return position->after(*played);
  }
  // With the category that the clock of the position leaves.
  Probed under_limit(const Position<R>& position, Probed probed) const {
    if (probed.status == ProbeStatus::ok) probed.category = tables_->category(position, probed);
    return probed;
  }
  // The category at clock zero. Mostly that is known, and no position has to be made.
  template <class MakePosition>
  void set_at_clock_zero(Probed& probed, MakePosition make_position) const {
    const Category category = category_at(probed, 0, R.move_limit);
    if (probed.status != ProbeStatus::ok || category == probed.category) return;
    const Result<Position<R>> position = make_position();
    probed.category = position ? under_limit(*position, probed).category : category;
  }
  Probed probe_placement(const bookends_tables_board& board, int metric) const {
    const PieceSets sets = sets_of(board);
    Probed probed = metric == BOOKENDS_TABLES_ALL ? tables_->probe_sets_all(sets)
                                                  : tables_->probe_sets(sets, static_cast<Metric>(metric));
    set_at_clock_zero(probed, [&] { return position_of(board); });
    return probed;
  }
  // What has rights, a clock or a count takes a position.
  Probed probe_position(const bookends_tables_board& board, int metric) const {
    const Result<Position<R>> position = position_of(board);
    return position ? probe_position(*position, metric) : refused(ProbeStatus::illegal);
  }
  Probed probe_position(const Position<R>& position, int metric) const {
    const Probed probed = metric == BOOKENDS_TABLES_ALL ? tables_->probe_all(position)
                                                        : tables_->probe(position, static_cast<Metric>(metric));
    return under_limit(position, probed);
  }
  static PieceSets sets_of(const bookends_tables_board& board) {
    PieceSets sets;
    sets.colors[bookends::slot(Color::white)] = board.white;
    sets.colors[bookends::slot(Color::black)] = board.black;
    std::ranges::copy(board.kinds, sets.kinds.begin());
    sets.turn = board.black_to_move != 0 ? Color::black : Color::white;
    return sets;
  }
  static Result<Position<R>> position_of(const bookends_tables_board& board) {
    const PieceSets sets = sets_of(board);
    return bookends::position_of_sets<R>({sets.colors, sets.kinds, sets.turn, board.en_passant, board.castling,
                                          board.halfmove_clock, board.count_limit, board.count_plies});
  }

  std::unique_ptr<Tables<R>> tables_;
  std::string game_;
  std::string kinds_;
};

// That of the first of our tables. Where there are none there may be Syzygy's, of the game that has such.
Result<const Rules*> game_of(const char* folder) {
  const auto files = bookends::tables::table_files(folder);
  if (files) {
    const auto first = bookends::tables::TableFile::open(files->front());
    if (!first) return first.error();
    return &first->rules();
  }
  for (const Rules* rules : bookends::all_games())
    if (rules->syzygy) return rules;
  return files.error();
}

Result<std::unique_ptr<bookends_tables>> open_folder(const char* folder, const TablesOptions& options) {
  const Result<const Rules*> rules = game_of(folder);
  if (!rules) return rules.error();
  return bookends::with_game(**rules, [&]<const Rules & R>() -> Result<std::unique_ptr<bookends_tables>> {
    auto tables = Tables<R>::open(folder, options);
    if (!tables) return tables.error();
    return std::unique_ptr<bookends_tables>(new Handle<R>(std::move(*tables)));
  });
}

bool is_metric(int metric) {
  return metric == BOOKENDS_TABLES_WDL || metric == BOOKENDS_TABLES_DTM || metric == BOOKENDS_TABLES_DTZ ||
         metric == BOOKENDS_TABLES_ALL;
}

int probe_text(const bookends_tables* handle, const char* fen, const char* move, int metric,
               bookends_tables_value* value, char* error, std::size_t error_size) {
  return guarded(error, error_size, [&] {
    if (handle == nullptr || fen == nullptr || value == nullptr || !is_metric(metric))
      return failed(BOOKENDS_TABLES_INVALID, "an argument is NULL, or no metric", error, error_size);
    std::optional<Error> why;
    const Probed probed = handle->probe(fen, move, metric, why);
    if (probed.status != ProbeStatus::ok) return failed(status_of(probed.status), why->message, error, error_size);
    *value = value_of(probed);
    return static_cast<int>(BOOKENDS_TABLES_OK);
  });
}

// `where`: a FEN or a board.
template <class Where>
int root_moves_at(const bookends_tables* handle, const Where* where, const char* played, bookends_tables_move* moves,
                  std::size_t capacity, std::size_t* count, char* error, std::size_t error_size) {
  return guarded(error, error_size, [&] {
    if (handle == nullptr || where == nullptr || count == nullptr || (moves == nullptr && capacity != 0))
      return failed(BOOKENDS_TABLES_INVALID, "an argument is NULL", error, error_size);
    if (const std::optional<Error> why = handle->root_moves(where, played, moves, capacity, count))
      return failed(status_of(*why), why->message, error, error_size);
    return static_cast<int>(BOOKENDS_TABLES_OK);
  });
}

}  // namespace

extern "C" {

int bookends_tables_version(void) { return BOOKENDS_TABLES_VERSION; }

const char* bookends_tables_category_name(int category) {
  return bookends::tables::category_name(static_cast<Category>(std::clamp(category, -3, 3))).data();
}

const char* bookends_tables_status_text(int status) {
  switch (status) {
    case BOOKENDS_TABLES_OK:
      return "ok";
    case BOOKENDS_TABLES_NOT_FOUND:
      return "no such folder or table";
    case BOOKENDS_TABLES_NOT_COVERED:
      return "positions of this kind are in no table";
    case BOOKENDS_TABLES_INVALID:
      return "invalid argument or position";
    case BOOKENDS_TABLES_CORRUPT:
      return "corrupt table file";
    case BOOKENDS_TABLES_UNSUPPORTED:
      return "table of another game, other rules or another format";
    case BOOKENDS_TABLES_IO:
      return "reading failed";
    case BOOKENDS_TABLES_MEMORY:
      return "out of memory";
    default:
      return "unknown status";
  }
}

int bookends_tables_open(const char* folder, const bookends_tables_options* options, bookends_tables** handle,
                         char* error, size_t error_size) {
  return guarded(error, error_size, [&] {
    if (folder == nullptr || handle == nullptr)
      return failed(BOOKENDS_TABLES_INVALID, "folder and handle must not be NULL", error, error_size);
    TablesOptions wanted;
    if (options != nullptr && options->cache_bytes != 0)
      wanted.cache_bytes = static_cast<std::size_t>(options->cache_bytes);
    auto opened = open_folder(folder, wanted);
    if (!opened) return failed(status_of(opened.error()), opened.error().message, error, error_size);
    *handle = (*opened).release();
    return static_cast<int>(BOOKENDS_TABLES_OK);
  });
}

void bookends_tables_close(bookends_tables* handle) { delete handle; }

const char* bookends_tables_game(const bookends_tables* handle) { return handle == nullptr ? "" : handle->game(); }

int bookends_tables_max_men(const bookends_tables* handle) { return handle == nullptr ? 0 : handle->max_men(); }

int bookends_tables_probe_fen(const bookends_tables* handle, const char* fen, int metric, bookends_tables_value* value,
                              char* error, size_t error_size) {
  return probe_text(handle, fen, nullptr, metric, value, error, error_size);
}

int bookends_tables_probe_after(const bookends_tables* handle, const char* fen, const char* move, int metric,
                                bookends_tables_value* value, char* error, size_t error_size) {
  if (move == nullptr) return failed(BOOKENDS_TABLES_INVALID, "the move is NULL", error, error_size);
  return probe_text(handle, fen, move, metric, value, error, error_size);
}

int bookends_tables_probe_men(const bookends_tables* handle, const bookends_tables_man* men, size_t count,
                              int black_to_move, int metric, bookends_tables_value* value) {
  return guarded(nullptr, 0, [&] {
    if (handle == nullptr || men == nullptr || value == nullptr || !is_metric(metric))
      return static_cast<int>(BOOKENDS_TABLES_INVALID);
    const Color turn = black_to_move != 0 ? Color::black : Color::white;
    const Probed probed = handle->probe(men, count, turn, metric);
    if (probed.status == ProbeStatus::ok) *value = value_of(probed);
    return status_of(probed.status);
  });
}

const char* bookends_tables_kinds(const bookends_tables* handle) { return handle == nullptr ? "" : handle->kinds(); }

int bookends_tables_probe_board(const bookends_tables* handle, const bookends_tables_board* board, int metric,
                                bookends_tables_value* value) {
  return guarded(nullptr, 0, [&] {
    if (handle == nullptr || board == nullptr || value == nullptr || !is_metric(metric))
      return static_cast<int>(BOOKENDS_TABLES_INVALID);
    const Probed probed = handle->probe(*board, metric);
    if (probed.status == ProbeStatus::ok) *value = value_of(probed);
    return status_of(probed.status);
  });
}

int bookends_tables_probe_boards(const bookends_tables* handle, const bookends_tables_board* boards, size_t count,
                                 int metric, bookends_tables_value* values, int32_t* statuses) {
  return guarded(nullptr, 0, [&] {
    const bool nothing = count == 0;
    if (handle == nullptr || !is_metric(metric)) return static_cast<int>(BOOKENDS_TABLES_INVALID);
    if (!nothing && (boards == nullptr || values == nullptr || statuses == nullptr))
      return static_cast<int>(BOOKENDS_TABLES_INVALID);
    std::vector<std::pair<std::size_t, std::size_t>> by_block(count);
    for (std::size_t i = 0; i < count; ++i) by_block[i] = {handle->block_of(boards[i]), i};
    std::ranges::sort(by_block);
    for (const auto& [block, i] : by_block) {
      const Probed probed = handle->probe(boards[i], metric);
      statuses[i] = status_of(probed.status);
      if (probed.status == ProbeStatus::ok) values[i] = value_of(probed);
    }
    const auto* failure = std::find_if(statuses, statuses + count, [](int32_t s) { return s != BOOKENDS_TABLES_OK; });
    return failure == statuses + count ? static_cast<int>(BOOKENDS_TABLES_OK) : static_cast<int>(*failure);
  });
}

void bookends_tables_prefetch(const bookends_tables* handle, const bookends_tables_board* board) {
  if (handle != nullptr && board != nullptr) handle->prefetch(*board);
}

size_t bookends_tables_endings(const bookends_tables* handle, bookends_tables_ending* endings, size_t capacity) {
  std::size_t all = 0;
  guarded(nullptr, 0, [&] {
    const std::vector<OpenEnding> open = handle == nullptr ? std::vector<OpenEnding>() : handle->endings();
    all = open.size();
    for (std::size_t i = 0; endings != nullptr && i < std::min(capacity, open.size()); ++i) {
      endings[i] = {"", open[i].men, open[i].has_dtm, open[i].has_dtz, open[i].bytes};
      copy_text(endings[i].name, sizeof endings[i].name, open[i].name);
    }
    return static_cast<int>(BOOKENDS_TABLES_OK);
  });
  return all;
}

int bookends_tables_root_board(const bookends_tables* handle, const bookends_tables_board* board, const char* played,
                               bookends_tables_move* moves, size_t capacity, size_t* count, char* error,
                               size_t error_size) {
  return root_moves_at(handle, board, played, moves, capacity, count, error, error_size);
}

int bookends_tables_root_moves(const bookends_tables* handle, const char* fen, bookends_tables_move* moves,
                               size_t capacity, size_t* count, char* error, size_t error_size) {
  return bookends_tables_root_game(handle, fen, nullptr, moves, capacity, count, error, error_size);
}

int bookends_tables_root_game(const bookends_tables* handle, const char* fen, const char* played,
                              bookends_tables_move* moves, size_t capacity, size_t* count, char* error,
                              size_t error_size) {
  return root_moves_at(handle, fen, played, moves, capacity, count, error, error_size);
}

}  // extern "C"
