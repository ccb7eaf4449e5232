#include "books/leaf_codec.h"

#include <cstdint>

namespace bookends {

void put(std::vector<std::byte>& out, const SearchTask& task) {
  for (const std::uint8_t b : task.position.bytes) out.push_back(static_cast<std::byte>(b));
  put(out, static_cast<std::uint16_t>(task.only.size()));
  for (const Move m : task.only) put(out, m.bits());
}

void put(std::vector<std::byte>& out, const LeafResult& result) {
  put(out, static_cast<std::uint8_t>(result.state));
  put(out, result.depth);
  put(out, static_cast<std::uint16_t>(result.exact));
  put(out, static_cast<std::uint16_t>(result.candidates.size()));
  for (const Candidate& c : result.candidates) {
    put(out, c.move.bits());
    put(out, static_cast<std::uint16_t>(c.score));
  }
}

SearchTask read_task(ByteReader& in) {
  SearchTask task;
  for (std::uint8_t& b : task.position.bytes) b = in.read<std::uint8_t>();
  const auto moves = in.read<std::uint16_t>();
  for (int i = 0; i < moves && in.ok(); ++i) task.only.push_back(Move::from_bits(in.read<std::uint16_t>()));
  return task;
}

LeafResult read_result(ByteReader& in) {
  LeafResult result;
  result.state = static_cast<NodeState>(in.read<std::uint8_t>());
  result.depth = in.read<std::uint8_t>();
  result.exact = static_cast<std::int16_t>(in.read<std::uint16_t>());
  const auto candidates = in.read<std::uint16_t>();
  for (int i = 0; i < candidates && in.ok(); ++i) {
    const Move move = Move::from_bits(in.read<std::uint16_t>());
    result.candidates.push_back({move, static_cast<std::int16_t>(in.read<std::uint16_t>())});
  }
  return result;
}

}  // namespace bookends
