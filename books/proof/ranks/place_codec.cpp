#include "books/proof/ranks/place_codec.h"

#include <cstdint>
#include <utility>

#include "books/work/codec.h"

namespace bookends {

namespace {

constexpr std::size_t kSolvedBytes = sizeof(Key) + 2 * sizeof(std::uint16_t);

void put_entries(std::vector<std::byte>& out, std::span<const SolvedEntry> entries) {
  put(out, static_cast<std::uint64_t>(entries.size()));
  for (const SolvedEntry& entry : entries) {
    put(out, entry.key);
    put(out, entry.step.move.bits());
    put(out, entry.step.distance);
  }
}

// How many follow, of so many bytes each; none where there are fewer than that.
std::size_t read_count(ByteReader& in, std::size_t bytes) {
  const auto count = in.read<std::uint64_t>();
  if (count <= in.left() / bytes) return static_cast<std::size_t>(count);
  in.take(in.left() + 1);  // it is not ok any more
  return 0;
}

std::vector<SolvedEntry> read_entries(ByteReader& in) {
  std::vector<SolvedEntry> entries(read_count(in, kSolvedBytes));
  for (SolvedEntry& entry : entries) {
    entry.key = in.read<Key>();
    entry.step.move = Move::from_bits(in.read<std::uint16_t>());
    entry.step.distance = in.read<std::uint16_t>();
  }
  return entries;
}

}  // namespace

void put(std::vector<std::byte>& out, const PlaceTask& task) {
  put(out, SearchTask{task.position, task.only});
  put(out, static_cast<std::uint16_t>(task.score));
  put(out, static_cast<std::uint8_t>(task.look));
}

PlaceTask read_place_task(ByteReader& in) {
  SearchTask search = read_task(in);
  const auto score = static_cast<std::int16_t>(in.read<std::uint16_t>());
  return {search.position, std::move(search.only), score, in.read<std::uint8_t>()};
}

void put(std::vector<std::byte>& out, const PlaceResult& result) {
  put(out, static_cast<std::uint8_t>(result.proved ? 1 : 0));
  put_entries(out, result.found);
  put(out, static_cast<std::uint16_t>(result.candidates.size()));
  for (const Candidate& c : result.candidates) {
    put(out, c.move.bits());
    put(out, static_cast<std::uint16_t>(c.score));
  }
  put(out, static_cast<std::uint64_t>(result.replies.size()));
  for (const ReplyScore& reply : result.replies) {
    put(out, reply.key);
    put(out, static_cast<std::uint16_t>(reply.score));
  }
  put(out, static_cast<std::uint64_t>(result.cpu_elsewhere.count()));
}

PlaceResult read_place_result(ByteReader& in) {
  PlaceResult result;
  result.proved = in.read<std::uint8_t>() != 0;
  result.found = read_entries(in);
  const auto candidates = in.read<std::uint16_t>();
  for (int i = 0; i < candidates && in.ok(); ++i) {
    const Move move = Move::from_bits(in.read<std::uint16_t>());
    result.candidates.push_back({move, static_cast<std::int16_t>(in.read<std::uint16_t>())});
  }
  result.replies.resize(read_count(in, sizeof(Key) + sizeof(std::uint16_t)));
  for (ReplyScore& reply : result.replies) {
    reply.key = in.read<Key>();
    reply.score = static_cast<std::int16_t>(in.read<std::uint16_t>());
  }
  result.cpu_elsewhere = std::chrono::microseconds(in.read<std::uint64_t>());
  return result;
}

void put(std::vector<std::byte>& out, const PlanNews& news) {
  put(out, static_cast<std::uint64_t>(news.planned.size()));
  for (const Key key : news.planned) put(out, key);
  put_entries(out, news.solved);
}

ReadNews read_news(ByteReader& in) {
  ReadNews news;
  news.planned.resize(read_count(in, sizeof(Key)));
  for (Key& key : news.planned) key = in.read<Key>();
  news.solved = read_entries(in);
  return news;
}

}  // namespace bookends
