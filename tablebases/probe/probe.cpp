#include "tablebases/probe/probe.h"

#include <algorithm>
#include <climits>

#include "tablebases/material/counted.h"
#include "tablebases/probe/board_input.h"
#include "tablebases/probe/prober.h"
#include "tablebases/probe/table_set.h"

namespace bookends::tables {
namespace {

Probed no_answer(ProbeStatus status) {
  Probed probed;
  probed.status = status;
  return probed;
}

// What the tables say under a count that runs; they may not be able to tell (counted.h).
template <const Rules& R>
Probed under_count(const Position<R>& position, Probed probed, bool dtm) {
  const std::optional<OracleValue> value = value_under_counting(position, probed.value);
  if (!value) return no_answer(ProbeStatus::not_covered);
  probed.value = *value;
  if (!dtm) probed.value.plies = -1;
  if (value->wdl == OracleValue::Wdl::draw) probed.category = Category::draw;
  return probed;
}

// The same decision one ply up. A zeroing move starts the clock anew, so that the limit is none of a mate that comes
// within it, whatever the files know.
template <const Rules& R>
Probed before_move(const Probed& after, bool zeroing) {
  constexpr int kLimitInPlies = 2 * R.move_limit;
  Probed before = after;
  before.category = -after.category;
  before.value.wdl = wdl_of(before.category);
  if (after.value.plies >= 0) before.value.plies = after.value.plies + 1;
  if (kLimitInPlies == 0 || after.category == Category::draw) return before;
  const bool mates = after.dtz == 0 || (after.value.plies >= 0 && after.value.plies <= kLimitInPlies);
  if (zeroing && (after.limit_known || mates)) {
    before.dtz = cursed(after.category) != after.category ? 1 : kLimitInPlies + 1;
    before.dtz_rounded = false;
    before.limit_known = true;
  } else if (!zeroing && after.dtz >= 0) {
    before.dtz = after.dtz + 1;
    if (before.dtz > kLimitInPlies) before.category = cursed(before.category);
  }
  return before;
}

template <const Rules& R>
int plies_left_of(const Position<R>& position) {
  return R.move_limit == 0 ? INT_MAX : 2 * R.move_limit - position.halfmove_clock();
}

// `plies_left`: of the move limit, until it draws.
bool comes_before(const RootMove& a, const RootMove& b, int plies_left) {
  const bool a_known = a.probed.status == ProbeStatus::ok, b_known = b.probed.status == ProbeStatus::ok;
  if (a_known != b_known || !a_known) return a_known && !b_known;
  if (a.category != b.category) return goodness(a.category) > goodness(b.category);
  if (a.category == Category::win) {
    const auto mates_late = [&](const OracleValue& value) { return value.plies < 0 || value.plies > plies_left; };
    const bool a_late = mates_late(a.probed.value), b_late = mates_late(b.probed.value);
    if (a_late != b_late) return b_late;
    const bool known = a.probed.dtz >= 0 && b.probed.dtz >= 0;
    if (a_late && known && a.probed.dtz != b.probed.dtz) return a.probed.dtz < b.probed.dtz;
  }
  return compare_probed(a.probed, b.probed) < 0;
}

// What the moves of a position, sorted, make of a category that is open. A move that is unknown may be any.
Category settled_by_moves(Category open, const std::vector<RootMove>& moves) {
  const auto known = [](const RootMove& move) { return move.probed.status == ProbeStatus::ok; };
  if (moves.empty() || !known(moves.front())) return open;
  const Category best = moves.front().category;
  if (best == (open == Category::maybe_win ? Category::win : Category::blessed_loss)) return best;
  return known(moves.back()) && wdl_of(best) == wdl_of(open) ? best : open;
}

// Where a file would be.
std::string file_in(const std::vector<std::filesystem::path>& folders, const std::string& name) {
  if (folders.size() == 1) return (folders.front() / name).string();
  std::string text = name + " in ";
  for (const std::filesystem::path& folder : folders) text += (&folder == folders.data() ? "" : ", ") + folder.string();
  return text;
}

// By distance; a greater one is better for the side that loses.
int compare_plies(int a, int b, bool won) {
  if (a < 0 || b < 0 || a == b) return 0;
  return (a < b) == won ? -1 : 1;
}

}  // namespace

int compare_values(const OracleValue& a, const OracleValue& b) {
  if (a.wdl != b.wdl) return static_cast<int>(b.wdl) - static_cast<int>(a.wdl);
  if (a.wdl == OracleValue::Wdl::draw || a.plies == b.plies) return 0;
  if (a.plies < 0 || b.plies < 0) return (a.plies < 0) == (a.wdl == OracleValue::Wdl::win) ? 1 : -1;
  return compare_plies(a.plies, b.plies, a.wdl == OracleValue::Wdl::win);
}

int compare_probed(const Probed& a, const Probed& b) {
  if (a.category != b.category) return static_cast<int>(b.category) - static_cast<int>(a.category);
  if (a.category == Category::draw) return 0;
  const bool won = a.category > Category::draw;
  if (a.value.plies >= 0 && b.value.plies >= 0) return compare_plies(a.value.plies, b.value.plies, won);
  return compare_plies(a.dtz, b.dtz, won);
}

// What most probes come to is known before their category is, which may still be on its way from memory: so the
// category is looked at last.
Category category_at(const Probed& probed, int halfmove_clock, int move_limit) {
  const Category fresh = probed.category;
  if (move_limit == 0) return fresh;
  const int limit = 2 * move_limit, left = limit - halfmove_clock;
  // A win within the limit zeroes the clock within it, and no later than it mates.
  int soonest = 1, latest = probed.limit_known ? limit : limit + 1;
  if (probed.dtz >= 0) soonest = std::max(1, probed.dtz), latest = probed.dtz + (probed.dtz_rounded ? 1 : 0);
  if (probed.value.plies > 0) latest = std::min(latest, probed.value.plies);
  const bool mated = probed.value.plies == 0 || (probed.dtz == 0 && !probed.dtz_rounded);  // mate is before the limit
  if (latest <= left || mated) return fresh;
  const Category late = cursed(fresh);
  if (late == fresh || soonest > left) return late;
  return fresh == Category::win ? Category::maybe_win : Category::maybe_loss;
}

template <const Rules& R>
struct Tables<R>::State {
  TableSet<R> tables;

  // Of more men than a table has, so many could be of a kind that their material is taken for another.
  auto place_of(const Board<R>& board) const {
    const bool may_be_there = !board.empty() && count(board.occupied()) <= tables.max_men();
    return may_be_there ? tables.result_place(board) : std::nullopt;
  }
};

template <const Rules& R>
Tables<R>::Tables(std::unique_ptr<State> state) : state_(std::move(state)) {}

template <const Rules& R>
Tables<R>::~Tables() = default;

template <const Rules& R>
Result<std::unique_ptr<Tables<R>>> Tables<R>::open(std::span<const std::filesystem::path> folders,
                                                   const TablesOptions& options) {
  Result<TableSet<R>> tables = TableSet<R>::open(folders, options);
  if (!tables) return tables.error();
  return std::unique_ptr<Tables>(new Tables(std::make_unique<State>(State{std::move(*tables)})));
}

template <const Rules& R>
int Tables<R>::max_men() const {
  return state_->tables.max_men();
}

template <const Rules& R>
const std::vector<LeftOut>& Tables<R>::left_out() const {
  return state_->tables.left_out();
}

template <const Rules& R>
Probed Tables<R>::ask(const Position<R>& position, bool dtm, bool dtz) const {
  if (position.castling() != 0) return no_answer(ProbeStatus::not_covered);
  if (count(position.occupied()) > max_men()) return no_answer(ProbeStatus::no_table);
  const bool counted = position.count().running();
  const Probed probed = Prober<R>(state_->tables).probe(Board<R>(position), {dtm || counted, dtz});
  return counted && probed.status == ProbeStatus::ok ? under_count(position, probed, dtm) : probed;
}

template <const Rules& R>
Probed Tables<R>::probe(const Position<R>& position, Metric metric) const {
  return ask(position, metric == Metric::dtm, metric == Metric::dtz);
}

template <const Rules& R>
Probed Tables<R>::probe_all(const Position<R>& position) const {
  return ask(position, true, true);
}

template <const Rules& R>
Probed Tables<R>::ask_board(const Board<R>& board, bool dtm, bool dtz) const {
  if (board.empty()) return no_answer(ProbeStatus::illegal);
  if (count(board.occupied()) > max_men()) return no_answer(ProbeStatus::no_table);
  return Prober<R>(state_->tables).probe(board, {dtm, dtz});
}

template <const Rules& R>
Probed Tables<R>::probe_men(std::span<const Man> men, Color turn, Metric metric) const {
  return ask_board(board_of_men<R>(men, turn), metric == Metric::dtm, metric == Metric::dtz);
}

template <const Rules& R>
Probed Tables<R>::probe_men_all(std::span<const Man> men, Color turn) const {
  return ask_board(board_of_men<R>(men, turn), true, true);
}

template <const Rules& R>
Probed Tables<R>::probe_sets(const PieceSets& sets, Metric metric) const {
  return ask_board(board_of_sets<R>(sets), metric == Metric::dtm, metric == Metric::dtz);
}

template <const Rules& R>
Probed Tables<R>::probe_sets_all(const PieceSets& sets) const {
  return ask_board(board_of_sets<R>(sets), true, true);
}

template <const Rules& R>
std::size_t Tables<R>::block_of(const PieceSets& sets) const {
  const auto place = state_->place_of(board_of_sets<R>(sets));
  return place ? place->wdl->first_block + static_cast<std::size_t>(place->number >> place->wdl->block_log) : 0;
}

template <const Rules& R>
void Tables<R>::prefetch(const PieceSets& sets) const {
  const auto place = state_->place_of(board_of_sets<R>(sets));
  if (place) state_->tables.lookup().prefetch_block(*place->wdl, place->number);
}

template <const Rules& R>
std::vector<OpenEnding> Tables<R>::endings() const {
  return state_->tables.endings();
}

template <const Rules& R>
std::string Tables<R>::digest() const {
  return state_->tables.digest();
}

// Insertion keeps equal moves in order and allocates nothing.
template <const Rules& R>
std::vector<RootMove> Tables<R>::root_moves(const Position<R>& position, bool dtm) const {
  const MoveList moves = position.legal_moves();
  const int plies_left = plies_left_of<R>(position);
  const auto before = [&](const RootMove& a, const RootMove& b) { return comes_before(a, b, plies_left); };
  std::vector<RootMove> ranked;
  ranked.reserve(static_cast<std::size_t>(moves.size()));
  for (const Move m : moves) {
    const bool zeroing = position.is_zeroing(m);
    const Position<R> after = position.after(m);
    // A zeroing move's DTZ is known without looking it up, if the limit is known at all.
    const bool at_once = zeroing && state_->tables.knows_limit(Board<R>(after));
    const Probed probed = before_move<R>(ask(after, dtm, !at_once), zeroing);
    const RootMove root{m, probed, category_at(probed, position.halfmove_clock(), R.move_limit)};
    ranked.insert(std::upper_bound(ranked.begin(), ranked.end(), root, before), root);
  }
  return ranked;
}

template <const Rules& R>
std::vector<RootMove> Tables<R>::root_moves(const Game<R>& game, bool dtm) const {
  std::vector<RootMove> ranked = root_moves(game.position(), dtm);
  for (RootMove& move : ranked) {
    Game<R> next = game;
    next.play(move.move);
    if (next.verdict().ending != bookends::Ending::repetition) continue;
    move.probed = Probed();  // a draw, whatever the tables know
    if (R.move_limit != 0) move.probed.dtz = 0;
    move.category = Category::draw;
  }
  const int plies_left = plies_left_of<R>(game.position());
  std::ranges::stable_sort(ranked,
                           [&](const RootMove& a, const RootMove& b) { return comes_before(a, b, plies_left); });
  return ranked;
}

template <const Rules& R>
Category Tables<R>::category(const Position<R>& position, const Probed& probed) const {
  if (R.move_limit == 0 || probed.category == Category::draw) return probed.category;
  if (probed.category == Category::loss && !position.has_legal_move()) return Category::loss;
  Category found = category_at(probed, position.halfmove_clock(), R.move_limit);
  if (!is_open(found)) return found;
  // A mate that is known has not come in time: it says no more.
  const Probed more = probed.value.plies < 0 ? probe_all(position) : probe(position, Metric::dtz);
  if (more.status == ProbeStatus::ok) found = category_at(more, position.halfmove_clock(), R.move_limit);
  return is_open(found) ? settled_by_moves(found, root_moves(position)) : found;
}

// Names the file that was missing first.
template <const Rules& R>
Error Tables<R>::explain(const Position<R>& position, ProbeStatus status) const {
  if (status == ProbeStatus::illegal) return {ErrorCode::invalid_argument, "not a legal position"};
  if (position.castling() != 0)
    return {ErrorCode::not_found, "not covered: positions with castling rights are in no table"};
  if (status == ProbeStatus::not_covered)
    return {ErrorCode::not_found, "not covered: the result depends on how the count goes on"};
  const Board<R> board(position);
  PieceCounts counts{};
  for (const Color c : kColors)
    for (const Kind k : kAllKinds) counts[slot(c)][slot(k)] = count(board.pieces(c, k));
  if (status == ProbeStatus::no_table && count(board.occupied()) <= max_men()) {
    Prober<R> prober(state_->tables);
    if (prober.probe(board, {true, true}).status == ProbeStatus::no_table) counts = counts_of(prober.missing());
  }
  const Ending ending = ending_of(R, counts).ending;
  const std::string name = ending_name(R, ending);
  std::string file = state_->tables.file_of(ending).string();
  if (file.empty()) file = file_in(state_->tables.folders(), name + std::string(kTableSuffix));
  const bool two_kinds = state_->tables.has_syzygy();
  if (status == ProbeStatus::damaged)
    return {ErrorCode::corrupt,
            file + ": damaged, or cannot be read, or a table that it leads to; " +
                (two_kinds ? "or Syzygy's of one of these" : "`bookends tables verify` says which")};
  const std::string other = two_kinds ? " and no " + name + std::string(syzygy::kWdlSuffix) : "";
  return {ErrorCode::not_found, "not covered: there is no " + file + other};
}

#define BOOKENDS_INSTANTIATE_TABLES(game) template class Tables<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_TABLES)
#undef BOOKENDS_INSTANTIATE_TABLES

}  // namespace bookends::tables
