#include "books/file/envelope.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends {

namespace {

constexpr std::size_t kMagicSize = 8;
constexpr std::size_t kSettingsSize = 12;
constexpr std::size_t kHeaderChecksum = 40;

void append(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
  out.insert(out.end(), bytes.begin(), bytes.end());
}

std::uint64_t header_checksum(std::span<const std::byte> bytes, std::size_t settings_size) {
  std::vector<std::byte> covered(bytes.begin(), bytes.begin() + kHeaderChecksum);
  append(covered, bytes.subspan(kEnvelopeHeader, settings_size));
  return checksum(covered);
}

Error corrupt_envelope(const EnvelopeKind& kind, std::string_view name, std::string_view what) {
  const std::string remedy = kind.remedy.empty() ? "" : "; " + std::string(kind.remedy);
  return {ErrorCode::corrupt, std::string(name) + ": " + std::string(what) + remedy};
}

}  // namespace

std::vector<std::byte> seal_header(std::string_view magic, std::uint32_t version, std::uint64_t fingerprint,
                                   std::string_view settings, std::uint64_t payload_size, std::uint64_t payload_sum) {
  assert(magic.size() == kMagicSize);
  std::vector<std::byte> out;
  append(out, as_bytes(magic));
  put(out, version);
  put(out, static_cast<std::uint32_t>(settings.size()));
  put(out, fingerprint);
  put(out, payload_size);
  put(out, payload_sum);
  put(out, std::uint64_t{0});
  append(out, as_bytes(settings));
  const std::uint64_t sum = header_checksum(out, settings.size());
  for (std::size_t i = 0; i < sizeof sum; ++i) out[kHeaderChecksum + i] = static_cast<std::byte>(sum >> (8 * i));
  return out;
}

std::vector<std::byte> seal(std::string_view magic, std::uint32_t version, const Envelope& envelope) {
  std::vector<std::byte> out = seal_header(magic, version, envelope.fingerprint, envelope.settings,
                                           envelope.payload.size(), checksum(envelope.payload));
  append(out, envelope.payload);
  return out;
}

std::size_t head_size(std::span<const std::byte> beginning, std::uint64_t file_size) {
  if (beginning.size() < kEnvelopeHeader) return beginning.size();
  const std::uint64_t claimed = kEnvelopeHeader + get<std::uint32_t>(beginning.data() + kSettingsSize);
  return static_cast<std::size_t>(std::min(file_size, claimed));
}

Result<EnvelopeHead> unseal_head(const EnvelopeKind& kind, Versions versions, std::span<const std::byte> head,
                                 std::uint64_t file_size, std::string_view name) {
  const auto corrupt = [&](std::string_view what) { return corrupt_envelope(kind, name, what); };
  ByteReader reader(head);
  const auto found_magic = reader.take(kMagicSize);
  const auto expected = as_bytes(kind.magic);
  if (!reader.ok() || !std::equal(found_magic.begin(), found_magic.end(), expected.begin()))
    return Error{ErrorCode::corrupt,
                 std::string(name) + ": not " + std::string(kind.name) + ", or its first bytes are damaged"};
  EnvelopeHead found;
  found.version = reader.read<std::uint32_t>();
  const auto settings_size = reader.read<std::uint32_t>();
  found.fingerprint = reader.read<std::uint64_t>();
  found.payload_size = reader.read<std::uint64_t>();
  found.payload_sum = reader.read<std::uint64_t>();
  const auto header_sum = reader.read<std::uint64_t>();
  if (!reader.ok() || settings_size > reader.left()) return corrupt("the header is cut off");
  if (header_checksum(head, settings_size) != header_sum)
    return corrupt("the header's checksum does not match (" + byte_range(0, reader.offset() + settings_size) + ")");
  if (found.version < versions.oldest || found.version > versions.newest) {
    std::string read = std::to_string(versions.oldest);
    if (versions.newest != versions.oldest) read += " to " + std::to_string(versions.newest);
    return Error{ErrorCode::unsupported, std::string(name) + ": format version " + std::to_string(found.version) +
                                             ", this program reads " + read};
  }
  const auto settings = reader.take(settings_size);
  found.settings.assign(reinterpret_cast<const char*>(settings.data()), settings.size());
  found.payload_at = reader.offset();
  if (file_size - found.payload_at != found.payload_size)
    return corrupt("the file is cut off or has bytes left over: " + std::to_string(file_size - found.payload_at) +
                   " of " + std::to_string(found.payload_size) + " from byte " + std::to_string(found.payload_at) +
                   " on");
  return found;
}

Result<void> unseal_payload(const EnvelopeKind& kind, const EnvelopeHead& head, std::uint64_t sum,
                            std::string_view name) {
  if (sum == head.payload_sum) return {};
  return corrupt_envelope(kind, name,
                          "the content's checksum does not match (" +
                              byte_range(head.payload_at, head.payload_at + head.payload_size) + ")");
}

Result<Envelope> unseal(const EnvelopeKind& kind, Versions versions, std::span<const std::byte> bytes,
                        std::string_view name) {
  Result<EnvelopeHead> head =
      unseal_head(kind, versions, bytes.first(head_size(bytes, bytes.size())), bytes.size(), name);
  if (!head) return head.error();
  const std::span<const std::byte> payload = bytes.subspan(static_cast<std::size_t>(head->payload_at));
  if (const Result<void> whole = unseal_payload(kind, *head, checksum(payload), name); !whole) return whole.error();
  return Envelope{head->fingerprint, std::move(head->settings), payload, head->version};
}

}  // namespace bookends
