// Makes a certificate shorter: takes other moves where a quicker win is proved already, and looks for quicker ones on
// the lines that take longest.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "books/proof/certificate.h"
#include "core/base/progress.h"
#include "core/position/oracle.h"
#include "core/rules/games.h"

namespace bookends {

struct ShortenJob {
  CertificateHeader header;                   // of the certificate
  std::vector<CertificateRecord> records;     // its own; it has been checked
  std::vector<CertificateRecord> known;       // of others that hold: wins of the same side in the same game
  std::uint64_t bytes = 0;                    // that it takes
  std::string program;                        // that names itself in the new one
  std::uint64_t nodes = 50'000;               // of each search, at most; 0: none
  std::uint64_t searches = 0;                 // no more than so many; 0: until each position had its searches
  int threads = 1;                            // change nothing but the time
  std::size_t memory = std::size_t{8} << 30;  // bytes, about, of the whole program
};

struct ShortenSummary {
  std::vector<std::byte> certificate;  // empty: there is nothing to gain
  CertificateHeader header;            // of it, or else of the old one
  std::uint64_t searches = 0;
  std::uint64_t wins = 0;  // that they found: quicker ones than were known
  // Why it came to an end early, if it did; what was found until then is there.
  bool stopped = false;  // by Progress
  bool full = false;     // the memory
};

// The new certificate has no longer bound than the old one, of the root or of any position of the old one, and no more
// positions or bytes; less of one of them at least. The same job gives the same bytes. A draw that is held can only get
// fewer positions. Where the tables have more men than the old one leans on, the new one leans on these. Errors:
// interrupted and limit (before the searches began); corrupt (two positions share a key, or a table).
template <const Rules& R>
Result<ShortenSummary> shorten(const ShortenJob& job, const Oracle<R>* tables, Progress& progress);

}  // namespace bookends
