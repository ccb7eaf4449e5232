#include "tools/match/match.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <exception>
#include <future>
#include <map>
#include <memory>
#include <mutex>
#include <new>
#include <set>
#include <system_error>
#include <thread>

#include "core/rules/games.h"
#include "tools/match/engine_net.h"

namespace bookends::match {
namespace {

constexpr std::chrono::milliseconds kProgressInterval{50};

Error no_thread() { return {ErrorCode::limit, "the system refuses a thread to play in"}; }

// The engines of one worker: each is started when it first plays, and kept.
class Engines {
 public:
  Engines(const MatchSettings& settings, const std::atomic<bool>& stop) {
    for (const uci::EngineSpec& spec : settings.engines)
      engines_.push_back(std::make_unique<uci::Engine>(spec, settings.engine_setting, stop));
  }
  ~Engines() {
    for (const auto& engine : engines_) engine->quit();
  }
  uci::Engine& operator[](int i) { return *engines_[slot(i)]; }

 private:
  std::vector<std::unique_ptr<uci::Engine>> engines_;
};

template <const Rules& R>
class Match {
 public:
  Match(const MatchSettings& settings, const std::vector<Position<R>>& openings, const Oracle<R>* tables)
      : settings_(settings),
        openings_(openings),
        tables_(tables),
        next_(settings.first_game),
        oldest_(settings.first_game) {}

  Result<void> run(const GameSink& sink, const ProgressText& text, Progress& progress) {
    const int count = std::max(std::min(settings_.concurrency, total() - settings_.first_game), 0);
    std::vector<std::thread> workers = start_workers(static_cast<std::size_t>(count));
    if (count > 0 && workers.empty()) return no_thread();
    const Result<void> done = collect_within_memory(sink, text, progress);
    stop();
    for (std::thread& worker : workers) worker.join();
    if (done || (done.error().code != ErrorCode::interrupted && !cut_short_)) return done;
    const Result<void> kept = keep_finished(sink);
    return kept ? done : kept;
  }

 private:
  int total() const { return total_games(settings_); }

  // Fewer than `count` when the system refuses: the match takes longer then, and is the same.
  std::vector<std::thread> start_workers(std::size_t count) {
    std::vector<std::thread> workers;
    workers.reserve(count);
    try {
      while (workers.size() < count) workers.emplace_back([this] { work(); });
    } catch (const std::exception&) {  // no thread, or no memory for one
    }
    return workers;
  }

  void stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    moved_.notify_all();
  }

  // The next game to play, once it is near enough to the oldest that is not over; nothing when there is none. Who has
  // that oldest game does not wait, so that somebody always plays.
  std::optional<int> next_game() {
    std::unique_lock lock(mutex_);
    while (settings_.early.there.contains(next_)) ++next_;
    const int number = next_++;
    if (number >= total()) return std::nullopt;
    moved_.wait(lock, [&] { return stop_ || number - oldest_ < kGamesAhead * settings_.concurrency; });
    if (stop_) return std::nullopt;
    return number;
  }

  void work() try {
    Engines engines(settings_, stop_);
    while (const std::optional<int> number = next_game()) {
      GameRecord record = announce_game(settings_, openings_.size(), *number);
      const Position<R>& start = openings_[slot(record.opening)];
      const Result<bool> played =
          play_game(start, engines[record.players[0]], engines[record.players[1]], settings_.play, tables_, record);
      if (played && !*played) return;
      const std::lock_guard lock(mutex_);
      if (!played) {
        if (!refused_) refused_ = played.error();
        return;
      }
      finished_.emplace(*number, std::move(record));
      changed_.notify_one();
    }
  } catch (const std::bad_alloc&) {  // which would end the program
    const std::lock_guard lock(mutex_);
    if (!refused_) refused_ = Error{ErrorCode::limit, "out of memory"};
    changed_.notify_one();
  }

  Result<void> collect_within_memory(const GameSink& sink, const ProgressText& text, Progress& progress) try {
    return collect(sink, text, progress);
  } catch (const std::bad_alloc&) {  // the workers are still to be waited for
    cut_short_ = true;
    return Error{ErrorCode::limit, "out of memory"};
  }

  Result<void> collect(const GameSink& sink, const ProgressText& text, Progress& progress) {
    while (oldest_ < total()) {
      const std::string detail = text();
      progress.update({.task = "match",
                       .done = static_cast<double>(oldest_),
                       .total = static_cast<double>(total()),
                       .unit = "games",
                       .detail = detail});
      if (progress.stop_requested()) return Error{ErrorCode::interrupted, "the match was interrupted"};
      const std::optional<GameRecord> record = take(kProgressInterval);
      if (!record) {
        const std::optional<Error> error = refused();
        cut_short_ = error.has_value();
        if (error) return *error;
        continue;
      }
      const Result<bool> more = sink(*record);
      if (!more) return more.error();
      if (!*more) return {};
      advance();
    }
    return {};
  }

  std::optional<Error> refused() {
    const std::lock_guard lock(mutex_);
    return refused_;
  }

  // After an interruption, or where the match cannot go on: what was finished meanwhile. Games whose turn has come
  // count, the others are kept for it.
  Result<void> keep_finished(const GameSink& sink) {
    while (const std::optional<GameRecord> record = take({})) {
      const Result<bool> more = sink(*record);
      if (!more) return more.error();
      if (!*more) return {};
      advance();
    }
    if (!settings_.early.keep) return {};
    for (const auto& [number, record] : finished_)
      if (const Result<void> kept = settings_.early.keep(record); !kept) return kept;
    return {};
  }

  // The game whose turn it is, when it is over within that time.
  std::optional<GameRecord> take(std::chrono::milliseconds patience) {
    const auto early = settings_.early.there.find(oldest_);
    if (early != settings_.early.there.end()) return early->second;
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, patience, [this] { return finished_.contains(oldest_); });
    auto node = finished_.extract(oldest_);
    if (node.empty()) return std::nullopt;
    return std::move(node.mapped());
  }

  void advance() {
    const std::lock_guard lock(mutex_);
    ++oldest_;
    moved_.notify_all();
  }

  const MatchSettings& settings_;
  const std::vector<Position<R>>& openings_;
  const Oracle<R>* tables_;
  std::atomic<bool> stop_{false};
  std::mutex mutex_;
  std::condition_variable changed_;     // finished_
  std::condition_variable moved_;       // oldest_, stop_
  int next_;                            // to be played
  int oldest_;                          // not yet reported; changed by the collecting thread alone
  std::map<int, GameRecord> finished_;  // and not yet reported
  std::optional<Error> refused_;        // by the system, or by damaged tables
  bool cut_short_ = false;              // by that
};

Result<std::vector<std::string>> name_engines(MatchSettings& settings, const std::atomic<bool>& stop) {
  const Result<const Rules*> rules = find_game(settings.engine_setting.variant);
  std::set<std::string> taken;
  std::vector<std::string> said;
  settings.identities.clear();
  for (uci::EngineSpec& spec : settings.engines) {
    uci::Engine engine(spec, settings.engine_setting, stop);
    if (const Result<void> started = engine.start(); !started) return started.error();
    const std::string name = !spec.name.empty() ? spec.name : !engine.own_name().empty() ? engine.own_name() : "engine";
    spec.name = name;
    for (int i = 2; !taken.insert(spec.name).second; ++i) spec.name = name + " " + std::to_string(i);
    for (const std::string& line : engine.said()) said.push_back("engine " + spec.name + " says: " + line);
    const Result<std::string> net = rules ? net_of(spec, **rules) : Result<std::string>(std::string());
    if (!net) return net.error();
    settings.identities.push_back({engine.own_name(), *net});
    engine.quit();
  }
  return said;
}

}  // namespace

GameRecord announce_game(const MatchSettings& settings, std::size_t openings, int number) {
  const int pair = number / 2, opponents = static_cast<int>(settings.engines.size()) - 1;
  GameRecord record;
  record.number = number;
  record.opening = pair / opponents % static_cast<int>(openings);
  const int opponent = 1 + pair % opponents;
  record.players = number % 2 == 0 ? std::array{0, opponent} : std::array{opponent, 0};
  return record;
}

Result<std::vector<std::string>> check_engines(MatchSettings& settings, Progress& progress) {
  uci::ignore_broken_pipes();
  std::atomic<bool> stop{false};
  // In a thread of its own, so that an engine that does not answer can be interrupted.
  std::future<Result<std::vector<std::string>>> checked;
  try {
    checked = std::async(std::launch::async, [&] { return name_engines(settings, stop); });
  } catch (const std::system_error&) {
    return no_thread();
  }
  while (checked.wait_for(kProgressInterval) != std::future_status::ready)
    if (progress.stop_requested()) stop = true;
  return checked.get();
}

template <const Rules& R>
Result<void> play_match(const MatchSettings& settings, const std::vector<Position<R>>& openings,
                        const Oracle<R>* tables, const GameSink& sink, const ProgressText& text, Progress& progress) {
  uci::ignore_broken_pipes();
  return Match<R>(settings, openings, tables).run(sink, text, progress);
}

#define BOOKENDS_INSTANTIATE(game)                                                                                \
  template Result<void> play_match<games::game>(const MatchSettings&, const std::vector<Position<games::game>>&,  \
                                                const Oracle<games::game>*, const GameSink&, const ProgressText&, \
                                                Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::match
