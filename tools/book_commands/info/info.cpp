// `bookends book info`: what a book file holds; how far the work on one, or on a proof, has come.
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <system_error>

#include "core/rules/games.h"
#include "gen/console/output_file.h"
#include "gen/options/shipped_file.h"
#include "tools/book_commands/info/certificate.h"
#include "tools/book_commands/info/facts.h"
#include "tools/book_commands/info/page.h"
#include "tools/book_commands/info/polyglot.h"
#include "tools/book_commands/info/text.h"
#include "tools/book_commands/info/workspace.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct InfoRequest {
  InfoPageSources page;
  std::string game;
  std::string format = "text";
  std::string out = "-";
  bool force = false;

  InfoForm form(const Session& session) const {
    if (session.json || format == "json") return InfoForm::json;
    return format == "html" ? InfoForm::html : InfoForm::text;
  }
};

Result<std::string> polyglot_info(const InfoRequest& request, InfoForm form) {
  const std::string& path = request.page.book;
  if (form == InfoForm::html)
    return Error{ErrorCode::unsupported, path +
                                             ": a Polyglot book has no page; `bookends book import` makes a book of "
                                             "it that has one"};
  return polyglot_text(path, request.game.empty() ? std::string(games::chess.name) : request.game,
                       form == InfoForm::json);
}

Result<std::string> text_of(const InfoRequest& request, InfoForm form) {
  const std::string& path = request.page.book;
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) {
    if (request.page.workspace.empty() && request.page.exits.empty())
      return workspace_info(path, form, request.page.all);
    return Error{ErrorCode::invalid_argument,
                 path + ": a workspace; --workspace and --exits are for the page of a book"};
  }
  if (is_certificate_file(path)) return certificate_info(path, form);
  if (looks_like_polyglot(path)) return polyglot_info(request, form);
  const Result<BookFile> file = BookFile::open(path);
  if (!file) return file.error();
  const Result<const Rules*> rules = find_game(file->header().game);
  if (!rules) return Error{ErrorCode::unsupported, path + ": a book of an unknown game, " + file->header().game};
  if (!request.game.empty() && request.game != file->header().game)
    return Error{ErrorCode::unsupported, path + ": a book of " + file->header().game + ", not of " + request.game};
  const Result<BookInfo> info = collect_info(**rules, path);
  if (!info) return info.error();
  if (form == InfoForm::html) return info_page(**rules, *info, request.page);
  return form == InfoForm::json ? info_json(*info) : info_text(*info, request.page.all);
}

Result<void> run(const InfoRequest& request, Session& session) {
  const InfoForm form = request.form(session);
  if (form != InfoForm::html && !(request.page.workspace.empty() && request.page.exits.empty()))
    return Error{ErrorCode::invalid_argument, "--workspace and --exits are for the page: add --format html"};
  const Result<FileStamp> before = check_output(request.out, kind_of_text(), request.force);
  if (!before) return before.error();
  const Result<std::string> text = text_of(request, form);
  if (!text) return text.error();
  session.answer();
  return TextOutput::write(request.out, *text, *before);
}

}  // namespace

void add_command_book_info(CLI::App& group, Session& session) {
  auto request = std::make_shared<InfoRequest>();
  CLI::App* command = group.add_subcommand("info", "Show what a book holds, or how far the work on one has come");
  CLI::Option* book = command->add_option(
      "BOOK,--book", request->page.book,
      "The book, a Polyglot book of another program, a certificate, or a workspace of `book build` or `book prove`");
  book->required();
  find_shipped(book);
  command->add_option("--game", request->game, "The game of a Polyglot book, which does not say it; default: chess");
  command->add_flag("--all", request->page.all,
                    "Show all starts, all rows of the histograms, and all that is left of a proof");
  command->add_option("--format", request->format, "text, json or html")
      ->check(CLI::IsMember({"text", "json", "html"}))
      ->capture_default_str();
  command->add_option("--out", request->out, "The file to write; - is standard output")->capture_default_str();
  command->add_flag("--force", request->force, "Replace a file that is there");
  command->add_option("--workspace", request->page.workspace,
                      "html: the folder in which the book was built; default: BOOK.work");
  command->add_option("--exits", request->page.exits, "html: what `bookends book exits BOOK --json` has written");
  add_common_options(*command, session, false, true);
  command->get_option("--json")->excludes(command->get_option("--format"));
  command->footer(
      "Grades: certain (proved or from a table), manual (set by a person), A to E for scores that look 30, 24, 18, 12\n"
      "or fewer plies ahead, and none for positions that were imported without a score.\n"
      "Games: how many moves were played in games that were imported, how often those of the starts were, the years\n"
      "in which moves were last played, and the mean rating of those who played them.\n"
      "Of a Polyglot book: which of its positions the start leads to, by its moves and any others between them.\n"
      "html draws how the book grew, how far its scores look ahead, where its lines end, and, with --exits, what a\n"
      "deeper search says of these ends. Of a workspace it draws how the build or the proof went.\n"
      "Of a proof that is looked for it says which replies are proved, and what is left, by plies after the root.\n"
      "Examples:\n  bookends book info fragments.book\n  bookends book info performance.bin\n"
      "  bookends book exits fragments.book --json > exits.json\n"
      "  bookends book info fragments.book --format html --exits exits.json --out fragments.html\n"
      "  bookends book info d3.proof.work --all\n"
      "  bookends book info d3.proof.work --format html --out d3.html");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
