#include "books/proof/prove/tail_search.h"

#include <bit>

namespace bookends {

namespace {

constexpr std::size_t kLeastBuckets = 256;
// Lines are not searched deeper: what is won takes less, and the stack has an end.
constexpr std::size_t kLongestLine = 400;

std::uint32_t slot_tag(Key key) { return static_cast<std::uint32_t>(key >> 32); }

}  // namespace

template <const Rules& R>
struct TailSearch<R>::Frame {
  bool attacking = false;
  std::vector<Child> children;
};

template <const Rules& R>
TailSearch<R>::TailSearch(const Solved& solved, const Oracle<R>* tables, Color attacker)
    : solved_(solved), tables_(tables), attacker_(attacker), looks_(attacker, tables) {}

template <const Rules& R>
std::size_t TailSearch<R>::buckets_for(std::uint64_t nodes) {
  return std::bit_ceil(std::max<std::size_t>(kLeastBuckets, nodes / 2));
}

template <const Rules& R>
bool TailSearch<R>::run(const Position<R>& root, std::uint64_t nodes, const std::atomic<bool>& stop) {
  nodes_ = 0;
  limit_ = nodes;
  stop_ = &stop;
  found_.clear();
  found_by_key_ = {};
  line_.clear();
  const std::size_t buckets = buckets_for(nodes);
  // The old one goes before the new one comes. Braces alone would keep its memory.
  if (table_.capacity() < buckets) table_ = Table();
  table_.assign(buckets, Bucket{});
  search(root, {kNever, kNever});
  return find(root.key()).has_value();
}

template <const Rules& R>
std::optional<ProofStep> TailSearch<R>::find(Key key) const {
  if (const auto own = found_by_key_.find(key)) return own;
  return solved_.find(key);
}

template <const Rules& R>
const typename TailSearch<R>::Slot* TailSearch<R>::lookup(Key key) const {
  for (const Slot& slot : table_[bucket_of(key)].slots)
    if (slot.work != 0 && slot.tag == slot_tag(key)) return &slot;
  return nullptr;
}

// In place of itself, or of what took the least work.
template <const Rules& R>
void TailSearch<R>::store(Key key, ProofNumbers numbers, std::uint32_t work) {
  std::array<Slot, 4>& slots = table_[bucket_of(key)].slots;
  Slot* place = slots.data();
  for (Slot& slot : slots) {
    if (slot.work != 0 && slot.tag == slot_tag(key)) {
      slot = {slot_tag(key), std::max(slot.work, work), numbers};
      return;
    }
    if (slot.work < place->work) place = &slot;
  }
  *place = {slot_tag(key), std::max(work, 1u), numbers};
}

// What is known of a child whose move and key are there.
template <const Rules& R>
void TailSearch<R>::look_at(const Position<R>& next, bool attacking, Child& child) {
  child.numbers = looks_.at(next).numbers;
  const bool solved = child.numbers.proof == 0 || (!attacking && find(child.key));
  const bool lost = !solved && (child.numbers.disproof == 0 || line_.size() >= kLongestLine ||
                                std::find(line_.begin(), line_.end(), child.key) != line_.end());
  child.final = solved || lost;
  if (solved)
    child.numbers = kWonNumbers;
  else if (lost)
    child.numbers = kNotWonNumbers;
  else if (const Slot* slot = lookup(child.key))
    child.numbers = slot->numbers;
}

// What was learned elsewhere below since: only of what this run has found, the others do not change meanwhile.
template <const Rules& R>
void TailSearch<R>::refresh(Frame& frame) const {
  for (Child& child : frame.children) {
    if (child.final) continue;
    if (!frame.attacking && found_by_key_.find(child.key)) {
      child.numbers = kWonNumbers;
      child.final = true;
    } else if (const Slot* slot = lookup(child.key)) {
      child.numbers = slot->numbers;
    }
  }
}

// A proved position of the attacker: its move, and how long it takes.
template <const Rules& R>
bool TailSearch<R>::record(const Position<R>& position, const Frame& frame) {
  for (const Child& child : frame.children) {
    if (child.numbers.proof != 0) continue;
    const auto distance =
        closed_distance(position.after(child.move), attacker_, tables_, [this](Key key) { return find(key); });
    if (!distance || *distance >= 0xffff) continue;
    const SolvedEntry entry{position.key(), {child.move, static_cast<std::uint16_t>(*distance + 1)}};
    found_.push_back(entry);
    found_by_key_.add(entry);
    return true;
  }
  return false;
}

template <const Rules& R>
ProofNumbers TailSearch<R>::search(const Position<R>& position, ProofNumbers limit) {
  const std::uint64_t before = nodes_++;
  Frame frame;
  frame.attacking = position.turn() == attacker_;
  line_.push_back(position.key());
  const auto announce = [&](Key key) __attribute__((always_inline)) {
    looks_.prefetch(key);
    __builtin_prefetch(&table_[bucket_of(key)]);
    if (!frame.attacking) solved_.prefetch(key);
  };
  list_children(position, frame.attacking, after_, frame.children, announce,
                [&](const Position<R>& next, Child& child) { look_at(next, frame.attacking, child); });
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
    child.numbers = search(position.after(child.move), task.limit);
    child.final = child.numbers.proof == 0 || child.numbers.disproof == 0;
    refresh(frame);
  }
  line_.pop_back();
  // Not won on this line is not the same as not won: it may be a repetition that says so.
  const ProofNumbers kept = now.disproof == 0 ? ProofNumbers{kNever - 1, 1} : now;
  store(position.key(), kept, static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - before, 0xffffffffu)));
  return now;
}

#define BOOKENDS_INSTANTIATE(game) template class TailSearch<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
