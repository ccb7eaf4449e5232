#include "books/exchange/polyglot_survey.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/books/exchange/polyglot_support.h"

namespace bookends {
namespace {

using games::chess;
using test::Bin;
using test::bin_of;
using test::bytes_of_bin;
using test::PolyglotProgram;
using testing::HasSubstr;

Result<PolyglotSurvey> surveyed(const Bin& bin) {
  return survey_polyglot<chess>(bytes_of_bin(bin), "file", {std::string(chess.starts[0])});
}

TEST(PolyglotSurvey, CountsWhatABookHolds) {
  const Bin bin{
      {0x0844931a6ef4b9a0, 0x0195, 5, 0}, {0x10fd4254dfedaf8b, 0x0106, 9, 77}, {0x10fd4254dfedaf8b, 0x0107, 8, 0},
      {0x10fd4254dfedaf8b, 0x0107, 8, 0}, {0x463b96181691fc9c, 0x031c, 6, 0},  {0x463b96181691fc9c, 0x0a1c, 0, 0},
      {0x4b1376a17217ee1d, 0x0fad, 4, 0}, {0x78cda70e17837d9e, 0x0161, 3, 0},  {0x823c9b50fd114196, 0x0d24, 2, 0},
      {0xd3207fec0612d89d, 0x0e6a, 1, 0}, {0xffffffffffffffff, 0x0001, 1, 2}};
  const auto survey = surveyed(bin);
  ASSERT_TRUE(survey) << survey.error().message;
  EXPECT_EQ(survey->entries, 11u);
  EXPECT_EQ(survey->positions, 8u);
  EXPECT_EQ(survey->reached(), 7u);
  EXPECT_EQ(survey->white, 4u);
  EXPECT_EQ(survey->black, 3u);
  EXPECT_EQ(survey->no_weight, 1u);
  EXPECT_EQ(survey->learned, 2u);
  EXPECT_EQ(survey->repeated, 1u);
  EXPECT_EQ(survey->illegal, 1u) << "no man is on e6";
  EXPECT_EQ(survey->onto_rook, 2u);
  EXPECT_EQ(survey->two_files, 1u);
  EXPECT_EQ(survey->side(), BookSide::both);
  EXPECT_FALSE(survey->unsorted);
}

TEST(PolyglotSurvey, KnowsWhoseMovesItHas) {
  ASSERT_TRUE(PolyglotProgram::is_there()) << "the package polyglot is missing";
  const PolyglotProgram polyglot;
  const std::string games = "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0\n\n";
  EXPECT_EQ(surveyed(bin_of(polyglot.make_book(games)))->side(), BookSide::white);
  EXPECT_EQ(surveyed(bin_of(polyglot.make_book("[Result \"0-1\"]\n\n1. e4 e5 2. Nf3 Nc6 0-1\n\n")))->side(),
            BookSide::black);
  EXPECT_EQ(surveyed({{1, 1}})->side(), std::nullopt);
}

TEST(PolyglotSurvey, SaysWhereKeysDescend) {
  Bin bin{{0x823c9b50fd114196, 0x0d24}, {0x463b96181691fc9c, 0x031c}};
  const auto survey = surveyed(bin);
  ASSERT_TRUE(survey);
  EXPECT_EQ(survey->unsorted, 1u);
  EXPECT_EQ(survey->reached(), 2u) << "it is read all the same";
  const auto foreign = surveyed({{2, 1}, {1, 1}});
  ASSERT_FALSE(foreign);
  EXPECT_THAT(foreign.error().message, HasSubstr("neither a book nor a Polyglot book of chess"));
  const auto cut = survey_polyglot<chess>(std::vector<std::byte>(17), "file", {std::string(chess.starts[0])});
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().message, "file: neither a book nor a Polyglot book, whose size is a multiple of 16 bytes");
}

}  // namespace
}  // namespace bookends
