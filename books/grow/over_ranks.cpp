#include "books/grow/over_ranks.h"

#include <numeric>

#include "books/leaves/agreement.h"
#include "books/leaves/shared_evaluator.h"

namespace bookends {
namespace {

template <const Rules& R>
Result<BuildSummary> lead(BuildJob& job, const std::vector<int>& threads, const EvaluatorFactory<R>& evaluators,
                          Communicator& ranks, Progress& progress) {
  LeafDispatcher dispatcher(ranks);
  job.threads = std::accumulate(threads.begin(), threads.end(), 0);
  job.ranks = ranks.size();
  Result<BuildSummary> summary = build_book<R>(job, shared_evaluator<R>(dispatcher, threads, evaluators), progress);
  const Result<void> ended = dispatcher.end();
  if (summary && !ended) return ended.error();
  return summary;
}

}  // namespace

template <const Rules& R>
Result<BuildSummary> build_book_on_ranks(BuildJob job, const EvaluatorFactory<R>& evaluators,
                                         const std::string& leans_on, Communicator& ranks, Progress& progress) {
  const Result<std::vector<int>> threads = agree(ranks, job.threads, job.settings.text() + "\n" + leans_on);
  if (!threads) return threads.error();
  if (ranks.rank() == 0) return lead<R>(job, *threads, evaluators, ranks, progress);
  const Result<void> served = serve_leaves<R>(ranks, evaluators, job.threads);
  if (!served) return served.error();
  return BuildSummary{};
}

#define BOOKENDS_INSTANTIATE(game)                                                                               \
  template Result<BuildSummary> build_book_on_ranks<games::game>(BuildJob, const EvaluatorFactory<games::game>&, \
                                                                 const std::string&, Communicator&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
