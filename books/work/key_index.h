// Numbers by the keys of positions. Most of what is asked for is not there: a look then costs one place of memory, as
// keys are as good as random and half of the places are free.
#pragma once

#include <bit>
#include <cstddef>
#include <vector>

#include "books/work/ids.h"
#include "core/position/position.h"

namespace bookends {

class KeyIndex {
 public:
  // For at most so many keys.
  explicit KeyIndex(std::size_t most) : places_(std::bit_ceil(2 * most + 1)) {}

  // False where the key is there already, which keeps its number. `id` is not kNoNode.
  bool insert(Key key, NodeId id) {
    Place& place = places_[place_of(key)];
    if (place.id != kNoNode) return false;
    place = {key, id};
    return true;
  }
  // Of many keys to be found first said which: their places come from memory at the same time then.
  void prefetch(Key key) const { __builtin_prefetch(&places_[key & (places_.size() - 1)]); }
  NodeId find(Key key) const { return places_[place_of(key)].id; }  // kNoNode: it is not there

 private:
  struct Place {
    Key key = 0;
    NodeId id = kNoNode;
  };

  std::size_t place_of(Key key) const {
    std::size_t at = key & (places_.size() - 1);
    while (places_[at].id != kNoNode && places_[at].key != key) at = (at + 1) & (places_.size() - 1);
    return at;
  }

  std::vector<Place> places_;
};

}  // namespace bookends
