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

LineEnd line_end_of(const BookEntry& entry) {
  if (entry.manual) return LineEnd::manual;
  if (entry.proof == Proof::draw || (entry.from_table && entry.score == 0)) return LineEnd::drawn;
  if (entry.from_table) return LineEnd::table;
  if (entry.proof != Proof::none) return LineEnd::proved;
  return has_score(entry) ? LineEnd::searched : LineEnd::unscored;
}

std::string_view line_end_name(LineEnd end) {
  static constexpr std::array<std::string_view, kLineEnds> names{"proved",   "table",    "drawn", "by hand",
                                                                 "searched", "no score", "met"};
  return names[static_cast<std::size_t>(end)];
}

namespace {

void count_at(std::vector<std::uint64_t>& counts, int ply) {
  counts.resize(std::max(counts.size(), static_cast<std::size_t>(ply) + 1));
  ++counts[static_cast<std::size_t>(ply)];
}

// Nodes stand breadth first, so a node's distance is that of the first one that leads to it, plus one.
void count_plies(const BookGraph& graph, BookSurvey& found) {
  const auto ends = [&](LineEnd end) -> auto& { return found.line_ends[static_cast<std::size_t>(end)]; };
  std::vector<int> ply(graph.size(), -1);
  for (const NodeId start : graph.starts)
    if (start != kNoNode) ply[start] = 0;
  for (NodeId n = 0; n < graph.size(); ++n) {
    count_at(found.by_ply, ply[n]);
    if (graph.first[n] == graph.first[n + 1]) count_at(ends(line_end_of(graph.nodes[n].entry)), ply[n]);
    for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e) {
      int& child = ply[graph.edges[e].child];
      if (child < 0)
        child = ply[n] + 1;
      else
        count_at(ends(LineEnd::met), ply[n] + 1);
    }
  }
  std::size_t plies = found.by_ply.size();
  for (const auto& counts : found.line_ends) plies = std::max(plies, counts.size());
  for (auto& counts : found.line_ends) counts.resize(plies);
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
  count_plies(graph, found);
  return found;
}

}  // namespace bookends
