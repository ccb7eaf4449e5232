// `bookends book verify`: checksums, and whether every entry can be reached and played, and what its value follows
// from.
#include "books/review/verify.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"
#include "core/rules/games.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct BookVerifyRequest {
  std::string path;
  bool values = false;
};

template <const Rules& R>
Result<BookCheck> check(const BookVerifyRequest& request) {
  const Result<Book<R>> book = Book<R>::open(request.path);
  if (!book) return book.error();
  BookCheck found = verify_book(*book);
  if (request.values) verify_values(*book, found);
  return found;
}

void print_json(const BookCheck& found, const BookVerifyRequest& request) {
  nlohmann::ordered_json out{{"file", request.path},
                             {"positions", found.entries},
                             {"reached", found.reached},
                             {"faults", found.faults},
                             {"complaints", found.complaints},
                             {"coverage_checked", !found.edited},
                             {"values_checked", request.values},
                             {"ok", found.faults == 0}};
  if (request.values) out["stale"] = found.stale;
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_text(const BookCheck& found, const BookVerifyRequest& request) {
  const std::string& path = request.path;
  for (const std::string& complaint : found.complaints) fmt::print("{}: {}\n", path, complaint);
  if (found.stale > 0)
    fmt::print("{}: the values of {} do not follow from what comes after; `book fix` mends them\n", path,
               count_text(found.stale, "position"));
  if (found.faults == 0)
    fmt::print("{}: ok, checksums match, {} reached, every move legal, {}{}\n", path,
               count_text(found.reached, "position"), request.values ? "values agree, " : "",
               found.edited ? "edited or imported: not every first move need have a reply"
                            : "first moves and replies covered");
  else
    fmt::print("{}: {}\n", path, count_text(found.faults, "fault"));
}

Result<void> run(const BookVerifyRequest& request, Session& session) {
  const std::string& path = request.path;
  const Result<BookFile> file = BookFile::open(path);
  if (!file) return file.error();
  const Result<const Rules*> rules = find_game(file->header().game);
  if (!rules) return Error{ErrorCode::unsupported, path + ": a book of an unknown game, " + file->header().game};
  const Result<BookCheck> found = with_game(**rules, [&]<const Rules & R>() { return check<R>(request); });
  if (!found) return found.error();
  session.json ? print_json(*found, request) : print_text(*found, request);
  if (found->faults > 0) session.exit_code = kExitNegative;
  return {};
}

}  // namespace

void add_command_book_verify(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookVerifyRequest>();
  CLI::App* command = group.add_subcommand("verify", "Check a book: checksums, legality, reachability, coverage");
  command->add_option("BOOK,--book", request->path, "The book")->required();
  command->add_flag("--values", request->values,
                    "Whether scores, depths, proofs and moves follow from the positions after them, too");
  add_common_options(*command, session, false, true);
  command->footer(
      "--values takes as long as `book fix`, which would change the positions that it names. Exit code 1 for a faulty\n"
      "book, 3 for a damaged file.\n"
      "Examples:\n  bookends book verify fragments.book\n  bookends book verify merged.book --values");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
