#include "books/proof/prove/tail_search.h"

#include <bit>
#include <cmath>

#include "core/eval/material.h"
#include "core/eval/weights/games.h"

namespace bookends {

namespace {

constexpr std::uint32_t kNever = 1u << 30;
constexpr std::size_t kLeastBuckets = 256;
constexpr std::uint32_t kSlack = 8;  // of thresholds: one part in so many
// Lines are not searched deeper: what is won takes less, and the stack has an end.
constexpr std::size_t kLongestLine = 400;

// Half or twice the effort for each so many centipawns, around a lead at which both sides are as likely.
constexpr int kTwice = 200, kBalance = 400, kDoublings = 8;

std::uint32_t slot_tag(Key key) { return static_cast<std::uint32_t>(key >> 32); }

std::uint32_t effort(int score) {
  static const auto efforts = [] {
    std::array<std::uint32_t, kTwice * kDoublings + 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = static_cast<std::uint32_t>(std::exp2(static_cast<double>(i) / kTwice));
    return all;
  }();
  return efforts[static_cast<std::size_t>(std::clamp(score, 0, kTwice * kDoublings))];
}

}  // namespace

template <const Rules& R>
struct TailSearch<R>::Frame {
  bool attacking = false;
  std::vector<Child> children;
};

template <const Rules& R>
TailSearch<R>::TailSearch(const Solved& solved, const Oracle<R>* tables, Color attacker)
    : solved_(solved), tables_(tables), attacker_(attacker) {}

template <const Rules& R>
bool TailSearch<R>::run(const Position<R>& root, std::uint64_t nodes, const std::atomic<bool>& stop) {
  nodes_ = 0;
  limit_ = nodes;
  stop_ = &stop;
  found_.clear();
  found_by_key_ = {};
  line_.clear();
  table_.assign(std::bit_ceil(std::max<std::size_t>(kLeastBuckets, nodes / 2)), Bucket{});
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
void TailSearch<R>::store(Key key, Numbers numbers, std::uint32_t work) {
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

// Material alone: the whole evaluation takes five times as long and finds no more.
template <const Rules& R>
typename TailSearch<R>::Numbers TailSearch<R>::first_numbers(const Position<R>& position) const {
  const int lead = material_lead<R>(position, attacker_, weights<R>);
  const Numbers numbers{effort(kBalance - lead), effort(lead - kBalance)};
  if (position.turn() == attacker_) return numbers;
  return {numbers.proof * static_cast<std::uint32_t>(1 + position.count_legal_moves()), numbers.disproof};
}

template <const Rules& R>
typename TailSearch<R>::Child TailSearch<R>::child_of(const Position<R>& next, Move m, bool attacking) const {
  Child child{m, next.key(), {}, false};
  __builtin_prefetch(&table_[bucket_of(child.key)]);
  const KnownFate known = known_fate(next, attacker_, tables_);
  const bool solved = known.fate == Fate::reached || (!attacking && find(child.key));
  const bool lost = !solved && (known.fate == Fate::missed || line_.size() >= kLongestLine ||
                                std::find(line_.begin(), line_.end(), child.key) != line_.end());
  child.final = solved || lost;
  if (solved)
    child.numbers = {0, kNever};
  else if (lost)
    child.numbers = {kNever, 0};
  else if (const Slot* slot = lookup(child.key))
    child.numbers = slot->numbers;
  else
    child.numbers = first_numbers(next);
  return child;
}

template <const Rules& R>
void TailSearch<R>::list_children(const Position<R>& position, Frame& frame) const {
  const MoveList moves = position.legal_moves();
  frame.children.reserve(moves.size());
  for (const Move m : moves) {
    frame.children.push_back(child_of(position.after(m), m, frame.attacking));
    const Numbers numbers = frame.children.back().numbers;
    if ((frame.attacking ? numbers.proof : numbers.disproof) == 0) return;  // one is enough
  }
}

// What was learned elsewhere below since.
template <const Rules& R>
void TailSearch<R>::refresh(Frame& frame) const {
  for (Child& child : frame.children) {
    if (child.final) continue;
    if (!frame.attacking && find(child.key)) {
      child.numbers = {0, kNever};
      child.final = true;
    } else if (const Slot* slot = lookup(child.key)) {
      child.numbers = slot->numbers;
    }
  }
}

// The attacker needs one move and the defender one reply: the least of the children's numbers. The other number stands
// for all children: the greatest, and one for each further.
template <const Rules& R>
typename TailSearch<R>::Numbers TailSearch<R>::combine(const Frame& frame) const {
  std::uint32_t least = kNever, greatest = 0, open = 0;
  for (const Child& child : frame.children) {
    const std::uint32_t one = frame.attacking ? child.numbers.proof : child.numbers.disproof;
    const std::uint32_t all = frame.attacking ? child.numbers.disproof : child.numbers.proof;
    least = std::min(least, one);
    greatest = std::max(greatest, all);
    open += all != 0 ? 1 : 0;
  }
  const std::uint32_t all = greatest == 0 || greatest >= kNever ? greatest : std::min(kNever - 1, greatest + open - 1);
  return frame.attacking ? Numbers{least, all} : Numbers{all, least};
}

// The child to look into and how far.
template <const Rules& R>
typename TailSearch<R>::Numbers TailSearch<R>::child_limit(const Frame& frame, Numbers now, Numbers limit,
                                                           std::size_t& best) const {
  const auto one = [&](Numbers n) { return frame.attacking ? n.proof : n.disproof; };
  const auto all = [&](Numbers n) { return frame.attacking ? n.disproof : n.proof; };
  std::uint32_t least = kNever + 1, second = kNever;
  std::uint32_t greatest = 0;
  for (std::size_t i = 0; i < frame.children.size(); ++i) {
    const std::uint32_t number = one(frame.children[i].numbers);
    greatest = std::max(greatest, all(frame.children[i].numbers));
    if (frame.children[i].final && number != 0) continue;
    if (number < least) {
      second = std::min(second, least);
      least = number;
      best = i;
    } else {
      second = std::min(second, number);
    }
  }
  const std::uint32_t others = all(now) - std::min(greatest, all(now));  // one for each further child
  const std::uint32_t one_limit = std::min(one(limit), second == kNever ? kNever : second + second / kSlack + 1);
  const std::uint32_t all_limit = all(limit) >= kNever ? kNever : all(limit) - std::min(others, all(limit) - 1);
  return frame.attacking ? Numbers{one_limit, all_limit} : Numbers{all_limit, one_limit};
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
typename TailSearch<R>::Numbers TailSearch<R>::search(const Position<R>& position, Numbers limit) {
  const std::uint64_t before = nodes_++;
  Frame frame;
  frame.attacking = position.turn() == attacker_;
  line_.push_back(position.key());
  list_children(position, frame);
  Numbers now;
  while (true) {
    now = combine(frame);
    if (now.proof == 0 && frame.attacking && !record(position, frame)) now = {1, kNever - 1};
    if (now.proof == 0 || now.disproof == 0 || now.proof >= limit.proof || now.disproof >= limit.disproof) break;
    if (nodes_ >= limit_ || (nodes_ % 64 == 0 && stop_->load(std::memory_order_relaxed))) {
      limit_ = 0;
      break;
    }
    std::size_t best = 0;
    const Numbers inner = child_limit(frame, now, limit, best);
    Child& child = frame.children[best];
    child.numbers = search(position.after(child.move), inner);
    child.final = child.numbers.proof == 0 || child.numbers.disproof == 0;
    refresh(frame);
  }
  line_.pop_back();
  // Not won on this line is not the same as not won: it may be a repetition that says so.
  const Numbers kept = now.disproof == 0 ? Numbers{kNever - 1, 1} : now;
  store(position.key(), kept, static_cast<std::uint32_t>(std::min<std::uint64_t>(nodes_ - before, 0xffffffffu)));
  return now;
}

#define BOOKENDS_INSTANTIATE(game) template class TailSearch<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
