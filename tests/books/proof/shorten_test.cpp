// Certificates made shorter: that they still hold, and are never worse.
#include "books/proof/shorten/shorten.h"

#include "books/proof/shorten/choice.h"
#include "books/proof/shorten/quicker_win.h"
#include "books/proof/shorten/search_pace.h"
#include "core/notation/move_text.h"
#include "tests/books/proof/support.h"

namespace bookends {
namespace {

CertificateHeader header_of(const std::vector<std::byte>& bytes) {
  return CertificateReader::from_bytes(bytes, "proof").value().header();
}

ShortenJob shorten_job_of(const std::vector<std::byte>& bytes, std::uint64_t nodes) {
  ShortenJob job;
  job.header = header_of(bytes);
  job.records = records_of(bytes);
  job.bytes = bytes.size();
  job.program = "test";
  job.nodes = nodes;
  return job;
}

template <const Rules& R>
ShortenSummary must_shorten(const ShortenJob& job) {
  Progress progress;
  auto summary = shorten<R>(job, nullptr, progress);
  EXPECT_TRUE(summary) << summary.error().message;
  return std::move(*summary);
}

// What a certificate has to be beside one that it was made of.
template <const Rules& R>
void expect_no_worse(const std::vector<std::byte>& now, const std::vector<std::byte>& before) {
  EXPECT_EQ(complaint<R>(now), "");
  EXPECT_LE(now.size(), before.size());
  EXPECT_LE(header_of(now).distance, header_of(before).distance);
  EXPECT_LE(header_of(now).records, header_of(before).records);
  EXPECT_EQ(header_of(now).root, header_of(before).root);
  std::map<std::array<std::uint8_t, PackedPosition::kBytes>, std::uint16_t> bounds;
  for (const CertificateRecord& record : records_of(before)) bounds[record.position.bytes] = record.distance;
  for (const CertificateRecord& record : records_of(now))
    if (const auto old = bounds.find(record.position.bytes); old != bounds.end()) {
      EXPECT_LE(record.distance, old->second);
    }
}

// The certificate of somebody who begins with `first`, and goes on from there by proofs of their own.
template <const Rules& R>
std::vector<std::byte> detour(const std::string& fen, const std::string& first) {
  const Position<R> root = Position<R>::from_fen(fen).value();
  const Move move = parse_uci(root, first).value();
  const Position<R> after = root.after(move);
  std::map<std::array<std::uint8_t, PackedPosition::kBytes>, CertificateRecord> all;
  CertificateHeader header;
  int longest = 0;
  for (const Move reply : after.legal_moves()) {
    const ProveSummary proof = proof_of<R>(after.after(reply).fen());
    header = proof.header;
    longest = std::max(longest, proof.header.distance);
    for (const CertificateRecord& record : records_of(proof.certificate)) {
      CertificateRecord& known = all.try_emplace(record.position.bytes, record).first->second;
      if (record.distance < known.distance) known = record;
    }
  }
  header.root = fen;
  header.distance = longest + 2;
  const PackedPosition own = pack(R, root.setup());
  all[own.bytes] = {own, move, static_cast<std::uint16_t>(header.distance)};
  std::vector<CertificateRecord> records;
  for (const auto& [bytes, record] : all) records.push_back(record);
  return encode_certificate(header, records).value();
}

// There is a mate in two.
TEST(Shorten, FindsTheShortestWayWhereACertificateGoesRound) {
  const std::vector<std::byte> before = detour<fragments>(kMateInTwo, "a1b1");
  ASSERT_EQ(complaint<fragments>(before), "");
  ASSERT_GT(header_of(before).distance, 3);
  const ShortenSummary made = must_shorten<fragments>(shorten_job_of(before, 5'000));
  ASSERT_FALSE(made.certificate.empty());
  expect_no_worse<fragments>(made.certificate, before);
  EXPECT_EQ(made.header.distance, 3);
  EXPECT_GT(made.wins, 0u);
}

// The quicker win is in another certificate.
TEST(Shorten, TakesWhatIsKnownWithoutASearch) {
  const std::vector<std::byte> before = detour<fragments>(kMateInTwo, "a1b1");
  ShortenJob job = shorten_job_of(before, 0);
  EXPECT_EQ(must_shorten<fragments>(job).searches, 0u);
  job.known = records_of(must_shorten<fragments>(shorten_job_of(before, 5'000)).certificate);
  const ShortenSummary made = must_shorten<fragments>(job);
  EXPECT_EQ(made.header.distance, 3);
  EXPECT_EQ(made.searches, 0u);
  expect_no_worse<fragments>(made.certificate, before);
}

TEST(Shorten, SaysWhenThereIsNothingToGain) {
  const ProveSummary proof = proof_of<fragments>(kMateInTwo);
  ShortenSummary made = must_shorten<fragments>(shorten_job_of(proof.certificate, 5'000));
  if (!made.certificate.empty()) {
    made = must_shorten<fragments>(shorten_job_of(made.certificate, 5'000));
  }
  EXPECT_TRUE(made.certificate.empty());
  EXPECT_EQ(made.header.distance, 3);
}

// How often there was something to gain.
template <const Rules& R>
int expect_never_worse(const std::string& fen, ProofAim aim = ProofAim::win) {
  int gains = 0;
  SCOPED_TRACE(std::string(R.name) + " " + fen);
  const ProveSummary proof = proof_of<R>(fen, aim);
  for (const std::uint64_t nodes : {0, 30, 2'000}) {
    ShortenJob job = shorten_job_of(proof.certificate, nodes);
    const ShortenSummary one = must_shorten<R>(job);
    job.threads = 2;
    const ShortenSummary two = must_shorten<R>(job);
    EXPECT_EQ(one.certificate, two.certificate);
    EXPECT_EQ(one.searches, two.searches);
    if (one.certificate.empty()) continue;
    ++gains;
    expect_no_worse<R>(one.certificate, proof.certificate);
  }
  return gains;
}

TEST(Shorten, IsNeverWorseAndTheSameWithAnyThreads) {
  EXPECT_GT(expect_never_worse<fragments>(kShutIn), 0);
  EXPECT_GT(expect_never_worse<fragments>("4k/2p2/2K2/5/Q4 w - - 0 1"), 0);
  EXPECT_GT(expect_never_worse<fragments_sd>("4k/2p2/2K2/4P/Q4 w - - 0 1"), 0);
  EXPECT_GT(expect_never_worse<gardner>("4k/5/2K2/4P/R4 w - - 0 1"), 0);
}

TEST(Shorten, LeavesNoMoreThanNeededOfADrawThatIsHeld) {
  const ProveSummary proof = proof_of<fragments>(kBlocked, ProofAim::hold);
  const ShortenSummary made = must_shorten<fragments>(shorten_job_of(proof.certificate, 1'000));
  ASSERT_FALSE(made.certificate.empty());
  expect_no_worse<fragments>(made.certificate, proof.certificate);
  EXPECT_LT(made.header.records, proof.header.records);
  EXPECT_EQ(made.searches, 0u);
  expect_never_worse<fragments>(kBlocked, ProofAim::hold);
  expect_never_worse<fragments>(kCircle, ProofAim::hold);
}

TEST(Shorten, WinsAgainstAnyDefence) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  const ShortenSummary made = must_shorten<fragments>(shorten_job_of(proof.certificate, 2'000));
  ASSERT_FALSE(made.certificate.empty());
  EXPECT_LT(made.header.distance, proof.header.distance);
  const ProofMoves moves = moves_of(made.certificate);
  std::mt19937 dice(5);
  for (int played = 0; played < 200; ++played) {
    const auto [game, plies] = play_proof<fragments>(kShutIn, Color::white, dice, moves);
    EXPECT_EQ(game.verdict().outcome, Outcome::loss);
    EXPECT_LE(plies, made.header.distance);
  }
}

TEST(Shorten, StopsAfterSoManySearches) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  ShortenJob job = shorten_job_of(proof.certificate, 2'000);
  job.searches = 3;
  EXPECT_EQ(must_shorten<fragments>(job).searches, 3u);
}

// What is said of the searches.
class SearchesShown : public Progress {
 public:
  void update(const ProgressUpdate& update) override {
    if (update.unit != "searches") return;
    EXPECT_TRUE(update.knows_left);
    EXPECT_LE(update.done, update.total);
    EXPECT_TRUE(update.done == 0 || update.left) << update.done;
    done = update.done;
    total = update.total;
  }
  double done = 0, total = 0;
};

TEST(Shorten, ShowsHowManySearchesAreLeft) {
  const std::vector<std::byte> proof = proof_of<fragments>(kShutIn).certificate;
  for (const std::uint64_t most : {0, 3, 40}) {
    ShortenJob job = shorten_job_of(proof, 2'000);
    job.searches = most;
    SearchesShown shown;
    const auto made = shorten<fragments>(job, nullptr, shown);
    ASSERT_TRUE(made) << made.error().message;
    // The last round found nothing, or was the last that was allowed.
    EXPECT_EQ(shown.total, static_cast<double>(made->searches)) << most;
  }
}

TEST(SearchPace, TakesUnknownEffortsForLonger) {
  SearchPace pace;
  EXPECT_FALSE(pace.left({1, 0, 0}));
  EXPECT_EQ(pace.left({}), 0);
  pace.note(0, 4, 2);
  EXPECT_EQ(pace.left({4, 1, 1}), 2 + 4 + 32);
  pace.note(1, 1, 1);
  EXPECT_EQ(pace.left({4, 1, 1}), 2 + 1 + 8);
  EXPECT_EQ(no_more_than({4, 3, 2}, 5), (SearchCounts{4, 1, 0}));
}

// Asks to stop after so many questions.
class Impatient : public Progress {
 public:
  explicit Impatient(int patience) : patience_(patience) {}
  bool stop_requested() const override { return --patience_ < 0; }

 private:
  mutable int patience_;
};

TEST(Shorten, KeepsWhatWasGainedWhenItIsStopped) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  const ShortenJob job = shorten_job_of(proof.certificate, 2'000);
  int stopped = 0;
  for (int patience = 0; patience < 40; ++patience) {
    Impatient progress(patience);
    const auto made = shorten<fragments>(job, nullptr, progress);
    if (!made) {
      EXPECT_EQ(made.error().code, ErrorCode::interrupted);
      continue;
    }
    if (made->stopped) ++stopped;
    if (!made->certificate.empty()) expect_no_worse<fragments>(made->certificate, proof.certificate);
  }
  EXPECT_GT(stopped, 0);
}

TEST(Shorten, SaysWhenMemoryDoesNotSuffice) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  ShortenJob job = shorten_job_of(proof.certificate, 2'000);
  job.memory = 100;
  Progress progress;
  const auto made = shorten<fragments>(job, nullptr, progress);
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::limit);
  EXPECT_THAT(made.error().message, HasSubstr("--memory"));
}

// A graph of a proof, for searches in it.
struct ProofGraph {
  explicit ProofGraph(const std::vector<std::byte>& bytes)
      : graph(header_of(bytes).attacker, ProofAim::win, nullptr, {.threads = 1}) {
    Progress progress;
    EXPECT_TRUE(graph.add(records_of(bytes), progress));
    graph.relax();
  }
  ProvedGraph<fragments> graph;
};

// With so many plies, and not with fewer: which it sees before its nodes are spent.
TEST(QuickerWin, IsWithinSoManyPlies) {
  const ProofGraph known(proof_of<fragments>(kMateInTwo).certificate);
  const auto root = Position<fragments>::from_fen(kMateInTwo).value();
  const std::atomic<bool> stop{false};
  QuickerWin<fragments> search(known.graph);
  const std::vector<CertificateRecord> found = search.look(root, 3, 50'000, stop);
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front().position, pack(fragments, root.setup()));
  EXPECT_EQ(found.front().distance, 3);
  EXPECT_TRUE(search.look(root, 2, 50'000, stop).empty());
  EXPECT_LT(search.nodes(), 50'000u);
}

// The graph has every way that a shorter proof takes, whose positions come after those of a longer one.
TEST(ProvedGraph, WakesMovesThatWaited) {
  const std::vector<std::byte> before = detour<fragments>(kMateInTwo, "a1b1");
  ProofGraph known(before);
  const auto root = known.graph.find(Position<fragments>::from_fen(kMateInTwo).value().key());
  ASSERT_NE(root, kNotProved);
  EXPECT_EQ(known.graph.nodes()[root].distance, header_of(before).distance);
  Progress progress;
  const auto quick = must_shorten<fragments>(shorten_job_of(before, 5'000)).certificate;
  ASSERT_TRUE(known.graph.add(records_of(quick), progress));
  EXPECT_TRUE(known.graph.relax());
  EXPECT_EQ(known.graph.nodes()[root].distance, 3);
  EXPECT_EQ(known.graph.nodes()[root].promised, header_of(before).distance);
  EXPECT_FALSE(known.graph.relax());
}

// What came in last has not been handed on: where memory ends a search in between.
TEST(ProvedGraph, HasMovesToChooseBeforeItIsRelaxed) {
  // After 1. b3, with the searches of the command.
  const TemporaryFolder folder;
  ProveJob job = job_of<fragments>("rqknb/ppppp/1P3/P1PPP/BNKQR b - - 0 1", folder.path());
  const ProveSettings usual;
  job.settings.nodes = usual.nodes;
  job.settings.tail_nodes = usual.tail_nodes;
  job.settings.long_nodes = usual.long_nodes;
  const std::vector<std::byte> bytes = must_prove<fragments>(job).certificate;
  const auto root = Position<fragments>::from_fen(header_of(bytes).root).value();
  const std::atomic<bool> stop{false};
  Progress progress;
  for (const std::size_t together : {1, 8, 64}) {
    ProofGraph known(bytes);
    int gains = 0;
    std::vector<CertificateRecord> found;
    for (ProvedId id = 0; id < 1'500; ++id) {
      const auto more = QuickerWin<fragments>(known.graph).look(id, 3'000, stop);
      found.insert(found.end(), more.begin(), more.end());
      if (found.empty() || id % together != 0) continue;
      ++gains;
      ASSERT_TRUE(known.graph.add(found, progress));
      found.clear();
      const Result<ChosenProof> chosen = choose_moves(known.graph, root);
      ASSERT_TRUE(chosen) << together << ", " << gains << ": " << chosen.error().message;
    }
    EXPECT_GT(gains, 0);
  }
}

}  // namespace
}  // namespace bookends
