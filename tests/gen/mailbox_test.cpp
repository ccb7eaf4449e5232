// What a rank believes of the others, without any MPI.
#include "gen/mpi/mailbox.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <thread>

#include "gen/mpi/launch.h"

namespace bookends {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

constexpr milliseconds kLong{60'000};

Bytes word(int n) { return Bytes(static_cast<std::size_t>(n)); }

TEST(Mailbox, KeepsMessagesByRankAndTagInTheirOrder) {
  Mailbox box(0, 3, kLong, {});
  box.deliver(1, 5, word(1));
  box.deliver(2, 5, word(2));
  box.deliver(1, 6, word(3));
  box.deliver(1, 5, word(4));
  EXPECT_EQ(box.receive(1, 6)->bytes.size(), 3u);
  EXPECT_EQ(box.receive(2, 5)->bytes.size(), 2u);
  const auto first = box.receive(kAnyRank, 5);
  EXPECT_EQ(first->from, 1);
  EXPECT_EQ(first->bytes.size(), 1u);
  EXPECT_EQ(box.receive(1, 5)->bytes.size(), 4u);
}

TEST(Mailbox, WhoIsGivenUpByAnotherKnowsIt) {
  Mailbox box(1, 3, kLong, {});
  box.take(0, {{ErrorCode::limit, "too little memory"}, true, -1});
  box.take(0, {{ErrorCode::io, "rank 2 is silent"}, true, 2});
  EXPECT_FALSE(box.is_given_up());
  box.take(2, {{ErrorCode::io, "rank 1 is silent"}, false, 1});
  EXPECT_TRUE(box.is_given_up());
}

TEST(Mailbox, ASilentRankIsLost) {
  Mailbox box(1, 3, milliseconds(1000), {});
  box.introduce(2, "node7");
  const std::jthread life([&](const std::stop_token& stop) {
    while (!stop.stop_requested()) {
      box.introduce(0, "node1");
      box.live();
      std::this_thread::sleep_for(milliseconds(10));
    }
  });
  EXPECT_EQ(box.speaker(), 0);
  const auto message = box.receive(0, 1);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().code, ErrorCode::io);
  EXPECT_EQ(message.error().message, "rank 2 (on node7) has not been heard of for 1 s; start again to go on");
}

// mpirun wakes a stopped rank to end it: it does not come back to life for that, or the error would be said twice.
TEST(Mailbox, ARankThatWasGivenUpStaysLost) {
  Mailbox box(1, 3, milliseconds(200), {});
  ASSERT_FALSE(box.receive(0, 1));
  const int lost = box.given_up();
  ASSERT_TRUE(lost == 0 || lost == 2);
  box.hear_of(lost);
  EXPECT_TRUE(box.is_lost(lost));
  EXPECT_EQ(box.given_up(), lost);
}

// So that not each waits for another one to talk.
TEST(Mailbox, WhoAnotherRankHasGivenUpIsLostHereToo) {
  Mailbox box(1, 3, kLong, {});
  EXPECT_EQ(box.speaker(), 0);
  box.take(2, decode_notice(encode(Notice{{ErrorCode::io, "rank 0 is silent"}, false, 0})));
  EXPECT_EQ(box.speaker(), 1);
  EXPECT_EQ(box.given_up(), -1);
}

// The post itself hangs: nothing comes, and nobody but those who wait looks.
TEST(Mailbox, WhenThePostHangsWaitingEndsAllTheSame) {
  Mailbox box(1, 2, milliseconds(200), {});
  const auto message = box.receive(0, 1);
  ASSERT_FALSE(message);
  EXPECT_THAT(message.error().message, HasSubstr("rank 0 has not been heard of"));
  EXPECT_EQ(box.speaker(), 1);
}

TEST(Mailbox, ARankThatWasStoppedItselfBlamesNobody) {
  Mailbox box(0, 2, milliseconds(2500), {});
  std::this_thread::sleep_for(milliseconds(2600));
  std::jthread late([&] {
    std::this_thread::sleep_for(milliseconds(200));
    box.deliver(1, 1, word(1));
  });
  EXPECT_TRUE(box.receive(1, 1));
}

TEST(Mailbox, ARankThatGivesUpOrEndsIsHeardOf) {
  Mailbox box(1, 3, kLong, {});
  box.deliver(2, 1, word(1));
  box.part(2);
  EXPECT_TRUE(box.receive(2, 1));
  EXPECT_THAT(box.receive(2, 1).error().message, HasSubstr("rank 2 has ended before"));
  box.take(2, decode_notice(encode(Notice{{ErrorCode::limit, "too much"}, true})));
  const auto message = box.receive(0, 1);
  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().code, ErrorCode::limit);
  EXPECT_EQ(message.error().message, "rank 2: too much");
  EXPECT_TRUE(box.notice()->said);
  EXPECT_FALSE(box.lower_rank_gave_notice());
  box.take(0, {{ErrorCode::io, "later"}, false});
  EXPECT_TRUE(box.lower_rank_gave_notice());
  EXPECT_EQ(box.receive(0, 1).error().message, "rank 2: too much");
}

TEST(Mailbox, WaitingEndsWhenTheUserAsksTo) {
  std::atomic<bool> stop = false;
  Mailbox box(0, 2, kLong, [&] { return stop.load(); });
  std::jthread user([&] {
    std::this_thread::sleep_for(milliseconds(50));
    stop = true;
  });
  EXPECT_EQ(box.receive(1, 1).error().code, ErrorCode::interrupted);
}

TEST(Mailbox, WaitsForAllToPart) {
  Mailbox box(0, 3, kLong, {});
  box.part(1);
  EXPECT_FALSE(box.wait_for_partings(milliseconds(30)));
  box.part(2);
  EXPECT_TRUE(box.wait_for_partings(milliseconds(0)));
  EXPECT_FALSE(box.wait_for_partings());
  box.take(1, {{ErrorCode::io, "disk full"}, false});
  EXPECT_EQ(box.wait_for_partings()->message, "rank 1: disk full");
}

// Who is asked to stop when the own work is done waits for the others all the same: it is not lost for that.
TEST(Mailbox, WhoIsDoneIsNotInterrupted) {
  Mailbox box(0, 2, kLong, [] { return true; });
  std::jthread other([&] {
    std::this_thread::sleep_for(milliseconds(50));
    box.part(1);
  });
  EXPECT_FALSE(box.wait_for_partings());
}

// Sets variables, and takes them away again.
class LaunchTest : public testing::Test {
 protected:
  void SetUp() override {
    if (launch().size != 1) GTEST_SKIP() << "started by mpirun itself";
  }
  void TearDown() override {
    for (const char* name : {"OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "PMI_SIZE", "PMI_RANK"}) unsetenv(name);
  }
};

TEST_F(LaunchTest, IsReadFromTheEnvironment) {
  setenv("OMPI_COMM_WORLD_SIZE", "4", 1);
  EXPECT_EQ(launch().size, 1);  // a size alone says nothing
  setenv("OMPI_COMM_WORLD_RANK", "3", 1);
  EXPECT_EQ(launch().size, 4);
  EXPECT_EQ(launch().rank, 3);
  for (const char* nonsense : {"4", "-1", "many", ""}) {
    setenv("OMPI_COMM_WORLD_RANK", nonsense, 1);
    EXPECT_EQ(launch().size, 1) << nonsense;
  }
  setenv("PMI_SIZE", "2", 1);
  setenv("PMI_RANK", "1", 1);
  EXPECT_EQ(launch().rank, 1);
}

}  // namespace
}  // namespace bookends
