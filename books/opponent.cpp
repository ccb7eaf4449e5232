#include "books/opponent.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "books/surprise.h"
#include "core/games.h"

namespace bookends {

namespace {

// A look with fewer nodes takes a good move for the best one too easily. Where it could by 20 centipawns, a book left
// its deepest searches for worse moves (README.md, "Measured").
constexpr Score kShallow = 60;
constexpr std::uint64_t kShareOfOthers = 16;
constexpr int kOthers = 2;

// What none of those searches chose.
constexpr Score kNotChosen = 4 * kHalving;
// Of the player's own, by the searches that ask for his move.
constexpr std::array<int, 3> kPercentOfNodes{100, 80, 120};

void lower(Candidate& candidate, Score by) {
  if (is_open(candidate.score)) candidate.score = static_cast<std::int16_t>(candidate.score - by);
}

std::vector<Move> without(std::span<const Move> moves, std::span<const Candidate> taken) {
  std::vector<Move> rest;
  for (const Move m : moves)
    if (std::ranges::none_of(taken, [m](const Candidate& c) { return c.move == m; })) rest.push_back(m);
  return rest;
}

// A move that searches chose, and how many of them did.
struct Choice {
  Candidate candidate;
  unsigned times = 0;
};

// In the order of how often; what was chosen as often, in that in which it came.
void count_choice(std::vector<Choice>& choices, const Candidate& chosen) {
  auto it = std::ranges::find_if(choices, [&](const Choice& c) { return c.candidate.move == chosen.move; });
  if (it == choices.end()) it = choices.insert(it, {chosen, 0});
  ++it->times;
  std::ranges::stable_sort(choices, std::greater{}, &Choice::times);
}

// Two thirds and one third are a halving apart; so few searches say no more.
int halvings_between(unsigned most, unsigned times) {
  return static_cast<int>(std::bit_width(most)) - static_cast<int>(std::bit_width(times));
}

// What searches of the player's size chose. As likely as the first is worth as much; but where that is won or lost,
// each is worth what its own search said.
template <const Rules& R>
LeafResult chosen_replies(LeafSearch<R>& search, const Position<R>& position, std::span<const Move> moves,
                          std::uint64_t nodes, const std::atomic<bool>& stop) {
  LeafResult result;
  std::vector<Choice> choices;
  for (const int percent : kPercentOfNodes) {
    const std::uint64_t asked = std::max<std::uint64_t>(1, nodes * static_cast<std::uint64_t>(percent) / 100);
    const LeafResult one = search.run(position, moves, {asked, 1}, stop);
    if (one.candidates.empty()) return result;
    result.depth = std::max(result.depth, one.depth);
    count_choice(choices, one.candidates.front());
  }
  const Choice& first = choices.front();
  for (const Choice& choice : choices) {
    Candidate candidate = choice.candidate;
    if (is_open(candidate.score) && is_open(first.candidate.score)) candidate.score = first.candidate.score;
    lower(candidate, kHalving * halvings_between(first.times, choice.times));
    result.candidates.push_back(candidate);
  }
  return result;
}

}  // namespace

template <const Rules& R>
LeafResult own_moves(LeafSearch<R>& search, const Position<R>& position, std::span<const Move> moves, TurnEffort effort,
                     const std::atomic<bool>& stop) {
  const std::uint64_t few = std::max<std::uint64_t>(1, effort.nodes / kShareOfOthers);
  if (effort.again) {
    LeafResult others = search.run(position, moves, {few, 1 + kOthers}, stop);
    for (Candidate& other : others.candidates) lower(other, kShallow);
    return others;
  }
  LeafResult result = search.run(position, moves, {effort.nodes, 1}, stop);
  const std::vector<Move> rest = without(moves, result.candidates);
  if (rest.empty() || result.candidates.empty()) return result;
  const std::int16_t best = result.candidates.front().score;
  for (Candidate other : search.run(position, rest, {few, kOthers}, stop).candidates) {
    other.score = std::min(other.score, best);
    lower(other, kShallow);
    result.candidates.push_back(other);
  }
  return result;
}

template <const Rules& R>
LeafResult expected_replies(LeafSearch<R>& search, const Position<R>& position, std::span<const Move> moves,
                            TurnEffort effort, const std::atomic<bool>& stop) {
  LeafResult result;
  if (!effort.again) result = chosen_replies(search, position, moves, effort.nodes, stop);
  const std::vector<Move> rest = without(moves, result.candidates);
  if (rest.empty()) return result;
  const bool open = result.candidates.empty() || is_open(result.candidates.front().score);
  const Score top = result.candidates.empty() ? kInfinite : result.candidates.front().score;
  const int lines = kMaxCandidates - static_cast<int>(result.candidates.size());
  for (Candidate other : search.run(position, rest, {effort.nodes, lines}, stop).candidates) {
    if (open && is_open(other.score)) other.score = static_cast<std::int16_t>(std::min<Score>(other.score, top));
    lower(other, kNotChosen);
    result.candidates.push_back(other);
  }
  std::ranges::stable_sort(result.candidates, std::greater{}, &Candidate::score);
  return result;
}

#define BOOKENDS_INSTANTIATE(game)                                                                          \
  template LeafResult own_moves<games::game>(LeafSearch<games::game>&, const Position<games::game>&,        \
                                             std::span<const Move>, TurnEffort, const std::atomic<bool>&);  \
  template LeafResult expected_replies<games::game>(LeafSearch<games::game>&, const Position<games::game>&, \
                                                    std::span<const Move>, TurnEffort, const std::atomic<bool>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
