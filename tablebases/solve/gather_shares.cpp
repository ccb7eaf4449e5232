// The shares of an ending, put together on one rank.
#include <algorithm>
#include <cstring>

#include "tablebases/ranks/packed_message.h"
#include "tablebases/ranks/partition.h"
#include "tablebases/ranks/tags.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {
namespace {

constexpr std::size_t kPiece = std::size_t{16} << 20;  // bytes of a message before compression, at least one pair
constexpr int kAhead = 2;                              // messages that a rank may send before it is asked for more

template <class T>
SolvedArray<T> zeros(std::uint64_t size, const std::filesystem::path& folder, T) {
  return size != 0 && !folder.empty() ? SolvedArray<T>(size, ArrayMemory<T>(folder)) : SolvedArray<T>(size);
}

std::uint64_t bytes_of_number(Solution& own) {
  std::uint64_t bytes = 0;
  for_arrays(own, [&](auto& array) { bytes += array.empty() ? 0 : sizeof(array[0]); });
  return bytes;
}

Result<void> check_room(const std::filesystem::path& folder, std::uint64_t needed) {
  std::error_code unknown;
  const auto room = std::filesystem::space(folder, unknown);
  if (folder.empty() || unknown || room.available >= needed) return {};
  return Error{ErrorCode::io, folder.string() + ": an ending that is shared needs " + std::to_string(needed >> 20) +
                                  " MiB there until its table is written, and " + std::to_string(room.available >> 20) +
                                  " MiB are free"};
}

template <const Rules& R>
class Gathering {
 public:
  Gathering(const Ending& ending, Communicator& ranks)
      : index_(ending), layout_(index_), partition_(layout_, ranks.size()), ranks_(ranks) {}

  // Codes come to the keeper in the order in which they lie here, array after array.
  Result<void> send(Solution& own, int keeper) {
    Result<void> sent;
    std::uint64_t count = 0;
    for_arrays(own, [&](auto& array) {
      const std::span<const std::byte> bytes = std::as_bytes(std::span(array));
      const std::size_t step = piece(sizeof(array[0]));
      for (std::size_t at = 0; at < bytes.size() && sent; at += step) {
        if (count++ >= kAhead)
          if (const Result<Message> more = ranks_.receive(keeper, kTagNextCodes); !more) sent = more.error();
        const std::span<const std::byte> part = bytes.subspan(at, std::min(step, bytes.size() - at));
        if (sent) ranks_.send(keeper, kTagCodes, pack_message({part.begin(), part.end()}));
      }
    });
    // What was asked for beyond the end.
    for (int left = static_cast<int>(std::min<std::uint64_t>(count, kAhead)); left > 0 && sent; --left)
      if (const Result<Message> more = ranks_.receive(keeper, kTagNextCodes); !more) sent = more.error();
    return sent;
  }

  // `own` becomes `whole` here; those of other ranks come by messages.
  Result<void> take(Solution& own, Solution& whole) {
    for (int rank = 0; rank < ranks_.size(); ++rank)
      if (const Result<void> taken = rank == ranks_.rank() ? take_own(own, whole) : take_from(rank, whole); !taken)
        return taken;
    return {};
  }

 private:
  // Whole pairs of numbers of so many bytes each.
  std::size_t piece(std::size_t width) const {
    const std::size_t pair = index_.inner() * width;
    return std::max<std::size_t>(1, kPiece / pair) * pair;
  }

  Result<void> take_own(Solution& own, Solution& whole) {
    std::vector<std::span<const std::byte>> arrays;
    for_arrays(own, [&](auto& array) { arrays.push_back(std::as_bytes(std::span(array))); });
    std::size_t next = 0;
    for_arrays(whole, [&](auto& array) { put(ranks_.rank(), 0, arrays[next++], array); });
    own = {};
    return {};
  }

  Result<void> take_from(int rank, Solution& whole) {
    Result<void> taken;
    for_arrays(whole, [&](auto& array) {
      const std::size_t bytes = array.empty() ? 0 : partition_.codes(rank) * sizeof(array[0]);
      for (std::size_t at = 0; at < bytes && taken;) {
        const Result<Message> message = ranks_.receive(rank, kTagCodes);
        if (!message) {
          taken = message.error();
          return;
        }
        ranks_.send(rank, kTagNextCodes, {});
        const std::optional<Bytes> part = unpack_message(message->bytes);
        if (!part || part->empty() || part->size() > bytes - at ||
            part->size() % (index_.inner() * sizeof(array[0])) != 0)
          taken = Error{ErrorCode::corrupt, "rank " + std::to_string(rank) + " sent codes that do not fit"};
        else
          put(rank, at / sizeof(array[0]) / index_.inner(), *part, array);
        at += part ? part->size() : 0;
      }
    });
    return taken;
  }

  // `first`: how many pairs of the rank, in all slices, come before.
  template <class T>
  void put(int rank, std::uint64_t first, std::span<const std::byte> bytes, SolvedArray<T>& array) const {
    const std::size_t pair_bytes = index_.inner() * sizeof(T);
    const auto own = partition_.own(rank);
    for (std::size_t at = 0; at < bytes.size(); at += pair_bytes, ++first) {
      const std::uint64_t number = first / own.size() * index_.pairs() + own[first % own.size()];
      std::memcpy(array.data() + number * index_.inner(), bytes.data() + at, pair_bytes);
    }
  }

  PlacementIndex<R> index_;
  Layout<R> layout_;
  Partition<R> partition_;
  Communicator& ranks_;
};

}  // namespace

template <const Rules& R>
Result<Solution> gather_shares(Solution own, Communicator& ranks, int keeper, const std::filesystem::path& folder) {
  if (ranks.size() == 1) return own;
  Gathering<R> gathering(own.ending, ranks);
  Solution whole;
  whole.ending = own.ending;
  if (ranks.rank() != keeper) {
    const Result<void> sent = gathering.send(own, keeper);
    return sent ? Result<Solution>(std::move(whole)) : sent.error();
  }
  const std::uint64_t size = PlacementIndex<R>(own.ending).size();
  if (const Result<void> room = check_room(folder, size * bytes_of_number(own)); !room) return room.error();
  for (std::size_t side = 0; side < 2; ++side) {
    whole.dtm[side] = zeros(own.dtm[side].empty() ? 0 : size, folder, DtmCode{});
    whole.dtz[side] = zeros(own.dtz[side].empty() ? 0 : size, folder, DtzCode{});
    whole.hints[side] = zeros(own.hints[side].empty() ? 0 : size, folder, std::uint8_t{});
  }
  const Result<void> taken = gathering.take(own, whole);
  return taken ? Result<Solution>(std::move(whole)) : taken.error();
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Solution> gather_shares<games::game>(Solution, Communicator&, int, const std::filesystem::path&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
