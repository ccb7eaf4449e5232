// Byte offsets of the book file's header, shared by its writer and its reader. FORMAT.md explains them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/io/bytes.h"

namespace bookends::book_layout {

inline constexpr std::string_view kMagic = "BKENDSB1";
// Of a book packed for sending (exchange/transport.h), so that it can be told what to do with one.
inline constexpr std::string_view kTransportMagic = "BKENDST1";
// Of a proof (proof/certificate.h), for the same.
inline constexpr std::string_view kCertificateMagic = "BKPROOF1";
inline constexpr std::uint32_t kVersion = 3;             // of a book without moves played
inline constexpr std::uint32_t kVersionWithPlayed = 4;   // the newest
inline constexpr std::uint32_t kOldestVersion = 1;       // that is still read
inline constexpr std::uint32_t kFirstWithRemarks = 2;    // and with manual values
inline constexpr std::uint32_t kFirstWithIntervals = 3;  // of scores; before, every score is an interval of its own
inline constexpr std::uint32_t kFirstWithNarrowDirectory = 3;

inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kHeaderSizeAt = 12;
inline constexpr std::size_t kFingerprintAt = 16;
inline constexpr std::size_t kPositionsAt = 24;
inline constexpr std::size_t kWidthsAt = 32;  // bucket, remainder, move, score, depth, flags, side, 0: one byte each
inline constexpr std::size_t kUnusedByteAt = 39;
inline constexpr std::size_t kIntervalsAt = 40;  // the intervals of scores and the codes, 16 bits each
inline constexpr std::size_t kCodesAt = 42;
inline constexpr std::size_t kDistinctScoresAt = 40;  // before version 3, in 32 bits
inline constexpr std::size_t kStartsAt = 44;
inline constexpr std::size_t kDirectoryAt = 48;
inline constexpr std::size_t kScoresAt = 56;
inline constexpr std::size_t kEntriesAt = 64;
inline constexpr std::size_t kFileSizeAt = 72;
inline constexpr std::size_t kDirectorySumAt = 80;
inline constexpr std::size_t kScoresSumAt = 88;
inline constexpr std::size_t kEntriesSumAt = 96;
inline constexpr std::size_t kHeaderSumAt = 104;
inline constexpr std::size_t kRemarksAt = 112;
inline constexpr std::size_t kRemarksSumAt = 120;
inline constexpr std::size_t kPlayedAt = 128;  // from version 4 on
inline constexpr std::size_t kPlayedSumAt = 136;
inline constexpr std::size_t kSmallestTextsAt = 112;
constexpr std::size_t texts_at(std::uint32_t version) {
  if (version < kFirstWithRemarks) return kSmallestTextsAt;
  return version < kVersionWithPlayed ? 128 : 144;
}

inline constexpr int kFlagBits = 3;        // two for the proof, one for "from a table"
inline constexpr int kManualFlagBits = 4;  // and one for "set by a person", in books where an entry is
inline constexpr std::size_t kAlignment = 8;

// Within the section of remarks: a count, then for each one the number of its entry and the end of its text.
inline constexpr std::size_t kRemarkRowsAt = 4;
inline constexpr std::size_t kRemarkRow = 8;
constexpr std::uint64_t remark_texts_at(std::uint64_t remarks) { return kRemarkRowsAt + remarks * kRemarkRow; }

// Bytes of a number of the directory, the largest of which is how many positions there are.
constexpr std::size_t directory_number(std::uint32_t version, std::uint64_t positions) {
  return version >= kFirstWithNarrowDirectory && positions <= 0xffff ? 2 : 4;
}

constexpr std::size_t aligned(std::size_t n) { return aligned_to_8(n); }

// Keys are told apart by their leading bits: so many more than it takes to count the entries. A foreign key is then
// mistaken for one of the book's once in 2^28 times.
inline constexpr int kSafetyBits = 28;
inline constexpr int kMostBucketBits = 31;

}  // namespace bookends::book_layout
