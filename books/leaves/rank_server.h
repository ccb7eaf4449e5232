// The side of dispatcher.h that searches: every rank but the first.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

#include "core/base/communicator.h"
#include "core/io/bytes.h"

namespace bookends {

// Used by one thread at a time. The same task gives the same result, whatever was asked before.
class RankWorker {
 public:
  virtual ~RankWorker() = default;
  // When `stop`, which outlives the worker, becomes true, it returns soon, and what it returns is thrown away.
  virtual Result<Bytes> search(ByteReader task, const std::atomic<bool>& stop) = 0;
};

struct RankService {
  std::function<std::unique_ptr<RankWorker>()> worker;   // one for each thread
  std::function<Result<void>(ByteReader news)> learn{};  // called while no worker searches; null: there is no news
};

// Serves rank 0, with so many threads, until all is done. Errors: those of the communicator; limit (not a single thread
// can be started). What a search ends with, or learning, is the business of rank 0.
Result<void> serve_rank_0(Communicator& ranks, const RankService& service, int threads);

}  // namespace bookends
