// The shares of an ending, put together on one rank.
#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "tablebases/ranks/packed_message.h"
#include "tablebases/ranks/partition.h"
#include "tablebases/ranks/tags.h"
#include "tablebases/solve/solve.h"

namespace bookends::tables {
namespace {

constexpr std::size_t kPiece = std::size_t{16} << 20;  // bytes of a message before compression, at least one pair
constexpr int kAhead = 2;                              // messages that a rank may send before it is asked for more

using Hints = SolvedArray<std::uint8_t>;

std::uint64_t bytes_of_number(Solution& own) {
  std::uint64_t bytes = own.hints[0].empty() ? 0 : 2;
  for_codes(own, [&](const CodeArray& codes) { bytes += codes.empty() ? 0 : 1; });
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

// Messages to the keeper, of which a few may be on their way.
class Sending {
 public:
  Sending(Communicator& ranks, int keeper) : ranks_(ranks), keeper_(keeper) {}

  void send(const Bytes& bytes) {
    if (sent_ && count_++ >= kAhead) wait();
    if (sent_) ranks_.send(keeper_, kTagCodes, pack_message(bytes));
  }
  void send_in_pieces(std::span<const std::uint8_t> array, std::size_t piece) {
    const std::span<const std::byte> bytes = std::as_bytes(array);
    for (std::size_t at = 0; at < bytes.size() && sent_; at += piece) {
      const auto part = bytes.subspan(at, std::min(piece, bytes.size() - at));
      send({part.begin(), part.end()});
    }
  }
  // What was asked for beyond the end.
  Result<void> finish() {
    for (int left = std::min(count_, kAhead); left > 0 && sent_; --left) wait();
    return sent_;
  }

 private:
  void wait() {
    if (const Result<Message> more = ranks_.receive(keeper_, kTagNextCodes); !more) sent_ = more.error();
  }

  Communicator& ranks_;
  int keeper_;
  int count_ = 0;
  Result<void> sent_;
};

template <const Rules& R>
class Gathering {
 public:
  Gathering(const Ending& ending, Communicator& ranks)
      : index_(ending), layout_(index_), partition_(layout_, ranks.size()), ranks_(ranks) {}

  // Codes come to the keeper in the order in which they lie here, array after array, each after its keys.
  Result<void> send(Solution& own, int keeper) {
    Sending sending(ranks_, keeper);
    for_codes(own, [&](const CodeArray& codes) {
      if (codes.empty()) return;
      Bytes keys;
      codes.write_keys(keys);
      sending.send(keys);
      sending.send_in_pieces(codes.places(), piece());
    });
    for (const Hints& hints : own.hints) sending.send_in_pieces(hints, piece());
    return sending.finish();
  }

  // `own` becomes `whole` here; those of other ranks come by messages.
  Result<void> take(Solution& own, Solution& whole) {
    for (int rank = 0; rank < ranks_.size(); ++rank)
      if (const Result<void> taken = rank == ranks_.rank() ? take_own(own, whole) : take_from(rank, whole); !taken)
        return taken;
    for_codes(whole, [](CodeArray& codes) { codes.settle(); });
    return {};
  }

 private:
  // Whole pairs.
  std::size_t piece() const { return std::max<std::size_t>(1, kPiece / index_.inner()) * index_.inner(); }

  Result<void> take_own(Solution& own, Solution& whole) {
    const int rank = ranks_.rank();
    for (const std::size_t side : {0, 1}) {
      put_codes(rank, 0, own.dtm[side], std::as_bytes(std::span(own.dtm[side].places())), whole.dtm[side]);
      put_codes(rank, 0, own.dtz[side], std::as_bytes(std::span(own.dtz[side].places())), whole.dtz[side]);
      put_hints(rank, 0, std::as_bytes(std::span(own.hints[side])), whole.hints[side]);
    }
    own = {};
    return {};
  }

  Result<void> take_from(int rank, Solution& whole) {
    Result<void> taken;
    for_codes(whole, [&](CodeArray& codes) {
      if (codes.empty() || !taken) return;
      const Result<Bytes> keys = receive(rank);
      CodeArray sent(0);
      if (!keys || !sent.read_keys(*keys)) {
        taken = keys ? unfit(rank) : keys.error();
        return;
      }
      taken = take_pieces(rank, [&](std::uint64_t first, std::span<const std::byte> places) {
        put_codes(rank, first, sent, places, codes);
      });
    });
    for (Hints& hints : whole.hints)
      if (!hints.empty() && taken)
        taken = take_pieces(
            rank, [&](std::uint64_t first, std::span<const std::byte> part) { put_hints(rank, first, part, hints); });
    return taken;
  }

  Error unfit(int rank) const {
    return {ErrorCode::corrupt, "rank " + std::to_string(rank) + " sent codes that do not fit"};
  }

  Result<Bytes> receive(int rank) {
    const Result<Message> message = ranks_.receive(rank, kTagCodes);
    if (!message) return message.error();
    ranks_.send(rank, kTagNextCodes, {});
    std::optional<Bytes> bytes = unpack_message(message->bytes);
    return bytes ? Result<Bytes>(std::move(*bytes)) : unfit(rank);
  }

  // Calls f(how many pairs of the rank, in all slices, come before; a byte for each number) for an array in pieces.
  template <class F>
  Result<void> take_pieces(int rank, F&& f) {
    const std::uint64_t size = partition_.codes(rank);
    for (std::uint64_t at = 0; at < size;) {
      const Result<Bytes> part = receive(rank);
      if (!part) return part.error();
      if (part->empty() || part->size() > size - at || part->size() % index_.inner() != 0) return unfit(rank);
      f(at / index_.inner(), *part);
      at += part->size();
    }
    return {};
  }

  // Calls f(number in the whole, number of the rank, at which byte) for each pair that the bytes have.
  template <class F>
  void for_pairs(int rank, std::uint64_t first, std::size_t bytes, F&& f) const {
    const auto own = partition_.own(rank);
    for (std::size_t at = 0; at < bytes; at += index_.inner(), ++first)
      f((first / own.size() * index_.pairs() + own[first % own.size()]) * index_.inner(), first * index_.inner(), at);
  }

  void put_hints(int rank, std::uint64_t first, std::span<const std::byte> bytes, Hints& to) const {
    for_pairs(rank, first, bytes.size(), [&](std::uint64_t number, std::uint64_t, std::size_t at) {
      std::memcpy(to.data() + number, bytes.data() + at, index_.inner());
    });
  }

  // Each rank has places of its own: `keys` says what they mean.
  void put_codes(int rank, std::uint64_t first, const CodeArray& keys, std::span<const std::byte> places,
                 CodeArray& to) const {
    if (places.empty()) return;
    std::array<CodeArray::Place, CodeArray::kPlaces> here{};
    for (std::size_t place = 0; place < CodeArray::kPlaces; ++place)
      here[place] = place < keys.taken() ? to.place_of(keys.meaning()[place]) : CodeArray::kLate;
    for_pairs(rank, first, places.size(), [&](std::uint64_t number, std::uint64_t there, std::size_t at) {
      for (std::uint64_t i = 0; i < index_.inner(); ++i) {
        const auto place = std::to_integer<CodeArray::Place>(places[at + i]);
        to.places()[number + i] = here[place];
        if (here[place] == CodeArray::kLate)
          to.list_late(number + i, place == CodeArray::kLate ? keys.late_code(there + i) : keys.meaning()[place]);
      }
    });
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
    if (!own.dtm[side].empty()) whole.dtm[side] = CodeArray(size, folder);
    if (!own.dtz[side].empty()) whole.dtz[side] = CodeArray(size, folder);
    if (own.hints[side].empty()) continue;
    whole.hints[side] = folder.empty() ? Hints(size) : Hints(size, ArrayMemory<std::uint8_t>(folder));
  }
  const Result<void> taken = gathering.take(own, whole);
  return taken ? Result<Solution>(std::move(whole)) : taken.error();
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Solution> gather_shares<games::game>(Solution, Communicator&, int, const std::filesystem::path&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
