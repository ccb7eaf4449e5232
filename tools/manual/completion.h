// What makes a shell complete the commands, options and values of programs: a script for each shell.
#pragma once

#include <string>
#include <vector>

#include "tools/manual/command_text.h"

namespace bookends {

std::string bash_completion(const std::vector<CommandText>& programs);
std::string fish_completion(const std::vector<CommandText>& programs);
std::string zsh_completion(const std::vector<CommandText>& programs);

}  // namespace bookends
