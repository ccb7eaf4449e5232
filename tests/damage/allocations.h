// What operator new has given and not got back: a reservation counts that nobody writes to, which no resident size
// shows. Sanitizers have operators of their own: there nothing is counted, and nothing fails.
#pragma once

#include <cstddef>

namespace bookends::test {

#ifdef BOOKENDS_SANITIZED
inline constexpr bool kCountsAllocations = false;
#else
inline constexpr bool kCountsAllocations = true;
#endif

// From here on.
void begin_counting_allocations();
// The most bytes at a time since then, beyond those of then.
std::size_t most_allocated();
// The n-th from here on, from 1, finds no memory.
void fail_allocation(std::size_t n);
// Each finds some from here on. Whether that one came.
bool end_of_failing();

}  // namespace bookends::test
