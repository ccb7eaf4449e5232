// A table file that is not opened, where the others are.
#pragma once

#include <filesystem>

#include "core/base/result.h"

namespace bookends::tables {

struct LeftOut {
  std::filesystem::path file;
  Error why;  // names the file
};

// Whether a file may be left out for such an error, where damaged ones are: it is damaged, cannot be read, or its name
// is not that of its ending. One of another game or format is no accident.
constexpr bool is_of_one_file(ErrorCode code) {
  return code == ErrorCode::corrupt || code == ErrorCode::io || code == ErrorCode::not_found ||
         code == ErrorCode::invalid_argument;
}

}  // namespace bookends::tables
