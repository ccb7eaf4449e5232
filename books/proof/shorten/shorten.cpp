#include "books/proof/shorten/shorten.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

#include "books/proof/shorten/choice.h"
#include "books/proof/shorten/quicker_win.h"
#include "books/proof/shorten/search_pace.h"
#include "core/base/batch.h"
#include "core/base/text_streams.h"

namespace bookends {

namespace {

// Searches on the longest lines between two looks at what they have changed; a quarter of them with each further
// effort.
constexpr std::size_t kRoundSearches = 256;
// The same where every position gets one.
constexpr std::size_t kSweepSearches = 4096;
// To choose moves takes as long as many searches: it is done again when the graph has grown by such a share.
constexpr std::size_t kChooseShare = 64;

template <const Rules& R>
class Shortener {
 public:
  Shortener(const ShortenJob& job, const Position<R>& root, const Oracle<R>* tables, Progress& progress)
      : job_(job),
        root_(root),
        progress_(progress),
        graph_(job.header.attacker, job.header.aim, tables, {job.threads, job.memory, searches()}) {
    made_.header = job.header;
    if (tables != nullptr) table_men_ = tables->max_men();
  }

  Result<ShortenSummary> run() {
    std::vector<CertificateRecord> all = job_.records;
    all.insert(all.end(), job_.known.begin(), job_.known.end());
    if (const Result<void> added = graph_.add(all, progress_); !added) return added.error();
    graph_.relax();
    if (const Result<void> chosen = choose(free_); !chosen) return chosen.error();
    best_ = free_;
    bound_ = bound_of(graph_, root_);
    if (searches()) {
      if (const Result<void> searched = search(); !searched) return searched.error();
      if (const Result<void> chosen = choose(best_); !chosen) return chosen.error();
    }
    if (const std::optional<Error> trouble = graph_.tables() ? graph_.tables()->trouble() : std::nullopt)
      return *trouble;
    return finish();
  }

 private:
  struct Tried {
    std::uint16_t distance = 0;
    std::uint16_t efforts = 0;
  };

  bool searches() const { return job_.nodes > 0 && job_.header.aim == ProofAim::win; }

  // Takes what the graph has now, unless that is no gain.
  Result<void> choose(std::optional<ChosenProof>& best) {
    chosen_at_ = graph_.nodes().size();
    Result<ChosenProof> chosen = choose_moves(graph_, root_);
    if (!chosen) return chosen.error();
    rest_ = chosen->ids;
    next_ = 0;
    const int bound = best ? best->distance : job_.header.distance;
    const std::size_t positions = best ? best->records.size() : job_.records.size();
    const bool fits = chosen->distance <= bound && chosen->records.size() <= job_.records.size();
    if (fits && (chosen->distance < bound || chosen->records.size() < positions)) best = std::move(*chosen);
    return {};
  }

  Result<void> search() {
    while (true) {
      std::vector<ProvedId> places = places_on_lines();
      if (places.empty()) {
        Result<std::vector<ProvedId>> others = other_places();
        if (!others) return others.error();
        places = std::move(*others);
      }
      if (places.empty()) return {};
      look_ahead(places);
      const Result<bool> gained = round(places);
      if (!gained) {
        made_.stopped = gained.error().code == ErrorCode::interrupted;
        made_.full = gained.error().code == ErrorCode::limit;
        return made_.stopped || made_.full ? Result<void>() : gained.error();
      }
      if (!*gained) continue;
      effort_ = 0;
      bound_ = bound_of(graph_, root_);
      if (graph_.nodes().size() - chosen_at_ > chosen_at_ / kChooseShare)
        if (const Result<void> chosen = choose(best_); !chosen) return chosen;
    }
  }

  std::uint64_t searches_left() const { return job_.searches == 0 ? kSweepSearches : job_.searches - made_.searches; }
  // Whether nobody has looked that hard there for a win quicker than the one that is known now.
  bool is_untried(ProvedId id, int effort) const {
    const std::uint16_t distance = graph_.nodes()[id].distance;
    return distance > 2 && (tried_[id].distance != distance || tried_[id].efforts <= effort);
  }

  std::vector<ProvedId> places_on_lines() {
    lines_ = longest_lines(graph_, root_);
    tried_.resize(graph_.nodes().size());
    std::vector<ProvedId> places;
    for (; effort_ < kEfforts; ++effort_) {
      const std::uint64_t most = std::min(searches_left(), std::uint64_t{kRoundSearches} >> (2 * effort_));
      for (const ProvedId id : lines_)
        if (places.size() < most && is_untried(id, effort_)) places.push_back(id);
      if (!places.empty()) break;
    }
    return places;
  }

  // Once the bound is as short as it gets: all positions of the proof, with the least effort. Quicker wins of these
  // make it smaller, and may be news for the longest lines.
  Result<std::vector<ProvedId>> other_places() {
    std::vector<ProvedId> places;
    effort_ = 0;
    for (const bool is_new : {false, true}) {
      if (is_new)
        if (const Result<void> chosen = choose(best_); !chosen) return chosen.error();
      const std::uint64_t most = std::min(searches_left(), std::uint64_t{kSweepSearches});
      for (; next_ < rest_.size() && places.size() < most; ++next_)
        if (is_untried(rest_[next_], effort_)) places.push_back(rest_[next_]);
      if (!places.empty()) break;
    }
    return places;
  }

  // What there is left to search, these places too, if none of it finds anything: the longest lines with each effort,
  // then all other positions with the least.
  void look_ahead(const std::vector<ProvedId>& places) {
    left_ = {};
    std::vector<bool> counted(graph_.nodes().size());
    const auto take = [&](ProvedId id, int efforts) {
      if (counted[id]) return;
      counted[id] = true;
      for (int effort = effort_; effort < efforts; ++effort)
        if (is_untried(id, effort)) ++left_[static_cast<std::size_t>(effort)];
    };
    for (const ProvedId id : lines_) take(id, kEfforts);
    for (const ProvedId id : places) take(id, effort_ + 1);
    std::uint64_t rest = 0;
    for (std::size_t i = next_; i < rest_.size(); ++i)
      if (!counted[rest_[i]] && is_untried(rest_[i], 0)) ++rest;
    if (job_.searches > 0) {
      const std::uint64_t most = job_.searches - made_.searches;
      left_ = no_more_than(left_, most);
      rest = std::min(rest, most - sum_of(left_));
    }
    left_[0] += rest;
  }

  std::uint64_t nodes_of_effort() const {
    return std::max<std::uint64_t>(1, job_.nodes >> (kEffortShift * (kEfforts - 1 - effort_)));
  }

  // True when the bound of a position has fallen.
  Result<bool> round(const std::vector<ProvedId>& places) {
    const Clock::time_point began = Clock::now();
    std::vector<std::vector<CertificateRecord>> found(places.size());
    std::vector<std::unique_ptr<QuickerWin<R>>> seekers;
    for (int i = 0; i < std::max(1, job_.threads); ++i) seekers.push_back(std::make_unique<QuickerWin<R>>(graph_));
    const Batch batch{.jobs = places.size(),
                      .workers = seekers.size(),
                      .work = [&](std::size_t worker, std::size_t job) -> Result<void> {
                        found[job] = seekers[worker]->look(places[job], nodes_of_effort(), stop_);
                        return stop_ ? Result<void>(Error{ErrorCode::interrupted, "interrupted"}) : Result<void>();
                      },
                      .pulse = [&](std::size_t done) { return show(done, seconds_since(began)); }};
    if (!show(0, 0)) return Error{ErrorCode::interrupted, "interrupted"};
    std::size_t done = 0;
    if (const Result<void> ran = run_batch(batch, stop_, done); !ran) return ran.error();
    pace_.note(effort_, places.size(), seconds_since(began));
    std::vector<CertificateRecord> all;
    for (std::size_t i = 0; i < places.size(); ++i) {
      tried_[places[i]] = {graph_.nodes()[places[i]].distance, static_cast<std::uint16_t>(effort_ + 1)};
      if (!found[i].empty()) ++made_.wins;
      all.insert(all.end(), found[i].begin(), found[i].end());
    }
    made_.searches += places.size();
    if (all.empty()) return false;
    // What came in is handed on, whether or not there was room for all of it.
    const Result<void> added = graph_.add(all, progress_);
    const bool gained = graph_.relax();
    return added ? Result<bool>(gained) : Result<bool>(added.error());
  }

  // Of a round `done` searches are made, in so many seconds. False when it is to stop.
  bool show(std::size_t done, double seconds) {
    SearchCounts left = left_;
    std::uint64_t& of_this_effort = left[static_cast<std::size_t>(effort_)];
    of_this_effort -= std::min<std::uint64_t>(done, of_this_effort);
    SearchPace pace = pace_;
    pace.note(effort_, done, seconds);
    ProgressUpdate update;
    update.task = "shorten";
    update.done = static_cast<double>(made_.searches + done);
    update.total = update.done + static_cast<double>(sum_of(left));
    update.knows_left = true;
    update.left = pace.left(left);
    update.unit = "searches";
    TextWriter detail;
    detail << "bound " << bound_ << " of " << job_.header.distance << "; effort " << effort_ + 1 << " of " << kEfforts;
    const std::string text = detail.str();
    update.detail = text;
    progress_.update(update);
    return !progress_.stop_requested();
  }

  // Fewer positions may take more bytes: then the next best.
  Result<ShortenSummary> finish() {
    for (std::optional<ChosenProof>* proof_or_none : {&best_, &free_}) {
      std::optional<ChosenProof>& proof = *proof_or_none;
      if (!proof) continue;
      CertificateHeader header = job_.header;
      header.distance = proof->distance;
      header.table_men = std::max(header.table_men, table_men_);
      header.records = proof->records.size();
      header.generator = job_.program;
      Result<std::vector<std::byte>> bytes = encode_certificate(header, std::move(proof->records));
      if (!bytes) return bytes.error();
      const bool gains = header.distance < job_.header.distance || bytes->size() < job_.bytes;
      if (bytes->size() > job_.bytes || !gains) continue;
      made_.certificate = std::move(*bytes);
      made_.header = header;
      break;
    }
    return std::move(made_);
  }

  using Clock = std::chrono::steady_clock;
  static double seconds_since(Clock::time_point began) {
    return std::chrono::duration<double>(Clock::now() - began).count();
  }

  const ShortenJob& job_;
  const Position<R>& root_;
  Progress& progress_;
  ProvedGraph<R> graph_;
  int table_men_ = 0;
  std::optional<ChosenProof> free_, best_;  // without searches and with them; nothing: no gain
  std::size_t chosen_at_ = 0;               // how many positions the graph had then
  int bound_ = 0;                           // that it knows now
  int effort_ = 0;
  std::vector<Tried> tried_;     // by position
  std::vector<ProvedId> lines_;  // those that were longest last
  SearchCounts left_{};          // when the round began, if nothing is found
  SearchPace pace_;
  std::vector<ProvedId> rest_;  // the positions that were chosen last
  std::size_t next_ = 0;        // of them
  std::atomic<bool> stop_{false};
  ShortenSummary made_;
};

}  // namespace

template <const Rules& R>
Result<ShortenSummary> shorten(const ShortenJob& job, const Oracle<R>* tables, Progress& progress) {
  const Result<Position<R>> root = Position<R>::from_fen(job.header.root);
  if (!root) return root.error();
  return Shortener<R>(job, without_clocks(*root), tables, progress).run();
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<ShortenSummary> shorten<games::game>(const ShortenJob&, const Oracle<games::game>*, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
