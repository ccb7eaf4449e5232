// The answer to a probe as JSON: what `bookends probe --json` prints and the server sends.
#pragma once

#include <string>

#include "tools/probe/answer.h"

namespace bookends {

// Without a newline at its end. `pretty`: laid out for people, else on one line.
std::string answer_json(const ProbeAnswer& answer, bool pretty);

}  // namespace bookends
