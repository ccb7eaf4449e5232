// What a book file holds, as a page: with how it grew, and what a deeper search says of its ends.
#pragma once

#include <string>

#include "core/base/result.h"
#include "tools/book_commands/info/facts.h"

namespace bookends {

struct InfoPageSources {
  std::string book;
  std::string workspace;  // of its build; empty: where a build puts it
  std::string exits;      // what `book exits --json` has written; empty: none
  bool all = false;       // all starts
};

// Errors: of a workspace or exits that were named, those of their files; invalid_argument (of another book).
Result<std::string> info_page(const Rules& rules, const BookInfo& info, const InfoPageSources& sources);

}  // namespace bookends
