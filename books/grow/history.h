// How a build went: a table in the workspace, to be read or drawn. No part of the book depends on it.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <optional>

#include "books/values/values.h"
#include "books/work/workspace.h"

namespace bookends {

// Lines of "seconds positions value1 value2 ...", tabs between them, below one that names the columns. The seconds are
// those of all runs (of a run that was killed those that are known; they never fall), the values centipawns for the
// side to move at each start. A build that was interrupted and takes steps again adds no line for them.
class History {
 public:
  // Goes on with the file where there is one: one that cannot be read keeps its lines.
  History(std::filesystem::path path, std::size_t starts);

  // A disk that is full is no reason to end a build: the journal, which matters, says so.
  void note(std::chrono::milliseconds spent, const Workspace& workspace, const BookValues& values);

 private:
  std::optional<std::size_t> read_lines();

  std::filesystem::path path_;
  double seconds_ = 0;         // of the last line
  std::size_t positions_ = 0;  // the same
};

}  // namespace bookends
