#include "tablebases/solution_store.h"

#include "tablebases/build.h"
#include "tablebases/placement.h"
#include "tablebases/solve/solve.h"
#include "tablebases/whole_table.h"

namespace bookends::tables {
namespace {

std::uint64_t bytes_of(const Solution& s) { return (s.dtm[0].size() + s.dtm[1].size()) * sizeof(DtmCode); }

}  // namespace

template <const Rules& R>
void SolutionStore<R>::keep(std::shared_ptr<const Solution> solution) {
  kept_bytes_ += bytes_of(*solution);
  kept_.push_back(std::move(solution));
  while (kept_.size() > 1 && kept_bytes_ > keep_bytes_) {
    kept_bytes_ -= bytes_of(*kept_.front());
    kept_.pop_front();
  }
}

template <const Rules& R>
Result<std::shared_ptr<const Solution>> SolutionStore<R>::read(const Ending& ending) const {
  const Result<TableFile> file = TableFile::open(table_path(R, folder_, ending));
  if (!file) return file.error();
  if (file->header().fingerprint != fingerprint(R) || file->header().ending != ending_name(R, ending))
    return Error{ErrorCode::unsupported, file->path().string() + ": a table of something else"};
  const PlacementIndex<R> index(ending);
  if (file->header().positions != index.size())
    return Error{ErrorCode::unsupported, file->path().string() + ": its positions are numbered in another way"};
  auto solution = std::make_shared<Solution>();
  solution->ending = ending;
  for (int side = 0; side < file->header().sides; ++side) {
    Result<std::vector<DtmCode>> codes = read_codes(*file, side, threads_);
    if (!codes) return codes.error();
    mark_illegal(index, side, *codes, threads_);
    solution->dtm[static_cast<std::size_t>(side)] = std::move(*codes);
  }
  if (file->header().sides == 1) solution->dtm[1] = mirrored_side(index, solution->dtm[0], threads_);
  return std::shared_ptr<const Solution>(std::move(solution));
}

template <const Rules& R>
Result<std::shared_ptr<const Solution>> SolutionStore<R>::find(const Ending& ending) {
  for (const auto& solution : kept_)
    if (solution->ending == ending) return solution;
  Result<std::shared_ptr<const Solution>> found = read(ending);
  if (!found) {
    const ErrorCode code = found.error().code;
    if (code != ErrorCode::not_found && code != ErrorCode::unsupported) return found;
    Result<Solution> solved = solve<R>(ending, *this, {threads_}, progress_);
    if (!solved) return solved.error();
    found = std::make_shared<const Solution>(std::move(*solved));
  }
  keep(*found);
  return found;
}

#define BOOKENDS_INSTANTIATE_STORE(game) template class SolutionStore<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_STORE)
#undef BOOKENDS_INSTANTIATE_STORE

}  // namespace bookends::tables
