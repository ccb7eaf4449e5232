#include "tablebases/build/handshake.h"

#include <unistd.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/io/checksum.h"
#include "core/io/file.h"
#include "tablebases/build/memory.h"
#include "tablebases/file/format.h"
#include "tablebases/pack/orders_data.h"
#include "tablebases/ranks/tags.h"
#include "tablebases/solution/raw_bytes.h"

namespace bookends::tables {
namespace {

struct RankFacts {
  std::uint64_t build = 0;  // what this program writes, on what kind of machine
  std::uint64_t job = 0;
  std::uint64_t host = 0;
  std::uint64_t asked = 0;    // the memory it was asked to take
  std::uint64_t machine = 0;  // the memory of its machine
};

std::uint64_t sum_of(std::string_view text) { return checksum(as_bytes(text)); }

RankFacts facts_of(const std::string& job, std::uint64_t memory) {
  const std::uint16_t order = 1;  // of the bytes in a number
  std::string build(kTableGenerator);
  build.append(reinterpret_cast<const char*>(&order), sizeof(order));
  build += ' ' + std::to_string(ZSTD_versionNumber());                    // another one packs otherwise
  for (const OrdersText& orders : orders_texts()) build += orders.lines;  // so do other orders
  std::array<char, 256> host{};
  gethostname(host.data(), host.size() - 1);
  return {sum_of(build), sum_of(job), sum_of(host.data()), memory, machine_memory()};
}

std::optional<Error> difference(const RankFacts& own, const RankFacts& other, int rank, int other_rank) {
  const auto differ = [&](const std::string& what) {
    return Error{ErrorCode::invalid_argument, "ranks " + std::to_string(rank) + " and " + std::to_string(other_rank) +
                                                  " have " + what + "; start all alike"};
  };
  if (other.build != own.build) return differ("different builds of the program");
  if (other.job != own.job) return differ("different arguments");
  return std::nullopt;
}

// What is shared depends on memory: so all count with that of the rank that has least.
RankResources resources_of(const std::vector<RankFacts>& facts, const RankFacts& own) {
  const auto on = [&](std::uint64_t host) { return std::ranges::count(facts, host, &RankFacts::host); };
  RankResources resources{static_cast<int>(on(own.host)), ~std::uint64_t{0}};
  for (const RankFacts& f : facts)
    resources.memory =
        std::min(resources.memory, f.asked != 0 ? f.asked : f.machine / 4 * 3 / static_cast<std::uint64_t>(on(f.host)));
  return resources;
}

}  // namespace

Result<RankResources> handshake(Communicator& ranks, const std::string& job, std::uint64_t memory) {
  const RankFacts own = facts_of(job, memory);
  Bytes bytes;
  RawWriter(bytes).value(own);
  const Result<std::vector<Bytes>> all = gather_on_all(ranks, kTagHandshake, std::move(bytes));
  if (!all) return all.error();
  std::vector<RankFacts> facts(all->size());
  for (std::size_t rank = 0; rank < all->size(); ++rank) {
    RawReader((*all)[rank]).value(facts[rank]);
    if (const auto different = difference(own, facts[rank], ranks.rank(), static_cast<int>(rank))) return *different;
  }
  return resources_of(facts, own);
}

}  // namespace bookends::tables
