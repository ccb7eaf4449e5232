// A proof as a file: for every position of the attacker that his own moves and any replies can lead to, the move that
// wins and a bound on the plies that it takes; or, of a side that holds the draw, the move that does.
// books/file/FORMAT.md describes the bytes.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "books/file/layout.h"
#include "books/file/packed_position.h"
#include "books/proof/aim.h"
#include "core/base/progress.h"
#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/position/move.h"

namespace bookends {

struct CertificateHeader {
  std::string game;
  std::uint64_t rules_fingerprint = 0;
  std::string root;  // FEN: where the attacker wins, or holds
  Color attacker = Color::white;
  ProofAim aim = ProofAim::win;
  int distance = 0;   // plies from the root until the game is won, at most; 0 of a proof that holds
  int table_men = 0;  // positions with so many men are the tables' business; 0: there are none
  std::uint64_t records = 0;
  std::string generator;
};

// " in 23 plies at most"; "" where the draw is held: for people, after claim().
std::string within_text(const CertificateHeader& header);

struct CertificateRecord {
  PackedPosition position;  // the attacker is to move
  Move move;
  std::uint16_t distance = 0;  // as the header's

  bool operator==(const CertificateRecord&) const = default;
};

// The order of the records in a file: by their positions' bytes.
bool in_order(const PackedPosition& a, const PackedPosition& b);

// More than any tables have: a proof cannot leave everything to them.
inline constexpr int kMostTableMen = 7;

inline constexpr std::string_view kCertificateMagic = book_layout::kCertificateMagic;

// The bytes of a certificate; `records` in order, each position once. Of many it takes a while: `progress` may show it,
// and stop it. Errors: limit; interrupted.
Result<std::vector<std::byte>> encode_certificate(const CertificateHeader& header,
                                                  std::vector<CertificateRecord> records, Progress* progress = nullptr);

// Reads one block of records after the other from the file, which stays open: the memory it takes does not grow with
// it.
class CertificateReader {
 public:
  // Reads all of it once. Errors: not_found, io; corrupt (also when the checksum is wrong); unsupported (another
  // version).
  static Result<CertificateReader> open(const std::filesystem::path& path);
  static Result<CertificateReader> from_bytes(std::vector<std::byte> bytes, std::string name);

  const CertificateHeader& header() const { return header_; }
  const std::string& name() const { return name_; }
  // Of the whole file: which certificate it is.
  std::uint64_t digest() const { return digest_; }
  // The next records, empty at the end. Errors: corrupt, io.
  Result<std::vector<CertificateRecord>> next();
  void rewind() { at_ = first_block_; }

 private:
  CertificateReader(ByteSource source, std::string name) : source_(std::move(source)), name_(std::move(name)) {}
  static Result<CertificateReader> begin(CertificateReader reader);
  Error named(const Error& error) const { return {error.code, name_ + ": " + error.message}; }
  Result<std::uint64_t> sum_up(std::uint64_t payload_at);

  ByteSource source_;
  std::string name_;
  CertificateHeader header_;
  std::uint64_t digest_ = 0;
  std::uint64_t first_block_ = 0;
  std::uint64_t at_ = 0;
};

}  // namespace bookends
