#include "books/review/survey.h"

#include <algorithm>
#include <set>

namespace bookends {

Grade grade_of(const BookEntry& entry) {
  if (entry.manual) return Grade::manual;
  if (is_certain(entry)) return Grade::certain;
  if (!has_score(entry)) return Grade::none;
  std::size_t grade = 0;
  while (grade < kGradeDepths.size() && entry.depth < kGradeDepths[grade]) ++grade;
  return static_cast<Grade>(static_cast<std::size_t>(Grade::a) + grade);
}

std::string_view grade_name(Grade grade) {
  static constexpr std::array<std::string_view, kGrades> names{"certain", "manual", "A", "B", "C", "D", "E", "none"};
  return names[static_cast<std::size_t>(grade)];
}

namespace {

// Nodes stand breadth first, so a node's distance is that of the first one that leads to it, plus one.
std::vector<std::uint64_t> plies(const BookGraph& graph) {
  std::vector<int> ply(graph.size(), -1);
  std::vector<std::uint64_t> count;
  for (const NodeId start : graph.starts)
    if (start != kNoNode) ply[start] = 0;
  for (NodeId n = 0; n < graph.size(); ++n) {
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e)
      if (int& child = ply[graph.edges[e].child]; child < 0) child = ply[n] + 1;
    count.resize(std::max(count.size(), static_cast<std::size_t>(ply[n]) + 1));
    ++count[static_cast<std::size_t>(ply[n])];
  }
  return count;
}

}  // namespace

BookSurvey survey(const BookGraph& graph) {
  BookSurvey found;
  found.positions = graph.size();
  found.unreached = graph.unreached;
  found.moves = graph.edges.size();
  std::uint64_t starts = 0, leaves = 0;
  for (const NodeId start : std::set<NodeId>(graph.starts.begin(), graph.starts.end())) starts += start != kNoNode;
  for (NodeId n = 0; n < graph.size(); ++n) {
    const GraphNode& node = graph.nodes[n];
    ++found.grades[static_cast<std::size_t>(grade_of(node.entry))];
    if (graph.child(n, node.move) == kNoNode) ++found.ends;
    if (graph.first[n] == graph.first[n + 1]) ++leaves;
  }
  // Every position but the starts has one move that led to it first.
  found.transpositions = found.moves - (found.positions - std::min(starts, found.positions));
  found.lines = leaves + found.transpositions;
  found.by_ply = plies(graph);
  return found;
}

}  // namespace bookends
