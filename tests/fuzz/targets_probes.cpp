// What is asked again and again while something else goes on: a Polyglot book that is played from, and blocks of tables
// where there is no libzstd.
#include <zstd.h>

#include <algorithm>
#include <string>
#include <vector>

#include "books/probe/known_moves.h"
#include "books/probe/polyglot_book.h"
#include "core/io/bytes.h"
#include "core/rules/games.h"
#include "tablebases/zstd/frame.h"
#include "tests/fuzz/require.h"
#include "tests/fuzz/targets.h"

namespace bookends::test {
namespace {

// The start and what stands after each of its moves.
template <const Rules& R>
std::vector<Position<R>> asked_positions() {
  std::vector<Position<R>> asked{Position<R>::start()};
  for (const Move move : asked.front().legal_moves()) {
    asked.push_back(asked.front());
    asked.back().play(move);
  }
  return asked;
}

std::uint64_t key_in(const std::byte* entry) {
  std::uint64_t key = 0;
  for (std::size_t i = 0; i < 8; ++i) key = key << 8 | std::to_integer<std::uint64_t>(entry[i]);
  return key;
}

// Entries of a file with keys that are asked for, in their order: no dice would come upon one. Some keys stay.
template <const Rules& R>
std::vector<std::byte> with_known_keys(FuzzInput input, const std::vector<Position<R>>& asked) {
  std::vector<std::vector<std::byte>> entries;
  for (std::size_t at = 0; at + polyglot::kEntryBytes <= input.size(); at += polyglot::kEntryBytes) {
    const FuzzInput from = input.subspan(at, polyglot::kEntryBytes);
    std::vector<std::byte> entry(from.begin(), from.end());
    const std::size_t which = key_in(entry.data()) % (asked.size() + 1);
    if (which < asked.size())
      for (std::size_t i = 0; i < 8; ++i) entry[i] = static_cast<std::byte>(asked[which].key() >> (56 - 8 * i));
    entries.push_back(std::move(entry));
  }
  std::ranges::stable_sort(entries, {}, [](const auto& entry) { return key_in(entry.data()); });
  std::vector<std::byte> file;
  for (const auto& entry : entries) file.insert(file.end(), entry.begin(), entry.end());
  return file;
}

template <const Rules& R>
void play_from(std::span<const std::byte> file, const std::vector<Position<R>>& asked) {
  auto table = polyglot_entries(file, "file");
  if (!table) return require(is_one_line(table.error()), "the message of a Polyglot book is one line");
  const PolyglotBook<R> book(std::move(*table));
  for (const Position<R>& position : asked) {
    const auto legal = position.legal_moves();
    const auto is_legal = [&](Move move) { return std::ranges::find(legal, move) != legal.end(); };
    const std::optional<BookAnswer> answer = book.probe(position);
    require(!answer || is_legal(answer->move), "a move from a Polyglot book is legal");
    for (const KnownMove& known : known_moves(book, position))
      require(is_legal(known.move), "a move that a Polyglot book knows is legal");
  }
}

}  // namespace

void fuzz_polyglot_probe(FuzzInput input) {
  static const auto chess = asked_positions<games::chess>();
  static const auto fragments = asked_positions<games::fragments>();
  play_from(with_known_keys(input, chess), chess);
  play_from(with_known_keys(input, fragments), fragments);
  play_from(input, fragments);  // as it is: its order, and what is not a whole entry
}

// The first byte says how much room there is.
void fuzz_zstd_frame(FuzzInput input) {
  if (input.empty()) return;
  const std::size_t room = std::to_integer<std::size_t>(input.front()) * 256;
  const FuzzInput frame = input.subspan(1);
  std::vector<std::byte> ours(room), theirs(room);
  const std::optional<std::size_t> read = tables::zstd::decompress_frame(frame, ours);
  require(!read || *read <= room, "a frame is no longer than the room");
  const std::size_t known = ZSTD_decompress(theirs.data(), room, frame.data(), frame.size());
  if (!read || ZSTD_isError(known) != 0) return;
  require(*read == known && std::equal(ours.begin(), ours.begin() + static_cast<std::ptrdiff_t>(known), theirs.begin()),
          "what both read of a frame is the same");
}

}  // namespace bookends::test
