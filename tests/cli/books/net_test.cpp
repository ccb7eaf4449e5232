// Which network searches for a book.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "core/search/signature.h"
#include "tests/cli/bookends.h"
#include "tests/support/bare_program.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using testing::HasSubstr;

const std::string kShipped = BOOKENDS_SOURCE_DIR "/core/eval/nets/fragments.net";

class BookNet : public testing::Test {
 protected:
  test::RunResult build(const std::string& game, const std::string& name, std::vector<std::string> more,
                        const std::string& positions = "60") {
    std::vector<std::string> arguments{"book", "build", game, "--out", path(name), "--nodes", "200", "--quiet"};
    arguments.insert(arguments.end(), {"--positions", positions});
    arguments.insert(arguments.end(), more.begin(), more.end());
    return test::bookends(arguments);
  }
  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  std::vector<std::byte> bytes(const std::string& name) const { return read_file(path(name)).value(); }

  test::TemporaryFolder folder_;
};

TEST_F(BookNet, IsTheOneThatCameWithTheProgram) {
  ASSERT_EQ(build("fragments", "default", {}).exit_code, 0);
  ASSERT_EQ(build("fragments", "auto", {"--net", "auto"}).exit_code, 0);
  ASSERT_EQ(build("fragments", "named", {"--net", kShipped}).exit_code, 0);
  ASSERT_EQ(build("fragments", "none", {"--net", "none"}).exit_code, 0);
  EXPECT_EQ(bytes("default"), bytes("auto"));
  EXPECT_EQ(bytes("named"), bytes("auto"));
  EXPECT_NE(bytes("none"), bytes("auto"));
}

TEST_F(BookNet, IsNoneWhereNoneCameWithTheProgram) {
  const std::string bare = test::bare_program(folder_, BOOKENDS_PROGRAM);
  for (const std::string net : {"auto", "none"})
    ASSERT_EQ(test::run_program(bare, {"book", "build", "gardner", "--out", path(net), "--nodes", "200", "--positions",
                                       "60", "--net", net, "--quiet"})
                  .exit_code,
              0);
  EXPECT_EQ(bytes("none"), bytes("auto"));
}

TEST_F(BookNet, StaysThatOfTheWorkspace) {
  ASSERT_EQ(build("fragments", "book", {}).exit_code, 0);
  const auto other = build("fragments", "book", {"--net", "none"}, "80");
  EXPECT_EQ(other.exit_code, 2);
  EXPECT_THAT(other.err, HasSubstr("use the same --net or --engine"));
}

// Another search of one's own says other things; what another engine says does not change with it, and that engine says
// itself which search it has.
TEST_F(BookNet, OwnSearchesAreNamedWithTheirSignature) {
  const std::string agent = std::filesystem::path(BOOKENDS_PROGRAM).replace_filename("bookends-agent");
  ASSERT_EQ(build("fragments", "own", {}).exit_code, 0);
  const auto others = build("fragments", "others", {"--engine", "cmd=" + agent + " nodes=200"}, "10");
  ASSERT_EQ(others.exit_code, 0) << others.err;
  const std::string mark = "(search " + std::to_string(kSearchSignature) + ")";
  const auto info = [&](const std::string& name) {
    return nlohmann::json::parse(test::bookends({"book", "info", path(name), "--json"}).out);
  };
  EXPECT_THAT(info("own")["generator"], HasSubstr(mark));
  EXPECT_THAT(info("others")["generator"], testing::Not(HasSubstr("(search")));
  EXPECT_THAT(info("others")["settings"], HasSubstr(" " + mark));
}

TEST_F(BookNet, ThatDoesNotFitIsAnError) {
  const auto missing = build("fragments", "a", {"--net", path("no.net")});
  EXPECT_EQ(missing.exit_code, 2);
  EXPECT_THAT(missing.err, HasSubstr("no.net"));
  EXPECT_EQ(build("chess", "b", {"--net", kShipped}).exit_code, 3);
  EXPECT_EQ(build("fragments", "c", {"--net", kShipped, "--engine", "cmd=true nodes=5"}).exit_code, 2);
}

TEST_F(BookNet, SearchesTheEndsToo) {
  ASSERT_EQ(build("fragments", "book", {}).exit_code, 0);
  const auto exits = [&](const std::string& net) {
    return test::bookends({"book", "exits", path("book"), "--nodes", "300", "--json", "--quiet", "--net", net});
  };
  const auto by_default = test::bookends({"book", "exits", path("book"), "--nodes", "300", "--json", "--quiet"});
  EXPECT_EQ(by_default.exit_code, 0) << by_default.err;
  EXPECT_EQ(exits("auto").out, by_default.out);
  EXPECT_NE(exits("none").out, by_default.out);
}

}  // namespace
}  // namespace bookends
