#include "tools/agent/player/oracles.h"

#include "tablebases/oracle/oracle.h"

namespace bookends::agent {

template <const Rules& R>
Result<std::unique_ptr<Oracle<R>>> open_tables(const std::vector<std::string>& folders) {
  const std::vector<std::filesystem::path> paths(folders.begin(), folders.end());
  auto tables = TableOracle<R>::open(paths);
  if (!tables) return tables.error();
  return std::unique_ptr<Oracle<R>>(std::move(*tables));
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<std::unique_ptr<Oracle<games::game>>> open_tables<games::game>(const std::vector<std::string>&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends::agent
