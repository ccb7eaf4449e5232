#include "books/work/workspace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <fstream>

#include "books/file/envelope.h"
#include "books/grow/expand.h"
#include "books/work/journal.h"
#include "books/work/snapshot.h"
#include "tests/books/support.h"
#include "tests/support/playout.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using test::bytes_of;
using test::TemporaryFolder;

template <const Rules& R>
void check_packing() {
  const Position<R> position = random_position<R>(60);
  const PackedPosition bytes = packed(position);
  const auto back = Position<R>::from_setup(unpack(R, bytes));
  RC_ASSERT(back.ok());
  RC_ASSERT(*back == position);
  RC_ASSERT(back->key() == position.key());
  RC_ASSERT(packed(*back) == bytes);
}

RC_GTEST_PROP(PackedPosition, KeepsAllThatDecides, ()) {
#define BOOKENDS_CHECK(game) check_packing<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_CHECK)
#undef BOOKENDS_CHECK
}

TEST(PackedPosition, KeepsCastlingEnPassantAndCount) {
  for (const char* fen : {"r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"}) {
    const auto position = Position<games::chess>::from_fen(fen);
    ASSERT_TRUE(position);
    EXPECT_EQ(*Position<games::chess>::from_setup(unpack(games::chess, packed(*position))), *position);
  }
  const auto counted = Position<games::makruk>::from_fen("4k3/8/8/8/8/8/8/R3K3 b - 32 6 1");
  ASSERT_TRUE(counted) << counted.error().message;
  const bookends::Setup back = unpack(games::makruk, packed(*counted));
  EXPECT_EQ(back.count, counted->count());
}

Workspace grown(const BuildSettings& settings, int rounds) {
  Workspace workspace(settings);
  EXPECT_TRUE(plant<games::fragments>(workspace));
  test::DiceEvaluator<games::fragments> evaluator;
  const std::atomic<bool> stop = false;
  for (int i = 0; i < rounds; ++i) {
    if (i > 0) grow<games::fragments>(workspace, next_round<games::fragments>(workspace, derive_values(workspace), 0));
    for (const LeafJob& job : leaf_jobs<games::fragments>(workspace)) {
      const auto position = position_of<games::fragments>(workspace, job.node);
      workspace.set_result(job.node, *evaluator.evaluate(position, job.task.only, stop));
    }
  }
  return workspace;
}

void expect_equal(const Workspace& a, const Workspace& b) {
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(a.edges().size(), b.edges().size());
  EXPECT_EQ(a.starts(), b.starts());
  for (NodeId id = 0; id < a.size(); ++id) {
    const Node &x = a.node(id), &y = b.node(id);
    EXPECT_TRUE(x.position == y.position && x.key == y.key && x.first_edge == y.first_edge &&
                x.edge_count == y.edge_count && x.legal_count == y.legal_count && x.state == y.state &&
                x.depth == y.depth && x.exact == y.exact && x.candidates == y.candidates);
    EXPECT_EQ(b.find(x.key, x.position), id);
  }
  for (std::size_t e = 0; e < a.edges().size(); ++e)
    EXPECT_TRUE(a.edges()[e].child == b.edges()[e].child && a.edges()[e].next == b.edges()[e].next &&
                a.edges()[e].move == b.edges()[e].move && a.edges()[e].promised == b.edges()[e].promised);
}

TEST(Snapshot, ComesBackAsItWasAndInTheSameBytes) {
  const TemporaryFolder folder;
  const BuildSettings settings = test::small_job<games::fragments>(folder.path(), 1).settings;
  const Workspace workspace = grown(settings, 6);
  ASSERT_GT(workspace.size(), 60u);
  ASSERT_TRUE(save_snapshot(workspace, folder.path() / "one"));
  const auto back = load_snapshot(settings, folder.path() / "one");
  ASSERT_TRUE(back) << back.error().message;
  expect_equal(workspace, *back);
  ASSERT_TRUE(save_snapshot(*back, folder.path() / "two"));
  EXPECT_EQ(bytes_of(folder.path() / "one"), bytes_of(folder.path() / "two"));
}

TEST(Snapshot, EveryDamagedByteAndLengthIsNoticedBeforeTheArchive) {
  const TemporaryFolder folder;
  const BuildSettings settings = test::small_job<games::fragments>(folder.path(), 1).settings;
  const auto path = folder.path() / "snapshot";
  ASSERT_TRUE(save_snapshot(grown(settings, 1), path));
  const std::vector<std::byte> bytes = bytes_of(path);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<std::byte> damaged = bytes;
    damaged[i] ^= std::byte{0x10};
    std::vector<std::byte> cut(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(i));
    for (const auto& bad : {damaged, cut}) {
      std::ofstream(path, std::ios::binary)
          .write(reinterpret_cast<const char*>(bad.data()), static_cast<std::streamsize>(bad.size()));
      const auto loaded = load_snapshot(settings, path);
      ASSERT_FALSE(loaded) << "byte " << i;
      ASSERT_EQ(loaded.error().code, ErrorCode::corrupt);
      // Our own words: the archive, which would say that the content contradicts itself, was never asked.
      ASSERT_THAT(loaded.error().message, testing::Not(testing::HasSubstr("contradicts")));
    }
  }
}

TEST(BuildSettings, ASettingThatOneOfTwoLacksIsNamed) {
  BuildSettings plain, opponent;
  plain.starts = opponent.starts = {"a"};
  plain.side = opponent.side = BookSide::white;
  opponent.opponent_nodes = 500;
  EXPECT_THAT(difference(opponent.text(), plain.text()),
              testing::StartsWith("made with opponent=500 nodes a move, asked for no opponent; "));
  EXPECT_THAT(difference(plain.text(), opponent.text()),
              testing::StartsWith("made with no opponent, asked for opponent=500 nodes a move; "));
}

TEST(BuildSettings, FilesAreNamedByTheirOption) {
  BuildSettings plain;
  plain.starts = {"a"};
  BuildSettings held = plain, other = plain, seeded = plain;
  held.overrides = "0123456789abcdef";
  other.overrides = "fedcba9876543210";
  seeded.seeds = "0123456789abcdef";
  const std::string otherwise = ", or another --workspace";
  EXPECT_EQ(difference(held.text(), other.text()), "made with another --override; give the same" + otherwise);
  EXPECT_EQ(difference(held.text(), plain.text()), "made with --override, which is missing; give the same" + otherwise);
  EXPECT_EQ(difference(plain.text(), held.text()), "made without --override; leave it out" + otherwise);
  EXPECT_EQ(difference(plain.text(), seeded.text()), "made without --seed; leave it out" + otherwise);
}

TEST(Snapshot, OtherSettingsAreRefusedByName) {
  const TemporaryFolder folder;
  BuildSettings settings = test::small_job<games::fragments>(folder.path(), 1).settings;
  ASSERT_TRUE(save_snapshot(grown(settings, 1), folder.path() / "snapshot"));
  settings.leaf_nodes = 77;
  const auto loaded = load_snapshot(settings, folder.path() / "snapshot");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(loaded.error().message, testing::HasSubstr("made with nodes=1000, asked for nodes=77"));
}

class JournalTest : public testing::Test {
 protected:
  static constexpr int kRecords = 7;

  JournalTest() {
    settings_ = test::small_job<games::fragments>(folder_.path(), 1).settings;
    Result<Journal> journal = Journal::open(settings_, path_);
    EXPECT_TRUE(journal) << journal.error().message;
    Position<games::fragments> position = Position<games::fragments>::start();
    for (int i = 0; i < kRecords; ++i) {
      SearchTask task{packed(position), {}};
      if (i % 3 == 1) task.only = {position.legal_moves()[0]};
      const LeafResult result{NodeState::searched,
                              static_cast<std::uint8_t>(i),
                              0,
                              {{position.legal_moves()[0], static_cast<std::int16_t>(-i)}}};
      EXPECT_TRUE(journal->add(task, result));
      tasks_.push_back(task);
      results_.push_back(result);
      position.play(position.legal_moves()[i % position.legal_moves().size()]);
    }
  }

  void write(std::span<const std::byte> bytes) const {
    std::ofstream(path_, std::ios::binary)
        .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  }

  // How many records the journal answers for; they are the first ones, and right.
  int known(const Journal& journal) const {
    int n = 0;
    while (n < kRecords && journal.find(tasks_[static_cast<std::size_t>(n)])) ++n;
    for (int i = 0; i < kRecords; ++i) {
      const std::optional<LeafResult> found = journal.find(tasks_[static_cast<std::size_t>(i)]);
      EXPECT_EQ(found.has_value(), i < n);
      EXPECT_TRUE(!found || *found == results_[static_cast<std::size_t>(i)]);
    }
    return n;
  }

  TemporaryFolder folder_;
  std::filesystem::path path_ = folder_.path() / "journal";
  BuildSettings settings_;
  std::vector<SearchTask> tasks_;
  std::vector<LeafResult> results_;
};

TEST_F(JournalTest, RemembersWhatWasAdded) {
  const auto journal = Journal::open(settings_, path_);
  ASSERT_TRUE(journal);
  EXPECT_EQ(known(*journal), kRecords);
}

TEST_F(JournalTest, ATornEndIsDroppedAtEveryLength) {
  const std::vector<std::byte> bytes = bytes_of(path_);
  int before = 0;
  for (std::size_t n = 0; n <= bytes.size(); ++n) {
    write(std::span(bytes).first(n));
    {
      auto journal = Journal::open(settings_, path_);
      ASSERT_TRUE(journal) << "length " << n << ": " << journal.error().message;
      const int now = known(*journal);
      EXPECT_TRUE(now == before || now == before + 1);
      before = now;
      // What is added afterwards is found behind the whole records.
      ASSERT_TRUE(journal->add(tasks_.back(), results_.back()));
    }
    const auto again = Journal::open(settings_, path_);
    ASSERT_TRUE(again);
    EXPECT_TRUE(again->find(tasks_.back()));
  }
  EXPECT_EQ(before, kRecords);
}

TEST_F(JournalTest, ADamagedRecordIsNeverBelieved) {
  const std::vector<std::byte> bytes = bytes_of(path_);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    std::vector<std::byte> damaged = bytes;
    damaged[i] ^= std::byte{0x04};
    write(damaged);
    const auto journal = Journal::open(settings_, path_);
    if (journal) {
      EXPECT_LT(known(*journal), kRecords) << "byte " << i;
    } else {
      EXPECT_EQ(journal.error().code, ErrorCode::corrupt) << "byte " << i;
    }
  }
}

// Under a checksum that is right: no build has written it, and none plays it.
TEST_F(JournalTest, ARecordOfAMoveThatIsNoneIsNotBelieved) {
  const std::size_t whole = bytes_of(path_).size();
  SearchTask task = tasks_[0];
  task.only = {Position<games::fragments>::start().legal_moves()[1]};
  SearchTask behind = task;
  behind.only = {Position<games::fragments>::start().legal_moves()[2]};
  {
    auto journal = Journal::open(settings_, path_);
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->add(task, {NodeState::searched, 1, 0, {{Move::from_bits(0x0fff), 5}}}));
    ASSERT_TRUE(journal->add(behind, {NodeState::searched, 1, 0, {{behind.only[0], 5}}}));
  }
  const auto checked = Journal::check(bytes_of(path_), "journal");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().code, ErrorCode::corrupt);
  EXPECT_THAT(checked.error().message, testing::StartsWith("journal: record 7 at byte " + std::to_string(whole)));
  const auto journal = Journal::open(settings_, path_);
  ASSERT_TRUE(journal);
  EXPECT_FALSE(journal->find(task));
  EXPECT_TRUE(journal->find(behind)) << "what follows is not lost";
  EXPECT_EQ(known(*journal), kRecords);
}

TEST_F(JournalTest, IsCheckedWithoutItsSettings) {
  const auto checked = Journal::check(bytes_of(path_), "journal");
  ASSERT_TRUE(checked) << checked.error().message;
  EXPECT_EQ(checked->game, "fragments");
  EXPECT_EQ(checked->records, static_cast<std::uint64_t>(kRecords));
  EXPECT_EQ(checked->cut, 0u);
}

// A snapshot whose checksums are right, of a position that is none.
TEST(Snapshot, OfPositionsThatAreNoneIsRefused) {
  const TemporaryFolder folder;
  const BuildSettings settings = test::small_job<games::fragments>(folder.path(), 1).settings;
  Workspace workspace(settings);
  const Position<games::fragments> start = Position<games::fragments>::start();
  workspace.add_start(workspace.add_node(start.key() ^ 1, packed(start), start.count_legal_moves()));
  ASSERT_TRUE(save_snapshot(workspace, folder.path() / "snapshot"));
  const auto loaded = load_snapshot(settings, folder.path() / "snapshot");
  ASSERT_FALSE(loaded);
  EXPECT_EQ(loaded.error().code, ErrorCode::corrupt);
}

TEST_F(JournalTest, ASecondBuildIsKeptOut) {
  const auto first = Journal::open(settings_, path_);
  ASSERT_TRUE(first);
  const auto second = Journal::open(settings_, path_);
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message, testing::HasSubstr("in use"));
}

// Its file has no name until it is whole; the lock is that of what will get the name.
TEST_F(JournalTest, ASecondBuildIsKeptOutWhileTheFirstBegins) {
  const std::filesystem::path fresh = folder_.path() / "fresh";
  {
    const Result<AtomicFile> beginning = AtomicFile::create(fresh);
    ASSERT_TRUE(beginning);
    const auto second = Journal::open(settings_, fresh);
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::io);
    EXPECT_THAT(second.error().message, testing::HasSubstr("in use"));
    EXPECT_FALSE(std::filesystem::exists(fresh));
  }
  EXPECT_TRUE(Journal::open(settings_, fresh));
}

// Whose searches were scored otherwise: nothing may go on from them, nor ask them.
TEST_F(JournalTest, OfAnEarlierVersionIsRefused) {
  std::vector<std::byte> bytes = bytes_of(path_);
  const std::vector<std::byte> header = seal("BKENDSJ1", 1, {settings_.rules_fingerprint, settings_.text(), {}});
  std::copy(header.begin(), header.end(), bytes.begin());
  write(bytes);
  for (const auto open : {&Journal::open, &Journal::read}) {
    const Result<Journal> journal = open(settings_, path_);
    ASSERT_FALSE(journal);
    EXPECT_EQ(journal.error().code, ErrorCode::unsupported);
    EXPECT_THAT(journal.error().message, testing::HasSubstr("format version 1, this program reads 2"));
  }
  EXPECT_EQ(bytes_of(path_), bytes) << "it is left as it is";
}

TEST_F(JournalTest, RestartKeepsTheTimeOnly) {
  {
    auto journal = Journal::open(settings_, path_);
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->add_time(std::chrono::milliseconds(1234)));
    ASSERT_TRUE(journal->restart());
    EXPECT_EQ(journal->size(), 0u);
    ASSERT_TRUE(journal->add(tasks_[0], results_[0]));
  }
  const auto again = Journal::open(settings_, path_);
  ASSERT_TRUE(again);
  EXPECT_EQ(again->time_spent(), std::chrono::milliseconds(1234));
  EXPECT_EQ(known(*again), 1);
}

}  // namespace
}  // namespace bookends
