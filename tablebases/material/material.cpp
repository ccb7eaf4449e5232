#include "tablebases/material/material.h"

#include <algorithm>
#include <map>
#include <numeric>

namespace bookends::tables {
namespace {

using Side = std::array<std::uint8_t, kKinds>;

int men_of(const Side& side) { return std::accumulate(side.begin(), side.end(), 0); }

int slot_by_strength(const Rules& rules, std::size_t place) { return rules.slot_of(rules.strength[place]); }

// The counts of a side from the strongest slot to the weakest: the lexicographically greater is the stronger.
Side by_strength(const Rules& rules, const Side& side) {
  Side out{};
  for (std::size_t i = 0; i < rules.strength.size(); ++i)
    out[i] = side[static_cast<std::size_t>(slot_by_strength(rules, i))];
  return out;
}

bool stronger(const Rules& rules, const Side& a, const Side& b) {
  if (men_of(a) != men_of(b)) return men_of(a) > men_of(b);
  return by_strength(rules, a) > by_strength(rules, b);
}

Ending stronger_first(const Rules& rules, const Side& a, const Side& b) {
  return stronger(rules, b, a) ? Ending{{b, a}} : Ending{{a, b}};
}

std::string side_name(const Rules& rules, const Side& side) {
  std::string name;
  for (std::size_t i = 0; i < rules.strength.size(); ++i)
    name.append(side[static_cast<std::size_t>(slot_by_strength(rules, i))], rules.strength[i]);
  return name;
}

Error bad_name(std::string_view name, const std::string& why) {
  return {ErrorCode::invalid_argument, "'" + std::string(name) + "' is no ending: " + why};
}

Result<Side> parse_side(const Rules& rules, std::string_view name, std::string_view letters) {
  Side side{};
  for (const char ch : letters) {
    const char letter = ch >= 'a' && ch <= 'z' ? static_cast<char>(ch - 'a' + 'A') : ch;
    const int slot = rules.slot_of(letter);
    if (slot < 0) {
      return bad_name(name, "'" + std::string(1, ch) + "' is no piece of " + std::string(rules.name) +
                                "; its pieces are " + std::string(rules.strength));
    }
    ++side[static_cast<std::size_t>(slot)];
  }
  const int kings = side[static_cast<std::size_t>(index(Kind::king))];
  if (kings != 1) {
    return bad_name(name, "the side '" + std::string(letters) + "' has " + std::to_string(kings) + " kings, not one");
  }
  return side;
}

// All sides of a king and `others` more pieces.
void add_sides(const Rules& rules, std::vector<Side>& out, Side side, std::size_t slot, int others) {
  if (slot == static_cast<std::size_t>(index(Kind::king))) {
    if (others != 0) return;
    side[slot] = 1;
    out.push_back(side);
    return;
  }
  for (int n = 0; n <= (rules.pieces[slot].absent() ? 0 : others); ++n) {
    side[slot] = static_cast<std::uint8_t>(n);
    add_sides(rules, out, side, slot + 1, others - n);
  }
}

// A capture leaves fewer men, a promotion fewer pawns: with both counts ascending, whatever an ending depends on comes
// first. Within equal counts the order is that of the names, strongest first.
bool built_before(const Rules& rules, const Ending& a, const Ending& b) {
  if (a.men() != b.men()) return a.men() < b.men();
  if (a.pawns() != b.pawns()) return a.pawns() < b.pawns();
  const int major_a = men_of(a.pieces[0]), major_b = men_of(b.pieces[0]);
  if (major_a != major_b) return major_a > major_b;
  return std::pair(by_strength(rules, a.pieces[0]), by_strength(rules, a.pieces[1])) >
         std::pair(by_strength(rules, b.pieces[0]), by_strength(rules, b.pieces[1]));
}

void sort_for_building(const Rules& rules, std::vector<Ending>& endings) {
  std::sort(endings.begin(), endings.end(),
            [&](const Ending& a, const Ending& b) { return built_before(rules, a, b); });
  endings.erase(std::unique(endings.begin(), endings.end()), endings.end());
}

// The material after every way to lose one piece that is not the king.
std::vector<Side> after_loss(const Side& side) {
  std::vector<Side> out;
  for (std::size_t k = 0; k < side.size(); ++k) {
    if (static_cast<int>(k) == index(Kind::king) || side[k] == 0) continue;
    out.push_back(side);
    --out.back()[k];
  }
  return out;
}

std::vector<Side> after_promotion(const Rules& rules, const Side& side) {
  std::vector<Side> out;
  if (side[0] == 0) return out;
  for (const char letter : rules.promotes_to) {
    out.push_back(side);
    --out.back()[0];
    ++out.back()[static_cast<std::size_t>(rules.slot_of(letter))];
  }
  return out;
}

}  // namespace

int Ending::men() const { return men_of(pieces[0]) + men_of(pieces[1]); }
int Ending::pawns() const { return pieces[0][0] + pieces[1][0]; }

std::string ending_name(const Rules& rules, const Ending& ending) {
  return side_name(rules, ending.pieces[0]) + "v" + side_name(rules, ending.pieces[1]);
}

Result<Ending> parse_ending(const Rules& rules, std::string_view name) {
  const auto v = name.find_first_of("vV");
  if (v == std::string_view::npos) return bad_name(name, "there is no 'v' between the sides (KQvKR)");
  const Result<Side> first = parse_side(rules, name, name.substr(0, v));
  if (!first) return first.error();
  const Result<Side> second = parse_side(rules, name, name.substr(v + 1));
  if (!second) return second.error();
  const Ending ending = stronger_first(rules, *first, *second);
  if (ending.men() > kMaxMen) {
    return bad_name(
        name, "it has " + std::to_string(ending.men()) + " pieces; tables have at most " + std::to_string(kMaxMen));
  }
  return ending;
}

Oriented ending_of(const Rules& rules, const PieceCounts& counts) {
  std::array<Side, 2> sides{};
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t k = 0; k < kKinds; ++k) sides[c][k] = static_cast<std::uint8_t>(counts[c][k]);
  return {stronger_first(rules, sides[0], sides[1]), stronger(rules, sides[1], sides[0])};
}

bool is_dead(const Rules& rules, const Ending& ending) {
  if (ending.men() == 2) return true;
  if (rules.too_little != Material::one_minor || ending.men() != 3) return false;
  return ending.pieces[0][static_cast<std::size_t>(index(Kind::knight))] +
             ending.pieces[0][static_cast<std::size_t>(index(Kind::bishop))] ==
         1;
}

std::vector<Ending> endings_up_to(const Rules& rules, int men) {
  std::vector<Ending> out;
  for (int total = 2; total <= men; ++total) {
    for (int weaker = 1; 2 * weaker <= total; ++weaker) {
      std::vector<Side> strong, weak;
      add_sides(rules, strong, {}, 0, total - weaker - 1);
      add_sides(rules, weak, {}, 0, weaker - 1);
      for (const Side& s : strong)
        for (const Side& w : weak) out.push_back(stronger_first(rules, s, w));
    }
  }
  sort_for_building(rules, out);
  return out;
}

std::vector<Dependency> dependencies_by_side(const Rules& rules, const Ending& ending) {
  std::map<Ending, std::array<bool, 2>> found;
  for (std::size_t s = 0; s < 2; ++s) {
    const Side& mover = ending.pieces[s];
    const Side& other = ending.pieces[1 - s];
    // Whoever has not moved is to move. Of equal material the mover is White there if he is White here.
    const auto add = [&](const Side& moved, const Side& rest) {
      const bool equal = moved == rest;
      const std::size_t mover_there = equal ? s : stronger(rules, rest, moved) ? 1 : 0;
      found[stronger_first(rules, moved, rest)][1 - mover_there] = true;
    };
    const std::vector<Side> losses = after_loss(other);
    for (const Side& rest : losses) add(mover, rest);
    for (const Side& promoted : after_promotion(rules, mover)) {
      add(promoted, other);
      for (const Side& rest : losses) add(promoted, rest);
    }
  }
  std::vector<Ending> endings;
  for (const auto& [child, to_move] : found) endings.push_back(child);
  sort_for_building(rules, endings);
  std::vector<Dependency> out;
  for (const Ending& child : endings) out.push_back({child, found[child]});
  return out;
}

std::vector<Ending> dependencies(const Rules& rules, const Ending& ending) {
  std::vector<Ending> out;
  for (const Dependency& child : dependencies_by_side(rules, ending)) out.push_back(child.ending);
  return out;
}

std::vector<BuildStep> build_steps(const Rules& rules, const std::vector<Ending>& endings) {
  std::map<Ending, std::size_t> places;
  std::vector<BuildStep> steps;
  for (const Ending& ending : endings) {
    std::map<std::size_t, int> needs;
    for (const Dependency& child : dependencies_by_side(rules, ending))
      if (const auto known = places.find(child.ending); known != places.end()) needs[known->second] = child.sides();
    BuildStep step;
    for (const auto& [need, sides] : needs) {
      step.needs.push_back(need);
      step.sides.push_back(sides);
      step.level = std::max(step.level, steps[need].level + 1);
    }
    places.emplace(ending, steps.size());
    steps.push_back(std::move(step));
  }
  return steps;
}

}  // namespace bookends::tables
