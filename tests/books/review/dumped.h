// A dump as one text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "books/review/dump.h"
#include "books/review/tree_reader.h"

namespace bookends {

// All of a tree at once.
struct BookTree : TreeOutline {
  std::vector<TreeNode> nodes;  // a position's first line comes before any that transposes to it
};

template <const Rules& R>
Result<BookTree> book_tree(const Book<R>& book, const TreeOptions& options) {
  const Result<std::unique_ptr<TreeReader>> reader = read_tree(book, options);
  if (!reader) return reader.error();
  BookTree tree{(*reader)->outline(), {}};
  for (int id = 0; id < (*reader)->size(); ++id) tree.nodes.push_back((*reader)->node(id));
  return tree;
}

}  // namespace bookends

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
