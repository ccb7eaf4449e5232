#include "core/base/communicator.h"

namespace bookends {

Result<std::vector<Bytes>> gather_on_all(Communicator& ranks, int tag, Bytes own, Heed heed) {
  for (int to = 0; to < ranks.size(); ++to)
    if (to != ranks.rank()) ranks.send(to, tag, own);
  std::vector<Bytes> all(static_cast<std::size_t>(ranks.size()));
  for (int from = 0; from < ranks.size(); ++from) {
    if (from == ranks.rank()) continue;
    Result<Message> message = ranks.receive(from, tag, heed);
    if (!message) return message.error();
    all[static_cast<std::size_t>(from)] = std::move(message->bytes);
  }
  all[static_cast<std::size_t>(ranks.rank())] = std::move(own);
  return all;
}

}  // namespace bookends
