// The shell around the workspace's files: what they are, for which rules, and whether their bytes are whole.
//
// All numbers little-endian. The header's checksum and the payload's are checked before anything inside is believed.
//   0  8  magic
//   8  4  format version
//  12  4  bytes of the settings
//  16  8  rules fingerprint
//  24  8  bytes of the payload
//  32  8  checksum of the payload
//  40  8  checksum of bytes 0 to 39 and the settings
//  48     settings (text), then the payload
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bookends {

struct Envelope {
  std::uint64_t fingerprint = 0;
  std::string settings;
  std::span<const std::byte> payload;  // into the bytes it was opened from
  std::uint32_t version = 0;           // of an opened one
};

inline constexpr std::size_t kEnvelopeHeader = 48;

// What such a file is: its magic, what it is called in messages ("a certificate"), and what to do about a damaged one;
// nothing: whoever opens it says that.
struct EnvelopeKind {
  std::string_view magic;
  std::string_view name;
  std::string_view remedy = {};
};

// What stands before the payload, and what that says of it.
struct EnvelopeHead {
  std::uint64_t fingerprint = 0;
  std::string settings;
  std::uint32_t version = 0;
  std::uint64_t payload_at = 0, payload_size = 0, payload_sum = 0;
};

// All of it up to the payload, for a payload that is written piece by piece.
std::vector<std::byte> seal_header(std::string_view magic, std::uint32_t version, std::uint64_t fingerprint,
                                   std::string_view settings, std::uint64_t payload_size, std::uint64_t payload_sum);
std::vector<std::byte> seal(std::string_view magic, std::uint32_t version, const Envelope& envelope);

// The versions of a format that are read.
struct Versions {
  std::uint32_t oldest, newest;

  constexpr Versions(std::uint32_t only) : oldest(only), newest(only) {}
  constexpr Versions(std::uint32_t from, std::uint32_t to) : oldest(from), newest(to) {}
};

// `name` is the file's, for messages. Errors: corrupt, unsupported (another version).
Result<Envelope> unseal(const EnvelopeKind& kind, Versions versions, std::span<const std::byte> bytes,
                        std::string_view name);

// The same of an envelope that is read piece by piece: how many of its first bytes are its head, where kEnvelopeHeader
// of them are there (else: as many as are), of a file of so many; then the head, which those are; then, with the
// checksum of all that follows, the payload. Errors: as unseal().
std::size_t head_size(std::span<const std::byte> beginning, std::uint64_t file_size);
Result<EnvelopeHead> unseal_head(const EnvelopeKind& kind, Versions versions, std::span<const std::byte> head,
                                 std::uint64_t file_size, std::string_view name);
Result<void> unseal_payload(const EnvelopeKind& kind, const EnvelopeHead& head, std::uint64_t sum,
                            std::string_view name);

}  // namespace bookends
