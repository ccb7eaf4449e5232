// Proofs that several ranks, which are threads here, look for together.
#include <algorithm>
#include <atomic>
#include <set>

#include "books/proof/prove/place_search.h"
#include "books/proof/ranks/over_ranks.h"
#include "books/proof/ranks/place_codec.h"
#include "tests/books/proof/support.h"
#include "tests/support/local_ranks.h"

namespace bookends {
namespace {

// Keeps what was shown last.
class Shown : public Progress {
 public:
  void update(const ProgressUpdate& update) override { last_ = update.detail; }
  const std::string& last() const { return last_; }

 private:
  std::string last_;
};

struct OnRanks {
  std::vector<Result<void>> results;  // by rank
  ProveSummary summary;               // of rank 0
};

// Looks for the proof of a job on so many ranks; rank 0 asks `progress`. `change` may make the job of a rank another.
template <const Rules& R>
OnRanks prove_with(int size, const ProveJob& job, Progress& progress, const Oracle<R>* tables_of_2 = nullptr,
                   const std::function<void(int rank, ProveJob&)>& change = nullptr) {
  OnRanks ended;
  ended.results = test::run_ranks(size, [&](Communicator& ranks) -> Result<void> {
    Progress silent;
    ProveJob own = job;
    if (ranks.rank() != 0) own.workspace.clear();
    if (change) change(ranks.rank(), own);
    Result<ProveSummary> summary =
        prove_on_ranks<R>(own, ranks.rank() == 2 ? tables_of_2 : nullptr, ranks, ranks.rank() == 0 ? progress : silent);
    if (!summary) return summary.error();
    if (ranks.rank() == 0) ended.summary = std::move(*summary);
    return {};
  });
  return ended;
}

void expect_no_errors(const OnRanks& ended) {
  for (const Result<void>& result : ended.results) EXPECT_TRUE(result) << result.error().message;
}

TEST(ProofOnRanks, IsTheSameForEveryNumberOfThem) {
  for (const auto& [fen, aim] : {std::pair{kShutIn, ProofAim::win}, std::pair{kBlocked, ProofAim::hold}}) {
    const ProveSummary one = proof_of<fragments>(fen, aim);
    ASSERT_GT(one.rounds, 2u);
    for (int size = 1; size <= 4; ++size) {
      const TemporaryFolder folder;
      ProveJob job = job_of<fragments>(fen, folder.path(), aim);
      job.threads = size == 2 ? 3 : 1;
      Shown shown;
      const OnRanks ended = prove_with<fragments>(size, job, shown);
      expect_no_errors(ended);
      EXPECT_TRUE(ended.summary.certificate == one.certificate) << size;
      EXPECT_EQ(ended.summary.rounds, one.rounds);
      EXPECT_THAT(shown.last(), HasSubstr(", " + std::to_string(size) + " ranks"));
    }
  }
}

// Interrupted again and again, later and later, and gone on with by another number of ranks each time.
TEST(ProofOnRanks, GoesOnWithAnyNumberOfThem) {
  const ProveSummary one = proof_of<fragments>(kShutIn);
  const TemporaryFolder folder;
  const ProveJob job = job_of<fragments>(kShutIn, folder.path());
  int interruptions = 0;
  for (;; ++interruptions) {
    test::StopAfter progress(2 * interruptions + 1);
    const OnRanks ended = prove_with<fragments>(1 + interruptions % 3, job, progress);
    if (!ended.results[0]) {
      EXPECT_EQ(ended.results[0].error().code, ErrorCode::interrupted) << ended.results[0].error().message;
      EXPECT_THAT(ended.results[0].error().message, HasSubstr("run the same command again to go on with round "));
      continue;
    }
    EXPECT_TRUE(ended.summary.certificate == one.certificate);
    break;
  }
  EXPECT_GT(interruptions, 2);
}

// What other certificates have solved is sent to them.
TEST(ProofOnRanks, NeedsWhatIsKnownOnRank0Alone) {
  const ProveSummary known = proof_of<fragments>(kShutIn);
  const TemporaryFolder alone, together;
  const auto knowing = [&](const TemporaryFolder& folder) {
    ProveJob job = job_of<fragments>("1k3/5/2N2/5/4K b - - 0 1", folder.path());
    job.settings.attacker = Color::white;
    job.known = solved_by<fragments>(known.certificate);
    job.settings.known = "some";
    return job;
  };
  const ProveSummary one = must_prove<fragments>(knowing(alone));
  Progress silent;
  const OnRanks ended = prove_with<fragments>(3, knowing(together), silent, nullptr, [](int rank, ProveJob& job) {
    if (rank == 0) return;
    job.known.clear();
    job.settings.known.clear();
  });
  expect_no_errors(ended);
  EXPECT_TRUE(ended.summary.certificate == one.certificate);
}

TEST(ProofOnRanks, ThatDifferIsAnErrorOfAllOfThem) {
  const TemporaryFolder folder;
  Progress silent;
  const OnRanks ended =
      prove_with<fragments>(3, job_of<fragments>(kShutIn, folder.path()), silent, nullptr, [](int rank, ProveJob& job) {
        if (rank == 2) job.settings.tables = "others";
      });
  for (const Result<void>& result : ended.results) {
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
  }
  EXPECT_THAT(ended.results[0].error().message, HasSubstr("rank 0 has 'tables=' and rank 2 'tables=others'"));
}

// Tables of which one turns out damaged after some searches.
class Decaying final : public Oracle<fragments> {
 public:
  std::string_view name() const override { return "tablebase"; }
  std::optional<Error> trouble() const override {
    return ++asked_ > 40 ? std::optional(Error{ErrorCode::corrupt, "KQvK.bkt: block 0 is damaged"}) : std::nullopt;
  }

 private:
  mutable std::atomic<int> asked_ = 0;
};

TEST(ProofOnRanks, ADamagedTableElsewhereEndsItAndItGoesOnLater) {
  const ProveSummary one = proof_of<fragments>(kShutIn);
  const TemporaryFolder folder;
  const ProveJob job = job_of<fragments>(kShutIn, folder.path());
  Progress silent;
  const Decaying tables;
  const OnRanks failed = prove_with<fragments>(3, job, silent, &tables);
  ASSERT_FALSE(failed.results[0]);
  EXPECT_EQ(failed.results[0].error().code, ErrorCode::corrupt);
  EXPECT_EQ(failed.results[0].error().message, "rank 2: KQvK.bkt: block 0 is damaged");
  const OnRanks ended = prove_with<fragments>(2, job, silent);
  expect_no_errors(ended);
  EXPECT_TRUE(ended.summary.certificate == one.certificate);
}

// Each rank has a memory of its own, in which the tables count that its searches may come to need.
TEST(ProofOnRanks, ThatMayNeedTooLargeTablesIsNotBegun) {
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>(kShutIn, folder.path());
  job.settings.long_nodes = std::uint64_t{1} << 30;  // ten times that for a mate seen: 512 GB
  job.memory = (std::size_t{512} << 30) + (std::size_t{8} << 30);
  Progress silent;
  const OnRanks ended = prove_with<fragments>(3, job, silent, nullptr, [](int rank, ProveJob& own) {
    if (rank == 2) own.threads = 2;
  });
  ASSERT_FALSE(ended.results[0]);
  EXPECT_EQ(ended.results[0].error().code, ErrorCode::limit);
  EXPECT_THAT(ended.results[0].error().message, testing::StartsWith("rank 2: the next round may take 104"));
  EXPECT_THAT(ended.results[0].error().message,
              HasSubstr(" MB: allow more (--memory), or fewer threads, or make the workspace small (`bookends book "
                        "compact`), to go on; what was found is in "));
}

TEST(PlaceSearch, GlancesAtWhatThePlanHasNot) {
  const TemporaryFolder folder;
  const ProveSettings settings = job_of<fragments>(kShutIn, folder.path()).settings;
  const Position<fragments> root = Position<fragments>::from_fen(kShutIn).value();
  const PlaceTask task{pack(fragments, root.setup()), {}, 0};
  const std::atomic<bool> stop = false;
  const Solved solved;
  std::set<Key> planned;
  const PlanKnowledge plan{solved, [&](Key key) { return planned.contains(key); }};
  PlaceSearch<fragments> search(settings, nullptr, plan);
  const PlaceResult fresh = search.look_into(task, stop).value();
  ASSERT_GT(fresh.replies.size(), 2u);
  planned.insert(fresh.replies[1].key);
  const PlaceResult later = search.look_into(task, stop).value();
  EXPECT_EQ(later.candidates, fresh.candidates);
  EXPECT_EQ(later.replies.size() + 1, fresh.replies.size());
  EXPECT_TRUE(std::ranges::none_of(later.replies, [&](const ReplyScore& r) { return planned.contains(r.key); }));
}

TEST(PlanReplica, HasTheKeysThatItWasTold) {
  std::mt19937_64 dice(1);
  std::set<Key> all;
  KeyRuns runs;
  for (int times = 0; times < 50; ++times) {
    std::vector<Key> some(dice() % 100);
    std::generate(some.begin(), some.end(), [&] { return dice() % 10000; });
    runs.add(some);
    all.insert(some.begin(), some.end());
    for (Key key = 0; key < 10000; key += 7) ASSERT_EQ(runs.contains(key), all.contains(key)) << key;
  }
}

TEST(PlanReplica, KnowsWhatTheOriginalKnows) {
  Solved original;
  PlanReplica replica;
  std::mt19937_64 dice(2);
  const auto add_some = [&] {
    for (int i = 0; i < 300; ++i)
      original.add({dice() % 500 + 1, {Move(0, 1), static_cast<std::uint16_t>(dice() % 90 + 1)}});
  };
  add_some();
  EXPECT_TRUE(original.take_news().empty()) << "it is noted from now on";
  replica.take({{}, original.entries()});
  for (int times = 0; times < 5; ++times) {
    add_some();
    const std::vector<SolvedEntry> news = original.take_news();
    EXPECT_FALSE(news.empty());
    EXPECT_TRUE(original.take_news().empty());
    replica.take({{}, news});
    for (Key key = 1; key <= 500; ++key) EXPECT_EQ(replica.solved().find(key), original.find(key));
  }
  EXPECT_EQ(replica.solved().size(), original.size());
}

TEST(PlaceCodec, ReadsWhatItWroteAndNothingThatIsCutOff) {
  const PlaceTask task{pack(fragments, Position<fragments>::start().setup()), {Move(1, 2), Move(3, 4)}, -77, 3};
  PlaceResult result;
  result.proved = true;
  result.found = {{7, {Move(1, 2), 9}}, {8, {Move(2, 1), 11}}};
  result.candidates = {{Move(5, 6), -300}};
  result.replies = {{99, 1200}};
  result.cpu_elsewhere = std::chrono::microseconds(12345);
  Bytes bytes;
  put(bytes, task);
  put(bytes, result);
  ByteReader in(bytes);
  const PlaceTask task_back = read_place_task(in);
  const PlaceResult back = read_place_result(in);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.left(), 0u);
  EXPECT_TRUE(task_back.position == task.position && task_back.only == task.only && task_back.score == task.score);
  EXPECT_EQ(task_back.look, 3);
  Bytes again;
  put(again, task_back);
  put(again, back);
  EXPECT_EQ(again, bytes);
  EXPECT_EQ(back.found[1].step, result.found[1].step);
  EXPECT_EQ(back.replies[0].score, 1200);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    ByteReader cut({bytes.data(), size});
    read_place_task(cut);
    read_place_result(cut);
    EXPECT_FALSE(cut.ok()) << size;
  }
}

// It asks for no more memory than there is to read.
TEST(PlaceCodec, DoesNotBelieveCountsBlindly) {
  const Bytes huge(64, std::byte{0x7f});
  ByteReader in(huge);
  EXPECT_TRUE(read_news(in).planned.empty());
  EXPECT_FALSE(in.ok());
}

}  // namespace
}  // namespace bookends
