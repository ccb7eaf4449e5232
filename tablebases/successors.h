// The successor equation of a table file, position by position.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/position.h"
#include "core/progress.h"
#include "tablebases/index.h"
#include "tablebases/solution.h"
#include "tablebases/statistics.h"
#include "tablebases/table_file.h"

namespace bookends::tables {

struct CheckedTable {
  std::uint64_t positions = 0;
  std::optional<std::string> wrong;  // one line on the first thing that is not right
};

template <const Rules& R>
class SuccessorChecker {
 public:
  SuccessorChecker(int threads, Progress& progress) : threads_(threads), progress_(progress) {}

  // The file and, from its folder, the files of the endings that captures and promotions lead to.
  Result<CheckedTable> check(const std::filesystem::path& path);

 private:
  // A table's values in memory: as the file says them, so illegal numbers are not marked.
  struct Loaded {
    TableHeader header;
    PlacementIndex<R> index;
    std::array<std::vector<DtmCode>, 2> codes;  // the second empty for equal sides

    Loaded(TableHeader h, const Ending& ending) : header(std::move(h)), index(ending) {}
    DtmCode at(const Position<R>& position, const Placed& where) const;
  };
  struct Part;  // what one thread found

  void make_room(const std::filesystem::path& folder);
  Result<const Loaded*> load(const std::filesystem::path& path, bool distances);
  Result<void> load_children(const std::filesystem::path& folder, const Loaded& table);
  void check_range(const Loaded& table, int side, std::uint64_t begin, std::uint64_t end, Part& total) const;
  Result<CheckedTable> check_side(const Loaded& table, int side);
  void check_number(const Loaded& table, int side, std::uint64_t number, Part& part) const;
  DtmCode value(const Position<R>& position, const Placed& where) const;
  DtmCode value_after(const Position<R>& after, bool same_material, const Placed& before) const;
  DtmCode minimax(const Position<R>& position, const Placed& where) const;

  int threads_;
  Progress& progress_;
  bool distances_ = true;  // of the table being checked
  std::filesystem::path folder_;
  std::map<Ending, std::unique_ptr<Loaded>> loaded_;
};

#define BOOKENDS_EXTERN_CHECKER(game) extern template class SuccessorChecker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_CHECKER)
#undef BOOKENDS_EXTERN_CHECKER

}  // namespace bookends::tables
