// Depth-first proof-number search (df-pn; Nagai 2002) for the ends of lines, where wins are a matter of tactics.
//
// Every position has two numbers: how much is left to do until it is proved to be won by the attacker, and until it is
// shown that it is not. Of several tasks that all have to be done, the hardest counts and the others add one each:
// summing them up would count what they share again and again. Fresh positions begin with numbers from the material
// and, where the defender is to move, from how many replies he has (as Allis' and Breuker's do): moves that leave him
// few are forced ends. Thresholds leave an eighth of slack (the 1 + epsilon trick), so that it does not jump to and
// fro.
//
// A position that repeats one on the line counts as not won there. That is said of the line, not of the position: so
// such a refutation is not kept for other lines. What is proved is recorded from below (solved.h), so that it never
// rests on a repetition.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <vector>

#include "books/proof/prove/first_looks.h"
#include "core/base/large_pages.h"

namespace bookends {

template <const Rules& R>
class TailSearch {
 public:
  // `solved` stays as it is while a search runs; `tables` may be null. Both outlive the searches.
  TailSearch(const Solved& solved, const Oracle<R>* tables, Color attacker);

  // Looks for a win of the attacker, who is to move, in so many nodes. The same root, solved positions and nodes give
  // the same answer. When `stop` becomes true it returns soon, and what it says is to be
  // thrown away.
  bool run(const Position<R>& root, std::uint64_t nodes, const std::atomic<bool>& stop);
  // What the last run has proved on the way, children before parents; also when the root is still open.
  const std::vector<SolvedEntry>& found() const { return found_; }
  std::uint64_t nodes() const { return nodes_; }
  // That its table holds now; and that one of a run of so many nodes takes.
  std::size_t held_bytes() const { return FirstLooks<R>::bytes() + table_.capacity() * sizeof(Bucket); }
  static std::size_t bytes_for(std::uint64_t nodes) {
    return FirstLooks<R>::bytes() + buckets_for(nodes) * sizeof(Bucket);
  }

 private:
  // The low bits of a key choose the bucket, the high ones tell its slots apart. Two positions that share both spoil an
  // estimate, never a proof.
  struct Slot {
    std::uint32_t tag = 0;
    std::uint32_t work = 0;  // nodes below; 0: free
    ProofNumbers numbers;
  };
  struct alignas(64) Bucket {  // one line of the cache
    std::array<Slot, 4> slots;
  };
  using Table = std::vector<Bucket, LargePages<Bucket>>;
  struct Child {
    Move move;
    Key key = 0;
    ProofNumbers numbers;
    bool final = false;  // nothing will change them on this line
  };
  struct Frame;

  ProofNumbers search(const Position<R>& position, ProofNumbers limit);
  void look_at(const Position<R>& next, bool attacking, Child& child);
  void refresh(Frame& frame) const;
  bool record(const Position<R>& position, const Frame& frame);
  std::optional<ProofStep> find(Key key) const;

  static std::size_t buckets_for(std::uint64_t nodes);
  std::size_t bucket_of(Key key) const { return static_cast<std::size_t>(key) & (table_.size() - 1); }
  const Slot* lookup(Key key) const;
  void store(Key key, ProofNumbers numbers, std::uint32_t work);

  const Solved& solved_;
  const Oracle<R>* tables_;
  Color attacker_;
  Table table_;  // a power of two
  FirstLooks<R> looks_;
  std::vector<Key> line_;
  std::vector<Position<R>> after_;  // the moves of the position that is looked at
  std::vector<SolvedEntry> found_;
  Solved found_by_key_;
  std::uint64_t nodes_ = 0;
  std::uint64_t limit_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
};

#define BOOKENDS_EXTERN_TAIL(game) extern template class TailSearch<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TAIL)
#undef BOOKENDS_EXTERN_TAIL

}  // namespace bookends
