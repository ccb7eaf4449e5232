#include "books/grow/build_room.h"

#include <algorithm>
#include <unordered_set>

#include "books/file/repair_advice.h"
#include "books/file/writer.h"
#include "books/grow/expand.h"
#include "core/io/file.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

constexpr milliseconds kSyncEvery{1000};

BookHeader header_of(const BuildSettings& settings) {
  return {settings.game, settings.rules_fingerprint, settings.side, settings.program, settings.text(), settings.starts};
}

std::size_t positions_in_book(const BookValues& values) {
  return static_cast<std::size_t>(
      std::ranges::count_if(values.nodes, [](const NodeValue& value) { return static_cast<bool>(value.best); }));
}

}  // namespace

template <const Rules& R>
Result<void> BuildRoom<R>::open() {
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
  if (!journal) return with_advice(journal.error());
  journal_.emplace(std::move(*journal));
  spent_before_ = journal_->time_spent();
  history_.emplace(job_.workspace / "history.tsv", job_.settings.starts.size());
  return {};
}

template <const Rules& R>
Result<void> BuildRoom<R>::read_known() {
  if (job_.reuse.empty()) return {};
  Result<KnownSearches> known = KnownSearches::read(job_.settings, job_.reuse);
  if (!known) return known.error();
  known_ = std::make_shared<const KnownSearches>(std::move(*known));
  evaluators_ = with_known_searches<R>(std::move(evaluators_), known_);
  return {};
}

// A book holds no finished games.
template <const Rules& R>
Result<void> BuildRoom<R>::check_starts() const {
  for (const std::string& fen : job_.settings.starts) {
    const Result<Position<R>> start = Position<R>::from_fen(fen);
    if (start && !verdict(*start).over()) return {};
  }
  return Error{ErrorCode::invalid_argument, "the game is over at every start: there is no move to put in a book"};
}

template <const Rules& R>
Error BuildRoom<R>::with_advice(const Error& error) const {
  return bookends::with_advice(
      error, job_.workspace,
      "the searches in it are lost, and made again; a book that is there already is replaced with --force");
}

template <const Rules& R>
milliseconds BuildRoom<R>::time_spent() const {
  return spent_before_ + std::chrono::duration_cast<milliseconds>(Clock::now() - started_);
}

template <const Rules& R>
Result<std::vector<LeafResult>> BuildRoom<R>::search(const std::vector<LeafJob>& jobs,
                                                     const std::function<bool(std::size_t)>& pulse) {
  return pool_->run(jobs, *journal_, pulse);
}

template <const Rules& R>
void BuildRoom<R>::note(const Workspace& workspace, const BookValues& values) {
  history_->note(time_spent(), workspace, values);
}

template <const Rules& R>
Result<void> BuildRoom<R>::note_time() {
  const Result<void> noted = journal_->add_time(time_spent());
  return noted ? journal_->sync() : noted;
}

template <const Rules& R>
Result<void> BuildRoom<R>::keep_time() {
  return time_spent() - journal_->time_spent() >= kSyncEvery ? note_time() : Result<void>{};
}

template <const Rules& R>
Result<void> BuildRoom<R>::give_up(const Result<void>& why) {
  if (const Result<void> noted = note_time(); !noted) return why.error().code == ErrorCode::interrupted ? noted : why;
  const ErrorCode code = why.error().code;
  std::string advice = ", run the same command again to go on";
  if (code == ErrorCode::io && job_.ranks > 1) advice = "";  // a lost rank brings its own
  if (code != ErrorCode::io && code != ErrorCode::interrupted) advice = ", mend that and run it again to go on";
  return Error{code, why.error().message + "; everything searched so far is in " + job_.workspace.string() + advice};
}

template <const Rules& R>
Result<BuildSummary> BuildRoom<R>::finish(const Workspace& workspace, const BookValues& values) {
  const Result<std::vector<std::byte>> bytes = book_bytes<R>(workspace, values, job_.played);
  if (!bytes) return bytes.error();
  const Result<std::vector<std::byte>> old = read_file(job_.out);
  if (!old || *old != *bytes) {
    const Result<void> written = write_file(job_.out, *bytes, job_.before);
    if (!written) return written.error();
  }
  // An answer that came when the time was up counts for nothing.
  const std::size_t reused = known_ ? std::min(known_->answers(), pool_->searches()) : 0;
  BuildSummary summary;
  summary.positions = positions_in_book(values);
  summary.new_searches = pool_->searches() - reused;
  summary.reused = reused;
  summary.bytes = bytes->size();
  summary.idle_overrides = idle_overrides(workspace, values);
  for (const NodeId start : workspace.starts()) summary.starts.push_back(values.nodes[start]);
  return summary;
}

template <const Rules& R>
std::vector<std::string> BuildRoom<R>::idle_overrides(const Workspace& workspace, const BookValues& values) const {
  std::unordered_set<Key> held;
  for (NodeId id = 0; id < workspace.size(); ++id)
    if (values.nodes[id].best && workspace.override_of(id) != nullptr) held.insert(workspace.node(id).key);
  std::vector<std::string> idle;
  for (const Override& o : job_.overrides)
    if (const auto position = unpack_position<R>(o.position); position && !held.contains(o.key))
      idle.push_back(position->fen());
  return idle;
}

template <const Rules& R>
void BuildRoom<R>::report(const Workspace& workspace, const BookValues& values, std::size_t done,
                          const std::string& left) {
  std::string detail = "value";
  for (const NodeId start : workspace.starts()) {
    // A start is always among the nodes the values speak of: nodes are only ever added.
    const Score value = start < values.nodes.size() ? values.nodes[start].value : 0;
    detail += ' ' + format_score(value);
  }
  detail += ", " + left;
  if (job_.ranks > 1) detail += ", " + std::to_string(job_.ranks) + " ranks";
  if (job_.limits.time) {
    const auto rest = std::max(milliseconds{0}, *job_.limits.time - time_spent());
    detail += ", " + std::to_string(rest.count() / 1000) + " s left";
  }
  // Some leaves are old positions searched once more; what was reported stays reported.
  reported_ = std::max(reported_, done);
  ProgressUpdate update;
  update.task = "book";
  update.done = static_cast<double>(reported_);
  if (job_.limits.positions > 0) update.total = static_cast<double>(std::max(workspace.size(), job_.limits.positions));
  update.unit = "positions";
  update.detail = detail;
  progress_.update(update);
}

// The record of a position, its moves ascending by their index.
template <const Rules& R>
std::vector<PlayedMove> played_at(const Position<R>& position, std::span<const TalliedMove> played) {
  std::vector<PlayedMove> record;
  const MoveList legal = position.legal_moves();
  auto tallied = std::ranges::lower_bound(played, position.key(), {}, &TalliedMove::key);
  for (; tallied != played.end() && tallied->key == position.key(); ++tallied)
    if (const Move move = Move::from_bits(tallied->move); tallied->games > 0 && legal.contains(move))
      record.push_back(record_of(*tallied, book_move_index(position, move)));
  std::ranges::sort(record, {}, &PlayedMove::move_index);
  return record;
}

template <const Rules& R>
Result<std::vector<std::byte>> book_bytes(const Workspace& workspace, const BookValues& values,
                                          std::span<const TalliedMove> played) {
  std::vector<BookEntry> entries;
  entries.reserve(workspace.size());
  std::vector<BookRemark> remarks;
  std::vector<BookPlayed> records;
  for (NodeId id = 0; id < workspace.size(); ++id) {
    const NodeValue& value = values.nodes[id];
    if (!value.best) continue;  // the game is over
    BookEntry entry;
    entry.key = workspace.node(id).key;
    const Position<R> position = position_of<R>(workspace, id);
    entry.move_index = static_cast<std::uint16_t>(book_move_index(position, value.best));
    entry.score = value.value;
    entry.depth = static_cast<std::uint8_t>(values.horizon(workspace, id));
    entry.proof = values.proof(id);
    entry.from_table = workspace.node(id).state == NodeState::table;
    if (const Override* held = workspace.override_of(id)) {
      entry.manual = true;
      if (!held->remark.empty()) remarks.push_back({entry.key, held->remark});
    }
    if (!played.empty()) records.push_back({entry.key, played_at(position, played)});
    entries.push_back(entry);
  }
  return encode_book(header_of(workspace.settings()), std::move(entries), std::move(remarks), std::move(records));
}

#define BOOKENDS_INSTANTIATE(game)                                                                     \
  template class BuildRoom<games::game>;                                                               \
  template Result<std::vector<std::byte>> book_bytes<games::game>(const Workspace&, const BookValues&, \
                                                                  std::span<const TalliedMove>);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
