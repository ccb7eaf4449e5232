// What packing says while it is at it, and that it stops when it is asked to.
#include "tablebases/pack/pack_watch.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <optional>

#include "tablebases/review/statistics.h"
#include "tests/tablebases/plain_writer.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

// Says stop at a question, counted from 1, and sees that nobody comes while another is there.
class StopsAtQuestion final : public Progress {
 public:
  explicit StopsAtQuestion(int question) : at_(question) {}

  void update(const ProgressUpdate& u) override {
    EXPECT_FALSE(busy_.exchange(true));
    EXPECT_EQ(u.task, "KQvKR");
    EXPECT_GE(u.done, done);
    EXPECT_LE(u.done, u.total);
    done = u.done;
    total = u.total;
    busy_ = false;
  }
  bool stop_requested() const override {
    EXPECT_FALSE(busy_.exchange(true));
    const bool stop = ++asked >= at_;
    busy_ = false;
    return stop;
  }

  mutable int asked = 0;
  double done = 0, total = 0;

 private:
  int at_;
  mutable std::atomic<bool> busy_ = false;
};

class PackWatching : public testing::Test {
 protected:
  PackWatching() : solutions_({"KQvKR"}), solution_(solutions_.at("KQvKR")) {
    const PlacementIndex<games::fragments> index(solution_.ending);
    for (const int side : {0, 1}) statistics_.push_back(count_statistics(index, side, solution_.dtm[slot(side)], 1));
    settings_.level = 3;
    settings_.result_block_log = settings_.distance_block_log = 14;  // many blocks
  }

  // Of the file written, if it was.
  std::optional<std::vector<std::byte>> write(int threads, Progress& progress) {
    const TemporaryFolder folder;
    PackWatch watch(progress, "KQvKR");
    Solution used_up = solution_;
    const auto written =
        write_table(folder / "x.bkt", games::fragments, used_up, statistics_, settings_, threads, &watch);
    if (written) return bytes_of(folder / "x.bkt");
    EXPECT_EQ(written.error().code, ErrorCode::interrupted);
    EXPECT_EQ(written.error().message, "interrupted while packing KQvKR");
    EXPECT_TRUE(folder.names().empty()) << "a file is left";
    return std::nullopt;
  }

  // Stopped anywhere there is no file, and nobody is asked again; else it has the same bytes.
  void expect_to_stop() {
    StopsAtQuestion never(1'000'000'000);
    const auto whole = write(1, never);
    ASSERT_TRUE(whole);
    ASSERT_GT(never.asked, 10);
    EXPECT_EQ(never.done, never.total);
    for (const int threads : {1, 3})
      for (const int question : {1, 2, never.asked / 2, never.asked - 1, never.asked + 1}) {
        StopsAtQuestion progress(question);
        const auto bytes = write(threads, progress);
        EXPECT_LE(progress.asked, question);
        EXPECT_EQ(bytes.has_value(), progress.asked < question) << question << " of " << never.asked;
        if (bytes) {
          EXPECT_EQ(*bytes, *whole);
        }
      }
  }

  Solutions<games::fragments> solutions_;
  const Solution& solution_;
  std::vector<SideStatistics> statistics_;
  WriteSettings settings_;
};

TEST_F(PackWatching, StopsWhileBlocksArePacked) { expect_to_stop(); }

TEST_F(PackWatching, StopsWhileOrdersAreSearched) {
  settings_.search_orders = true;
  expect_to_stop();
}

}  // namespace
}  // namespace bookends::tables::test
