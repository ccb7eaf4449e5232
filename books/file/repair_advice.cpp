#include "books/file/repair_advice.h"

namespace bookends {

Error with_advice(const Error& error, const std::filesystem::path& workspace, std::string_view loss) {
  if (error.code != ErrorCode::corrupt && error.code != ErrorCode::unsupported) return error;
  return {error.code, error.message + "; remove the folder " + workspace.string() + " (" + std::string(loss) +
                          "), or name another with --workspace"};
}

Error with_book_advice(const Error& error) {
  if (error.code != ErrorCode::corrupt) return error;
  return {error.code, error.message + "; the book is damaged: fetch or build it again"};
}

}  // namespace bookends
