// The exits of a book: where its lines end, and what a deeper search says of it there.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/leaves/evaluator.h"
#include "books/work/journal.h"
#include "core/base/progress.h"

namespace bookends {

struct BookEnd {
  NodeId node = kNoNode;   // its best move leaves the book, or begins a circle of which nothing is known
  std::uint32_t cost = 0;  // of the cheapest path to it: the order in which they are likely
  LeafResult deeper;       // of check_ends(); without candidates before
  bool searched() const { return !deeper.candidates.empty(); }
  // What the book promises its side to move beyond what the search finds, in centipawns; negative when it finds more.
  // 0 where it promises nothing.
  Score drop() const;
  std::optional<Score> book_score;  // none where the book has none
};

// The likeliest first. Certain entries (proved, or a table's) are no ends: there is nothing to search. Where book moves
// go round in a circle of which some have no score, the likeliest of these is one: else none of them, and nothing that
// leads there, would ever get a score. (What the search plays there may close another circle, which the next run
// finds.)
std::vector<BookEnd> ends_of(const BookGraph& graph);

// Searches every end on several threads. What was searched before an error stays in the ends. With a journal, what it
// holds is not searched again, and what is searched goes there as soon as it is known. Errors: interrupted; limit, when
// not a thread can be started; those of the evaluator and of the journal.
template <const Rules& R>
Result<void> check_ends(const BookGraph& graph, const EvaluatorFactory<R>& evaluators, int threads,
                        std::vector<BookEnd>& ends, Progress& progress, Journal* journal = nullptr);

// Puts what the searches found in the place of the entries they are deeper than, and lets the values follow. How many
// ends have move, score and depth of the search then: not those where a move of the book turns out to be better.
template <const Rules& R>
std::size_t adopt(BookGraph& graph, const std::vector<BookEnd>& ends);

}  // namespace bookends
