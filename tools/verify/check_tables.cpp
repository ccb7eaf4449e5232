#include <fmt/format.h>

#include <filesystem>

#include "core/base/count_text.h"
#include "tablebases/ranks/checkpoint.h"
#include "tablebases/review/whole_table.h"
#include "tablebases/solution/solution_file.h"
#include "tools/verify/checks.h"

namespace bookends {

Result<Findings> check_table(const FileToVerify& file) {
  const Result<tables::TableFile> table =
      file.on_disk ? tables::TableFile::open(file.name)
                   : tables::TableFile::from_bytes({file.bytes.begin(), file.bytes.end()}, file.name);
  if (!table) return table.error();
  if (const Result<void> sound = tables::verify_blocks(*table, file.threads); !sound) return sound.error();
  std::size_t blocks = 0;
  for (const tables::Section& section : table->header().sections) blocks += section.blocks.size();
  const std::string& ending = table->header().ending;
  const std::string usual = ending + std::string(tables::kTableSuffix);
  const bool named = std::filesystem::path(file.name).filename() == usual;
  return Findings{table->header().game, ending + ", " + count_text(blocks, "block"),
                  named ? "" : "named otherwise: no program opens it but as " + usual};
}

Result<Findings> check_solved_side(const FileToVerify& file) {
  const Result<tables::SolutionFacts> facts = tables::check_solution(file.bytes, file.name);
  if (!facts) return facts.error();
  return Findings{facts->game,
                  fmt::format("{} with {} to move", count_text(facts->positions, "position"),
                              facts->side == 0 ? "the first side" : "the other side"),
                  ""};
}

Result<Findings> check_ranks_checkpoint(const FileToVerify& file) {
  const Result<tables::CheckpointFacts> facts = tables::check_checkpoint(file.bytes, file.name);
  if (!facts) return facts.error();
  return Findings{facts->game, fmt::format("slice {}, {}", facts->slice, count_text(facts->positions, "position")), ""};
}

}  // namespace bookends
