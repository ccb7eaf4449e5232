// A certificate to be asked: the record of a position, found without reading the file again.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "books/proof/certificate.h"
#include "core/base/result.h"
#include "core/position/position.h"

namespace bookends {

struct IndexedStep {
  Move move;         // the attacker's
  int distance = 0;  // plies until the game is won, at most; 0 where the draw is held

  bool operator==(const IndexedStep&) const = default;
};

// Const and thread-safe. All records are in memory, in the order of the file, without those bytes of their positions
// that are the same in all: on 5x5 about 18 bytes a record, 40 at most. A look-up is a binary search. It says what the
// certificate says; whether that is right is for `bookends book check` (check/check.h).
class ProofIndex {
 public:
  // Errors: those of CertificateReader; corrupt also for records that are not in order, or not as many as the header
  // says; unsupported for a game that there is none of, or other rules of it.
  static Result<ProofIndex> open(const std::filesystem::path& path);
  static Result<ProofIndex> read(CertificateReader& certificate);

  const CertificateHeader& header() const { return header_; }
  const Rules& rules() const { return *rules_; }
  const std::string& name() const { return name_; }  // of the file
  std::uint64_t size() const { return header_.records; }
  std::uint64_t memory() const { return rows_.size(); }  // bytes

  // Nothing where there is no record of the position.
  std::optional<IndexedStep> find(const PackedPosition& position) const;
  template <const Rules& R>
  std::optional<IndexedStep> find(const Position<R>& position) const {
    return find(pack(R, position.setup()));
  }

 private:
  ProofIndex() = default;
  // The bytes that differ, once all have been seen; then the rows of those.
  Result<void> survey(CertificateReader& certificate);
  Result<void> fill(CertificateReader& certificate);
  std::size_t row_bytes() const { return kept_.size() + 4; }

  CertificateHeader header_;
  const Rules* rules_ = nullptr;
  std::string name_;
  PackedPosition common_;          // the bytes that all positions share
  std::vector<std::size_t> kept_;  // places of the others
  std::vector<std::uint8_t> rows_;
};

}  // namespace bookends
