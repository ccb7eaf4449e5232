#include "gen/estimate/ending_work.h"

#include <algorithm>
#include <cmath>

namespace bookends {

namespace {

// Of the slices that nodes could solve side by side, so that a ply of all is one message: so much of the memory.
constexpr double kMostSlicesTogether = 64, kPartForSlices = 8;

}  // namespace

double WorkEstimator::code_bytes() const { return c_.dtm_bytes + (has_dtz() ? c_.dtz_bytes : 0); }

// As it is, an ending is shared by all nodes or by none. Slices of equal advance do not depend on each other, so that
// nodes could take whole ones.
EndingSpread WorkEstimator::widest(const EndingSize& size) {
  if (!cluster_.answers) {
    if (shares_.most_nodes(size) < cluster_.nodes || cluster_.nodes == 1) return {};
    return {cluster_.nodes, false, shares_.of(size, cluster_.nodes)};
  }
  if (size.loose_kings) {
    const double slices = static_cast<double>(size.slices) / (size.ending.pawns() * rules_.ranks);
    const int nodes = static_cast<int>(std::clamp(slices, 1.0, static_cast<double>(cluster_.nodes)));
    return {nodes, true, {1.0 / nodes, 1.0 / nodes, 0}};
  }
  const int nodes = std::min(shares_.most_nodes_of_classes(), cluster_.nodes);
  return {nodes, false, shares_.of_classes(nodes)};
}

// A promotion leaves both kings where they are, a capture may be by a king, which then is in the halo.
double WorkEstimator::pairs_of_child(const EndingSize& size, const EndingSize& child,
                                     const EndingSpread& spread) const {
  if (!cluster_.answers || spread.nodes == 1 || spread.by_slices) return 1;
  return child.ending.men() == size.ending.men() ? spread.share.own : spread.share.seen;
}

// Whole as it is, all children at once. But exits could be found before the ending is solved, child after child and
// slice after slice of it, and be kept where codes come later: then a slice is all that has to be there.
double WorkEstimator::children_bytes(const EndingSize& size, const EndingSpread& spread) const {
  const bool one_by_one = cluster_.answers && spread.nodes > 1;
  double all = 0, most = 0;
  for (std::size_t i = 0; i < size.step.needs.size(); ++i) {
    const EndingSize& child = sizes_[size.step.needs[i]];
    const double bytes = child.ending.men() <= 5 ? c_.child_bytes : c_.large_child_bytes;
    const double slice =
        static_cast<double>(child.slice_numbers()) * size.step.sides[i] * bytes * pairs_of_child(size, child, spread);
    all += slice * static_cast<double>(child.slices);
    most = std::max(most, slice);
  }
  return one_by_one ? most : all;
}

// Of a halo nothing is asked but what is told.
double WorkEstimator::slice_sets(const EndingSize& size, const EndingSpread& spread) const {
  const auto places = static_cast<double>(size.slice_places);
  const double bytes = rules_.squares() > 32 ? c_.set_bytes_64 : c_.set_bytes_32;
  if (size.loose_kings) return places * bytes;
  const double halo = spread.share.seen - spread.share.own;
  return places * (spread.share.own * bytes + halo * (cluster_.answers ? c_.halo_set_bytes : bytes));
}

// As it is, nodes solve one slice after another.
double WorkEstimator::slices_together(const EndingSize& size, const EndingSpread& spread) const {
  if (!cluster_.answers) return 1;
  const double room = std::floor(cluster_.memory / kPartForSlices / slice_sets(size, spread));
  return std::max(1.0, std::min({room, kMostSlicesTogether, static_cast<double>(size.slices)}));
}

MemoryNeed WorkEstimator::memory(const EndingSize& size, const EndingSpread& spread) const {
  const auto numbers = static_cast<double>(size.numbers());
  MemoryNeed out;
  out.own = size.positions() * code_bytes() * spread.share.own;
  // Slices of their own are solved one by each core.
  const double at_once = size.loose_kings ? cluster_.cores : spread.nodes > 1 ? slices_together(size, spread) : 1;
  const double hints = size.positions() * c_.hint_bytes * spread.share.own;
  out.sets = std::max(slice_sets(size, spread) * at_once, hints);
  out.children = children_bytes(size, spread);
  if (spread.nodes > 1)
    out.writing =
        cluster_.answers ? out.own + hints + numbers * c_.write_bytes / spread.nodes : numbers * c_.write_bytes;
  out.total = c_.fixed_bytes + std::max(out.own + out.sets + out.children, out.writing);
  return out;
}

// How many nodes read a child, or so much of it as they ask for. By slices, those with a slice that leads to the
// child's: by a promotion, from any file; by the loss of a pawn, from any square; else one.
double WorkEstimator::readers(const EndingSize& size, const EndingSize& child, const EndingSpread& spread) const {
  if (!spread.by_slices) return spread.nodes;
  const int from = child.ending.men() == size.ending.men()       ? rules_.files
                   : child.ending.pawns() == size.ending.pawns() ? 1
                                                                 : rules_.squares();
  return std::min(from, spread.nodes);
}

void WorkEstimator::add_reading(EndingWork& work) const {
  const EndingSize& size = *work.size;
  double all = 0;
  for (std::size_t i = 0; i < size.step.needs.size(); ++i) {
    const EndingSize& child = sizes_[size.step.needs[i]];
    const double sides = static_cast<double>(child.numbers()) * size.step.sides[i] * c_.solved_bytes;
    all += sides * pairs_of_child(size, child, work.spread) * readers(size, child, work.spread);
  }
  work.traffic.read = all;
  work.seconds.reading = all / std::min(cluster_.link * work.spread.nodes, cluster_.folder_rate);
}

// Between plies all nodes tell all others what is new, in one message each, and wait for the last; slice after slice,
// in two passes where there is DTZ. Whole slices need what lies before them once, for each of their pawns.
void WorkEstimator::add_solving(EndingWork& work) const {
  const EndingSize& size = *work.size;
  const EndingSpread& spread = work.spread;
  const double rate = rules_.squares() > 32 ? c_.solve_rate_64 : c_.solve_rate_32;
  work.seconds.solving = size.places() * spread.share.own / (rate * cluster_.cores);
  if (spread.nodes == 1) return;
  double rounds = static_cast<double>(size.slices) / slices_together(size, spread) * c_.plies * (has_dtz() ? 2 : 1);
  work.traffic.exchange = size.positions() * spread.share.halos * c_.exchange_bytes;
  if (spread.by_slices) {
    rounds = size.ending.pawns() * rules_.ranks;
    work.traffic.exchange = size.positions() * c_.gather_bytes * size.ending.pawns();
  }
  work.seconds.exchange = work.traffic.exchange / spread.nodes / cluster_.link +
                          rounds * (c_.latency + (spread.nodes - 1) * c_.message_seconds);
}

// The whole lies in files of the folder until it is written. Where packing is spread, the codes go once from their
// order in the index to that in the file, from all nodes to all.
void WorkEstimator::add_gathering(EndingWork& work) const {
  if (!work.shared()) return;
  const double bytes = work.size->positions() * c_.gather_bytes * (1 - 1.0 / work.spread.nodes);
  work.traffic.gathering = bytes;
  if (cluster_.answers) {
    work.seconds.gathering = bytes / work.spread.nodes / cluster_.link;
    return;
  }
  work.gathered = work.size->positions() * (code_bytes() + c_.hint_bytes);
  work.traffic.written += work.gathered;
  work.seconds.gathering =
      std::max(bytes / cluster_.link, work.gathered / std::min(cluster_.link, cluster_.folder_rate));
}

void WorkEstimator::add_writing(EndingWork& work) const {
  const EndingSize& size = *work.size;
  const int nodes = cluster_.answers ? work.spread.nodes : 1;
  const double bytes = size.positions() * (c_.table_bytes + c_.solved_bytes);
  work.traffic.written += bytes;
  work.seconds.writing = size.positions() / (c_.pack_rate * cluster_.cores * nodes) +
                         std::max((bytes + work.gathered) / nodes / cluster_.link, bytes / cluster_.folder_rate);
}

EndingWork WorkEstimator::work(const EndingSize& size) {
  EndingWork out;
  out.size = &size;
  out.memory = memory(size, {});
  if (out.memory.total > cluster_.memory) {
    out.spread = widest(size);
    out.memory = memory(size, out.spread);
  }
  add_reading(out);
  add_solving(out);
  add_gathering(out);
  add_writing(out);
  return out;
}

}  // namespace bookends
