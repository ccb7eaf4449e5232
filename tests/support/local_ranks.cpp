#include "tests/support/local_ranks.h"

#include <chrono>
#include <condition_variable>
#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

namespace bookends::test {
namespace {

// Where all messages lie until they are fetched.
struct Exchange {
  std::mutex mutex;
  std::condition_variable arrived;
  std::vector<std::map<int, std::deque<Message>>> inboxes;  // [to][tag]
  std::vector<bool> ended;
  std::optional<Error> given_up;
  Traffic traffic;
  std::function<bool()> stop;
};

class LocalRank final : public Communicator {
 public:
  LocalRank(Exchange& exchange, int rank, int size) : exchange_(exchange), rank_(rank), size_(size) {}

  int rank() const override { return rank_; }
  int size() const override { return size_; }

  void send(int to, int tag, Bytes bytes) override {
    const std::lock_guard lock(exchange_.mutex);
    ++exchange_.traffic.messages;
    exchange_.traffic.bytes += bytes.size();
    ++traffic_.messages;
    traffic_.bytes += bytes.size();
    exchange_.inboxes[static_cast<std::size_t>(to)][tag].push_back({rank_, std::move(bytes)});
    exchange_.arrived.notify_all();
  }

  Result<Message> receive(int from, int tag, Heed heed) override {
    std::unique_lock lock(exchange_.mutex);
    std::deque<Message>& box = exchange_.inboxes[static_cast<std::size_t>(rank_)][tag];
    for (;;) {
      for (auto at = box.begin(); at != box.end(); ++at)
        if (from == kAnyRank || at->from == from) {
          Message message = std::move(*at);
          box.erase(at);
          return message;
        }
      if (exchange_.given_up) return *exchange_.given_up;
      if (heed == Heed::stop && exchange_.stop()) return Error{ErrorCode::interrupted, "interrupted"};
      if (none_left(from)) return Error{ErrorCode::io, "rank " + std::to_string(from) + " has ended"};
      exchange_.arrived.wait_for(lock, std::chrono::milliseconds(5));
    }
  }

  void give_up(const Error& error) override {
    const std::lock_guard lock(exchange_.mutex);
    if (!exchange_.given_up)
      exchange_.given_up = Error{error.code, "rank " + std::to_string(rank_) + ": " + error.message};
    exchange_.arrived.notify_all();
  }

  Traffic traffic() const override { return traffic_; }

  void end() {
    const std::lock_guard lock(exchange_.mutex);
    exchange_.ended[static_cast<std::size_t>(rank_)] = true;
    exchange_.arrived.notify_all();
  }

 private:
  bool none_left(int from) const {
    if (from != kAnyRank) return exchange_.ended[static_cast<std::size_t>(from)];
    for (int other = 0; other < size_; ++other)
      if (other != rank_ && !exchange_.ended[static_cast<std::size_t>(other)]) return false;
    return true;
  }

  Exchange& exchange_;
  int rank_, size_;
  Traffic traffic_;
};

Traffic& sent_last() {
  static Traffic traffic;
  return traffic;
}

}  // namespace

std::vector<Result<void>> run_ranks(int size, const std::function<Result<void>(Communicator&)>& work,
                                    const std::function<bool()>& stop) {
  Exchange exchange;
  exchange.stop = stop;
  exchange.inboxes.resize(static_cast<std::size_t>(size));
  exchange.ended.assign(static_cast<std::size_t>(size), false);
  std::vector<Result<void>> results(static_cast<std::size_t>(size));
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < size; ++rank)
      threads.emplace_back([&, rank] {
        LocalRank own(exchange, rank, size);
        Result<void> result = work(own);
        if (!result) own.give_up(result.error());
        results[static_cast<std::size_t>(rank)] = std::move(result);
        own.end();
      });
  }
  sent_last() = exchange.traffic;
  return results;
}

Traffic last_traffic() { return sent_last(); }

}  // namespace bookends::test
