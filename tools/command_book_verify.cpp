// `bookends book verify`: checksums, and whether every entry can be reached and played.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/verify.h"
#include "core/games.h"
#include "tools/commands.h"

namespace bookends {
namespace {

template <const Rules& R>
Result<BookCheck> check(const std::string& path) {
  const Result<Book<R>> book = Book<R>::open(path);
  if (!book) return book.error();
  return verify_book(*book);
}

void print(const BookCheck& found, const std::string& path, const Session& session) {
  if (session.json) {
    nlohmann::ordered_json out{
        {"file", path},           {"positions", found.entries},     {"reached", found.reached},
        {"faults", found.faults}, {"complaints", found.complaints}, {"coverage_checked", !found.edited},
        {"ok", found.faults == 0}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  for (const std::string& complaint : found.complaints) fmt::print("{}: {}\n", path, complaint);
  if (found.faults == 0)
    fmt::print("{}: ok, checksums match, {} positions reached, every move legal, {}\n", path, found.reached,
               found.edited ? "edited since it was grown: not every first move need have a reply"
                            : "first moves and replies covered");
  else
    fmt::print("{}: {} faults\n", path, found.faults);
}

Result<void> run(const std::string& path, Session& session) {
  const Result<ProbeFile> file = ProbeFile::open(path);
  if (!file) return file.error();
  const Result<const Rules*> rules = find_game(file->header().game);
  if (!rules) return Error{ErrorCode::unsupported, path + ": a book of an unknown game, " + file->header().game};
  const Result<BookCheck> found = with_game(**rules, [&]<const Rules & R>() { return check<R>(path); });
  if (!found) return found.error();
  print(*found, path, session);
  if (found->faults > 0) session.exit_code = kExitNegative;
  return {};
}

}  // namespace

void add_command_book_verify(CLI::App& group, Session& session) {
  auto path = std::make_shared<std::string>();
  CLI::App* command = group.add_subcommand("verify", "Check a book: checksums, legality, reachability, coverage");
  command->add_option("FILE", *path, "The book")->required();
  add_common_options(*command, session, false, true);
  command->footer(
      "Exit code 1 for a faulty book, 3 for a damaged file.\nExample:\n  bookends book verify fragments.book");
  command->callback([path, &session] {
    if (const Result<void> done = run(*path, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
