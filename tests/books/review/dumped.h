// A dump as one text.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "books/review/dump.h"

namespace bookends::test {

// `dump` writes a tree: dump_text, dump_epd, dump_json, or as_pgn().
template <const Rules& R, class Dump>
std::string dumped(const Book<R>& book, Dump&& dump, const TreeOptions& options = {}) {
  const auto tree = read_tree(book, options);
  EXPECT_TRUE(tree) << tree.error().message;
  std::string text;
  const Result<void> written = dump(**tree, [&](std::string_view part) -> Result<void> {
    text += part;
    return {};
  });
  EXPECT_TRUE(written);
  return text;
}

inline auto as_pgn(const PgnForm& form = {}) {
  return [form](TreeReader& tree, const TextSink& out) { return dump_pgn(tree, form, out); };
}

}  // namespace bookends::test
