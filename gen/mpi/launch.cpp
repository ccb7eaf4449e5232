#include "gen/mpi/launch.h"

#include <array>
#include <charconv>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace bookends {
namespace {

struct Names {
  const char* size;
  const char* rank;
};

// Open MPI; MPICH, Intel MPI and Slurm's PMI-2; Slurm's PMIx. Both must be there: a batch script of Slurm, which is one
// process, has a number of tasks too.
constexpr std::array<Names, 3> kNames{{{"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK"},
                                       {"PMI_SIZE", "PMI_RANK"},
                                       {"SLURM_STEP_NUM_TASKS", "PMIX_RANK"}}};

std::optional<int> number(const char* name) {
  const char* text = std::getenv(name);
  if (text == nullptr) return std::nullopt;
  const std::string_view digits = text;
  int value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc() || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

Launch launch() {
  for (const auto& [size_name, rank_name] : kNames) {
    const std::optional<int> size = number(size_name);
    const std::optional<int> rank = number(rank_name);
    if (size && rank && *rank >= 0 && *rank < *size) return {*rank, *size};
  }
  return {};
}

}  // namespace bookends
