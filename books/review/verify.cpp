#include "books/review/verify.h"

#include <unordered_map>
#include <unordered_set>

#include "books/edit/book_graph.h"
#include "books/edit/edit.h"
#include "books/text/entry.h"
#include "core/notation/move_text.h"
#include "core/position/outcome.h"

namespace bookends {

namespace {

void complain(BookCheck& check, std::string text) {
  if (++check.faults <= BookCheck::kMostComplaints) check.complaints.push_back(std::move(text));
}

template <const Rules& R>
class Verification {
 public:
  explicit Verification(const Book<R>& book) : book_(book) {}

  BookCheck run() {
    check_.entries = book_.file().positions();
    // One that was never grown, but imported, has no settings; or those of the book that it was made from.
    const BookHeader& header = book_.file().header();
    check_.edited = is_edited(header) || header.settings.empty();
    for (const std::string& fen : book_.file().header().starts) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (!start) {
        complain("the start " + fen + " is no position: " + start.error().message);
        continue;
      }
      visit(*start);
      if (!check_.edited) check_coverage(*start);
    }
    while (!open_.empty()) {
      const Position<R> position = open_.back();
      open_.pop_back();
      for (const Move m : position.legal_moves()) visit(position.after(m));
    }
    complain_of_moves();
    check_.reached = entries_.size();
    if (check_.reached < check_.entries)
      complain(std::to_string(check_.entries - check_.reached) + " entries cannot be reached from the starts");
    return std::move(check_);
  }

 private:
  void complain(std::string text) { bookends::complain(check_, std::move(text)); }

  void visit(const Position<R>& position) {
    const auto entry = book_.file().find(position.key());
    if (!entry || !seen_.insert(position.key()).second) return;
    bool& sound = entries_[book_.file().known_key(position.key())];
    if (book_move(position, entry->move_index))
      sound = true;
    else
      illegal_.push_back(position);
    open_.push_back(position);
  }

  // A position that the file takes for another one of its own is no fault of the book's.
  void complain_of_moves() {
    for (const Position<R>& position : illegal_)
      if (!entries_[book_.file().known_key(position.key())])
        complain("the move for " + position.fen() + " is not legal");
  }

  // A position whose game is over needs no reply; one that a table answers without a move has none to offer.
  bool answered(const Position<R>& position) const {
    return verdict(position).over() || book_.probe(position).has_value();
  }

  void owe(const Position<R>& position, const std::string& what) {
    if (!answered(position)) complain(what + " " + position.fen() + " has no answer");
  }

  void check_coverage(const Position<R>& start) {
    const BookSide side = book_.file().header().side;
    const bool first_mover = plays_at(side, start.turn());
    const bool replier = plays_at(side, ~start.turn());
    owe(start, "the start");
    if (replier)
      for (const Move m : start.legal_moves()) {
        const Position<R> replying = start.after(m);
        owe(replying, "after a first move,");
        if (const auto reply = book_.probe(replying)) owe(replying.after(reply->move), "after the book's reply,");
      }
    const auto first = book_.probe(start);
    if (!first_mover || !first) return;
    const Position<R> replying = start.after(first->move);
    if (verdict(replying).over()) return;
    for (const Move m : replying.legal_moves()) owe(replying.after(m), "after a reply to the book's first move,");
  }

  const Book<R>& book_;
  BookCheck check_;
  std::unordered_set<Key> seen_;
  std::unordered_map<Key, bool> entries_;  // by what the file knows of the key: whether the move is legal anywhere
  std::vector<Position<R>> illegal_;
  std::vector<Position<R>> open_;
};

// "d3 +0.35 depth 12 proved win"
template <const Rules& R>
std::string text_of(const GraphNode& node) {
  const std::string marks = marks_text(node.entry);
  return format_san(position_of<R>(node), node.move) + " " + score_text(node.entry) + " depth " +
         std::to_string(node.entry.depth) + (marks.empty() ? "" : " " + marks);
}

}  // namespace

template <const Rules& R>
BookCheck verify_book(const Book<R>& book) {
  return Verification<R>(book).run();
}

template <const Rules& R>
void verify_values(const Book<R>& book, BookCheck& check) {
  const Result<BookGraph> graph = graph_of(book);
  if (!graph) return;  // a start that is no position: verify_book() complains of it
  BookGraph again = *graph;
  revalue<R>(again);
  for (NodeId n = 0; n < graph->size(); ++n) {
    const GraphNode &is = graph->nodes[n], &follows = again.nodes[n];
    if (is.entry == follows.entry && is.move == follows.move) continue;
    ++check.stale;
    complain(check,
             position_of<R>(is).fen() + " has " + text_of<R>(is) + ", what it leads to says " + text_of<R>(follows));
  }
}

#define BOOKENDS_INSTANTIATE(game)                                       \
  template BookCheck verify_book<games::game>(const Book<games::game>&); \
  template void verify_values<games::game>(const Book<games::game>&, BookCheck&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
