#include "books/proof/shorten/quicker_win.h"

#include <algorithm>
#include <bit>
#include <unordered_set>

namespace bookends {

namespace {

constexpr std::size_t kLeastSlots = 1 << 10, kMostSlots = 1 << 22;  // 100 MB

}  // namespace

template <const Rules& R>
std::vector<CertificateRecord> QuickerWin<R>::look(ProvedId id, std::uint64_t nodes, const std::atomic<bool>& stop) {
  // Two plies less: by one less the attacker would be to move at the end.
  return look(graph_.position(id), graph_.nodes()[id].distance - 2, nodes, stop);
}

template <const Rules& R>
std::vector<CertificateRecord> QuickerWin<R>::look(const Position<R>& root, int plies, std::uint64_t nodes,
                                                   const std::atomic<bool>& stop) {
  nodes_ = 0;
  limit_ = nodes;
  stop_ = &stop;
  found_ = {};
  table_.assign(std::bit_ceil(std::clamp<std::uint64_t>(2 * nodes, kLeastSlots, kMostSlots)), Slot{});
  search(root, plies, {kNever, kNever});
  return stop ? std::vector<CertificateRecord>{} : records_from(root);
}

// What the graph has already comes along where the search has found it anew: that may be quicker, too.
template <const Rules& R>
std::vector<CertificateRecord> QuickerWin<R>::records_from(const Position<R>& root) const {
  std::vector<CertificateRecord> records;
  std::unordered_set<Key> seen;
  std::vector<Position<R>> open{root};
  while (!open.empty()) {
    const Position<R> position = open.back();
    open.pop_back();
    const std::optional<ProofStep> step = found_.find(position.key());
    if (!step || !seen.insert(position.key()).second) continue;
    records.push_back({pack(R, position.setup()), step->move, step->distance});
    const Position<R> after = position.after(step->move);
    for (const Move m : after.legal_moves()) open.push_back(after.after(m));
  }
  return records;
}

// The quicker of what the graph knows and what was found.
template <const Rules& R>
std::optional<ProofStep> QuickerWin<R>::known(Key key) const {
  const std::optional<ProofStep> own = found_.find(key), old = graph_.solved().find(key);
  if (!own || !old) return own ? own : old;
  return own->distance < old->distance ? own : old;
}

template <const Rules& R>
bool QuickerWin<R>::is_known(Key key, int left) const {
  const std::optional<ProofStep> step = known(key);
  return step && step->distance <= left;
}

template <const Rules& R>
const typename QuickerWin<R>::Slot* QuickerWin<R>::lookup(Key key) const {
  const std::size_t first = first_slot(key);
  for (std::size_t i = first; i < first + kSlotsTogether; ++i)
    if (table_[i].work != 0 && table_[i].key == key) return &table_[i];
  return nullptr;
}

// In place of itself, or of what took the least work.
template <const Rules& R>
void QuickerWin<R>::store(Key key, ProofNumbers numbers, std::uint64_t work) {
  const std::size_t first = first_slot(key);
  Slot* place = &table_[first];
  for (std::size_t i = first; i < first + kSlotsTogether; ++i) {
    if (table_[i].work != 0 && table_[i].key == key) {
      place = &table_[i];
      break;
    }
    if (table_[i].work < place->work) place = &table_[i];
  }
  *place = {key, numbers, static_cast<std::uint32_t>(std::clamp<std::uint64_t>(work, 1, 0xffffffffu))};
}

// What is known of a child whose move and key are there.
template <const Rules& R>
void QuickerWin<R>::look_at(const Position<R>& next, const Frame& frame, Child& child) {
  const typename FirstLooks<R>::Look& look = looks_.at(next);
  const KnownFate fate = look.fate;
  child.numbers = look.numbers;
  const bool won = fate.fate == Fate::open ? !frame.attacking && is_known(child.key, frame.left)
                                           : fate.fate == Fate::reached && fate.distance <= frame.left;
  if (won)
    child.numbers = kWonNumbers;
  else if (fate.fate != Fate::open || frame.left < 1)
    child.numbers = kNotWonNumbers;
  else if (const Slot* slot = lookup(key_with(child.key, frame.left)))
    child.numbers = slot->numbers;
}

template <const Rules& R>
typename QuickerWin<R>::Frame QuickerWin<R>::frame_of(const Position<R>& position, int left) {
  Frame frame{attacks(position), left - 1, {}};
  const auto announce = [&](Key key) __attribute__((always_inline)) {
    looks_.prefetch(key);
    __builtin_prefetch(&table_[first_slot(key_with(key, frame.left))]);
    if (!frame.attacking) graph_.solved().prefetch(key);
  };
  list_children(position, frame.attacking, after_, frame.children, announce,
                [&](const Position<R>& next, Child& child) { look_at(next, frame, child); });
  return frame;
}

// What was learned elsewhere since.
template <const Rules& R>
void QuickerWin<R>::refresh(Frame& frame) const {
  for (Child& child : frame.children) {
    if (child.is_over()) continue;
    if (!frame.attacking && is_known(child.key, frame.left))
      child.numbers = kWonNumbers;
    else if (const Slot* slot = lookup(key_with(child.key, frame.left)))
      child.numbers = slot->numbers;
  }
}

// A position that was won in time: its move, and how long it takes. A quicker way that was found before stays, for
// others may rest on it.
template <const Rules& R>
bool QuickerWin<R>::record(const Position<R>& position, const Frame& frame) {
  for (const Child& child : frame.children) {
    if (child.numbers.proof != 0) continue;
    const auto distance = closed_distance(position.after(child.move), graph_.attacker(), graph_.tables(),
                                          [this](Key key) { return known(key); });
    if (!distance || *distance > frame.left) continue;
    found_.add({position.key(), {child.move, static_cast<std::uint16_t>(*distance + 1)}});
    return true;
  }
  return false;
}

template <const Rules& R>
ProofNumbers QuickerWin<R>::search(const Position<R>& position, int left, ProofNumbers limit) {
  const std::uint64_t before = nodes_++;
  Frame frame = frame_of(position, left);
  ProofNumbers now;
  while (true) {
    now = combined_numbers(frame.children, frame.attacking);
    if (now.proof == 0 && frame.attacking && !record(position, frame)) now = {1, kNever - 1};
    if (now.proof == 0 || now.disproof == 0 || now.proof >= limit.proof || now.disproof >= limit.disproof) break;
    if (nodes_ >= limit_ || (nodes_ % 64 == 0 && stop_->load(std::memory_order_relaxed))) {
      limit_ = 0;
      break;
    }
    const ChildTask task = best_child(frame.children, frame.attacking, now, limit);
    Child& child = frame.children[task.child];
    child.numbers = search(position.after(child.move), frame.left, task.limit);
    refresh(frame);
  }
  store(key_with(position.key(), left), now, nodes_ - before);
  return now;
}

#define BOOKENDS_INSTANTIATE(game) template class QuickerWin<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
