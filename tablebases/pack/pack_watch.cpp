#include "tablebases/pack/pack_watch.h"

#include <algorithm>

namespace bookends::tables {

void PackWatch::begin(std::uint64_t positions) {
  ++begun_;
  positions_ = static_cast<double>(positions);
  packed_ = 0;
}

bool PackWatch::stop() {
  if (stopped_) return true;
  const std::unique_lock asking(asking_, std::try_to_lock);
  // Somebody may have asked, and been told to stop, since the first look.
  if (!asking || stopped_) return stopped_;
  const double part = positions_ > 0 ? std::min(static_cast<double>(packed_) / positions_, 1.0) : 0;
  const double done = std::max(begun_ - 1, 0) + part;
  progress_.update({.task = name_, .done = done, .total = static_cast<double>(parts_), .unit = "parts", .detail = {}});
  if (progress_.stop_requested()) stopped_ = true;
  return stopped_;
}

}  // namespace bookends::tables
