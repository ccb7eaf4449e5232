// The engine that belongs to this program: where it is, and how it is told of several books.
#pragma once

#include <filesystem>

namespace bookends {

// bookends-agent beside the running program.
std::filesystem::path own_agent();

// Between the files of its option BookFile.
inline constexpr char kBookSeparator = ';';

}  // namespace bookends
