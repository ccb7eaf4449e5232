#include "books/proof/certificate.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <optional>
#include <span>

#include "books/file/envelope.h"
#include "core/base/count_text.h"
#include "core/base/text_streams.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/zstd_said.h"

namespace bookends {

namespace {

constexpr EnvelopeKind kCertificateKind{
    kCertificateMagic, "a certificate",
    "the certificate is damaged: fetch it again, or make it anew with `bookends book prove`"};
constexpr std::uint32_t kCertificateVersion = 1;
constexpr std::size_t kBlockRecords = 1 << 16;
constexpr std::size_t kRecordBytes = PackedPosition::kBytes + 4;
constexpr std::size_t kBlockHead = 2 * sizeof(std::uint32_t);  // how many records, how many bytes
constexpr int kCertificateLevel = 19;
constexpr std::size_t kReadPiece = std::size_t{1} << 20;  // bytes that are read at once to see whether all is sound

// "name=value" lines, which the envelope's own checksum covers.
std::string header_text(const CertificateHeader& h) {
  TextWriter out;
  out << "game=" << h.game << "\nroot=" << h.root << "\nattacker=" << attacker_name(h.attacker)
      << (h.aim == ProofAim::hold ? "\naim=hold" : "") << "\ndistance=" << h.distance << "\ntable_men=" << h.table_men
      << "\nrecords=" << h.records << "\ngenerator=" << h.generator << '\n';
  return out.str();
}

// False when a line is missing or makes no sense.
bool parse_header(const std::string& text, CertificateHeader& h) {
  TextReader in(text);
  std::string attacker, number;
  const auto take = [&](std::string_view name, std::string& value) {
    std::string line;
    if (!std::getline(in, line) || !line.starts_with(name)) return false;
    value = line.substr(name.size());
    return true;
  };
  const auto take_number = [&](std::string_view name, auto& value) {
    if (!take(name, number)) return false;
    TextReader digits(number);
    return static_cast<bool>(digits >> value) && digits.eof();
  };
  std::string aim = "win";  // a line only where it is not
  const auto take_aim = [&] { return in.peek() != 'a' || take("aim=", aim); };
  const bool read = take("game=", h.game) && take("root=", h.root) && take("attacker=", attacker) && take_aim() &&
                    take_number("distance=", h.distance) && take_number("table_men=", h.table_men) &&
                    take_number("records=", h.records) && take("generator=", h.generator);
  if (!read || (attacker != "white" && attacker != "black") || (aim != "win" && aim != "hold")) return false;
  h.aim = aim == "win" ? ProofAim::win : ProofAim::hold;
  h.attacker = attacker == "white" ? Color::white : Color::black;
  const int longest = h.aim == ProofAim::win ? 0xffff : 0;
  return h.distance >= 0 && h.distance <= longest && h.table_men >= 0 && h.table_men <= kMostTableMen;
}

std::array<std::uint8_t, kRecordBytes> bytes_of(const CertificateRecord& record) {
  std::array<std::uint8_t, kRecordBytes> bytes{};
  std::copy(record.position.bytes.begin(), record.position.bytes.end(), bytes.begin());
  const std::uint16_t move = record.move.bits();
  constexpr std::size_t at = PackedPosition::kBytes;
  bytes[at] = static_cast<std::uint8_t>(move);
  bytes[at + 1] = static_cast<std::uint8_t>(move >> 8);
  bytes[at + 2] = static_cast<std::uint8_t>(record.distance);
  bytes[at + 3] = static_cast<std::uint8_t>(record.distance >> 8);
  return bytes;
}

CertificateRecord record_of(const std::array<std::uint8_t, kRecordBytes>& bytes) {
  CertificateRecord record;
  constexpr std::size_t at = PackedPosition::kBytes;
  std::copy_n(bytes.begin(), at, record.position.bytes.begin());
  record.move = Move::from_bits(static_cast<std::uint16_t>(bytes[at] | bytes[at + 1] << 8));
  record.distance = static_cast<std::uint16_t>(bytes[at + 2] | bytes[at + 3] << 8);
  return record;
}

// All first bytes of the records, then all second ones, ...: neighbours are alike.
Result<void> put_block(std::span<const CertificateRecord> records, std::vector<std::byte>& out) {
  std::vector<std::uint8_t> columns(records.size() * kRecordBytes);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto bytes = bytes_of(records[i]);
    for (std::size_t b = 0; b < kRecordBytes; ++b) columns[b * records.size() + i] = bytes[b];
  }
  std::vector<std::byte> packed(ZSTD_compressBound(columns.size()));
  const std::size_t size =
      ZSTD_compress(packed.data(), packed.size(), columns.data(), columns.size(), kCertificateLevel);
  if (is_zstd_error(size)) return zstd_error(size);
  put<std::uint32_t>(out, static_cast<std::uint32_t>(records.size()));
  put<std::uint32_t>(out, static_cast<std::uint32_t>(size));
  out.insert(out.end(), packed.begin(), packed.begin() + static_cast<std::ptrdiff_t>(size));
  return {};
}

// False when it is to stop.
bool shows_packed(Progress& progress, std::size_t done, std::size_t all) {
  ProgressUpdate update;
  update.task = "packing";
  update.done = static_cast<double>(done);
  update.total = static_cast<double>(all);
  update.unit = "records";
  progress.update(update);
  return !progress.stop_requested();
}

Error corrupt(const std::string& name, const std::string& what) {
  return {ErrorCode::corrupt, name + ": " + what + "; " + std::string(kCertificateKind.remedy)};
}

}  // namespace

std::string within_text(const CertificateHeader& header) {
  if (header.aim != ProofAim::win) return {};
  return " in " + count_text(static_cast<std::uint64_t>(header.distance), "ply", "plies") + " at most";
}

bool in_order(const PackedPosition& a, const PackedPosition& b) {
  return std::memcmp(a.bytes.data(), b.bytes.data(), PackedPosition::kBytes) < 0;
}

Result<std::vector<std::byte>> encode_certificate(const CertificateHeader& header,
                                                  std::vector<CertificateRecord> records, Progress* progress) {
  std::vector<std::byte> payload;
  for (std::size_t at = 0; at < records.size(); at += kBlockRecords) {
    if (progress != nullptr && !shows_packed(*progress, at, records.size()))
      return Error{ErrorCode::interrupted, "interrupted"};
    const std::size_t n = std::min(kBlockRecords, records.size() - at);
    if (const Result<void> done = put_block(std::span(records).subspan(at, n), payload); !done) return done.error();
  }
  CertificateHeader full = header;
  full.records = records.size();
  return seal(kCertificateMagic, kCertificateVersion, {header.rules_fingerprint, header_text(full), payload});
}

Result<CertificateReader> CertificateReader::open(const std::filesystem::path& path) {
  Result<ByteSource> source = ByteSource::open(path);
  if (!source) return source.error();
  return begin(CertificateReader(std::move(*source), path.string()));
}

Result<CertificateReader> CertificateReader::from_bytes(std::vector<std::byte> bytes, std::string name) {
  return begin(CertificateReader(ByteSource::of(std::move(bytes)), std::move(name)));
}

Result<CertificateReader> CertificateReader::begin(CertificateReader reader) {
  const std::uint64_t size = reader.source_.size();
  std::vector<std::byte> buffer;
  const auto beginning =
      reader.source_.view(0, static_cast<std::size_t>(std::min<std::uint64_t>(size, kEnvelopeHeader)), buffer);
  if (!beginning) return reader.named(beginning.error());
  const auto head = reader.source_.view(0, head_size(*beginning, size), buffer);
  if (!head) return reader.named(head.error());
  const Result<EnvelopeHead> envelope = unseal_head(kCertificateKind, kCertificateVersion, *head, size, reader.name_);
  if (!envelope) return envelope.error();
  const Result<std::uint64_t> sum = reader.sum_up(envelope->payload_at);
  if (!sum) return sum.error();
  if (const Result<void> whole = unseal_payload(kCertificateKind, *envelope, *sum, reader.name_); !whole)
    return whole.error();
  if (!parse_header(envelope->settings, reader.header_)) return corrupt(reader.name_, "its header makes no sense");
  reader.header_.rules_fingerprint = envelope->fingerprint;
  reader.first_block_ = reader.at_ = envelope->payload_at;
  return reader;
}

// The checksum of the payload; that of the whole file becomes the digest.
Result<std::uint64_t> CertificateReader::sum_up(std::uint64_t payload_at) {
  RunningChecksum whole, payload;
  std::vector<std::byte> buffer(kReadPiece);
  for (std::uint64_t at = 0; at < source_.size();) {
    const std::uint64_t end = at < payload_at ? payload_at : source_.size();
    const auto part = std::span(buffer).first(static_cast<std::size_t>(std::min<std::uint64_t>(kReadPiece, end - at)));
    const Result<std::size_t> got = source_.read(at, part);
    if (!got) return named(got.error());
    if (*got < part.size()) return corrupt(name_, "the file is cut off");
    whole.add(part);
    if (at >= payload_at) payload.add(part);
    at += part.size();
  }
  digest_ = whole.value();
  return payload.value();
}

Result<std::vector<CertificateRecord>> CertificateReader::next() {
  if (at_ == source_.size()) return std::vector<CertificateRecord>{};
  const auto block = [&](const std::string& what) {
    return corrupt(name_, "the block of records at byte " + std::to_string(at_) + ' ' + what);
  };
  std::array<std::byte, kBlockHead> sizes{};
  const Result<std::size_t> got = source_.read(at_, sizes);
  if (!got) return named(got.error());
  ByteReader in(std::span<const std::byte>(sizes).first(*got));
  const std::size_t count = in.read<std::uint32_t>(), size = in.read<std::uint32_t>();
  if (!in.ok() || count == 0 || count > kBlockRecords || size > source_.size() - at_ - kBlockHead)
    return block("makes no sense");
  std::vector<std::byte> buffer;
  const auto packed = source_.view(at_ + kBlockHead, size, buffer);
  if (!packed) return named(packed.error());
  std::vector<std::uint8_t> columns(count * kRecordBytes);
  const std::size_t unpacked = ZSTD_decompress(columns.data(), columns.size(), packed->data(), packed->size());
  if (is_zstd_error(unpacked) || unpacked != columns.size()) return block("cannot be unpacked");
  at_ += kBlockHead + size;
  std::vector<CertificateRecord> records(count);
  for (std::size_t i = 0; i < count; ++i) {
    std::array<std::uint8_t, kRecordBytes> bytes{};
    for (std::size_t b = 0; b < kRecordBytes; ++b) bytes[b] = columns[b * count + i];
    records[i] = record_of(bytes);
  }
  return records;
}

}  // namespace bookends
