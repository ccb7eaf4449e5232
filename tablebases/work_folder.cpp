#include "tablebases/work_folder.h"

#include "tablebases/build.h"
#include "tablebases/solution_file.h"
#include "tablebases/solve/checkpoint.h"

namespace bookends::tables {

std::filesystem::path default_work_folder(const std::filesystem::path& tables) { return tables / "solving"; }

Result<AtomicFile> take_work_folder(const std::filesystem::path& work) {
  Result<AtomicFile> taken = AtomicFile::create(work / "build");
  if (!taken) return Error{taken.error().code, work.string() + ": another build is at work in it"};
  return taken;
}

void remove_work(const Rules& rules, const std::vector<Ending>& endings, const std::filesystem::path& work,
                 AtomicFile taken) {
  std::error_code ignored;
  for (const Ending& ending : closure(rules, endings)) {
    for (const int side : {0, 1}) std::filesystem::remove(solution_path(rules, ending, side, work), ignored);
    remove_checkpoints(rules, work, ending);
  }
  { const AtomicFile gone = std::move(taken); }  // it is a file of the folder
  std::filesystem::remove(work, ignored);
}

}  // namespace bookends::tables
