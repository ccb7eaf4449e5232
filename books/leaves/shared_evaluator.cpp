#include "books/leaves/shared_evaluator.h"

#include <memory>
#include <utility>

#include "books/file/packed_position.h"
#include "books/leaves/rank_server.h"
#include "books/work/codec.h"
#include "books/work/positions.h"

namespace bookends {
namespace {

template <const Rules& R>
class RemoteEvaluator final : public LeafEvaluator<R> {
 public:
  RemoteEvaluator(LeafDispatcher& dispatcher, int rank) : dispatcher_(dispatcher), rank_(rank) {}

  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    Bytes task;
    put(task, SearchTask{packed(position), {only.begin(), only.end()}});
    return ask_for(dispatcher_, rank_, task, stop, [](ByteReader& in) { return read_result(in); });
  }

 private:
  LeafDispatcher& dispatcher_;
  const int rank_;
};

template <const Rules& R>
class EvaluatingWorker final : public RankWorker {
 public:
  explicit EvaluatingWorker(std::unique_ptr<LeafEvaluator<R>> evaluator) : evaluator_(std::move(evaluator)) {}

  Result<Bytes> search(ByteReader in, const std::atomic<bool>& stop) override {
    const SearchTask task = read_task(in);
    if (!in.ok() || in.left() != 0) return Error{ErrorCode::corrupt, "rank 0 sent what is no order to search"};
    const Result<Position<R>> position = unpack_position<R>(task.position);
    if (!position) return position.error();
    const Result<LeafResult> result = evaluator_->evaluate(*position, task.only, stop);
    if (!result) return result.error();
    Bytes bytes;
    put(bytes, *result);
    return bytes;
  }

 private:
  std::unique_ptr<LeafEvaluator<R>> evaluator_;
};

}  // namespace

template <const Rules& R>
EvaluatorFactory<R> shared_evaluator(LeafDispatcher& dispatcher, const std::vector<int>& threads,
                                     EvaluatorFactory<R> own) {
  return shared_searchers<LeafEvaluator<R>>(threads, std::move(own),
                                            [&dispatcher](int rank) -> std::unique_ptr<LeafEvaluator<R>> {
                                              return std::make_unique<RemoteEvaluator<R>>(dispatcher, rank);
                                            });
}

template <const Rules& R>
Result<void> serve_leaves(Communicator& ranks, const EvaluatorFactory<R>& make, int threads) {
  const RankService service{
      .worker = [&make]() -> std::unique_ptr<RankWorker> { return std::make_unique<EvaluatingWorker<R>>(make()); }};
  return serve_rank_0(ranks, service, threads);
}

#define BOOKENDS_INSTANTIATE(game)                                                                               \
  template EvaluatorFactory<games::game> shared_evaluator<games::game>(LeafDispatcher&, const std::vector<int>&, \
                                                                       EvaluatorFactory<games::game>);           \
  template Result<void> serve_leaves<games::game>(Communicator&, const EvaluatorFactory<games::game>&, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
