// `bookends dump`: a book for a person to read, or for other programs.
#include "books/review/dump.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cstdio>
#include <memory>
#include <optional>
#include <utility>

#include "books/exchange/polyglot.h"
#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/console/output_file.h"
#include "gen/console/painted_board.h"
#include "gen/console/terminal.h"
#include "gen/options/position_choice.h"
#include "gen/options/shipped_file.h"
#include "tools/book_commands/book_files.h"
#include "tools/book_commands/dump_html.h"
#include "tools/book_commands/shown_book.h"
#include "tools/commands/commands.h"
#include "tools/pages/book_page.h"

namespace bookends {
namespace {

struct DumpRequest {
  std::string game;
  std::string book;
  std::string format = "text";
  std::string side;
  std::optional<std::string> from;
  std::string start;
  std::string out;
  bool force = false;
  int max_ply = 0;
  std::optional<int> margin;
  std::optional<std::string> weights;
  std::optional<int> chapter;
  bool boards = false;

  bool of_a_part() const { return max_ply > 0 || from || !start.empty(); }
};

template <const Rules& R>
Result<TreeOptions> tree_options(const DumpRequest& request, const Book<R>& book) {
  TreeOptions options;
  options.max_ply = request.max_ply;
  options.side = book.file().header().side;
  if (const std::optional<BookSide> side = parse_side_name(request.side)) options.side = *side;
  if (request.from) {
    const auto from = position_at<R>(book.file().header().starts, *request.from);
    if (!from) return from.error();
    options.from.push_back(from->fen());
  }
  if (!request.start.empty()) {
    const Result<std::string> fen = start_fen(R, request.start);
    if (!fen) return fen.error();
    options.from.push_back(*fen);
  }
  return options;
}

bool to_standard_output(const DumpRequest& request) { return request.out.empty() || is_standard_output(request.out); }

// Who makes a file of a whole book is told what is not in it; a part that was asked for is no surprise.
void say_left_out(const TreeOutline& tree, const DumpRequest& request, Session& session) {
  const std::uint64_t missing = left_out(tree);
  if (missing == 0 || request.of_a_part() || !request.side.empty()) return;
  session.say(fmt::format("{} of {} of {} {} left out: {}", missing, count_text(tree.positions, "position"),
                          request.book, missing == 1 ? "is" : "are",
                          tree.shown == BookSide::both
                              ? "no line from the starts leads to them"
                              : fmt::format("these are the lines of {}'s best moves; --side both follows all moves",
                                            tree.shown == BookSide::white ? "White" : "Black")));
}

constexpr int kLongestChapter = 100'000'000;

constexpr std::array<std::pair<const char*, PolyglotWeights>, 6> kWeights{{{"auto", PolyglotWeights::automatic},
                                                                           {"margin", PolyglotWeights::margin},
                                                                           {"games", PolyglotWeights::games},
                                                                           {"points", PolyglotWeights::points},
                                                                           {"uniform", PolyglotWeights::uniform},
                                                                           {"kept", PolyglotWeights::kept}}};

PolyglotWeights weights_named(const std::string& name) {
  for (const auto& [known, weights] : kWeights)
    if (name == known) return weights;
  return PolyglotWeights::automatic;
}

std::vector<std::string> weight_names() {
  std::vector<std::string> names;
  for (const auto& known : kWeights) names.emplace_back(known.first);
  return names;
}

bool lists_by_margin(PolyglotWeights weights) {
  return weights == PolyglotWeights::automatic || weights == PolyglotWeights::margin ||
         weights == PolyglotWeights::uniform;
}

// Why not one move is listed.
template <const Rules& R>
Error nothing_listed(const BookGraph& graph, const PolyglotOptions& options, const DumpRequest& request) {
  const bool has_turn = std::ranges::any_of(
      graph.nodes, [&](const GraphNode& node) { return plays_at(options.side, position_of<R>(node).turn()); });
  if (!has_turn)
    return {ErrorCode::invalid_argument,
            fmt::format("{} has no position at {}'s turn", request.book, side_name(options.side))};
  return {
      ErrorCode::invalid_argument,
      fmt::format(
          "{}: no move has a weight by --weights {}; margin goes by the scores, games by how often moves were played",
          request.book, request.weights.value_or("auto"))};
}

template <const Rules& R>
Result<void> dump_polyglot(const DumpRequest& request, const FileStamp& before, Session& session) {
  if (request.of_a_part())
    return Error{ErrorCode::invalid_argument,
                 "a Polyglot book holds all positions; leave --max-ply, --at and --start out, and dump what `book "
                 "subtree` or `book prune` makes of the book for a part of it"};
  if (to_standard_output(request))
    return Error{ErrorCode::invalid_argument, "a Polyglot book is no text; name a file (--out)"};
  const Result<Book<R>> book = open_shown<R>(request.book, session);
  if (!book) return book.error();
  const Result<BookGraph> graph = graph_of(*book);
  if (!graph) return graph.error();
  PolyglotOptions options;
  options.margin = request.margin.value_or(options.margin);
  options.side = parse_side_name(request.side).value_or(graph->header.side);
  options.weights = weights_named(request.weights.value_or("auto"));
  const std::vector<std::byte> bytes = polyglot_bytes<R>(*graph, options);
  if (bytes.empty()) return nothing_listed<R>(*graph, options, request);
  return write_file(request.out, bytes, before);
}

Result<void> write_tree(TreeReader& tree, const std::string& format, const DumpRequest& request, const TextSink& out) {
  if (format == "pgn") return dump_pgn(tree, {request.chapter.value_or(PgnForm().chapter_moves), request.boards}, out);
  if (format == "epd") return dump_epd(tree, out);
  if (format == "json") return dump_json(tree, out);
  if (format == "html") return book_page(*find_game(tree.outline().game).value(), tree, out);
  const bool in_colour = to_standard_output(request) && shows_colours();
  return in_colour ? dump_painted_text(tree, out, painted_row) : dump_text(tree, out);
}

Result<void> write_file_of(TreeReader& tree, const std::string& format, const DumpRequest& request,
                           const FileStamp& before) {
  Result<TextOutput> output = TextOutput::create(to_standard_output(request) ? "-" : request.out, before);
  if (!output) return output.error();
  const auto append = [&](std::string_view text) { return output->append(text); };
  if (const Result<void> written = write_tree(tree, format, request, append); !written) return written;
  return output->commit();
}

// Of what was asked for the book knows nothing.
std::optional<Error> unknown_root(TreeReader& tree) {
  for (const TreeRoot& root : tree.outline().roots)
    if (const TreeNode node = tree.node(root.node); !node.known)
      return Error{ErrorCode::not_found, "the book does not know " + node.fen};
  return std::nullopt;
}

template <const Rules& R>
Result<void> dump_tree(const DumpRequest& request, const std::string& format, const FileStamp& before,
                       Session& session) {
  const Result<Book<R>> book = open_shown<R>(request.book, session);
  if (!book) return book.error();
  const Result<TreeOptions> options = tree_options(request, *book);
  if (!options) return options.error();
  const Result<std::unique_ptr<TreeReader>> tree = read_tree(*book, *options);
  if (!tree) return tree.error();
  const std::optional<Error> unknown = options->from.empty() ? std::nullopt : unknown_root(**tree);
  if (unknown) {
    session.fail(*unknown);
    session.exit_code = kExitNegative;
    return {};
  }
  const Result<bool> folder = format == "html" ? goes_to_folder(request.out, (*tree)->size()) : Result<bool>(false);
  if (!folder) return folder.error();
  const Result<void> written = *folder ? dump_page_folder(R, **tree, request.out, request.force, session)
                                       : write_file_of(**tree, format, request, before);
  if (!written) return written;
  if (format != "text") say_left_out((*tree)->outline(), request, session);
  return {};
}

Result<void> check_options(const DumpRequest& request, const std::string& format) {
  const auto is_for = [&](bool given, const char* what, const char* of) -> Result<void> {
    if (!given || format == of) return {};
    return Error{ErrorCode::invalid_argument, std::string(what) + " is for --format " + of};
  };
  if (request.margin && format != "polyglot")
    return Error{ErrorCode::invalid_argument, "--margin is for --format polyglot; other formats list every move"};
  if (const auto right = is_for(request.weights.has_value(), "--weights", "polyglot"); !right) return right;
  if (const auto right = is_for(request.chapter.has_value(), "--chapter", "pgn"); !right) return right;
  if (const auto right = is_for(request.boards, "--boards", "pgn"); !right) return right;
  if (request.margin && !lists_by_margin(weights_named(request.weights.value_or("auto"))))
    return Error{ErrorCode::invalid_argument, "--margin is for --weights auto, margin and uniform"};
  return {};
}

// What stands where the dump goes.
Result<FileStamp> check_place(const DumpRequest& request, const std::string& format) {
  const bool in_folder = format == "html" && names_folder(request.out);
  if (!in_folder && !to_standard_output(request)) return check_output(request.out, kind_of_text(), request.force);
  const FileStamp now(request.out);
  const Result<void> place = in_folder ? check_page_folder(request.out, request.force) : Result<void>();
  return place ? Result<FileStamp>(now) : place.error();
}

// `dump FILE` and `dump GAME FILE` name a book too: one word alone that is no game is a file.
Result<DumpRequest> with_book_found(DumpRequest request) {
  if (request.book.empty() && !request.game.empty() && !find_game(request.game))
    request.book = shipped_or_same(std::exchange(request.game, {}));
  if (request.book.empty())
    return Error{ErrorCode::invalid_argument,
                 "dump which book? Name it, as in `bookends dump FILE` (--help says more)"};
  return request;
}

Result<void> dump_found(const DumpRequest& request, Session& session) {
  const Result<const Rules*> rules = request.game.empty() ? game_of_shown(request.book) : find_game(request.game);
  if (!rules && !request.game.empty() && request.from)  // a second move, perhaps
    return Error{rules.error().code, rules.error().message + "; moves of --at stand in quotes"};
  if (!rules) return rules.error();
  const std::string format = session.json ? "json" : request.format;
  if (const Result<void> right = check_options(request, format); !right) return right;
  const Result<FileStamp> before = check_place(request, format);
  if (!before) return before.error();
  return with_game(**rules, [&]<const Rules & R>() {
    return format == "polyglot" ? dump_polyglot<R>(request, *before, session)
                                : dump_tree<R>(request, format, *before, session);
  });
}

Result<void> run(const DumpRequest& asked, Session& session) {
  const Result<DumpRequest> request = with_book_found(asked);
  return request ? dump_found(*request, session) : request.error();
}

void add_dump_options(CLI::App& command, DumpRequest& request) {
  command.add_option("GAME", request.game, "The book's game, for a check; may be left out");
  find_shipped(command.add_option("BOOK,--book", request.book, "The book, or a certificate of `bookends book prove`"));
  command
      .add_option("--format", request.format,
                  "text, html (a page to walk through), pgn (chapters with variations), epd, json or polyglot")
      ->check(CLI::IsMember({"text", "html", "pgn", "epd", "json", "polyglot"}))
      ->capture_default_str();
  command
      .add_option(
          "--side", request.side,
          "Show this side's best moves against every reply (polyglot: all moves at its turn); default: as the book")
      ->check(CLI::IsMember({"both", "white", "black"}));
  command.add_option("--max-ply", request.max_ply, "Show lines of so many plies")->check(whole_between(1, 1000));
  CLI::Option* from = command.add_option("--at,--from", request.from, std::string("Begin there. ") + kPositionHelp);
  command.add_option("--start", request.start, "Begin at this setup of the game")->excludes(from);
  command.add_option("--out", request.out,
                     "The file to write; default, and -: standard output. html: DIR/ is a folder of pages");
  command.add_flag("--force", request.force, "Replace a file, or a folder of pages, that is there");
  command
      .add_option("--chapter", request.chapter,
                  fmt::format("PGN: cut lines off into games of their own where one has more moves than so many; 0: "
                              "nowhere ({})",
                              PgnForm().chapter_moves))
      ->check(whole_between(0, kLongestChapter));
  command.add_flag("--boards", request.boards, "PGN: boards of letters in the comments at the ends of lines");
  command
      .add_option("--weights", request.weights,
                  "Polyglot: how moves are weighed, auto, margin, games, points, uniform or kept; default: auto")
      ->check(CLI::IsMember(weight_names()));
  command
      .add_option("--margin", request.margin,
                  fmt::format("Polyglot: list moves that fall short of the best by so many centipawns ({})",
                              PolyglotOptions().margin))
      ->check(whole_between(0, kWidestMargin));
}

}  // namespace

void add_command_dump(CLI::App& group, Session& session) {
  auto request = std::make_shared<DumpRequest>();
  CLI::App* command = group.add_subcommand("dump", "Print a book's lines");
  add_dump_options(*command, *request);
  add_common_options(*command, session, false, true);
  command->get_option("--json")->excludes(command->get_option("--format"));
  command->footer(
      "A book of one side is written as it is played: its own best moves against every reply. What else is in it\n"
      "comes with --side both; how much that is, html, pgn, epd and json say on stderr. Polyglot has the moves of all\n"
      "positions at the book's turn, or at that of --side.\n"
      "--weights: margin weighs moves by how close they come to the best one; games by how often they were played;\n"
      "points as Polyglot does, by 2 for a win and 1 for a draw; uniform gives each 1; kept is what the Polyglot book\n"
      "said that the position came from; auto is kept where there is such, else points where there are games and no\n"
      "score, else margin.\n"
      "A page of html has at most 5000 positions. Larger books are a folder of pages: open its index.html, also "
      "without\n"
      "a server. A script searches it by FEN and by moves; all else works without.\n"
      "A game of PGN is a chapter: where it would be too long, a comment says in which one a line goes on.\n"
      "A certificate is checked, and shown as the book that `bookends book import` makes of it: the proof's moves, "
      "and\n"
      "the reply to each that holds out longest.\n"
      "Exit code 1 when the book does not know the position asked for.\n"
      "Examples:\n  bookends dump fragments.book --max-ply 4 | less\n"
      "  bookends dump fragments --book fragments.book --format pgn --side white --start start1 > white.pgn\n"
      "  bookends dump fragments.book --at \"d3 b3\" --max-ply 2\n"
      "  bookends dump fragments.book --format html --max-ply 8 --out fragments.html\n"
      "  bookends dump fragments.book --format html --out fragments/\n"
      "  bookends dump fragments-start1-b2b3.proof --max-ply 6\n"
      "  bookends dump chess --book chess.book --format polyglot --out chess.bin\n"
      "  bookends dump chess --book chess.book --format json --side both > chess.json   # `book import` makes it a "
      "book");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
