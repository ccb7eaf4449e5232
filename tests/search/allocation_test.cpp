// The search allocates before its first node and after its last one, and nowhere between, but for `go mate`, which
// begins a second one with a table of its own, and for what an oracle does when it is asked (tables that unpack a block
// do): every allocation of the program goes through the operators below, which count.
#include <cstdlib>
#include <new>

#include "tests/net/random_net.h"
#include "tests/search/helpers.h"

namespace {
std::atomic<std::uint64_t> allocations{0};

void* counted(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes == 0 ? 1 : bytes)) return memory;
  throw std::bad_alloc();
}

void* counted(std::size_t bytes, std::align_val_t alignment) {
  ++allocations;
  const auto unit = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(unit, (bytes + unit - 1) / unit * unit)) return memory;
  throw std::bad_alloc();
}
}  // namespace

// The array forms call these.
void* operator new(std::size_t bytes) { return counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment) { return counted(bytes, alignment); }
void* operator new(std::size_t bytes, const std::nothrow_t&) noexcept { return counted(bytes); }
void* operator new(std::size_t bytes, std::align_val_t alignment, const std::nothrow_t&) noexcept {
  return counted(bytes, alignment);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t, const std::nothrow_t&) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace bookends {
namespace {

template <const Rules& R>
using SharedNet = std::shared_ptr<const Net<R>>;

// The hand-made terms, and a network.
template <const Rules& R>
std::vector<SharedNet<R>> evaluations() {
  return {nullptr, Net<R>::make(test::random_net(R, {.hidden = 64, .buckets = 4, .regions = 2}, 1)).value()};
}

// Of one search from an empty table, without what is kept between searches.
template <const Rules& R>
std::uint64_t allocations_of(const Position<R>& position, const SearchOptions& options, const SharedNet<R>& net,
                             int depth) {
  Search<R> search(options);
  search.set_net(net);
  const Game<R> game(position);
  SearchLimits limits;
  limits.depth = 1;
  search.run(game, limits, kNeverStop);  // what grows once has grown
  search.clear();
  limits.depth = depth;
  const std::uint64_t before = allocations;
  const SearchResult result = search.run(game, limits, kNeverStop);
  const std::uint64_t after = allocations;
  EXPECT_EQ(result.statistics.depth, depth);
  return after - before;
}

TEST(Allocation, IsCounted) {
  const std::uint64_t before = allocations;
  const auto one = std::make_unique<int>(1);
  const std::vector<int> two(2);
  struct alignas(64) Line {
    int value;
  };
  const auto three = std::make_unique<Line>();
  EXPECT_EQ(allocations, before + 3) << *one << two[0] << three->value;
}

// A hundred times the nodes, not one allocation more.
TEST(Allocation, DoesNotDependOnTheDepthOfASearch) {
  for_every_game([]<const Rules & R>() {
    for (const auto& net : evaluations<R>())
      for (const int threads : {1, 2})
        for (const int lines : {1, 3}) {
          SearchOptions options;
          options.threads = threads;
          options.multi_pv = lines;
          const auto position = Position<R>::start();
          const auto shallow = allocations_of(position, options, net, 2);
          const int deep = net ? 6 : 9;
          EXPECT_EQ(allocations_of(position, options, net, deep), shallow)
              << threads << " threads, " << lines << " lines, " << (net ? "network" : "terms");
          EXPECT_LT(shallow, 20u);
        }
  });
}

// The most between two reports of one search.
template <const Rules& R>
std::uint64_t allocations_between_reports(const Position<R>& position, const SharedNet<R>& net) {
  Search<R> search;
  search.set_net(net);
  SearchLimits limits;
  limits.nodes = 30000;
  std::uint64_t at_last_report = 0, most = 0;
  int reports = 0;
  search.run(Game<R>(position), limits, kNeverStop, [&](const SearchLine&, const SearchStatistics&) {
    if (++reports > 1) most = std::max(most, allocations - at_last_report);
    at_last_report = allocations;
  });
  EXPECT_GT(reports, 2);
  return most;
}

TEST(Allocation, DoesNotHappenBetweenTwoReports) {
  for_every_game([]<const Rules & R>() {
    for (const auto& net : evaluations<R>())
      for (unsigned seed = 0; seed < 3; ++seed)
        EXPECT_LE(allocations_between_reports(playout<R>(seed, 12), net), 1u)
            << "the line that is reported is the only one, by the " << (net ? "network" : "terms");
  });
}

}  // namespace
}  // namespace bookends
