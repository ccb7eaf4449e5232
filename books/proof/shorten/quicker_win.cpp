#include "books/proof/shorten/quicker_win.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <unordered_set>

#include "core/eval/material.h"
#include "core/eval/weights/games.h"

namespace bookends {

namespace {

// The effort doubles with so many centipawns, from a lead on at which both sides are as likely to succeed.
constexpr int kDoubles = 200, kAlike = 400, kMostDoubled = 8;
constexpr std::uint32_t kPatience = 8;                              // thresholds leave one part in so many
constexpr std::size_t kLeastSlots = 1 << 10, kMostSlots = 1 << 22;  // 100 MB

std::uint32_t effort_at(int lead) {
  static const auto efforts = [] {
    std::array<std::uint32_t, kDoubles * kMostDoubled + 1> all{};
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = static_cast<std::uint32_t>(std::exp2(static_cast<double>(i) / kDoubles));
    return all;
  }();
  return efforts[static_cast<std::size_t>(std::clamp(lead, 0, kDoubles * kMostDoubled))];
}

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
  const std::size_t first = static_cast<std::size_t>(key) & (table_.size() - 1) & ~(kSlotsTogether - 1);
  for (std::size_t i = first; i < first + kSlotsTogether; ++i)
    if (table_[i].work != 0 && table_[i].key == key) return &table_[i];
  return nullptr;
}

// In place of itself, or of what took the least work.
template <const Rules& R>
void QuickerWin<R>::store(Key key, Numbers numbers, std::uint64_t work) {
  const std::size_t first = static_cast<std::size_t>(key) & (table_.size() - 1) & ~(kSlotsTogether - 1);
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

template <const Rules& R>
typename QuickerWin<R>::Numbers QuickerWin<R>::first_numbers(const Position<R>& position) const {
  const int lead = material_lead<R>(position, graph_.attacker(), weights<R>);
  const Numbers numbers{effort_at(kAlike - lead), effort_at(lead - kAlike)};
  if (attacks(position)) return numbers;
  return {numbers.proof * static_cast<std::uint32_t>(1 + position.count_legal_moves()), numbers.disproof};
}

template <const Rules& R>
typename QuickerWin<R>::Child QuickerWin<R>::child_of(const Position<R>& next, Move move, const Frame& frame) const {
  Child child{move, next.key(), {}};
  const KnownFate fate = known_fate(next, graph_.attacker(), graph_.tables());
  const bool won = fate.fate == Fate::open ? !frame.attacking && is_known(child.key, frame.left)
                                           : fate.fate == Fate::reached && fate.distance <= frame.left;
  if (won)
    child.numbers = {0, kNever};
  else if (fate.fate != Fate::open || frame.left < 1)
    child.numbers = {kNever, 0};
  else if (const Slot* slot = lookup(key_with(child.key, frame.left)))
    child.numbers = slot->numbers;
  else
    child.numbers = first_numbers(next);
  return child;
}

template <const Rules& R>
typename QuickerWin<R>::Frame QuickerWin<R>::frame_of(const Position<R>& position, int left) const {
  Frame frame{attacks(position), left - 1, {}};
  for (const Move m : position.legal_moves()) {
    frame.children.push_back(child_of(position.after(m), m, frame));
    const Child& child = frame.children.back();
    if (frame.attacking ? child.numbers.proof == 0 : child.numbers.disproof == 0) break;  // one is enough
  }
  return frame;
}

// What was learned elsewhere since.
template <const Rules& R>
void QuickerWin<R>::refresh(Frame& frame) const {
  for (Child& child : frame.children) {
    if (child.is_over()) continue;
    if (!frame.attacking && is_known(child.key, frame.left))
      child.numbers = {0, kNever};
    else if (const Slot* slot = lookup(key_with(child.key, frame.left)))
      child.numbers = slot->numbers;
  }
}

// The attacker needs one move and the defender one reply: the least of the children's numbers. The other number stands
// for all children: the greatest, and one for each further.
template <const Rules& R>
typename QuickerWin<R>::Numbers QuickerWin<R>::combine(const Frame& frame) {
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

// The child to look into, and how far: until another one is better by a part.
template <const Rules& R>
typename QuickerWin<R>::Numbers QuickerWin<R>::child_limit(const Frame& frame, Numbers now, Numbers limit,
                                                           std::size_t& best) {
  const auto one = [&](Numbers n) { return frame.attacking ? n.proof : n.disproof; };
  const auto all = [&](Numbers n) { return frame.attacking ? n.disproof : n.proof; };
  std::uint32_t least = kNever, second = kNever, greatest = 0;
  for (std::size_t i = 0; i < frame.children.size(); ++i) {
    const std::uint32_t number = one(frame.children[i].numbers);
    greatest = std::max(greatest, all(frame.children[i].numbers));
    if (number < least) {
      second = least;
      least = number;
      best = i;
    } else {
      second = std::min(second, number);
    }
  }
  const std::uint32_t others = all(now) - std::min(greatest, all(now));  // one for each further child
  const std::uint32_t one_limit = std::min(one(limit), second == kNever ? kNever : second + second / kPatience + 1);
  const std::uint32_t all_limit = all(limit) >= kNever ? kNever : all(limit) - std::min(others, all(limit) - 1);
  return frame.attacking ? Numbers{one_limit, all_limit} : Numbers{all_limit, one_limit};
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
typename QuickerWin<R>::Numbers QuickerWin<R>::search(const Position<R>& position, int left, Numbers limit) {
  const std::uint64_t before = nodes_++;
  Frame frame = frame_of(position, left);
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
    child.numbers = search(position.after(child.move), frame.left, inner);
    refresh(frame);
  }
  store(key_with(position.key(), left), now, nodes_ - before);
  return now;
}

#define BOOKENDS_INSTANTIATE(game) template class QuickerWin<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
