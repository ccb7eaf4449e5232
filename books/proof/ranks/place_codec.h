// Coding and decoding for messages between ranks: the search of a place, its result, and news of the plan.
#pragma once

#include <cstddef>
#include <vector>

#include "books/proof/prove/place_search.h"
#include "books/proof/ranks/plan_replica.h"
#include "core/io/bytes.h"

namespace bookends {

void put(std::vector<std::byte>& out, const PlaceTask& task);
void put(std::vector<std::byte>& out, const PlaceResult& result);
void put(std::vector<std::byte>& out, const PlanNews& news);

// PlanNews that own what they have.
struct ReadNews {
  std::vector<Key> planned;
  std::vector<SolvedEntry> solved;
};

// What they read is whole when the reader is ok() afterwards.
PlaceTask read_place_task(ByteReader& in);
PlaceResult read_place_result(ByteReader& in);
ReadNews read_news(ByteReader& in);

}  // namespace bookends
