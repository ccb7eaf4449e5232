#include "tests/damage/reseal.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "books/file/envelope.h"
#include "books/file/layout.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "tablebases/file/format.h"

namespace bookends::test {
namespace {

using Bytes = std::vector<std::byte>;

void put_at(Bytes& bytes, std::size_t at, std::uint64_t value) {
  for (std::size_t i = 0; i < sizeof value; ++i) bytes[at + i] = static_cast<std::byte>(value >> (8 * i));
}

std::uint64_t sum_of(const Bytes& bytes, std::size_t from, std::size_t end) {
  return checksum(std::span(bytes).subspan(from, end - from));
}

// At the end, of all before it.
void seal_end(Bytes& bytes) {
  if (bytes.size() >= 8) put_at(bytes, bytes.size() - 8, sum_of(bytes, 0, bytes.size() - 8));
}

void seal_table(Bytes& bytes) {
  if (bytes.size() < 16) return;
  const std::size_t header = get<std::uint32_t>(bytes.data() + 8);
  if (header < 24 || header > bytes.size()) return;
  put_at(bytes, header - 8, sum_of(bytes, 0, header - 8));
  Result<tables::TableHeader> read = tables::decode_header(std::span(bytes).first(header), bytes.size());
  if (!read) return;
  for (tables::Section& section : read->sections)
    for (tables::BlockEntry& block : section.blocks)
      block.checksum = static_cast<std::uint32_t>(sum_of(bytes, block.offset, block.offset + block.bytes));
  const Bytes whole = tables::encode_header(*read);
  if (whole.size() == header) std::copy(whole.begin(), whole.end(), bytes.begin());
}

// Returns where the payload begins; 0 where that cannot be told.
std::size_t seal_envelope_header(Bytes& bytes) {
  if (bytes.size() < kEnvelopeHeader) return 0;
  const std::size_t settings = get<std::uint32_t>(bytes.data() + 12);
  if (settings > bytes.size() - kEnvelopeHeader) return 0;
  Bytes covered(bytes.begin(), bytes.begin() + 40);
  const auto text = bytes.begin() + kEnvelopeHeader;
  covered.insert(covered.end(), text, text + static_cast<std::ptrdiff_t>(settings));
  put_at(bytes, 40, checksum(covered));
  return kEnvelopeHeader + settings;
}

void seal_envelope(Bytes& bytes) {
  const std::size_t payload = seal_envelope_header(bytes);
  if (payload == 0) return;
  put_at(bytes, 32, sum_of(bytes, payload, bytes.size()));
  seal_envelope_header(bytes);
}

// An envelope without a payload, then records: a size in 32 bits, a checksum, that many bytes.
void seal_journal(Bytes& bytes) {
  std::size_t at = seal_envelope_header(bytes);
  if (at == 0) return;
  while (bytes.size() - at >= 12) {
    const std::size_t size = get<std::uint32_t>(bytes.data() + at);
    if (size > bytes.size() - at - 12) return;
    put_at(bytes, at + 4, sum_of(bytes, at + 12, at + 12 + size));
    at += 12 + size;
  }
}

void seal_book(Bytes& bytes) {
  namespace layout = book_layout;
  if (bytes.size() < layout::texts_at(layout::kVersionWithPlayed)) return;
  const auto number = [&](std::size_t at) { return get<std::uint64_t>(bytes.data() + at); };
  const auto version = get<std::uint32_t>(bytes.data() + layout::kVersionAt);
  const std::uint64_t size = bytes.size();
  const std::uint64_t remarks = version >= layout::kFirstWithRemarks ? number(layout::kRemarksAt) : size;
  const std::uint64_t played = version >= layout::kVersionWithPlayed ? number(layout::kPlayedAt) : size;
  const std::array<std::array<std::uint64_t, 3>, 5> parts{
      {{number(layout::kDirectoryAt), number(layout::kScoresAt), layout::kDirectorySumAt},
       {number(layout::kScoresAt), number(layout::kEntriesAt), layout::kScoresSumAt},
       {number(layout::kEntriesAt), remarks, layout::kEntriesSumAt},
       {remarks, played, layout::kRemarksSumAt},
       {played, size, layout::kPlayedSumAt}}};
  for (const auto& [from, end, at] : parts)
    if (from <= end && end <= size && from >= layout::kSmallestTextsAt && from < end)
      put_at(bytes, at, sum_of(bytes, from, end));
  const std::size_t header = get<std::uint32_t>(bytes.data() + layout::kHeaderSizeAt);
  if (header < layout::kSmallestTextsAt || header > size) return;
  put_at(bytes, layout::kHeaderSumAt, 0);
  put_at(bytes, layout::kHeaderSumAt, sum_of(bytes, 0, header));
}

struct Seal {
  std::string_view kind;
  void (*seal)(Bytes&);
};

constexpr std::array kSeals{Seal{"table", seal_table},
                            Seal{"book", seal_book},
                            Seal{"packed book", seal_envelope},
                            Seal{"certificate", seal_envelope},
                            Seal{"network", seal_end},
                            Seal{"solved ending", seal_end},
                            Seal{"checkpoint", seal_end},
                            Seal{"snapshot of a book's build", seal_envelope},
                            Seal{"journal of a book's build", seal_journal},
                            Seal{"plan of a proof", seal_envelope}};

}  // namespace

void reseal(std::string_view kind, std::vector<std::byte>& bytes) {
  const auto found = std::ranges::find(kSeals, kind, &Seal::kind);
  if (found != kSeals.end()) found->seal(bytes);
}

}  // namespace bookends::test
