#include "books/proof/shorten/proved_graph.h"

#include <algorithm>
#include <atomic>
#include <tuple>

#include "core/base/batch.h"
#include "core/base/resident.h"

namespace bookends {

namespace {

// Positions whose moves one thread tries at a time, and those between two looks at memory and progress.
constexpr std::size_t kWaysShare = 256, kWaysSlab = 64 * kWaysShare;
constexpr std::uint16_t kFarAway = 0xffff;
// Of a position: to find it by its key; and for a moment, to choose moves and to keep what was chosen.
constexpr std::size_t kKeyBytes = 80, kChoosingBytes = 160;
constexpr std::size_t kPackingBytes = std::size_t{40} << 20;  // what packs the certificate takes in the end

}  // namespace

template <const Rules& R>
struct ProvedGraph<R>::Share {
  std::vector<FoundWay> ways;
  std::vector<ProvedId> replies;
  std::vector<Waiting> waiting;
};

template <const Rules& R>
ProvedId ProvedGraph<R>::find(Key key) const {
  const auto found = by_key_.find(key);
  return found == by_key_.end() ? kNotProved : found->second;
}

template <const Rules& R>
int ProvedGraph<R>::length(const ProvedWay& way) const {
  int longest = way.settled;
  for (const ProvedId reply : replies(way)) longest = std::max(longest, nodes_[reply].distance + 1);
  return longest + 1;
}

template <const Rules& R>
Result<void> ProvedGraph<R>::enter(const CertificateRecord& record) {
  const Result<Position<R>> position = unpack_position<R>(record.position);
  if (!position) return Error{ErrorCode::corrupt, "a record: " + position.error().message};
  if (is_tables_business(*position)) return {};
  const auto [at, is_new] = by_key_.try_emplace(position->key(), static_cast<ProvedId>(nodes_.size()));
  if (is_new) {
    nodes_.push_back({.position = record.position, .key = position->key(), .move = record.move});
    nodes_.back().distance = nodes_.back().promised = record.distance;
  } else if (nodes_[at->second].position != record.position) {
    return Error{ErrorCode::corrupt, "two positions share a key, one of them " + position->fen()};
  }
  if (aim_ == ProofAim::win) solved_.add({position->key(), {record.move, record.distance}});
  return {};
}

template <const Rules& R>
Result<void> ProvedGraph<R>::add(std::span<const CertificateRecord> records, Progress& progress) {
  const auto from = static_cast<ProvedId>(nodes_.size());
  if (from == 0) nodes_.reserve(records.size());
  for (const CertificateRecord& record : records)
    if (const Result<void> entered = enter(record); !entered) return entered;
  if (const Result<void> found = find_ways(from, progress); !found) return found;
  if (from > 0) wake(from);
  const auto in_order = [](const Waiting& a, const Waiting& b) {
    return std::tuple(a.key, a.node, a.move.bits()) < std::tuple(b.key, b.node, b.move.bits());
  };
  if (from == 0) std::sort(waiting_.begin(), waiting_.end(), in_order);
  return check_memory();
}

// The move's way, if every reply to it is settled or proved; else the first reply that is not.
template <const Rules& R>
typename ProvedGraph<R>::Trial ProvedGraph<R>::attempt(const Position<R>& after, ProvedWay& way,
                                                       std::vector<ProvedId>& replies, Key& missing) const {
  if (const KnownFate fate = fate_of(after); fate.fate != Fate::open) {
    way.settled = static_cast<std::uint16_t>(fate.distance);
    return fate.fate == Fate::reached && fate.distance < kFarAway ? Trial::way : Trial::none;
  }
  bool waits = false;
  int settled = 0;
  for (const Move m : after.legal_moves()) {
    const Position<R> reply = after.after(m);
    if (const ProvedId known = find(reply.key()); known != kNotProved) {
      replies.push_back(known);
      continue;
    }
    const KnownFate fate = fate_of(reply);
    if (fate.fate == Fate::missed) return Trial::none;
    if (fate.fate == Fate::reached) {
      settled = std::max(settled, fate.distance + 1);
      continue;
    }
    if (!options_.grows) return Trial::none;
    if (!waits) missing = reply.key();
    waits = true;
    break;
  }
  if (waits) return Trial::waits;
  way.settled = static_cast<std::uint16_t>(std::min<int>(settled, kFarAway));
  return settled < kFarAway ? Trial::way : Trial::none;
}

template <const Rules& R>
void ProvedGraph<R>::attempt(ProvedId node, const Position<R>& position, Move move, Share& share) const {
  const std::size_t before = share.replies.size();
  FoundWay found{node, {.move = move}};
  Key missing = 0;
  const Trial trial = attempt(position.after(move), found.way, share.replies, missing);
  if (trial == Trial::way) {
    found.way.count = static_cast<std::uint32_t>(share.replies.size() - before);
    share.ways.push_back(found);
    return;
  }
  share.replies.resize(before);
  if (trial == Trial::waits) share.waiting.push_back({missing, node, move});
}

// The record's move first: of ways that are as short the first one stays.
template <const Rules& R>
void ProvedGraph<R>::attempt_all(ProvedId node, Share& share) const {
  const Position<R> here = position(node);
  const Move own = nodes_[node].move;
  attempt(node, here, own, share);
  for (const Move move : here.legal_moves())
    if (move != own) attempt(node, here, move, share);
}

template <const Rules& R>
void ProvedGraph<R>::take(const Share& share, bool late) {
  std::size_t at = 0;
  for (const FoundWay& found : share.ways) {
    const auto id = static_cast<WayId>(ways_.size());
    ProvedNode& node = nodes_[found.node];
    (node.first_way == kNoWay ? node.first_way : ways_[node.last_way].next) = id;
    node.last_way = id;
    ways_.push_back(found.way);
    ways_.back().first = static_cast<std::uint32_t>(replies_.size());
    const auto begin = share.replies.begin() + static_cast<std::ptrdiff_t>(at);
    replies_.insert(replies_.end(), begin, begin + static_cast<std::ptrdiff_t>(found.way.count));
    at += found.way.count;
  }
  for (const Waiting& waiting : share.waiting)
    if (late)
      late_waiting_[waiting.key].push_back(waiting);
    else
      waiting_.push_back(waiting);
}

template <const Rules& R>
Result<void> ProvedGraph<R>::find_ways(ProvedId from, Progress& progress) {
  std::atomic<bool> stop{false};
  for (std::size_t slab = from; slab < nodes_.size(); slab += kWaysSlab) {
    const std::size_t end = std::min(nodes_.size(), slab + kWaysSlab);
    std::vector<Share> shares((end - slab + kWaysShare - 1) / kWaysShare);
    const auto show = [&](std::size_t done) {
      if (from > 0) return !progress.stop_requested();
      ProgressUpdate update;
      update.task = "ways";
      update.done = static_cast<double>(std::min(end, slab + done * kWaysShare));
      update.total = static_cast<double>(nodes_.size());
      update.unit = "positions";
      progress.update(update);
      return !progress.stop_requested();
    };
    const Batch batch{.jobs = shares.size(),
                      .workers = static_cast<std::size_t>(std::max(1, options_.threads)),
                      .work = [&](std::size_t, std::size_t job) -> Result<void> {
                        const std::size_t begin = slab + job * kWaysShare;
                        for (std::size_t id = begin; id < std::min(end, begin + kWaysShare); ++id)
                          attempt_all(static_cast<ProvedId>(id), shares[job]);
                        return {};
                      },
                      .pulse = show};
    std::size_t done = 0;
    if (const Result<void> ran = run_batch(batch, stop, done); !ran) return ran;
    if (!show(shares.size())) return Error{ErrorCode::interrupted, "interrupted"};
    for (const Share& share : shares) take(share, from > 0);
    if (const Result<void> fits = check_memory(); !fits) return fits;
  }
  return {};
}

// The moves that waited for one of these positions.
template <const Rules& R>
void ProvedGraph<R>::wake(ProvedId from) {
  Share share;
  for (std::size_t id = from; id < nodes_.size(); ++id) {
    const Key key = nodes_[id].key;
    auto at = std::lower_bound(waiting_.begin(), waiting_.end(), key,
                               [](const Waiting& waiting, Key wanted) { return waiting.key < wanted; });
    for (; at != waiting_.end() && at->key == key; ++at) attempt(at->node, position(at->node), at->move, share);
    const auto late = late_waiting_.find(key);
    if (late == late_waiting_.end()) continue;
    for (const Waiting& waiting : late->second) attempt(waiting.node, position(waiting.node), waiting.move, share);
    late_waiting_.erase(late);
  }
  take(share, true);
}

template <const Rules& R>
Result<void> ProvedGraph<R>::check_memory() const {
  const std::size_t counted = nodes_.size() * (sizeof(ProvedNode) + kKeyBytes) + ways_.size() * sizeof(ProvedWay) +
                              replies_.size() * sizeof(ProvedId) + waiting_.size() * sizeof(Waiting);
  const std::size_t bytes = std::max(counted, resident_bytes()) + nodes_.size() * kChoosingBytes + kPackingBytes;
  if (bytes <= options_.memory && replies_.size() < kNotProved) return {};
  return Error{ErrorCode::limit, "what is proved takes " + std::to_string(bytes >> 20) + " MB: allow more (--memory)"};
}

template <const Rules& R>
bool ProvedGraph<R>::improve(ProvedId id) {
  ProvedNode& node = nodes_[id];
  bool better = false;
  for (WayId way = node.first_way; way != kNoWay; way = ways_[way].next) {
    const int plies = length(ways_[way]);
    if (plies > node.distance || (plies == node.distance && node.way != kNoWay)) continue;
    better = better || plies < node.distance;
    node.way = way;
    node.distance = static_cast<std::uint16_t>(plies);
  }
  if (better) solved_.add({node.key, {ways_[node.way].move, node.distance}});
  return better;
}

template <const Rules& R>
std::vector<ProvedId> ProvedGraph<R>::by_distance() const {
  std::vector<std::uint32_t> places(std::size_t{kFarAway} + 2);
  for (const ProvedNode& node : nodes_) ++places[node.distance + std::size_t{1}];
  for (std::size_t i = 1; i < places.size(); ++i) places[i] += places[i - 1];
  std::vector<ProvedId> order(nodes_.size());
  for (ProvedId id = 0; id < nodes_.size(); ++id) order[places[nodes_[id].distance]++] = id;
  return order;
}

// Shorter distances come from below: in their order most of it is done in one sweep.
template <const Rules& R>
bool ProvedGraph<R>::relax() {
  if (aim_ == ProofAim::hold) {
    for (ProvedNode& node : nodes_) node.way = node.first_way;
    return false;
  }
  bool any = false;
  for (bool changed = true; changed; any = any || changed) {
    changed = false;
    for (const ProvedId id : by_distance()) changed = improve(id) || changed;
  }
  return any;
}

#define BOOKENDS_INSTANTIATE(game) template class ProvedGraph<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
