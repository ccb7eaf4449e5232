// Events: what exits (exit_sets.h) mean for positions of a block, from a ply on. They win by it; or all their exits
// lose, so that they no longer save them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace bookends::tables {

template <class W>
struct Event {
  W squares;
  std::uint32_t word;  // of the block
  std::uint16_t ply;
};

// The events of a block by ply, taken one ply after another.
template <class W>
class BlockEvents {
 public:
  void assign(std::vector<Event<W>> events) {
    events_ = std::move(events);
    next_ = 0;
  }
  // Those of `ply`; later plies must be asked for later.
  std::span<const Event<W>> due(int ply) {
    while (next_ < events_.size() && events_[next_].ply < ply) ++next_;
    std::size_t end = next_;
    while (end < events_.size() && events_[end].ply == ply) ++end;
    return std::span(events_).subspan(next_, end - next_);
  }
  // Those that were not due yet when due() was called last, and perhaps those due then.
  std::vector<Event<W>> rest() const { return {events_.begin() + static_cast<std::ptrdiff_t>(next_), events_.end()}; }
  int last_ply() const { return events_.empty() ? 0 : events_.back().ply; }

 private:
  std::vector<Event<W>> events_;
  std::size_t next_ = 0;
};

// Collects the events of a block in any order.
template <class W>
class EventSorter {
 public:
  void clear() { events_.clear(); }
  void add(const Event<W>& e) {
    events_.push_back(e);
    if (counts_.size() <= e.ply) counts_.resize(e.ply + std::size_t{1});
    ++counts_[e.ply];
  }
  // By ply, in the order of add() within a ply.
  std::vector<Event<W>> sorted() {
    std::uint32_t at = 0;
    for (std::uint32_t& c : counts_) at += std::exchange(c, at);
    std::vector<Event<W>> out(events_.size());
    for (const Event<W>& e : events_) out[counts_[e.ply]++] = e;
    events_.clear();
    std::fill(counts_.begin(), counts_.end(), 0);
    return out;
  }

 private:
  std::vector<Event<W>> events_;
  std::vector<std::uint32_t> counts_;  // by ply
};

}  // namespace bookends::tables
