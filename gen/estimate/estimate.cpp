#include "gen/estimate/estimate.h"

#include <algorithm>
#include <span>

#include "gen/estimate/ending_work.h"

namespace bookends {

namespace {

constexpr double kWorthNaming = 3600;  // seconds of a level whose time is held up by something

// The most that any ending needs of a limit's kind is what stands for it.
void note(std::vector<ScaleLimit>& limits, const ScaleLimit& limit) {
  const auto known = std::ranges::find(limits, limit.what, &ScaleLimit::what);
  if (known == limits.end())
    limits.push_back(limit);
  else if (limit.level == known->level && limit.bytes > known->bytes)
    *known = limit;
}

// What makes an ending too large for a node.
void note_memory(LevelEstimate& level, const EndingWork& work, const std::string& name, double allowed) {
  const MemoryNeed& need = work.memory;
  if (need.total <= allowed) return;
  ++level.too_large;
  if (!work.shared())
    return note(level.limits, {level.level, "memory of an ending that nodes cannot share", name, need.total});
  if (need.writing > allowed) note(level.limits, {level.level, "memory of writing", name, need.writing});
  const double solving = need.own + need.sets + need.children;
  if (solving <= allowed) return;
  const char* part = need.children > solving / 2 ? "memory of children"
                     : need.sets > need.own      ? "memory of sets"
                                                 : "memory of its own part";
  note(level.limits, {level.level, part, name, solving});
}

void note_time(LevelEstimate& level, const Cluster& cluster) {
  const TimeSplit& split = level.seconds;
  const double half = split.total() / 2;
  if (split.total() < kWorthNaming) return;
  const bool folder = cluster.folder_rate < cluster.link * cluster.nodes;
  if (split.writing > half) note(level.limits, {level.level, "time of writing", {}, 0});
  if (split.exchange > half) note(level.limits, {level.level, "time of exchange (link)", {}, 0});
  if (split.gathering > half) note(level.limits, {level.level, "time of gathering (link)", {}, 0});
  if (split.reading > half)
    note(level.limits, {level.level, folder ? "time of reading (folder)" : "time of reading (link)", {}, 0});
}

// As many shared endings as there are nodes are solved one after another; then each is written by a node, or one after
// another by all.
void add_batch(LevelEstimate& level, std::span<const EndingWork> batch, const Cluster& cluster) {
  TimeSplit split;
  double most = 0, sum = 0, written = 0, gathered = 0;
  for (const EndingWork& work : batch) {
    split += work.seconds;
    most = std::max(most, work.seconds.writing);
    sum += work.seconds.writing;
    written += work.traffic.written;
    gathered += work.gathered;
  }
  split.writing = cluster.answers ? sum : std::max(most, written / cluster.folder_rate);
  level.seconds += split;
  level.gathered_bytes = std::max(level.gathered_bytes, gathered);
}

// Each node makes its own, longest first, each given to the one with the least so far; all wait for the last, and for
// the folder.
void add_single(LevelEstimate& level, std::vector<EndingWork>& single, const Cluster& cluster) {
  std::ranges::stable_sort(single, std::ranges::greater(), [](const EndingWork& work) { return work.size->numbers(); });
  std::vector<double> loads(static_cast<std::size_t>(cluster.nodes));
  std::vector<TimeSplit> splits(loads.size());
  double read = 0, written = 0;
  for (const EndingWork& work : single) {
    const auto least = std::ranges::min_element(loads);
    *least += work.size->positions();
    splits[static_cast<std::size_t>(least - loads.begin())] += work.seconds;
    read += work.traffic.read;
    written += work.traffic.written;
  }
  TimeSplit longest = *std::ranges::max_element(splits, {}, [](const TimeSplit& split) { return split.total(); });
  longest.reading = std::max(longest.reading, read / cluster.folder_rate);
  longest.writing = std::max(longest.writing, written / cluster.folder_rate);
  level.seconds += longest;
}

void add_sums(LevelEstimate& level, const EndingWork& work, const std::string& name, const ScaleConstants& constants) {
  ++level.endings;
  if (work.shared()) ++level.shared;
  level.positions += work.size->positions();
  level.traffic += work.traffic;
  level.table_bytes += work.size->positions() * constants.table_bytes;
  level.solved_bytes += work.size->positions() * constants.solved_bytes;
  if (work.memory.total <= level.most.total) return;
  level.most = work.memory;
  level.most_of = name;
}

LevelEstimate estimate_level(const Rules& rules, int number, const std::vector<const EndingSize*>& sizes,
                             WorkEstimator& estimator, const Cluster& cluster, const ScaleConstants& constants) {
  LevelEstimate level;
  level.level = number;
  std::vector<EndingWork> shared, single;
  for (const EndingSize* size : sizes) {
    EndingWork work = estimator.work(*size);
    const std::string name = tables::ending_name(rules, size->ending);
    add_sums(level, work, name, constants);
    note_memory(level, work, name, cluster.memory);
    (work.shared() ? shared : single).push_back(work);
  }
  std::ranges::stable_sort(shared, std::ranges::greater(), [](const EndingWork& work) { return work.size->numbers(); });
  for (std::span<const EndingWork> left = shared; !left.empty();) {
    const std::size_t some = std::min(left.size(), static_cast<std::size_t>(cluster.nodes));
    add_batch(level, left.first(some), cluster);
    left = left.subspan(some);
  }
  if (!single.empty()) add_single(level, single, cluster);
  note_time(level, cluster);
  return level;
}

void add_level(LevelEstimate& all, const LevelEstimate& level) {
  all.endings += level.endings;
  all.shared += level.shared;
  all.too_large += level.too_large;
  all.positions += level.positions;
  all.seconds += level.seconds;
  all.traffic += level.traffic;
  all.table_bytes += level.table_bytes;
  all.solved_bytes += level.solved_bytes;
  all.gathered_bytes = std::max(all.gathered_bytes, level.gathered_bytes);
  for (const ScaleLimit& limit : level.limits) note(all.limits, limit);
  if (level.most.total <= all.most.total) return;
  all.most = level.most;
  all.most_of = level.most_of;
}

double halos_of(const Rules& rules, const std::vector<EndingSize>& sizes, int nodes, bool pawns) {
  const auto found = std::ranges::find_if(
      sizes, [&](const EndingSize& size) { return !size.loose_kings && size.ending.has_pawns() == pawns; });
  if (found == sizes.end()) return 0;
  KingShares shares(rules);
  return shares.of(*found, std::min(nodes, shares.most_nodes(*found))).halos;
}

}  // namespace

TimeSplit& TimeSplit::operator+=(const TimeSplit& other) {
  reading += other.reading;
  solving += other.solving;
  exchange += other.exchange;
  gathering += other.gathering;
  writing += other.writing;
  return *this;
}

ScaleTraffic& ScaleTraffic::operator+=(const ScaleTraffic& other) {
  exchange += other.exchange;
  gathering += other.gathering;
  read += other.read;
  written += other.written;
  return *this;
}

ScaleEstimate estimate_build(const Rules& rules, const std::vector<EndingSize>& sizes, const Cluster& cluster,
                             const ScaleConstants& constants) {
  ScaleEstimate out;
  WorkEstimator estimator(rules, sizes, cluster, constants);
  out.halos_without_pawns = halos_of(rules, sizes, cluster.nodes, false);
  out.halos_with_pawns = halos_of(rules, sizes, cluster.nodes, true);
  std::vector<std::vector<const EndingSize*>> levels;
  for (const EndingSize& size : sizes) {
    levels.resize(std::max(levels.size(), static_cast<std::size_t>(size.step.level) + 1));
    levels[static_cast<std::size_t>(size.step.level)].push_back(&size);
  }
  for (std::size_t i = 0; i < levels.size(); ++i) {
    LevelEstimate level = estimate_level(rules, static_cast<int>(i), levels[i], estimator, cluster, constants);
    add_level(out.all, level);
    out.levels.push_back(std::move(level));
  }
  return out;
}

}  // namespace bookends
