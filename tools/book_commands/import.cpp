// `bookends book import`: a book from PGN, EPD, JSON, Polyglot's format, or a proof.
#include "books/exchange/import.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <sstream>

#include "books/exchange/polyglot.h"
#include "books/exchange/transport.h"
#include "books/file/layout.h"
#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/options/start_positions.h"
#include "tablebases/oracle/oracle.h"
#include "tools/book_commands/book_files.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

constexpr const char* kImportFooter =
    "What `bookends dump` writes as JSON comes back as it was, and from --side both so does a book for both\n"
    "sides as PGN or EPD. Polyglot and PGN of others give a book without scores; of Polyglot's weights only the\n"
    "greatest of a position counts: its move is the book's, and all others into positions of the book are\n"
    "alike. Of a position that is met more than once the first one counts. JSON and proofs are for a side or\n"
    "for both; those of different sides are refused: make a book of each. PGN and EPD say no side: what is in\n"
    "them is taken for --side, else for the side that the other files are for, or for both; so is Polyglot, but\n"
    "where more of it is found for one side, whose moves alone it has, the book is for that side. Of PGN a word\n"
    "that is no move, a variation or a game that cannot be played is left out; it says how many and where the\n"
    "first one stands. In JSON a\n"
    "field that is there has to be right; those that have to be there are \"nodes\", and in each of them \"fen\"\n"
    "and \"move\".\n"
    "Examples:\n  bookends book import chess lines.pgn --out lines.book\n"
    "  bookends book import chess performance.bin --out performance.book\n"
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
};

// By what a file begins with: a certificate with its name; JSON with a brace, where that is no comment of PGN; EPD is
// the other text.
std::string format_of(std::string_view whole) {
  const auto is_text = [](char ch) { return static_cast<unsigned char>(ch) >= 9 && ch != 127; };
  if (whole.starts_with(kCertificateMagic)) return "proof";
  std::string_view text = whole.substr(0, 512);
  if (!std::all_of(text.begin(), text.end(), is_text)) return "polyglot";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "pgn";
  if (begins_as_pgn(text)) return "pgn";
  return text[first] == '{' ? "json" : "epd";
}

// Why a book of ours needs no import, or that it is damaged.
Error own_book(const std::string& path, const std::optional<Error>& damage) {
  if (damage && damage->code == ErrorCode::corrupt) return *damage;
  return {ErrorCode::unsupported, path +
                                      ": a book of bookends already; `bookends book unpack` opens a packed one, "
                                      "`bookends book merge` puts books together"};
}

// Books of ours need no import.
Result<void> refuse_own(std::span<const std::byte> bytes, std::string_view content, const std::string& path) {
  if (content.starts_with(book_layout::kMagic)) {
    const Result<BookFile> file = BookFile::open(path);
    return own_book(path, file ? std::nullopt : std::optional(file.error()));
  }
  if (!is_transport(bytes)) return {};
  const Result<TransportHeader> header = transport_header(bytes, path);
  return own_book(path, header ? std::nullopt : std::optional(header.error()));
}

// A file that was taken for what it is not fails in ways that do not help.
Error guessed_wrong(Error error, const BookImportRequest& request, const std::string& format, const std::string& path) {
  const bool misread = format == "polyglot" ? error.code == ErrorCode::corrupt
                                            : format == "json" && error.message.find("JSON") != std::string::npos;
  if (request.format == "auto" && misread)
    error.message += fmt::format(" ({} looks like {}; --format says what it is)", path, format);
  else if (request.strict && format == "pgn" && error.code != ErrorCode::limit)
    error.message += "; without --strict it is left out";
  return error;
}

template <const Rules& R>
Result<void> add(BookImport<R>& import, const std::string& format, std::string text, const std::string& path,
                 PgnPolicy policy) {
  if (format == "json") return import.add_json(text, path);
  if (format == "epd") return import.add_epd(text, path);
  std::istringstream in(std::move(text));
  return import.add_pgn(in, path, policy);
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

template <const Rules& R>
Result<BookGraph> read_polyglot(const BookImportRequest& request, const std::vector<std::byte>& bytes,
                                Session& session) {
  if (request.files.size() > 1)
    return Error{ErrorCode::invalid_argument, "a Polyglot book is imported alone: name one file"};
  const Result<std::vector<std::string>> starts = book_starts(R, request.starts);
  if (!starts) return starts.error();
  Result<PolyglotImport> made =
      import_polyglot<R>(bytes, request.files.front(), *starts, parse_side_name(request.side));
  if (!made) return made.error();
  if (made->unplaced > 0) say_unreached(made->unplaced, " of " + request.files.front(), session);
  if (made->unplaced > 0 && made->graph.header.side == BookSide::both)
    session.say("--side white and --side black, a book each, follow all replies to that side's moves");
  return std::move(made->graph);
}

template <const Rules& R>
Result<BookGraph> read(const BookImportRequest& request, PgnOmissions& omitted, Session& session) {
  BookImport<R> import;
  const PgnPolicy policy = request.strict ? PgnPolicy::strict : PgnPolicy::lenient;
  if (const std::optional<BookSide> side = parse_side_name(request.side)) import.for_side(*side);
  for (const std::string& path : request.files) {
    const Result<std::vector<std::byte>> bytes = read_file(path);
    if (!bytes) return bytes.error();
    std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
    if (const Result<void> foreign = refuse_own(*bytes, text, path); !foreign) return foreign.error();
    const std::string format = request.format == "auto" ? format_of(text) : request.format;
    if (format == "polyglot") {
      Result<BookGraph> read = read_polyglot<R>(request, *bytes, session);
      if (!read) return guessed_wrong(read.error(), request, format, path);
      return read;
    }
    if (format == "proof") {
      if (const Result<void> added = add_proof(import, path, request, session); !added) return added.error();
      continue;
    }
    if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
    if (const Result<void> added = add(import, format, std::string(text), path, policy); !added)
      return guessed_wrong(added.error(), request, format, path);
  }
  omitted = import.omitted();
  for (const std::string& sentence : omitted.sentences()) session.say(sentence);
  if (import.without_move() > 0)
    session.say(count_text(import.without_move(), "line names no best move (bm) and is left out",
                           "lines name no best move (bm) and are left out"));
  ImportOptions options;
  if (!request.starts.empty()) {
    const Result<std::vector<std::string>> starts = book_starts(R, request.starts);
    if (!starts) return starts.error();
    options.starts = *starts;
  }
  Result<BookGraph> made = import.finish(options);
  if (!made)
    return Error{made.error().code, fmt::format("{}: {}", fmt::join(request.files, ", "), made.error().message)};
  return made;
}

nlohmann::ordered_json counts_of(const PgnOmissions& omitted) {
  return {{"games", omitted.games.count},
          {"lines", omitted.lines.count},
          {"tags", omitted.tags.count},
          {"words", omitted.words.count}};
}

template <const Rules& R>
Result<void> import(const BookImportRequest& request, Session& session) {
  if (const Result<void> place = may_write(request.out, {}, request.force); !place) return place;
  PgnOmissions omitted;
  Result<BookGraph> graph = read<R>(request, omitted, session);
  if (!graph) return graph.error();
  const std::size_t lost = drop_unreached<R>(*graph);
  if (lost > 0) say_unreached(lost, "", session);
  const Result<std::vector<std::byte>> bytes = encode<R>(*graph);
  if (!bytes) return bytes.error();
  if (const Result<void> written = write_book(request.out, *bytes, {}, request.force); !written) return written;
  session.answer();
  if (session.json) {
    const nlohmann::ordered_json out{
        {"file", request.out},          {"game", R.name},   {"side", side_name(graph->header.side)},
        {"positions", graph->size()},   {"left_out", lost}, {"starts", graph->header.starts},
        {"omitted", counts_of(omitted)}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}: {} of {}, for {}\n", request.out, count_text(graph->size(), "position"), R.name,
               graph->header.side == BookSide::both ? "both sides" : side_name(graph->header.side));
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
  command->add_option("FILE", request->files, "The files to read")->required();
  command->add_option("--out", request->out, "The book; its folder is made if need be")->required();
  command->add_flag("--force", request->force, "Replace a file that is there");
  command->add_option("--format", request->format, "pgn, epd, json, polyglot or proof; default: by the file's content")
      ->check(CLI::IsMember({"auto", "pgn", "epd", "json", "polyglot", "proof"}));
  command
      ->add_option(
          "--side", request->side,
          "Whose book it is, where the files do not say (of Polyglot: by all replies to its moves); default: both")
      ->check(CLI::IsMember({"both", "white", "black"}));
  command->add_flag("--strict", request->strict, "Refuse PGN of which something would be left out");
  // What used to be asked for is done now without.
  command->add_flag("--skip-broken")->group("");
  command->add_option("--tables", request->tables, "Folder of the endgame tables that a proof leans on, to check it");
  command
      ->add_option("--start", request->starts, "A setup's name or a FEN; default: those the files name, or every setup")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_common_options(*command, session, false, true);
  command->footer(kImportFooter);
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
