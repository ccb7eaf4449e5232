// How a proof went, as its workspace tells it: it says what the prover says, survives what happens to runs, and changes
// no proof.
#include "books/proof/plan/history.h"

#include <fstream>

#include "books/work/history_table.h"
#include "core/base/utf8.h"
#include "tests/books/proof/support.h"
#include "tests/support/file_limit.h"
#include "tests/support/text_of.h"

namespace bookends {
namespace {

using std::chrono::milliseconds;

HistoryTable history_in(const std::filesystem::path& folder) {
  const auto table = read_history(folder / kHistoryFile);
  EXPECT_TRUE(table) << table.error().message;
  return table ? *table : HistoryTable{};
}

double cell(const HistoryTable& table, const std::vector<double>& row, std::string_view column) {
  return row.at(table.find(column).value());
}

void expect_ascending(const HistoryTable& table) {
  ASSERT_FALSE(table.rows.empty());
  for (std::size_t i = 1; i < table.rows.size(); ++i) {
    EXPECT_GT(table.rows[i][0], table.rows[i - 1][0]) << "time in line " << i;
    for (const char* column : {"cpu_seconds", "rounds", "searches", "planned", "solved"})
      EXPECT_GE(cell(table, table.rows[i], column), cell(table, table.rows[i - 1], column)) << column << " " << i;
  }
}

void append(const std::filesystem::path& folder, const std::string& text) {
  std::ofstream(folder / kHistoryFile, std::ios::app) << text;
}

TEST(ProofHistory, EndsWithWhatTheProverSays) {
  const TemporaryFolder folder;
  const ProveSummary proof = must_prove<fragments>(job_of<fragments>(kShutIn, folder.path()));
  const HistoryTable table = history_in(folder.path());
  expect_ascending(table);
  const auto& last = table.rows.back();
  EXPECT_EQ(cell(table, last, "rounds"), static_cast<double>(proof.rounds));
  EXPECT_EQ(cell(table, last, "planned"), static_cast<double>(proof.positions));
  EXPECT_EQ(cell(table, last, "solved"), static_cast<double>(proof.solved));
  EXPECT_GT(cell(table, last, "searches"), cell(table, last, "rounds"));
  EXPECT_EQ(cell(table, last, "open"), 0);
  EXPECT_EQ(cell(table, last, "searches_left"), 0);
  EXPECT_EQ(cell(table, table.rows.front(), "open"), 1) << "the root";
  EXPECT_EQ(cell(table, table.rows.front(), "closed"), 0);
}

// What a killed run noted after its last snapshot is done again, and noted again; a line that was cut off is none.
TEST(ProofHistory, GoesOnWithTheSnapshotOfARunThatWasKilled) {
  const ProveSummary whole = proof_of<fragments>(kShutIn);
  const TemporaryFolder folder;
  const ProveJob job = job_of<fragments>(kShutIn, folder.path());
  test::StopAfter stop(4);
  ASSERT_FALSE(prove<fragments>(job, nullptr, stop));
  const HistoryTable before = history_in(folder.path());
  append(folder.path(), "9000.000\t9000.000\t700\t70000\t9\t9\t9\t9\t9\n9001.000\t90");
  const ProveSummary proof = must_prove<fragments>(job);
  EXPECT_TRUE(proof.certificate == whole.certificate);
  const HistoryTable after = history_in(folder.path());
  expect_ascending(after);
  EXPECT_LT(after.rows.back()[0], 9000);
  EXPECT_EQ(cell(after, after.rows.back(), "rounds"), static_cast<double>(whole.rounds));
  ASSERT_GE(after.rows.size(), before.rows.size());
  for (std::size_t i = 0; i < before.rows.size(); ++i) EXPECT_EQ(after.rows[i], before.rows[i]) << i;
}

// Searches are counted over all runs, each once: those of a round that was cut off are made again.
TEST(ProofHistory, CountsTheSameSearchesHoweverOftenItIsInterrupted) {
  const TemporaryFolder once, often;
  must_prove<fragments>(job_of<fragments>(kShutIn, once.path()));
  const ProveJob job = job_of<fragments>(kShutIn, often.path());
  for (int questions = 1;; ++questions) {
    test::StopAfter stop(questions);
    if (prove<fragments>(job, nullptr, stop)) break;
  }
  const HistoryTable one = history_in(once.path()), many = history_in(often.path());
  expect_ascending(many);
  EXPECT_GT(many.rows.size(), 1u);
  for (const char* column : {"rounds", "searches", "planned", "closed", "solved"})
    EXPECT_EQ(cell(many, many.rows.back(), column), cell(one, one.rows.back(), column)) << column;
}

// A workspace that was begun before there were histories, or from which somebody took it.
TEST(ProofHistory, IsNotNeededToGoOn) {
  const ProveSummary whole = proof_of<fragments>(kShutIn);
  const TemporaryFolder folder;
  const ProveJob job = job_of<fragments>(kShutIn, folder.path());
  test::StopAfter stop(4);
  ASSERT_FALSE(prove<fragments>(job, nullptr, stop));
  ASSERT_TRUE(std::filesystem::remove(folder.path() / kHistoryFile));
  EXPECT_TRUE(must_prove<fragments>(job).certificate == whole.certificate);
  expect_ascending(history_in(folder.path()));
}

// An editor may have put a mark of the byte order before it: that stays, and so do the lines.
TEST(ProofHistory, GoesOnBehindAByteOrderMark) {
  const TemporaryFolder folder;
  const std::string lines =
      std::string(kByteOrderMark) + std::string(kProofHistoryColumns) + "\n1.000" + "\t1.000\t1\t1\t1\t1\t1\t1\t1\n";
  std::ofstream(folder.path() / kHistoryFile) << lines << "2.000\t2.0";
  ProofHistory history;
  history.open(folder.path() / kHistoryFile, milliseconds(1000));
  EXPECT_EQ(test::text_of(folder.path() / kHistoryFile), lines);
  ProofMoment moment;
  moment.spent = milliseconds(3000);
  history.note_saved(moment);
  EXPECT_TRUE(test::text_of(folder.path() / kHistoryFile).starts_with(lines + "3.000\t"));
  EXPECT_EQ(history_in(folder.path()).rows.size(), 2u);
}

// What is there and cannot be read keeps its place, and the proof goes on without it.
TEST(ProofHistory, ThatCannotBeReadIsNoneToGoOnWith) {
  const ProveSummary whole = proof_of<fragments>(kShutIn);
  const TemporaryFolder folder;
  const ProveJob job = job_of<fragments>(kShutIn, folder.path());
  test::StopAfter stop(4);
  ASSERT_FALSE(prove<fragments>(job, nullptr, stop));
  const std::filesystem::path file = folder.path() / kHistoryFile;
  ASSERT_TRUE(std::filesystem::remove(file));
  ASSERT_TRUE(std::filesystem::create_directory(file));
  EXPECT_TRUE(must_prove<fragments>(job).certificate == whole.certificate);
  EXPECT_TRUE(std::filesystem::is_empty(file));
}

// Nothing was saved: the proof begins anew, and so does its history.
TEST(ProofHistory, BeginsAnewWithTheProof) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / kHistoryFile) << kProofHistoryColumns << "\n5.000\t5.000\t7\t70\t9\t9\t9\t9\t9\n";
  must_prove<fragments>(job_of<fragments>(kMateInTwo, folder.path()));
  EXPECT_LT(cell(history_in(folder.path()), history_in(folder.path()).rows.front(), "seconds"), 5);
}

// A line for each hundredth of the time, and for what is saved.
TEST(ProofHistory, StaysShort) {
  const TemporaryFolder folder;
  ProofHistory history;
  history.open(folder.path() / kHistoryFile, std::nullopt);
  ProofMoment moment;
  for (int i = 0; i < 100'000; ++i) {
    moment.spent = milliseconds(10 * i);
    moment.rounds = static_cast<std::uint64_t>(i);
    history.note(moment);
  }
  const std::size_t lines = history_in(folder.path()).rows.size();
  EXPECT_GT(lines, 200u);
  EXPECT_LT(lines, 600u);
  history.note_saved(moment);
  EXPECT_EQ(history_in(folder.path()).rows.size(), lines + 1);
  history.note_saved(moment);
  EXPECT_EQ(history_in(folder.path()).rows.size(), lines + 1) << "of the same time";
}

// A disk that takes a part of a line only: that part goes, and the next line is a whole one.
TEST(ProofHistory, AFullDiskLeavesNoCutLine) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / kHistoryFile;
  ProofHistory history;
  history.open(file, std::nullopt);
  ProofMoment moment;
  const auto note = [&](int second) {
    moment.spent = milliseconds(1000 * second);
    history.note_saved(moment);
  };
  note(1);
  const std::string before = test::text_of(file);
  {
    const test::FileLimit full(before.size() + 7);
    note(2);
  }
  EXPECT_EQ(test::text_of(file), before);
  note(3);
  const std::string after = test::text_of(file);
  EXPECT_TRUE(after.starts_with(before + "3.000\t")) << after;
  EXPECT_TRUE(after.ends_with("\n"));
}

// Nor where not even the columns went in.
TEST(ProofHistory, ADiskThatWasFullAtTheBeginning) {
  const TemporaryFolder folder;
  const std::filesystem::path file = folder.path() / kHistoryFile;
  ProofHistory history;
  {
    const test::FileLimit full(5);
    history.open(file, std::nullopt);
  }
  ProofMoment moment;
  moment.spent = milliseconds(1000);
  history.note_saved(moment);
  EXPECT_TRUE(test::text_of(file).starts_with(std::string(kProofHistoryColumns) + "\n1.000\t"));
}

}  // namespace
}  // namespace bookends
