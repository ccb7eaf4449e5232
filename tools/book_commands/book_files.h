// How the commands that change books read and write them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "books/edit/book_graph.h"
#include "core/rules/games.h"
#include "gen/console/command.h"
#include "gen/console/output_file.h"

namespace bookends {

// The game that a book names. Errors: those of BookFile::open; unsupported for a game that there is none of.
Result<const Rules*> game_of_book(const std::string& path);

// Errors: those of Book::open and graph_of().
template <const Rules& R>
Result<BookGraph> load_graph(const std::string& path);

// What came of a book that was to be changed.
struct SavedBook {
  bool changed = true;  // whether it differs from the book that it replaces, or else was made from
  bool written = true;  // not where it does not differ from what it would replace
};

// Writes the book where may_write() has said `before`. Where it differs from the one of `inputs` that it replaces, or
// else from the first of them, `edits` are noted in its settings ("prune --max-loss 100"). Errors: those of
// load_graph(), encode() and write_into_folder().
template <const Rules& R>
Result<SavedBook> save_graph(BookGraph& graph, const std::vector<std::string>& edits, const std::string& out,
                             const std::vector<std::string>& inputs, const FileStamp& before);

// "OUT: 3 positions went", or that nothing changed.
std::string saved_text(const std::string& out, const SavedBook& saved, const std::string& what);

// What a file that is no book of ours holds: "proof", "polyglot", "pgn", "json" or "epd", by what it begins with;
// kTellingBytes of it suffice.
std::string format_of(std::string_view content);
inline constexpr std::size_t kTellingBytes = 512;

// Files of books, as they are probed.
OutputKind book_kind();

// As check_output(), for a book that may also replace one of `inputs`: to be asked before these are read. Errors: those
// of check_output(); invalid_argument for standard output ("-"), too.
Result<FileStamp> may_write(const std::string& out, const std::vector<std::string>& inputs, bool force);

// write_file(), after make_folder_of(). Errors: theirs.
Result<void> write_into_folder(const std::string& out, std::span<const std::byte> bytes, const FileStamp& before);

}  // namespace bookends
