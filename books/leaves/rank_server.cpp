#include "books/leaves/rank_server.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <new>
#include <optional>
#include <shared_mutex>
#include <string>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "books/leaves/dispatcher.h"

namespace bookends {
namespace {

constexpr int kDispatcherRank = 0;
constexpr std::chrono::milliseconds kRetryEvery{20};

struct Order {
  LeafOrder what = LeafOrder::end;
  std::uint64_t number = 0;
  Bytes body;  // task or news
};

Result<Order> read_order(const Bytes& bytes) {
  ByteReader in(bytes);
  Order order;
  order.what = static_cast<LeafOrder>(in.read<std::uint8_t>());
  if (order.what != LeafOrder::end) order.number = in.read<std::uint64_t>();
  if (order.what == LeafOrder::search || order.what == LeafOrder::learn) {
    const auto body = in.take(in.left());
    order.body.assign(body.begin(), body.end());
  }
  if (in.ok() && in.left() == 0 && order.what <= LeafOrder::end) return order;
  return Error{ErrorCode::corrupt, "rank 0 sent what is no order to search"};
}

Bytes answer(std::uint64_t number, const Result<Bytes>& result) {
  Bytes bytes;
  put(bytes, number);
  put(bytes, static_cast<std::uint8_t>(result.ok() ? 1 : 0));
  if (result.ok()) {
    bytes.insert(bytes.end(), result->begin(), result->end());
  } else {
    put(bytes, static_cast<std::uint8_t>(result.error().code));
    put_text(bytes, result.error().message);
  }
  return bytes;
}

class RankServer {
 public:
  RankServer(Communicator& ranks, const RankService& service, int threads)
      : ranks_(ranks), service_(service), workers_(static_cast<std::size_t>(threads)) {
    for (Worker& worker : workers_) worker.own = service.worker();
  }
  ~RankServer() { finish(); }

  Result<void> run() {
    if (!start()) return Error{ErrorCode::limit, "the system refuses to start a thread"};
    for (;;) {
      const Result<Message> message = ranks_.receive(kDispatcherRank, kLeafTask);
      if (!message) return message.error();
      Result<Order> order = read_order(message->bytes);
      if (!order) return order.error();
      if (order->what == LeafOrder::end) break;
      if (order->what == LeafOrder::search) enqueue(std::move(*order));
      if (order->what == LeafOrder::learn) learn(*order);
      if (order->what == LeafOrder::abandon) abandon(order->number);
    }
    finish();
    ranks_.send(kDispatcherRank, kLeafAnswer, {});
    return {};
  }

 private:
  // Its search and the flag that stops it; the number of the search, 0 for none.
  struct Worker {
    std::unique_ptr<RankWorker> own;
    std::atomic<bool> stop{false};
    std::uint64_t number = 0;
  };

  // As everywhere, fewer threads than wanted are no error.
  bool start() {
    try {
      for (Worker& worker : workers_) threads_.emplace_back([this, &worker] { work(worker); });
    } catch (const std::system_error&) {
    }
    return !threads_.empty();
  }

  void enqueue(Order order) {
    const std::lock_guard lock(mutex_);
    orders_.push_back(std::move(order));
    changed_.notify_one();
  }

  void learn(const Order& order) {
    Result<void> learned;
    if (service_.learn) {
      const std::unique_lock lock(knowledge_);
      learned = service_.learn(ByteReader(order.body));
    }
    ranks_.send(kDispatcherRank, kLeafAnswer,
                answer(order.number, learned ? Result<Bytes>(Bytes()) : Result<Bytes>(learned.error())));
  }

  void abandon(std::uint64_t number) {
    const std::lock_guard lock(mutex_);
    std::erase_if(orders_, [&](const Order& order) { return order.number == number; });
    for (Worker& worker : workers_)
      if (worker.number == number) worker.stop = true;
  }

  void finish() {
    {
      const std::lock_guard lock(mutex_);
      finished_ = true;
      for (Worker& worker : workers_) worker.stop = true;
      changed_.notify_all();
    }
    threads_.clear();  // joins
  }

  std::optional<Order> next(Worker& worker) {
    std::unique_lock lock(mutex_);
    worker.number = 0;
    changed_.wait(lock, [&] { return finished_ || !orders_.empty(); });
    if (finished_) return std::nullopt;
    Order order = std::move(orders_.front());
    orders_.pop_front();
    worker.number = order.number;
    worker.stop = false;
    return order;
  }

  void work(Worker& worker) {
    while (const std::optional<Order> order = next(worker)) {
      const Result<Bytes> result = search(worker, order->body);
      if (worker.stop || send(order->number, result)) continue;
      // Rank 0 waits for a word, so it gets one as soon as there is memory for so little.
      while (!worker.stop && !send(order->number, Error{ErrorCode::limit, "out of memory"}))
        std::this_thread::sleep_for(kRetryEvery);
    }
  }

  // False: there was no memory for it.
  bool send(std::uint64_t number, const Result<Bytes>& result) try {
    ranks_.send(kDispatcherRank, kLeafAnswer, answer(number, result));
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }

  Result<Bytes> search(Worker& worker, const Bytes& task) try {
    const std::shared_lock lock(knowledge_);
    return worker.own->search(ByteReader(task), worker.stop);
  } catch (const std::bad_alloc&) {  // which would end the process, and with it the job
    return Error{ErrorCode::limit, "out of memory"};
  }

  Communicator& ranks_;
  const RankService& service_;
  std::vector<Worker> workers_;
  std::shared_mutex knowledge_;  // of the workers; those that search share it
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Order> orders_;
  bool finished_ = false;
  std::vector<std::jthread> threads_;
};

}  // namespace

Result<void> serve_rank_0(Communicator& ranks, const RankService& service, int threads) {
  return RankServer(ranks, service, threads).run();
}

}  // namespace bookends
