// Tables, books and certificates that were opened to be asked: of the first two the handles of the C libraries.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "books/capi/bookends_book.h"
#include "books/proof/index.h"
#include "core/base/result.h"
#include "tablebases/capi/bookends_tables.h"

namespace bookends {

struct CloseTables {
  void operator()(bookends_tables* tables) const { bookends_tables_close(tables); }
};
struct CloseBook {
  void operator()(bookends_book* book) const { bookends_book_close(book); }
};
using OpenTables = std::unique_ptr<bookends_tables, CloseTables>;
using OpenBook = std::unique_ptr<bookends_book, CloseBook>;

// All of one game.
struct ProbeSources {
  OpenTables tables;  // null: none
  std::vector<OpenBook> books;
  std::vector<std::unique_ptr<const ProofIndex>> proofs;
};

// What a status of the C libraries is among our errors.
ErrorCode code_of_tables(int status);
ErrorCode code_of_book(bookends_book_status status);

// Errors: those of opening; of a file of another kind they say what it is.
Result<OpenTables> open_tables(const std::string& folder);
Result<OpenBook> open_book(const std::string& file);
Result<ProofIndex> open_proof(const std::string& file);

// Either name may be empty. Errors: those of opening; unsupported, when one is of another game.
Result<ProbeSources> open_sources(const std::string& game, const std::string& tables_folder,
                                  const std::string& book_file);

// One more certificate. Errors: those of opening; unsupported, when it is of another game.
Result<void> add_proof(ProbeSources& sources, const std::string& game, const std::string& file);

}  // namespace bookends
