#include "books/leaves/dispatcher.h"

#include <chrono>
#include <functional>
#include <memory>
#include <new>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "books/work/codec.h"
#include "books/work/positions.h"

namespace bookends {
namespace {

// How often who waits for an answer looks whether it is still wanted.
constexpr std::chrono::milliseconds kLookEvery{20};

Bytes order(LeafOrder what) { return {static_cast<std::byte>(what)}; }

Bytes order(LeafOrder what, std::uint64_t number) {
  Bytes bytes = order(what);
  put(bytes, number);
  return bytes;
}

Error interruption() { return {ErrorCode::interrupted, "interrupted"}; }

template <const Rules& R>
class RemoteEvaluator final : public LeafEvaluator<R> {
 public:
  RemoteEvaluator(LeafDispatcher& dispatcher, int rank) : dispatcher_(dispatcher), rank_(rank) {}

  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    return dispatcher_.ask(rank_, {packed(position), {only.begin(), only.end()}}, stop);
  }

 private:
  LeafDispatcher& dispatcher_;
  const int rank_;
};

// The ranks in turns, each as often as it has threads.
std::vector<int> in_turns(const std::vector<int>& threads) {
  std::vector<int> turns;
  bool more = true;
  for (int round = 0; more; ++round) {
    more = false;
    for (std::size_t rank = 0; rank < threads.size(); ++rank) {
      if (threads[rank] <= round) continue;
      turns.push_back(static_cast<int>(rank));
      more = true;
    }
  }
  return turns;
}

}  // namespace

LeafDispatcher::LeafDispatcher(Communicator& ranks) : ranks_(ranks), listener_([this] { listen(); }) {}

// The listener ends when all have heard of it: without memory for that word it is tried until there is some.
LeafDispatcher::~LeafDispatcher() {
  while (true) {
    try {
      static_cast<void>(end());
      return;
    } catch (const std::bad_alloc&) {
      std::this_thread::sleep_for(kLookEvery);
    }
  }
}

Result<LeafResult> LeafDispatcher::ask(int rank, const SearchTask& task, const std::atomic<bool>& stop) {
  Question question;
  std::unique_lock lock(mutex_);
  if (broken_) return *broken_;
  const std::uint64_t number = ++last_number_;
  Bytes message = order(LeafOrder::search, number);
  put(message, task);
  ranks_.send(rank, kLeafTask, std::move(message));
  // Nothing is thrown from here until it is out of the list again; the answer waits for the lock.
  open_[number] = &question;
  while (!question.answer && !broken_ && !stop) question.changed.wait_for(lock, kLookEvery);
  open_.erase(number);
  if (question.answer) return std::move(*question.answer);
  if (broken_) return *broken_;
  ranks_.send(rank, kLeafTask, order(LeafOrder::abandon, number));
  return interruption();
}

// Every rank says that it has heard of the end: an empty answer.
Result<void> LeafDispatcher::end() {
  {
    const std::lock_guard lock(mutex_);
    for (; told_ < ranks_.size(); ++told_) ranks_.send(told_, kLeafTask, order(LeafOrder::end));
  }
  if (listener_.joinable()) listener_.join();
  return broken_ ? Result<void>(*broken_) : Result<void>();
}

void LeafDispatcher::listen() try {
  for (int serving = ranks_.size() - 1; serving > 0;) {
    const Result<Message> message = ranks_.receive(kAnyRank, kLeafAnswer);
    if (!message) return break_off(message.error());
    if (message->bytes.empty()) {
      --serving;
    } else if (const Result<void> taken = take(*message); !taken) {
      return break_off(taken.error());
    }
  }
} catch (const std::bad_alloc&) {  // which would end the program; a text this short takes no memory
  break_off({ErrorCode::limit, "out of memory"});
}

Result<void> LeafDispatcher::take(const Message& message) {
  const std::string sender = "rank " + std::to_string(message.from);
  ByteReader in(message.bytes);
  const auto number = in.read<std::uint64_t>();
  const bool good = in.read<std::uint8_t>() != 0;
  LeafResult result;
  Error error{ErrorCode::io, {}};
  if (good) {
    result = read_result(in);
  } else {
    error.code = static_cast<ErrorCode>(in.read<std::uint8_t>());
    error.message = sender + ": " + in.read_text();
  }
  if (!in.ok() || in.left() != 0) return Error{ErrorCode::corrupt, sender + ": sent what is no result of a search"};
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(number);
  if (found == open_.end()) return {};  // not wanted any more
  found->second->answer = good ? Result<LeafResult>(std::move(result)) : Result<LeafResult>(std::move(error));
  found->second->changed.notify_one();
  return {};
}

void LeafDispatcher::break_off(const Error& error) {
  const std::lock_guard lock(mutex_);
  broken_ = error;
  for (const auto& [number, question] : open_) question->changed.notify_one();
}

template <const Rules& R>
EvaluatorFactory<R> shared_evaluator(LeafDispatcher& dispatcher, std::vector<int> threads, EvaluatorFactory<R> own) {
  auto next = std::make_shared<std::size_t>(0);
  return [&dispatcher, turns = in_turns(threads), own = std::move(own), next]() -> std::unique_ptr<LeafEvaluator<R>> {
    const int rank = turns[(*next)++ % turns.size()];
    if (rank == 0) return own();
    return std::make_unique<RemoteEvaluator<R>>(dispatcher, rank);
  };
}

#define BOOKENDS_INSTANTIATE(game)                                                                        \
  template EvaluatorFactory<games::game> shared_evaluator<games::game>(LeafDispatcher&, std::vector<int>, \
                                                                       EvaluatorFactory<games::game>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
