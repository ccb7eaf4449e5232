#include "tests/mpi/support.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <thread>

#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

// Of a file of /proc, whose words end in zeros.
std::vector<std::string> words_of(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::vector<std::string> words;
  for (std::string word; std::getline(in, word, '\0');) words.push_back(word);
  return words;
}

bool has(const std::vector<std::string>& words, const std::string& word) {
  for (const std::string& w : words)
    if (w == word) return true;
  return false;
}

bool is_starter(const std::vector<std::string>& words) {
  const std::string name = std::filesystem::path(words.front()).filename();
  return name == "timeout" || name == "mpirun" || name == "mpiexec" || name == "orterun";
}

// A place of its own for each test's ranks: of two mpirun in one, the one that ends removes the folder in which the
// other is about to make its own, and the other fails.
void prepare_mpirun() {
  static const TemporaryFolder sessions;
  setenv("OMPI_MCA_orte_tmpdir_base", sessions.path().c_str(), 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT", "1", 1);
  setenv("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1", 1);
  setenv("OMPI_MCA_plm", "isolated", 1);
  setenv("OMPI_MCA_btl", "self,vader,tcp", 1);
  setenv("OMPI_MCA_btl_vader_single_copy_mechanism", "none", 1);
  setenv("OMPI_MCA_btl_tcp_if_include", "lo", 1);
  setenv("OMPI_MCA_oob_tcp_if_include", "lo", 1);
  setenv("OMPI_MCA_hwloc_base_binding_policy", "none", 1);
}

template <class Condition>
bool soon(const Condition& condition) {
  for (int i = 0; i < 1000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

}  // namespace

RunResult run_ranks_of(int ranks, const std::string& program, const std::vector<std::string>& arguments) {
  prepare_mpirun();
  std::vector<std::string> words{"-k",   "10", "120", BOOKENDS_MPIRUN, "--oversubscribe", "-n", std::to_string(ranks),
                                 program};
  words.insert(words.end(), arguments.begin(), arguments.end());
  return run_program("/usr/bin/timeout", words);
}

RunResult run_and_signal(int ranks, const std::string& program, const std::vector<std::string>& arguments,
                         const std::string& word, int victim, int signal, const std::function<bool()>& when) {
  std::jthread sender([&] {
    if (wait_for_process(word, victim) == 0 || !when()) return;
    for (const pid_t rank : processes_with(word, victim)) kill(rank, signal);
  });
  return run_ranks_of(ranks, program, arguments);
}

std::vector<pid_t> processes_with(const std::string& word, int rank) {
  std::vector<pid_t> found;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const std::string name = entry.path().filename();
    if (name.find_first_not_of("0123456789") != std::string::npos) continue;
    const std::vector<std::string> command = words_of(entry.path() / "cmdline");
    if (!has(command, word) || is_starter(command)) continue;
    const std::string number = "OMPI_COMM_WORLD_RANK=" + std::to_string(rank);
    if (rank < 0 || has(words_of(entry.path() / "environ"), number)) found.push_back(std::stoi(name));
  }
  return found;
}

pid_t wait_for_process(const std::string& word, int rank) {
  std::vector<pid_t> found;
  soon([&] { return !(found = processes_with(word, rank)).empty(); });
  return found.empty() ? 0 : found.front();
}

bool all_gone(const std::string& word) {
  return soon([&] { return processes_with(word).empty(); });
}

int count(const std::string& text, const std::string& part) {
  int n = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
  return n;
}

}  // namespace bookends::test
