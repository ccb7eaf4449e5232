#include "tablebases/review/verify.h"

#include "core/rules/games.h"
#include "tablebases/review/successors.h"
#include "tablebases/review/whole_table.h"

namespace bookends::tables {
namespace {

Error stopped() { return {ErrorCode::interrupted, "interrupted"}; }

ProgressUpdate step(const std::string& name, std::size_t done, std::size_t total) {
  return {name, static_cast<double>(done), static_cast<double>(total), "files", {}};
}

// All files of one game: tables already in memory are shared between the endings that need them.
template <const Rules& R>
Result<void> verify_game(const std::vector<std::filesystem::path>& files, int threads, Progress& progress,
                         std::size_t done, std::size_t total, VerifyReport& report) {
  SuccessorChecker<R> checker(threads, progress);
  for (const auto& path : files) {
    if (progress.stop_requested()) return stopped();
    const std::string name = path.stem().string();
    progress.update(step(name, done++, total));
    const Result<CheckedTable> checked = checker.check(path);
    if (!checked) return checked.error();
    report.positions += checked->positions;
    if (!checked->wrong) continue;
    report.wrong = path.string() + ": " + *checked->wrong;
    return {};
  }
  return {};
}

}  // namespace

Result<VerifyReport> verify_checksums(const std::vector<std::filesystem::path>& files, int threads,
                                      Progress& progress) {
  VerifyReport report;
  for (const auto& path : files) {
    if (progress.stop_requested()) return stopped();
    progress.update(step(path.stem().string(), static_cast<std::size_t>(report.files), files.size()));
    const Result<TableFile> file = TableFile::open(path);
    if (!file) return file.error();
    if (const Result<void> verified = verify_blocks(*file, threads); !verified) return verified.error();
    ++report.files;
  }
  return report;
}

Result<VerifyReport> verify_values(const std::vector<std::filesystem::path>& files, int threads, Progress& progress) {
  Result<VerifyReport> report = verify_checksums(files, threads, progress);
  if (!report) return report;
  std::size_t done = 0;
  for (const Rules* rules : all_games()) {
    std::vector<std::filesystem::path> of_game;
    for (const auto& path : files) {
      const Result<TableFile> file = TableFile::open(path);
      if (!file) return file.error();
      if (&file->rules() == rules) of_game.push_back(path);
    }
    if (of_game.empty()) continue;
    const Result<void> verified = with_game(*rules, [&]<const Rules & R>() {
      return verify_game<R>(of_game, threads, progress, done, files.size(), *report);
    });
    if (!verified) return verified.error();
    if (report->wrong) break;
    done += of_game.size();
  }
  return report;
}

}  // namespace bookends::tables
