// What the book tests share: a cheap evaluator, small builds, files in memory.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "books/build.h"
#include "books/evaluator.h"
#include "core/games.h"
#include "core/io/file.h"
#include "core/progress.h"

namespace bookends::test {

// Judges a move by a number made from the key it leads to: cheap, the same every time, and unruly enough that best
// moves change as the book grows.
template <const Rules& R>
class DiceEvaluator final : public LeafEvaluator<R> {
 public:
  explicit DiceEvaluator(std::function<void()> hook = {}) : hook_(std::move(hook)) {}

  LeafResult evaluate(const Position<R>& position, std::span<const Move> only, const std::atomic<bool>&) override {
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

}  // namespace bookends::test
