#include "tablebases/build/work_folder.h"

#include <string>
#include <string_view>

#include "core/io/folder.h"
#include "tablebases/build/build.h"
#include "tablebases/ranks/checkpoint.h"
#include "tablebases/solution/solution_file.h"

namespace bookends::tables {

namespace {

// What killed processes were writing: whoever begins to write the same again takes it over, unless somebody does.
void remove_leftovers(const std::filesystem::path& work) {
  const Result<std::vector<std::filesystem::path>> entries = entries_of(work);
  if (!entries) return;
  constexpr std::string_view kEnd = ".part";
  for (const std::filesystem::path& entry : *entries)
    if (const std::string name = entry.filename().string();
        name.size() > 1 + kEnd.size() && name.starts_with(".") && name.ends_with(kEnd))
      static_cast<void>(AtomicFile::create(work / name.substr(1, name.size() - 1 - kEnd.size())));
}

}  // namespace

std::filesystem::path default_work_folder(const std::filesystem::path& tables) { return tables / "solving"; }

Result<AtomicFile> take_work_folder(const std::filesystem::path& work) {
  Result<AtomicFile> taken = AtomicFile::create(work / "build");
  if (!taken)
    return Error{taken.error().code,
                 work.string() + ": cannot be used, or another build is at work in it: " + taken.error().message};
  return taken;
}

void remove_work(const Rules& rules, const std::vector<Ending>& endings, const std::filesystem::path& work,
                 AtomicFile taken) {
  std::error_code ignored;
  for (const Ending& ending : closure(rules, endings)) {
    for (const int side : {0, 1}) std::filesystem::remove(solution_path(rules, ending, side, work), ignored);
    remove_checkpoints(rules, work, ending);
  }
  remove_leftovers(work);
  { const AtomicFile gone = std::move(taken); }  // it is a file of the folder
  std::filesystem::remove(work, ignored);
}

}  // namespace bookends::tables
