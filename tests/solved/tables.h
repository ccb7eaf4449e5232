// The two tables that the page of what is solved takes its other figures from.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"

namespace bookends::test {

// Lines of cells with tabs between them, below one that has to be `header`. Errors: those of the file; corrupt.
Result<std::vector<std::vector<std::string>>> read_cells(const std::filesystem::path& path, const std::string& header);

// books/proofs/open.tsv: how far the proofs of moves have come that are open.
class OpenMoves {
 public:
  static Result<OpenMoves> read(const std::filesystem::path& path);
  bool has(const Rules& rules, const std::string& setup, const std::string& move) const;
  // In words; "" where nothing is known. Such a row is used then.
  std::string text(const Rules& rules, const std::string& setup, const std::string& move);
  // A row that nobody asked for; "" when there is none.
  std::string unused() const;

 private:
  using Where = std::tuple<std::string, std::string, std::string>;  // game, setup, move
  std::map<Where, std::string> texts_;
  std::set<Where> used_;
};

// How a certificate was made.
struct ProofWork {
  std::string program;  // the commit
  std::string time;
};

// tests/benchmarks/results/proofs.tsv.
class ProofWorks {
 public:
  static Result<ProofWorks> read(const std::filesystem::path& path);
  const ProofWork* of(const std::string& what) const;  // null where it is not there

 private:
  std::map<std::string, ProofWork> works_;
};

}  // namespace bookends::test
