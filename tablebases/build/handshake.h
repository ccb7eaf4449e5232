// The handshake of ranks (processes that share one job, core/base/communicator.h) before they make tables: each tells
// the others how it was started and what memory it has, and all conclude the same.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/communicator.h"

namespace bookends::tables {

// What every rank then knows.
struct RankResources {
  int ranks_here = 0;        // ranks on this machine
  std::uint64_t memory = 0;  // bytes that each of them may take: what the one with the least has
};

// All ranks call it. `job`: what this one was asked for. `memory`: the bytes it was asked to take; 0: three quarters of
// its machine, shared with the other ranks there. Errors: invalid_argument, when jobs or programs differ; those of the
// ranks.
Result<RankResources> handshake(Communicator& ranks, const std::string& job, std::uint64_t memory);

}  // namespace bookends::tables
