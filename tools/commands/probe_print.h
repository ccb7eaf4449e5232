// The answers of `bookends probe` as text, JSON and lines of a table.
#pragma once

#include <string>

#include "tools/probe/answer.h"

namespace bookends {

// `format`: text, json or tsv. `with_book`: a book was asked. `single`: the only answer, JSON of which is laid out for
// people.
void print_answer(const ProbeAnswer& answer, const std::string& format, bool with_book, bool single);

}  // namespace bookends
