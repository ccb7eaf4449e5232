#include "tools/agent/player/oracles.h"

#include "tablebases/oracle/oracle.h"

namespace bookends::agent {

template <const Rules& R>
Result<OpenTables<R>> open_tables(const std::vector<std::string>& folders) {
  const std::vector<std::filesystem::path> paths(folders.begin(), folders.end());
  tables::TablesOptions options;
  options.leave_out_damaged = true;
  auto opened = TableOracle<R>::open(paths, options);
  if (!opened) return opened.error();
  OpenTables<R> found{.oracle = nullptr, .left_out = (*opened)->tables().left_out()};
  found.oracle = std::move(*opened);
  return found;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<OpenTables<games::game>> open_tables<games::game>(const std::vector<std::string>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::agent
