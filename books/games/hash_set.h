// A set of hashes that takes some 12 bytes for each: of ten million games a tenth of a gigabyte.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace bookends {

class HashSet {
 public:
  // Whether it is new. The hash is as good as random; 0 is taken for 1.
  bool insert(std::uint64_t hash) {
    if (3 * (size_ + 1) > 2 * places_.size()) grow();
    return put(hash == 0 ? 1 : hash);
  }
  std::size_t size() const { return size_; }

 private:
  bool put(std::uint64_t hash) {
    std::size_t at = hash & (places_.size() - 1);
    while (places_[at] != 0 && places_[at] != hash) at = (at + 1) & (places_.size() - 1);
    if (places_[at] == hash) return false;
    places_[at] = hash;
    ++size_;
    return true;
  }

  void grow() {
    constexpr std::size_t kFirst = 1024;
    std::vector<std::uint64_t> old(places_.empty() ? kFirst : 2 * places_.size());
    old.swap(places_);
    size_ = 0;
    for (const std::uint64_t hash : old)
      if (hash != 0) put(hash);
  }

  std::vector<std::uint64_t> places_;  // 0: free
  std::size_t size_ = 0;
};

}  // namespace bookends
