#include "tools/book_commands/test_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/probe/open.h"
#include "core/base/count_text.h"
#include "gen/console/started_threads.h"
#include "gen/uci/engine_option.h"
#include "tablebases/oracle/oracle.h"
#include "tools/agent/protocol/own_agent.h"
#include "tools/match/game_store.h"
#include "tools/match/report.h"

namespace bookends {
namespace {

using namespace match;

// One match of the test.
struct Round {
  MatchSettings settings;
  Standing standing{2};
  double seconds = 0;
};

Result<uci::Limits> limits_of(const std::string& text) {
  const std::size_t equals = text.find('=');
  uci::Limits limits;
  const Result<bool> set =
      set_limit(limits, text.substr(0, equals), equals == text.npos ? "" : text.substr(equals + 1));
  if (!set) return Error{set.error().code, "--limit " + set.error().message};
  if (!*set || !limits.any())
    return Error{ErrorCode::invalid_argument,
                 "--limit " + text + ": expected movetime=MS, nodes=N, depth=N or tc=SECONDS+INCREMENT"};
  return limits;
}

Result<std::vector<std::pair<std::string, std::string>>> options_of(const BookTestRequest& request) {
  std::vector<std::pair<std::string, std::string>> options;
  for (const std::string& text : request.options) {
    const std::size_t equals = text.find('=');
    if (equals == text.npos || equals == 0)
      return Error{ErrorCode::invalid_argument, "--option " + text + ": expected NAME=VALUE"};
    options.emplace_back(text.substr(0, equals), text.substr(equals + 1));
  }
  if (!request.tables.empty())
    options.emplace_back("TablebasePath", std::filesystem::absolute(request.tables).string());
  return options;
}

// As the agent takes them.
Result<std::string> book_files(const std::vector<std::string>& books) {
  std::string files;
  for (const std::string& book : books) {
    const std::string file = std::filesystem::absolute(book).string();
    if (books.size() > 1 && file.find(kBookSeparator) != file.npos)
      return Error{ErrorCode::invalid_argument,
                   file + ": its path holds a ';', which the engine takes for the end of it; rename or move it"};
    files += (files.empty() ? "" : std::string(1, kBookSeparator)) + file;
  }
  return files;
}

Result<MatchSettings> settings_of(const BookTestRequest& request, const Rules& rules, const std::string& limit) {
  const auto limits = limits_of(limit);
  if (!limits) return limits.error();
  const auto options = options_of(request);
  if (!options) return options.error();
  uci::EngineSpec plain;
  plain.name = "plain";
  plain.command = {own_agent()};
  plain.options = *options;
  uci::EngineSpec with_book = plain;
  with_book.name = "book";
  const Result<std::string> files = book_files(request.books);
  if (!files) return files.error();
  with_book.options.emplace_back("BookFile", *files);
  with_book.options.emplace_back("BookVariety", std::to_string(request.variety));
  with_book.options.emplace_back("BookMinDepth", std::to_string(request.min_depth));
  with_book.options.emplace_back("BookMinPlies", std::to_string(request.min_plies));
  with_book.options.emplace_back("BookSeed", std::to_string(request.random.seed));
  constexpr uci::Milliseconds kMargin{1000};  // strength is asked for here, not punctuality
  return MatchSettings{
      .engines = {std::move(with_book), std::move(plain)},
      .engine_setting = {std::string(rules.name), request.engine_log, std::chrono::seconds{60}, kMargin},
      .play = {*limits, kMargin, {*parse_resign_rule("1000,4"), *parse_draw_rule("40,10,10"), request.max_moves}},
      .games = request.games,
      .concurrency = request.concurrency};
}

template <const Rules& R>
class BookTest {
 public:
  BookTest(const BookTestRequest& request, Session& session)
      : request_(request), session_(session), games_(request.pgn, kBookTestEvent, request.resume) {}

  Result<void> run() {
    if (const Result<void> ready = prepare(); !ready) return ready;
    Result<void> done;
    for (std::size_t i = 0; done && i < rounds_.size(); ++i) done = play(rounds_[i]);
    session_.answer();
    fmt::print("{}", session_.json ? json(!done) : text());  // whatever ended it
    warn_of_idle_books();
    return done;
  }

 private:
  // All that can be wrong is said before the first game.
  Result<void> prepare() {
    if (request_.games % 2 != 0)
      return Error{ErrorCode::invalid_argument, "--games must be even: every opening is played twice"};
    for (const std::string& limit : request_.limits) {
      auto settings = settings_of(request_, R, limit);
      if (!settings) return settings.error();
      rounds_.push_back({.settings = std::move(*settings)});
    }
    if (const Result<void> opened = open_tables(); !opened) return opened;
    if (const Result<void> log = games_.check_log(request_.engine_log); !log) return log;
    if (const Result<void> fit = games_.check(); !fit) return fit;
    for (const auto step : {&BookTest::start_engines, &BookTest::find_openings, &BookTest::open_games})
      if (const Result<void> done = (this->*step)(); !done) return done;
    return {};
  }

  Result<void> open_tables() {
    if (request_.tables.empty()) return {};
    auto tables = TableOracle<R>::open(request_.tables);
    if (!tables) return tables.error();
    tables_ = std::move(*tables);
    for (Round& round : rounds_) {
      round.settings.play.table_men = tables_->max_men();
      round.settings.play.table_digest = tables_->tables().digest();
    }
    return {};
  }

  Result<void> start_engines() {
    for (Round& round : rounds_) {
      auto said = check_engines(round.settings, session_.progress());
      if (!said) return said.error();
      said_ = std::move(*said);  // the same in each round: its engines are
    }
    for (const std::string& line : said_) session_.say("note: " + line);
    return {};
  }

  Result<void> find_openings() {
    PgnOmissions omitted;
    const auto pairs = static_cast<std::size_t>(request_.games / 2);
    auto found =
        request_.openings.empty()
            ? random_openings<R>(request_.random, pairs, started_threads(request_.concurrency), session_.progress())
            : read_openings<R>(request_.openings, omitted);
    for (const std::string& sentence : omitted.sentences()) session_.say("note: " + sentence);
    if (!found) return found.error();
    openings_ = std::move(*found);
    return {};
  }

  Result<void> open_games() {
    std::vector<KeptMatch> matches;
    for (Round& round : rounds_) matches.push_back({&round.settings, &round.standing});
    const auto there = games_.open(matches, openings_);
    if (!there) return there.error();
    if (*there)
      session_.say(count_text(static_cast<std::uint64_t>(**there), "game is", "games are") + " there already");
    return {};
  }

  Result<void> play(Round& round) {
    const auto begin = uci::Time::now();
    const auto count = [&](const GameRecord& game) -> Result<bool> {
      round.standing.add(game);
      const Result<void> written = games_.add(round.settings, game);
      return written ? Result<bool>(true) : written.error();
    };
    const auto progress = [&] {
      return format_limits(round.settings.play.limits) + ": " + match::format_score(round.standing.scores()[0]);
    };
    const Result<void> played =
        play_match<R>(round.settings, openings_, tables_.get(), count, progress, session_.progress());
    round.seconds = std::chrono::duration<double>(uci::Time::now() - begin).count();
    return played;
  }

  static std::string estimate_text(const Estimate& e) {
    return fmt::format("{:>7.1f}%{:>18}{:>+8.1f}{:>18}", 100 * e.score,
                       fmt::format("{:.1f} .. {:.1f}", 100 * e.interval.low, 100 * e.interval.high), elo_of(e.score),
                       fmt::format("{:+.1f} .. {:+.1f}", elo_of(e.interval.low), elo_of(e.interval.high)));
  }

  // On average, moves of a game that the book answered; nothing before a game.
  static std::optional<double> book_moves(const Round& round) {
    const EngineTotals& with_book = round.standing.totals()[0];
    if (with_book.games == 0) return std::nullopt;
    return static_cast<double>(with_book.moves_unsearched) / with_book.games;
  }

  void warn_of_idle_books() const {
    for (const Round& round : rounds_)
      if (book_moves(round) == 0)
        session_.say(fmt::format(
            "note: {}: the book answered no move: the games do not begin where it has positions (--start, --openings, "
            "--random-plies), it is for the other side, or --min-depth, --min-plies or an --option keeps it out",
            format_limits(round.settings.play.limits)));
  }

  std::string text() const {
    std::string out = fmt::format("{:<16}{:>7}{:>16}{:>8}{:>18}{:>8}{:>18}{:>14}\n", "limit of a move", "games",
                                  "+ = -", "score", "95 %", "Elo", "95 %", "of the book");
    for (const Round& round : rounds_) {
      const PairScore& score = round.standing.scores()[0];
      out += fmt::format("{:<16}{:>7}{:>16}", format_limits(round.settings.play.limits), score.games(),
                         fmt::format("+{} ={} -{}", score.wins, score.draws, score.losses));
      out += score.complete_pairs() > 0 ? estimate_text(score.estimate())
                                        : fmt::format("{:<52}", "  no pair of games is whole");
      const std::optional<double> moves = book_moves(round);
      out += fmt::format("{:>14}\n", moves ? fmt::format("{:.1f} moves", *moves) : "-");
      if (score.repeated_pairs > 0) out += fmt::format("  repeated: {}\n", format_repeated(score));
    }
    return out + format_notes(said_);
  }

  std::string json(bool interrupted) const {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Round& round : rounds_) {
      out.push_back(nlohmann::ordered_json::parse(format_report_json({.game = std::string(R.name),
                                                                      .settings = &round.settings,
                                                                      .standing = &round.standing,
                                                                      .openings = openings_.size(),
                                                                      .sprt = {},
                                                                      .seconds = round.seconds,
                                                                      .interrupted = interrupted,
                                                                      .said = said_})));
      const std::optional<double> moves = book_moves(round);
      out.back()["book_moves_per_game"] = moves ? nlohmann::ordered_json(*moves) : nlohmann::ordered_json(nullptr);
    }
    return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
  }

  const BookTestRequest& request_;
  Session& session_;
  std::vector<Round> rounds_;
  std::vector<std::string> said_;
  std::vector<Position<R>> openings_;
  std::unique_ptr<TableOracle<R>> tables_;
  GameStore<R> games_;
};

}  // namespace

Result<void> run_book_test(const BookTestRequest& request, Session& session) {
  const auto first = open_any_book(request.books.front());
  if (!first) return first.error();
  const Result<const Rules*> rules = find_game((*first)->header().game);
  if (!rules) return rules.error();
  if (const auto same = with_game(**rules,
                                  [&]<const Rules & R>() -> Result<void> {
                                    for (const std::string& path : request.books)
                                      if (const auto book = open_book_of<R>(path); !book) return book.error();
                                    return {};
                                  });
      !same)
    return same;
  return with_game(**rules, [&]<const Rules & R>() { return BookTest<R>(request, session).run(); });
}

}  // namespace bookends
