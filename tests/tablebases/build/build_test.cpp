// Building into a folder: what is built, what is left alone, and what an interruption leaves behind.
#include "tablebases/build/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>

#include "core/io/checksum.h"
#include "tablebases/file/table_file.h"
#include "tablebases/review/verify.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

using games::fragments;

TEST(Closure, HasWhatIsNeededInBuildOrder) {
  std::vector<std::string> names;
  for (const Ending& e : closure(fragments, {ending(fragments, "KPvKP")})) names.push_back(ending_name(fragments, e));
  ASSERT_FALSE(names.empty());
  EXPECT_EQ(names.back(), "KPvKP");
  for (const std::string needed : {"KPvK", "KQvK", "KQvKP", "KQvKQ"}) EXPECT_THAT(names, testing::Contains(needed));
  EXPECT_THAT(names, testing::Not(testing::Contains("KvK")));
  EXPECT_THAT(names, testing::Not(testing::Contains("KRvK")));
}

TEST(Build, IsIdempotent) {
  const TemporaryFolder folder;
  const BuildSummary first = build_men(fragments, 3, folder.path());
  EXPECT_EQ(first.built, 5);
  EXPECT_EQ(first.skipped, 0);
  EXPECT_GT(first.positions, 10000u);
  const auto before = contents(folder.path());
  const auto time = std::filesystem::last_write_time(folder / "KQvK.bkt");
  const BuildSummary second = build_men(fragments, 3, folder.path());
  EXPECT_EQ(second.built, 0);
  EXPECT_EQ(second.skipped, 5);
  EXPECT_EQ(second.bytes, first.bytes);
  EXPECT_EQ(contents(folder.path()), before);
  EXPECT_EQ(std::filesystem::last_write_time(folder / "KQvK.bkt"), time);
}

TEST(Build, SameBytesForAnyNumberOfThreads) {
  std::vector<std::map<std::string, std::vector<std::byte>>> runs;
  for (const int threads : {1, 2, 3}) {
    const TemporaryFolder folder;
    BuildOptions options;
    options.threads = threads;
    build(fragments, {"KPvKP", "KRPvK"}, folder.path(), options);
    runs.push_back(contents(folder.path()));
  }
  EXPECT_EQ(runs[0], runs[1]);
  EXPECT_EQ(runs[0], runs[2]);
}

TEST(Build, DamagedFilesAreBuiltAgain) {
  const TemporaryFolder folder;
  build_men(fragments, 3, folder.path());
  const auto right = contents(folder.path());
  auto damaged = right.at("KQvK.bkt");
  damaged[damaged.size() - 5] ^= std::byte{1};
  put_bytes(folder / "KQvK.bkt", damaged);
  put_bytes(folder / "KNvK.bkt", right.at("KRvK.bkt"));
  put_bytes(folder / "KBvK.bkt", {});

  std::vector<std::string> said;
  Progress progress;
  const auto summary = build_tables(fragments, closure(fragments, endings_up_to(fragments, 3)), folder.path(), {},
                                    progress, [&](std::string_view line) { said.emplace_back(line); });
  ASSERT_TRUE(summary.ok()) << summary.error().message;
  EXPECT_EQ(summary->rebuilt, 3);
  EXPECT_EQ(summary->skipped, 2);
  EXPECT_EQ(contents(folder.path()), right);
  EXPECT_THAT(said, ElementsAre(HasSubstr("KQvK.bkt"), HasSubstr("KBvK.bkt"), HasSubstr("KNvK.bkt")));
}

TEST(Build, TheTablesOfAnotherGameAreLeftAlone) {
  const TemporaryFolder folder;
  build_men(fragments, 3, folder.path());
  const auto before = contents(folder.path());
  Progress progress;
  const auto summary = build_tables(games::fragments_sd, {ending(fragments, "KRvK")}, folder.path(), {}, progress,
                                    [](std::string_view) {});
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().code, ErrorCode::unsupported);
  EXPECT_THAT(summary.error().message, HasSubstr("a table of fragments"));
  EXPECT_EQ(contents(folder.path()), before);
}

TEST(Build, DistancesAreAddedWhenTheyAreAskedFor) {
  const TemporaryFolder folder;
  BuildOptions results_only;
  results_only.write.dtm = false;
  build(fragments, {"KPvK"}, folder.path(), results_only);
  EXPECT_FALSE(TableFile::open(folder / "KPvK.bkt")->header().has(Metric::dtm));
  EXPECT_EQ(build(fragments, {"KPvK"}, folder.path(), results_only).skipped, 2);
  EXPECT_EQ(build(fragments, {"KPvK"}, folder.path()).rebuilt, 2);
  EXPECT_TRUE(TableFile::open(folder / "KPvK.bkt")->header().has(Metric::dtm));
  EXPECT_EQ(build(fragments, {"KPvK"}, folder.path(), results_only).skipped, 2);
}

// A folder of one side is made whole when both are asked for, and is good enough when one is.
// Without DTM less is solved, and what is left is the same, blocks and counts.
TEST(Build, WithoutDtmTheRestIsTheSame) {
  const TemporaryFolder folder;
  BuildOptions less;
  less.write.dtm = false;
  for (const bool all : {true, false})
    build(games::chess, {"KPvK"}, folder / (all ? "all" : "less"), all ? BuildOptions() : less);
  for (const std::string name : {"KPvK.bkt", "KQvK.bkt", "KRvK.bkt"}) {
    const Result<TableFile> whole = TableFile::open(folder / "all" / name),
                            part = TableFile::open(folder / "less" / name);
    ASSERT_TRUE(whole.ok() && part.ok());
    for (const Section& s : part->header().sections) {
      const Section* same = whole->header().section(s.metric, s.side);
      ASSERT_NE(same, nullptr);
      EXPECT_TRUE(std::ranges::equal(s.blocks, same->blocks, {}, &BlockEntry::checksum, &BlockEntry::checksum));
    }
    EXPECT_FALSE(part->header().has(Metric::dtm));
    for (const std::size_t side : {0, 1}) {
      const SideStatistics &counted = part->header().statistics[side], &right = whole->header().statistics[side];
      EXPECT_TRUE(counted.decided.empty());
      EXPECT_EQ(std::tuple(counted.legal, counted.draws, counted.checkmated, counted.wins(), counted.losses()),
                std::tuple(right.legal, right.draws, right.checkmated, right.wins(), right.losses()));
      EXPECT_EQ(counted.zeroing_wins, right.zeroing_wins);
      EXPECT_EQ(counted.zeroing_losses, right.zeroing_losses);
    }
  }
  Progress progress;
  const auto report = verify_values({folder / "less" / "KPvK.bkt", folder / "less" / "KRvK.bkt"}, 1, progress);
  ASSERT_TRUE(report.ok()) << report.error().message;
  EXPECT_FALSE(report->wrong) << *report->wrong;
}

TEST(Build, TheOtherSideIsAddedWhenItIsAskedFor) {
  const TemporaryFolder folder;
  BuildOptions one_side;
  one_side.write.both_sides = false;
  build(fragments, {"KPvK"}, folder.path(), one_side);
  const auto sides = [&] {
    const TableHeader header = TableFile::open(folder / "KPvK.bkt")->header();
    return (header.section(Metric::wdl, 0) != nullptr ? 1 : 0) + (header.section(Metric::wdl, 1) != nullptr ? 1 : 0);
  };
  EXPECT_EQ(sides(), 1);
  EXPECT_EQ(build(fragments, {"KPvK"}, folder.path(), one_side).skipped, 2);
  EXPECT_EQ(build(fragments, {"KPvK"}, folder.path()).rebuilt, 2);
  EXPECT_EQ(sides(), 2);
  EXPECT_EQ(build(fragments, {"KPvK"}, folder.path(), one_side).skipped, 2);
}

// Files of an older format are replaced like damaged ones, and the reason is said.
TEST(Build, AnOlderFormatIsBuiltAgain) {
  const TemporaryFolder folder;
  const auto old = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests/data/table-format-1-fragments-KQvK.bkt";
  std::filesystem::copy_file(old, folder / "KQvK.bkt");
  std::vector<std::string> said;
  Progress progress;
  const auto summary = build_tables(fragments, {ending(fragments, "KQvK")}, folder.path(), {}, progress,
                                    [&](std::string_view line) { said.emplace_back(line); });
  ASSERT_TRUE(summary.ok()) << summary.error().message;
  EXPECT_EQ(summary->rebuilt, 1);
  EXPECT_THAT(said,
              ElementsAre(HasSubstr(
                  "table format 1 (this program reads format 3; `bookends tables build` makes it anew); built again")));
  EXPECT_TRUE(TableFile::open(folder / "KQvK.bkt").ok());
}

// What a later program has made, or cannot be read, is not known to be worth nothing.
TEST(Build, TablesOfALaterFormatAreLeftAlone) {
  const TemporaryFolder folder;
  build(fragments, {"KQvK"}, folder.path());
  std::vector<std::byte> bytes = contents(folder.path()).at("KQvK.bkt");
  constexpr std::size_t kFormatAt = kTablePrefixBytes - 4;
  bytes[kFormatAt] = static_cast<std::byte>(kTableFormat + 1);
  const std::size_t body = *header_bytes(bytes, bytes.size()) - sizeof(std::uint64_t);
  const std::uint64_t sum = checksum(std::span(bytes).first(body));
  for (std::size_t i = 0; i < sizeof sum; ++i) bytes[body + i] = static_cast<std::byte>(sum >> (8 * i));
  put_bytes(folder / "KQvK.bkt", bytes);
  Progress progress;
  BuildOptions options;
  options.force = true;
  const auto summary =
      build_tables(fragments, {ending(fragments, "KQvK")}, folder.path(), options, progress, [](std::string_view) {});
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().code, ErrorCode::unsupported);
  EXPECT_THAT(summary.error().message, HasSubstr("table format 4 (this program reads format 3); not replaced"));
  EXPECT_EQ(contents(folder.path()).at("KQvK.bkt"), bytes);
}

// One count from nothing to all, whatever is solved again on the way; what is there already is no part of it.
TEST(Build, ShowsHowFarItIs) {
  struct Recorder final : Progress {
    void update(const ProgressUpdate& u) override {
      if (u.unit != "positions") return;
      EXPECT_GE(u.done, done);
      EXPECT_LE(u.done, u.total);
      EXPECT_TRUE(total == 0 || u.total == total);
      done = u.done, total = u.total, ++updates;
    }
    double done = 0, total = 0;
    int updates = 0;
  };
  const TemporaryFolder folder;
  const std::vector<Ending> endings = closure(fragments, {ending(fragments, "KPvKP")});
  build(fragments, {"KQvKQ"}, folder.path());
  Recorder recorder;
  const auto summary = build_tables(fragments, endings, folder.path(), {}, recorder, [](std::string_view) {});
  ASSERT_TRUE(summary.ok()) << summary.error().message;
  EXPECT_GT(summary->skipped, 0);
  EXPECT_EQ(recorder.total, static_cast<double>(summary->placements));
  EXPECT_EQ(recorder.done, recorder.total);
  EXPECT_GT(recorder.updates, 2 * summary->built);
}

TEST(Build, TellsOfEachTable) {
  const TemporaryFolder folder;
  build(fragments, {"KQvKQ"}, folder.path());
  std::vector<TableMade> told;
  BuildOptions options;
  options.made = [&](const TableMade& made) {
    EXPECT_TRUE(std::filesystem::exists(table_path(fragments, folder.path(), made.ending)));
    told.push_back(made);
  };
  const BuildSummary summary = build(fragments, {"KPvKP"}, folder.path(), options);
  ASSERT_EQ(told.size(), slot(summary.built));
  std::uint64_t positions = 0;
  for (std::size_t i = 0; i < told.size(); ++i) {
    EXPECT_EQ(told[i].number, static_cast<int>(i) + 1);
    EXPECT_EQ(told[i].of, summary.built);
    EXPECT_EQ(told[i].bytes, std::filesystem::file_size(table_path(fragments, folder.path(), told[i].ending)));
    positions += told[i].positions;
  }
  EXPECT_EQ(positions, summary.positions);
  EXPECT_GT(summary.cpu_seconds, 0);
  std::ranges::stable_sort(told, std::ranges::greater(), &TableMade::seconds);
  for (std::size_t i = 0; i < summary.slowest.size(); ++i) {
    ASSERT_LT(i, told.size());
    EXPECT_EQ(summary.slowest[i].ending, told[i].ending);
  }
}

TEST(Build, OfFewTablesAllAreTheSlowest) {
  const TemporaryFolder folder;
  const BuildSummary summary = build(fragments, {"KQvK"}, folder.path());
  EXPECT_EQ(summary.slowest[0].ending, ending(fragments, "KQvK"));
  EXPECT_GT(summary.slowest[0].seconds, 0);
  EXPECT_EQ(summary.slowest[1].number, 0);
}

TEST(Build, CountsPositionsOfBothSidesToMove) {
  const TemporaryFolder folder;
  const BuildSummary summary = build(fragments, {"KRvKR"}, folder.path());
  std::uint64_t legal = 0;
  const auto files = table_files(folder.path());
  for (const auto& path : *files) {
    const TableHeader header = TableFile::open(path)->header();
    for (const SideStatistics& side : header.statistics) legal += side.legal * (header.sides == 1 ? 2 : 1);
  }
  EXPECT_EQ(summary.positions, legal);
}

TEST(Build, TogetherOrApartTheBytesAreTheSame) {
  const TemporaryFolder together, apart;
  build(fragments, {"KPvKP"}, together.path());
  for (const char* name : {"KQvK", "KPvK", "KQvKQ", "KQvKP", "KPvKP"}) build(fragments, {name}, apart.path());
  EXPECT_EQ(contents(together.path()), contents(apart.path()));
}

TEST(Build, MemoryIsRefusedBeforeItIsTaken) {
  const TemporaryFolder folder;
  BuildOptions options;
  options.memory_bytes = 1 << 20;
  Progress progress;
  const auto summary = build_tables(fragments, closure(fragments, endings_up_to(fragments, 4)), folder / "new", options,
                                    progress, [](std::string_view) {});
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().code, ErrorCode::limit);
  EXPECT_THAT(summary.error().message, HasSubstr("needs"));
  EXPECT_FALSE(std::filesystem::exists(folder / "new"));
  build_men(fragments, 3, folder.path());
  EXPECT_EQ(build(fragments, {"KQvK"}, folder.path(), options).skipped, 1) << "what is there takes none";
}

class StopAfter final : public Progress {
 public:
  explicit StopAfter(int questions) : left_(questions) {}
  bool stop_requested() const override { return left_-- <= 0; }

 private:
  mutable std::atomic<int> left_;
};

TEST(Build, InterruptedAnywhereItGoesOn) {
  const TemporaryFolder whole;
  build(fragments, {"KPvKP"}, whole.path());
  const auto right = contents(whole.path());
  const TemporaryFolder folder;
  const auto endings = closure(fragments, {ending(fragments, "KPvKP")});
  int interruptions = 0;
  for (int patience = 1;; patience += 1 + patience / 2) {
    StopAfter progress(patience);
    const auto summary = build_tables(fragments, endings, folder.path(), {}, progress, [](std::string_view) {});
    for (const auto& [name, bytes] : contents(folder.path())) ASSERT_EQ(bytes, right.at(name)) << name;
    if (summary) break;
    ASSERT_EQ(summary.error().code, ErrorCode::interrupted) << summary.error().message;
    ++interruptions;
  }
  EXPECT_GT(interruptions, 2);
  EXPECT_EQ(contents(folder.path()), right);
}

// As much memory as the largest ending takes: what others need of what is solved has to be on disk.
TEST(Build, WithoutMemoryToSpareTheTablesAreTheSame) {
  const TemporaryFolder with, without;
  const auto endings = closure(fragments, {ending(fragments, "KPvKP")});
  build(fragments, {"KPvKP"}, with.path());
  BuildOptions options;
  options.memory_bytes = memory_needed(fragments, endings, options.write);
  const std::filesystem::path work = without / "solving";
  int interruptions = 0;
  bool was_there = false;
  for (int patience = 40;; patience += patience / 2) {
    StopAfter progress(patience);
    const auto summary = build_tables(fragments, endings, without.path(), options, progress, [](std::string_view) {});
    if (summary) break;
    ASSERT_EQ(summary.error().code, ErrorCode::interrupted) << summary.error().message;
    ++interruptions;
    was_there = was_there || std::filesystem::exists(work / "KQvK.b.solved");
    if (was_there) put_bytes(work / ".KRRvK.w.solved.part", {});
  }
  EXPECT_GT(interruptions, 0);
  EXPECT_TRUE(was_there);
  EXPECT_FALSE(std::filesystem::exists(work));  // nor what a killed process left there
  EXPECT_EQ(contents(without.path()), contents(with.path()));
}

TEST(Build, AnUnwritableFolderIsAnIoError) {
  const TemporaryFolder folder;
  put_bytes(folder / "file", {});
  Progress progress;
  const auto summary = build_tables(fragments, closure(fragments, {ending(fragments, "KQvK")}), folder / "file", {},
                                    progress, [](std::string_view) {});
  ASSERT_FALSE(summary.ok());
  EXPECT_EQ(summary.error().code, ErrorCode::io) << summary.error().message;
}

}  // namespace
}  // namespace bookends::tables::test
