// What the files of the C library share: statuses, texts, and no exception that gets out.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <new>
#include <string_view>

#include "books/capi/bookends_book.h"
#include "core/base/result.h"

namespace bookends::capi {

inline bookends_book_status status_of(const Error& error) {
  switch (error.code) {
    case ErrorCode::not_found:
      return BOOKENDS_BOOK_NOT_FOUND;
    case ErrorCode::corrupt:
      return BOOKENDS_BOOK_CORRUPT;
    case ErrorCode::unsupported:
      return BOOKENDS_BOOK_UNSUPPORTED;
    case ErrorCode::limit:
      return BOOKENDS_BOOK_NO_MEMORY;
    case ErrorCode::io:
    case ErrorCode::interrupted:
      return BOOKENDS_BOOK_IO;
    case ErrorCode::invalid_argument:
      break;
  }
  return BOOKENDS_BOOK_INVALID_ARGUMENT;
}

// No exception may reach C. The libraries throw none of their own; what is left is the want of memory.
template <class F>
bookends_book_status guarded(F&& f) {
  try {
    return f();
  } catch (const std::bad_alloc&) {
    return BOOKENDS_BOOK_NO_MEMORY;
  } catch (const std::exception&) {
    return BOOKENDS_BOOK_IO;
  }
}

// Cut to the size, which includes the zero byte.
inline void copy_text(std::string_view text, char* to, std::size_t size) {
  if (to == nullptr || size == 0) return;
  const std::size_t n = std::min(text.size(), size - 1);
  std::memcpy(to, text.data(), n);
  to[n] = 0;
}

// Where C wants a line for a person.
class Message {
 public:
  Message(char* to, std::size_t size) : to_(to), size_(size) {}

  bookends_book_status fail(const Error& error) {
    copy_text(error.message, to_, size_);
    said_ = true;
    return status_of(error);
  }
  // Of a failure that nothing was said of, what its status means.
  bookends_book_status close(bookends_book_status status) {
    if (status != BOOKENDS_BOOK_OK && !said_) copy_text(bookends_book_status_text(status), to_, size_);
    return status;
  }

 private:
  char* to_;
  std::size_t size_;
  bool said_ = false;
};

}  // namespace bookends::capi
