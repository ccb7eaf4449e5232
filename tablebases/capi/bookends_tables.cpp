// The C interface: a wall that no exception and no C++ type passes.
#include "tablebases/capi/bookends_tables.h"

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <optional>
#include <string>

#include "core/notation/move_text.h"
#include "tablebases/file/table_file.h"
#include "tablebases/probe/probe.h"

using bookends::Color;
using bookends::Error;
using bookends::ErrorCode;
using bookends::Kind;
using bookends::Occupant;
using bookends::Position;
using bookends::Result;
using bookends::Rules;
using bookends::tables::Category;
using bookends::tables::Man;
using bookends::tables::Metric;
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
  virtual Probed probe(const char* fen, int metric, std::optional<Error>& why) const = 0;
  virtual Probed probe(const bookends_tables_man* men, std::size_t count, Color turn, int metric) const = 0;
  virtual std::optional<Error> root_moves(const char* fen, bookends_tables_move* moves, std::size_t capacity,
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
  explicit Handle(std::unique_ptr<Tables<R>> tables) : tables_(std::move(tables)), game_(R.name) {}

  const char* game() const override { return game_.c_str(); }
  int max_men() const override { return tables_->max_men(); }

  Probed probe(const char* fen, int metric, std::optional<Error>& why) const override {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) {
      why = position.error();
      return refused(ProbeStatus::illegal);
    }
    const Probed probed = metric == BOOKENDS_TABLES_ALL ? tables_->probe_all(*position)
                                                        : tables_->probe(*position, static_cast<Metric>(metric));
    if (probed.status != ProbeStatus::ok) why = tables_->explain(*position, probed.status);
    return under_limit(*position, probed);
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
    // Mostly that is all, and no position has to be made.
    const Category category = category_at(probed, 0, R.move_limit);
    if (probed.status != ProbeStatus::ok || category == probed.category) return probed;
    const Result<Position<R>> position = position_of(all, turn);
    if (position) return under_limit(*position, probed);
    probed.category = category;
    return probed;
  }

  std::optional<Error> root_moves(const char* fen, bookends_tables_move* moves, std::size_t capacity,
                                  std::size_t* count) const override {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    const std::vector<RootMove> found = tables_->root_moves(*position);
    for (std::size_t i = 0; i < std::min(capacity, found.size()); ++i) {
      copy_text(moves[i].uci, sizeof moves[i].uci, bookends::format_uci(R, found[i].move));
      copy_text(moves[i].san, sizeof moves[i].san, bookends::format_san(*position, found[i].move));
      moves[i].known = found[i].probed.status == ProbeStatus::ok ? 1 : 0;
      moves[i].value = value_of(found[i].probed);
      moves[i].value.category = static_cast<std::int32_t>(found[i].category);
    }
    *count = found.size();
    return std::nullopt;
  }

 private:
  // With the category that the clock of the position leaves.
  Probed under_limit(const Position<R>& position, Probed probed) const {
    if (probed.status == ProbeStatus::ok) probed.category = tables_->category(position, probed);
    return probed;
  }
  static Result<Position<R>> position_of(std::span<const Man> men, Color turn) {
    bookends::Setup setup;
    for (const Man& man : men) setup.board[static_cast<std::size_t>(man.square)] = man.piece;
    setup.turn = turn;
    return Position<R>::from_setup(setup);
  }

  std::unique_ptr<Tables<R>> tables_;
  std::string game_;
};

Result<std::unique_ptr<bookends_tables>> open_folder(const char* folder, const TablesOptions& options) {
  const auto files = bookends::tables::table_files(folder);
  if (!files) return files.error();
  const auto first = bookends::tables::TableFile::open(files->front(), options.mapped);
  if (!first) return first.error();
  return bookends::with_game(first->rules(), [&]<const Rules & R>() -> Result<std::unique_ptr<bookends_tables>> {
    auto tables = Tables<R>::open(folder, options);
    if (!tables) return tables.error();
    return std::unique_ptr<bookends_tables>(new Handle<R>(std::move(*tables)));
  });
}

bool is_metric(int metric) {
  return metric == BOOKENDS_TABLES_WDL || metric == BOOKENDS_TABLES_DTM || metric == BOOKENDS_TABLES_DTZ ||
         metric == BOOKENDS_TABLES_ALL;
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
    if (options != nullptr) wanted.mapped = options->no_mmap == 0;
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
  return guarded(error, error_size, [&] {
    if (handle == nullptr || fen == nullptr || value == nullptr || !is_metric(metric))
      return failed(BOOKENDS_TABLES_INVALID, "an argument is NULL, or no metric", error, error_size);
    std::optional<Error> why;
    const Probed probed = handle->probe(fen, metric, why);
    if (probed.status != ProbeStatus::ok) return failed(status_of(probed.status), why->message, error, error_size);
    *value = value_of(probed);
    return static_cast<int>(BOOKENDS_TABLES_OK);
  });
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

int bookends_tables_root_moves(const bookends_tables* handle, const char* fen, bookends_tables_move* moves,
                               size_t capacity, size_t* count, char* error, size_t error_size) {
  return guarded(error, error_size, [&] {
    if (handle == nullptr || fen == nullptr || count == nullptr || (moves == nullptr && capacity != 0))
      return failed(BOOKENDS_TABLES_INVALID, "an argument is NULL", error, error_size);
    if (const std::optional<Error> why = handle->root_moves(fen, moves, capacity, count))
      return failed(status_of(*why), why->message, error, error_size);
    return static_cast<int>(BOOKENDS_TABLES_OK);
  });
}

}  // extern "C"
