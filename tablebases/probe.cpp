#include "tablebases/probe.h"

#include <algorithm>
#include <deque>
#include <optional>

#include "core/geometry.h"
#include "tablebases/pack.h"
#include "tablebases/table_lookup.h"

namespace bookends::tables {
namespace {

using Sets = std::array<std::array<Bitboard, kKinds>, 2>;  // [color][slot]

// The number of each kind of piece, four bits each; kings are always there.
using MaterialKey = std::uint64_t;

MaterialKey material_key(const PieceCounts& counts) {
  MaterialKey key = 0;
  for (const auto& side : counts)
    for (int k = 0; k < index(Kind::king); ++k)
      key = key << 4 | static_cast<MaterialKey>(side[static_cast<std::size_t>(k)]);
  return key;
}

MaterialKey material_key(const Sets& sets) {
  MaterialKey key = 0;
  for (const auto& side : sets)
    for (std::size_t k = 0; k < kKinds - 1; ++k) key = key << 4 | static_cast<MaterialKey>(count(side[k]));
  return key;
}

PieceCounts counts_of(const Sets& sets) {
  PieceCounts counts{};
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t k = 0; k < kKinds; ++k) counts[c][k] = count(sets[c][k]);
  return counts;
}

template <const Rules& R>
Sets sets_of(const Position<R>& position) {
  Sets sets;
  for (const Color c : kColors)
    for (const Kind k : kAllKinds)
      sets[static_cast<std::size_t>(index(c))][static_cast<std::size_t>(index(k))] = position.pieces(c, k);
  return sets;
}

// The same decision one ply up.
OracleValue before_move(const OracleValue& after) {
  OracleValue value;
  value.wdl = static_cast<Wdl>(-static_cast<int>(after.wdl));
  value.plies = after.plies < 0 ? -1 : after.plies + 1;
  return value;
}

}  // namespace

int compare_values(const OracleValue& a, const OracleValue& b) {
  if (a.wdl != b.wdl) return static_cast<int>(b.wdl) - static_cast<int>(a.wdl);
  if (a.wdl == Wdl::draw || a.plies == b.plies) return 0;
  if (a.plies < 0 || b.plies < 0) return (a.plies < 0) == (a.wdl == Wdl::win) ? 1 : -1;
  return a.wdl == Wdl::win ? a.plies - b.plies : b.plies - a.plies;
}

template <const Rules& R>
struct Tables<R>::State {
  struct Table {
    TableFile file;
    PlacementIndex<R> index;
    std::array<SectionRef, 2> wdl, dtm;  // by side to move

    Table(TableFile f, const Ending& ending) : file(std::move(f)), index(ending) {}
  };
  // Where a material is found: open addressing, a power of two of places, at most half of them taken.
  struct Place {
    MaterialKey key = 0;
    const Table* table = nullptr;
    bool swapped = false;
  };

  std::filesystem::path folder;
  std::deque<Table> tables;  // never moves a table: sections are pointed to
  std::vector<Place> places;
  TableLookup lookup;
  int max_men = 2;

  Result<void> add(const std::filesystem::path& path, bool mapped);
  void finish(std::size_t cache_bytes);
  const Place* find(MaterialKey key) const;
  Place& place_for(MaterialKey key);
  Probed probe_sets(Sets sets, Color turn, Metric metric) const;
  Probed value_at(const Table& table, int side, std::uint64_t number, Metric metric) const;
  Probed with_en_passant(const Position<R>& position, Metric metric) const;
};

template <const Rules& R>
Result<void> Tables<R>::State::add(const std::filesystem::path& path, bool mapped) {
  Result<TableFile> file = TableFile::open(path, mapped);
  if (!file) return file.error();
  const TableHeader& header = file->header();
  const auto refuse = [&](ErrorCode code, const std::string& why) { return Error{code, path.string() + ": " + why}; };
  if (header.fingerprint != fingerprint(R))
    return refuse(ErrorCode::unsupported, "a table of " + header.game + ", not of " + std::string(R.name));
  const Result<Ending> ending = parse_ending(R, header.ending);
  if (!ending || ending_name(R, *ending) != header.ending)
    return refuse(ErrorCode::unsupported, "of an unknown ending, " + header.ending);
  if (path.stem() != header.ending) return refuse(ErrorCode::invalid_argument, "the file holds " + header.ending);
  Table& table = tables.emplace_back(std::move(*file), *ending);
  const TableHeader& kept = table.file.header();
  if (kept.index_scheme != 1 || kept.positions != table.index.size() || kept.sides != (ending->symmetric() ? 1 : 2))
    return refuse(ErrorCode::unsupported, "its positions are numbered in another way");
  for (std::size_t side = 0; side < kept.sides; ++side) {
    table.wdl[side] = lookup.add(table.file, kept.section(Metric::wdl, static_cast<int>(side)));
    table.dtm[side] = lookup.add(table.file, kept.section(Metric::dtm, static_cast<int>(side)));
    if (!table.wdl[side]) return refuse(ErrorCode::corrupt, "a side is missing");
  }
  max_men = std::max(max_men, ending->men());
  return {};
}

template <const Rules& R>
auto Tables<R>::State::place_for(MaterialKey key) -> Place& {
  std::size_t at = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 32) & (places.size() - 1);
  while (places[at].table != nullptr && places[at].key != key) at = (at + 1) & (places.size() - 1);
  return places[at];
}

template <const Rules& R>
auto Tables<R>::State::find(MaterialKey key) const -> const Place* {
  std::size_t at = static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 32) & (places.size() - 1);
  for (; places[at].table != nullptr; at = (at + 1) & (places.size() - 1))
    if (places[at].key == key) return &places[at];
  return nullptr;
}

template <const Rules& R>
void Tables<R>::State::finish(std::size_t cache_bytes) {
  places.resize(std::bit_ceil(tables.size() * 4 + 1));
  for (const Table& table : tables) {
    PieceCounts counts{};
    for (const Occupant man : table.index.men()) ++counts[slot(man.color())][slot(man.kind())];
    place_for(material_key(counts)) = {material_key(counts), &table, false};
    std::swap(counts[0], counts[1]);
    if (!table.index.ending().symmetric()) place_for(material_key(counts)) = {material_key(counts), &table, true};
  }
  lookup.make_cache(cache_bytes);
}

template <const Rules& R>
Probed Tables<R>::State::value_at(const Table& table, int side, std::uint64_t number, Metric metric) const {
  const auto s = static_cast<std::size_t>(side);
  const std::optional<unsigned> wdl = lookup.value(table.wdl[s], number);
  if (!wdl) return {ProbeStatus::damaged, {}};
  Probed probed;
  probed.value.wdl = unpack_wdl(*wdl);
  if (metric == Metric::wdl || probed.value.wdl == Wdl::draw || !table.dtm[s]) return probed;
  const std::optional<unsigned> halved = lookup.value(table.dtm[s], number);
  if (!halved) return {ProbeStatus::damaged, {}};
  probed.value.plies = unpack_plies(probed.value.wdl, *halved);
  return probed;
}

// The sets are those of a possible placement: different squares, kings apart, pawns where they can stand.
template <const Rules& R>
Probed Tables<R>::State::probe_sets(Sets sets, Color turn, Metric metric) const {
  const MaterialKey key = material_key(sets);
  if (key == 0) return {};  // king against king
  const Place* place = find(key);
  if (place == nullptr) {
    const Oriented oriented = ending_of(R, counts_of(sets));
    return is_dead(R, oriented.ending) ? Probed{} : Probed{ProbeStatus::no_table, {}};
  }
  // The table's White is the stronger side; of equal sides only the one with White to move is kept.
  const PlacementIndex<R>& index_here = place->table->index;
  const bool flip = place->swapped || (index_here.ending().symmetric() && turn == Color::black);
  std::array<Square, kMaxMen> squares{};
  std::size_t n = 0;
  for (const Occupant man : index_here.men()) {
    const Color color = flip ? ~man.color() : man.color();
    const Square s = pop_lowest(sets[slot(color)][slot(man.kind())]);
    squares[n++] = flip ? mirror_rank(R, s) : s;
  }
  const std::uint64_t number = index_here.index({squares.data(), n});
  if (number >= index_here.size()) return {ProbeStatus::illegal, {}};
  return value_at(*place->table, index(flip ? ~turn : turn), number, metric);
}

// The table knows the position without its right. The right adds the en passant captures; and when there is no other
// legal move, what the table says (that the side to move is mated or stalemated) is not so.
template <const Rules& R>
Probed Tables<R>::State::with_en_passant(const Position<R>& position, Metric metric) const {
  Probed best = probe_sets(sets_of(position), position.turn(), metric);
  if (best.status != ProbeStatus::ok) return best;
  const MoveList moves = position.legal_moves();
  const auto is_capture_in_passing = [&](Move m) { return position.is_en_passant(m); };
  bool have = !std::all_of(moves.begin(), moves.end(), is_capture_in_passing) || moves.empty();
  for (const Move m : moves) {
    if (!is_capture_in_passing(m)) continue;
    const Position<R> after = position.after(m);
    const Probed probed = probe_sets(sets_of(after), after.turn(), metric);
    if (probed.status != ProbeStatus::ok) return probed;
    const OracleValue value = before_move(probed.value);
    if (!have || compare_values(value, best.value) < 0) best.value = value;
    have = true;
  }
  return best;
}

template <const Rules& R>
Tables<R>::Tables(std::unique_ptr<State> state) : state_(std::move(state)) {}

template <const Rules& R>
Tables<R>::~Tables() = default;

template <const Rules& R>
Result<std::unique_ptr<Tables<R>>> Tables<R>::open(const std::filesystem::path& folder, const TablesOptions& options) {
  const auto files = table_files(folder);
  if (!files) return files.error();
  auto state = std::make_unique<State>();
  state->folder = folder;
  for (const auto& path : *files)
    if (const Result<void> added = state->add(path, options.mapped); !added) return added.error();
  state->finish(options.cache_bytes);
  return std::unique_ptr<Tables>(new Tables(std::move(state)));
}

template <const Rules& R>
int Tables<R>::max_men() const {
  return state_->max_men;
}

template <const Rules& R>
Probed Tables<R>::probe(const Position<R>& position, Metric metric) const {
  if (position.castling() != 0 || position.count().running()) return {ProbeStatus::not_covered, {}};
  if (count(position.occupied()) > state_->max_men) return {ProbeStatus::no_table, {}};
  if (position.en_passant() != kNoSquare) return state_->with_en_passant(position, metric);
  return state_->probe_sets(sets_of(position), position.turn(), metric);
}

template <const Rules& R>
Probed Tables<R>::probe_men(std::span<const Man> men, Color turn, Metric metric) const {
  Sets sets{};
  Bitboard occupied = 0;
  for (const Man& man : men) {
    if (man.piece.empty() || man.square < 0 || man.square >= R.squares()) return {ProbeStatus::illegal, {}};
    const bool pawn = man.piece.kind() == Kind::pawn;
    if (contains(occupied, man.square)) return {ProbeStatus::illegal, {}};
    if (pawn && !contains(geometry<R>.pawns[slot(man.piece.color())], man.square)) return {ProbeStatus::illegal, {}};
    occupied |= bit(man.square);
    sets[slot(man.piece.color())][slot(man.piece.kind())] |= bit(man.square);
  }
  const Bitboard white = sets[0][slot(Kind::king)], black = sets[1][slot(Kind::king)];
  if (count(white) != 1 || count(black) != 1) return {ProbeStatus::illegal, {}};
  if ((attacks<R, Kind::king>(Color::white, lowest(white), 0) & black) != 0) return {ProbeStatus::illegal, {}};
  if (static_cast<int>(men.size()) > state_->max_men) return {ProbeStatus::no_table, {}};
  return state_->probe_sets(sets, turn, metric);
}

template <const Rules& R>
std::vector<RootMove> Tables<R>::root_moves(const Position<R>& position) const {
  std::vector<RootMove> moves;
  for (const Move m : position.legal_moves()) {
    RootMove root{m, probe(position.after(m))};
    root.probed.value = before_move(root.probed.value);
    moves.push_back(root);
  }
  std::stable_sort(moves.begin(), moves.end(), [](const RootMove& a, const RootMove& b) {
    const bool a_known = a.probed.status == ProbeStatus::ok, b_known = b.probed.status == ProbeStatus::ok;
    if (a_known != b_known) return a_known;
    return a_known && compare_values(a.probed.value, b.probed.value) < 0;
  });
  return moves;
}

template <const Rules& R>
Error Tables<R>::explain(const Position<R>& position, ProbeStatus status) const {
  const Oriented oriented = ending_of(R, counts_of(sets_of(position)));
  const std::string file = (state_->folder / (ending_name(R, oriented.ending) + std::string(kTableSuffix))).string();
  if (status == ProbeStatus::damaged) return {ErrorCode::corrupt, file + ": damaged, or cannot be read"};
  if (status == ProbeStatus::illegal) return {ErrorCode::invalid_argument, "not a legal position"};
  if (position.castling() != 0)
    return {ErrorCode::not_found, "not covered: positions with castling rights are in no table"};
  if (position.count().running()) return {ErrorCode::not_found, "not covered: a count is running"};
  return {ErrorCode::not_found, "not covered: there is no " + file};
}

#define BOOKENDS_INSTANTIATE_TABLES(game) template class Tables<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_TABLES)
#undef BOOKENDS_INSTANTIATE_TABLES

}  // namespace bookends::tables
