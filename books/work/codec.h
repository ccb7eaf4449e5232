// Coding and decoding: a search and its result as bytes, in the journal and in messages between ranks. Trial games in
// the journal, too.
#pragma once

#include <cstddef>
#include <vector>

#include "books/work/journal.h"
#include "core/io/bytes.h"

namespace bookends {

void put(std::vector<std::byte>& out, const SearchTask& task);
void put(std::vector<std::byte>& out, const LeafResult& result);
void put(std::vector<std::byte>& out, const TrialTask& task);
void put(std::vector<std::byte>& out, const TrialResult& result);

// What they read is whole when the reader is ok() afterwards.
SearchTask read_task(ByteReader& in);
LeafResult read_result(ByteReader& in);
TrialTask read_trial_task(ByteReader& in);
TrialResult read_trial_result(ByteReader& in);

}  // namespace bookends
