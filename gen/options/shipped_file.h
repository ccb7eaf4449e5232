// Files that come with the program, as the certificates do, are found by their names alone.
#pragma once

namespace CLI {
class Option;
}

namespace bookends {

// A value without a folder that names no file here stands for the file of that name in folder_of_nets(), if it is
// there.
void find_shipped(CLI::Option* option);

}  // namespace bookends
