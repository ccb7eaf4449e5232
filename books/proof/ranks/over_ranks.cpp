#include "books/proof/ranks/over_ranks.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <ctime>
#include <memory>
#include <numeric>
#include <string>
#include <utility>

#include "books/leaves/agreement.h"
#include "books/leaves/dispatcher.h"
#include "books/leaves/rank_server.h"
#include "books/proof/prove/place_team.h"
#include "books/proof/ranks/place_codec.h"
#include "core/base/resident.h"

namespace bookends {

namespace {

// What is told at once: a message of some megabytes.
constexpr std::size_t kNewsAtOnce = std::size_t{1} << 20;

std::chrono::microseconds cpu_of_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return std::chrono::seconds(now.tv_sec) + std::chrono::microseconds(now.tv_nsec / 1000);
}

template <const Rules& R>
class RemotePlaceSearch final : public PlaceSearcher<R> {
 public:
  RemotePlaceSearch(LeafDispatcher& dispatcher, int rank) : dispatcher_(dispatcher), rank_(rank) {}

  Result<PlaceResult> look_into(const PlaceTask& task, const std::atomic<bool>& stop) override {
    Bytes message;
    put(message, task);
    return ask_for(dispatcher_, rank_, message, stop, [](ByteReader& in) { return read_place_result(in); });
  }

 private:
  LeafDispatcher& dispatcher_;
  const int rank_;
};

// A table that turns out damaged knows nothing from then on: what is found without it is not what the others find.
template <const Rules& R>
class PlaceWorker final : public RankWorker {
 public:
  // `held`: bytes of the tables of all workers.
  PlaceWorker(const ProveSettings& settings, const Oracle<R>* tables, const PlanKnowledge& plan,
              std::atomic<std::size_t>& held)
      : tables_(tables), search_(settings, tables, plan), held_(held) {
    held_ += search_.held_bytes();
  }

  Result<Bytes> search(ByteReader in, const std::atomic<bool>& stop) override {
    const PlaceTask task = read_place_task(in);
    if (!in.ok() || in.left() != 0 || task.look > kMostLooks)
      return Error{ErrorCode::corrupt, "rank 0 sent what is no place to look into"};
    const std::chrono::microseconds before = cpu_of_thread();
    const std::size_t held = search_.held_bytes();
    Result<PlaceResult> result = search_.look_into(task, stop);
    held_ += search_.held_bytes() - held;
    if (!result) return result.error();
    if (const auto trouble = tables_ != nullptr ? tables_->trouble() : std::nullopt) return *trouble;
    result->cpu_elsewhere = cpu_of_thread() - before;
    Bytes bytes;
    put(bytes, *result);
    return bytes;
  }

 private:
  const Oracle<R>* tables_;
  PlaceSearch<R> search_;
  std::atomic<std::size_t>& held_;
};

Result<void> tell_in_parts(LeafDispatcher& dispatcher, PlanNews news) {
  const auto take = [](auto& from) {
    const auto part = from.first(std::min(from.size(), kNewsAtOnce));
    from = from.subspan(part.size());
    return part;
  };
  while (!news.planned.empty() || !news.solved.empty()) {
    Bytes bytes;
    put(bytes, PlanNews{take(news.planned), take(news.solved)});
    if (const Result<void> told = dispatcher.tell(bytes); !told) return told;
  }
  return {};
}

template <const Rules& R>
Result<ProveSummary> lead_proof(ProveJob& job, const std::vector<int>& threads, const Oracle<R>* tables,
                                Communicator& ranks, Progress& progress) {
  LeafDispatcher dispatcher(ranks);
  job.threads = std::accumulate(threads.begin(), threads.end(), 0);
  PlaceTeam<R> team;
  team.ranks = ranks.size();
  team.shared = [&](PlaceSearcherFactory<R> own) {
    return shared_searchers<PlaceSearcher<R>>(threads, std::move(own),
                                              [&dispatcher](int rank) -> std::unique_ptr<PlaceSearcher<R>> {
                                                return std::make_unique<RemotePlaceSearch<R>>(dispatcher, rank);
                                              });
  };
  team.tell = [&](const PlanNews& news) { return tell_in_parts(dispatcher, news); };
  Result<ProveSummary> summary = prove_in_team<R>(job, tables, team, progress);
  const Result<void> ended = dispatcher.end();
  // A proof that is found stands, whatever becomes of the ranks then.
  if (summary && !ended && summary->result != ProofResult::proved) return ended.error();
  return summary;
}

template <const Rules& R>
Result<void> serve_places(const ProveJob& job, const Oracle<R>* tables, Communicator& ranks) {
  PlanReplica replica;
  std::atomic<std::size_t> held{0};  // by tables of searches
  // Any may come to need its largest table, and a longer look: which are due only rank 0 knows.
  const std::size_t most = static_cast<std::size_t>(job.threads) * PlaceSearch<R>::most_bytes(job.settings);
  const PlanKnowledge plan{replica.solved(), [&](Key key) { return replica.has(key); }};
  const RankService service{.worker = [&]() -> std::unique_ptr<RankWorker> {
                              return std::make_unique<PlaceWorker<R>>(job.settings, tables, plan, held);
                            },
                            .learn = [&](ByteReader in) -> Result<void> {
                              const ReadNews news = read_news(in);
                              if (!in.ok() || in.left() != 0)
                                return Error{ErrorCode::corrupt, "rank 0 sent what is no news of the plan"};
                              replica.take({news.planned, news.solved});
                              const std::size_t bytes = resident_bytes() + most - held;
                              if (bytes <= job.memory) return {};
                              return round_too_large(bytes);
                            }};
  return serve_rank_0(ranks, service, job.threads);
}

}  // namespace

template <const Rules& R>
Result<ProveSummary> prove_on_ranks(ProveJob job, const Oracle<R>* tables, Communicator& ranks, Progress& progress) {
  ProveSettings shared = job.settings;
  shared.known.clear();
  const Result<std::vector<int>> threads = agree(ranks, job.threads, shared.text());
  if (!threads) return threads.error();
  if (ranks.rank() == 0) return lead_proof<R>(job, *threads, tables, ranks, progress);
  const Result<void> served = serve_places<R>(job, tables, ranks);
  if (!served) return served.error();
  return ProveSummary{};
}

#define BOOKENDS_INSTANTIATE(game)                                                                               \
  template Result<ProveSummary> prove_on_ranks<games::game>(ProveJob, const Oracle<games::game>*, Communicator&, \
                                                            Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
