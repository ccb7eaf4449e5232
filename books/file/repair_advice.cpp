#include "books/file/repair_advice.h"

namespace bookends {

namespace {

bool names_other_bytes(const Error& error) {
  return error.code == ErrorCode::corrupt || error.code == ErrorCode::unsupported;
}

}  // namespace

Error with_removal(const Error& error, const std::filesystem::path& workspace, std::string_view loss) {
  if (!names_other_bytes(error)) return error;
  return {error.code, error.message + "; remove the folder " + workspace.string() + " (" + std::string(loss) + ")"};
}

Error with_advice(const Error& error, const std::filesystem::path& workspace, std::string_view loss) {
  if (!names_other_bytes(error)) return error;
  return {error.code, with_removal(error, workspace, loss).message + ", or name another with --workspace"};
}

Error with_book_advice(const Error& error) {
  if (error.code != ErrorCode::corrupt) return error;
  return {error.code, error.message + "; the book is damaged: fetch or build it again"};
}

}  // namespace bookends
