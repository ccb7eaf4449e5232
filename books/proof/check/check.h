// Checks a certificate: that every line which follows its moves ends in a win of the attacker.
//
// For every record: the move is legal, and each reply to it is the end of the game, a win in the tables, or a record
// with a distance shorter by two at least. Distances that fall on every line leave no room for cycles. Where only the
// draw is held every reply has to be a record too, an end that is no loss, or no loss in the tables; a line may then go
// round in circles, which draws. What records ask of other records is sorted and compared with the records themselves,
// which are sorted too; what does not fit into memory waits in sorted temporary files. So the memory is bounded,
// however large the certificate.
//
// Shares with the prover the reading of files and FENs, PackedPosition, and the tables (which core asks about); the
// rules are its own (plain_game.h).
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "books/proof/certificate.h"
#include "core/base/progress.h"
#include "core/position/oracle.h"

namespace bookends {

struct CheckOptions {
  std::size_t memory = std::size_t{256} << 20;  // bytes for what waits
  std::filesystem::path temporary;              // folder for what does not fit; empty: the system's
  bool assume_tables = false;                   // without tables: what they would have to say is taken for granted
  int threads = 1;                              // change nothing but the time
};

struct CheckReport {
  std::uint64_t records = 0;
  std::uint64_t table_positions = 0;  // replies that the tables answered for
  std::set<std::string> materials;    // the men of those, White's then Black's, as in "KQ K"
  std::string wrong;                  // the first thing that is: which position, what; empty: the proof holds
};

// `tables` may be null when the certificate needs none. Errors: corrupt, io, interrupted; unsupported (another game,
// other rules, or rules under which the past of a game counts); not_found (tables of table_men are needed, and not
// there). A proof that does not hold is no error.
template <const Rules& R>
Result<CheckReport> check_certificate(CertificateReader& certificate, const Oracle<R>* tables,
                                      const CheckOptions& options, Progress& progress);

// All records of a certificate that holds. Errors: as check_certificate; corrupt also when it does not hold.
template <const Rules& R>
Result<std::vector<CertificateRecord>> checked_records(CertificateReader& certificate, const Oracle<R>* tables,
                                                       const CheckOptions& options, Progress& progress);

}  // namespace bookends
