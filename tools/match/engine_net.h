// By which network an engine evaluates, so far as it shows from outside: a match with another one is another match,
// though the name of the file may be the same.
#pragma once

#include <string>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "gen/uci/engine_spec.h"

namespace bookends::match {

// Of the file that the option EvalFile names, or of the one that came with the program, where the engine is a
// bookends-agent and the option leaves it that: net_digest() where it is a network of ours, else its checksum. Empty:
// none, or nothing is known of it. Errors: io.
Result<std::string> net_of(const uci::EngineSpec& engine, const Rules& rules);

}  // namespace bookends::match
