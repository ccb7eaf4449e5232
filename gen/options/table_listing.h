// What is in a folder of tables, in a line: to compare the folders of two machines.
#pragma once

#include <filesystem>
#include <string>

namespace bookends {

// "tables=35 files, 1234567 bytes, 0123456789abcdef": the last stands for names and sizes. Empty without a folder.
std::string table_listing(const std::filesystem::path& folder);

}  // namespace bookends
