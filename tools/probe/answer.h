// What tables, books and certificates say of a position. Of the first two it asks the C libraries, as any program may.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "books/capi/bookends_book.h"
#include "books/file/book_side.h"
#include "core/base/result.h"
#include "core/position/outcome.h"
#include "core/rules/rules.h"
#include "tablebases/capi/bookends_tables.h"
#include "tools/probe/book_moves.h"
#include "tools/probe/proofs.h"
#include "tools/probe/sources.h"

namespace bookends {

struct ProbeAnswer {
  std::string fen;
  // Under the count that runs, if one does: there is none then where the tables cannot tell.
  std::optional<bookends_tables_value> value;
  std::optional<bookends_tables_value> uncounted;  // as if the game knew no counting
  int move_limit = 0;                              // of the rules; 0: none
  std::optional<std::string_view> counting;        // the result under counting, or "unknown"; where the game counts
  std::string reason;                              // why there is no value
  Ending over = Ending::none;                      // or checkmate or stalemate
  std::vector<bookends_tables_move> moves;
  std::vector<Ending> over_after;  // the same after each of them
  std::optional<bookends_book_entry> book;
  std::vector<ProbedBookMove> book_moves;  // what the book knows of its moves
  std::string remark;                      // of the book
  BookSide whose = BookSide::both;
  std::optional<ProbedProof> proof;  // of the certificate that says most
  Color turn = Color::white;         // of the position
};

// `text` is a FEN, or the name of a setup. Of several books the first that knows the position answers. A position that
// nothing is known of is no error. Errors: invalid_argument, for a text that is no position; those of reading.
Result<ProbeAnswer> ask_sources(const Rules& rules, const ProbeSources& sources, const std::string& text,
                                bool with_moves);

// "win", "loss" or "draw", of a number above, below or at 0.
std::string_view result_word(int wdl);

}  // namespace bookends
