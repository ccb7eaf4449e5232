// The Syzygy tables of one ending: results, and distances to the next zeroing move (DTZ) if there is a file of them.
// Const and thread-safe; a look-up allocates nothing.
//
// What is stored is not yet an answer. A result leaves out captures: the truth is the better of it and of the best
// capture, and what is stored is never better than the truth. DTZ is stored for one side to move, which may differ from
// part to part; it means nothing where a winning capture or pawn move is there, and nothing where the result is a draw.
#pragma once

#include <filesystem>
#include <optional>

#include "core/base/result.h"
#include "tablebases/syzygy/table_parts.h"

namespace bookends::tables::syzygy {

inline constexpr std::string_view kWdlSuffix = ".rtbw", kDtzSuffix = ".rtbz";

// Results as the files have them: lost, blessed loss, draw, cursed win, won.
inline constexpr int kWorstResult = -2, kBestResult = 2;
inline constexpr int kNoResult = -3;  // the file is damaged

struct StoredDtz {
  enum class Status : std::uint8_t { found, other_side, damaged } status = Status::damaged;
  int plies = 0;         // a win or loss within the limit: from 1; beyond it: from 101
  bool rounded = false;  // the truth may be one more
};

class Table {
 public:
  // The file of results; then that of DTZ, if there is one. Errors: those of TableParts::open.
  static Result<Table> open(const std::filesystem::path& results, const Ending& ending,
                            const std::shared_ptr<PageCache>& cache);
  Result<void> add_distances(const std::filesystem::path& distances, const std::shared_ptr<PageCache>& cache);

  const Ending& ending() const { return layout_.ending; }
  bool has_dtz() const { return dtz_.has_value(); }
  std::uint64_t bytes() const { return wdl_.file().size() + (dtz_ ? dtz_->file().size() : 0); }  // of the files
  // Of what is in the files, as far as their own checksums say: whole files are far too large to read.
  std::uint64_t digest() const;

  // The placement has the men of the ending. `swapped`: its White is the ending's second side.
  int result(const Placement& placement, bool swapped) const;
  // `result` is the true one, and no draw.
  StoredDtz dtz(const Placement& placement, bool swapped, int result) const;

 private:
  // How a placement is looked up: with colours exchanged or not, for which side to move, in which file's part.
  struct View {
    bool flip;
    std::size_t side;
    std::size_t file;
  };

  Table(const Ending& ending, TableParts wdl) : layout_(ending), wdl_(std::move(wdl)) {}
  View view_of(const Placement& placement, bool swapped) const;
  static int value(const TableParts& parts, const TableParts::Part& part, const Placement& placement, bool flip);

  Layout layout_;
  TableParts wdl_;
  std::optional<TableParts> dtz_;
};

}  // namespace bookends::tables::syzygy
