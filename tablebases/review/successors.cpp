#include "tablebases/review/successors.h"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <tuple>

#include "core/base/thrown.h"
#include "tablebases/material/counted.h"
#include "tablebases/review/placement.h"

namespace bookends::tables {
namespace {

using Wdl = OracleValue::Wdl;

constexpr std::size_t kCacheBytes = std::size_t{1} << 30;
constexpr std::uint64_t kStep = std::uint64_t{1} << 19;  // numbers between two looks at whether to stop

// What a value is one ply earlier, for the other side.
DtmCode before(DtmCode after) { return after == kDrawCode ? kDrawCode : static_cast<DtmCode>(after + 1); }

// Without distances only the result counts: a win is a win in 1, a loss a loss in 0.
DtmCode code_of(Wdl wdl, int plies, bool distances) {
  if (wdl == Wdl::draw) return kDrawCode;
  return decided_in(distances ? plies : wdl == Wdl::win ? 1 : 0);
}

DtzCode dtz_code(Category category, int plies) {
  const Wdl wdl = wdl_of(category);
  return wdl == Wdl::draw ? kDrawCode : wdl == Wdl::win ? dtz_won_in(plies) : dtz_lost_in(plies);
}

// How good a code is for the side to move.
int rank_of_dtm(DtmCode c) { return is_win(c) ? 100000 - c : is_loss(c) ? c - 100000 : 0; }
int rank_of_dtz(Category category, int dtz) {
  const int cursedness = 10000 * static_cast<int>(category);
  return static_cast<int>(category) > 0 ? cursedness - dtz : cursedness + dtz;
}

std::string in_words(DtmCode c, bool distances) {
  if (c == kDrawCode) return "draw";
  const std::string result = is_win(c) ? "win" : "loss";
  return distances ? result + " in " + std::to_string(plies_of(c)) : result;
}

std::string in_words(Category category, int dtz) {
  return std::string(category_name(category)) + " with dtz " + std::to_string(dtz);
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
Result<void> SuccessorChecker<R>::open(const std::filesystem::path& path) {
  const std::filesystem::path folder = path.parent_path().empty() ? "." : path.parent_path();
  if (tables_ && folder == folder_) return {};
  auto opened = Tables<R>::open(folder, {kCacheBytes});
  if (!opened) return opened.error();
  tables_ = std::move(*opened);
  folder_ = folder;
  return {};
}

template <const Rules& R>
auto SuccessorChecker<R>::answer_of_probe(const Position<R>& position) const -> std::optional<Answer> {
  const Probed probed = has_dtz_ ? tables_->probe_all(position) : tables_->probe(position, Metric::dtm);
  if (probed.status != ProbeStatus::ok) return std::nullopt;
  if (has_dtm_ && probed.value.wdl != Wdl::draw && probed.value.plies < 0) return std::nullopt;
  return Answer{code_of(probed.value.wdl, probed.value.plies, has_dtm_), probed.category, std::max(0, int{probed.dtz})};
}

// Of a position that a capture or a promotion has led to. A count that begins there is none of the table's, which has
// the plain distance or pieces' honour of later counts; as in solving it is compared with that distance (counted.h).
template <const Rules& R>
auto SuccessorChecker<R>::answer_after_conversion(const Position<R>& before, const Position<R>& position) const
    -> std::optional<Answer> {
  if constexpr (R.counting == Counting::none) return answer_of_probe(position);
  Setup setup = position.setup();
  setup.count = {};
  std::optional<Answer> found = answer_of_probe(Position<R>::from_setup(setup).value());
  if (found)
    found->dtm =
        limited(found->dtm, longest_mate_that_counts(R, material_of(before), material_of(position), position.turn()));
  return found;
}

template <const Rules& R>
ProbeStatus SuccessorChecker<R>::ask(Loaded& table, int side, std::uint64_t number) const {
  if (table.index.multiplicity(number) == 0) return ProbeStatus::illegal;
  const Result<Position<R>> position = position_of_number(table.index, number, side);
  if (!position) return ProbeStatus::illegal;
  const Probed probed = has_dtz_ ? tables_->probe_all(*position) : tables_->probe(*position, Metric::dtm);
  if (probed.status != ProbeStatus::ok) return probed.status;
  table.dtm[slot(side)][number] = code_of(probed.value.wdl, probed.value.plies, has_dtm_);
  if (has_dtz_) table.dtz[slot(side)][number] = dtz_code(probed.category, probed.dtz);
  return ProbeStatus::ok;
}

// What kept a position from having an answer, in words.
template <const Rules& R>
Error SuccessorChecker<R>::no_answer(const Loaded& table, int side, std::uint64_t number,
                                     const std::filesystem::path& path) const {
  const Position<R> position = *position_of_number(table.index, number, side);
  const ProbeStatus status = (has_dtz_ ? tables_->probe_all(position) : tables_->probe(position)).status;
  const Error why = tables_->explain(position, status);
  return {why.code, path.string() + ": no value for " + position.fen() + ": " + why.message};
}

template <const Rules& R>
Result<void> SuccessorChecker<R>::ask_all(Loaded& table, const std::filesystem::path& path) {
  const std::uint64_t size = table.index.size();
  std::atomic<std::uint64_t> missing_at =
      ~std::uint64_t{0};  // the first number, so that the message is always the same
  for (int side = 0; side < 2; ++side) {
    table.dtm[slot(side)].assign(size, kIllegal);
    if (has_dtz_) table.dtz[slot(side)].assign(size, kIllegal);
    for (std::uint64_t begin = 0; begin < size; begin += kStep) {
      if (progress_.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
      Thrown thrown;
#pragma omp parallel for schedule(dynamic, 1024) num_threads(threads_ > 0 ? threads_ : omp_get_max_threads())
      for (std::uint64_t number = begin; number < std::min(size, begin + kStep); ++number)
        thrown.run([&] {
          const ProbeStatus status = ask(table, side, number);
          if (status == ProbeStatus::ok || status == ProbeStatus::illegal) return;
          std::uint64_t first = missing_at;
          while (number < first && !missing_at.compare_exchange_weak(first, number)) {
          }
        });
      thrown.rethrow();
      if (missing_at != ~std::uint64_t{0}) return no_answer(table, side, missing_at, path);
    }
  }
  return {};
}

template <const Rules& R>
auto SuccessorChecker<R>::answer(const Loaded& table, const Position<R>& position, const Placed& where) const
    -> std::optional<Answer> {
  if (position.en_passant() != kNoSquare) return answer_of_probe(position);
  const std::uint64_t number = index_of(table.index, position, where.swapped);
  Answer out;
  out.dtm = table.dtm[slot(where.side)][number];
  if (!has_dtz_) return out;
  const DtzCode dtz = table.dtz[slot(where.side)][number];
  if (!is_dtz_decided(dtz)) return out;
  out.dtz = dtz_plies(dtz);
  out.category = is_dtz_win(dtz) ? Category::win : Category::loss;
  if (out.dtz > 2 * R.move_limit) out.category = cursed(out.category);
  return out;
}

// The value that the legal moves make of what the tables say of the positions they lead to.
template <const Rules& R>
auto SuccessorChecker<R>::minimax(const Loaded& table, const Position<R>& position, const Placed& where) const
    -> std::optional<Answer> {
  const MoveList moves = position.legal_moves();
  const bool lost = position.in_check() || R.stalemate == Stalemate::loses;
  if (moves.empty()) return lost ? Answer{decided_in(0), Category::loss, 0} : Answer{};
  std::optional<Answer> best;
  for (const Move m : moves) {
    const bool same_material = !m.promotes() && !position.is_capture(m);
    const bool zeroing = !same_material || position.at(m.from()).kind() == Kind::pawn;
    Placed next = where;
    next.side = 1 - next.side;
    const Position<R> reached = position.after(m);
    const auto after = same_material ? answer(table, reached, next) : answer_after_conversion(position, reached);
    if (!after) return std::nullopt;
    Answer own{before(after->dtm), -after->category, zeroing ? 1 : after->dtz + 1};
    constexpr int limit = 2 * R.move_limit;
    if (own.category == Category::draw)
      own.dtz = 0;
    else if (zeroing && cursed(own.category) == own.category)
      own.dtz = limit + 1;
    else if (own.dtz > limit)
      own.category = cursed(own.category);
    if (!best) best = own;
    if (rank_of_dtm(own.dtm) > rank_of_dtm(best->dtm)) best->dtm = own.dtm;
    if (rank_of_dtz(own.category, own.dtz) > rank_of_dtz(best->category, best->dtz)) {
      best->category = own.category;
      best->dtz = own.dtz;
    }
  }
  if (!has_dtm_)
    best->dtm = code_of(is_win(best->dtm) ? Wdl::win : is_loss(best->dtm) ? Wdl::loss : Wdl::draw, 0, false);
  return best;
}

// In words, or empty when there is none. Rounded distances may differ by one.
template <const Rules& R>
std::string SuccessorChecker<R>::difference(const Answer& stored, const Answer& right, bool rounded) const {
  if (stored.dtm != right.dtm)
    return " is stored as " + in_words(stored.dtm, has_dtm_) + " and is a " + in_words(right.dtm, has_dtm_);
  if (!has_dtz_) return {};
  if (stored.category == right.category && std::abs(stored.dtz - right.dtz) <= (rounded ? 1 : 0)) return {};
  return " is stored as " + in_words(stored.category, stored.dtz) + " and is a " + in_words(right.category, right.dtz);
}

template <const Rules& R>
void SuccessorChecker<R>::check_number(const Loaded& table, int side, std::uint64_t number, Part& part) const {
  if (table.dtm[slot(side)][number] == kIllegal) return;
  const Result<Position<R>> position = position_of_number(table.index, number, side);
  if (!position) return;
  ++part.positions;
  const Placed where = placed(*position);
  const auto stored = answer(table, *position, where);
  const bool dead = is_dead(R, table.index.ending());
  const auto right = dead ? std::optional<Answer>(Answer{}) : minimax(table, *position, where);
  const bool mated = right && right->dtm == decided_in(0) && position->in_check();
  part.statistics.add(number, table.index.multiplicity(number), stored->dtm, mated);
  if (number >= part.wrong_at) return;
  const Section* dtz = table.header.section(Metric::dtz, 0) != nullptr ? table.header.section(Metric::dtz, 0)
                                                                       : table.header.section(Metric::dtz, 1);
  const bool rounded = dtz != nullptr && dtz->step > 1;
  const std::string wrong = !right ? " has a move into a table that is missing, damaged, or without distances"
                                   : difference(*stored, *right, rounded);
  if (wrong.empty()) return;
  part.wrong_at = number;
  part.wrong = position->fen() + wrong;
}

template <const Rules& R>
void SuccessorChecker<R>::check_range(const Loaded& table, int side, std::uint64_t begin, std::uint64_t end,
                                      Part& total) const {
  Thrown thrown;
#pragma omp parallel num_threads(threads_ > 0 ? threads_ : omp_get_max_threads())
  {
    Part mine;
#pragma omp for schedule(dynamic, 1024)
    for (std::uint64_t number = begin; number < end; ++number)
      thrown.run([&] { check_number(table, side, number, mine); });
#pragma omp critical(bookends_successors)
    thrown.run([&] {
      total.positions += mine.positions;
      total.statistics.add(mine.statistics);
      if (mine.wrong_at < total.wrong_at) {
        total.wrong_at = mine.wrong_at;
        total.wrong = mine.wrong;
      }
    });
  }
  thrown.rethrow();
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
  SideStatistics said = table.header.statistics[static_cast<std::size_t>(side)];
  const auto results = [](const SideStatistics& s) { return std::tuple(s.legal, s.wins(), s.draws, s.losses()); };
  const auto said_results = results(said);
  said.zeroing_wins = said.zeroing_losses = {};  // rounded distances cannot be counted again
  const SideStatistics& counted = total.statistics.total();
  if (!total.wrong.empty())
    checked.wrong = total.wrong;
  else if (has_dtm_ ? said != counted : said_results != results(counted))
    checked.wrong = "the statistics of side " + std::to_string(side) + " are not those of its values";
  return checked;
}

template <const Rules& R>
Result<CheckedTable> SuccessorChecker<R>::check(const std::filesystem::path& path) {
  if (const Result<void> opened = open(path); !opened) return opened.error();
  const Result<TableFile> file = TableFile::open(path);
  if (!file) return file.error();
  const Result<Ending> ending = parse_ending(R, file->header().ending);
  if (!ending) return Error{ErrorCode::unsupported, path.string() + ": a table of something else"};
  Loaded table(file->header(), *ending);
  has_dtm_ = table.header.has(Metric::dtm);
  has_dtz_ = table.header.has(Metric::dtz);
  if (R.counting != Counting::none && !has_dtm_)
    return Error{ErrorCode::unsupported,
                 path.string() + ": a result under counting rests on distances, and the table has none to check it by"};
  if (const Result<void> asked = ask_all(table, path); !asked) return asked.error();
  CheckedTable checked;
  for (int side = 0; side < table.header.sides && !checked.wrong; ++side) {
    Result<CheckedTable> one = check_side(table, side);
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
