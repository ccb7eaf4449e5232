// A search and its result as bytes: in the journal, and in messages between ranks.
#pragma once

#include <cstddef>
#include <vector>

#include "books/journal.h"
#include "core/io/bytes.h"

namespace bookends {

void put(std::vector<std::byte>& out, const SearchTask& task);
void put(std::vector<std::byte>& out, const LeafResult& result);

// What they read is whole when the reader is ok() afterwards.
SearchTask read_task(ByteReader& in);
LeafResult read_result(ByteReader& in);

}  // namespace bookends
