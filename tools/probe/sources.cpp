#include "tools/probe/sources.h"

#include <fmt/format.h>

#include <array>

#include "tools/probe/file_kind.h"

namespace bookends {
namespace {

Error other_game(const std::string& path, const char* theirs, const std::string& ours) {
  return {ErrorCode::unsupported, fmt::format("{} is of the game {}, not of {}", path, theirs, ours)};
}

}  // namespace

ErrorCode code_of_tables(int status) {
  switch (status) {
    case BOOKENDS_TABLES_NOT_FOUND:
    case BOOKENDS_TABLES_NOT_COVERED:
      return ErrorCode::not_found;
    case BOOKENDS_TABLES_CORRUPT:
      return ErrorCode::corrupt;
    case BOOKENDS_TABLES_UNSUPPORTED:
      return ErrorCode::unsupported;
    case BOOKENDS_TABLES_IO:
      return ErrorCode::io;
    case BOOKENDS_TABLES_MEMORY:
      return ErrorCode::limit;
    default:
      return ErrorCode::invalid_argument;
  }
}

ErrorCode code_of_book(bookends_book_status status) {
  switch (status) {
    case BOOKENDS_BOOK_NOT_FOUND:
      return ErrorCode::not_found;
    case BOOKENDS_BOOK_CORRUPT:
      return ErrorCode::corrupt;
    case BOOKENDS_BOOK_UNSUPPORTED:
      return ErrorCode::unsupported;
    case BOOKENDS_BOOK_IO:
      return ErrorCode::io;
    case BOOKENDS_BOOK_NO_MEMORY:
      return ErrorCode::limit;
    default:
      return ErrorCode::invalid_argument;
  }
}

Result<OpenTables> open_tables(const std::string& folder) {
  std::array<char, 512> message{};
  bookends_tables* tables = nullptr;
  const int status = bookends_tables_open(folder.c_str(), nullptr, &tables, message.data(), message.size());
  if (status != BOOKENDS_TABLES_OK) return Error{code_of_tables(status), message.data()};
  return OpenTables(tables);
}

Result<OpenBook> open_book(const std::string& file) {
  std::array<char, 512> message{};
  bookends_book* book = nullptr;
  const bookends_book_status status = bookends_book_open(file.c_str(), &book, message.data(), message.size());
  if (status != BOOKENDS_BOOK_OK) return named_kind({code_of_book(status), message.data()}, file, "a book");
  return OpenBook(book);
}

Result<ProofIndex> open_proof(const std::string& file) {
  Result<ProofIndex> proof = ProofIndex::open(file);
  if (!proof) return named_kind(proof.error(), file, "a proof");
  return proof;
}

Result<ProbeSources> open_sources(const std::string& game, const std::string& tables_folder,
                                  const std::string& book_file) {
  ProbeSources sources;
  if (!tables_folder.empty()) {
    Result<OpenTables> tables = open_tables(tables_folder);
    if (!tables) return tables.error();
    const char* theirs = bookends_tables_game(tables->get());
    if (game != theirs) return other_game(tables_folder, theirs, game);
    sources.tables = std::move(*tables);
  }
  if (!book_file.empty()) {
    Result<OpenBook> book = open_book(book_file);
    if (!book) return book.error();
    const char* theirs = bookends_book_game(book->get());
    if (game != theirs) return other_game(book_file, theirs, game);
    sources.books.push_back(std::move(*book));
  }
  return sources;
}

Result<void> add_proof(ProbeSources& sources, const std::string& game, const std::string& file) {
  Result<ProofIndex> proof = open_proof(file);
  if (!proof) return proof.error();
  if (proof->header().game != game) return other_game(file, proof->header().game.c_str(), game);
  sources.proofs.push_back(std::make_unique<const ProofIndex>(std::move(*proof)));
  return {};
}

}  // namespace bookends
