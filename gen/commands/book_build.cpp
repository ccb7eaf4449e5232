// `bookends book build`: an opening book, grown best-first from start positions.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <sstream>

#include "books/edit/edit.h"
#include "books/exchange/import.h"
#include "books/file/entry_text.h"
#include "books/file/layout.h"
#include "books/grow/build.h"
#include "books/grow/over_ranks.h"
#include "books/grow/seeds.h"
#include "books/opponent/build_against.h"
#include "core/base/count_text.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/commands/commands.h"
#include "gen/console/output_file.h"
#include "gen/console/time_span.h"
#include "gen/options/leaf_searcher.h"
#include "gen/options/start_positions.h"
#include "gen/options/table_listing.h"
#include "tablebases/oracle/oracle.h"

namespace bookends {
namespace {

constexpr std::uint64_t kLeafNodes = 100'000;
constexpr std::uint64_t kTimesOpponent = 20;

struct BookBuildRequest {
  std::string game;
  std::vector<std::string> starts;
  std::string out;
  bool force = false;
  std::string time;
  std::size_t positions = 0;
  int max_ply = 0;
  std::optional<std::uint64_t> nodes;
  std::uint64_t opponent_nodes = 0;
  std::string tables;
  std::string side = "both";
  std::string workspace;
  std::string policy = "path";
  std::string backup = "min";
  CostModel cost;
  int batch = 0;
  int reply_loss = BuildSettings().reply_loss;
  std::vector<std::string> seeds;
  std::string overrides;
  std::vector<std::string> reuse;
  SearcherChoice searcher;
};

std::filesystem::path workspace_of(const BookBuildRequest& request) {
  return request.workspace.empty() ? request.out + ".work" : request.workspace;
}

Result<void> check_opponent(const BookBuildRequest& request) {
  if (request.opponent_nodes == 0) return {};
  if (request.time.empty() && request.positions == 0)
    return Error{ErrorCode::invalid_argument, "--opponent-nodes: say when the book is finished, --time or --positions"};
  if (request.side == "both")
    return Error{ErrorCode::invalid_argument, "--opponent-nodes: say whose book it is, --side white or --side black"};
  if (!request.searcher.engine.empty())
    return Error{ErrorCode::invalid_argument,
                 "--opponent-nodes: the program's own search plays the games, and does not go with --engine"};
  return {};
}

Result<BuildJob> job_of(const Rules& rules, const BookBuildRequest& request, Session& session) {
  BuildJob job;
  const auto starts = book_starts(rules, request.starts);
  if (!starts) return starts.error();
  job.settings.game = rules.name;
  job.settings.rules_fingerprint = fingerprint(rules);
  job.settings.starts = *starts;
  job.settings.side = parse_side_name(request.side).value_or(BookSide::both);
  job.settings.leaf_nodes =
      request.nodes.value_or(request.opponent_nodes > 0 ? kTimesOpponent * request.opponent_nodes : kLeafNodes);
  job.settings.opponent_nodes = request.opponent_nodes;
  job.settings.policy = request.policy == "dropout" ? Policy::dropout : Policy::path;
  job.settings.backup = request.backup == "replace" ? Backup::replace : Backup::min;
  job.settings.cost = request.cost;
  job.settings.batch = request.batch;
  job.settings.reply_loss = request.reply_loss;
  if (!request.time.empty()) {
    const Result<std::chrono::milliseconds> time = parse_time_span("--time", request.time);
    if (!time) return time.error();
    job.limits.time = *time;
  }
  if (const Result<void> opponent = check_opponent(request); !opponent) return opponent.error();
  job.limits.positions = request.positions;
  job.limits.max_ply = request.max_ply;
  if (!job.limits.time && request.positions == 0 && request.max_ply == 0)
    return Error{ErrorCode::invalid_argument, "say when the book is finished: --time, --positions or --max-ply"};
  job.threads = session.thread_count();
  job.out = request.out;
  job.workspace = workspace_of(request);
  job.reuse = request.reuse;
  return job;
}

// PGN by its name or by what it begins with, else a position a line.
template <const Rules& R>
Result<std::vector<SeedLine>> read_seeds(const std::filesystem::path& path) {
  std::string ending = path.extension().string();
  std::transform(ending.begin(), ending.end(), ending.begin(), [](unsigned char c) { return std::tolower(c); });
  Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  if (ending != ".pgn" && !begins_as_pgn(*text)) return read_seed_positions<R>(*text, path.string());
  std::istringstream in(std::move(*text));
  return read_seed_games<R>(in, path.string());
}

// What the files say that the book is grown from, into the job.
template <const Rules& R>
Result<void> read_inputs(BuildJob& job, const BookBuildRequest& request) {
  for (const std::string& path : request.seeds) {
    Result<std::vector<SeedLine>> lines = read_seeds<R>(path);
    if (!lines) return lines.error();
    job.seeds.insert(job.seeds.end(), lines->begin(), lines->end());
  }
  const std::vector<std::string> further = starts_of_seeds<R>(job.settings.starts, job.seeds);
  job.settings.starts.insert(job.settings.starts.end(), further.begin(), further.end());
  job.settings.seeds = digest(job.seeds);
  if (request.overrides.empty()) return {};
  const Result<std::string> text = read_text_file(request.overrides);
  if (!text) return text.error();
  Result<std::vector<Override>> overrides = read_overrides<R>(*text, request.overrides);
  if (!overrides) return overrides.error();
  job.overrides = std::move(*overrides);
  job.settings.overrides = digest(job.overrides);
  return {};
}

template <const Rules& R>
Result<BuildSummary> build(BuildJob& job, const BookBuildRequest& request, Communicator* ranks, Session& session) {
  std::unique_ptr<TableOracle<R>> tables;
  if (!request.tables.empty()) {
    auto opened = TableOracle<R>::open(request.tables);
    if (!opened) return opened.error();
    tables = std::move(*opened);
    job.settings.table_men = tables->max_men();
  }
  if (const Result<void> read = read_inputs<R>(job, request); !read) return read.error();
  const Result<EvaluatorFactory<R>> evaluators = choose_searcher<R>(request.searcher, job.settings, tables.get());
  if (!evaluators) return evaluators.error();
  if (knows_opponent(job.settings)) {
    const Result<TrialPlayerFactory<R>> players = choose_trial_player<R>(request.searcher, job.settings, tables.get());
    if (!players) return players.error();
    return rehearse_book<R>(job, *evaluators, *players, session.progress());
  }
  if (ranks == nullptr) return build_book<R>(job, *evaluators, session.progress());
  return build_book_on_ranks<R>(job, *evaluators, table_listing(request.tables), *ranks, session.progress());
}

void print_summary(const BuildSummary& summary, const BuildJob& job, double seconds, Session& session) {
  const double each =
      static_cast<double>(summary.bytes) / static_cast<double>(std::max<std::size_t>(1, summary.positions));
  std::string values;
  for (const NodeValue& start : summary.starts) values += " " + format_score(start.value);
  if (session.json) {
    nlohmann::ordered_json out{{"game", job.settings.game},
                               {"file", job.out.string()},
                               {"positions", summary.positions},
                               {"searches", summary.new_searches},
                               {"searches_reused", summary.reused},
                               {"bytes", summary.bytes},
                               {"bytes_per_position", each},
                               {"values", nlohmann::ordered_json::array()},
                               {"seconds", seconds}};
    for (const NodeValue& start : summary.starts) out["values"].push_back(start.value);
    if (knows_opponent(job.settings)) out["games"] = summary.new_games;
    if (summary.stale) out["stale"] = true;
    if (!job.overrides.empty()) out["idle_overrides"] = summary.idle_overrides;
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  std::string reused = job.reuse.empty() ? "" : fmt::format(" and {} of other workspaces", summary.reused);
  if (knows_opponent(job.settings)) reused += " and " + count_text(summary.new_games, "game");
  session.say(fmt::format("{}: {}, {} bytes ({:.2f} each), {}{} in {:.1f} s; value of the starts:{}", job.out.string(),
                          count_text(summary.positions, "position"), summary.bytes, each,
                          count_text(summary.new_searches, "search", "searches"), reused, seconds, values));
  if (summary.stale) session.say("note: the games come to nothing new any more; it ends with fewer positions");
  if (!summary.idle_overrides.empty())
    session.say(
        fmt::format("{} of {} {} for nothing: no line of the book comes to the position, or a table "
                    "answers there: {}{}",
                    summary.idle_overrides.size(), count_text(job.overrides.size(), "override"),
                    summary.idle_overrides.size() == 1 ? "counts" : "count", summary.idle_overrides.front(),
                    summary.idle_overrides.size() > 1 ? ", ..." : ""));
}

bool begins_as_book(const std::filesystem::path& path) {
  std::string first(probe_layout::kMagic.size(), '\0');
  std::ifstream file(path, std::ios::binary);
  file.read(first.data(), static_cast<std::streamsize>(first.size()));
  return first == probe_layout::kMagic;
}

// Said before hours of work rather than after them: what stands in the book's place must be a book that its workspace
// made and would make again, or nothing. A person's work in it would be lost. A damaged book may hold some, too, but
// where its workspace is there that is held to have made it: whoever damaged it can mend it by the same command.
Result<void> check_place(const BookBuildRequest& request) {
  const std::filesystem::path out = request.out;
  if (const Result<void> file = check_is_file(out, "a book"); !file) return file;
  if (const Result<void> named = check_is_named(out); !named) return named;
  std::error_code ignored;
  if (!std::filesystem::exists(out, ignored)) return {};
  if (!std::filesystem::is_regular_file(out, ignored))
    return Error{ErrorCode::io, "cannot write " + out.string() + ": not a regular file"};
  const Result<ProbeFile> file = ProbeFile::open(out);
  if (!file && file.error().code == ErrorCode::corrupt && !begins_as_book(out))
    return Error{ErrorCode::unsupported, out.string() + " is there already and is no book; choose another name"};
  if (request.force) return {};
  const bool own = std::filesystem::exists(workspace_of(request), ignored);
  if (!file && own && file.error().code == ErrorCode::corrupt) return {};
  if (!file && file.error().code == ErrorCode::corrupt)
    return Error{ErrorCode::corrupt, out.string() + " is there already, a damaged book; choose another --out, or add " +
                                         "--force to replace it"};
  if (!file)
    return Error{file.error().code, file.error().message + "; choose another --out, or add --force to replace it"};
  if (own && file->header().game == request.game && !is_edited(file->header())) return {};
  return Error{ErrorCode::invalid_argument,
               out.string() + " is there already" +
                   (is_edited(file->header()) ? ", edited since it was made" : " and is not of this workspace") +
                   "; choose another --out, or add --force"};
}

Result<void> run(const BookBuildRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  const Result<Communicator*> ranks = session.ranks();
  if (!ranks) return ranks.error();
  if (*ranks != nullptr && request.opponent_nodes > 0)
    return Error{ErrorCode::invalid_argument, "--opponent-nodes: games are played by one process, not by ranks"};
  if (session.leads())
    if (const Result<void> place = check_place(request); !place) return place;
  Result<BuildJob> job = job_of(**rules, request, session);
  if (!job) return job.error();
  const auto began = std::chrono::steady_clock::now();
  const Result<BuildSummary> summary =
      with_game(**rules, [&]<const Rules & R>() { return build<R>(*job, request, *ranks, session); });
  if (!summary) return summary.error();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (session.leads()) print_summary(*summary, *job, seconds, session);
  return {};
}

void add_growth_options(CLI::App& command, BookBuildRequest& request) {
  const CLI::Validator cost = whole_between(0, 1'000'000);
  command
      .add_option("--policy", request.policy, "What is cheap to grow: by all costs; or by plies and score lost alone")
      ->check(CLI::IsMember({"path", "dropout"}))
      ->capture_default_str();
  command
      .add_option("--backup", request.backup,
                  "A position is worth the best of book moves and others (min), or of book moves alone (replace)")
      ->check(CLI::IsMember({"min", "replace"}))
      ->capture_default_str();
  command.add_option("--cost-ply", request.cost.ply, "Cost of a ply; only proportions of costs matter")
      ->check(whole_between(1u, 1'000'000u))
      ->capture_default_str();
  command.add_option("--cost-loss", request.cost.centipawn, "Cost of a centipawn given away")
      ->check(cost)
      ->capture_default_str();
  command
      .add_option("--uncertainty", request.cost.uncertainty,
                  "Taken off for each centipawn that a move is worth more or less than was promised")
      ->check(cost)
      ->capture_default_str();
  command.add_option("--bonus-principal", request.cost.principal, "Taken off each ply of the principal variation")
      ->check(cost)
      ->capture_default_str();
  command.add_option("--bonus-best", request.cost.best, "Taken off growing a best move that is not in the book")
      ->check(cost)
      ->capture_default_str();
  command
      .add_option("--reply-loss", request.reply_loss,
                  "One-sided: grow no reply that gives away more centipawns; 0 = every reply")
      ->check(whole_between(0, 30000))
      ->capture_default_str();
  command
      .add_option("--batch", request.batch,
                  "Positions that grow in one round, 0 = a share of the book; or games of a round, 0 = 8")
      ->check(whole_between(0, 1'000'000))
      ->capture_default_str();
}

// After those that it excludes.
void add_opponent_option(CLI::App& command, BookBuildRequest& request) {
  CLI::Option* opponent =
      command
          .add_option("--opponent-nodes", request.opponent_nodes,
                      "By games against a player of so many nodes a move, whose moves the program's own search finds; "
                      "--nodes go into own moves. With --side white or black, and --time or --positions")
          ->check(whole_between(std::uint64_t{100}, std::uint64_t{1} << 40));
  // Games say where it grows, and what it is worth.
  for (const char* other : {"--policy", "--backup", "--cost-ply", "--cost-loss", "--uncertainty", "--bonus-principal",
                            "--bonus-best", "--reply-loss", "--seed"})
    opponent->excludes(command.get_option(other));
}

void add_options(CLI::App& command, BookBuildRequest& request) {
  command.add_option("GAME", request.game, "A name from `bookends games`")->required();
  command.add_option("--out", request.out, "The book file; folders on the way to it are made if need be")->required();
  command.add_flag("--force", request.force, "Replace a book that is edited, damaged or of another workspace");
  command.add_option("--start", request.starts, "A setup's name or a FEN; again for more. Default: every setup")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--time", request.time,
                     "Finish after so much time, all runs together: 60s, 5m, 1.5h. This, --positions or --max-ply "
                     "is needed");
  command.add_option("--positions", request.positions, "Finish with so many positions")->check(at_least(1));
  command.add_option("--max-ply", request.max_ply, "Grow no line beyond so many plies")->check(whole_between(1, 1000));
  command
      .add_option("--nodes", request.nodes,
                  "Nodes of each search; those that --engine names count before them. Default: 100000, or 20 times "
                  "--opponent-nodes")
      ->check(whole_between(std::uint64_t{100}, std::uint64_t{1} << 40));
  command.add_option("--tables", request.tables, "Folder of endgame tables, to answer what they cover");
  command.add_option("--side", request.side, "Whose book: both; or one side's best moves against every reply")
      ->check(CLI::IsMember({"both", "white", "black"}))
      ->capture_default_str();
  add_growth_options(command, request);
  command
      .add_option("--seed", request.seeds,
                  "Lines to put in first, from a file of PGN, or one of EPD or FEN lines; again for more")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option(
      "--override", request.overrides,
      "File of values and moves that outrank searches, a line each: FEN bm MOVE; ce CENTIPAWNS; c0 \"why\";");
  add_searcher_options(command, request.searcher);
  command
      .add_option("--reuse", request.reuse,
                  "Workspace of another book (FILE.work), to take searches from that it has made; again for more")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_option("--workspace", request.workspace, "Folder for the work in progress; default: FILE.work");
  add_opponent_option(command, request);
}

}  // namespace

void add_command_book_build(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookBuildRequest>();
  CLI::App* command = group.add_subcommand("build", "Build an opening book; resumes");
  add_options(*command, *request);
  add_common_options(*command, session, true, true);
  add_rank_options(*command, session);
  command->footer(
      "The book always holds a reply to every first move, the answer to that, and an answer to every reply to its own\n"
      "first move; then it grows where play is likeliest. Interrupted (Ctrl-C, or killed), the same command goes on;\n"
      "a damaged book is made again from its workspace, without what was edited in it since.\n"
      "Limits may be raised later; the number of threads changes nothing but the time, nor does that of ranks.\n"
      "Seeds, overrides, costs and starts are settled when a book is begun; to change them begin another one, with\n"
      "--reuse OLD.book.work: most positions need not be searched again, and with the same tables the book is the\n"
      "same as without it.\n"
      "A book of one side gets deeper in the same time; BookFile and `book test` take White's and Black's. Against a\n"
      "player who is known (--opponent-nodes: what he takes for a move) it grows by games: what moves come to decides\n"
      "which are played, and after the first moves only what he replied is answered. Positions are then those that\n"
      "were looked at, and it ends, too, when 1000 games come to nothing new and there is no --time.\n"
      "Examples:\n  bookends book build fragments --out fragments.book --positions 2000 --tables tables\n"
      "  bookends book build chess --out white.book --side white --time 30m --nodes 500000\n"
      "  bookends book build chess --out white.book --side white --time 30m --opponent-nodes 150000\n"
      "  bookends book build chess --out sf.book --positions 5000 --engine 'cmd=stockfish nodes=50000 option.Hash=16'\n"
      "  bookends book build chess --out mine.book --seed games.pgn --override mine.epd --positions 10000\n"
      "  bookends book build chess --out mine2.book --reuse mine.book.work --override more.epd --positions 10000");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
