// Opening a book file: its header, where its parts are, and whether every byte is what it should be.
#include <algorithm>

#include "books/file/book_file.h"
#include "books/file/layout.h"
#include "books/file/repair_advice.h"
#include "core/base/utf8.h"
#include "core/io/bits.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"

namespace bookends {

namespace layout = book_layout;

Result<BookFile> BookFile::open(const std::filesystem::path& path) {
  Result<std::vector<std::byte>> bytes = read_regular_file(path);
  if (!bytes) return bytes.error();
  return from_bytes(std::move(*bytes), path.string());
}

Result<BookFile> BookFile::from_bytes(std::vector<std::byte> bytes, const std::string& name) {
  BookFile file;
  file.owned_ = std::move(bytes);
  file.bytes_ = file.owned_;
  const Result<void> parsed = file.parse(name);
  if (!parsed) return parsed.error();
  return file;
}

Result<void> BookFile::parse(const std::string& name) {
  Result<void> parsed = parse_all(name);
  if (!parsed && begins_with(bytes_, layout::kMagic)) return with_book_advice(parsed.error());
  return parsed;
}

// Nothing but the magic, the version and the header's size is used before the header's checksum has been checked, and
// no section before its own.
Result<void> BookFile::parse_all(const std::string& name) {
  const Result<void> header = parse_header(name);
  if (!header) return header;
  if (!parse_layout()) return Error{ErrorCode::corrupt, name + ": the file is cut off or its parts do not fit"};
  if (const std::string broken = broken_section(); !broken.empty())
    return Error{ErrorCode::corrupt, name + ": the checksum of the " + broken + " does not match"};
  if (!directory_holds()) return Error{ErrorCode::corrupt, name + ": the directory contradicts itself"};
  if (!scores_hold()) return Error{ErrorCode::corrupt, name + ": the scores contradict themselves"};
  if (!padding_holds()) return Error{ErrorCode::corrupt, name + ": what is not used is not zero"};
  if (!parse_remarks()) return Error{ErrorCode::corrupt, name + ": the remarks contradict themselves"};
  if (!parse_played()) return Error{ErrorCode::corrupt, name + ": the moves played contradict themselves"};
  return {};
}

Result<void> BookFile::parse_header(const std::string& name) {
  const auto corrupt = [&](const std::string& what) { return Error{ErrorCode::corrupt, name + ": " + what}; };
  if (begins_with(bytes_, book_layout::kTransportMagic))
    return corrupt("a packed book; `bookends book unpack` makes the book of it");
  if (begins_with(bytes_, book_layout::kCertificateMagic))
    return corrupt("the certificate of a proof, not a book; `bookends book import` makes a book of it");
  if (!begins_with(bytes_, layout::kMagic))
    return corrupt(
        "not a book, or its first bytes are damaged; `bookends book import` makes one of PGN, EPD, JSON, Polyglot or a "
        "proof");
  if (bytes_.size() < layout::kSmallestTextsAt) return corrupt("the header is cut off");
  const std::size_t header_size = get<std::uint32_t>(bytes_.data() + layout::kHeaderSizeAt);
  if (header_size < layout::kSmallestTextsAt || header_size > bytes_.size()) return corrupt("the header is cut off");
  std::vector<std::byte> header(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(header_size));
  std::fill_n(header.begin() + layout::kHeaderSumAt, sizeof(std::uint64_t), std::byte{0});
  if (checksum(header) != get<std::uint64_t>(bytes_.data() + layout::kHeaderSumAt))
    return corrupt("the header's checksum does not match (" + byte_range(0, header_size) + ")");
  const auto version = get<std::uint32_t>(bytes_.data() + layout::kVersionAt);
  if (version < layout::kOldestVersion || version > layout::kVersionWithPlayed)
    return Error{ErrorCode::unsupported, name + ": book format version " + std::to_string(version) +
                                             ", this program reads " + std::to_string(layout::kOldestVersion) + " to " +
                                             std::to_string(layout::kVersionWithPlayed)};
  const std::size_t texts_at = layout::texts_at(version);
  if (header_size < texts_at || !parse_texts(texts_at, header_size)) return corrupt("the header contradicts itself");
  return {};
}

bool BookFile::parse_texts(std::size_t texts_at, std::size_t header_size) {
  const std::byte* at = bytes_.data();
  header_.rules_fingerprint = get<std::uint64_t>(at + layout::kFingerprintAt);
  const auto side = get<std::uint8_t>(at + layout::kWidthsAt + 6);
  if (side > static_cast<std::uint8_t>(BookSide::black)) return false;
  header_.side = static_cast<BookSide>(side);
  ByteReader texts(bytes_.subspan(texts_at, header_size - texts_at));
  header_.game = texts.read_text();
  header_.generator = texts.read_text();
  header_.settings = texts.read_text();
  const auto starts = get<std::uint32_t>(at + layout::kStartsAt);
  for (std::uint32_t i = 0; i < starts && texts.ok(); ++i) header_.starts.push_back(texts.read_text());
  if (!texts.ok() || !is_utf8(header_.game) || !is_utf8(header_.generator) || !is_utf8(header_.settings)) return false;
  return std::ranges::all_of(header_.starts, [](const std::string& start) { return is_utf8(start); });
}

void BookFile::parse_numbers() {
  const std::byte* at = bytes_.data();
  const auto version = get<std::uint32_t>(at + layout::kVersionAt);
  Layout& l = layout_;
  l.positions = get<std::uint64_t>(at + layout::kPositionsAt);
  const auto width = [&](std::size_t i) { return static_cast<int>(get<std::uint8_t>(at + layout::kWidthsAt + i)); };
  l.bucket_bits = width(0);
  l.remainder_bits = width(1);
  l.move_bits = width(2);
  l.score_bits = width(3);
  l.depth_bits = width(4);
  l.flag_bits = width(5);
  l.directory_number = layout::directory_number(version, l.positions);
  l.directory = get<std::uint64_t>(at + layout::kDirectoryAt);
  l.scores = get<std::uint64_t>(at + layout::kScoresAt);
  l.entries = get<std::uint64_t>(at + layout::kEntriesAt);
  l.size = get<std::uint64_t>(at + layout::kFileSizeAt);
  l.remarks = version >= layout::kFirstWithRemarks ? get<std::uint64_t>(at + layout::kRemarksAt) : l.size;
  l.played = version >= layout::kVersionWithPlayed ? get<std::uint64_t>(at + layout::kPlayedAt) : l.size;
  if (version >= layout::kFirstWithIntervals) {
    l.score_intervals = get<std::uint16_t>(at + layout::kIntervalsAt);
    l.score_codes = get<std::uint16_t>(at + layout::kCodesAt);
    l.score_interval = ScoreTable::kInterval;
  } else {
    l.score_intervals = l.score_codes = get<std::uint32_t>(at + layout::kDistinctScoresAt);
    l.score_interval = ScoreTable::kSingle;
  }
}

bool BookFile::parse_layout() {
  parse_numbers();
  const Layout& l = layout_;
  if (l.flag_bits < layout::kFlagBits || l.flag_bits > layout::kManualFlagBits ||
      l.bucket_bits > layout::kMostBucketBits || l.remainder_bits > kMaxPackedBits ||
      l.bucket_bits + l.remainder_bits > 64 || l.remainder_bits == 0 || l.move_bits > 16 || l.score_bits > 16 ||
      l.score_bits != (l.score_codes == 0 ? 0 : bits_for(l.score_codes - 1)) || l.depth_bits > 8 ||
      l.positions > 0xffffffffu)
    return false;
  const std::uint64_t directory_bytes = ((std::uint64_t{1} << l.bucket_bits) + 1) * l.directory_number;
  const std::uint64_t score_bytes = std::uint64_t{l.score_intervals} * l.score_interval;
  const std::uint64_t entry_bytes = (l.positions * static_cast<std::uint64_t>(l.entry_bits()) + 7) / 8 + kBitPadding;
  if (l.directory != get<std::uint32_t>(bytes_.data() + layout::kHeaderSizeAt) ||
      l.scores != l.directory + layout::aligned(directory_bytes) ||
      l.entries != l.scores + layout::aligned(score_bytes) || l.remarks != l.entries + layout::aligned(entry_bytes) ||
      l.played < l.remarks || l.size < l.played || l.size != bytes_.size())
    return false;
  scores_ = ScoreTable(bytes_.data() + l.scores, l.score_interval, l.score_intervals, l.score_codes);
  return true;
}

// The first section whose bytes are not those of its checksum, and where they are; empty when all are right.
std::string BookFile::broken_section() const {
  struct Part {
    const char* name;
    std::uint64_t from, to;
    std::size_t sum_at;
    bool needed;
  };
  const Layout& l = layout_;
  for (const Part& part : {Part{"directory", l.directory, l.scores, layout::kDirectorySumAt, true},
                           Part{"scores", l.scores, l.entries, layout::kScoresSumAt, true},
                           Part{"entries", l.entries, l.remarks, layout::kEntriesSumAt, true},
                           Part{"remarks", l.remarks, l.played, layout::kRemarksSumAt, l.remarks != l.played},
                           Part{"moves played", l.played, l.size, layout::kPlayedSumAt, l.played != l.size}})
    if (part.needed &&
        checksum(bytes_.subspan(part.from, part.to - part.from)) != get<std::uint64_t>(bytes_.data() + part.sum_at))
      return std::string(part.name) + " (" + byte_range(part.from, part.to) + ")";
  return {};
}

bool BookFile::directory_holds() const {
  const std::uint64_t buckets = std::uint64_t{1} << layout_.bucket_bits;
  for (std::uint64_t b = 0; b < buckets; ++b)
    if (bucket_start(b) > bucket_start(b + 1)) return false;
  return bucket_start(0) == 0 && bucket_start(buckets) == layout_.positions;
}

bool BookFile::scores_hold() const {
  if (!scores_.holds()) return false;
  for (std::uint64_t i = 0; i < layout_.positions; ++i) {
    const auto at = i * static_cast<std::uint64_t>(layout_.entry_bits()) + layout_.remainder_bits + layout_.move_bits;
    if (read_bits(bytes_.data() + layout_.entries, at, layout_.score_bits) >= layout_.score_codes) return false;
  }
  return true;
}

// Whether all is 0 that stands between what a section holds and the next section.
bool BookFile::padding_holds() const {
  const auto zeros = [&](std::uint64_t from, std::uint64_t used_bits, std::uint64_t to) {
    from += used_bits / 8;
    if (used_bits % 8 != 0 && get<std::uint8_t>(bytes_.data() + from++) >> (used_bits % 8) != 0) return false;
    return std::ranges::all_of(bytes_.subspan(from, to - from), [](std::byte b) { return b == std::byte{0}; });
  };
  const Layout& l = layout_;
  return zeros(layout::kUnusedByteAt, 0, layout::kUnusedByteAt + 1) &&
         zeros(l.directory, ((std::uint64_t{1} << l.bucket_bits) + 1) * l.directory_number * 8, l.scores) &&
         zeros(l.scores, std::uint64_t{l.score_intervals} * l.score_interval * 8, l.entries) &&
         zeros(l.entries, l.positions * static_cast<std::uint64_t>(l.entry_bits()), l.remarks);
}

// The section is a count, then for every remark the number of its entry and the end of its text, then the texts.
bool BookFile::parse_remarks() {
  const std::uint64_t size = layout_.played - layout_.remarks;
  if (size == 0) return true;
  if (size % layout::kAlignment != 0) return false;
  const std::byte* section = bytes_.data() + layout_.remarks;
  const std::uint64_t n = get<std::uint32_t>(section);
  const std::uint64_t texts = layout::remark_texts_at(n);
  if (n == 0 || texts > size) return false;
  std::uint64_t last_end = texts;
  for (std::uint64_t i = 0; i < n; ++i) {
    const std::byte* row = section + layout::kRemarkRowsAt + i * layout::kRemarkRow;
    const std::uint64_t entry = get<std::uint32_t>(row), end = texts + get<std::uint32_t>(row + 4);
    if (entry >= layout_.positions || (i > 0 && entry <= get<std::uint32_t>(row - layout::kRemarkRow))) return false;
    if (end > size || end < last_end + 2 || section[end - 1] != std::byte{0}) return false;
    last_end = end;
  }
  layout_.remark_count = static_cast<std::uint32_t>(n);
  return layout::aligned(last_end) == size;
}

bool BookFile::parse_played() {
  if (layout_.played == layout_.size) return true;
  return played_.open(bytes_.subspan(layout_.played), layout_.positions);
}

}  // namespace bookends
