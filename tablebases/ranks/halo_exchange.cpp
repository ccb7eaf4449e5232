#include "tablebases/ranks/halo_exchange.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "tablebases/ranks/packed_message.h"
#include "tablebases/ranks/tags.h"
#include "tablebases/solution/raw_bytes.h"

namespace bookends::tables {
namespace {

constexpr std::uint32_t kNoBlock = 0xFFFFFFFF;

enum VoteBit : std::uint8_t { kFound = 1, kStop = 2, kSave = 4 };

void put_vote(RawWriter& out, const Vote& vote) {
  out.value(static_cast<std::uint8_t>((vote.found ? kFound : 0) | (vote.stop ? kStop : 0) | (vote.save ? kSave : 0)));
  out.value(vote.last_event);
}

void add_vote(RawReader& in, Vote& all) {
  std::uint8_t bits = 0;
  std::uint32_t last_event = 0;
  in.value(bits);
  in.value(last_event);
  all.found = all.found || (bits & kFound) != 0;
  all.stop = all.stop || (bits & kStop) != 0;
  all.save = all.save || (bits & kSave) != 0;
  all.last_event = std::max(all.last_event, last_event);
}

}  // namespace

// The vote; then for each set of news the blocks that have any: number, rows, and their words. kNoBlock ends a set.
template <const Rules& R>
Bytes HaloExchange<R>::written(int to, std::span<const News> news, std::span<const std::size_t> first,
                               const Vote& own) const {
  constexpr std::size_t kRow = Layout<R>::kRow;
  Bytes bytes;
  RawWriter out(bytes);
  put_vote(out, own);
  for (const News& set : news) {
    for (const std::uint32_t block : partition_.shown(ranks_.rank(), to)) {
      const std::span<const std::uint64_t> rows = std::as_const(*set.rows).block(block);
      if (!RowSets::any_of(rows)) continue;
      out.value(block);
      out.array(rows.data(), rows.size());
      for (const std::size_t row : RowSets::Rows(rows)) out.array(set.words + first[block] + row * kRow, kRow);
    }
    out.value(kNoBlock);
  }
  return bytes;
}

template <const Rules& R>
bool HaloExchange<R>::read(int from, std::span<const std::byte> message, std::span<const News> news,
                           std::span<const std::size_t> first, Vote& all) const {
  constexpr std::size_t kRow = Layout<R>::kRow;
  RawReader in(message);
  add_vote(in, all);
  const std::span<const std::uint32_t> shown = partition_.shown(from, ranks_.rank());
  for (const News& set : news)
    for (;;) {
      std::uint32_t block = kNoBlock;
      in.value(block);
      if (block == kNoBlock) break;
      if (!std::binary_search(shown.begin(), shown.end(), block)) return false;
      const std::span<std::uint64_t> rows = set.rows->block(block);
      in.array(rows.data(), rows.size());
      if (!set.rows->fits(block)) return false;
      for (const std::size_t row : RowSets::Rows(rows)) in.array(set.words + first[block] + row * kRow, kRow);
    }
  return in.at_end();
}

template <const Rules& R>
Result<Vote> HaloExchange<R>::swap(std::span<const News> news, std::span<const std::size_t> first, const Vote& own) {
  for (int to = 0; to < ranks_.size(); ++to)
    if (to != ranks_.rank()) ranks_.send(to, kTagPly, pack_message(written(to, news, first, own)));
  Vote all = own;
  for (int from = 0; from < ranks_.size(); ++from) {
    if (from == ranks_.rank()) continue;
    const Result<Message> message = ranks_.receive(from, kTagPly, Heed::trouble_only);
    if (!message) return message.error();
    const std::optional<Bytes> unpacked = unpack_message(message->bytes);
    if (!unpacked || !read(from, *unpacked, news, first, all))
      return Error{ErrorCode::corrupt, "rank " + std::to_string(from) + " sent what does not fit this ending"};
  }
  return all;
}

#define BOOKENDS_INSTANTIATE(game) template class HaloExchange<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
