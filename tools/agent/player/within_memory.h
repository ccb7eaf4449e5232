// A file that is much larger than what it is taken for must not end the engine.
#pragma once

#include <new>
#include <string>

#include "core/base/result.h"

namespace bookends::agent {

// What `open` answers, or an error (limit) that names the path when the memory does not suffice.
template <class Open>
Result<void> within_memory(const std::string& path, const Open& open) {
  try {
    return open();
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::limit, path + ": the memory does not suffice for it"};
  }
}

}  // namespace bookends::agent
