// Which rows a move can lead from, against the definition.
#include "tablebases/rows/row_sets.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <string>

namespace bookends::tables {
namespace {

template <const Rules& R>
struct Rows {
  explicit Rows(const char* name)
      : index(*parse_ending(R, name)), layout(index), words((layout.rows + 63) / 64), men(layout.row_men().size()) {}

  std::vector<std::uint64_t> some() const {
    std::vector<std::uint64_t> set(words);
    for (const std::size_t row :
         *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, layout.rows)))
      set[row / 64] |= std::uint64_t{1} << row % 64;
    return set;
  }
  // The squares of the row men as digits, the last man's the lowest; and back.
  std::size_t turned(std::size_t row, int symmetry) const {
    std::size_t image = 0;
    for (std::size_t i = 0, stride = 1; i < men; ++i, stride *= slot(R.squares()), row /= slot(R.squares()))
      image += stride * kSymmetries<R>[slot(symmetry)][row % slot(R.squares())];
    return image;
  }

  PlacementIndex<R> index;
  Layout<R> layout;
  std::size_t words, men;
};

template <const Rules& R>
void expect_turned(const char* name, std::size_t men) {
  static std::map<std::string, Rows<R>> made;
  const Rows<R>& rows = made.try_emplace(name, name).first->second;
  RC_ASSERT(rows.men == men);
  const std::vector<std::uint64_t> from = rows.some();
  for (int symmetry = 0; symmetry < 8; ++symmetry) {
    std::vector<std::uint64_t> to(rows.words), expected(rows.words);
    add_turned_rows(rows.layout, from, symmetry, to);
    for (std::size_t row = 0; row < rows.layout.rows; ++row)
      if (RowSets::has(from, rows.turned(row, symmetry))) expected[row / 64] |= std::uint64_t{1} << row % 64;
    RC_ASSERT(to == expected);
  }
}

// Quarter turns are the ones that are not their own inverse.
RC_GTEST_PROP(RowSets, RowsAreTurnedByTheInverse, ()) {
  expect_turned<games::fragments>("KQRvKB", 1);
  expect_turned<games::fragments>("KQRvKRB", 2);
  expect_turned<games::fragments>("KQRNvKRB", 3);
  expect_turned<games::chess>("KQRvKRB", 2);
}

}  // namespace
}  // namespace bookends::tables
