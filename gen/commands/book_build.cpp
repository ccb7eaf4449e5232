// `bookends book build`: an opening book, grown best-first from start positions. Its options and what it says in the
// end; book_build_job.h has the work.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/rules/games.h"
#include "gen/commands/book_build_job.h"
#include "gen/commands/commands.h"

namespace bookends {
namespace {

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

Result<void> run(const BookBuildRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  const Result<Communicator*> ranks = session.ranks();
  if (!ranks) return ranks.error();
  if (*ranks != nullptr && request.opponent_nodes > 0)
    return Error{ErrorCode::invalid_argument, "--opponent-nodes: games are played by one process, not by ranks"};
  const FileStamp before(request.out);
  if (session.leads())
    if (const Result<void> place = check_place(request); !place) return place;
  Result<BuildJob> job = job_of(**rules, request, session);
  if (!job) return job.error();
  job->before = before;
  const auto began = std::chrono::steady_clock::now();
  const Result<BuildSummary> summary = build_asked_for(**rules, *job, request, *ranks, session);
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
      .add_option(
          "--seed", request.seeds,
          "Lines to put in first, whole, from a file of PGN, a book, or EPD or FEN lines; again for more. --positions "
          "and --max-ply limit what grows from them. What games say of moves is kept in the book; weights of a "
          "Polyglot book are not")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command.add_flag("--strict", request.strict, "Refuse seeds of PGN of which something would be left out");
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
      "  bookends book build chess --out mine.book --seed games.book --positions 10000   # of `book import`\n"
      "  bookends book build chess --out mine2.book --reuse mine.book.work --override more.epd --positions 10000");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
