// How a proof went: a table in the workspace, to be read or drawn. No part of the proof depends on it.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "books/work/history_table.h"

namespace bookends {

// What was known when so many rounds were over.
struct ProofMoment {
  std::chrono::milliseconds spent{0};  // of all runs; of one that was killed, up to its last snapshot
  std::chrono::milliseconds cpu{0};    // of all threads and ranks, the same
  std::uint64_t rounds = 0;
  std::uint64_t searches = 0;  // places that were looked into, and longer looks
  std::uint64_t planned = 0;   // positions
  std::uint64_t closed = 0;    // of these, solved
  std::uint64_t solved = 0;    // positions of all kinds
  std::uint64_t open = 0;      // places of the cheapest plan that nobody has looked into
  double left = 0;             // searches that this plan seems to need still
};

// No more are said to be left: costs have no end, and no reader needs the digits of greater ones.
inline constexpr double kMostSearchesLeft = 1e15;

// The first line of the file: what its columns are, with tabs between them.
inline constexpr std::string_view kProofHistoryColumns =
    "seconds\tcpu_seconds\trounds\tsearches\tplanned\tclosed\tsolved\topen\tsearches_left";
// Whether a table has these columns.
bool is_proof_history(const HistoryTable& history);

class ProofHistory {
 public:
  // Goes on with the file of a proof that was saved when so much time had been spent: what a run noted after that was
  // lost with it, and is done again. Begins a new one where nothing was saved. One that cannot be read stays as it is,
  // and gets no more lines.
  void open(std::filesystem::path path, std::optional<std::chrono::milliseconds> saved);

  // The last line; nothing but zeros where there is none.
  const ProofMoment& last() const { return last_; }

  // A line for every hundredth of the time, so that the file stays short; none for a moment that has one.
  void note(const ProofMoment& moment);
  // The same, due or not: of what a snapshot holds. A disk that is full is no reason to end a proof: what it did not
  // take is not there, not even a part of a line.
  void note_saved(const ProofMoment& moment);

 private:
  bool take_lines(std::chrono::milliseconds saved);
  void append(const std::string& text);

  bool begun_ = false;          // there is a line
  std::filesystem::path path_;  // empty: it gets no lines
  std::uintmax_t whole_ = 0;    // bytes of whole lines in the file
  ProofMoment last_;
};

}  // namespace bookends
