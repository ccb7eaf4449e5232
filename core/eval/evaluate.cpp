#include "core/eval/evaluate.h"

#include <algorithm>
#include <optional>

#include "core/eval/counted.h"
#include "core/eval/features.h"
#include "core/eval/lone_king.h"
#include "core/eval/weights/games.h"

namespace bookends {

namespace {

template <const Rules& R>
struct NamedTerm {
  std::string_view name;
  Term<R> value;
};

template <const Rules& R>
constexpr std::array<NamedTerm<R>, 11> kTerms{{
    {"mobility", mobility_term<R>},
    {"control", control_term<R>},
    {"piece safety", safety_of_pieces_term<R>},
    {"placement", placement_term<R>},
    {"threats", threats_term<R>},
    {"king safety", king_safety_term<R>},
    {"shelter", shelter_term<R>},
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
Phased material_alone(const Position<R>& p, Color us, const Weights& w) {
  Phased sum;
  for_each_kind([&]<Kind K>() { sum += w.material[slot(K)] * count(p.pieces(us, K)); });
  return sum;
}

// How much of the middle game is left, out of full_men - endgame_men.
template <const Rules& R>
int middle_game_left(const Position<R>& p, const Weights& w) {
  return std::clamp(count(p.occupied()), w.endgame_men, w.full_men) - w.endgame_men;
}

template <const Rules& R>
Score blend(const Position<R>& p, Phased value, const Weights& w) {
  const int men = middle_game_left<R>(p, w), span = w.full_men - w.endgame_men;
  return (value.middle * men + value.end * (span - men)) / span;
}

template <const Rules& R>
bool lacks_pawns_to_win(const Position<R>& p, Color ahead, const Weights& w) {
  return w.pawnless_lead != 0 && p.pieces(ahead, Kind::pawn) == 0 && material_lead<R>(p, ahead, w) < w.pawnless_lead;
}

// Values that the rules or the material make hard to convert count for less.
template <const Rules& R>
Score scaled(const Position<R>& p, Score score, const Weights& w) {
  const Color ahead = score > 0 ? Color::white : Color::black;
  if (lacks_pawns_to_win<R>(p, ahead, w)) score /= 4;
  return counted<R>(p, score);
}

template <const Rules& R>
Score finished(const Position<R>& p, Phased value, const Weights& w) {
  const Score white = scaled<R>(p, blend<R>(p, value, w), w);
  const Score own = (p.turn() == Color::white ? white : -white) + w.tempo;
  return std::clamp(own, -kMaxEvaluation, kMaxEvaluation);
}

// `hunted`: whose king stands alone, if one does.
template <const Rules& R>
Phased value_of(const NamedTerm<R>& term, const Features<R>& features, Color us, const Weights& w,
                std::optional<Color> hunted) {
  if (!hunted) return term.value(features, us, w);
  return term.value == mating_net_term<R> && us != *hunted ? hunt_term<R>(features, us, w) : Phased();
}

template <const Rules& R>
Phased all_terms(const Position<R>& p, const Weights& w, std::optional<Color> hunted) {
  const Features<R> features = gather_features<R>(p, w);
  Phased sum;
  for (const NamedTerm<R>& term : kTerms<R>)
    sum += value_of<R>(term, features, Color::white, w, hunted) - value_of<R>(term, features, Color::black, w, hunted);
  return sum;
}

template <const Rules& R>
Phased material_balance(const Position<R>& p, const Weights& w, std::optional<Color> hunted) {
  if (hunted) return material_alone<R>(p, Color::white, w) - material_alone<R>(p, Color::black, w);
  return material_and_squares<R>(p, Color::white, w) - material_and_squares<R>(p, Color::black, w);
}

}  // namespace

template <const Rules& R>
Score evaluate(const Position<R>& position, const Weights& w) {
  const std::optional<Color> hunted = lone_king<R>(position, w);
  return finished<R>(position, material_balance<R>(position, w, hunted) + all_terms<R>(position, w, hunted), w);
}

template <const Rules& R>
Score evaluate(const Position<R>& position) {
  return evaluate<R>(position, weights<R>);
}

template <const Rules& R>
Score evaluate_within(const Position<R>& position, Score alpha, Score beta, const Weights& w) {
  const std::optional<Color> hunted = lone_king<R>(position, w);
  const Phased balance = material_balance<R>(position, w, hunted);
  // In an endgame one passed pawn outweighs any margin.
  if (w.lazy_margin != 0 && count(position.occupied()) > w.endgame_men) {
    const Score rough = finished<R>(position, balance, w);
    if (rough <= alpha - w.lazy_margin || rough >= beta + w.lazy_margin) return rough;
  }
  return finished<R>(position, balance + all_terms<R>(position, w, hunted), w);
}

template <const Rules& R>
EvaluationParts evaluation_parts(const Position<R>& p, const Weights& w) {
  const std::optional<Color> hunted = lone_king<R>(p, w);
  EvaluationParts parts{.tables = material_balance<R>(p, w, hunted), .terms = all_terms<R>(p, w, hunted)};
  const Color ahead = blend<R>(p, parts.tables + parts.terms, w) > 0 ? Color::white : Color::black;
  const CountShare share = count_share(p.count());
  const double scale = (lacks_pawns_to_win<R>(p, ahead, w) ? 0.25 : 1.0) * share.left / share.whole;
  const int men = middle_game_left<R>(p, w), span = w.full_men - w.endgame_men;
  parts.middle_share = scale * men / span;
  parts.end_share = scale * (span - men) / span;
  return parts;
}

template <const Rules& R>
Phased evaluation_terms(const Position<R>& position, const Weights& w) {
  return all_terms<R>(position, w, lone_king<R>(position, w));
}

template <const Rules& R>
std::vector<TermValue> explain_evaluation(const Position<R>& position, const Weights& w) {
  const Features<R> features = gather_features<R>(position, w);
  const std::optional<Color> hunted = lone_king<R>(position, w);
  const auto material = hunted ? material_alone<R> : material_and_squares<R>;
  std::vector<TermValue> values{
      {"material, squares", material(position, Color::white, w), material(position, Color::black, w)}};
  for (const NamedTerm<R>& term : kTerms<R>)
    values.push_back({term.name, value_of<R>(term, features, Color::white, w, hunted),
                      value_of<R>(term, features, Color::black, w, hunted)});
  return values;
}

#define BOOKENDS_INSTANTIATE(game)                                                                         \
  template EvaluationParts evaluation_parts<games::game>(const Position<games::game>&, const Weights&);    \
  template Phased evaluation_terms<games::game>(const Position<games::game>&, const Weights&);             \
  template Score evaluate<games::game>(const Position<games::game>&, const Weights&);                      \
  template Score evaluate<games::game>(const Position<games::game>&);                                      \
  template Score evaluate_within<games::game>(const Position<games::game>&, Score, Score, const Weights&); \
  template std::vector<TermValue> explain_evaluation<games::game>(const Position<games::game>&, const Weights&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
