// The successor equation of a table file, position by position.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/progress.h"
#include "core/position/position.h"
#include "tablebases/file/table_file.h"
#include "tablebases/material/index.h"
#include "tablebases/probe/probe.h"
#include "tablebases/review/statistics.h"
#include "tablebases/solution/solution.h"

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
  // What the tables say of a position.
  struct Answer {
    DtmCode dtm = kDrawCode;
    Category category = Category::draw;
    int dtz = 0;
  };
  // The table being checked, asked once for every position: by side and number, kIllegal where there is no position.
  struct Loaded {
    TableHeader header;
    PlacementIndex<R> index;
    std::array<std::vector<DtmCode>, 2> dtm;
    std::array<std::vector<DtzCode>, 2> dtz;  // empty without that metric

    Loaded(TableHeader h, const Ending& ending) : header(std::move(h)), index(ending) {}
  };
  struct Part;  // what one thread found

  Result<void> open(const std::filesystem::path& path);
  Result<void> ask_all(Loaded& table, const std::filesystem::path& path);
  ProbeStatus ask(Loaded& table, int side, std::uint64_t number) const;
  Error no_answer(const Loaded& table, int side, std::uint64_t number, const std::filesystem::path& path) const;
  void check_range(const Loaded& table, int side, std::uint64_t begin, std::uint64_t end, Part& total) const;
  Result<CheckedTable> check_side(const Loaded& table, int side);
  void check_number(const Loaded& table, int side, std::uint64_t number, Part& part) const;
  std::optional<Answer> answer(const Loaded& table, const Position<R>& position, const Placed& where) const;
  std::optional<Answer> answer_of_probe(const Position<R>& position) const;
  std::optional<Answer> answer_after_conversion(const Position<R>& before, const Position<R>& position) const;
  std::optional<Answer> minimax(const Loaded& table, const Position<R>& position, const Placed& where) const;
  std::string difference(const Answer& stored, const Answer& right, bool rounded) const;

  int threads_;
  Progress& progress_;
  bool has_dtm_ = true, has_dtz_ = false;  // the table being checked
  std::filesystem::path folder_;
  std::unique_ptr<Tables<R>> tables_;  // of the folder
};

#define BOOKENDS_EXTERN_CHECKER(game) extern template class SuccessorChecker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_CHECKER)
#undef BOOKENDS_EXTERN_CHECKER

}  // namespace bookends::tables
