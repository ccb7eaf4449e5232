#include "books/work/codec.h"

#include <cstdint>

namespace bookends {

namespace {

void put_moves(std::vector<std::byte>& out, const std::vector<Move>& moves) {
  put(out, static_cast<std::uint16_t>(moves.size()));
  for (const Move m : moves) put(out, m.bits());
}

std::vector<Move> read_moves(ByteReader& in) {
  std::vector<Move> moves;
  const auto count = in.read<std::uint16_t>();
  for (int i = 0; i < count && in.ok(); ++i) moves.push_back(Move::from_bits(in.read<std::uint16_t>()));
  return moves;
}

}  // namespace

void put(std::vector<std::byte>& out, const SearchTask& task) {
  for (const std::uint8_t b : task.position.bytes) out.push_back(static_cast<std::byte>(b));
  put_moves(out, task.only);
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
  task.only = read_moves(in);
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

void put(std::vector<std::byte>& out, const TrialTask& task) {
  put(out, task.number);
  put(out, task.max_ply);
}

void put(std::vector<std::byte>& out, const TrialResult& result) {
  put(out, result.points);
  put_moves(out, result.moves);
}

TrialTask read_trial_task(ByteReader& in) {
  TrialTask task;
  task.number = in.read<std::uint32_t>();
  task.max_ply = in.read<std::uint32_t>();
  return task;
}

TrialResult read_trial_result(ByteReader& in) {
  TrialResult result;
  result.points = in.read<std::uint16_t>();
  result.moves = read_moves(in);
  return result;
}

}  // namespace bookends
