// `bookends match`: plays UCI engines against each other.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>

#include "core/base/count_text.h"
#include "tablebases/file/table_file.h"
#include "tablebases/oracle/oracle.h"
#include "tools/agent/protocol/own_agent.h"
#include "tools/commands/commands.h"
#include "tools/match/game_store.h"
#include "tools/match/openings.h"
#include "tools/match/report.h"

namespace bookends {
namespace {

using namespace match;

struct MatchRequest {
  std::string game;
  std::vector<std::string> engines;
  std::string movetime, nodes, depth, tc;  // as they were written; empty = not given
  int margin = 50;
  int patience = 60;
  int games = 100;
  int concurrency = 1;
  std::string openings;
  bool shuffle = false;
  RandomOpenings random;
  std::string tables;
  std::string resign = "1000,4";
  std::string draw = "40,10,10";
  int max_moves = 300;
  std::string sprt;
  std::string pgn;
  bool resume = false;
  std::string engine_log;
};

constexpr const char* kExamples =
    "An engine is words KEY=VALUE: name, cmd (program and arguments; self, or left out: bookends-agent beside this\n"
    "program), dir (to run in), variant (what it calls the game), restart=on (for every game), option.NAME=VALUE (set\n"
    "in the order given, before UCI_Variant), and movetime, nodes, depth or tc, which replace the limits of the "
    "match.\n"
    "Without any = it is the program and its arguments: --engine stockfish.\n"
    "Quotes keep blanks: 'cmd=\"/opt/my engine/run\" --fast' or 'option.\"Move Overhead\"=5'.\n"
    "\n"
    "A value that an engine does not offer, or answers with `info string error ...`, is refused before the first "
    "game;\n"
    "what else it says then is shown, and again with the result (\"notes\"). An engine without UCI_Variant plays "
    "chess;\n"
    "variant=none says that one plays the game without being told.\n"
    "\n"
    "Every opening is played twice with colours swapped. Games count in their order, whichever ends first, so that\n"
    "short games are not preferred: one waits for those before it, and no more than 8 for each of --concurrency are\n"
    "begun while an older one is not over. Score, Elo, their intervals and LOS are of whole pairs of games (of none: "
    "no\n"
    "estimate; null in JSON); pairs that are the same, move by move, widen the interval. An engine that crashes, is "
    "late\n"
    "or makes an illegal move loses that game and is counted; it is started again. With more than two engines the "
    "first\n"
    "one plays each of the others. Ctrl-C prints the result so far, and writes the games that wait to the --pgn file, "
    "too;\n"
    "--resume goes on from there.\n"
    "\n"
    "Examples:\n"
    "  bookends match fragments --engine name=new --engine 'name=old cmd=/opt/old/bookends-agent' --nodes 20000\n"
    "  bookends match chess --engine 'name=agent option.Hash=64' --engine 'cmd=stockfish "
    "option.UCI_LimitStrength=true\n"
    "    option.UCI_Elo=2400' --tc 10+0.1 --games 200 --concurrency 2 --pgn games.pgn\n"
    "  bookends match makruk --engine name=agent --engine cmd=fairy-stockfish --movetime 100 --sprt 0,10\n"
    "  bookends match fragments --engine name=agent --engine 'cmd=fairy-stockfish option.VariantPath=fragments.ini'\n"
    "    --movetime 100 --openings openings.epd --tables tables";

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
    auto digest = tables::table_digest(request_.tables);
    if (!digest) return digest.error();
    settings_.play.table_men = tables_->max_men();
    settings_.play.table_digest = std::move(*digest);
    return {};
  }

  Result<void> find_openings() {
    const auto pairs = static_cast<std::size_t>(settings_.games / 2);
    auto found = request_.openings.empty()
                     ? random_openings<R>(request_.random, pairs, request_.concurrency, session_.progress())
                     : read_openings<R>(request_.openings);
    if (!found) return found.error();
    openings_ = std::move(*found);
    if (request_.shuffle) shuffle_openings(openings_, request_.random.seed);
    if (openings_.size() < pairs)
      session_.say(
          fmt::format("note: {} openings for {} pairs of games: they will be repeated", openings_.size(), pairs));
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

void run(const MatchRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) {
    session.fail(rules.error());
    return;
  }
  const Result<void> done =
      with_game(**rules, [&]<const Rules & R>() -> Result<void> { return MatchCommand<R>(request, session).run(); });
  if (!done) session.fail(done.error());
}

void add_limits(CLI::App& command, MatchRequest& r) {
  command.add_option("--movetime", r.movetime, "Milliseconds a move");
  command.add_option("--nodes", r.nodes, "Nodes a move");
  command.add_option("--depth", r.depth, "Plies a move");
  command.add_option("--tc", r.tc, "A clock: [MOVES/]SECONDS[+INCREMENT], as 10+0.1 or 40/60");
  command.add_option("--margin", r.margin, "Milliseconds that a move may be late before the game is lost")
      ->check(whole_between(0, 1000000))
      ->capture_default_str();
  command
      .add_option("--patience", r.patience,
                  "Seconds to wait for an engine to get ready, and for a move where its time does not count")
      ->check(whole_between(1, 1000000))
      ->capture_default_str();
}

void add_openings(CLI::App& command, MatchRequest& r) {
  CLI::Option* file = command.add_option("--openings", r.openings, "A file of openings, one FEN or EPD a line");
  command.add_flag("--shuffle", r.shuffle, "Openings in an order drawn by --seed");
  command.add_option("--random-plies", r.random.plies, "Openings are so many random moves from the game's starts")
      ->check(whole_between(0, 100))
      ->excludes(file)
      ->capture_default_str();
  command.add_option("--start", r.random.start, "Only from this start position; the default is all of them in turn")
      ->excludes(file);
  command
      .add_option("--balance", r.random.balance,
                  "Centipawns: random openings that a search finds more lopsided are left out")
      ->check(whole_between(0, kInfinite))
      ->excludes(file)
      ->capture_default_str();
  command.add_option("--seed", r.random.seed, "Of random openings and of --shuffle")
      ->check(at_least(0))
      ->capture_default_str();
}

void add_adjudication(CLI::App& command, MatchRequest& r) {
  command.add_option("--tables", r.tables, "Endgame tables: a game ends where they know its result for certain");
  command
      .add_option("--resign", r.resign,
                  "CENTIPAWNS,MOVES: decided when both sides' scores say so for so many moves; "
                  "or none")
      ->capture_default_str();
  command
      .add_option("--draw", r.draw,
                  "MOVE,MOVES,CENTIPAWNS: drawn when from MOVE on both sides' scores stay within "
                  "it for so many moves without capture or pawn move; or none")
      ->capture_default_str();
  command.add_option("--max-moves", r.max_moves, "Longer games are drawn; 0 for no limit")
      ->check(whole_between(0, 100000))
      ->capture_default_str();
}

}  // namespace

void add_command_match(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("match", "Play UCI engines against each other");
  auto request = std::make_shared<MatchRequest>();
  MatchRequest& r = *request;
  command->add_option("GAME", r.game, "A name from `bookends games`")->required();
  command->add_option("--engine", r.engines, "An engine, in one word: 'name=A cmd=/path/to/it'; twice or more")
      ->required()
      ->allow_extra_args(false);
  command->add_option("--games", r.games, "Games against each opponent; even")
      ->check(whole_between(2, 10000000))
      ->capture_default_str();
  command->add_option("--concurrency", r.concurrency, "Games at once")
      ->check(whole_between(1, 1024))
      ->capture_default_str();
  add_limits(*command, r);
  add_openings(*command, r);
  add_adjudication(*command, r);
  command->add_option("--sprt", r.sprt, "ELO0,ELO1[,ALPHA,BETA], logistic: stop as soon as one of the two is accepted");
  command->add_option("--pgn", r.pgn,
                      "A new file that gets the games, in their order, as soon as those before them are over");
  command->add_flag("--resume", r.resume,
                    "Go on with the match in the --pgn file, if it is there: the same engines (by what they call "
                    "themselves, too), limits, rules and tables");
  command->add_option("--engine-log", r.engine_log, "A file that gets what engines write to stderr");
  add_common_options(*command, session, false, true);
  command->footer(kExamples);
  command->callback([request, &session] { run(*request, session); });
}

}  // namespace bookends
