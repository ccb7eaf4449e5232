// The dispatcher of searches that ranks share (core/base/communicator.h). Leaves are what is still to be searched: of a
// book positions, of a proof places of its plan. Rank 0 knows what comes next: its dispatcher sends the others tasks
// and takes the results. Every other rank serves until it is told that all is done (rank_server.h). What tasks and
// results are is the business of those who use it; here they are bytes.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/communicator.h"
#include "core/io/bytes.h"

namespace bookends {

// Tags of the messages. Those of shared searches are from here to 9 more.
enum LeafTag : int { kLeafAgreement = 100, kLeafTask, kLeafAnswer };

// How a message to a rank that serves begins. A number is that of a question.
enum class LeafOrder : std::uint8_t {
  search,   // u64 number, task
  learn,    // u64 number, news
  abandon,  // u64 number
  end
};

// On rank 0. What it asks of the communicator it asks from several threads: sends from any, receives from its own.
class LeafDispatcher {
 public:
  explicit LeafDispatcher(Communicator& ranks);
  ~LeafDispatcher();  // as end(), without a word on how it went
  LeafDispatcher(const LeafDispatcher&) = delete;
  LeafDispatcher& operator=(const LeafDispatcher&) = delete;

  // Has that rank search, and waits. Any number of threads. Errors: what the search ended with there, named by the
  // rank; those of the communicator; interrupted, soon after `stop` became true.
  Result<Bytes> ask(int rank, const Bytes& task, const std::atomic<bool>& stop);

  // Tells all others what searches have to know from now on, and waits until they know it. Errors: as ask().
  Result<void> tell(const Bytes& news);

  // Tells the others that all is done, and waits until they have heard it.
  Result<void> end();

 private:
  struct Question;

  void pose(Question& question, int rank, LeafOrder what, const Bytes& body);
  void listen();
  Result<void> take(const Message& message);
  void break_off(const Error& error);

  Communicator& ranks_;
  std::mutex mutex_;
  std::uint64_t last_number_ = 0;
  std::unordered_map<std::uint64_t, Question*> open_;
  std::optional<Error> broken_;
  int told_ = 1;           // the ranks below have been told that all is done
  std::jthread listener_;  // the last, as it uses all others
};

// What a rank has sent in place of a result.
Error no_result(int rank);

// Asks, and reads the result by `read(ByteReader&)`. Errors also: corrupt (it is none).
template <class Read>
auto ask_for(LeafDispatcher& dispatcher, int rank, const Bytes& task, const std::atomic<bool>& stop, Read&& read)
    -> Result<decltype(read(std::declval<ByteReader&>()))> {
  const Result<Bytes> bytes = dispatcher.ask(rank, task, stop);
  if (!bytes) return bytes.error();
  ByteReader in(*bytes);
  auto result = read(in);
  if (!in.ok() || in.left() != 0) return no_result(rank);
  return result;
}

// The ranks in turns, each as often as it has threads.
std::vector<int> in_turns(const std::vector<int>& threads);

// Makes searchers of rank 0 (`own`) and of the others (`remote`), in turns: `threads` by rank.
template <class Searcher>
std::function<std::unique_ptr<Searcher>()> shared_searchers(const std::vector<int>& threads,
                                                            std::function<std::unique_ptr<Searcher>()> own,
                                                            std::function<std::unique_ptr<Searcher>(int rank)> remote) {
  auto next = std::make_shared<std::size_t>(0);
  return [turns = in_turns(threads), own = std::move(own), remote = std::move(remote), next] {
    const int rank = turns[(*next)++ % turns.size()];
    return rank == 0 ? own() : remote(rank);
  };
}

}  // namespace bookends
