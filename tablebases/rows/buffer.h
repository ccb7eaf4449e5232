// Buffers: large arrays that are written before they are read, aligned for vectors, in large pages where the system has
// them (the kernel's zeroing of small ones costs a third of a solve), uninitialised.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <span>
#include <type_traits>

#include "core/base/large_pages.h"

namespace bookends::tables {

template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  Buffer() = default;
  explicit Buffer(std::size_t size) : data_(static_cast<T*>(allocate_pages(size * sizeof(T)))), size_(size) {}

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t i) { return data_.get()[i]; }
  const T& operator[](std::size_t i) const { return data_.get()[i]; }
  T* begin() { return data(); }
  T* end() { return data() + size_; }

 private:
  struct Free {
    void operator()(T* p) const { std::free(p); }
  };
  std::unique_ptr<T, Free> data_;
  std::size_t size_ = 0;
};

}  // namespace bookends::tables
