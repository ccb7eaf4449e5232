// How the commands that change books read and write them.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "books/book_graph.h"
#include "core/games.h"
#include "gen/console/command.h"
#include "gen/output_file.h"

namespace bookends {

// The game that a book names. Errors: those of ProbeFile::open; unsupported for a game that there is none of.
Result<const Rules*> game_of_book(const std::string& path);

// Errors: those of Book::open and graph_of().
template <const Rules& R>
Result<BookGraph> load_graph(const std::string& path);

// Writes the book as write_book(), with `edit` noted in its settings ("prune --max-loss 100"). Errors: those of
// encode() too.
template <const Rules& R>
Result<void> save_graph(BookGraph& graph, const std::string& edit, const std::string& out,
                        const std::vector<std::string>& inputs, bool force);

// Files of books, as they are probed.
OutputKind book_kind();

// Whether write_book() would, for a book. Errors: as check_output(); invalid_argument for standard output ("-"), too.
Result<void> may_write(const std::string& out, const std::vector<std::string>& inputs, bool force);

// Whether there is a folder for a file that can be written to. Errors: io.
Result<void> check_folder_of(const std::string& out);

// Writes a book that may replace one of `inputs`, or with `force` any other book. Errors: those of may_write() and
// write_file().
Result<void> write_book(const std::string& out, std::span<const std::byte> bytes,
                        const std::vector<std::string>& inputs, bool force);

// A position by its FEN, by the name of a setup of the game ("startpos"), or by the moves that lead to it from the
// book's first start ("d3 b3 2. c3", SAN or UCI; move numbers are skipped; "" is the start itself). Errors:
// invalid_argument.
template <const Rules& R>
Result<Position<R>> position_at(const BookGraph& graph, const std::string& text);

}  // namespace bookends
