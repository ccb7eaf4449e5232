#include "tablebases/build/table_maker.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "core/io/file.h"
#include "tablebases/file/format.h"
#include "tablebases/file/table_file.h"
#include "tablebases/material/index.h"
#include "tablebases/review/statistics.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {

void keep_slowest(BuildSummary& summary, const TableMade& made) {
  const auto place = std::ranges::find_if(
      summary.slowest, [&](const TableMade& other) { return other.number == 0 || other.seconds < made.seconds; });
  if (place == summary.slowest.end()) return;
  std::shift_right(place, summary.slowest.end(), 1);
  *place = made;
}

template <const Rules& R>
SideStatistics count_side(const PlacementIndex<R>& index, int side, const Solution& solution, int threads) {
  const CodeArray &dtm = solution.dtm[slot(side)], &dtz = solution.dtz[slot(side)];
  SideStatistics counted =
      dtm.empty() ? count_without_dtm(index, side, dtz, threads) : count_statistics(index, side, dtm, threads);
  if (dtz.empty()) return counted;
  DtzStatistics zeroing = count_dtz(index, side, dtz, threads);
  counted.zeroing_wins = std::move(zeroing.won_in);
  counted.zeroing_losses = std::move(zeroing.lost_in);
  return counted;
}

template <const Rules& R>
TableMaker<R>::TableMaker(const std::filesystem::path& folder, const BuildOptions& options, SolutionFolder solved,
                          const StoreMemory& memory, BuildProgress& progress,
                          const std::function<void(std::string_view)>& say)
    : folder_(folder),
      options_(options),
      progress_(progress),
      say_(say),
      solve_{options.threads, options.write.dtm || needs_dtm(R, options.write.dtz),
             options.write.dtz && R.move_limit != 0, true},
      store_(memory, std::move(solved), solve_, progress) {}

template <const Rules& R>
Result<bool> TableMaker<R>::is_needed(const Ending& ending) {
  const std::filesystem::path path = table_path(R, folder_, ending);
  std::error_code ec;
  if (!std::filesystem::exists(path, ec)) return true;
  if (const Result<void> own = refuse_foreign(path); !own) return own.error();
  const std::optional<std::string> why = reason_to_build(R, ending, folder_, options_);
  if (!why) {
    ++summary_.skipped;
    summary_.bytes += std::filesystem::file_size(path, ec);
    return false;
  }
  ++summary_.rebuilt;
  say_(*why + "; built again");
  return true;
}

// A table of another game, of other rules or of a later program is somebody's work, not ours to replace; nor is what
// cannot be read known to be damaged. One of an older format is ours.
template <const Rules& R>
Result<void> TableMaker<R>::refuse_foreign(const std::filesystem::path& path) const {
  const Result<TableFile> file = TableFile::open(path);
  if (!file) {
    const ErrorCode code = file.error().code;
    const Result<std::vector<std::byte>> prefix = read_beginning(path, kTablePrefixBytes);
    if (!prefix && prefix.error().code == ErrorCode::limit) return prefix.error();
    const bool ours = code == ErrorCode::corrupt || (code == ErrorCode::unsupported && prefix && is_outdated(*prefix));
    return ours
               ? Result<void>()
               : Result<void>(Error{file.error().code, file.error().message + "; not replaced: choose another folder"});
  }
  if (file->header().fingerprint == fingerprint(R)) return {};
  return Error{ErrorCode::unsupported, path.string() + ": a table of " + file->header().game + "; give the tables of " +
                                           std::string(R.name) + " a folder of their own"};
}

template <const Rules& R>
Result<void> TableMaker<R>::make(const Ending& ending, const Sides& keep) {
  const double start = BuildProgress::steady_seconds();
  if (const Result<void> prepared = prepare(ending); !prepared) return prepared;
  progress_.enter(ending_name(R, ending), BuildStage::solving);
  Result<Solution> solution = solve<R>(ending, store_, solve_, progress_);
  if (!solution) return solution.error();
  PackWatch watch(progress_, ending_name(R, ending));
  return write(std::move(*solution), BuildProgress::steady_seconds() - start, keep, &watch);
}

template <const Rules& R>
Result<std::vector<SideStatistics>> TableMaker<R>::count(const Solution& solution, PackWatch* watch) const {
  const PlacementIndex<R> index(solution.ending);
  std::vector<SideStatistics> statistics;
  for (int side = 0; side < (solution.ending.symmetric() ? 1 : 2); ++side) {
    statistics.push_back(count_side(index, side, solution, options_.threads));
    if (is_stopped(watch)) return watch->interrupted();
  }
  return statistics;
}

template <const Rules& R>
void TableMaker<R>::count_made(TableMade made) {
  made.number = ++summary_.built;
  made.of = progress_.endings();
  summary_.positions += made.positions;
  summary_.placements += positions_to_solve(R, made.ending);
  summary_.bytes += made.bytes;
  keep_slowest(summary_, made);
  options_.made(made);
}

template <const Rules& R>
Result<void> TableMaker<R>::write(Solution solution, double seconds, const Sides& keep, PackWatch* watch) {
  const double start = BuildProgress::steady_seconds();
  const Ending ending = solution.ending;
  const std::string name = ending_name(R, ending);
  progress_.enter(name, BuildStage::packing);
  progress_.update({.task = name, .unit = {}, .detail = {}});
  const Result<std::vector<SideStatistics>> statistics = count(solution, watch);
  if (!statistics) return statistics.error();
  // First: once the table is there, nobody solves this again to hand it on.
  const Result<void> handed = store_.hand_on(solution);
  if (!handed) say_(handed.error().message + "; who needs it solves it again");
  const Result<TableHeader> header =
      write_table(table_path(R, folder_, ending), R, solution, *statistics, options_.write, options_.threads, watch);
  if (!header) return header.error();
  std::uint64_t legal = 0;
  for (const SideStatistics& side : *statistics) legal += side.legal * (ending.symmetric() ? 2 : 1);
  const Result<void> kept = store_.keep(std::move(solution), keep, handed.ok());
  count_made({ending, 0, 0, legal, header->file_bytes, seconds + BuildProgress::steady_seconds() - start});
  return kept;
}

#define BOOKENDS_INSTANTIATE_MAKER(game)                                                             \
  template SideStatistics count_side(const PlacementIndex<games::game>&, int, const Solution&, int); \
  template class TableMaker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_MAKER)
#undef BOOKENDS_INSTANTIATE_MAKER

}  // namespace bookends::tables
