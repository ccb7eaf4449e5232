// The answers of `bookends probe` as text, JSON and lines of a table.
#pragma once

#include <cstddef>
#include <string>

#include "tools/probe/answer.h"

namespace bookends {

// What was asked, besides tables.
struct AskedFor {
  bool book = false;
  std::size_t proofs = 0;  // how many
};

// `format`: text, json or tsv. `single`: the only answer, JSON of which is laid out for people.
void print_answer(const ProbeAnswer& answer, const std::string& format, const AskedFor& asked, bool single);

}  // namespace bookends
