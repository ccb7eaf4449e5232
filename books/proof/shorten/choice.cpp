#include "books/proof/shorten/choice.h"

#include <algorithm>
#include <limits>

namespace bookends {

namespace {

// Most is gained by the first.
constexpr int kPasses = 4;

// What the root leads to: itself, or what its defender can make of it.
struct GraphRoots {
  std::vector<ProvedId> open;
  int distance = 0;   // of the root
  int longest = 0;    // that one of `open` may take
  bool whole = true;  // every one is in the graph, in the tables, or an end as it is wanted
};

template <const Rules& R>
class RootFinder {
 public:
  RootFinder(const ProvedGraph<R>& graph, const Position<R>& root) : graph_(graph) {
    const int before = root.turn() == graph.attacker() ? 0 : 1;
    if (settle(root, 0)) return;
    if (before == 0)
      reach(root, 0);
    else
      for (const Move m : root.legal_moves()) reach(root.after(m), 1);
    roots_.longest = roots_.distance - before;
  }
  const GraphRoots& found() const { return roots_; }

 private:
  void lengthen(int plies) { roots_.distance = std::max(roots_.distance, graph_.aim() == ProofAim::win ? plies : 0); }
  // By rules or tables.
  bool settle(const Position<R>& position, int before) {
    const KnownFate fate = known_fate(position, graph_.attacker(), graph_.tables(), graph_.aim());
    if (fate.fate == Fate::reached) lengthen(before + fate.distance);
    if (fate.fate == Fate::missed) roots_.whole = false;
    return fate.fate != Fate::open;
  }
  void reach(const Position<R>& position, int before) {
    if (settle(position, before)) return;
    const ProvedId id = graph_.find(position.key());
    if (id == kNotProved) {
      roots_.whole = false;
      return;
    }
    roots_.open.push_back(id);
    lengthen(before + graph_.nodes()[id].distance);
  }

  const ProvedGraph<R>& graph_;
  GraphRoots roots_;
};

// A way for every position that the roots lead to by these ways.
struct WayChoice {
  std::vector<WayId> ways;           // by position; kNoWay: not looked at
  std::vector<std::uint16_t> plies;  // that it may take: they fall along each way
  std::vector<ProvedId> reached;
  bool whole = true;
};

template <const Rules& R>
class Chooser {
 public:
  Chooser(const ProvedGraph<R>& graph, const GraphRoots& roots) : graph_(graph), roots_(roots) {}

  WayChoice best() const {
    WayChoice chosen = shortest();
    // The shares of each go by the one before.
    for (int pass = 0; pass < kPasses && chosen.whole; ++pass) {
      WayChoice next = graph_.aim() == ProofAim::win ? thrifty(chosen) : holding();
      if (!next.whole || next.reached.size() >= chosen.reached.size()) break;
      chosen = std::move(next);
    }
    return chosen;
  }

  // Distances come from below: those that may take fewer plies first.
  ChosenProof proof(const WayChoice& choice) const {
    ChosenProof made{roots_.distance, {}, choice.reached};
    std::stable_sort(made.ids.begin(), made.ids.end(),
                     [&](ProvedId a, ProvedId b) { return choice.plies[a] < choice.plies[b]; });
    std::vector<std::uint16_t> distances(graph_.nodes().size());
    made.records.reserve(made.ids.size());
    for (const ProvedId id : made.ids) {
      const ProvedWay& way = graph_.way(choice.ways[id]);
      int longest = way.settled;
      for (const ProvedId reply : graph_.replies(way)) longest = std::max(longest, distances[reply] + 1);
      if (graph_.aim() == ProofAim::win) distances[id] = static_cast<std::uint16_t>(longest + 1);
      made.records.push_back({graph_.nodes()[id].position, way.move, distances[id]});
    }
    std::sort(made.records.begin(), made.records.end(),
              [](const CertificateRecord& a, const CertificateRecord& b) { return in_order(a.position, b.position); });
    return made;
  }

 private:
  std::size_t size() const { return graph_.nodes().size(); }

  void reach(WayChoice& choice) const {
    std::vector<bool> seen(size());
    const auto take = [&](ProvedId id) {
      if (seen[id]) return;
      seen[id] = true;
      choice.reached.push_back(id);
    };
    for (const ProvedId id : roots_.open) take(id);
    for (std::size_t at = 0; at < choice.reached.size(); ++at) {
      const WayId way = choice.ways[choice.reached[at]];
      if (way == kNoWay) {
        choice.whole = false;
        return;
      }
      for (const ProvedId reply : graph_.replies(graph_.way(way))) take(reply);
    }
  }

  WayChoice shortest() const {
    WayChoice choice;
    for (const ProvedNode& node : graph_.nodes()) {
      choice.ways.push_back(node.way);
      choice.plies.push_back(node.distance);
    }
    reach(choice);
    return choice;
  }

  // What a position costs that nobody else needs: itself, and a share of all behind it that others need, too.
  std::vector<float> shares(const WayChoice& choice) const {
    std::vector<std::uint32_t> needed(size());
    for (const ProvedId id : choice.reached)
      for (const ProvedId reply : graph_.replies(graph_.way(choice.ways[id]))) ++needed[reply];
    std::vector<float> costs(size(), 1);
    for (const ProvedId id : graph_.by_distance()) {
      if (graph_.nodes()[id].way == kNoWay) continue;
      for (const ProvedId reply : graph_.replies(graph_.way(graph_.nodes()[id].way)))
        costs[id] += costs[reply] / static_cast<float>(std::max(1u, needed[reply]));
    }
    return costs;
  }

  // Of the ways that take no more than so many plies the one that brings in least; 0 plies: of all.
  WayId cheapest(ProvedId id, int plies, const std::vector<float>& costs,
                 const std::vector<std::uint16_t>& plies_of) const {
    WayId best = kNoWay;
    float least = std::numeric_limits<float>::max();
    for (WayId way = graph_.nodes()[id].first_way; way != kNoWay; way = graph_.way(way).next) {
      if (graph_.length(graph_.way(way)) > plies) continue;
      float cost = 0;
      for (const ProvedId reply : graph_.replies(graph_.way(way)))
        if (plies_of[reply] == 0) cost += costs[reply];
      if (cost >= least) continue;
      least = cost;
      best = way;
    }
    return best;
  }

  // From the roots on, those that may take longest first. A position may take two plies less than the one before it,
  // and no more than its record said. One that is needed again with fewer plies left comes again: a shortest way is
  // there.
  WayChoice thrifty(const WayChoice& before) const {
    const std::vector<float> costs = shares(before);
    WayChoice choice{std::vector<WayId>(size(), kNoWay), std::vector<std::uint16_t>(size()), {}};
    std::vector<std::vector<ProvedId>> waiting(static_cast<std::size_t>(roots_.longest) + 1);
    const auto need = [&](ProvedId id, int plies) {
      const int allowed = std::min<int>(plies, graph_.nodes()[id].promised);
      if (choice.plies[id] != 0 && choice.plies[id] <= allowed) return;
      choice.plies[id] = static_cast<std::uint16_t>(allowed);
      waiting[static_cast<std::size_t>(allowed)].push_back(id);
    };
    for (const ProvedId id : roots_.open) need(id, roots_.longest);
    for (int plies = roots_.longest; plies > 0; --plies)
      for (const ProvedId id : waiting[static_cast<std::size_t>(plies)]) {  // what comes in is for fewer plies
        if (choice.plies[id] != plies) continue;
        WayId& way = choice.ways[id];
        if (way == kNoWay || graph_.length(graph_.way(way)) > plies) way = cheapest(id, plies, costs, choice.plies);
        if (way == kNoWay) continue;
        for (const ProvedId reply : graph_.replies(graph_.way(way))) need(reply, plies - 2);
      }
    reach(choice);
    return choice;
  }

  // Circles are welcome: only how many positions come in counts.
  WayChoice holding() const {
    const std::vector<float> costs(size(), 1);
    WayChoice choice{std::vector<WayId>(size(), kNoWay), std::vector<std::uint16_t>(size()), {}};
    std::vector<ProvedId> open;
    const auto need = [&](ProvedId id) {
      if (choice.plies[id] != 0) return;
      choice.plies[id] = 1;
      open.push_back(id);
    };
    for (const ProvedId id : roots_.open) need(id);
    for (std::size_t at = 0; at < open.size(); ++at) {
      const WayId way = choice.ways[open[at]] =
          cheapest(open[at], std::numeric_limits<int>::max(), costs, choice.plies);
      if (way == kNoWay) continue;
      for (const ProvedId reply : graph_.replies(graph_.way(way))) need(reply);
    }
    reach(choice);
    return choice;
  }

  const ProvedGraph<R>& graph_;
  const GraphRoots& roots_;
};

}  // namespace

template <const Rules& R>
Result<ChosenProof> choose_moves(const ProvedGraph<R>& graph, const Position<R>& root) {
  const GraphRoots roots = RootFinder<R>(graph, root).found();
  const Error gap{ErrorCode::corrupt, "the proof has a gap behind " + root.fen() + "; two positions may share a key"};
  if (!roots.whole) return gap;
  const Chooser<R> chooser(graph, roots);
  const WayChoice choice = chooser.best();
  if (!choice.whole) return gap;
  return chooser.proof(choice);
}

template <const Rules& R>
int bound_of(const ProvedGraph<R>& graph, const Position<R>& root) {
  return RootFinder<R>(graph, root).found().distance;
}

template <const Rules& R>
std::vector<ProvedId> longest_lines(const ProvedGraph<R>& graph, const Position<R>& root) {
  const GraphRoots roots = RootFinder<R>(graph, root).found();
  std::vector<bool> seen(graph.nodes().size());
  std::vector<ProvedId> found;
  const auto take = [&](ProvedId id, int plies) {
    if (graph.nodes()[id].distance != plies || seen[id]) return;
    seen[id] = true;
    found.push_back(id);
  };
  for (const ProvedId id : roots.open) take(id, roots.longest);
  for (std::size_t at = 0; at < found.size(); ++at) {
    const ProvedNode& node = graph.nodes()[found[at]];
    if (node.way == kNoWay) continue;
    for (const ProvedId reply : graph.replies(graph.way(node.way))) take(reply, node.distance - 2);
  }
  std::reverse(found.begin(), found.end());
  return found;
}

#define BOOKENDS_INSTANTIATE(game)                                                                   \
  template Result<ChosenProof> choose_moves<games::game>(const ProvedGraph<games::game>&,            \
                                                         const Position<games::game>&);              \
  template int bound_of<games::game>(const ProvedGraph<games::game>&, const Position<games::game>&); \
  template std::vector<ProvedId> longest_lines<games::game>(const ProvedGraph<games::game>&,         \
                                                            const Position<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
