#include "tools/probe/book_text.h"

#include <fmt/format.h>

#include "books/text/entry.h"

namespace bookends {

namespace {

std::string marks_of(const bookends_book_entry& entry) { return marks_text(entry_of(entry)); }

}  // namespace

BookEntry entry_of(const bookends_book_entry& entry) {
  BookEntry same;
  same.score = static_cast<std::int16_t>(entry.score);
  same.depth = entry.depth;
  same.proof = static_cast<Proof>(entry.proof);
  same.from_table = entry.from_table != 0;
  same.manual = entry.manual != 0;
  return same;
}

std::string book_text(const bookends_book_entry& entry, const std::string& remark) {
  std::string text = fmt::format("{}  score {}  depth {}", entry.move, score_text(entry_of(entry)), entry.depth);
  if (const std::string marks = marks_of(entry); !marks.empty()) text += "  " + marks;
  if (!remark.empty()) text += "  remark " + quote_text(remark);
  return text;
}

std::string book_columns(const bookends_book_entry& entry, const std::string& remark) {
  const std::string marks = marks_of(entry);
  const std::string score = has_score(entry_of(entry)) ? fmt::to_string(entry.score) : std::string(kNoScoreText);
  return fmt::format("{}\t{}\t{}\t{}\t{}", entry.move, score, entry.depth, marks.empty() ? "-" : marks,
                     remark.empty() ? "-" : quote_text(remark));
}

std::string no_book_columns() { return "-\t-\t-\t-\t-"; }

}  // namespace bookends
