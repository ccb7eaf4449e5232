// Runs programs under mpirun, and looks at their processes.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <functional>
#include <string>
#include <vector>

#include "tests/support/program.h"

namespace bookends::test {

// As root and not, in a container, without a network, with fewer cores than ranks; never for longer than two minutes.
RunResult run_ranks_of(int ranks, const std::string& program, const std::vector<std::string>& arguments);

// The processes whose command line has that word, those of mpirun and its like left out. With a rank: only that one.
std::vector<pid_t> processes_with(const std::string& word, int rank = -1);
// Waits for such a process, some seconds; 0 when there is none.
pid_t wait_for_process(const std::string& word, int rank);
// Whether they are gone, at once or within some seconds.
bool all_gone(const std::string& word);

// The same as run_ranks_of(); once the rank `victim` of those that have the word is there and `when` has returned true,
// it gets the signal.
RunResult run_and_signal(int ranks, const std::string& program, const std::vector<std::string>& arguments,
                         const std::string& word, int victim, int signal, const std::function<bool()>& when);

// How often the text has that part.
int count(const std::string& text, const std::string& part);

}  // namespace bookends::test
