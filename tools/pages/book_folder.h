// A book's lines as a folder of HTML pages, for books too large for one page.
#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "books/review/tree_reader.h"
#include "core/base/progress.h"

namespace bookends {

// Takes a file of the folder: its name in it, and all that is in it.
using FileSink = std::function<Result<void>(const std::string& name, std::string_view text)>;

// What is in the folder: index.html with the starts and what is played there; p/0.html, p/1.html and so on with the
// positions, those of a line mostly on one page, whose links lead from page to page; search.js and find/*.js, for who
// has scripts. All of it works as files, without a server.
//
// One page of text is kept, the longest line, and sixteen bytes a position. Errors: those of the sink; interrupted.
Result<void> book_folder(const Rules& rules, TreeReader& tree, const FileSink& out, Progress& progress);

// Whether book_folder() gives that name to a file, or to a folder, where it ends in "/": whatever else is there is not
// of it.
bool is_of_book_folder(std::string_view name);
// What index.html has in its head, and no page of others.
std::string_view book_folder_mark();

}  // namespace bookends
