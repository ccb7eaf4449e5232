// `bookends book import`: a book from PGN, EPD, JSON, Polyglot's format, or a proof.
#include "books/exchange/import.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "books/exchange/polyglot.h"
#include "books/exchange/transport.h"
#include "books/file/layout.h"
#include "books/games/packed_text.h"
#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/estimate/quantity.h"
#include "gen/options/shipped_file.h"
#include "gen/options/start_positions.h"
#include "tablebases/oracle/oracle.h"
#include "tools/book_commands/book_files.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

constexpr const char* kImportFooter =
    "Of games (PGN) the moves are counted: how often each was played, what it made of the points, by how strong\n"
    "players and when last. The book's move is that of the most points, a win 2 and a draw 1; --result-weight 0 takes\n"
    "the one that was played most. Variations add positions, and count for nothing. Games without a result, behind\n"
    "the moves or in the tag, are draws. A game is there already where players, date, round, time, a server's address\n"
    "of it and all moves are the same; where either player or all of the others are unknown, it never is. Of PGN a\n"
    "word that is no move, a variation or a game that cannot be played is left out; it says how many, and names the\n"
    "first ten games.\n"
    "Files may be packed by gzip or zstd.\n"
    "Of a Polyglot book's weights the greatest of a position says which move is the book's; all are kept. Several\n"
    "such books become one: weights are added up, as `polyglot merge-book` does, or with --first a book adds "
    "positions\n"
    "that no book before it has.\n"
    "What `bookends dump` writes as JSON comes back as it was, and from --side both so does a book for both\n"
    "sides as PGN or EPD. Of a position that several files have scores for the first one counts. JSON and proofs are\n"
    "for a side or for both; those of different sides are refused: make a book of each. PGN and EPD say no side: what\n"
    "is in them is taken for --side, else for the side that the other files are for, or for both; so is Polyglot, but\n"
    "where more of it is found for one side, whose moves alone it has, the book is for that side. In JSON a field "
    "that\n"
    "is there has to be right; those that have to be there are \"nodes\", and in each of them \"fen\" and \"move\".\n"
    "Examples:\n  bookends book import chess games.pgn.zst --min-games 3 --max-ply 40 --out games.book\n"
    "  bookends book import chess all.pgn --white Carlsen --since 2020 --out carlsen.book\n"
    "  bookends book import chess performance.bin --out performance.book\n"
    "  bookends book import chess --first mine.bin others.bin --out mine.book\n"
    "  bookends book import chess white.pgn --side white --out white.book\n"
    "  bookends book import fragments d3.proof --out d3.book   # a certificate of `book prove`, to be played";

struct BookImportRequest {
  std::string game;
  std::vector<std::string> files;
  std::vector<std::string> starts;
  std::string out;
  bool force = false;
  std::string format = "auto";
  std::string side;
  std::string tables;
  bool strict = false;
  bool first = false;
  // of games
  GameChoice games;
  std::uint32_t min_games = 0;
  double min_score = 0;  // per cent
  double result_weight = kPointsOnly;
  std::string memory;
};

// Why a book of ours needs no import, or that it is damaged.
Error own_book(const std::string& path, const std::optional<Error>& damage) {
  if (damage && damage->code == ErrorCode::corrupt) return *damage;
  return {ErrorCode::unsupported, path +
                                      ": a book of bookends already; `bookends book unpack` opens a packed one, "
                                      "`bookends book merge` puts books together"};
}

// Books of ours need no import.
Result<void> refuse_own(std::string_view begin, const std::string& path) {
  if (begin.starts_with(book_layout::kMagic)) {
    const Result<BookFile> file = BookFile::open(path);
    return own_book(path, file ? std::nullopt : std::optional(file.error()));
  }
  if (!is_transport(as_bytes(begin))) return {};
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.error();
  const Result<TransportHeader> header = transport_header(*bytes, path);
  return own_book(path, header ? std::nullopt : std::optional(header.error()));
}

// A file that was taken for what it is not fails in ways that do not help.
Error guessed_wrong(Error error, const BookImportRequest& request, const std::string& format, const std::string& path) {
  const auto says = [&](const char* word) { return error.message.find(word) != std::string::npos; };
  const bool misread = format == "polyglot" ? error.code == ErrorCode::corrupt
                                            : (format == "json" && says("JSON")) || (format == "epd" && says("FEN"));
  if (request.format == "auto" && misread)
    error.message += fmt::format(" ({} looks like {}; --format says what it is)", path, format);
  else if (request.strict && format == "pgn" && error.code != ErrorCode::limit)
    error.message += "; without --strict it is left out";
  return error;
}

template <const Rules& R>
Result<void> add(BookImport<R>& import, const std::string& format, PackedText file, const std::string& path,
                 Session& session) {
  if (format == "pgn") return import.add_games(std::move(file), path, session.progress());
  const Result<std::string> whole = read_packed(file);
  if (!whole) return whole.error();
  std::string_view text = *whole;
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  return format == "json" ? import.add_json(text, path) : import.add_epd(text, path);
}

template <const Rules& R>
Result<void> add_proof(BookImport<R>& import, const std::string& path, const BookImportRequest& request,
                       Session& session) {
  Result<CertificateReader> proof = CertificateReader::open(path);
  if (!proof) return proof.error();
  if (request.tables.empty()) {
    if (const int men = proof->header().table_men; men > 0)
      session.say(fmt::format("{}: what tables of up to {} men would say is taken for granted; --tables has it checked",
                              path, men));
    return import.add_proof(*proof, nullptr, session.progress());
  }
  const auto tables = TableOracle<R>::open(request.tables);
  return tables ? import.add_proof(*proof, tables->get(), session.progress()) : tables.error();
}

void say_unreached(std::uint64_t positions, const std::string& of_what, Session& session) {
  session.say(fmt::format("{}{} {} left out: no line from the starts leads to {}", count_text(positions, "position"),
                          of_what, positions == 1 ? "is" : "are", positions == 1 ? "it" : "them"));
}

// All files, once one is known to be a Polyglot book.
Result<std::vector<std::string>> read_polyglot_files(const BookImportRequest& request) {
  std::vector<std::string> contents;
  for (const std::string& path : request.files) {
    Result<std::string> content = read_packed(path);
    if (!content) return content.error();
    if (const Result<void> foreign = refuse_own(*content, path); !foreign) return foreign.error();
    const std::string format = request.format == "auto" ? format_of(*content) : request.format;
    if (format != "polyglot")
      return Error{ErrorCode::invalid_argument,
                   fmt::format("{} looks like {}, and Polyglot books are imported among themselves; `bookends book "
                               "merge` puts books together",
                               path, format)};
    contents.push_back(std::move(*content));
  }
  return contents;
}

template <const Rules& R>
Result<BookGraph> read_polyglot(const BookImportRequest& request, Session& session) {
  const Result<std::vector<std::string>> contents = read_polyglot_files(request);
  if (!contents) return contents.error();
  std::vector<PolyglotSource> files;
  for (const std::string& content : *contents) files.push_back({as_bytes(content), request.files[files.size()]});
  const Result<std::vector<std::string>> starts = book_starts(R, request.starts);
  if (!starts) return starts.error();
  Result<PolyglotImport> made = import_polyglot<R>(files, {*starts, parse_side_name(request.side), request.first});
  if (!made) return made.error();
  if (made->unplaced > 0) say_unreached(made->unplaced, fmt::format(" of {}", fmt::join(request.files, ", ")), session);
  if (made->unplaced > 0 && made->graph.header.side == BookSide::both)
    session.say("--side white and --side black, a book each, follow all replies to that side's moves");
  return std::move(made->graph);
}

Result<CountSettings> count_settings(const BookImportRequest& request, const Session& session) {
  for (const auto& [option, name] : {std::pair("--white", request.games.white), {"--black", request.games.black}})
    if (!name.empty() && !is_name(name))
      return Error{ErrorCode::invalid_argument, fmt::format("{} '{}': a player's name is expected", option, name)};
  CountSettings settings;
  settings.choice = request.games;
  settings.policy = request.strict ? PgnPolicy::strict : PgnPolicy::lenient;
  settings.threads = session.thread_count();
  settings.folder = std::filesystem::absolute(request.out).parent_path();
  if (request.memory.empty()) return settings;
  const Result<double> memory = parse_memory("--memory", request.memory);
  if (!memory) return memory.error();
  settings.memory = static_cast<std::uint64_t>(*memory);
  return settings;
}

// What the game's side, or a player's, makes of the book.
std::optional<BookSide> asked_side(const BookImportRequest& request) {
  if (!request.games.white.empty()) return BookSide::white;
  if (!request.games.black.empty()) return BookSide::black;
  return parse_side_name(request.side);
}

Result<ImportOptions> import_options(const Rules& rules, const BookImportRequest& request) {
  ImportOptions options;
  options.rule = {request.min_games, request.min_score / 100};
  options.result_weight = request.result_weight;
  if (request.starts.empty()) return options;
  const Result<std::vector<std::string>> starts = book_starts(rules, request.starts);
  if (!starts) return starts.error();
  options.starts = *starts;
  return options;
}

// Of a book without scores made from games: what there is to say of them.
void say_games(const GameCounts& games, std::size_t left_out, Session& session) {
  const std::uint64_t all = games.counted + games.passed_over + games.duplicates + left_out;
  if (all > games.counted)
    session.say(fmt::format("{} of {} counted", games.counted, count_text(all, "game is", "games are")));
  if (games.passed_over > 0)
    session.say(count_text(games.passed_over, "game is", "games are") + " not of those asked for");
  if (games.duplicates > 0)
    session.say(count_text(games.duplicates, "game is there already and does", "games are there already and do") +
                " not count again (--keep-duplicates counts all)");
}

// A move that was played once tells little, and there are many of them.
void say_rare_moves(const BookGraph& graph, const BookImportRequest& request, Session& session) {
  constexpr std::size_t kManyMoves = 1000;
  if (request.min_games > 1) return;
  std::size_t all = 0, once = 0;
  for (const GraphNode& node : graph.nodes)
    for (const PlayedMove& move : node.played) {
      ++all;
      if (move.games == 1) ++once;
    }
  if (all >= kManyMoves && 2 * once > all)
    session.say(fmt::format("{} of {} moves were played in one game alone; --min-games 2 leaves them out", once, all));
}

struct ImportedBook {
  BookGraph graph;
  PgnOmissions omitted;
  GameCounts games;
};

template <const Rules& R>
Result<ImportedBook> finish(BookImport<R>& import, const BookImportRequest& request, Session& session) {
  for (const std::string& sentence : import.omitted().sentences()) session.say(sentence);
  say_games(import.games(), import.omitted().games.count, session);
  if (import.without_move() > 0)
    session.say(count_text(import.without_move(), "line names no best move (bm) and is left out",
                           "lines name no best move (bm) and are left out"));
  const Result<ImportOptions> options = import_options(R, request);
  if (!options) return options.error();
  Result<BookGraph> made = import.finish(*options, session.progress());
  if (!made)
    return Error{made.error().code, fmt::format("{}: {}", fmt::join(request.files, ", "), made.error().message)};
  if (import.unplaced() > 0) say_unreached(import.unplaced(), "", session);
  say_rare_moves(*made, request, session);
  return ImportedBook{std::move(*made), import.omitted(), import.games()};
}

// An option that chooses among games, where there are none.
Result<void> check_games_options(const BookImportRequest& request, const std::string& path) {
  const GameChoice& games = request.games;
  const std::pair<bool, const char*> options[] = {{request.min_games > 0, "--min-games"},
                                                  {request.min_score > 0, "--min-score"},
                                                  {games.max_ply > 0, "--max-ply"},
                                                  {games.min_elo > 0, "--min-elo"},
                                                  {games.since > 0, "--since"},
                                                  {!games.white.empty(), "--white"},
                                                  {!games.black.empty(), "--black"},
                                                  {games.keep_duplicates, "--keep-duplicates"},
                                                  {request.strict, "--strict"}};
  for (const auto& [given, name] : options)
    if (given) return Error{ErrorCode::invalid_argument, fmt::format("{} is for PGN; {} is none", name, path)};
  return {};
}

template <const Rules& R>
Result<ImportedBook> read(const BookImportRequest& request, Session& session) {
  Result<CountSettings> settings = count_settings(request, session);
  if (!settings) return settings.error();
  BookImport<R> import(std::move(*settings));
  if (const std::optional<BookSide> side = asked_side(request)) import.for_side(*side);
  bool any_games = false;
  for (const std::string& path : request.files) {
    Result<PackedText> file = PackedText::open(path);
    if (!file) return file.error();
    constexpr std::size_t kEnoughToTell = 4096;
    const Result<std::string> begin = file->peek(kEnoughToTell);
    if (!begin) return begin.error();
    if (const Result<void> foreign = refuse_own(*begin, path); !foreign) return foreign.error();
    const std::string format = request.format == "auto" ? format_of(*begin) : request.format;
    any_games = any_games || format == "pgn";
    if (format == "polyglot") {
      if (const Result<void> fits = check_games_options(request, path); !fits) return fits.error();
      Result<BookGraph> read = read_polyglot<R>(request, session);
      if (!read && request.files.size() > 1) return read.error();  // it says which
      if (!read) return guessed_wrong(read.error(), request, format, path);
      return ImportedBook{std::move(*read), {}, {}};
    }
    if (request.first) return Error{ErrorCode::invalid_argument, "--first is for Polyglot books; " + path + " is none"};
    const Result<void> added = format == "proof" ? add_proof(import, path, request, session)
                                                 : add(import, format, std::move(*file), path, session);
    if (!added) return format == "proof" ? added.error() : guessed_wrong(added.error(), request, format, path);
  }
  if (!any_games)
    if (const Result<void> fits = check_games_options(request, request.files.front()); !fits) return fits.error();
  return finish(import, request, session);
}

nlohmann::ordered_json counts_of(const PgnOmissions& omitted) {
  return {{"games", omitted.games.count},
          {"first_games", omitted.games.named},
          {"lines", omitted.lines.count},
          {"tags", omitted.tags.count},
          {"words", omitted.words.count}};
}

nlohmann::ordered_json games_of(const GameCounts& games) {
  return {{"counted", games.counted}, {"passed_over", games.passed_over}, {"duplicates", games.duplicates}};
}

template <const Rules& R>
Result<void> import(const BookImportRequest& request, Session& session) {
  const Result<FileStamp> before = may_write(request.out, {}, request.force);
  if (!before) return before.error();
  Result<ImportedBook> imported = read<R>(request, session);
  if (!imported) return imported.error();
  BookGraph* const graph = &imported->graph;
  const std::size_t lost = drop_unreached<R>(*graph);
  if (lost > 0) say_unreached(lost, "", session);
  const Result<std::vector<std::byte>> bytes = encode<R>(*graph);
  if (!bytes) return bytes.error();
  if (const Result<void> written = write_into_folder(request.out, *bytes, *before); !written) return written;
  session.answer();
  if (session.json) {
    const nlohmann::ordered_json out{{"file", request.out},
                                     {"game", R.name},
                                     {"side", side_name(graph->header.side)},
                                     {"positions", graph->size()},
                                     {"left_out", lost},
                                     {"starts", graph->header.starts},
                                     {"games", games_of(imported->games)},
                                     {"omitted", counts_of(imported->omitted)}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    const std::uint64_t games = imported->games.counted;
    fmt::print("{}: {} of {}, for {}{}\n", request.out, count_text(graph->size(), "position"), R.name,
               graph->header.side == BookSide::both ? "both sides" : side_name(graph->header.side),
               games == 0 ? "" : ", from " + count_text(games, "game"));
  }
  return {};
}

Result<void> run(const BookImportRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  return with_game(**rules, [&]<const Rules & R>() { return import <R>(request, session); });
}

}  // namespace

void add_command_book_import(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookImportRequest>();
  CLI::App* command = group.add_subcommand("import", "Make a book from PGN, EPD, JSON, a Polyglot book or a proof");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  find_shipped(command->add_option("FILE", request->files, "The files to read")->required());
  command->add_option("--out", request->out, "The book; its folder is made if need be")->required();
  command->add_flag("--force", request->force, "Replace a file that is there");
  command->add_option("--format", request->format, "pgn, epd, json, polyglot or proof; default: by the file's content")
      ->check(CLI::IsMember({"auto", "pgn", "epd", "json", "polyglot", "proof"}));
  command
      ->add_option(
          "--side", request->side,
          "Whose book it is, where the files do not say (of Polyglot: by all replies to its moves); default: both")
      ->check(CLI::IsMember({"both", "white", "black"}));
  command->add_flag("--first", request->first,
                    "Of Polyglot books that know the same position the first counts alone; default: weights are added");
  command->add_flag("--strict", request->strict, "Refuse PGN of which something would be left out");
  command->add_option("--min-games", request->min_games, "Of games: leave out moves that were played less often")
      ->check(whole_between(0, std::numeric_limits<std::uint32_t>::max()));
  command
      ->add_option("--min-score", request->min_score,
                   "Leave out moves that made a smaller share of the points, per cent")
      ->check(number_between(0, 100));
  command->add_option("--max-ply", request->games.max_ply, "Count so many plies of each game; default: all")
      ->check(whole_between(1, 65535));
  command->add_option("--min-elo", request->games.min_elo, "Only games both of whose players are rated so high")
      ->check(whole_between(1, kHighestRating));
  command->add_option("--since", request->games.since, "Only games of this year and later")
      ->check(whole_between(1, 9999));
  CLI::Option* white = command->add_option("--white", request->games.white,
                                           "Only games that this player had White in; the book is for White");
  CLI::Option* black = command->add_option("--black", request->games.black,
                                           "Only games that this player had Black in; the book is for Black");
  white->excludes(black)->excludes(command->get_option("--side"));
  black->excludes(command->get_option("--side"));
  command
      ->add_option("--result-weight", request->result_weight,
                   "How much results count in choosing a move: 1 a win 2, a draw 1 (points); 0 every game the same")
      ->check(number_between(0, 1))
      ->capture_default_str();
  command->add_flag("--keep-duplicates", request->games.keep_duplicates, "Count games that are there twice twice");
  command->add_option(
      "--memory", request->memory,
      "Memory for moves that are counted, as 2G (the default); what it has no room for waits on disk, "
      "in the folder of --out. The moves that stay in the book have to fit: --min-games makes them fewer");
  // What used to be asked for is done now without.
  command->add_flag("--skip-broken")->group("");
  command->add_option("--tables", request->tables, "Folder of the endgame tables that a proof leans on, to check it");
  command
      ->add_option("--start", request->starts, "A setup's name or a FEN; default: those the files name, or every setup")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_common_options(*command, session, true, true);
  command->footer(kImportFooter);
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
