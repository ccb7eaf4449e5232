#include "tablebases/solve/kernels.h"

#include <array>

#include "core/geometry.h"
#include "tablebases/index.h"

namespace bookends::tables {
namespace {

template <const Rules& R, Kind K, Color C>
void unmove_word_row(const Word<R>* after, const Word<R>* free, Word<R>* before, std::size_t words) {
  for (std::size_t i = 0; i < words; ++i) before[i] |= unmoves<R, K, C>(after[i], free[i]);
}

// All lines of a kind of slide, each walked from its far end in each direction; kEnd ends a walk.
constexpr std::int8_t kEnd = -1;
struct Walks {
  std::array<std::int8_t, 4 * kMaxSquares + 4 * 16> squares{};
  std::size_t size = 0;
};

template <const Rules& R, Slides S>
constexpr Walks kWalks = [] {
  Walks walks;
  for (const int df : {-1, 0, 1})
    for (const int dr : {-1, 0, 1}) {
      if ((df == 0) == (dr == 0) ? S != diagonal || df == 0 : S != orthogonal) continue;
      for (Square s = 0; s < R.squares(); ++s) {
        int f = file_of(R, s), k = rank_of(R, s);
        if (detail::on_board(R, f - df, k - dr) || !detail::on_board(R, f + df, k + dr)) continue;
        for (; detail::on_board(R, f, k); f += df, k += dr)
          walks.squares[walks.size++] = static_cast<std::int8_t>(square_at(R, f, k));
        walks.squares[walks.size++] = kEnd;
      }
    }
  return walks;
}();

// One walk along each line, carrying the placements from which the man would reach a target farther on. Passing a
// square needs it free. Up to kLanes neighbouring words go together.
constexpr std::size_t kLanes = 16;

template <const Rules& R, Slides S, std::size_t lanes>
void unslide_outer(const Word<R>* after, const Word<R>* free, Word<R>* before, std::size_t stride) {
  std::array<Word<R>, lanes> carried{};
  const Walks& walks = kWalks<R, S>;
  for (std::size_t i = 0; i < walks.size; ++i) {
    if (walks.squares[i] == kEnd) {
      carried = {};
      continue;
    }
    const std::size_t at = static_cast<std::size_t>(walks.squares[i]) * stride;
    for (std::size_t lane = 0; lane < lanes; ++lane) {
      before[at + lane] |= carried[lane];
      carried[lane] = (carried[lane] & free[at + lane]) | after[at + lane];
    }
  }
}

template <const Rules& R, Kind K, Color C, std::size_t lanes>
void unmove_outer_lanes(const Word<R>* after, const Word<R>* free, Word<R>* before, std::size_t stride) {
  constexpr Piece piece = R.piece(K);
  if constexpr (piece.leaps != 0) {
    for (Square s = 0; s < R.squares(); ++s)
      for (const Square to : Squares(geometry<R>.leaps[slot(C)][slot(K)][slot(s)]))
        for (std::size_t lane = 0; lane < lanes; ++lane)
          before[slot(s) * stride + lane] |= after[slot(to) * stride + lane];
  }
  if constexpr ((piece.slides & orthogonal) != 0) unslide_outer<R, orthogonal, lanes>(after, free, before, stride);
  if constexpr ((piece.slides & diagonal) != 0) unslide_outer<R, diagonal, lanes>(after, free, before, stride);
}

template <const Rules& R, Kind K, Color C>
void unmove_outer_row(const Word<R>* after, const Word<R>* free, Word<R>* before, std::size_t words,
                      std::size_t stride) {
  const std::size_t row = stride * Kernels<R>::kSquares;
  for (std::size_t at = 0; at < words; at += row) {
    std::size_t lane = 0;
    for (; lane + kLanes <= stride; lane += kLanes)
      unmove_outer_lanes<R, K, C, kLanes>(after + at + lane, free + at + lane, before + at + lane, stride);
    for (; lane < stride; ++lane)
      unmove_outer_lanes<R, K, C, 1>(after + at + lane, free + at + lane, before + at + lane, stride);
  }
}

// Calls f with the slot and the colour as constants. Pawns are never un-moved here: they tell slices apart.
template <class F>
void with_man(Kind kind, Color color, F&& f) {
  for_each_kind([&]<Kind K>() {
    if constexpr (K != Kind::pawn && K != Kind::king) {
      if (kind != K) return;
      color == Color::white ? f.template operator()<K, Color::white>() : f.template operator()<K, Color::black>();
    }
  });
}

template <const Rules& R, int N>
void pull_king_through(int outer_men, const Word<R>* after, Word<R>* before) {
  constexpr std::size_t squares = Kernels<R>::kSquares;
  const SquareMap& map = kSymmetries<R>[N];
  if (outer_men == 0) {
    before[0] |= pulled_back<R, N>(after[0]);
    return;
  }
  std::size_t rows = 1;
  for (int j = 1; j < outer_men; ++j) rows *= squares;
  std::array<Word<R>, squares> turned;
  for (std::size_t row = 0; row < rows; ++row) {
    std::size_t source = 0;
    for (std::size_t rest = row, stride = 1; stride < rows; stride *= squares, rest /= squares)
      source += map[rest % squares] * stride;
    for (std::size_t s = 0; s < squares; ++s) turned[s] = after[source * squares + map[s]];
    for (std::size_t s = 0; s < squares; ++s) before[row * squares + s] |= pulled_back<R, N>(turned[s]);
  }
}

template <const Rules& R>
void pull_king_unchanged(int outer_men, const Word<R>* after, Word<R>* before) {
  std::size_t words = 1;
  for (int j = 0; j < outer_men; ++j) words *= Kernels<R>::kSquares;
  for (std::size_t i = 0; i < words; ++i) before[i] |= after[i];
}

}  // namespace

template <const Rules& R>
void Kernels<R>::unmove_word(Kind kind, Color color, const W* after, const W* free, W* before, std::size_t words) {
  with_man(kind, color, [&]<Kind K, Color C>() { unmove_word_row<R, K, C>(after, free, before, words); });
}

template <const Rules& R>
void Kernels<R>::unmove_outer(Kind kind, Color color, const W* after, const W* free, W* before, std::size_t words,
                              std::size_t stride) {
  with_man(kind, color, [&]<Kind K, Color C>() { unmove_outer_row<R, K, C>(after, free, before, words, stride); });
}

template <const Rules& R>
void Kernels<R>::pull_king(int symmetry, int outer_men, const W* after, W* before) {
  if (symmetry == 0) return pull_king_unchanged<R>(outer_men, after, before);
  [&]<int... n>(std::integer_sequence<int, n...>) {
    ((symmetry == n + 1 ? pull_king_through<R, n + 1>(outer_men, after, before) : void()), ...);
  }
  (std::make_integer_sequence < int, R.files == R.ranks ? 7 : 3 > {});
}

#define BOOKENDS_INSTANTIATE(game) template struct Kernels<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::tables
