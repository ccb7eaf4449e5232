// What packing says of itself while it is at it, and whether it is to stop.
#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <string>

#include "core/base/progress.h"
#include "core/base/result.h"

namespace bookends::tables {

// Of one table. The threads that pack share it: `progress` has one caller at a time, whichever thread that is.
class PackWatch {
 public:
  // `name`: of the ending.
  PackWatch(Progress& progress, std::string name) : progress_(progress), name_(std::move(name)) {}

  // Of one thread, outside of parallel loops: there will be so many parts; the next part has so many positions.
  void expect(int parts) { parts_ = parts; }
  void begin(std::uint64_t positions);
  // Of any thread: so many positions more are packed.
  void add(std::uint64_t positions) { packed_.fetch_add(positions, std::memory_order_relaxed); }
  // Of any thread, often: tells how far it is, and whether to stop. Once true it stays so.
  bool stop();
  Error interrupted() const { return {ErrorCode::interrupted, "interrupted while packing " + name_}; }

 private:
  Progress& progress_;
  std::string name_;
  int parts_ = 1, begun_ = 0;
  double positions_ = 0;  // of the part at work
  std::atomic<std::uint64_t> packed_ = 0;
  std::atomic<bool> stopped_ = false;
  std::mutex asking_;
};

// Where nobody may be watching.
inline bool is_stopped(PackWatch* watch) { return watch != nullptr && watch->stop(); }

}  // namespace bookends::tables
