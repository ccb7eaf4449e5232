#include "tablebases/successors.h"

#include <omp.h>

#include <algorithm>

#include "core/outcome.h"
#include "tablebases/placement.h"
#include "tablebases/whole_table.h"

namespace bookends::tables {
namespace {

constexpr std::uint64_t kKeepBytes = std::uint64_t{2} << 30;
constexpr std::uint64_t kStep = std::uint64_t{1} << 19;  // numbers between two looks at whether to stop

// What a value is one ply earlier, for the other side.
DtmCode before(DtmCode after) { return after == kDrawCode ? kDrawCode : static_cast<DtmCode>(after + 1); }

// Whether `a` is better than `b` for the side to move.
bool better(DtmCode a, DtmCode b) {
  const auto rank = [](DtmCode c) { return is_win(c) ? 100000 - c : is_loss(c) ? c - 100000 : 0; };
  return rank(a) > rank(b);
}

// Without distances only the result counts: a win is a win in 1, a loss a loss in 0.
DtmCode result_only(DtmCode c) { return is_win(c) ? decided_in(1) : is_loss(c) ? decided_in(0) : c; }

std::string in_words(DtmCode c, bool distances) {
  if (c == kDrawCode) return "draw";
  const std::string result = is_win(c) ? "win" : "loss";
  return distances ? result + " in " + std::to_string(plies_of(c)) : result;
}

}  // namespace

template <const Rules& R>
struct SuccessorChecker<R>::Part {
  StatisticsCounter statistics;
  std::uint64_t positions = 0;
  std::uint64_t wrong_at = ~std::uint64_t{0};
  std::string wrong;
};

template <const Rules& R>
DtmCode SuccessorChecker<R>::Loaded::at(const Position<R>& position, const Placed& where) const {
  // Equal sides: only one is stored, and the other is its mirror image.
  const bool mirror = header.sides == 1 && where.side == 1;
  const std::uint64_t number = index_of(index, position, where.swapped != mirror);
  return codes[mirror ? 0 : static_cast<std::size_t>(where.side)][number];
}

template <const Rules& R>
auto SuccessorChecker<R>::load(const std::filesystem::path& path, bool distances) -> Result<const Loaded*> {
  const Result<TableFile> file = TableFile::open(path);
  if (!file) return file.error();
  const TableHeader& header = file->header();
  const Result<Ending> ending = parse_ending(R, header.ending);
  if (header.fingerprint != fingerprint(R) || !ending)
    return Error{ErrorCode::unsupported, path.string() + ": a table of something else"};
  if (distances && !header.has(Metric::dtm))
    return Error{ErrorCode::unsupported, path.string() + ": has no distances, but a table that depends on it has"};
  auto& slot_of_ending = loaded_[*ending];
  if (slot_of_ending) return slot_of_ending.get();
  auto table = std::make_unique<Loaded>(header, *ending);
  if (table->index.size() != header.positions)
    return Error{ErrorCode::unsupported, path.string() + ": its positions are numbered in another way"};
  for (int side = 0; side < header.sides; ++side) {
    Result<std::vector<DtmCode>> codes =
        header.has(Metric::dtm) ? read_codes(*file, side, threads_) : read_wdl_codes(*file, side, threads_);
    if (!codes) return codes.error();
    table->codes[static_cast<std::size_t>(side)] = std::move(*codes);
  }
  slot_of_ending = std::move(table);
  return slot_of_ending.get();
}

// Tables stay in memory for the endings to come, but not those of another folder, and not without end.
template <const Rules& R>
void SuccessorChecker<R>::make_room(const std::filesystem::path& folder) {
  std::uint64_t bytes = 0;
  for (const auto& [ending, table] : loaded_)
    if (table) bytes += (table->codes[0].size() + table->codes[1].size()) * sizeof(DtmCode);
  if (folder != folder_ || bytes > kKeepBytes) loaded_.clear();
  folder_ = folder;
}

template <const Rules& R>
Result<void> SuccessorChecker<R>::load_children(const std::filesystem::path& folder, const Loaded& table) {
  for (const Ending& child : dependencies(R, table.index.ending())) {
    if (is_dead(R, child)) continue;
    const auto path = folder / (ending_name(R, child) + std::string(kTableSuffix));
    if (const auto loaded = load(path, distances_); !loaded) return loaded.error();
  }
  return {};
}

// With en passant rights a position is in no table: its value is made of its moves, all of them.
template <const Rules& R>
DtmCode SuccessorChecker<R>::value(const Position<R>& position, const Placed& where) const {
  if (position.en_passant() != kNoSquare) return minimax(position, where);
  if (is_dead(R, where.ending)) return kDrawCode;
  const DtmCode code = loaded_.at(where.ending)->at(position, where);
  return distances_ ? code : result_only(code);
}

template <const Rules& R>
DtmCode SuccessorChecker<R>::value_after(const Position<R>& after, bool same_material,
                                         const Placed& before_move) const {
  if (!same_material) return value(after, placed(after));
  Placed where = before_move;
  where.side = 1 - where.side;
  return value(after, where);
}

template <const Rules& R>
DtmCode SuccessorChecker<R>::minimax(const Position<R>& position, const Placed& where) const {
  const MoveList moves = position.legal_moves();
  if (moves.empty()) {
    if (position.in_check() || R.stalemate == Stalemate::loses) return decided_in(0);
    return kDrawCode;
  }
  std::optional<DtmCode> best;
  for (const Move m : moves) {
    const bool same_material = !m.promotes() && !position.is_capture(m);
    const DtmCode code = before(value_after(position.after(m), same_material, where));
    if (!best || better(code, *best)) best = code;
  }
  return distances_ ? *best : result_only(*best);
}

template <const Rules& R>
void SuccessorChecker<R>::check_number(const Loaded& table, int side, std::uint64_t number, Part& part) const {
  const int multiplicity = table.index.multiplicity(number);
  if (multiplicity == 0) return;
  const Result<Position<R>> position = position_of_number(table.index, number, side);
  if (!position) return;
  ++part.positions;
  const DtmCode stored = table.codes[static_cast<std::size_t>(side)][number];
  const bool dead = is_dead(R, table.index.ending());
  const Placed where = placed(*position);
  DtmCode right = dead ? kDrawCode : minimax(*position, where);
  const bool renumbered = index_of(table.index, *position, false) != number;
  part.statistics.add(number, multiplicity, stored, right == decided_in(0) && position->in_check());
  const DtmCode said = distances_ ? stored : result_only(stored);
  if ((said == right && !renumbered) || number >= part.wrong_at) return;
  part.wrong_at = number;
  part.wrong = position->fen() + (renumbered ? " has another number than it was found under"
                                             : " is stored as " + in_words(stored, distances_) + " and is a " +
                                                   in_words(right, distances_));
}

template <const Rules& R>
void SuccessorChecker<R>::check_range(const Loaded& table, int side, std::uint64_t begin, std::uint64_t end,
                                      Part& total) const {
#pragma omp parallel num_threads(threads_ > 0 ? threads_ : omp_get_max_threads())
  {
    Part mine;
#pragma omp for schedule(dynamic, 1024)
    for (std::uint64_t number = begin; number < end; ++number) check_number(table, side, number, mine);
#pragma omp critical(bookends_successors)
    {
      total.positions += mine.positions;
      total.statistics.add(mine.statistics);
      if (mine.wrong_at < total.wrong_at) {
        total.wrong_at = mine.wrong_at;
        total.wrong = mine.wrong;
      }
    }
  }
}

template <const Rules& R>
Result<CheckedTable> SuccessorChecker<R>::check_side(const Loaded& table, int side) {
  Part total;
  const std::uint64_t size = table.index.size();
  for (std::uint64_t begin = 0; begin < size && total.wrong.empty(); begin += kStep) {
    if (progress_.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    check_range(table, side, begin, std::min(size, begin + kStep), total);
  }
  CheckedTable checked{total.positions, std::nullopt};
  const SideStatistics& said = table.header.statistics[static_cast<std::size_t>(side)];
  if (!total.wrong.empty())
    checked.wrong = total.wrong;
  else if (distances_ ? said != total.statistics.total()
                      : said.draws != total.statistics.total().draws || said.legal != total.statistics.total().legal)
    checked.wrong = "the statistics of side " + std::to_string(side) + " are not those of its values";
  return checked;
}

template <const Rules& R>
Result<CheckedTable> SuccessorChecker<R>::check(const std::filesystem::path& path) {
  make_room(path.parent_path());
  const auto table = load(path, false);
  if (!table) return table.error();
  distances_ = (*table)->header.has(Metric::dtm);
  if (const Result<void> children = load_children(path.parent_path(), **table); !children) return children.error();
  CheckedTable checked;
  for (int side = 0; side < (*table)->header.sides && !checked.wrong; ++side) {
    Result<CheckedTable> one = check_side(**table, side);
    if (!one) return one;
    checked.positions += one->positions;
    checked.wrong = one->wrong;
  }
  return checked;
}

#define BOOKENDS_INSTANTIATE_CHECKER(game) template class SuccessorChecker<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_CHECKER)
#undef BOOKENDS_INSTANTIATE_CHECKER

}  // namespace bookends::tables
