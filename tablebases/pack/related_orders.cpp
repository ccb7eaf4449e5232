#include "tablebases/pack/related_orders.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "tablebases/material/index.h"

namespace bookends::tables {
namespace {

// For each man of one ending a man of another; kMaxMen where there is none that could stand for it.
struct Likeness {
  std::array<std::uint8_t, kMaxMen> man{};
  int exchanged = 0;  // men that stand for men of another kind
  int missing = 0;
};

// Men of the same kind and side first, in their order; then any of the same side that are pawns, or are none.
Likeness likeness(const std::vector<Occupant>& from, const std::vector<Occupant>& to, bool swapped) {
  Likeness found;
  found.man.fill(kMaxMen);
  std::array<bool, kMaxMen> used{};
  const auto match = [&](auto alike) {
    int matched = 0;
    for (std::size_t i = 0; i < from.size(); ++i)
      for (std::size_t j = 0; j < to.size() && found.man[i] == kMaxMen; ++j) {
        const Color side = swapped ? ~from[i].color() : from[i].color();
        if (used[j] || to[j].color() != side || !alike(from[i], to[j])) continue;
        found.man[i] = static_cast<std::uint8_t>(j);
        used[j] = true;
        ++matched;
      }
    return matched;
  };
  const int same = match([](Occupant a, Occupant b) { return a.kind() == b.kind(); });
  found.exchanged = match([](Occupant a, Occupant b) {
    return (a.kind() == Kind::pawn) == (b.kind() == Kind::pawn) && a.kind() != Kind::king;
  });
  found.missing = static_cast<int>(from.size()) - same - found.exchanged;
  return found;
}

// The order of `known` with its men replaced; men of the ending that none stands for go to `place`, the last first.
OrderSpec transplanted(const OrderSpec& known, const Likeness& like, std::size_t known_men, std::size_t men,
                       std::size_t place) {
  assert(place <= known_men);
  std::vector<std::uint8_t> order;
  std::array<bool, kMaxMen> used{};
  for (std::size_t i = 0; i < known_men; ++i) {
    order.push_back(like.man[known.men[i]]);
    used[order.back()] = true;
  }
  for (std::size_t man = 0; man < men; ++man)
    if (!used[man]) order.insert(order.begin() + static_cast<std::ptrdiff_t>(place), static_cast<std::uint8_t>(man));
  OrderSpec spec;
  std::copy(order.begin(), order.end(), spec.men.begin());
  spec.anchor = like.man[known.anchor];
  return spec;
}

struct Relative {
  const KnownOrder* known = nullptr;
  Likeness like;
  std::size_t men = 0;
  int distance = 0;  // orders of endings with fewer men come after all others
};

constexpr int kManLess = 100;

std::vector<Relative> relatives_of(const Rules& rules, const Ending& ending, Metric metric, int side,
                                   const std::vector<KnownOrder>& known) {
  const std::vector<Occupant> men = men_of(rules, ending);
  std::vector<Relative> found;
  for (const KnownOrder& k : known) {
    const int fewer = ending.men() - k.ending.men();
    if (k.metric != metric || fewer < 0) continue;
    const std::vector<Occupant> theirs = men_of(rules, k.ending);
    for (const bool swapped : {false, true}) {
      Relative r{&k, likeness(theirs, men, swapped), theirs.size(), 0};
      if (r.like.missing != 0) continue;
      const bool other_mover = (k.side == side) == swapped;
      r.distance = kManLess * fewer + 4 * r.like.exchanged + (other_mover ? 2 : 0) + (swapped ? 1 : 0);
      found.push_back(r);
    }
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const Relative& a, const Relative& b) { return a.distance < b.distance; });
  return found;
}

}  // namespace

std::vector<OrderSpec> related_orders(const Rules& rules, const Ending& ending, Metric metric, int side,
                                      const std::vector<KnownOrder>& known, std::size_t most) {
  const auto men = static_cast<std::size_t>(ending.men());
  std::vector<OrderSpec> orders;
  for (const Relative& r : relatives_of(rules, ending, metric, side, known)) {
    const std::size_t places = r.men == men ? 1 : r.men + 1;  // before each of its men, and after all
    for (std::size_t place = 0; place < places && orders.size() < most; ++place) {
      const OrderSpec spec = transplanted(r.known->order, r.like, r.men, men, place);
      if (valid_order(rules, ending, spec) && std::ranges::find(orders, spec) == orders.end()) orders.push_back(spec);
    }
  }
  return orders;
}

}  // namespace bookends::tables
