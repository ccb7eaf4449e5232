// What a call of zstd says: a number of bytes, or what is wrong. Want of memory is no damage of what is packed: it is
// thrown, as where memory is asked for otherwise.
#pragma once

#include <zstd.h>
#include <zstd_errors.h>

#include <cstddef>
#include <new>
#include <string>

#include "core/base/result.h"

namespace bookends {

// Whether that is an error. Throws std::bad_alloc.
inline bool is_zstd_error(std::size_t said) {
  if (ZSTD_getErrorCode(said) == ZSTD_error_memory_allocation) throw std::bad_alloc();
  return ZSTD_isError(said) != 0;
}

// What a call that packs says then.
inline Error zstd_error(std::size_t said) {
  return {ErrorCode::limit, std::string("zstd: ") + ZSTD_getErrorName(said)};
}

// A context that was asked for. Throws std::bad_alloc where there is none.
template <class Context>
Context* zstd_context(Context* made) {
  if (made == nullptr) throw std::bad_alloc();
  return made;
}

}  // namespace bookends
