#include "gen/options/proof_tables.h"

#include <set>

#include "tablebases/file/table_file.h"
#include "tablebases/material/material.h"

namespace bookends {

namespace {

using tables::TableFile;

Error unfit(const std::filesystem::path& folder, const Rules& rules, const std::string& what, int men) {
  return {ErrorCode::invalid_argument,
          folder.string() + ": " + what +
              "; a proof needs every ending of up to so many men, with distances: `bookends "
              "tables build " +
              std::string(rules.name) + " --men " + std::to_string(men) + "`"};
}

}  // namespace

template <const Rules& R>
Result<ProofTables<R>> open_proof_tables(const std::filesystem::path& folder) {
  auto oracle = TableOracle<R>::open(folder);
  if (!oracle) return oracle.error();
  const auto files = tables::table_files(folder);
  if (!files) return files.error();
  const int men = (*oracle)->max_men();
  std::set<std::string> names;
  for (const std::filesystem::path& path : *files) {
    const Result<TableFile> file = TableFile::open(path);
    if (!file) return file.error();
    if (!file->header().has(tables::Metric::dtm))
      return unfit(folder, R, path.filename().string() + " has no distances to mate", men);
    names.insert(file->header().ending);
  }
  for (const tables::Ending& ending : tables::endings_up_to(R, men)) {
    const std::string name = tables::ending_name(R, ending);
    if (!tables::is_dead(R, ending) && !names.contains(name)) return unfit(folder, R, name + " is missing", men);
  }
  auto digest = tables::table_digest(folder);
  if (!digest) return digest.error();
  return ProofTables<R>{std::move(*oracle), std::move(*digest)};
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<ProofTables<games::game>> open_proof_tables<games::game>(const std::filesystem::path&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
