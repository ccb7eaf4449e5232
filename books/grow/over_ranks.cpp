#include "books/grow/over_ranks.h"

#include <numeric>
#include <utility>

#include "books/leaves/dispatcher.h"
#include "core/base/text_streams.h"
#include "core/io/bytes.h"

namespace bookends {
namespace {

// The settings of one rank as it says them to the others.
struct Terms {
  int threads = 1;
  std::string text;  // a line each
};

Bytes encode(const Terms& terms) {
  Bytes bytes;
  put(bytes, static_cast<std::uint32_t>(terms.threads));
  for (const char ch : terms.text) bytes.push_back(static_cast<std::byte>(ch));
  return bytes;
}

Terms decode(const Bytes& bytes) {
  ByteReader in(bytes);
  Terms terms;
  terms.threads = static_cast<int>(in.read<std::uint32_t>());
  for (const std::byte b : in.take(in.left())) terms.text += static_cast<char>(b);
  return terms;
}

// The first line in which they differ, in both forms.
std::pair<std::string, std::string> first_difference(const std::string& a, const std::string& b) {
  TextReader as(a), bs(b);
  std::string one, other;
  do {
    one.clear();
    other.clear();
    std::getline(as, one);
    std::getline(bs, other);
  } while (one == other && (as || bs));
  return {one, other};
}

// The threads by rank, or in what a rank differs from the first.
Result<std::vector<int>> agree(Communicator& ranks, const Terms& own) {
  const Result<std::vector<Bytes>> all = gather_on_all(ranks, kLeafAgreement, encode(own));
  if (!all) return all.error();
  const Terms first = decode(all->front());
  std::vector<int> threads;
  for (std::size_t rank = 0; rank < all->size(); ++rank) {
    const Terms terms = decode((*all)[rank]);
    threads.push_back(terms.threads);
    if (terms.text == first.text) continue;
    const auto [here, there] = first_difference(first.text, terms.text);
    return Error{ErrorCode::invalid_argument, "rank 0 has '" + here + "' and rank " + std::to_string(rank) + " '" +
                                                  there + "': all ranks need the same program, files and engine"};
  }
  return threads;
}

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
  const Result<std::vector<int>> threads = agree(ranks, {job.threads, job.settings.text() + "\n" + leans_on});
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
