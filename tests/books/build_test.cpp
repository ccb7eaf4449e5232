#include "books/build.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <mutex>

#include "books/expand.h"
#include "books/oracle.h"
#include "books/snapshot.h"
#include "books/verify.h"
#include "core/notation.h"
#include "core/outcome.h"
#include "tests/books/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::fragments;
using test::bytes_of;
using test::dice;
using test::small_job;
using test::TemporaryFolder;

template <const Rules& R>
BuildSummary must_build(const BuildJob& job, const EvaluatorFactory<R>& evaluators) {
  Progress silent;
  const Result<BuildSummary> summary = build_book<R>(job, evaluators, silent);
  EXPECT_TRUE(summary) << summary.error().message;
  return summary ? *summary : BuildSummary{};
}

template <const Rules& R>
Book<R> must_open(const std::filesystem::path& path) {
  Result<Book<R>> book = Book<R>::open(path);
  EXPECT_TRUE(book) << book.error().message;
  return std::move(*book);
}

// The book's duty, stated once more without the verifier.
template <const Rules& R>
void expect_coverage(const Book<R>& book, bool first_mover, bool replier) {
  const auto known = [&](const Position<R>& p) { return verdict(p).over() || book.probe(p).has_value(); };
  for (const std::string& fen : book.file().header().starts) {
    const auto start = *Position<R>::from_fen(fen);
    const auto first = book.probe(start);
    ASSERT_TRUE(first);
    for (const Move m : start.legal_moves()) {
      const auto replying = start.after(m);
      const auto reply = book.probe(replying);
      EXPECT_TRUE(!replier || known(replying)) << "no reply to " << format_san(start, m);
      EXPECT_TRUE(!replier || !reply || known(replying.after(reply->move)))
          << "no answer after " << format_san(start, m);
    }
    if (!first_mover) continue;
    const auto replying = start.after(first->move);
    for (const Move m : replying.legal_moves())
      EXPECT_TRUE(known(replying.after(m))) << "no answer to " << format_san(replying, m);
  }
}

template <const Rules& R>
void check_small_book() {
  const TemporaryFolder folder;
  const BuildJob job = small_job<R>(folder.path(), 1);
  must_build<R>(job, dice<R>());
  const Book<R> book = must_open<R>(job.out);
  expect_coverage(book, true, true);
  const BookCheck check = verify_book(book);
  EXPECT_EQ(check.faults, 0u) << (check.complaints.empty() ? "" : check.complaints[0]);
  EXPECT_EQ(check.reached, check.entries);
}

// Even the smallest book covers what it owes, in every game.
TEST(BookBuild, CoversEveryFirstMoveAndReply) {
#define BOOKENDS_CHECK(game) check_small_book<games::game>();
  BOOKENDS_FOR_EACH_GAME(BOOKENDS_CHECK)
#undef BOOKENDS_CHECK
}

TEST(BookBuild, OneSidedBooksCoverTheirPart) {
  for (const BookSide side : {BookSide::white, BookSide::black}) {
    const TemporaryFolder folder;
    BuildJob job = small_job<fragments>(folder.path(), 200);
    job.settings.side = side;
    must_build<fragments>(job, dice<fragments>());
    const auto book = must_open<fragments>(job.out);
    expect_coverage(book, side == BookSide::white, side == BookSide::black);
    EXPECT_EQ(verify_book(book).faults, 0u);
    EXPECT_EQ(book.file().header().side, side);
  }
}

TEST(BookBuild, WithTheRealSearchTheBookIsSound) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 80);
  job.threads = 2;
  must_build<fragments>(job, search_evaluator<fragments>({2000, 3}, nullptr));
  const auto book = must_open<fragments>(job.out);
  expect_coverage(book, true, true);
  EXPECT_EQ(verify_book(book).faults, 0u);
  BuildJob again = job;
  again.threads = 1;
  again.workspace = folder / "work2";
  again.out = folder / "book2";
  must_build<fragments>(again, search_evaluator<fragments>({2000, 3}, nullptr));
  EXPECT_EQ(bytes_of(job.out), bytes_of(again.out));
}

TEST(BookBuild, TheFileSaysWhatTheWorkspaceSays) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 400);
  must_build<fragments>(job, dice<fragments>());
  const auto workspace = load_snapshot(job.settings, job.workspace / "snapshot");
  ASSERT_TRUE(workspace);
  const BookValues values = derive_values(*workspace);
  const auto book = must_open<fragments>(job.out);
  std::uint64_t entries = 0;
  for (NodeId id = 0; id < workspace->size(); ++id) {
    const auto position = position_of<fragments>(*workspace, id);
    const auto answer = book.probe(position);
    ASSERT_EQ(answer.has_value(), workspace->node(id).state != NodeState::over);
    if (!answer) continue;
    ++entries;
    EXPECT_EQ(answer->move, values.nodes[id].best);
    EXPECT_EQ(answer->entry.score, values.nodes[id].value);
    EXPECT_EQ(answer->entry.proof, values.proof(id));
    EXPECT_EQ(answer->entry.depth, values.horizon(*workspace, id));
  }
  EXPECT_EQ(book.file().positions(), entries);
  EXPECT_GE(workspace->size(), 400u);
}

TEST(BookBuild, ThreadsDoNotChangeTheBytes) {
  const TemporaryFolder folder;
  std::vector<std::byte> first, first_snapshot;
  for (const int threads : {1, 2, 3}) {
    BuildJob job = small_job<fragments>(folder / std::to_string(threads), 300);
    job.threads = threads;
    must_build<fragments>(job, dice<fragments>());
    if (threads == 1) {
      first = bytes_of(job.out);
      first_snapshot = bytes_of(job.workspace / "snapshot");
    }
    EXPECT_EQ(bytes_of(job.out), first);
    EXPECT_EQ(bytes_of(job.workspace / "snapshot"), first_snapshot);
  }
}

TEST(BookBuild, AFinishedBuildIsLeftAlone) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 150);
  must_build<fragments>(job, dice<fragments>());
  const auto bytes = bytes_of(job.out);
  const auto written = std::filesystem::last_write_time(job.out);
  EXPECT_EQ(must_build<fragments>(job, dice<fragments>()).new_searches, 0u);
  EXPECT_EQ(bytes_of(job.out), bytes);
  EXPECT_EQ(std::filesystem::last_write_time(job.out), written);
}

TEST(BookBuild, RaisingALimitGoesOnWhereItStopped) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder / "steps", 100);
  const auto first = must_build<fragments>(job, dice<fragments>());
  job.limits.positions = 300;
  const auto second = must_build<fragments>(job, dice<fragments>());
  const BuildJob whole = small_job<fragments>(folder / "whole", 300);
  const auto at_once = must_build<fragments>(whole, dice<fragments>());
  EXPECT_EQ(bytes_of(job.out), bytes_of(whole.out));
  EXPECT_EQ(first.new_searches + second.new_searches, at_once.new_searches);
}

TEST(BookBuild, MaxPlyEndsTheBook) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 0);
  job.limits.max_ply = 2;
  const BuildSummary summary = must_build<fragments>(job, dice<fragments>());
  const auto workspace = load_snapshot(job.settings, job.workspace / "snapshot");
  const BookValues values = derive_values(*workspace);
  std::size_t inner = 0;
  for (NodeId id = 0; id < workspace->size(); ++id)
    if (values.ply[id] < 2) {
      ++inner;
      EXPECT_EQ(workspace->node(id).edge_count, workspace->node(id).legal_count);
    }
  EXPECT_EQ(inner, 1u + 8 + 1 + 7);  // both setups with all their first moves
  EXPECT_GE(summary.positions, inner + 62 + 44 - 20);
}

TEST(BookBuild, AStopIsResumedToTheSameBytes) {
  const TemporaryFolder folder;
  const BuildJob whole = small_job<fragments>(folder / "whole", 250);
  must_build<fragments>(whole, dice<fragments>());
  const BuildJob job = small_job<fragments>(folder / "stopped", 250);
  int stops = 0;
  while (true) {
    test::StopAfter progress(3 + 2 * stops);
    const auto summary = build_book<fragments>(job, dice<fragments>(), progress);
    if (summary) break;
    ASSERT_EQ(summary.error().code, ErrorCode::interrupted);
    ASSERT_FALSE(std::filesystem::exists(job.out));
    ASSERT_LT(++stops, 100);
  }
  EXPECT_GT(stops, 2);
  EXPECT_EQ(bytes_of(job.out), bytes_of(whole.out));
}

// Copies the workspace as it is at some moments of the build, in the middle of whatever is being written: what a
// kill -9 then would leave behind.
class KilledBuild {
 public:
  KilledBuild(const BuildJob& job, const std::filesystem::path& copies, int every)
      : job_(job), copies_(copies), every_(every) {}

  std::function<void()> hook() {
    return [this] {
      const std::lock_guard lock(mutex_);
      if (++searches_ % every_ != 0) return;
      const auto to = copies_ / std::to_string(count_++);
      std::filesystem::create_directories(to);
      std::error_code ignored;  // a temporary file may be gone before it is copied
      std::filesystem::copy(job_.workspace, to, std::filesystem::copy_options::recursive, ignored);
    };
  }
  int count() const { return count_; }

 private:
  const BuildJob& job_;
  std::filesystem::path copies_;
  int every_;
  std::mutex mutex_;
  int searches_ = 0;
  int count_ = 0;
};

void resume_copies(std::size_t positions, int every) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder / "killed", positions);
  job.threads = 2;
  KilledBuild killed(job, folder / "copies", every);
  must_build<fragments>(job, dice<fragments>(killed.hook()));
  ASSERT_GE(killed.count(), 5);
  for (int i = 0; i < killed.count(); ++i) {
    BuildJob resumed = job;
    resumed.workspace = folder / "copies" / std::to_string(i);
    resumed.out = folder / ("book" + std::to_string(i));
    must_build<fragments>(resumed, dice<fragments>());
    EXPECT_EQ(bytes_of(resumed.out), bytes_of(job.out)) << "copy " << i;
    EXPECT_EQ(bytes_of(resumed.workspace / "snapshot"), bytes_of(job.workspace / "snapshot"));
  }
}

TEST(BookBuild, AKillIsResumedToTheSameBytes) { resume_copies(200, 17); }

// Large enough for snapshots on the way.
TEST(BookBuild, AKillBetweenSnapshotsIsResumedToTheSameBytes) { resume_copies(2600, 500); }

TEST(BookBuild, AJournalCutAnywhereIsResumedToTheSameBytes) {
  const TemporaryFolder folder;
  const BuildJob whole = small_job<fragments>(folder / "whole", 150);
  must_build<fragments>(whole, dice<fragments>());
  BuildJob job = small_job<fragments>(folder / "cut", 150);
  test::StopAfter progress(9);
  ASSERT_FALSE((build_book<fragments>(job, dice<fragments>(), progress)));
  const std::vector<std::byte> journal = bytes_of(job.workspace / "journal");
  ASSERT_GT(journal.size(), 2000u);
  for (std::size_t length = 0; length <= journal.size(); length += 211) {
    std::filesystem::remove(job.workspace / "snapshot");
    std::filesystem::remove(job.out);
    std::ofstream(job.workspace / "journal", std::ios::binary)
        .write(reinterpret_cast<const char*>(journal.data()), static_cast<std::streamsize>(length));
    must_build<fragments>(job, dice<fragments>());
    ASSERT_EQ(bytes_of(job.out), bytes_of(whole.out)) << "journal of " << length << " bytes";
  }
}

TEST(BookBuild, TheTimeIsThatOfAllRuns) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 0);
  job.limits.time = std::chrono::milliseconds(150);
  must_build<fragments>(job, dice<fragments>());
  const auto book = must_open<fragments>(job.out);
  expect_coverage(book, true, true);
  EXPECT_EQ(verify_book(book).faults, 0u);
  const auto bytes = bytes_of(job.out);
  EXPECT_EQ(must_build<fragments>(job, dice<fragments>()).new_searches, 0u);
  EXPECT_EQ(bytes_of(job.out), bytes);
  // A round that the time cut off is not in the book, so that it is one of those a limit of positions gives.
  BuildJob same = small_job<fragments>(folder / "same", book.file().positions());
  must_build<fragments>(same, dice<fragments>());
  EXPECT_EQ(bytes_of(same.out), bytes);
}

TEST(BookBuild, OtherSettingsAreRefused) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 50);
  must_build<fragments>(job, dice<fragments>());
  job.settings.side = BookSide::white;
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
  EXPECT_THAT(summary.error().message, testing::HasSubstr("made with side=both, asked for side=white"));
}

TEST(BookBuild, AnIllegalStartIsRefused) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 50);
  job.settings.starts = {"k4/5/5/5/RK3 w - - 0 1"};
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::invalid_argument);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(BookBuild, AFolderThatCannotBeMadeIsSaidFirst) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 50);
  job.out = "/proc/nowhere/book";
  int searches = 0;
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>([&] { ++searches; }), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::io);
  EXPECT_EQ(searches, 0);
}

TEST(BookBuild, ADamagedWorkspaceIsRefused) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 50);
  must_build<fragments>(job, dice<fragments>());
  auto bytes = bytes_of(job.workspace / "snapshot");
  bytes[bytes.size() / 2] ^= std::byte{1};
  std::ofstream(job.workspace / "snapshot", std::ios::binary)
      .write(reinterpret_cast<const char*>(bytes.data()), static_cast<std::streamsize>(bytes.size()));
  Progress silent;
  const auto summary = build_book<fragments>(job, dice<fragments>(), silent);
  ASSERT_FALSE(summary);
  EXPECT_EQ(summary.error().code, ErrorCode::corrupt);
}

// Says that every position with at most three men is lost for the side to move, in 8 plies.
class GloomyTables final : public Oracle<fragments> {
 public:
  std::string_view name() const override { return "gloom"; }
  std::optional<OracleMove> choose(const Position<fragments>& p) const override {
    if (count(p.occupied()) > 3 || !p.has_legal_move()) return std::nullopt;
    return OracleMove{p.legal_moves()[0], value(p), {}, 0};
  }
  std::optional<OracleValue> value(const Position<fragments>& p) const override {
    if (count(p.occupied()) > 3) return std::nullopt;
    return OracleValue{OracleValue::Wdl::loss, 8};
  }
  int max_men() const override { return 3; }
};

TEST(BookBuild, TablesAnswerForWhatTheyCover) {
  const TemporaryFolder folder;
  BuildJob job = small_job<fragments>(folder.path(), 0);
  job.limits.max_ply = 2;
  job.settings.starts = {"4k/K4/5/5/n2R1 w - - 0 1"};  // four men; Rxa1 makes it three
  const GloomyTables tables;
  must_build<fragments>(job, search_evaluator<fragments>({2000, 3}, &tables));
  const auto book = must_open<fragments>(job.out);
  auto position = *Position<fragments>::from_fen(job.settings.starts[0]);
  const auto best = book.probe(position);
  ASSERT_TRUE(best);
  EXPECT_EQ(format_san(position, best->move), "Rxa1");
  EXPECT_EQ(best->entry.score, win_in(9));
  EXPECT_EQ(best->entry.proof, Proof::win);
  EXPECT_FALSE(best->entry.from_table);
  position.play(best->move);
  const auto reply = book.probe(position);
  ASSERT_TRUE(reply);
  EXPECT_TRUE(reply->entry.from_table);
  EXPECT_EQ(reply->entry.proof, Proof::loss);
  EXPECT_EQ(reply->entry.score, loss_in(8));
}

TEST(BookOracle, ChoosesTheBooksMoveOrNothing) {
  const TemporaryFolder folder;
  const BuildJob job = small_job<fragments>(folder.path(), 60);
  must_build<fragments>(job, dice<fragments>());
  const auto oracle = BookOracle<fragments>::open(job.out);
  ASSERT_TRUE(oracle) << oracle.error().message;
  const auto start = Position<fragments>::start();
  const auto move = (*oracle)->choose(start);
  ASSERT_TRUE(move);
  EXPECT_TRUE(start.is_legal(move->move));
  EXPECT_TRUE(move->score.has_value());
  EXPECT_EQ((*oracle)->name(), "book");
  EXPECT_FALSE((*oracle)->choose(*Position<fragments>::from_fen("4k/5/2K2/5/R4 w - - 0 1")));
  const auto foreign = BookOracle<games::gardner>::open(job.out);
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().code, ErrorCode::unsupported);
}

TEST(BookOracle, AMoveThatIsNotLegalIsRefused) {
  const auto start = Position<fragments>::start();
  BookEntry entry;
  entry.key = start.key();
  entry.move_index = static_cast<std::uint16_t>(start.legal_moves().size());
  const BookHeader header{"fragments", fingerprint(fragments), BookSide::both, "test", "", {}};
  const auto book =
      Book<fragments>::from_file(ProbeFile::from_bytes(*encode_book(header, {entry}), "book").value(), "book");
  ASSERT_TRUE(book);
  EXPECT_TRUE(book->file().find(start.key()));
  EXPECT_FALSE(book->probe(start));
  EXPECT_GT(verify_book(*book).faults, 0u);
}

}  // namespace
}  // namespace bookends
