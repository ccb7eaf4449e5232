// How a file numbers the positions of one side to move: by the squares of all men, kings and pawns included, in
// whatever order compresses best.
//
// number = sum over the men of digit(square) * stride, a mixed-radix number whose fastest digit is the last man's.
//  - The *anchor*, one man that is alone of its kind, stands on one of the squares that no symmetry of the ending maps
//  to
//    a smaller one: 10 of 64 under the eight symmetries of the square, half the board under the mirror of files.
//  - A pawn's digit numbers the squares where pawns can stand, from its own side; any other man's is its square.
//  - The last man's digit counts as if it had a power of two of values, so that words of bits hold whole rows of it.
//  - Identical men stand in ascending order of their digits, in the order of PlacementIndex::men().
// When several symmetries bring the anchor to its square, the smallest number counts. So some numbers name no
// placement, and others repeat one that has a smaller number: a file may say anything of them.
//
// The order of men is what makes files small: with the men that matter least for the result varying fastest, equal
// values stand together (pack/order_search.h looks for it).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "tablebases/material/index.h"

namespace bookends::tables {

// Men are named by their place in PlacementIndex::men(): kings, pawns, pieces.
struct OrderSpec {
  std::uint8_t anchor = 0;
  std::array<std::uint8_t, kMaxMen> men{};  // all men of the ending, the slowest first; the rest 0

  bool operator==(const OrderSpec&) const = default;
};

// Whether a spec is one for this ending: a permutation, and an anchor that is alone of its kind.
bool valid_order(const Rules& rules, const Ending& ending, const OrderSpec& spec);

template <const Rules& R>
class FileOrder {
 public:
  static constexpr int kSquares = R.squares();

  // `spec` must be valid for the ending of `index`, which is not looked at afterwards.
  FileOrder(const PlacementIndex<R>& index, const OrderSpec& spec);

  const OrderSpec& spec() const { return spec_; }
  std::uint64_t size() const { return size_; }

  // The number of a placement, squares by man of PlacementIndex::men(). The placement is one that the index has:
  // different squares, pawns where pawns can stand. Any order of identical men gives the same number.
  std::uint64_t number(std::span<const Square> squares) const {
    const Images& images = images_[slot(squares[slot(int{spec_.anchor})])];
    std::uint64_t number = image_number(squares, images.symmetries[0]);
    for (int i = 1; i < images.count; ++i) number = std::min(number, image_number(squares, images.symmetries[slot(i)]));
    return number;
  }

  // ----- For packing: the digits of a number one by one.
  int men() const { return men_; }
  int man_at(int place) const { return spec_.men[slot(place)]; }  // place 0 is the slowest
  int radix(int place) const { return radix_[slot(place)]; }
  // Numbers in a row, in which only the last man moves: at least its radix, a power of two, at most 64.
  int row() const { return static_cast<int>(std::bit_ceil(static_cast<unsigned>(radix(men_ - 1)))); }
  std::uint64_t stride(int place) const { return stride_[slot(place)]; }
  Square square_of_digit(int place, int digit) const { return squares_[slot(place)][slot(digit)]; }
  int digit_of_square(int man, Square s) const { return digits_[slot(man)][slot(s)]; }
  // The symmetries that bring the anchor, standing on this square of its own, to that square again; 0, identity, first.
  std::span<const std::uint8_t> images(Square anchor) const {
    return {images_[slot(anchor)].symmetries.data(), slot(images_[slot(anchor)].count)};
  }
  // Whether a man is alone of its kind and side.
  bool is_single(int man) const { return group_size_[slot(man)] == 1; }

 private:
  struct Images {
    std::array<std::uint8_t, 8> symmetries{};  // those that bring the square into the anchor's region
    std::uint8_t count = 0;
  };
  // A run of identical men.
  struct Run {
    std::uint8_t first = 0, size = 0;
  };

  void list_digits(const PlacementIndex<R>& index);
  void list_images(int symmetries);
  std::uint64_t image_number(std::span<const Square> squares, int symmetry) const {
    const SquareMap& map = kSymmetries<R>[slot(symmetry)];
    if (!runs_.empty()) return image_number_of_runs(squares, map);
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < slot(men_); ++i) number += digits_[i][map[slot(squares[i])]] * stride_of_man_[i];
    return number;
  }
  std::uint64_t image_number_of_runs(std::span<const Square> squares, const SquareMap& map) const;

  // What number() looks at stands together: it is small, so that it stays near the processor with those of many
  // endings.
  OrderSpec spec_;
  int men_ = 0;
  std::vector<Run> runs_;                                                   // of more than one man
  std::array<std::uint64_t, kMaxMen> stride_of_man_{};                      // by man
  std::array<std::array<std::uint8_t, slot(kSquares)>, kMaxMen> digits_{};  // by man and square
  std::array<Images, slot(kSquares)> images_{};                             // by square of the anchor

  std::uint64_t size_ = 1;
  std::array<int, kMaxMen> radix_{};                                         // by place
  std::array<std::uint64_t, kMaxMen> stride_{};                              // by place
  std::array<int, kMaxMen> group_size_{};                                    // by man
  std::array<std::array<std::uint8_t, slot(kSquares)>, kMaxMen> squares_{};  // by place and digit
};

#define BOOKENDS_EXTERN_FILE_ORDER(game) extern template class FileOrder<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_FILE_ORDER)
#undef BOOKENDS_EXTERN_FILE_ORDER

}  // namespace bookends::tables
