#include "tablebases/table_maker.h"

#include <optional>

#include "tablebases/index.h"
#include "tablebases/solve/solve.h"
#include "tablebases/statistics.h"
#include "tablebases/table_file.h"

namespace bookends::tables {

template <const Rules& R>
SideStatistics count_side(const PlacementIndex<R>& index, int side, const Solution& solution, int threads) {
  SideStatistics counted = count_statistics(index, side, solution.dtm[slot(side)], threads);
  if (solution.dtz[slot(side)].empty()) return counted;
  DtzStatistics zeroing = count_dtz(index, side, solution.dtz[slot(side)], threads);
  counted.zeroing_wins = std::move(zeroing.won_in);
  counted.zeroing_losses = std::move(zeroing.lost_in);
  return counted;
}

template <const Rules& R>
TableMaker<R>::TableMaker(const std::filesystem::path& folder, const BuildOptions& options, SolutionFolder solved,
                          const StoreMemory& memory, Progress& progress,
                          const std::function<void(std::string_view)>& say)
    : folder_(folder),
      options_(options),
      progress_(progress),
      say_(say),
      solve_{options.threads, options.write.dtz && R.move_limit != 0, true},
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

// A sound table of another game is somebody's work, not ours to replace.
template <const Rules& R>
Result<void> TableMaker<R>::refuse_foreign(const std::filesystem::path& path) const {
  const Result<TableFile> file = TableFile::open(path);
  if (!file || file->header().fingerprint == fingerprint(R)) return {};
  return Error{ErrorCode::unsupported, path.string() + ": a table of " + file->header().game + "; give the tables of " +
                                           std::string(R.name) + " a folder of their own"};
}

template <const Rules& R>
Result<void> TableMaker<R>::make(const Ending& ending) {
  if (const Result<void> prepared = prepare(ending); !prepared) return prepared;
  Result<Solution> solution = solve<R>(ending, store_, solve_, progress_);
  if (!solution) return solution.error();
  return write(std::move(*solution));
}

template <const Rules& R>
Result<void> TableMaker<R>::write(Solution solution) {
  const Ending& ending = solution.ending;
  const PlacementIndex<R> index(ending);
  std::vector<SideStatistics> statistics;
  for (int side = 0; side < (ending.symmetric() ? 1 : 2); ++side) {
    statistics.push_back(count_side(index, side, solution, options_.threads));
    summary_.positions += statistics.back().legal;
  }
  // First: once the table is there, nobody solves this again to hand it on.
  const Result<void> handed = store_.hand_on(solution);
  if (!handed) say_(handed.error().message + "; who needs it solves it again");
  const Result<TableHeader> header =
      write_table(table_path(R, folder_, ending), R, solution, statistics, options_.write, options_.threads);
  if (!header) return header.error();
  summary_.bytes += header->file_bytes;
  ++summary_.built;
  return store_.keep(std::move(solution), handed.ok());
}

#define BOOKENDS_INSTANTIATE_MAKER(game)                                                             \
  template SideStatistics count_side(const PlacementIndex<games::game>&, int, const Solution&, int); \
  template class TableMaker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_MAKER)
#undef BOOKENDS_INSTANTIATE_MAKER

}  // namespace bookends::tables
