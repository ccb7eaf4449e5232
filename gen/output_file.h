// What may stand already where a command is told to write its file.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "core/result.h"

namespace bookends {

// A kind of file that a command writes.
struct OutputKind {
  std::string name;  // "file of positions"
  std::function<bool(const std::filesystem::path&)> matches;
};

// Known by the text that it begins with.
OutputKind kind_beginning_with(std::string name, std::string begin);

// Whether the file may be written: when nothing is there or an empty file; with `force`, also one of the same kind.
// Asked before hours of work rather than after them. Errors: invalid_argument for one of the same kind without `force`,
// unsupported for any other file, io for what is no regular file.
Result<void> check_output(const std::filesystem::path& out, const OutputKind& kind, bool force);

}  // namespace bookends
