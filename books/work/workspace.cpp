#include "books/work/workspace.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <sstream>

#include "core/search/signature.h"

namespace bookends {

namespace {

constexpr std::string_view kProgram = "program=";
constexpr std::string_view kEvaluator = "evaluator=";
constexpr std::array kOfSearches{std::string_view("game="),
                                 std::string_view("rules="),
                                 std::string_view("nodes="),
                                 std::string_view("candidates="),
                                 std::string_view("opponent="),
                                 std::string_view("table-men="),
                                 kEvaluator,
                                 kProgram};

std::int16_t promise(const Node& parent, Move move) {
  if (parent.state != NodeState::searched) return kNoPromise;
  for (const Candidate& candidate : parent.candidates)
    if (candidate.move == move) return candidate.score;
  return kNoPromise;
}

std::string of_searches(const std::string& settings) {
  std::istringstream in(settings);
  std::string kept;
  for (std::string line; std::getline(in, line);)
    if (std::ranges::any_of(kOfSearches, [&](std::string_view name) { return line.starts_with(name); }))
      kept += line + '\n';
  return kept;
}

// Of "name=value".
std::string name_of(const std::string& line) { return line.substr(0, line.find('=')); }

bool has_setting(const std::string& text, const std::string& name) { return !settings_named(text, name).empty(); }

// The option of whose files a line of settings has the digest, which tells a reader nothing.
std::string_view file_option(const std::string& line) {
  if (line.starts_with("overrides=")) return "--override";
  return line.starts_with("seeds=") ? "--seed" : "";
}

std::string file_difference(const std::string& option, const std::string& made_with, const std::string& asked_for) {
  if (made_with.ends_with('=')) return "made without " + option + "; leave it out";
  if (asked_for.ends_with('=')) return "made with " + option + ", which is missing; give the same";
  return "made with another " + option + "; give the same";
}

// What to call a line of settings where the other ones have `other`, which this text may lack.
std::string shown_setting(const std::string& text, const std::string& line, const std::string& other) {
  return has_setting(text, name_of(other)) ? line : "no " + name_of(other);
}

std::string remedy_for(const std::string& line) {
  if (!line.starts_with(kEvaluator)) return "use these settings";
  return "use the same --net or --engine (" + std::string(kEvaluator) + "search is --net none)";
}

}  // namespace

std::string_view side_name(BookSide side) {
  switch (side) {
    case BookSide::white:
      return "white";
    case BookSide::black:
      return "black";
    case BookSide::both:
      break;
  }
  return "both";
}

bool is_own_turn(BookSide side, Color turn) {
  return side == (turn == Color::white ? BookSide::white : BookSide::black);
}

bool plays_at(BookSide side, Color turn) { return side == BookSide::both || is_own_turn(side, turn); }

std::string_view policy_name(Policy policy) { return policy == Policy::dropout ? "dropout" : "path"; }

std::string_view backup_name(Backup backup) { return backup == Backup::replace ? "replace" : "min"; }

std::string generator_name() { return "bookends " BOOKENDS_VERSION; }

std::string searcher_name() { return generator_name() + " (search " + std::to_string(kSearchSignature) + ")"; }

std::string BuildSettings::text() const {
  std::ostringstream out;
  out << "game=" << game << "\nrules=" << std::hex << rules_fingerprint << std::dec << "\nside=" << side_name(side)
      << "\nnodes=" << leaf_nodes << "\ncandidates=" << candidates << "\ntable-men=" << table_men << "\n"
      << kEvaluator << evaluator << "\npolicy=" << policy_name(policy) << "\nbackup=" << backup_name(backup)
      << "\ncost-ply=" << cost.ply << "\ncost-loss=" << cost.centipawn << "\nuncertainty=" << cost.uncertainty
      << "\nprincipal=" << cost.principal << "\nbest=" << cost.best << "\nworst-loss=" << cost.worst_loss
      << "\ndecided=" << cost.decided << "\nbatch=" << batch << "\nreply-loss=" << reply_loss << "\nseeds=" << seeds
      << "\noverrides=" << overrides << '\n'
      << kProgram << program << '\n';
  if (opponent_nodes > 0) out << "opponent=" << opponent_nodes << " nodes a move\n";
  for (const std::string& start : starts) out << "start=" << start << '\n';
  return out.str();
}

std::vector<std::string> settings_named(const std::string& text, const std::string& name) {
  std::vector<std::string> values;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name + "=")) values.push_back(line.substr(name.size() + 1));
  return values;
}

bool knows_opponent(const BuildSettings& settings) {
  return settings.opponent_nodes > 0 && settings.side != BookSide::both;
}

std::string difference(const std::string& made_with, const std::string& asked_for, Compared what) {
  const bool all = what == Compared::build;
  std::istringstream old_lines(all ? made_with : of_searches(made_with));
  std::istringstream new_lines(all ? asked_for : of_searches(asked_for));
  if (old_lines.str() == new_lines.str()) return {};
  const std::string otherwise = all ? ", or another --workspace" : ", or do without these searches";
  std::string was, is;
  while (true) {
    const bool more_old = static_cast<bool>(std::getline(old_lines, was));
    const bool more_new = static_cast<bool>(std::getline(new_lines, is));
    if (more_old && more_new && was == is) continue;
    if (was.starts_with(kProgram) && is.starts_with(kProgram))
      return "made by " + was.substr(kProgram.size()) + ", this is " + is.substr(kProgram.size()) +
             ", which may search otherwise; use that version" + otherwise;
    if (!more_old) return "made with fewer settings, asked for " + is + "; " + remedy_for(is) + otherwise;
    if (!more_new) return "made with " + was + ", asked for fewer settings; " + remedy_for(was) + otherwise;
    if (const std::string option(file_option(was)); !option.empty() && option == file_option(is))
      return file_difference(option, was, is) + otherwise;
    return "made with " + shown_setting(old_lines.str(), was, is) + ", asked for " +
           shown_setting(new_lines.str(), is, was) + "; " + remedy_for(was) + otherwise;
  }
}

std::size_t Workspace::slot_of(Key key) const {
  assert(!index_.empty());
  const std::size_t mask = index_.size() - 1;
  std::size_t slot = static_cast<std::size_t>(key >> 32) & mask;
  while (index_[slot] != kNoNode && nodes_[index_[slot]].key != key) slot = (slot + 1) & mask;
  return slot;
}

NodeId Workspace::find(Key key, const PackedPosition& position) const {
  if (index_.empty()) return kNoNode;
  const NodeId id = index_[slot_of(key)];
  return id != kNoNode && nodes_[id].position == position ? id : kNoNode;
}

bool Workspace::collides(Key key, const PackedPosition& position) const {
  if (index_.empty()) return false;
  const NodeId id = index_[slot_of(key)];
  return id != kNoNode && nodes_[id].position != position;
}

bool Workspace::holds(Key key) const { return !index_.empty() && index_[slot_of(key)] != kNoNode; }

NodeId Workspace::child(NodeId parent, Move move) const {
  for (EdgeId e = nodes_[parent].first_edge; e != kNoEdge; e = edges_[e].next)
    if (edges_[e].move == move) return edges_[e].child;
  return kNoNode;
}

void Workspace::grow_index() {
  std::size_t size = 64;
  while (3 * size < 4 * (nodes_.size() + 1)) size *= 2;
  if (size <= index_.size()) return;
  std::vector<NodeId>().swap(index_);  // given back before the new one is asked for
  index_.assign(size, kNoNode);
  for (NodeId id = 0; id < nodes_.size(); ++id) index_[slot_of(nodes_[id].key)] = id;
}

NodeId Workspace::add_node(Key key, const PackedPosition& position, int legal_count) {
  grow_index();
  const auto id = static_cast<NodeId>(nodes_.size());
  const std::size_t slot = slot_of(key);
  assert(index_[slot] == kNoNode);
  Node node;
  node.position = position;
  node.key = key;
  node.legal_count = static_cast<std::uint16_t>(legal_count);
  nodes_.push_back(node);
  index_[slot] = id;
  return id;
}

void Workspace::set_overrides(const std::vector<Override>& overrides) {
  overrides_.clear();
  for (const Override& held : overrides) overrides_.insert_or_assign(held.key, held);
}

const Override* Workspace::override_of(NodeId id) const {
  const Node& node = nodes_[id];
  if (overrides_.empty() || node.state == NodeState::over || node.state == NodeState::table) return nullptr;
  const auto found = overrides_.find(node.key);
  return found != overrides_.end() && found->second.position == node.position ? &found->second : nullptr;
}

void Workspace::add_edge(NodeId parent, Move move, NodeId child) {
  assert(!has_edge(parent, move));
  const auto id = static_cast<EdgeId>(edges_.size());
  edges_.push_back({child, kNoEdge, move, promise(nodes_[parent], move)});
  EdgeId* last = &nodes_[parent].first_edge;
  while (*last != kNoEdge) last = &edges_[*last].next;
  *last = id;
  ++nodes_[parent].edge_count;
}

void Workspace::set_over(NodeId id, Score exact) {
  nodes_[id].state = NodeState::over;
  nodes_[id].exact = static_cast<std::int16_t>(exact);
}

void Workspace::set_result(NodeId id, const LeafResult& result) {
  Node& node = nodes_[id];
  node.state = result.state;
  node.exact = result.exact;
  // A later search of the remaining moves says nothing about the depth behind the best one.
  node.depth = std::max(node.depth, result.depth);
  const std::size_t n = std::min<std::size_t>(result.candidates.size(), kMaxCandidates);
  node.candidates = {};
  std::copy_n(result.candidates.begin(), n, node.candidates.begin());
}

const Candidate* Workspace::best_outside(NodeId id) const {
  const Node& node = nodes_[id];
  for (const Candidate& candidate : node.candidates)
    if (candidate.move && !has_edge(id, candidate.move)) return &candidate;
  return nullptr;
}

bool Workspace::needs_search(NodeId id) const {
  const Node& node = nodes_[id];
  if (node.state == NodeState::fresh) return true;
  return node.state == NodeState::searched && node.edge_count < node.legal_count && best_outside(id) == nullptr;
}

bool Workspace::assign(Blocks<Node> nodes, Blocks<Edge> edges, std::vector<NodeId> starts) {
  const auto bad_node = [&](NodeId id) { return id >= nodes.size(); };
  const auto bad_edge = [&](EdgeId id) { return id != kNoEdge && id >= edges.size(); };
  for (NodeId id = 0; id < nodes.size(); ++id)
    if (bad_edge(nodes[id].first_edge) || nodes[id].state > NodeState::table) return false;
  for (EdgeId e = 0; e < edges.size(); ++e)  // an edge only points on to a later one: no list runs in a circle
    if (bad_node(edges[e].child) || bad_edge(edges[e].next) || edges[e].next <= e) return false;
  if (std::any_of(starts.begin(), starts.end(), bad_node)) return false;
  nodes_ = std::move(nodes);
  edges_ = std::move(edges);
  starts_ = std::move(starts);
  index_.clear();
  grow_index();
  return true;
}

}  // namespace bookends
