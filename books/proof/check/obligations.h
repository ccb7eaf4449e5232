// Proof obligations: what the records of a certificate ask of one another. Each reads "there has to be a record of this
// position, won within so many plies". Collected in any order, read back sorted, in bounded memory.
#pragma once

#include <cstdio>
#include <filesystem>
#include <memory>
#include <vector>

#include "books/proof/certificate.h"

namespace bookends {

struct Obligation {
  PackedPosition position;
  std::uint16_t distance = 0;  // plies, at the most; 0 where a draw is to be held
};

class Obligations {
 public:
  // At most `memory` bytes (80 KB at least) are kept, half of them for a buffer that grows; the rest waits in files of
  // the folder (empty: the system's for such), without names.
  Obligations(std::size_t memory, std::filesystem::path folder);
  // Errors: io.
  Result<void> add(const Obligation& obligation);
  // Ends adding; from then on next() gives them in the order of positions, of each position the strictest.
  Result<void> sort();
  // Errors: io. Nothing at the end.
  Result<std::optional<Obligation>> next();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  struct Run {
    std::unique_ptr<std::FILE, CloseFile> file;
    std::optional<Obligation> head;
  };
  void sort_buffer();
  Result<void> spill();
  Result<Run> new_run() const;
  Result<void> write(const Obligation* obligations, std::size_t count, Run& run) const;
  Result<void> merge_runs();
  Result<void> rewind_runs();
  static Result<void> advance(Run& run);
  Result<std::optional<Obligation>> least();

  std::size_t most_;
  std::filesystem::path folder_;
  std::vector<Obligation> buffer_;
  std::size_t at_ = 0;
  std::vector<Run> runs_;
  std::optional<Obligation> ahead_;
};

}  // namespace bookends
