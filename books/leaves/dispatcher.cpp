#include "books/leaves/dispatcher.h"

#include <chrono>
#include <deque>
#include <new>
#include <string>

#include "core/io/bytes.h"

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

}  // namespace

// While it lives its answer finds it. Made and ended without the lock, used with it.
struct LeafDispatcher::Question {
  explicit Question(LeafDispatcher& dispatcher) : of(dispatcher) {}
  ~Question() {
    const std::lock_guard lock(of.mutex_);
    of.open_.erase(number);
  }
  Question(const Question&) = delete;
  Question& operator=(const Question&) = delete;

  LeafDispatcher& of;
  std::uint64_t number = 0;  // 0: not posed
  std::condition_variable changed;
  std::optional<Result<Bytes>> answer;
};

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

// With the lock. A question that was not sent is none; the answer waits for the lock.
void LeafDispatcher::pose(Question& question, int rank, LeafOrder what, const Bytes& body) {
  const std::uint64_t number = ++last_number_;
  Bytes message = order(what, number);
  message.insert(message.end(), body.begin(), body.end());
  ranks_.send(rank, kLeafTask, std::move(message));
  question.number = number;
  open_[number] = &question;
}

Result<Bytes> LeafDispatcher::ask(int rank, const Bytes& task, const std::atomic<bool>& stop) {
  Question question(*this);
  std::unique_lock lock(mutex_);
  if (broken_) return *broken_;
  pose(question, rank, LeafOrder::search, task);
  while (!question.answer && !broken_ && !stop) question.changed.wait_for(lock, kLookEvery);
  if (question.answer) return std::move(*question.answer);
  if (broken_) return *broken_;
  ranks_.send(rank, kLeafTask, order(LeafOrder::abandon, question.number));
  return interruption();
}

Result<void> LeafDispatcher::tell(const Bytes& news) {
  std::deque<Question> questions;
  std::unique_lock lock(mutex_);
  if (broken_) return *broken_;
  for (int rank = 1; rank < ranks_.size(); ++rank) pose(questions.emplace_back(*this), rank, LeafOrder::learn, news);
  for (Question& question : questions) {
    question.changed.wait(lock, [&] { return question.answer || broken_; });
    if (!question.answer) return *broken_;
    if (!*question.answer) return question.answer->error();
  }
  return {};
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
  ByteReader in(message.bytes);
  const auto number = in.read<std::uint64_t>();
  const bool good = in.read<std::uint8_t>() != 0;
  Bytes result;
  Error error{ErrorCode::io, {}};
  if (good) {
    const auto rest = in.take(in.left());
    result.assign(rest.begin(), rest.end());
  } else {
    error.code = static_cast<ErrorCode>(in.read<std::uint8_t>());
    error.message = "rank " + std::to_string(message.from) + ": " + in.read_text();
  }
  if (!in.ok() || in.left() != 0) return no_result(message.from);
  const std::lock_guard lock(mutex_);
  const auto found = open_.find(number);
  if (found == open_.end()) return {};  // not wanted any more
  found->second->answer = good ? Result<Bytes>(std::move(result)) : Result<Bytes>(std::move(error));
  found->second->changed.notify_one();
  return {};
}

void LeafDispatcher::break_off(const Error& error) {
  const std::lock_guard lock(mutex_);
  broken_ = error;
  for (const auto& [number, question] : open_) question->changed.notify_one();
}

Error no_result(int rank) {
  return {ErrorCode::corrupt, "rank " + std::to_string(rank) + ": sent what is no result of a search"};
}

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

}  // namespace bookends
