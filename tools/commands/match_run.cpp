#include "tools/commands/match_run.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>

#include "core/base/count_text.h"
#include "gen/console/started_threads.h"
#include "tablebases/oracle/oracle.h"
#include "tools/agent/protocol/own_agent.h"
#include "tools/match/game_store.h"
#include "tools/match/report.h"

namespace bookends {
namespace {

using namespace match;

Result<uci::Limits> limits_of(const MatchRequest& request) {
  uci::Limits limits;
  for (const auto& [key, value] : {std::pair{"tc", &request.tc}, std::pair{"movetime", &request.movetime},
                                   std::pair{"nodes", &request.nodes}, std::pair{"depth", &request.depth}}) {
    if (value->empty()) continue;
    if (const Result<bool> set = set_limit(limits, key, *value); !set)
      return Error{set.error().code, "--" + set.error().message};
  }
  return limits;
}

Result<std::optional<Sprt>> sprt_of(const std::string& text) {
  if (text.empty()) return std::optional<Sprt>{};
  const Result<Sprt> sprt = parse_sprt(text);
  if (!sprt) return sprt.error();
  return std::optional(*sprt);
}

Result<std::vector<uci::EngineSpec>> engines_of(const MatchRequest& request, const uci::Limits& limits) {
  std::vector<uci::EngineSpec> engines;
  for (const std::string& text : request.engines) {
    Result<uci::EngineSpec> spec = uci::parse_engine_spec(text);
    if (!spec) return spec.error();
    if (spec->command.empty() || spec->command == std::vector<std::string>{"self"}) spec->command = {own_agent()};
    if (!spec->limits.any() && !limits.any())
      return Error{ErrorCode::invalid_argument,
                   "how long may engines think? Give --movetime, --nodes, --depth or --tc (or one for each engine)"};
    engines.push_back(std::move(*spec));
  }
  if (engines.size() < 2) return Error{ErrorCode::invalid_argument, "a match needs --engine twice or more"};
  return engines;
}

Result<MatchSettings> settings_of(const MatchRequest& request, const Rules& rules) {
  const Result<uci::Limits> limits = limits_of(request);
  if (!limits) return limits.error();
  auto engines = engines_of(request, *limits);
  if (!engines) return engines.error();
  const auto resign = parse_resign_rule(request.resign);
  if (!resign) return resign.error();
  const auto draw = parse_draw_rule(request.draw);
  if (!draw) return draw.error();
  if (request.games % 2 != 0)
    return Error{ErrorCode::invalid_argument, "--games must be even: every opening is played twice"};
  const uci::Milliseconds margin{request.margin};
  return MatchSettings{
      .engines = std::move(*engines),
      .engine_setting = {std::string(rules.name), request.engine_log, std::chrono::seconds{request.patience}, margin},
      .play = {*limits, margin, {*resign, *draw, request.max_moves}},
      .games = request.games,
      .concurrency = request.concurrency};
}

template <const Rules& R>
class MatchCommand {
 public:
  MatchCommand(const MatchRequest& request, Session& session)
      : request_(request), session_(session), games_(request.pgn, kMatchEvent, request.resume) {}

  Result<void> run() {
    if (const Result<void> ready = prepare(); !ready) return ready;
    const auto begin = uci::Time::now();
    if (decided()) settings_.games = settings_.first_game;
    Result<void> played = play_match<R>(
        settings_, openings_, tables_.get(), [this](const GameRecord& game) { return count_game(game); },
        [this] { return progress_text(); }, session_.progress());
    if (played) played = games_.finish();
    if (games_.kept_early() > 0)
      session_.say(
          fmt::format("note: {} more games were over before their turn; they are in {}, and count when --resume "
                      "goes on",
                      games_.kept_early(), request_.pgn));
    // Whatever ended the match, as a full disk, the result so far is known.
    report({.game = std::string(R.name),
            .settings = &settings_,
            .standing = &*standing_,
            .openings = openings_.size(),
            .sprt = sprt_,
            .seconds = std::chrono::duration<double>(uci::Time::now() - begin).count(),
            .interrupted = !played,
            .said = said_});
    return played;
  }

 private:
  Result<void> prepare() {
    auto settings = settings_of(request_, R);
    if (!settings) return settings.error();
    settings_ = std::move(*settings);
    const auto sprt = sprt_of(request_.sprt);
    if (!sprt) return sprt.error();
    sprt_ = *sprt;
    if (sprt_ && settings_.engines.size() > 2) return Error{ErrorCode::invalid_argument, "--sprt is for two engines"};
    standing_.emplace(static_cast<int>(settings_.engines.size()));
    for (const auto step : {&MatchCommand::check_games, &MatchCommand::open_tables, &MatchCommand::start_engines,
                            &MatchCommand::find_openings, &MatchCommand::open_games})
      if (const Result<void> done = (this->*step)(); !done) return done;
    return {};
  }

  Result<void> check_games() {
    const Result<void> log = games_.check_log(request_.engine_log);
    return log ? games_.check() : log;
  }

  Result<void> open_tables() {
    if (request_.tables.empty()) return {};
    auto tables = TableOracle<R>::open(request_.tables);
    if (!tables) return tables.error();
    tables_ = std::move(*tables);
    settings_.play.table_men = tables_->max_men();
    settings_.play.table_digest = tables_->tables().digest();
    return {};
  }

  Result<void> find_openings() {
    PgnOmissions omitted;
    const auto pairs = static_cast<std::size_t>(settings_.games / 2);
    auto found =
        request_.openings.empty()
            ? random_openings<R>(request_.random, pairs, started_threads(request_.concurrency), session_.progress())
            : read_openings<R>(request_.openings, omitted);
    for (const std::string& sentence : omitted.sentences()) session_.say("note: " + sentence);
    if (!found) return found.error();
    openings_ = std::move(*found);
    if (request_.shuffle) shuffle_openings(openings_, request_.random.seed);
    if (openings_.size() < pairs)
      session_.say(fmt::format("note: {} for {} of games: they will be repeated",
                               count_text(openings_.size(), "opening"), count_text(pairs, "pair")));
    return {};
  }

  Result<void> start_engines() {
    auto said = check_engines(settings_, session_.progress());
    if (!said) return said.error();
    said_ = std::move(*said);
    for (const std::string& line : said_) session_.say("note: " + line);
    return {};
  }

  Result<void> open_games() {
    const KeptMatch match{&settings_, &*standing_, [this] { return decided(); }};
    const auto there = games_.open({&match, 1}, openings_);
    if (!there) return there.error();
    if (*there)
      session_.say(count_text(static_cast<std::uint64_t>(**there), "game is", "games are") + " there already");
    return {};
  }

  bool decided() const { return sprt_ && !sprt_decision(standing_->scores()[0], *sprt_).empty(); }

  Result<bool> count_game(const GameRecord& game) {
    standing_->add(game);
    if (const Result<void> written = games_.add(settings_, game); !written) return written.error();
    if (game.failed())
      session_.say(fmt::format("game {}, {} - {}: {}", game.number + 1, name(game.players[0]), name(game.players[1]),
                               game.reason));
    return !decided();
  }

  const std::string& name(int engine) const { return settings_.engines[slot(engine)].name; }

  std::string progress_text() const {
    std::string text;
    for (const PairScore& score : standing_->scores()) {
      text += (text.empty() ? "" : ", ") + format_score(score);
      if (sprt_) text += fmt::format(" llr {:.2f}", score.log_likelihood_ratio(*sprt_));
    }
    return text;
  }

  void report(const Report& report) const {
    session_.answer();
    fmt::print("{}", session_.json ? format_report_json(report) : format_report(report));
  }

  const MatchRequest& request_;
  Session& session_;
  MatchSettings settings_;
  std::optional<Sprt> sprt_;
  std::vector<std::string> said_;
  std::unique_ptr<TableOracle<R>> tables_;
  std::vector<Position<R>> openings_;
  GameStore<R> games_;
  std::optional<Standing> standing_;
};

}  // namespace

Result<void> run_match(const MatchRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  return with_game(**rules, [&]<const Rules & R>() { return MatchCommand<R>(request, session).run(); });
}

}  // namespace bookends
