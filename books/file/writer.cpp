#include "books/file/writer.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

#include "books/file/layout.h"
#include "books/file/score_table.h"
#include "books/played/section.h"
#include "core/base/utf8.h"
#include "core/eval/score.h"
#include "core/io/bits.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends {

namespace layout = book_layout;

namespace {

constexpr std::uint64_t kMostEntries = 0xfffffff0u;  // the directory counts in 32 bits

struct Widths {
  int bucket = 0, remainder = 0, move = 0, score = 0, depth = 0, flags = layout::kFlagBits;
};

// As few leading key bits as are safe, and as tell the entries apart. 0 when none do.
int key_bits_needed(const std::vector<BookEntry>& sorted) {
  int bits = std::min(64, layout::kSafetyBits + bits_for(sorted.size()));
  for (std::size_t i = 1; i < sorted.size(); ++i) {
    const Key differing = sorted[i - 1].key ^ sorted[i].key;
    if (differing == 0) return 0;
    bits = std::max(bits, std::countl_zero(differing) + 1);
  }
  return bits;
}

std::vector<std::int16_t> scores_of(const std::vector<BookEntry>& entries) {
  std::vector<std::int16_t> scores;
  scores.reserve(entries.size());
  for (const BookEntry& e : entries) scores.push_back(e.score);
  return scores;
}

std::vector<Key> keys_of(const std::vector<BookEntry>& entries) {
  std::vector<Key> keys;
  keys.reserve(entries.size());
  for (const BookEntry& e : entries) keys.push_back(e.key);
  return keys;
}

std::size_t directory_number(std::uint64_t positions) { return layout::directory_number(layout::kVersion, positions); }

// A bucket bit more is a bit less in every entry, and twice the directory: they are taken as long as that is smaller.
int choose_bucket_bits(std::uint64_t positions, int key_bits) {
  int bits = std::max(0, key_bits - kMaxPackedBits);
  while (bits < layout::kMostBucketBits && positions > (std::uint64_t{8} * directory_number(positions)) << bits) ++bits;
  return bits;
}

Widths choose_widths(const std::vector<BookEntry>& sorted, int score_bits, int key_bits) {
  Widths widths;
  widths.bucket = choose_bucket_bits(sorted.size(), key_bits);
  widths.remainder = key_bits - widths.bucket;
  widths.score = score_bits;
  for (const BookEntry& e : sorted) {
    widths.move = std::max(widths.move, bits_for(e.move_index));
    widths.depth = std::max(widths.depth, bits_for(e.depth));
    if (e.manual) widths.flags = layout::kManualFlagBits;
  }
  return widths;
}

std::vector<std::byte> encode_directory(const std::vector<BookEntry>& sorted, const Widths& widths) {
  const std::size_t buckets = std::size_t{1} << widths.bucket;
  std::vector<std::uint32_t> counts(buckets + 1);
  for (const BookEntry& e : sorted) ++counts[(widths.bucket == 0 ? 0 : e.key >> (64 - widths.bucket)) + 1];
  std::vector<std::byte> out;
  std::uint32_t total = 0;
  const bool narrow = directory_number(sorted.size()) == sizeof(std::uint16_t);
  for (const std::uint32_t n : counts) {
    total += n;
    if (narrow)
      put(out, static_cast<std::uint16_t>(total));
    else
      put(out, total);
  }
  out.resize(layout::aligned(out.size()));
  return out;
}

std::vector<std::byte> encode_scores(const ScoreIntervals& scores) {
  std::vector<std::byte> out;
  for (const ScoreInterval& interval : scores.intervals) {
    put(out, static_cast<std::uint16_t>(interval.first));
    put(out, interval.code);
  }
  out.resize(layout::aligned(out.size()));
  return out;
}

std::vector<std::byte> encode_entries(const std::vector<BookEntry>& sorted, const ScoreIntervals& scores,
                                      const Widths& widths) {
  BitWriter out;
  for (const BookEntry& e : sorted) {
    const Key left = widths.bucket == 0 ? e.key : e.key << widths.bucket;
    out.put(left >> (64 - widths.remainder), widths.remainder);
    out.put(e.move_index, widths.move);
    out.put(scores.code_of(e.score), widths.score);
    out.put(e.depth, widths.depth);
    out.put(static_cast<std::uint64_t>(e.proof) | (e.from_table ? 4u : 0u) | (e.manual ? 8u : 0u), widths.flags);
  }
  std::vector<std::byte> bytes = out.take();
  bytes.resize(layout::aligned(bytes.size()));
  return bytes;
}

// Errors: see encode_book().
Result<void> check_scores(const std::vector<BookEntry>& entries) {
  for (const BookEntry& e : entries)
    if (std::abs(int{e.score}) > kInfinite)
      return Error{ErrorCode::invalid_argument, "the score " + std::to_string(e.score) + " of position " +
                                                    hexadecimal(e.key) + " is beyond that of any decided game"};
  return {};
}

// Sorts the remarks by key. Errors: see encode_book().
Result<void> check_remarks(const std::vector<BookEntry>& sorted, std::vector<BookRemark>& remarks) {
  const auto wrong = [](const BookRemark& remark, const char* what) {
    return Error{ErrorCode::invalid_argument, "the remark on position " + hexadecimal(remark.key) + " " + what};
  };
  std::sort(remarks.begin(), remarks.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  for (std::size_t i = 0; i < remarks.size(); ++i) {
    const BookRemark& remark = remarks[i];
    if (remark.text.empty() || remark.text.size() > kLongestRemark) return wrong(remark, "is empty or too long");
    if (!is_utf8(remark.text)) return wrong(remark, "is not UTF-8 text without zero bytes");
    if (i > 0 && remarks[i - 1].key == remark.key) return wrong(remark, "is there twice");
    const auto entry = std::lower_bound(sorted.begin(), sorted.end(), remark.key,
                                        [](const BookEntry& e, Key key) { return e.key < key; });
    if (entry == sorted.end() || entry->key != remark.key) return wrong(remark, "belongs to no position of the book");
  }
  return {};
}

// Nothing at all where there are no remarks.
std::vector<std::byte> encode_remarks(const std::vector<BookEntry>& sorted, const std::vector<BookRemark>& remarks) {
  std::vector<std::byte> out;
  if (remarks.empty()) return out;
  put(out, static_cast<std::uint32_t>(remarks.size()));
  std::size_t entry = 0;
  std::uint32_t end = 0;
  for (const BookRemark& remark : remarks) {
    while (sorted[entry].key != remark.key) ++entry;
    put(out, static_cast<std::uint32_t>(entry));
    put(out, end += static_cast<std::uint32_t>(remark.text.size() + 1));
  }
  for (const BookRemark& remark : remarks) {
    const auto text = as_bytes(remark.text);
    out.insert(out.end(), text.begin(), text.end());
    out.push_back(std::byte{0});
  }
  out.resize(layout::aligned(out.size()));
  return out;
}

std::vector<std::byte> encode_header(const BookHeader& header, std::uint32_t version, std::uint64_t positions,
                                     const Widths& widths, const ScoreIntervals& scores) {
  std::vector<std::byte> out;
  const auto magic = as_bytes(layout::kMagic);
  out.assign(magic.begin(), magic.end());
  put(out, version);
  put(out, std::uint32_t{0});  // its own size, known below
  put(out, header.rules_fingerprint);
  put(out, positions);
  for (const int width : {widths.bucket, widths.remainder, widths.move, widths.score, widths.depth, widths.flags})
    put(out, static_cast<std::uint8_t>(width));
  put(out, static_cast<std::uint8_t>(header.side));
  put(out, std::uint8_t{0});
  put(out, static_cast<std::uint16_t>(scores.intervals.size()));
  put(out, static_cast<std::uint16_t>(scores.codes));
  put(out, static_cast<std::uint32_t>(header.starts.size()));
  out.resize(layout::texts_at(version));
  put_text(out, header.game);
  put_text(out, header.generator);
  put_text(out, header.settings);
  for (const std::string& start : header.starts) put_text(out, start);
  out.resize(layout::aligned(out.size()));
  return out;
}

template <class T>
void put_at(std::vector<std::byte>& out, std::size_t at, T value) {
  for (std::size_t i = 0; i < sizeof value; ++i) out[at + i] = static_cast<std::byte>(value >> (8 * i));
}

void append_section(std::vector<std::byte>& file, const std::vector<std::byte>& section, std::size_t offset_at,
                    std::size_t sum_at) {
  put_at(file, offset_at, static_cast<std::uint64_t>(file.size()));
  put_at(file, sum_at, checksum(section));
  file.insert(file.end(), section.begin(), section.end());
}

}  // namespace

Result<void> check_texts(const BookHeader& header) {
  constexpr std::size_t kLongest = std::numeric_limits<std::uint16_t>::max();
  std::size_t starts = 0;
  for (const std::string& start : header.starts) starts = std::max(starts, start.size());
  const bool readable = is_utf8(header.game) && is_utf8(header.generator) && is_utf8(header.settings) &&
                        std::ranges::all_of(header.starts, [](const std::string& start) { return is_utf8(start); });
  if (!readable) return Error{ErrorCode::invalid_argument, "a name or a start of the book is not UTF-8"};
  if (starts <= kLongest && header.settings.size() <= kLongest && header.generator.size() <= kLongest &&
      header.game.size() <= kLongest)
    return {};
  return Error{ErrorCode::invalid_argument,
               "the start positions are too many, or they and the settings too long, for a book: the settings take " +
                   std::to_string(header.settings.size()) + " bytes, at most " + std::to_string(kLongest) +
                   " are possible"};
}

Result<std::vector<std::byte>> encode_book(const BookHeader& header, std::vector<BookEntry> entries,
                                           std::vector<BookRemark> remarks, std::vector<BookPlayed> played) {
  if (const Result<void> sound = check_texts(header); !sound) return sound.error();
  if (entries.size() > kMostEntries) return Error{ErrorCode::limit, "too many positions for one book file"};
  if (const Result<void> sound = check_scores(entries); !sound) return sound.error();
  std::sort(entries.begin(), entries.end(), [](const BookEntry& a, const BookEntry& b) { return a.key < b.key; });
  if (const Result<void> sound = check_remarks(entries, remarks); !sound) return sound.error();
  const Result<std::vector<std::byte>> moves_played = encode_played(keys_of(entries), std::move(played));
  if (!moves_played) return moves_played.error();
  const std::uint32_t version = moves_played->empty() ? layout::kVersion : layout::kVersionWithPlayed;
  const int key_bits = key_bits_needed(entries);
  const ScoreIntervals scores = choose_intervals(scores_of(entries));
  const Widths widths = choose_widths(entries, scores.code_bits(), key_bits);
  if (key_bits == 0 || widths.remainder > kMaxPackedBits)
    return Error{ErrorCode::limit, "two positions of the book have keys that cannot be told apart"};

  std::vector<std::byte> file = encode_header(header, version, entries.size(), widths, scores);
  const std::size_t header_size = file.size();
  put_at(file, layout::kHeaderSizeAt, static_cast<std::uint32_t>(header_size));
  append_section(file, encode_directory(entries, widths), layout::kDirectoryAt, layout::kDirectorySumAt);
  append_section(file, encode_scores(scores), layout::kScoresAt, layout::kScoresSumAt);
  append_section(file, encode_entries(entries, scores, widths), layout::kEntriesAt, layout::kEntriesSumAt);
  append_section(file, encode_remarks(entries, remarks), layout::kRemarksAt, layout::kRemarksSumAt);
  if (!moves_played->empty()) append_section(file, *moves_played, layout::kPlayedAt, layout::kPlayedSumAt);
  put_at(file, layout::kFileSizeAt, static_cast<std::uint64_t>(file.size()));
  put_at(file, layout::kHeaderSumAt, checksum(std::span(file).first(header_size)));  // over its own place as zeros
  return file;
}

}  // namespace bookends
