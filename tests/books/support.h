// What the book tests share: a cheap evaluator, small builds, files in memory.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/grow/build.h"
#include "books/leaves/evaluator.h"
#include "books/probe/probe.h"
#include "core/base/progress.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {

// Judges a move by a number made from the key it leads to: cheap, the same every time, and unruly enough that best
// moves change as the book grows.
template <const Rules& R>
class DiceEvaluator final : public LeafEvaluator<R> {
 public:
  explicit DiceEvaluator(std::function<void()> hook = {}) : hook_(std::move(hook)) {}

  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>&) override {
    if (hook_) hook_();
    LeafResult result;
    std::vector<Move> moves(only.begin(), only.end());
    if (moves.empty()) {
      const MoveList legal = position.legal_moves();
      moves.assign(legal.begin(), legal.end());
    }
    for (const Move m : moves) result.candidates.push_back({m, static_cast<std::int16_t>(-score(position.after(m)))});
    std::stable_sort(result.candidates.begin(), result.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    if (result.candidates.size() > 3) result.candidates.resize(3);
    result.depth = static_cast<std::uint8_t>(4 + position.key() % 7);
    return result;
  }

 private:
  static int score(const Position<R>& position) { return static_cast<int>(position.key() % 401) - 200; }
  std::function<void()> hook_;
};

template <const Rules& R>
EvaluatorFactory<R> dice(std::function<void()> hook = {}) {
  return [hook]() -> std::unique_ptr<LeafEvaluator<R>> { return std::make_unique<DiceEvaluator<R>>(hook); };
}

template <const Rules& R>
BuildJob small_job(const std::filesystem::path& folder, std::size_t positions) {
  BuildJob job;
  job.settings.game = R.name;
  job.settings.rules_fingerprint = fingerprint(R);
  for (const std::string_view fen : R.starts)
    if (!fen.empty()) job.settings.starts.emplace_back(fen);
  job.settings.leaf_nodes = 1000;
  job.settings.evaluator = "dice";
  job.limits.positions = positions;
  job.workspace = folder / "work";
  job.out = folder / "book";
  return job;
}

// Asks to stop at the n-th question.
class StopAfter final : public Progress {
 public:
  explicit StopAfter(int questions) : left_(questions) {}
  bool stop_requested() const override { return --left_ < 0; }

 private:
  mutable int left_;
};

inline std::vector<std::byte> bytes_of(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  return bytes ? *bytes : std::vector<std::byte>{};
}

template <const Rules& R>
BuildSummary must_build(const BuildJob& job, const EvaluatorFactory<R>& evaluators) {
  Progress silent;
  const Result<BuildSummary> summary = build_book<R>(job, evaluators, silent);
  EXPECT_TRUE(summary) << summary.error().message;
  return summary ? *summary : BuildSummary{};
}

template <const Rules& R>
Book<R> must_open(const std::filesystem::path& path) {
  Result<Book<R>> book = Book<R>::open(path);
  EXPECT_TRUE(book) << book.error().message;
  return std::move(*book);
}

// What such a build makes. It is built once in a program: many tests ask for the same.
template <const Rules& R>
const BookGraph& small_graph(std::size_t positions, BookSide side = BookSide::both) {
  static std::map<std::pair<std::size_t, BookSide>, BookGraph> built;
  const auto [at, is_new] = built.try_emplace({positions, side});
  if (!is_new) return at->second;
  const TemporaryFolder folder;
  BuildJob job = small_job<R>(folder.path(), positions);
  job.settings.side = side;
  must_build<R>(job, dice<R>());
  return at->second = graph_of(must_open<R>(job.out)).value();
}

template <const Rules& R>
Book<R> book_of(const BookGraph& graph) {
  return Book<R>::from_file(BookFile::from_bytes(encode<R>(graph).value(), "book").value(), "book").value();
}

inline std::set<Key> keys_of(const BookGraph& graph) {
  std::set<Key> keys;
  for (const GraphNode& node : graph.nodes) keys.insert(node.entry.key);
  return keys;
}

// The book's duty, stated once more without the verifier.
template <const Rules& R>
void expect_coverage(const Book<R>& book, bool first_mover, bool replier) {
  const auto known = [&](const Position<R>& p) { return verdict(p).over() || book.probe(p).has_value(); };
  for (const std::string& fen : book.file().header().starts) {
    const auto start = *Position<R>::from_fen(fen);
    const auto first = book.probe(start);
    ASSERT_TRUE(first);
    for (const Move m : start.legal_moves()) {
      const auto replying = start.after(m);
      const auto reply = book.probe(replying);
      EXPECT_TRUE(!replier || known(replying)) << "no reply to " << format_san(start, m);
      EXPECT_TRUE(!replier || !reply || known(replying.after(reply->move)))
          << "no answer after " << format_san(start, m);
    }
    if (!first_mover) continue;
    const auto replying = start.after(first->move);
    for (const Move m : replying.legal_moves())
      EXPECT_TRUE(known(replying.after(m))) << "no answer to " << format_san(replying, m);
  }
}

}  // namespace bookends::test
