#include "gen/selfplay/selfplay.h"

#include <omp.h>

#include <algorithm>
#include <memory>
#include <optional>

#include "core/base/thrown.h"
#include "gen/console/output_file.h"

namespace bookends {

namespace {

// Games are handed out in rounds, so that they can be written in order without keeping many.
constexpr int kGamesPerThread = 16;

// A run without one quiet position in so many games has settings that allow none.
constexpr std::uint64_t kBarrenGames = 2000;

template <const Rules& R>
using Players = std::vector<std::unique_ptr<SelfPlayer<R>>>;

template <const Rules& R>
Result<void> check_start(const std::string& fen) {
  const auto start = Position<R>::from_fen(fen);
  if (!start) return start.error();
  const Verdict found = verdict<R>(*start);
  if (!found.over()) return {};
  return Error{ErrorCode::invalid_argument,
               "start " + fen + ": the game is over there, " + std::string(name_of(found.ending))};
}

template <const Rules& R>
Result<Players<R>> make_players(const SelfplayJob& job, const Oracle<R>* tables,
                                const std::shared_ptr<const Net<R>>& net) {
  for (const std::string& fen : job.settings.starts)
    if (auto good = check_start<R>(fen); !good) return good.error();
  Players<R> players;
  for (int t = 0; t < job.threads; ++t) players.push_back(std::make_unique<SelfPlayer<R>>(job.settings, tables, net));
  return players;
}

template <const Rules& R>
class Run {
 public:
  Run(const SelfplayJob& job, Players<R> players, const Oracle<R>* tables, TextOutput file, Progress& progress)
      : job_(job), players_(std::move(players)), tables_(tables), file_(std::move(file)), progress_(progress) {}

  Result<SelfplaySummary> go() {
    if (auto done = file_.append(format_sample_header(R, job_.header)); !done) return done.error();
    while (summary_.positions < job_.positions && !stop_) {
      if (summary_.positions == 0 && next_game_ > kBarrenGames)
        return Error{ErrorCode::invalid_argument, "no game has a quiet position: fewer random plies may help"};
      play_round();
      if (tables_ != nullptr)
        if (const std::optional<Error> trouble = tables_->trouble()) return keep_and_fail(*trouble);
      for (const auto& game : round_) {
        if (!game) break;  // what is written is the beginning of the whole
        if (auto done = write(*game); !done) return done.error();
      }
      report();
    }
    if (auto done = file_.commit(); !done) return done.error();
    count_nodes();
    if (stop_)
      return Error{ErrorCode::interrupted, "interrupted: " + output_name(job_.out) + " holds " +
                                               std::to_string(summary_.positions) + " of " +
                                               std::to_string(job_.positions) + " positions"};
    return summary_;
  }

 private:
  // What was played before the trouble is sound.
  Error keep_and_fail(Error trouble) {
    if (summary_.positions == 0) return trouble;
    if (const auto kept = file_.commit(); !kept) return kept.error();
    trouble.message +=
        "; " + output_name(job_.out) + " holds the " + std::to_string(summary_.positions) + " positions of before";
    return trouble;
  }

  void count_nodes() {
    std::uint64_t searches = 0, nodes = 0;
    for (const auto& player : players_) searches += player->searches(), nodes += player->nodes();
    if (searches > 0) summary_.nodes_per_search = static_cast<double>(nodes) / static_cast<double>(searches);
  }

  void play_round() {
    const int games = job_.threads * kGamesPerThread;
    round_.assign(static_cast<std::size_t>(games), std::nullopt);
    Thrown thrown;
#pragma omp parallel for num_threads(job_.threads) schedule(dynamic)
    for (int g = 0; g < games; ++g)
      thrown.run([&] {
        // The progress may be asked by one thread at a time only.
        if (omp_get_thread_num() == 0 && progress_.stop_requested()) stop_ = true;
        const auto player = static_cast<std::size_t>(omp_get_thread_num());
        if (!stop_)
          round_[static_cast<std::size_t>(g)] = players_[player]->play(next_game_ + static_cast<unsigned>(g), stop_);
      });
    thrown.rethrow();
    next_game_ += static_cast<unsigned>(games);
  }

  Result<void> write(const std::vector<Sample>& game) {
    if (game.empty() || summary_.positions == job_.positions) return {};
    ++summary_.games;
    ++summary_.results[static_cast<std::size_t>(game.front().result)];
    std::string text;
    for (const Sample& sample : game) {
      if (summary_.positions == job_.positions) break;
      text += format_sample(sample);
      ++summary_.positions;
    }
    return file_.append(text);
  }

  void report() {
    progress_.update({.task = R.name,
                      .done = static_cast<double>(summary_.positions),
                      .total = static_cast<double>(job_.positions),
                      .unit = "positions",
                      .detail = ""});
  }

  const SelfplayJob& job_;
  Players<R> players_;
  const Oracle<R>* tables_;
  TextOutput file_;
  Progress& progress_;
  std::atomic<bool> stop_{false};
  std::uint64_t next_game_ = 0;
  std::vector<std::optional<std::vector<Sample>>> round_;
  SelfplaySummary summary_;
};

}  // namespace

template <const Rules& R>
Result<SelfplaySummary> run_selfplay(const SelfplayJob& job, const Oracle<R>* tables, Progress& progress,
                                     const std::shared_ptr<const Net<R>>& net) {
  auto players = make_players<R>(job, tables, net);
  if (!players) return players.error();
  auto file = TextOutput::create(job.out, job.before);
  if (!file) return file.error();
  return Run<R>(job, std::move(*players), tables, std::move(*file), progress).go();
}

#define BOOKENDS_INSTANTIATE(game)                            \
  template Result<SelfplaySummary> run_selfplay<games::game>( \
      const SelfplayJob&, const Oracle<games::game>*, Progress&, const std::shared_ptr<const Net<games::game>>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
