// `bookends probe`: what the tables, the book and certificates say of a position. Its options and its input;
// tools/probe asks.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "core/rules/games.h"
#include "gen/console/painted_board.h"
#include "gen/console/terminal.h"
#include "gen/options/position_choice.h"
#include "gen/options/shipped_file.h"
#include "tools/commands/commands.h"
#include "tools/commands/probe_print.h"
#include "tools/probe/answer.h"

namespace bookends {
namespace {

struct ProbeRequest {
  std::string game;
  std::string tables;
  std::string book;
  std::vector<std::string> proofs;
  std::optional<std::string> at;
  std::string format = "text";
};

AskedFor asked_for(const ProbeSources& sources) { return {!sources.books.empty(), sources.proofs.size()}; }

// One FEN a line; empty lines are passed over. A bad one is said, and does not stop the others; damaged files do.
Result<void> probe_lines(const Rules& rules, const ProbeSources& sources, const std::string& format, Session& session) {
  std::string line;
  std::cin.exceptions(std::ios::badbit);  // of a line that the memory has no room for
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) continue;
    const Result<ProbeAnswer> answer = ask_sources(rules, sources, line, format != "tsv");
    if (answer) {
      print_answer(*answer, format, asked_for(sources), false);
      continue;
    }
    const Error error{answer.error().code, fmt::format("line {}: {}", number, answer.error().message)};
    if (error.code != ErrorCode::invalid_argument) return error;
    session.fail(error);
  }
  if (std::ferror(stdin) != 0) return Error{ErrorCode::io, "standard input cannot be read"};
  return {};
}

// For a person to see; whoever reads the answer otherwise has the FEN.
void print_board(const Rules& rules, const std::string& fen) {
  const Result<std::string> board = painted_board(rules, fen, "  ");
  if (board) fmt::print("{}", *board);
}

Result<ProbeSources> sources_of(const ProbeRequest& request) {
  Result<ProbeSources> sources = open_sources(request.game, request.tables, request.book);
  if (!sources) return sources;
  for (const std::string& file : request.proofs)
    if (const Result<void> added = add_proof(*sources, request.game, file); !added) return added.error();
  return sources;
}

Result<void> run(const ProbeRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (request.tables.empty() && request.book.empty() && request.proofs.empty())
    return Error{ErrorCode::invalid_argument, "give --tables, --book or --proof, or several of them"};
  const Result<ProbeSources> sources = sources_of(request);
  if (!sources) return sources.error();
  const std::string format = session.json ? "json" : request.format;
  if (!request.at) return probe_lines(**rules, *sources, format, session);
  const Result<std::string> fen = fen_at(**rules, request.book, *request.at);
  if (!fen) return fen.error();
  const Result<ProbeAnswer> answer = ask_sources(**rules, *sources, *fen, format != "tsv");
  if (!answer) return answer.error();
  if (format == "text" && shows_colours()) print_board(**rules, answer->fen);
  print_answer(*answer, format, asked_for(*sources), true);
  if (!answer->value && !answer->book && !answer->proof) session.exit_code = kExitNegative;
  return {};
}

}  // namespace

void add_command_probe(CLI::App& group, Session& session) {
  auto request = std::make_shared<ProbeRequest>();
  CLI::App* command = group.add_subcommand("probe", "Ask tables, a book and proofs about positions");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("--tables", request->tables, "Folder of tables");
  command->add_option("--book", request->book, "Opening book; in chess also Polyglot's");
  find_shipped(command->add_option("--proof", request->proofs, "Certificates of `bookends book prove`"));
  command->add_option(
      "--at,--fen", request->at,
      "The position: its FEN, a setup's name (startpos), or the moves to it from the book's first start, "
      "or else the game's (\"d3 b3\", SAN or UCI); without it, FENs or names, one a line on standard input");
  command
      ->add_option("--format", request->format,
                   "text, json or tsv (FEN, win|draw|loss|unknown, plies or -; with --book also move, score in "
                   "centipawns, depth, marks and remark, each or -; with --proof also white|black, win|hold, plies and "
                   "the proof's move, each or -)")
      ->check(CLI::IsMember({"text", "json", "tsv"}))
      ->capture_default_str();
  add_common_options(*command, session, false, true);
  command->get_option("--json")->excludes(command->get_option("--format"));
  command->footer(
      "Distances are in plies. Chess: dtz is the one to the next capture, pawn move or mate, and the category is the\n"
      "result under the 50-move rule with the clock of the FEN: win, cursed-win, draw, blessed-loss or loss, or\n"
      "maybe-win or maybe-loss where the tables leave open whether the rule draws. json has \"checkmate\" or\n"
      "\"stalemate\": true where it is so, of the position and after moves. Makruk:\n"
      "wdl and dtm answer for the count of the FEN if one is running; \"under counting\" takes pieces' honour to\n"
      "begin now where none is.\n"
      "Of the book: move, score for the side to move (+0.35, or #2: it wins in 2 moves; json and tsv have the number\n"
      "that is in the book; - or null where it has none), depth, marks (\"proved win\", \"table draw\", \"by hand\")\n"
      "and remark (in quotes, escaped as in JSON). json has proof, table, manual and remark as `bookends dump` does, "
      "and\n"
      "side: whose book it is. One of White's has Black's moves as replies to be ready for, hardly searched.\n"
      "Then the moves that the book has a score or games of, * its own. Points are the share of the side that played\n"
      "the move, the rating is that side's mean, the year the last game's. \"by score\", \"by games\" and \"mixed\" "
      "say\n"
      "how likely the agent draws each with that BookChoice: by score 10 centipawns less are half as likely, by games\n"
      "points and number count, mixed halves that with every 20 centipawns. json has these in \"moves\", beside what "
      "the\n"
      "tables say, named as in the dump.\n"
      "Of a proof: who wins or holds, in how many plies at most, and what is proved of every move. A move of the\n"
      "winner's that is not proved has the first reply that leads out of the proof. json has it in \"proof\".\n"
      "Exit code 1 when nothing is known of the position of --at. Of lines that are no position each is an error on\n"
      "stderr, with its number; the others are answered, and the exit code is 2.\n"
      "Examples:\n  bookends probe fragments --tables tables --at \"4k/5/2K2/5/R4 w\"\n"
      "  bookends probe chess --tables chess --at \"8/8/8/3k4/8/8/8/KR6 w - - 12 40\" --json\n"
      "  bookends probe makruk --tables makruk --at \"8/8/8/3k4/8/8/8/K6R b - 32 6 1\"\n"
      "  bookends probe chess --book chess.book --at startpos\n"
      "  bookends probe fragments --proof fragments-start1.proof --at start1\n"
      "  bookends probe fragments --tables tables --format tsv < positions.fen");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
