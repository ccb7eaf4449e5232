// `bookends book test`: what a book is worth: the engine with it against the engine without it. Its options; test_run.h
// has the work.
#include <CLI/CLI.hpp>
#include <memory>

#include "tools/book_commands/test_run.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

void add_options(CLI::App& command, BookTestRequest& r) {
  command.add_option("BOOKS,--book", r.books, "The book; or several, such as repertoires of White and of Black")
      ->required();
  command.add_option("--limit", r.limits, "movetime=MS, nodes=N, depth=N or tc=SECONDS+INCREMENT; again for more")
      ->capture_default_str()
      ->allow_extra_args(false);
  command.add_option("--games", r.games, "Games at each limit; even")
      ->check(whole_between(2, 10000000))
      ->capture_default_str();
  command.add_option("--concurrency", r.concurrency, "Games at once")
      ->check(whole_between(1, 1024))
      ->capture_default_str();
  command.add_option("--variety", r.variety, "BookVariety: centipawns a book move may be worse than the best")
      ->check(whole_between(0, 1000))
      ->capture_default_str();
  command.add_option("--min-depth", r.min_depth, "BookMinDepth")->check(whole_between(0, 255))->capture_default_str();
  command.add_option("--min-plies", r.min_plies, "BookMinPlies")->check(whole_between(0, 100))->capture_default_str();
  command.add_option("--option", r.options, "NAME=VALUE: an option of both engines; again for more")
      ->allow_extra_args(false);
  command.add_option("--tables", r.tables, "Endgame tables for both engines and for adjudication");
  CLI::Option* file = command.add_option("--openings", r.openings, "A file of openings, one FEN or EPD a line");
  command.add_option("--random-plies", r.random.plies, "Games begin after so many random moves")
      ->check(whole_between(0, 100))
      ->excludes(file)
      ->capture_default_str();
  command.add_option("--start", r.random.start, "Only from this start position")->excludes(file);
  command.add_option("--seed", r.random.seed, "Of the openings and of the book's draw; 0: another draw in every run")
      ->check(whole_between(0, 1000000000))
      ->capture_default_str();
  command.add_option("--max-moves", r.max_moves, "Longer games are drawn; 0 for no limit")
      ->check(whole_between(0, 100000))
      ->capture_default_str();
  command.add_option("--pgn", r.pgn,
                     "A new file that gets the games, in their order, as soon as those before them are over");
  command.add_flag("--resume", r.resume,
                   "Go on with the test in the --pgn file, if it is there: the same engines, limits, rules and tables");
  command.add_option("--engine-log", r.engine_log, "A file that gets what the engines write to stderr");
}

}  // namespace

void add_command_book_test(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("test", "Play the engine with the book against the engine without it");
  auto request = std::make_shared<BookTestRequest>();
  add_options(*command, *request);
  add_common_options(*command, session, false, true);
  command->footer(
      "Two bookends-agents, the first one with the book; every opening twice with colours swapped, at every limit. "
      "The\n"
      "games begin at the game's starts: what makes them differ is the variety of the book, and time. Pairs of games\n"
      "that are the same, move by move, widen the interval. The last column is how many moves of a game, on average,\n"
      "the book answered (\"book_moves_per_game\"); where it is none, a note says so.\n"
      "What the engines say at the start is shown then, and again with the result (\"notes\").\n"
      "Ctrl-C prints the result so far; --resume goes on from the file.\n"
      "Examples:\n  bookends book test chess.book\n"
      "  bookends book test chess.book --limit movetime=100 --limit tc=10+0.1 --games 400 --concurrency 2\n"
      "  bookends book test white.book black.book --variety 0\n"
      "  bookends book test makruk.book --random-plies 2 --option Hash=128 --pgn games.pgn --json");
  command->callback([request, &session] {
    if (const Result<void> done = run_book_test(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
