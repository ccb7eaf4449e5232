// Files that come with the program, as the certificates do, are found by their names alone.
#pragma once

#include <string>

namespace CLI {
class Option;
}

namespace bookends {

// A name without a folder that is of no file here stands for the file of that name in folder_of_nets(), if it is there.
std::string shipped_or_same(const std::string& name);
// The values of an option are such names.
void find_shipped(CLI::Option* option);

}  // namespace bookends
