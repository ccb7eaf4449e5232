#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "books/exchange/transport.h"
#include "books/file/book_file.h"
#include "books/probe/polyglot_book.h"
#include "books/proof/certificate.h"
#include "books/review/verify.h"
#include "core/base/count_text.h"
#include "core/rules/games.h"
#include "tools/verify/checks.h"

namespace bookends {
namespace {

Error unknown_game(const std::string& name, const std::string& game) {
  return {ErrorCode::unsupported, name + ": of an unknown game, " + game};
}

template <const Rules& R>
Result<Findings> checked_book(BookFile bytes, const std::string& name) {
  const Result<Book<R>> book = Book<R>::from_file(std::move(bytes), name);
  if (!book) return book.error();
  const BookCheck check = verify_book(*book);
  if (check.faults > 0)
    return Error{ErrorCode::corrupt, fmt::format("{}: {}; `bookends book verify` names them: {}", name,
                                                 count_text(check.faults, "fault"), check.complaints.front())};
  return Findings{std::string(R.name), count_text(check.entries, "position"), ""};
}

Result<Findings> book_findings(Result<BookFile> book, const std::string& name) {
  if (!book) return book.error();
  const Result<const Rules*> rules = find_game(book->header().game);
  if (!rules) return unknown_game(name, book->header().game);
  return with_game(**rules, [&]<const Rules & R>() { return checked_book<R>(std::move(*book), name); });
}

// What is wrong with one record, the one before it being `last`; empty for nothing.
template <const Rules& R>
std::string wrong_with(const CertificateHeader& header, const CertificateRecord& record,
                       const std::optional<PackedPosition>& last) {
  if (last && !in_order(*last, record.position)) return "is not in order";
  const Result<Position<R>> position = unpack_position<R>(record.position);
  if (!position) return "is no position: " + position.error().message;
  if (position->turn() != header.attacker) return "is for the wrong side";
  if (!position->is_legal(record.move)) return "has a move that is not legal";
  if ((header.aim == ProofAim::win) != (record.distance > 0)) return "has a distance that cannot be";
  return "";
}

template <const Rules& R>
Result<void> check_records(CertificateReader& proof, const FileToVerify& file) {
  const CertificateHeader& header = proof.header();
  const auto corrupt = [&](const std::string& what) { return Error{ErrorCode::corrupt, file.name + ": " + what}; };
  if (const Result<Position<R>> root = Position<R>::from_fen(header.root); !root)
    return corrupt("its root is no position: " + root.error().message);
  std::uint64_t count = 0;
  std::optional<PackedPosition> last;
  while (true) {
    if (file.progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    const Result<std::vector<CertificateRecord>> block = proof.next();
    if (!block) return block.error();
    if (block->empty()) break;
    for (const CertificateRecord& record : *block) {
      if (const std::string what = wrong_with<R>(header, record, last); !what.empty())
        return corrupt(fmt::format("record {} {}", count, what));
      last = record.position;
      ++count;
    }
    file.progress.update({file.name, static_cast<double>(count), static_cast<double>(header.records), "records", {}});
  }
  if (count != header.records) return corrupt(fmt::format("has {} records, and says {}", count, header.records));
  return {};
}

constexpr std::size_t kPolyglotEntry = 16;

}  // namespace

// Keys that ascend, and a weight: without one no reader takes it, and nothing but zeros is what a crash leaves behind.
bool is_sorted_polyglot(std::span<const std::byte> bytes) {
  if (bytes.empty() || bytes.size() % kPolyglotEntry != 0) return false;
  const auto has_weight = [&](std::size_t at) {
    return bytes[at + 10] != std::byte{0} || bytes[at + 11] != std::byte{0};
  };
  bool weighted = false;
  for (std::size_t at = 0; at < bytes.size() && !weighted; at += kPolyglotEntry) weighted = has_weight(at);
  if (!weighted) return false;
  const auto key = [&](std::size_t at) { return bytes.subspan(at, 8); };
  for (std::size_t at = kPolyglotEntry; at < bytes.size(); at += kPolyglotEntry)
    if (std::ranges::lexicographical_compare(key(at), key(at - kPolyglotEntry))) return false;
  return true;
}

Result<Findings> check_book(const FileToVerify& file) {
  return book_findings(BookFile::from_bytes({file.bytes.begin(), file.bytes.end()}, file.name), file.name);
}

Result<Findings> check_packed_book(const FileToVerify& file) {
  const Result<TransportHeader> header = transport_header(file.bytes, file.name);
  if (!header) return header.error();
  const Result<const Rules*> rules = find_game(header->header.game);
  if (!rules) return unknown_game(file.name, header->header.game);
  Result<std::vector<std::byte>> book =
      with_game(**rules, [&]<const Rules & R>() { return unpack_book<R>(file.bytes, file.name); });
  if (!book) return book.error();
  return book_findings(BookFile::from_bytes(std::move(*book), file.name), file.name);
}

// It has no checksum, and does not say its game: that it is sorted is all there is to see.
Result<Findings> check_polyglot(const FileToVerify& file) {
  if (const auto entries = polyglot_entries(file.bytes, file.name); !entries) return entries.error();
  return Findings{"", count_text(file.bytes.size() / kPolyglotEntry, "entry", "entries"),
                  "no checksum: entries whole and sorted"};
}

Result<Findings> check_proof(const FileToVerify& file) {
  Result<CertificateReader> proof =
      file.on_disk ? CertificateReader::open(file.name)
                   : CertificateReader::from_bytes({file.bytes.begin(), file.bytes.end()}, file.name);
  if (!proof) return proof.error();
  const CertificateHeader& header = proof->header();
  const Result<const Rules*> rules = find_game(header.game);
  if (!rules) return unknown_game(file.name, header.game);
  if (fingerprint(**rules) != header.rules_fingerprint)
    return Error{ErrorCode::unsupported, file.name + ": made under other rules of " + header.game};
  const Result<void> sound = with_game(**rules, [&]<const Rules & R>() { return check_records<R>(*proof, file); });
  if (!sound) return sound.error();
  return Findings{header.game, count_text(header.records, "position"), ""};
}

}  // namespace bookends
