// `bookends match`: plays UCI engines against each other. Its options; match_run.h has the work.
#include <CLI/CLI.hpp>
#include <memory>

#include "tools/commands/commands.h"
#include "tools/commands/match_run.h"

namespace bookends {
namespace {

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

void add_limits(CLI::App& command, MatchRequest& r) {
  command.add_option("--movetime", r.movetime, "Milliseconds a move");
  command.add_option("--nodes", r.nodes, "Nodes a move");
  command.add_option("--depth", r.depth, "Plies a move");
  command.add_option("--tc", r.tc, "A clock: [MOVES/]SECONDS[+INCREMENT], as 10+0.1 or 40/60; 0+0.3: increments alone");
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
  command->callback([request, &session] {
    if (const Result<void> done = run_match(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
