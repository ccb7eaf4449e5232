// Numbers as they lie in memory, for what stays on machines of one kind: messages between ranks, and checkpoints.
#pragma once

#include <cstring>
#include <span>
#include <type_traits>
#include <vector>

#include "core/io/bytes.h"

namespace bookends::tables {

class RawWriter {
 public:
  explicit RawWriter(std::vector<std::byte>& out) : out_(out) {}

  template <class T>
  void array(const T* from, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t at = out_.size();
    out_.resize(at + n * sizeof(T));
    if (n != 0) std::memcpy(out_.data() + at, from, n * sizeof(T));
  }
  template <class T>
  void value(const T& v) {
    array(&v, 1);
  }
  // With its length.
  template <class T>
  void list(const std::vector<T>& v) {
    value(static_cast<std::uint64_t>(v.size()));
    array(v.data(), v.size());
  }

 private:
  std::vector<std::byte>& out_;
};

// Reads the same, in the same order. Past the end nothing is written any more, and ok() is false.
class RawReader {
 public:
  explicit RawReader(std::span<const std::byte> bytes) : in_(bytes) {}

  template <class T>
  void array(T* to, std::size_t n) {
    static_assert(std::is_trivially_copyable_v<T>);
    if (n > in_.left() / sizeof(T)) return fail();
    const std::span<const std::byte> bytes = in_.take(n * sizeof(T));
    if (!bytes.empty()) std::memcpy(to, bytes.data(), bytes.size());
  }
  template <class T>
  void value(T& v) {
    array(&v, 1);
  }
  template <class T>
  void list(std::vector<T>& v) {
    std::uint64_t n = 0;
    value(n);
    if (n > in_.left() / sizeof(T)) return fail();
    v.resize(n);
    array(v.data(), n);
  }

  // What has not been read.
  std::span<const std::byte> rest() { return in_.take(in_.left()); }
  bool ok() const { return in_.ok(); }
  bool at_end() const { return in_.ok() && in_.left() == 0; }

 private:
  void fail() { in_.take(in_.left() + 1); }

  ByteReader in_;
};

}  // namespace bookends::tables
