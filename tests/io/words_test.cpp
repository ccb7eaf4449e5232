#include "core/base/words.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace bookends {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(Words, ArePartedByWhiteSpaceOfAnyKind) {
  EXPECT_THAT(split_words("bestmove e2e4"), ElementsAre("bestmove", "e2e4"));
  EXPECT_THAT(split_words("  bestmove\t e2e4 \t\r\n"), ElementsAre("bestmove", "e2e4"));
  EXPECT_THAT(split_words("a\vb\fc"), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split_words(""), IsEmpty());
  EXPECT_THAT(split_words(" \t\r\n"), IsEmpty());
  EXPECT_THAT(split_words("a\u00a0b"), ElementsAre("a\u00a0b")) << "no part of another character";
}

TEST(Words, AreTakenOffOneByOne) {
  std::string_view text = "\tid  name My  Engine \t";
  EXPECT_EQ(take_word(text), "id");
  EXPECT_EQ(take_word(text), "name");
  EXPECT_EQ(text, "My  Engine") << "what is left is as it was written";
  EXPECT_EQ(take_word(text), "My");
  EXPECT_EQ(take_word(text), "Engine");
  EXPECT_EQ(take_word(text), "");
  EXPECT_EQ(text, "");
}

TEST(Words, AreTrimmed) {
  EXPECT_EQ(trimmed(" \ta b\r\n"), "a b");
  EXPECT_EQ(trimmed("\t \r"), "");
}

}  // namespace
}  // namespace bookends
