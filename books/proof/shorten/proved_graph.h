// All that is proved of an attacker, as a graph: positions in which he is to move, and of each the moves that are known
// to reach his aim.
//
// Such a move is a way. Every reply to it is the end of the game, in the tables, or a position of the graph; so it
// takes as long as the longest of these, and two plies. A certificate names one way of each position. Here are all that
// its positions allow, and relax() finds the shortest.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "books/proof/certificate.h"
#include "books/proof/plan/closing.h"
#include "core/base/progress.h"
#include "core/rules/games.h"

namespace bookends {

using ProvedId = std::uint32_t;
using WayId = std::uint32_t;
inline constexpr ProvedId kNotProved = 0xffffffff;
inline constexpr WayId kNoWay = 0xffffffff;

struct ProvedNode {
  PackedPosition position;
  Key key = 0;
  Move move;                   // of the record, which is its first way
  std::uint16_t distance = 0;  // plies until the game is won, at most; 0 where the draw is held
  std::uint16_t promised = 0;  // the same, as the record said
  WayId way = kNoWay;          // the one that takes so long
  WayId first_way = kNoWay, last_way = kNoWay;
};

struct ProvedWay {
  Move move;
  std::uint16_t settled = 0;           // plies from the move on, by what rules and tables settle after it
  std::uint32_t first = 0, count = 0;  // its replies that are positions of the graph
  WayId next = kNoWay;                 // of the same position
};

struct GraphOptions {
  int threads = 1;                            // change nothing but the time
  std::size_t memory = std::size_t{8} << 30;  // bytes, about
  bool grows = true;                          // whether positions may be added later; else less is kept
};

template <const Rules& R>
class ProvedGraph {
 public:
  // `tables` may be null; they outlive it.
  ProvedGraph(Color attacker, ProofAim aim, const Oracle<R>* tables, const GraphOptions& options)
      : attacker_(attacker), aim_(aim), tables_(tables), options_(options) {}

  // Adds positions, of which the first record counts, and finds the ways among all there are. Each record's own move
  // has to be one. What the tables answer is left out. Errors: interrupted; limit (memory); corrupt (no position, or
  // two that share a key).
  Result<void> add(std::span<const CertificateRecord> records, Progress& progress);
  // Until no way is shorter than the distances say. False: nothing has changed.
  bool relax();

  const std::vector<ProvedNode>& nodes() const { return nodes_; }
  const ProvedWay& way(WayId id) const { return ways_[id]; }
  std::size_t ways() const { return ways_.size(); }
  std::span<const ProvedId> replies(const ProvedWay& way) const {
    return std::span(replies_).subspan(way.first, way.count);
  }
  int length(const ProvedWay& way) const;     // in plies, as distances are now
  std::vector<ProvedId> by_distance() const;  // all of them, the shortest first
  ProvedId find(Key key) const;
  Position<R> position(ProvedId id) const { return position_of<R>(nodes_[id].position); }
  const Solved& solved() const { return solved_; }  // the same distances, by key: for searches
  Color attacker() const { return attacker_; }
  ProofAim aim() const { return aim_; }
  const Oracle<R>* tables() const { return tables_; }

 private:
  struct Waiting {
    Key key = 0;  // of the reply that it lacks
    ProvedId node = 0;
    Move move;
  };
  struct FoundWay {
    ProvedId node = 0;
    ProvedWay way;  // its replies are in the share
  };
  struct Share;
  enum class Trial : std::uint8_t { way, waits, none };

  bool is_tables_business(const Position<R>& position) const {
    return tables_ != nullptr && count(position.occupied()) <= tables_->max_men();
  }
  KnownFate fate_of(const Position<R>& position) const { return known_fate(position, attacker_, tables_, aim_); }
  Result<void> enter(const CertificateRecord& record);
  Result<void> find_ways(ProvedId from, Progress& progress);
  Trial attempt(const Position<R>& after, ProvedWay& way, std::vector<ProvedId>& replies, Key& missing) const;
  void attempt(ProvedId node, const Position<R>& position, Move move, Share& share) const;
  void attempt_all(ProvedId node, Share& share) const;
  void take(const Share& share, bool late);
  void wake(ProvedId from);
  bool improve(ProvedId id);
  Result<void> check_memory() const;

  Color attacker_;
  ProofAim aim_;
  const Oracle<R>* tables_;
  GraphOptions options_;
  std::vector<ProvedNode> nodes_;
  std::unordered_map<Key, ProvedId> by_key_;
  std::vector<ProvedWay> ways_;
  std::vector<ProvedId> replies_;
  std::vector<Waiting> waiting_;                                // of the first positions, by key
  std::unordered_map<Key, std::vector<Waiting>> late_waiting_;  // of later ones
  Solved solved_;
};

#define BOOKENDS_EXTERN_PROVED_GRAPH(game) extern template class ProvedGraph<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_PROVED_GRAPH)
#undef BOOKENDS_EXTERN_PROVED_GRAPH

}  // namespace bookends
