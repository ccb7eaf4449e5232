// The fuzzers' targets without a fuzzer: their seeds, and thousands of files that dice have damaged. Under sanitizers
// (the preset dev) this stands in for tests/fuzz/run. The environment may say how many, and which dice.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

#include "tests/fuzz/mutation.h"
#include "tests/fuzz/seeds.h"
#include "tools/verify/kinds.h"

namespace bookends::test {
namespace {

#ifdef BOOKENDS_SANITIZED
constexpr int kRounds = 400;
#else
constexpr int kRounds = 5000;  // more than 1e5 in all
#endif

// What the environment says; nothing but a test's script sets it.
int asked_for(const char* variable, int otherwise) {
  const char* text = std::getenv(variable);
  return text == nullptr ? otherwise : std::stoi(text);
}

TEST(FuzzTargets, AreOfEveryKindOfFile) {
  for (const KindOfFile& kind : kinds_of_files())
    EXPECT_NE(std::ranges::find(fuzz_targets(), kind.name, &FuzzTarget::sample), fuzz_targets().end())
        << "nothing fuzzes the reader of a " << kind.name;
}

TEST(FuzzTargets, AreWhatTextsAndWordsAreFor) {
  const std::filesystem::path fuzz = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests/fuzz";
  for (const char* folder : {"corpus", "dictionaries"})
    for (const auto& entry : std::filesystem::directory_iterator(fuzz / folder))
      EXPECT_NE(fuzz_target(entry.path().stem().string()), nullptr) << entry.path();
}

class FuzzReplay : public testing::TestWithParam<FuzzTarget> {};

TEST_P(FuzzReplay, EndsWithAnAnswerOrAnError) {
  const FuzzTarget& target = GetParam();
  const std::vector<std::vector<std::byte>> seeds = seeds_of(target);
  ASSERT_FALSE(seeds.empty()) << "tests/fuzz/corpus/" << target.name << " or a sample is wanted";
  target.run({});
  for (const auto& seed : seeds) target.run(seed);
  Mutation mutation(static_cast<std::uint32_t>(asked_for("BOOKENDS_FUZZ_DICE", 1)));
  const int rounds = asked_for("BOOKENDS_FUZZ_ROUNDS", kRounds);
  for (int i = 0; i < rounds; ++i)
    target.run(mutation.of(seeds[mutation.below(seeds.size())], seeds[mutation.below(seeds.size())]));
}

INSTANTIATE_TEST_SUITE_P(Of, FuzzReplay, testing::ValuesIn(fuzz_targets().begin(), fuzz_targets().end()),
                         [](const testing::TestParamInfo<FuzzTarget>& tested) {
                           std::string name(tested.param.name);
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace bookends::test
