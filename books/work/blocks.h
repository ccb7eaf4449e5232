// A list that grows without moving what it holds: memory never stands twice, as it does when a vector makes room.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

namespace bookends {

template <class T>
class Blocks {
 public:
  std::size_t size() const { return size_; }
  bool empty() const { return size_ == 0; }

  T& operator[](std::size_t i) { return blocks_[i / kBlock][i % kBlock]; }
  const T& operator[](std::size_t i) const { return blocks_[i / kBlock][i % kBlock]; }

  void push_back(T item) {
    if (size_ % kBlock == 0) blocks_.emplace_back().reserve(kBlock);
    blocks_.back().push_back(std::move(item));
    ++size_;
  }

 private:
  static constexpr std::size_t kBlock = 4096;

  std::vector<std::vector<T>> blocks_;
  std::size_t size_ = 0;
};

}  // namespace bookends
