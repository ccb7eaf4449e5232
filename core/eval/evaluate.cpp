#include "core/eval/evaluate.h"

#include <algorithm>

#include "core/eval/features.h"
#include "core/eval/weights_games.h"

namespace bookends {

namespace {

template <const Rules& R>
struct NamedTerm {
  std::string_view name;
  Term<R> value;
};

template <const Rules& R>
constexpr std::array<NamedTerm<R>, 8> kTerms{{
    {"mobility", mobility_term<R>},
    {"control", control_term<R>},
    {"piece safety", safety_of_pieces_term<R>},
    {"king safety", king_safety_term<R>},
    {"king activity", king_activity_term<R>},
    {"mating net", mating_net_term<R>},
    {"pawn structure", pawn_structure_term<R>},
    {"passed pawns", passed_pawns_term<R>},
}};

template <const Rules& R, Kind K>
Phased material_of(const Position<R>& p, Color us, const Weights& w) {
  constexpr auto k = static_cast<std::size_t>(index(K));
  const int flip = us == Color::white ? 0 : (R.ranks - 1) * R.files;
  Phased sum;
  for (const Square s : Squares(p.pieces(us, K))) {
    // Black's square on White's side of the board: the same file, the mirrored rank.
    const Square seen = flip == 0 ? s : s + flip - 2 * (s - s % R.files);
    sum += w.material[k] + Phased{at(w.squares_middle[k], seen), at(w.squares_end[k], seen)};
  }
  return sum;
}

template <const Rules& R>
Phased material_and_squares(const Position<R>& p, Color us, const Weights& w) {
  Phased sum;
  for_each_kind([&]<Kind K>() { sum += material_of<R, K>(p, us, w); });
  return sum;
}

template <const Rules& R>
Score blend(const Position<R>& p, Phased value, const Weights& w) {
  const int men = std::clamp(count(p.occupied()), w.endgame_men, w.full_men) - w.endgame_men;
  const int span = w.full_men - w.endgame_men;
  return (value.middle * men + value.end * (span - men)) / span;
}

template <const Rules& R>
int material_lead(const Position<R>& p, Color us, const Weights& w) {
  int lead = 0;
  for (std::size_t k = 0; k < kKinds; ++k) {
    const auto kind = static_cast<Kind>(k);
    lead += w.material[k].end * (count(p.pieces(us, kind)) - count(p.pieces(~us, kind)));
  }
  return lead;
}

// Values that the rules or the material make hard to convert count for less.
template <const Rules& R>
Score scaled(const Position<R>& p, Score score, const Weights& w) {
  const Color ahead = score > 0 ? Color::white : Color::black;
  if (w.pawnless_lead != 0 && p.pieces(ahead, Kind::pawn) == 0 && material_lead<R>(p, ahead, w) < w.pawnless_lead)
    score /= 4;
  if (R.counting != Counting::none && p.count().running()) {
    const int left = std::max(0, p.count().limit - p.count().plies);
    score = score * (16 + left) / (16 + p.count().limit);
  }
  return score;
}

template <const Rules& R>
Score finished(const Position<R>& p, Phased value, const Weights& w) {
  const Score white = scaled<R>(p, blend<R>(p, value, w), w);
  const Score own = (p.turn() == Color::white ? white : -white) + w.tempo;
  return std::clamp(own, -kMaxEvaluation, kMaxEvaluation);
}

template <const Rules& R>
Phased all_terms(const Position<R>& p, const Weights& w) {
  const Features<R> features = gather_features<R>(p, w);
  Phased sum;
  for (const NamedTerm<R>& term : kTerms<R>)
    sum += term.value(features, Color::white, w) - term.value(features, Color::black, w);
  return sum;
}

template <const Rules& R>
Phased material_balance(const Position<R>& p, const Weights& w) {
  return material_and_squares<R>(p, Color::white, w) - material_and_squares<R>(p, Color::black, w);
}

}  // namespace

template <const Rules& R>
Score evaluate(const Position<R>& position, const Weights& w) {
  return finished<R>(position, material_balance<R>(position, w) + all_terms<R>(position, w), w);
}

template <const Rules& R>
Score evaluate(const Position<R>& position) {
  return evaluate<R>(position, weights<R>);
}

template <const Rules& R>
Score evaluate_within(const Position<R>& position, Score alpha, Score beta) {
  constexpr const Weights& w = weights<R>;
  const Phased balance = material_balance<R>(position, w);
  // In an endgame one passed pawn outweighs any margin.
  if (w.lazy_margin != 0 && count(position.occupied()) > w.endgame_men) {
    const Score rough = finished<R>(position, balance, w);
    if (rough <= alpha - w.lazy_margin || rough >= beta + w.lazy_margin) return rough;
  }
  return finished<R>(position, balance + all_terms<R>(position, w), w);
}

template <const Rules& R>
std::vector<TermValue> explain_evaluation(const Position<R>& position) {
  constexpr const Weights& w = weights<R>;
  const Features<R> features = gather_features<R>(position, w);
  std::vector<TermValue> values{{"material, squares", material_and_squares<R>(position, Color::white, w),
                                 material_and_squares<R>(position, Color::black, w)}};
  for (const NamedTerm<R>& term : kTerms<R>)
    values.push_back({term.name, term.value(features, Color::white, w), term.value(features, Color::black, w)});
  return values;
}

#define BOOKENDS_INSTANTIATE(game)                                                         \
  template Score evaluate<games::game>(const Position<games::game>&, const Weights&);      \
  template Score evaluate<games::game>(const Position<games::game>&);                      \
  template Score evaluate_within<games::game>(const Position<games::game>&, Score, Score); \
  template std::vector<TermValue> explain_evaluation<games::game>(const Position<games::game>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
