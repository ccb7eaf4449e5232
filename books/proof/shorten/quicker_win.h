// A search for a win that is quicker than the one that a graph knows.
//
// It is a proof-number search as the prover's (prove/tail_search.h), of positions together with the plies that are left
// for the win. These fall with every move: no line repeats, and what is refuted with so many plies left is refuted for
// good. Wins that the graph knows are the ends of its lines, where they are quick enough.
#pragma once

#include <atomic>
#include <vector>

#include "books/proof/prove/first_looks.h"
#include "books/proof/shorten/proved_graph.h"

namespace bookends {

template <const Rules& R>
class QuickerWin {
 public:
  // For one thread. The graph outlives it, and stays as it is while it looks.
  explicit QuickerWin(const ProvedGraph<R>& graph) : graph_(graph), looks_(graph.attacker(), graph.tables()) {}

  // Looks from a position on for a win in fewer plies than its distance, with so many nodes. Gives what the win rests
  // on and the search has found: records, that of the position first; none when it finds no such win, or soon after
  // `stop` became true. The same graph, position and nodes give the same records.
  std::vector<CertificateRecord> look(ProvedId id, std::uint64_t nodes, const std::atomic<bool>& stop);
  // The same, from any position of the attacker's on, within so many plies.
  std::vector<CertificateRecord> look(const Position<R>& root, int plies, std::uint64_t nodes,
                                      const std::atomic<bool>& stop);
  std::uint64_t nodes() const { return nodes_; }  // that the last one took

 private:
  static constexpr std::size_t kSlotsTogether = 4;

  struct Slot {
    Key key = 0;
    ProofNumbers numbers;
    std::uint32_t work = 0;  // nodes below; 0: free
  };
  using Table = std::vector<Slot, LargePages<Slot>>;
  struct Child {
    Move move;
    Key key = 0;
    ProofNumbers numbers;
    bool is_over() const { return numbers.proof == 0 || numbers.disproof == 0; }
  };
  struct Frame {
    bool attacking = false;
    int left = 0;  // plies, from its children on
    std::vector<Child> children;
  };

  bool attacks(const Position<R>& position) const { return position.turn() == graph_.attacker(); }
  static Key key_with(Key key, int left) { return key ^ (static_cast<Key>(left) * 0x9e3779b97f4a7c15u); }
  std::optional<ProofStep> known(Key key) const;
  bool is_known(Key key, int left) const;
  void look_at(const Position<R>& next, const Frame& frame, Child& child);
  Frame frame_of(const Position<R>& position, int left);
  void refresh(Frame& frame) const;
  bool record(const Position<R>& position, const Frame& frame);
  ProofNumbers search(const Position<R>& position, int left, ProofNumbers limit);
  std::vector<CertificateRecord> records_from(const Position<R>& root) const;

  std::size_t first_slot(Key key) const {
    return static_cast<std::size_t>(key) & (table_.size() - 1) & ~(kSlotsTogether - 1);
  }
  const Slot* lookup(Key key) const;
  void store(Key key, ProofNumbers numbers, std::uint64_t work);

  const ProvedGraph<R>& graph_;
  FirstLooks<R> looks_;
  std::vector<Position<R>> after_;  // the moves of the position that is looked at
  Table table_;
  Solved found_;
  std::uint64_t nodes_ = 0, limit_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
};

#define BOOKENDS_EXTERN_QUICKER_WIN(game) extern template class QuickerWin<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_QUICKER_WIN)
#undef BOOKENDS_EXTERN_QUICKER_WIN

}  // namespace bookends
