// What is shown as a book: a book, or a certificate, which becomes one in memory.
#pragma once

#include <string>

#include "books/probe/probe.h"
#include "gen/console/command.h"

namespace bookends {

// The game that the file names. Errors: those of BookFile::open and CertificateReader::open; unsupported for a game
// that there is none of.
Result<const Rules*> game_of_shown(const std::string& path);

// A certificate is checked; what tables would say is taken for granted, which is said. Errors: those of Book::open and
// BookImport::add_proof.
template <const Rules& R>
Result<Book<R>> open_shown(const std::string& path, Session& session);

}  // namespace bookends
