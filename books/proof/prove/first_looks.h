// What positions begin with in proof-number searches: the rules, the tables and the material say it, whatever has been
// searched. It takes most of the time to find out, and a third of all positions have been met lately; so it is kept.
#pragma once

#include <cstddef>
#include <vector>

#include "books/proof/plan/closing.h"
#include "books/proof/prove/proof_numbers.h"
#include "core/base/large_pages.h"

namespace bookends {

// Used by one thread at a time.
template <const Rules& R>
class FirstLooks {
 public:
  struct Look {
    Key key = 0;
    ProofNumbers numbers;  // kWonNumbers or kNotWonNumbers where the fate is not open
    KnownFate fate;
  };

  // `tables` may be null, and outlive it.
  FirstLooks(Color attacker, const Oracle<R>* tables) : attacker_(attacker), tables_(tables), looks_(kLooks) {
    looks_[0].key = 1;  // not the key of a look that is there
  }

  // Until the next one.
  const Look& at(const Position<R>& position) {
    Look& look = looks_[place_of(position.key())];
    if (look.key != position.key()) look = look_at(position);
    return look;
  }

  // Asks memory for what at() needs of it. Inlined always: GCC 12 drops a call to what does nothing but this.
  [[gnu::always_inline]] void prefetch(Key key) const { __builtin_prefetch(&looks_[place_of(key)]); }

  static constexpr std::size_t bytes() { return kLooks * sizeof(Look); }

 private:
  static constexpr std::size_t kLooks = std::size_t{1} << 16;  // by the low bits of their keys

  static std::size_t place_of(Key key) { return static_cast<std::size_t>(key) & (kLooks - 1); }

  // The replies are counted anyway where the defender is to move: so it is known whether there is one.
  Look look_at(const Position<R>& position) const {
    const bool own_turn = position.turn() == attacker_;
    const int replies = own_turn ? 0 : position.count_legal_moves();
    const Verdict end = verdict(position, own_turn ? position.has_legal_move() : replies != 0);
    const KnownFate fate = known_fate(position, end, attacker_, tables_, ProofAim::win);
    const ProofNumbers numbers = fate.fate == Fate::reached  ? kWonNumbers
                                 : fate.fate == Fate::missed ? kNotWonNumbers
                                                             : first_numbers(position, attacker_, replies);
    return {position.key(), numbers, fate};
  }

  Color attacker_;
  const Oracle<R>* tables_;
  std::vector<Look, LargePages<Look>> looks_;
};

}  // namespace bookends
