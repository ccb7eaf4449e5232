#include "books/proof/prove/prove.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <ctime>
#include <span>

#include "books/file/repair_advice.h"
#include "books/proof/plan/history.h"
#include "books/proof/plan/plan_file.h"
#include "books/proof/prove/assemble.h"
#include "books/proof/prove/place_team.h"
#include "books/proof/prove/round_growth.h"
#include "books/work/history_table.h"
#include "core/base/batch.h"
#include "core/base/resident.h"
#include "core/base/text_streams.h"
#include "core/io/file.h"
#include "core/io/folder_lock.h"

namespace bookends {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Places of a round: a share of the plan, so that the work between rounds stays a share of the searches. Where the draw
// is held, what one place finds often closes circles for others: smaller rounds look into fewer that nobody needs.
constexpr std::size_t kLeastPlaces = 16, kMostPlaces = 1024;
constexpr std::size_t places_share(ProofAim aim) { return aim == ProofAim::win ? 64 : 512; }
// A snapshot takes at most so small a share of the time.
constexpr int kSaveShare = 20;
constexpr milliseconds kSaveLeast{30'000};
// Goes up when the same settings come to make another proof: a workspace of before is refused.
constexpr int prover_version(ProofAim aim) { return aim == ProofAim::win ? 3 : 4; }
// About. What is held is asked of the system, where it says so.
constexpr std::size_t kNodeBytes = 400, kSolvedBytes = 32;

template <const Rules& R>
class Prover {
 public:
  // `team` may be null.
  Prover(const ProveJob& job, const Oracle<R>* tables, const PlaceTeam<R>* team, Progress& progress)
      : job_(job),
        settings_(job.settings),
        progress_(progress),
        team_(team),
        plan_(job.settings.attacker, tables, job.settings.aim) {
    PlaceSearcherFactory<R> make = [this]() -> std::unique_ptr<PlaceSearcher<R>> {
      return std::make_unique<PlaceSearch<R>>(settings_, plan_.tables(), knowledge_);
    };
    if (team_ != nullptr) make = team_->shared(std::move(make));
    for (int i = 0; i < std::max(1, job.threads); ++i) searchers_.push_back(make());
  }

  Result<ProveSummary> run() {
    if (const Result<void> ready = open(); !ready) return ready.error();
    while (true) {
      const std::vector<double> costs = plan_.costs();
      if (is_refuted(costs)) return summary(ProofResult::refuted);
      const CheapestPlan cheapest = plan_.cheapest(costs);
      take_stock(costs, cheapest.open.size());
      if (cheapest.open.empty()) return proved();
      if (const Result<void> done = round(cheapest); !done) return stopped(done.error());
    }
  }

 private:
  std::filesystem::path plan_path() const { return job_.workspace / kPlanFile; }
  std::filesystem::path history_path() const { return job_.workspace / kHistoryFile; }

  Result<void> open() {
    bytes_before_ = resident_bytes();
    bytes_before_ -= std::min(bytes_before_, tables_of_searches().held);
    if (const Result<void> rules = check_has_proofs(R); !rules) return rules;
    const Result<Position<R>> root = Position<R>::from_fen(settings_.root);
    if (!root) return root.error();
    root_ = *root;
    if (verdict(*root).over()) return Error{ErrorCode::invalid_argument, "the game is over at " + settings_.root};
    if (const Result<void> made = make_writable_folder(job_.workspace); !made) return made;
    Result<FolderLock> lock = FolderLock::take(job_.workspace);
    if (!lock) return lock.error();
    lock_ = std::move(*lock);
    Solved known;
    for (const SolvedEntry& entry : job_.known) known.add(entry);
    const std::vector<Position<R>> roots = roots_of(known);
    if (const Result<void> sound = check_tables(); !sound) return sound;
    const Result<PlanProgress> saved = load_plan<R>(plan_, settings_.text(), job_.memory, plan_path());
    if (saved) return resume(*saved, roots);
    if (saved.error().code != ErrorCode::not_found)
      return with_advice(saved.error(), job_.workspace, "what was found is lost");
    history_.open(history_path(), std::nullopt);
    plan_.take(job_.known);
    for (const Position<R>& each : roots) plan_.add_root(each);
    return check_tables();
  }

  // The plan is loaded.
  Result<void> resume(const PlanProgress& saved, const std::vector<Position<R>>& roots) {
    rounds_ = saved.rounds;
    spent_before_ = milliseconds(saved.milliseconds);
    if (const Result<void> same = check_roots(roots); !same) return same;
    // Of a workspace that was made small they are gone, but for those that its plan rests on.
    plan_.take(job_.known);
    history_.open(history_path(), spent_before_);
    searches_ = history_.last().searches;
    cpu_before_ = history_.last().cpu;
    return {};
  }

  // The root, or what its defender can make of it, without what is known by the rules, the tables or other proofs.
  std::vector<Position<R>> roots_of(const Solved& solved) {
    const auto fate_of = [&](const Position<R>& position) {
      return known_fate(position, settings_.attacker, plan_.tables(), settings_.aim).fate;
    };
    const Fate fate = fate_of(*root_);
    hopeless_ = fate == Fate::missed;
    if (fate != Fate::open) return {};
    if (root_->turn() == settings_.attacker) return {*root_};
    std::vector<Position<R>> roots;
    for (const Move m : root_->legal_moves()) {
      const Position<R> reply = root_->after(m);
      const Fate after = fate_of(reply);
      if (after == Fate::missed) hopeless_ = true;
      if (after == Fate::open && !solved.find(reply.key())) roots.push_back(reply);
    }
    return roots;
  }

  Result<void> check_roots(const std::vector<Position<R>>& roots) const {
    const bool same = std::equal(roots.begin(), roots.end(), plan_.roots().begin(), plan_.roots().end(),
                                 [&](const Position<R>& root, NodeId n) { return root.key() == plan_.nodes()[n].key; });
    if (same) return {};
    return Error{ErrorCode::corrupt, plan_path().string() + ": its roots are not those of " + settings_.root};
  }

  bool is_refuted(const std::vector<double>& costs) const {
    return hopeless_ || std::any_of(plan_.roots().begin(), plan_.roots().end(), [&](NodeId n) {
             return plan_.nodes()[n].state != PlanState::solved && costs[n] >= kNoCost;
           });
  }

  milliseconds spent() const {
    return spent_before_ + std::chrono::duration_cast<milliseconds>(Clock::now() - started_);
  }

  bool time_is_up() const { return job_.time && spent() >= *job_.time; }

  std::size_t places() const {
    return std::clamp(plan_.nodes().size() / places_share(settings_.aim), kLeastPlaces, kMostPlaces);
  }

  void take_stock(const std::vector<double>& costs, std::size_t open) {
    left_ = 0;
    for (const NodeId root : plan_.roots())
      if (plan_.nodes()[root].state != PlanState::solved) left_ += costs[root];
    // Each open place counts as one at least: where there are circles the costs may say that nothing is left.
    left_ = std::max(std::round(std::min(left_, kMostSearchesLeft)), static_cast<double>(open));
    closed_ = static_cast<std::size_t>(std::count_if(plan_.nodes().begin(), plan_.nodes().end(),
                                                     [](const PlanNode& n) { return n.state == PlanState::solved; }));
    open_ = open;
  }

  // As it was when the last round was over.
  ProofMoment moment(milliseconds now) const {
    const double cpu = static_cast<double>(std::clock() - cpu_started_) / CLOCKS_PER_SEC;
    return {
        now,
        cpu_before_ + milliseconds(std::llround(cpu * 1000)) + std::chrono::duration_cast<milliseconds>(cpu_elsewhere_),
        rounds_,
        searches_,
        plan_.nodes().size(),
        closed_,
        plan_.solved().size(),
        open_,
        left_};
  }

  // Longer looks go first: other threads have the places meanwhile.
  Result<void> round(const CheapestPlan& cheapest) {
    const std::span<const PlanLeaf> dearest = std::span(cheapest.open).first(std::min(places(), cheapest.open.size()));
    std::vector<PlanLeaf> leaves = cheapest.due;
    leaves.insert(leaves.end(), dearest.begin(), dearest.end());
    if (const Result<void> saved = maybe_save(); !saved) return saved;
    if (const Result<void> fits = check_memory(leaves.size(), cheapest.due); !fits) return fits;
    const std::size_t planned = plan_.nodes().size(), solved = plan_.solved().size();
    if (const Result<void> told = tell_team(); !told) return told;
    Result<std::vector<PlaceResult>> results = look_into(leaves);
    if (!results) return results.error();
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      plan_.take((*results)[i].found);
      if (!(*results)[i].proved) plan_.expand(leaves[i], (*results)[i].candidates, (*results)[i].replies);
      cpu_elsewhere_ += (*results)[i].cpu_elsewhere;
    }
    plan_.note_searches(cheapest, dearest);
    if (const Result<void> sound = check_tables(); !sound) return sound;
    growth_.note(leaves.size(), plan_.nodes().size() - planned, plan_.solved().size() - solved);
    ++rounds_;
    searches_ += leaves.size();
    return {};
  }

  // What the plan has come to know since the last round, or when it was opened.
  Result<void> tell_team() {
    if (team_ == nullptr) return {};
    std::vector<Key> planned;
    for (; told_ < plan_.nodes().size(); ++told_) planned.push_back(plan_.nodes()[told_].key);
    std::vector<SolvedEntry> solved = plan_.solved().take_news();
    if (!team_knows_) solved = plan_.solved().entries();
    team_knows_ = true;
    return team_->tell({planned, solved});
  }

  // A damaged table knows nothing from then on: what is planned and found without it is not wrong, but another proof
  // than with it. So nothing of that is saved.
  Result<void> check_tables() const {
    const auto trouble = plan_.tables() ? plan_.tables()->trouble() : std::nullopt;
    return trouble ? Result<void>(*trouble) : Result<void>();
  }

  struct SearchTables {
    std::size_t held = 0, most = 0;  // bytes
  };
  SearchTables tables_of_searches() const {
    SearchTables all;
    for (const auto& searcher : searchers_) {
      all.held += searcher->held_bytes();
      all.most += searcher->most_held_bytes();
    }
    return all;
  }

  // Those of a round, in this process: no more at a time than are due, nor than it has searchers.
  std::size_t bytes_of_looks(std::span<const PlanLeaf> due) const {
    int longest = 0;
    for (const PlanLeaf& leaf : due) longest = std::max(longest, leaf.look);
    std::size_t looks = due.size(), bytes = 0;
    for (const auto& searcher : searchers_) {
      const std::size_t one = searcher->look_bytes(longest);
      if (one == 0 || looks == 0) continue;
      bytes += one;
      --looks;
    }
    return bytes;
  }

  // Of all that the process holds, what has come since the beginning is plan and proofs, and the tables of searches. A
  // round makes plan and proofs grow, and any search may need its largest table, a longer look one more. For a moment
  // they take more, when they move to where there is room for more, or are saved: that takes what moving them has
  // freed.
  Result<void> check_memory(std::size_t places, std::span<const PlanLeaf> due) {
    const SearchTables tables = tables_of_searches();
    const std::size_t nodes = plan_.nodes().size(), solved = plan_.solved().size();
    const std::size_t now = resident_bytes(), come = now - std::min(now, bytes_before_ + tables.held);
    const std::size_t more_nodes = growth_.planned(places), more_solved = growth_.solved(places);
    const std::size_t held = std::max(come, nodes * kNodeBytes + solved * kSolvedBytes);
    const std::size_t more = more_nodes * kNodeBytes + more_solved * kSolvedBytes;
    const std::size_t moment = std::max(plan_.moving_bytes(nodes + more_nodes, solved + more_solved),
                                        saving_bytes(plan_, more_nodes, more_solved));
    const std::size_t bytes = bytes_before_ + tables.most + bytes_of_looks(due) + held + more + moment;
    if (bytes <= job_.memory) return {};
    return round_too_large(bytes);
  }

  Result<std::vector<PlaceResult>> look_into(const std::vector<PlanLeaf>& leaves) {
    std::vector<PlaceResult> results(leaves.size());
    const Batch batch{.jobs = leaves.size(),
                      .workers = searchers_.size(),
                      .work = [&](std::size_t worker, std::size_t job) -> Result<void> {
                        const PlanNode& node = plan_.nodes()[leaves[job].node];
                        Result<PlaceResult> result = searchers_[worker]->look_into(
                            {node.position, leaves[job].only, node.score, leaves[job].look}, stop_);
                        if (!result) return result.error();
                        if (stop_) return Error{ErrorCode::interrupted, "interrupted"};
                        results[job] = std::move(*result);
                        return {};
                      },
                      .pulse = [&](std::size_t done) { return goes_on(done, leaves.size()); }};
    // A round may be over before its first pulse.
    if (!goes_on(0, leaves.size())) return Error{ErrorCode::interrupted, "interrupted"};
    std::size_t done = 0;
    if (const Result<void> ran = run_batch(batch, stop_, done); !ran) return ran.error();
    return results;
  }

  bool goes_on(std::size_t done, std::size_t leaves) {
    show(done, leaves);
    return !progress_.stop_requested() && !time_is_up();
  }

  void show(std::size_t done, std::size_t leaves) {
    ProgressUpdate update;
    update.task = "proof";
    update.done = static_cast<double>(plan_.solved().size());
    update.unit = "solved";
    TextWriter detail;
    detail << "round " << rounds_ + 1 << ": " << done << " of " << leaves << " places; plan " << plan_.nodes().size()
           << ", closed " << 100 * closed_ / std::max<std::size_t>(1, plan_.nodes().size()) << " %, seems to need "
           << static_cast<std::uint64_t>(left_) << " searches";
    if (team_ != nullptr) detail << ", " << team_->ranks << " ranks";
    const std::string text = detail.str();
    update.detail = text;
    progress_.update(update);
  }

  Result<void> save() {
    const auto began = Clock::now();
    // A moment that has a line already is a little older, so that what is saved has one of its own.
    const ProofMoment& noted = history_.last();
    const milliseconds now = noted.rounds == rounds_ ? spent() : std::max(spent(), noted.spent + milliseconds(1));
    history_.note_saved(moment(now));
    const Result<void> saved =
        save_plan<R>(plan_, {rounds_, static_cast<std::uint64_t>(now.count())}, settings_.text(), plan_path());
    saved_at_ = Clock::now();
    save_took_ = std::chrono::duration_cast<milliseconds>(saved_at_ - began);
    return saved;
  }

  Result<void> maybe_save() {
    const milliseconds due = std::max(kSaveLeast, kSaveShare * save_took_);
    if (Clock::now() - saved_at_ >= due) return save();
    history_.note(moment(spent()));
    return {};
  }

  // The round that was cut off is forgotten; what was there before it is kept.
  Result<ProveSummary> stopped(const Error& why) {
    const bool interrupted = why.code == ErrorCode::interrupted;
    const bool lost = why.code == ErrorCode::io && team_ != nullptr;  // a rank
    if (!interrupted && !lost && why.code != ErrorCode::limit) return why;
    if (const Result<void> sound = check_tables(); !sound) return sound.error();
    if (const Result<void> saved = save(); !saved) return saved.error();
    if (interrupted && time_is_up() && !progress_.stop_requested()) return summary(ProofResult::open);
    return Error{why.code, why.message + "; what was found is in " + job_.workspace.string() +
                               (interrupted ? ", run the same command again to go on with round " +
                                                  std::to_string(rounds_ + 1) + " from its beginning"
                                            : "")};
  }

  Result<ProveSummary> proved() {
    if (const Result<void> sound = check_tables(); !sound) return sound.error();
    if (const Result<void> saved = save(); !saved) return saved.error();
    Result<ProveSummary> made = summary(ProofResult::proved);
    made->header = {std::string(R.name), fingerprint(R),
                    settings_.root,      settings_.attacker,
                    settings_.aim,       0,
                    settings_.table_men, 0,
                    settings_.program};
    Result<std::vector<CertificateRecord>> records = certificate_records<R>(plan_, made->header);
    if (const Result<void> sound = check_tables(); !sound) return sound.error();
    if (!records) return records.error();
    made->header.records = records->size();
    Result<std::vector<std::byte>> bytes = encode_certificate(made->header, std::move(*records));
    if (!bytes) return bytes.error();
    made->certificate = std::move(*bytes);
    return made;
  }

  Result<ProveSummary> summary(ProofResult result) {
    ProveSummary made;
    made.result = result;
    made.rounds = rounds_;
    made.positions = plan_.nodes().size();
    made.solved = plan_.solved().size();
    made.searches = result == ProofResult::open ? left_ : 0;
    made.spent = spent();
    return made;
  }

  const ProveJob& job_;
  FolderLock lock_;
  const ProveSettings& settings_;
  Progress& progress_;
  const PlaceTeam<R>* team_;
  Plan<R> plan_;
  const PlanKnowledge knowledge_{plan_.solved(), [this](Key key) { return plan_.find(key) != kNoNode; }};
  std::vector<std::unique_ptr<PlaceSearcher<R>>> searchers_;
  std::size_t told_ = 0;     // positions of the plan that the team knows of
  bool team_knows_ = false;  // what was solved at first
  std::atomic<bool> stop_{false};
  std::optional<Position<R>> root_;
  bool hopeless_ = false;  // that the aim is missed is known without a search
  std::uint64_t rounds_ = 0;
  double left_ = 0;
  std::size_t closed_ = 0, open_ = 0;  // positions of the plan; its places that nobody has looked into
  std::uint64_t searches_ = 0;         // of all rounds
  std::size_t bytes_before_ = 0;       // held when it began
  RoundGrowth growth_;
  ProofHistory history_;
  std::clock_t cpu_started_ = std::clock();
  milliseconds cpu_before_{0};
  std::chrono::microseconds cpu_elsewhere_{0};  // in other processes
  Clock::time_point started_ = Clock::now(), saved_at_ = Clock::now();
  milliseconds spent_before_{0}, save_took_{0};
};

}  // namespace

Result<void> check_has_proofs(const Rules& rules) {
  if (rules.move_limit == 0 && rules.counting == Counting::none) return {};
  return Error{ErrorCode::unsupported, "in " + std::string(rules.name) +
                                           " a move limit or counting draws games: what wins depends on the past, and "
                                           "a proof by positions does not hold"};
}

std::string ProveSettings::text() const {
  TextWriter out;
  out << "game=" << game << "\nroot=" << root << "\nattacker=" << attacker_name(attacker) << "\naim=" << aim_name(aim)
      << "\nnodes=" << nodes << "\nglance_nodes=" << glance_nodes << "\ntail_nodes=" << tail_nodes
      << "\nlong_nodes=" << long_nodes << "\ntable_men=" << table_men << "\ntables=" << tables << "\nknown=" << known
      << "\nprogram=" << program << "\nprover=" << prover_version(aim) << '\n';
  return out.str();
}

template <const Rules& R>
Result<ProveSummary> prove(const ProveJob& job, const Oracle<R>* tables, Progress& progress) {
  return Prover<R>(job, tables, nullptr, progress).run();
}

template <const Rules& R>
Result<ProveSummary> prove_in_team(const ProveJob& job, const Oracle<R>* tables, const PlaceTeam<R>& team,
                                   Progress& progress) {
  return Prover<R>(job, tables, &team, progress).run();
}

#define BOOKENDS_INSTANTIATE(game)                                                                          \
  template Result<ProveSummary> prove<games::game>(const ProveJob&, const Oracle<games::game>*, Progress&); \
  template Result<ProveSummary> prove_in_team<games::game>(const ProveJob&, const Oracle<games::game>*,     \
                                                           const PlaceTeam<games::game>&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
