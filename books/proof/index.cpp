#include "books/proof/index.h"

#include <array>
#include <cstring>

#include "core/rules/games.h"

namespace bookends {

namespace {

// Calls take(records) for one block after the other.
template <class Take>
Result<void> for_each_block(CertificateReader& certificate, Take&& take) {
  certificate.rewind();
  while (true) {
    const auto block = certificate.next();
    if (!block) return block.error();
    if (block->empty()) return {};
    if (const Result<void> taken = take(*block); !taken) return taken;
  }
}

}  // namespace

Result<ProofIndex> ProofIndex::open(const std::filesystem::path& path) {
  Result<CertificateReader> certificate = CertificateReader::open(path);
  if (!certificate) return certificate.error();
  return read(*certificate);
}

Result<ProofIndex> ProofIndex::read(CertificateReader& certificate) {
  ProofIndex index;
  index.header_ = certificate.header();
  index.name_ = certificate.name();
  const Result<const Rules*> rules = find_game(index.header_.game);
  if (!rules || fingerprint(**rules) != index.header_.rules_fingerprint)
    return Error{ErrorCode::unsupported,
                 index.name_ + ": a proof for " + index.header_.game + ", or for other rules of it"};
  index.rules_ = *rules;
  if (const Result<void> seen = index.survey(certificate); !seen) return seen.error();
  if (const Result<void> filled = index.fill(certificate); !filled) return filled.error();
  return index;
}

Result<void> ProofIndex::survey(CertificateReader& certificate) {
  std::optional<PackedPosition> last;
  std::array<bool, PackedPosition::kBytes> differs{};
  std::uint64_t records = 0;
  const Result<void> read = for_each_block(certificate, [&](const auto& block) -> Result<void> {
    for (const CertificateRecord& record : block) {
      if (last && !in_order(*last, record.position))
        return Error{ErrorCode::corrupt, name_ + ": its records are not in order"};
      if (!last) common_ = record.position;
      last = record.position;
      for (std::size_t i = 0; i < differs.size(); ++i)
        differs[i] = differs[i] || record.position.bytes[i] != common_.bytes[i];
    }
    records += block.size();
    return {};
  });
  if (!read) return read;
  if (records != header_.records) return Error{ErrorCode::corrupt, name_ + ": it has not as many records as it says"};
  for (std::size_t i = 0; i < differs.size(); ++i)
    if (differs[i]) kept_.push_back(i);
  return {};
}

Result<void> ProofIndex::fill(CertificateReader& certificate) {
  rows_.reserve(header_.records * row_bytes());
  return for_each_block(certificate, [&](const auto& block) -> Result<void> {
    for (const CertificateRecord& record : block) {
      for (const std::size_t at : kept_) rows_.push_back(record.position.bytes[at]);
      for (const std::uint16_t number : {record.move.bits(), record.distance}) {
        rows_.push_back(static_cast<std::uint8_t>(number));
        rows_.push_back(static_cast<std::uint8_t>(number >> 8));
      }
    }
    return {};
  });
}

std::optional<IndexedStep> ProofIndex::find(const PackedPosition& position) const {
  PackedPosition rest = position;
  std::array<std::uint8_t, PackedPosition::kBytes> wanted{};
  for (std::size_t i = 0; i < kept_.size(); ++i) {
    wanted[i] = position.bytes[kept_[i]];
    rest.bytes[kept_[i]] = common_.bytes[kept_[i]];
  }
  if (header_.records == 0 || rest != common_) return std::nullopt;
  std::size_t begin = 0, end = header_.records;
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    const std::uint8_t* row = rows_.data() + middle * row_bytes();
    const int order = std::memcmp(row, wanted.data(), kept_.size());
    if (order == 0) {
      const std::uint8_t* told = row + kept_.size();
      return IndexedStep{Move::from_bits(static_cast<std::uint16_t>(told[0] | told[1] << 8)), told[2] | told[3] << 8};
    }
    (order < 0 ? begin : end) = order < 0 ? middle + 1 : middle;
  }
  return std::nullopt;
}

}  // namespace bookends
