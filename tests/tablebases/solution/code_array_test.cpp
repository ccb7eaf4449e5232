// Codes in a byte each, and those that come when no byte is left.
#include "tablebases/solution/code_array.h"

#include <gtest/gtest.h>

#include <random>

#include "tests/support/temporary_folder.h"

namespace bookends::tables {
namespace {

std::vector<std::uint16_t> some_codes(std::size_t size, unsigned different) {
  std::mt19937 dice(different);
  std::vector<std::uint16_t> codes(size);
  for (std::uint16_t& code : codes) code = dice() % 5 == 0 ? kIllegal : static_cast<std::uint16_t>(dice() % different);
  return codes;
}

void expect_codes(const CodeArray& array, const std::vector<std::uint16_t>& codes) {
  ASSERT_EQ(array.size(), codes.size());
  for (std::size_t i = 0; i < codes.size(); ++i) ASSERT_EQ(array[i], codes[i]) << i;
}

TEST(CodeArray, HoldsAnyCodes) {
  for (const unsigned different : {1U, 200U, 254U, 255U, 300U, 60000U}) {
    const auto codes = some_codes(3000, different);
    const CodeArray array = CodeArray::of(codes);
    EXPECT_EQ(array.has_late(), different > 254) << different;
    expect_codes(array, codes);
  }
}

TEST(CodeArray, IsIllegalAtFirstAndWhenForgotten) {
  CodeArray array(100);
  for (int round = 0; round < 2; ++round) {
    expect_codes(array, std::vector<std::uint16_t>(100, kIllegal));
    for (std::uint64_t i = 0; i < 100; ++i) array.set(i, static_cast<std::uint16_t>(i * 7));
    array.forget_all();
  }
}

TEST(CodeArray, WhatIsSetAgainIsTheNewCode) {
  CodeArray array(10, {}, 3);  // a place for one code that is neither the draw nor illegal
  array.set(4, 1000);
  array.set(5, 2000);
  EXPECT_TRUE(array.has_late());
  array.set(5, 3000);
  EXPECT_EQ(array[4], 1000);
  EXPECT_EQ(array[5], 3000);
  array.set(5, kDrawCode);
  EXPECT_EQ(array[5], kDrawCode);
  EXPECT_FALSE(array.has_late());
}

TEST(CodeArray, LateCodesAreReadWhenSettled) {
  CodeArray array(50, {}, 2);
  for (const std::uint64_t number : {30, 7, 49, 8}) {
    ASSERT_EQ(array.place_of(77), CodeArray::kLate);
    array.places()[number] = CodeArray::kLate;
    array.list_late(number, static_cast<std::uint16_t>(77 + number));
    if (number == 7) array.settle();
  }
  array.settle();
  for (const std::uint64_t number : {30, 7, 49, 8}) EXPECT_EQ(array[number], 77 + number);
}

TEST(CodeArray, IsEqualByItsCodesNotByTheirPlaces) {
  const std::vector<std::uint16_t> codes{5, 6, 7, kDrawCode, kIllegal};
  const CodeArray array = CodeArray::of(codes);
  CodeArray other(codes.size(), {}, 3);
  for (std::size_t i = codes.size(); i-- > 0;) other.set(i, codes[i]);
  EXPECT_EQ(array, other);
  EXPECT_EQ(CodeArray(array), other);
  other.set(0, 6);
  EXPECT_FALSE(array == other);
}

TEST(CodeArray, HasItsKeysAgain) {
  const auto codes = some_codes(2000, 400);
  const CodeArray array = CodeArray::of(codes);
  std::vector<std::byte> keys;
  array.write_keys(keys);
  CodeArray again(array.size());
  again.places() = array.places();
  ASSERT_TRUE(again.read_keys(keys));
  expect_codes(again, codes);
  EXPECT_EQ(again.place_of(codes[0] == kIllegal ? kDrawCode : codes[0]),
            array.known_place_of(codes[0] == kIllegal ? kDrawCode : codes[0]));
  keys.pop_back();
  EXPECT_FALSE(again.read_keys(keys));
  EXPECT_FALSE(again.read_keys({}));
}

// As of a file that is not what it says: nothing is taken over, and the array can still be used.
TEST(CodeArray, KeysThatCannotBeAreRefused) {
  std::vector<std::byte> keys;
  CodeArray::of(some_codes(100, 20)).write_keys(keys);
  keys[1] = std::byte{1};  // more places than there are
  CodeArray array(100);
  EXPECT_FALSE(array.read_keys(keys));
  array.forget_all();
  array.set(3, 77);
  EXPECT_EQ(array[3], 77);
  array.places()[4] = CodeArray::kLate;  // listed nowhere
  EXPECT_EQ(array[4], kIllegal);
}

TEST(CodeArray, WhatIsMadeIllegalIsLateNoMore) {
  CodeArray array = CodeArray::of(some_codes(3000, 400));
  for (std::uint64_t i = 0; i < array.size(); ++i) array.make_illegal(i);
  array.settle();
  EXPECT_FALSE(array.has_late());
  expect_codes(array, std::vector<std::uint16_t>(3000, kIllegal));
}

TEST(CodeArray, MayLieInAFile) {
  const bookends::test::TemporaryFolder folder;
  CodeArray array(1000, folder.path());
  array.set(999, 12);
  EXPECT_EQ(array[0], kIllegal);
  EXPECT_EQ(array[999], 12);
}

}  // namespace
}  // namespace bookends::tables
