// `bookends book pack` and `bookends book unpack`: a book as a small file for sending, and back.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/exchange/transport.h"
#include "books/exchange/transport_streams.h"
#include "core/base/count_text.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "tools/book_commands/book_files.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

struct BookPackRequest {
  std::string in;
  std::string out;
  bool force = false;
};

struct Sizes {
  std::uint64_t positions = 0;
  std::size_t book = 0, packed = 0;
};

Result<const Rules*> rules_of(const std::string& game, const std::string& path) {
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return Error{ErrorCode::unsupported, path + ": a book of an unknown game, " + game};
  return rules;
}

void print(const Sizes& sizes, const BookPackRequest& request, const Session& session) {
  const double each =
      sizes.positions == 0 ? 0 : static_cast<double>(sizes.packed) / static_cast<double>(sizes.positions);
  if (session.json) {
    const nlohmann::ordered_json out{{"file", request.out},
                                     {"positions", sizes.positions},
                                     {"book_bytes", sizes.book},
                                     {"packed_bytes", sizes.packed},
                                     {"packed_bytes_per_position", each}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  fmt::print("{}: {}; the book takes {} bytes, packed {} ({:.2f} a position)\n", request.out,
             count_text(sizes.positions, "position"), sizes.book, sizes.packed, each);
}

Result<FileStamp> check_place(const BookPackRequest& request) {
  if (const Result<void> file = check_is_file(request.out, "a packed book"); !file) return file.error();
  const OutputKind kind = kind_beginning_with("packed book", std::string(transport::kMagic));
  return check_output(request.out, kind, request.force);
}

template <const Rules& R>
Result<Sizes> pack(const BookPackRequest& request) {
  const Result<FileStamp> before = check_place(request);
  if (!before) return before.error();
  const Result<Book<R>> book = Book<R>::open(request.in);
  if (!book) return book.error();
  const Result<BookGraph> graph = graph_of(*book);
  if (!graph) return graph.error();
  const Result<std::vector<std::byte>> packed = pack_book<R>(*graph);
  if (!packed) return Error{packed.error().code, request.in + ": " + packed.error().message};
  if (const Result<void> written = write_into_folder(request.out, *packed, *before); !written) return written.error();
  return Sizes{graph->size(), static_cast<std::size_t>(book->file().file_size()), packed->size()};
}

Result<void> run_pack(const BookPackRequest& request, const Session& session) {
  const Result<BookFile> file = BookFile::open(request.in);
  if (!file) return file.error();
  const Result<const Rules*> rules = rules_of(file->header().game, request.in);
  if (!rules) return rules.error();
  const Result<Sizes> sizes = with_game(**rules, [&]<const Rules & R>() { return pack<R>(request); });
  if (!sizes) return sizes.error();
  print(*sizes, request, session);
  return {};
}

Result<void> run_unpack(const BookPackRequest& request, const Session& session) {
  const Result<std::vector<std::byte>> bytes = read_file(request.in);
  if (!bytes) return bytes.error();
  const Result<TransportHeader> header = transport_header(*bytes, request.in);
  if (!header) return header.error();
  const Result<const Rules*> rules = rules_of(header->header.game, request.in);
  if (!rules) return rules.error();
  const Result<FileStamp> before = may_write(request.out, {}, request.force);
  if (!before) return before.error();
  const Result<std::vector<std::byte>> book =
      with_game(**rules, [&]<const Rules & R>() { return unpack_book<R>(*bytes, request.in); });
  if (!book) return book.error();
  if (const Result<void> written = write_into_folder(request.out, *book, *before); !written) return written.error();
  print({header->positions, book->size(), bytes->size()}, request, session);
  return {};
}

void add(CLI::App& group, Session& session, const char* name, const char* what, const char* footer,
         Result<void> (*run)(const BookPackRequest&, const Session&)) {
  auto request = std::make_shared<BookPackRequest>();
  CLI::App* command = group.add_subcommand(name, what);
  command->add_option("FILE,--book", request->in, "The file to read")->required();
  command->add_option("--out", request->out, "The file to write; its folder is made if need be")->required();
  command->add_flag("--force", request->force, "Replace a file that is there");
  add_common_options(*command, session, false, true);
  command->footer(footer);
  command->callback([request, run, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace

void add_command_book_pack(CLI::App& group, Session& session) {
  add(group, session, "pack", "Make a book small for sending: a large one to a third of its size",
      "A third is what books of thousands of positions come to; one of a few hardly gets smaller, or grows.\n"
      "A book of which positions cannot be reached from its starts is refused (exit code 2).\n"
      "Example:\n  bookends book pack fragments.book --out fragments.packed",
      run_pack);
}

void add_command_book_unpack(CLI::App& group, Session& session) {
  add(group, session, "unpack", "Make the book again, the same bytes",
      "A book of an older version than 3 comes back as version 3: the same entries in fewer bytes.\n"
      "Exit code 3 for a damaged file.\n"
      "Example:\n  bookends book unpack fragments.packed --out fragments.book",
      run_unpack);
}

}  // namespace bookends
