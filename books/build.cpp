#include "books/build.h"

#include <algorithm>
#include <cstdio>
#include <unordered_set>

#include "books/expand.h"
#include "books/history.h"
#include "books/journal.h"
#include "books/known_searches.h"
#include "books/leaf_pool.h"
#include "books/snapshot.h"
#include "core/io/file.h"
#include "core/outcome.h"

namespace bookends {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// A snapshot costs time in proportion to the book, so it is taken whenever the book has grown by a share of itself.
constexpr std::size_t kSnapshotShare = 4;
constexpr std::size_t kSnapshotLeast = 1000;
constexpr milliseconds kSyncEvery{1000};

BookHeader header_of(const BuildSettings& settings) {
  return {settings.game, settings.rules_fingerprint, settings.side, settings.program, settings.text(), settings.starts};
}

template <const Rules& R>
class Builder {
 public:
  Builder(const BuildJob& job, const EvaluatorFactory<R>& evaluators, Progress& progress)
      : job_(job), evaluators_(evaluators), progress_(progress), workspace_(job.settings) {}

  Result<BuildSummary> run() {
    const Result<void> ready = open();
    if (!ready) return ready.error();
    while (!finished_) {
      const Result<void> stepped = step();
      if (!stepped) return stepped.error();
    }
    return finish();
  }

 private:
  std::filesystem::path snapshot_path() const { return job_.workspace / "snapshot"; }

  // What is wrong from the start is said before anything is made, and before hours are spent.
  Result<void> open() {
    Workspace trial(job_.settings);
    Result<void> sound = check_texts(header_of(job_.settings));
    if (sound) sound = plant<R>(trial, job_.seeds);
    if (sound) sound = check_starts();
    if (sound) sound = read_known();
    if (sound) sound = make_folder_of(job_.out);
    if (sound) sound = make_writable_folder(job_.workspace);
    if (!sound) return sound;
    pool_.emplace(evaluators_, job_.threads);
    Result<Journal> journal = Journal::open(job_.settings, job_.workspace / "journal");
    if (!journal) return with_remedy(journal.error());
    journal_.emplace(std::move(*journal));
    spent_before_ = journal_->time_spent();
    history_.emplace(job_.workspace / "history.tsv", job_.settings.starts.size());
    return load();
  }

  Result<void> read_known() {
    if (job_.reuse.empty()) return {};
    Result<KnownSearches> known = KnownSearches::read(job_.settings, job_.reuse);
    if (!known) return known.error();
    known_ = std::make_shared<const KnownSearches>(std::move(*known));
    evaluators_ = with_known_searches<R>(std::move(evaluators_), known_);
    return {};
  }

  // A book holds no finished games.
  Result<void> check_starts() const {
    for (const std::string& fen : job_.settings.starts) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (start && !verdict(*start).over()) return {};
    }
    return Error{ErrorCode::invalid_argument, "the game is over at every start: there is no move to put in a book"};
  }

  // Of a file in the workspace that cannot be read.
  Error with_remedy(const Error& error) const {
    if (error.code != ErrorCode::corrupt && error.code != ErrorCode::unsupported) return error;
    return {error.code, error.message + "; remove the folder " + job_.workspace.string() +
                            " (the searches in it are lost, and made again), or name another with --workspace" +
                            "; a book that is there already is replaced with --force"};
  }

  // The workspace as the last snapshot left it, or a new one.
  Result<void> load() {
    workspace_ = Workspace(job_.settings);  // one workspace in memory, not two
    values_ = {};
    Result<Workspace> saved = load_snapshot(job_.settings, snapshot_path());
    if (saved) {
      workspace_ = std::move(*saved);
    } else {
      if (saved.error().code != ErrorCode::not_found) return with_remedy(saved.error());
      const Result<void> planted = plant<R>(workspace_, job_.seeds);
      if (!planted) return planted;
    }
    workspace_.set_overrides(job_.overrides);
    saved_size_ = workspace_.size();
    rounds_ = 0;
    values_ = derive_values(workspace_);
    return {};
  }

  milliseconds time_spent() const {
    return spent_before_ + std::chrono::duration_cast<milliseconds>(Clock::now() - started_);
  }
  bool time_is_up() const { return job_.limits.time && time_spent() >= *job_.limits.time; }
  bool limits_reached() const {
    return time_is_up() || (job_.limits.positions > 0 && workspace_.size() >= job_.limits.positions);
  }

  // One round, or the discovery that the build is finished.
  Result<void> step() {
    Round round;
    round.owed = true;
    if (leaf_jobs<R>(workspace_).empty()) {  // else a new workspace, whose starts come first
      round = next_round<R>(workspace_, values_, job_.limits.max_ply);
      if (round.growth.empty() || (!round.owed && limits_reached())) {
        finished_ = true;
        return {};
      }
    }
    grow<R>(workspace_, round);
    const Result<void> searched = search_leaves(!round.owed);
    if (!searched) {
      // Others may ask to stop than the time, and than this progress: a rank that searches for this build.
      const bool time_has_come = !progress_.stop_requested() && time_is_up();
      return searched.error().code == ErrorCode::interrupted && time_has_come ? rewind() : give_up(searched);
    }
    return end_round();
  }

  Result<void> search_leaves(bool timed) {
    const std::vector<LeafJob> jobs = leaf_jobs<R>(workspace_);
    const auto pulse = [&](std::size_t done) {
      report(done, jobs.size());
      return !progress_.stop_requested() && !(timed && time_is_up());
    };
    if (!pulse(0)) return Error{ErrorCode::interrupted, "interrupted"};
    Result<std::vector<LeafResult>> results = pool_->run(jobs, *journal_, pulse);
    if (!results) return results.error();
    for (std::size_t i = 0; i < jobs.size(); ++i) workspace_.set_result(jobs[i].node, (*results)[i]);
    return {};
  }

  Result<void> end_round() {
    derive();
    ++rounds_;
    history_->note(time_spent(), workspace_, values_);
    if (workspace_.size() >= saved_size_ + std::max(kSnapshotLeast, saved_size_ / kSnapshotShare)) {
      const Result<void> saved = save();
      return saved ? journal_->restart() : saved;
    }
    return time_spent() - journal_->time_spent() >= kSyncEvery ? note_time() : Result<void>{};
  }

  void derive() {
    values_ = {};  // the old ones are gone before the new ones are made
    values_ = derive_values(workspace_);
  }

  // Writes down the time and flushes the journal. A kill loses no search without it; a power cut may lose this much.
  Result<void> note_time() {
    const Result<void> noted = journal_->add_time(time_spent());
    return noted ? journal_->sync() : noted;
  }

  Result<void> save() {
    const Result<void> saved = save_snapshot(workspace_, snapshot_path());
    if (!saved) return saved;
    saved_size_ = workspace_.size();
    rounds_ = 0;
    return {};
  }

  // The time ran out within a round. A round counts as a whole or not at all, or the book would depend on the moment:
  // the rounds that were finished are repeated from the snapshot, the journal answering for every search. What the
  // abandoned round has found stays in the journal for the next run.
  Result<void> rewind() {
    finished_ = abandoned_ = true;
    const int finished_rounds = rounds_;
    const Result<void> loaded = load();
    if (!loaded) return loaded;
    while (rounds_ < finished_rounds) {
      Round round;
      if (leaf_jobs<R>(workspace_).empty()) round = next_round<R>(workspace_, values_, job_.limits.max_ply);
      grow<R>(workspace_, round);
      for (const LeafJob& job : leaf_jobs<R>(workspace_)) {
        const std::optional<LeafResult> known = journal_->find(job.task);
        if (!known) return Error{ErrorCode::io, (job_.workspace / "journal").string() + ": cannot be read again"};
        workspace_.set_result(job.node, *known);
      }
      derive();
      ++rounds_;
    }
    return {};
  }

  Result<void> give_up(const Result<void>& why) {
    if (const Result<void> noted = note_time(); !noted) return why.error().code == ErrorCode::interrupted ? noted : why;
    const ErrorCode code = why.error().code;
    std::string advice = ", run the same command again to go on";
    if (code == ErrorCode::io && job_.ranks > 1) advice = "";  // a lost rank brings its own
    if (code != ErrorCode::io && code != ErrorCode::interrupted) advice = ", mend that and run it again to go on";
    return Error{code, why.error().message + "; everything searched so far is in " + job_.workspace.string() + advice};
  }

  Result<BuildSummary> finish() {
    const Result<void> noted = journal_->add_time(time_spent());
    if (!noted) return noted.error();
    if (rounds_ > 0) {
      Result<void> saved = save();
      if (saved && !abandoned_) saved = journal_->restart();
      if (!saved) return saved.error();
    }
    const Result<std::vector<std::byte>> bytes = book_bytes<R>(workspace_, values_);
    if (!bytes) return bytes.error();
    const Result<std::vector<std::byte>> old = read_file(job_.out);
    if (!old || *old != *bytes) {
      const Result<void> written = write_file(job_.out, *bytes);
      if (!written) return written.error();
    }
    // An answer that came when the time was up counts for nothing.
    const std::size_t reused = known_ ? std::min(known_->answers(), pool_->searches()) : 0;
    BuildSummary summary{positions_in_book(), pool_->searches() - reused, reused, bytes->size(), {}, idle_overrides()};
    for (const NodeId start : workspace_.starts()) summary.starts.push_back(values_.nodes[start]);
    return summary;
  }

  std::size_t positions_in_book() const {
    return static_cast<std::size_t>(
        std::ranges::count_if(values_.nodes, [](const NodeValue& value) { return static_cast<bool>(value.best); }));
  }

  std::vector<std::string> idle_overrides() const {
    std::unordered_set<Key> held;
    for (NodeId id = 0; id < workspace_.size(); ++id)
      if (workspace_.override_of(id) != nullptr) held.insert(workspace_.node(id).key);
    std::vector<std::string> idle;
    for (const Override& o : job_.overrides)
      if (const auto position = unpack_position<R>(o.position); position && !held.contains(o.key))
        idle.push_back(position->fen());
    return idle;
  }

  void report(std::size_t leaves_done, std::size_t leaves) {
    std::string detail = std::to_string(leaves - leaves_done) + " leaves left in this round";
    if (job_.ranks > 1) detail += ", " + std::to_string(job_.ranks) + " ranks";
    if (job_.limits.time) {
      const auto left = std::max(milliseconds{0}, *job_.limits.time - time_spent());
      detail += ", " + std::to_string(left.count() / 1000) + " s left";
    }
    detail += ", value";
    for (const NodeId start : workspace_.starts()) {
      // A start is always among the nodes the values speak of: nodes are only ever added.
      const Score value = start < values_.nodes.size() ? values_.nodes[start].value : 0;
      detail += ' ' + format_score(value);
    }
    // Some leaves are old positions searched once more; what was reported stays reported.
    reported_ = std::max(reported_, workspace_.size() - std::min(workspace_.size(), leaves - leaves_done));
    ProgressUpdate update;
    update.task = "book";
    update.done = static_cast<double>(reported_);
    if (job_.limits.positions > 0)
      update.total = static_cast<double>(std::max(workspace_.size(), job_.limits.positions));
    update.unit = "positions";
    update.detail = detail;
    progress_.update(update);
  }

  const BuildJob& job_;
  EvaluatorFactory<R> evaluators_;
  std::shared_ptr<const KnownSearches> known_;
  std::optional<LeafPool<R>> pool_;
  Progress& progress_;
  Workspace workspace_;
  BookValues values_;
  std::optional<Journal> journal_;
  std::optional<History> history_;
  Clock::time_point started_ = Clock::now();
  milliseconds spent_before_{0};
  std::size_t saved_size_ = 0;
  std::size_t reported_ = 0;
  int rounds_ = 0;  // finished since the snapshot
  bool finished_ = false;
  bool abandoned_ = false;
};

}  // namespace

template <const Rules& R>
Result<BuildSummary> build_book(const BuildJob& job, const EvaluatorFactory<R>& evaluators, Progress& progress) {
  return Builder<R>(job, evaluators, progress).run();
}

template <const Rules& R>
Result<std::vector<std::byte>> book_bytes(const Workspace& workspace, const BookValues& values) {
  std::vector<BookEntry> entries;
  entries.reserve(workspace.size());
  std::vector<BookRemark> remarks;
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const NodeValue& value = values.nodes[id];
    if (!value.best) continue;  // the game is over
    BookEntry entry;
    entry.key = workspace.node(id).key;
    entry.move_index = static_cast<std::uint16_t>(book_move_index(position_of<R>(workspace, id), value.best));
    entry.score = value.value;
    entry.depth = static_cast<std::uint8_t>(values.horizon(workspace, id));
    entry.proof = values.proof(id);
    entry.from_table = workspace.node(id).state == NodeState::table;
    if (const Override* held = workspace.override_of(id)) {
      entry.manual = true;
      if (!held->remark.empty()) remarks.push_back({entry.key, held->remark});
    }
    entries.push_back(entry);
  }
  return encode_book(header_of(workspace.settings()), std::move(entries), std::move(remarks));
}

#define BOOKENDS_INSTANTIATE(game)                                                                             \
  template Result<BuildSummary> build_book<games::game>(const BuildJob&, const EvaluatorFactory<games::game>&, \
                                                        Progress&);                                            \
  template Result<std::vector<std::byte>> book_bytes<games::game>(const Workspace&, const BookValues&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
