// Opening a book in whatever format it is: our own or Polyglot's.
#pragma once

#include <filesystem>
#include <memory>

#include "books/probe/probe.h"

namespace bookends {

// The game is the file's own; a Polyglot book is of the game whose keys are published. Errors: those of BookFile::open
// and polyglot_entries(); unsupported when the game or its rules are not known here.
Result<std::unique_ptr<const BookSource>> open_any_book(const std::filesystem::path& path);

// Of one game. Errors: the same; unsupported when the book is of another game.
template <const Rules& R>
Result<std::unique_ptr<const BookProbe<R>>> open_book_of(const std::filesystem::path& path);

}  // namespace bookends
