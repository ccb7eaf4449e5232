#include "tablebases/probe/table_set.h"

#include <algorithm>
#include <bit>
#include <set>

#include "core/io/checksum.h"

namespace bookends::tables {
namespace {

constexpr int kMostMenOfDeadEndings = 3;  // material.h: bare kings, or one minor piece besides

bool reaches_beyond(const std::vector<std::uint64_t>& counts, int plies) {
  for (std::size_t n = static_cast<std::size_t>(plies) + 1; n < counts.size(); ++n)
    if (counts[n] != 0) return true;
  return false;
}

PieceCounts counts_of(const Ending& ending) {
  PieceCounts counts{};
  for (std::size_t c = 0; c < 2; ++c)
    for (std::size_t k = 0; k < kKinds; ++k) counts[c][k] = ending.pieces[c][k];
  return counts;
}

// Of a path without files of ours. Where the game has Syzygy's, these are missing, too.
template <const Rules& R>
Error no_files_in(const std::filesystem::path& path, const Error& error) {
  std::error_code unknown;
  if (!R.syzygy || error.code != ErrorCode::not_found || !std::filesystem::is_directory(path, unknown)) return error;
  return {error.code, path.string() + ": no table files (*" + std::string(kTableSuffix) + ", *" +
                          std::string(syzygy::kWdlSuffix) + ") in it"};
}

}  // namespace

// A folder may have files of either kind. Of an ending in several the first folder's counts.
template <const Rules& R>
Result<TableSet<R>> TableSet<R>::open(std::span<const std::filesystem::path> folders, const TablesOptions& options) {
  TableSet set;
  std::vector<LeftOut>* const left_out = options.leave_out_damaged ? &set.left_out_ : nullptr;
  auto syzygy = syzygy::open_folders(folders, R, options.cache_bytes, left_out);
  if (!syzygy) return syzygy.error();
  set.folders_.assign(folders.begin(), folders.end());
  set.syzygy_ = std::move(*syzygy);
  for (const syzygy::Table& table : set.syzygy_) set.max_men_ = std::max(set.max_men_, table.ending().men());
  std::set<std::filesystem::path> names;
  for (const std::filesystem::path& folder : folders) {
    const auto files = table_files(folder);
    if (!files && !syzygy::has_files(folder)) return no_files_in<R>(folder, files.error());
    for (const auto& path : files ? *files : std::vector<std::filesystem::path>()) {
      if (!names.insert(path.filename()).second) continue;
      const Result<void> added = set.add(path);
      if (!added && (left_out == nullptr || !is_of_one_file(added.error().code))) return added.error();
      if (added) continue;
      left_out->push_back({path, added.error()});
      names.erase(path.filename());  // another folder may have a sound one
    }
  }
  if (set.tables_.empty() && set.syzygy_.empty())
    return set.left_out_.empty() ? no_files_in<R>(folders.front(), table_files(folders.front()).error())
                                 : set.left_out_.front().why;
  set.finish(options.cache_bytes);
  return set;
}

template <const Rules& R>
std::filesystem::path TableSet<R>::file_of(const Ending& ending) const {
  const auto found = std::ranges::find(tables_, ending, &Table::ending);
  return found == tables_.end() ? std::filesystem::path() : found->file.path();
}

template <const Rules& R>
Result<void> TableSet<R>::add(const std::filesystem::path& path) {
  Result<TableFile> file = TableFile::open(path);
  if (!file) return file.error();
  const TableHeader& header = file->header();
  const auto refuse = [&](ErrorCode code, const std::string& why) { return Error{code, path.string() + ": " + why}; };
  if (header.fingerprint != fingerprint(R))
    return refuse(ErrorCode::unsupported, "a table of " + header.game + ", not of " + std::string(R.name));
  const Result<Ending> ending = parse_ending(R, header.ending);
  if (!ending || ending_name(R, *ending) != header.ending)
    return refuse(ErrorCode::unsupported, "of an unknown ending, " + header.ending);
  if (path.stem() != header.ending) return refuse(ErrorCode::invalid_argument, "the file holds " + header.ending);
  if (header.sides != (ending->symmetric() ? 1 : 2))
    return refuse(ErrorCode::corrupt, "the sides are not the ending's");
  const PlacementIndex<R> index(*ending);
  Table& table = tables_.emplace_back(std::move(*file), *ending);
  for (const Occupant man : index.men()) {
    Man& put = table.men[table.men_count];
    put = {static_cast<std::uint8_t>(slot(man.color())), man.kind(), false};
    put.nth = static_cast<std::uint8_t>(
        table.men_count > 0 && man == index.men()[table.men_count - 1] ? table.men[table.men_count - 1].nth + 1 : 0);
    ++table.men_count;
  }
  if (const Result<void> added = add_sections(table, index); !added) {
    tables_.pop_back();
    return added;
  }
  max_men_ = std::max(max_men_, ending->men());
  return {};
}

// The sections of one side mostly share an order, and so do those of both sides.
template <const Rules& R>
Result<void> TableSet<R>::add_sections(Table& table, const PlacementIndex<R>& index) {
  const TableHeader& header = table.file.header();
  const std::size_t first_order = orders_.size();
  const auto find_order = [&](const OrderSpec& spec) -> const Order* {
    for (std::size_t i = first_order; i < orders_.size(); ++i)
      if (orders_[i].spec() == spec) return &orders_[i];
    return valid_order(R, table.ending, spec) ? &orders_.emplace_back(index, spec) : nullptr;
  };
  for (const Section& section : header.sections) {
    const Order* order = find_order(section.order);
    if (order == nullptr || order->size() != section.positions)
      return Error{ErrorCode::unsupported, table.file.path().string() + ": its positions are numbered in another way"};
    Side& side = table.sides[section.side];
    switch (section.metric) {
      case Metric::wdl:
        side.order = order;
        break;
      case Metric::dtm:
        side.dtm_order = order;
        break;
      default:
        break;
    }
  }
  for (std::size_t s = 0; s < header.sides; ++s) {
    Side& side = table.sides[s];
    const auto added = [&](Metric metric) { return lookup_->add(table.file, metric, static_cast<int>(s)); };
    side.wdl = added(Metric::wdl);
    side.cursed = added(Metric::cursed);
    side.dtm = added(Metric::dtm);
    side.dtz = added(Metric::dtz);
    const SideStatistics& statistics = header.statistics[s];
    side.over_limit = reaches_beyond(statistics.zeroing_wins, 2 * R.move_limit) ||
                      reaches_beyond(statistics.zeroing_losses, 2 * R.move_limit);
    table.knows_limit |= !statistics.zeroing_wins.empty() || !statistics.zeroing_losses.empty();
  }
  table.has_dtm = header.has(Metric::dtm);
  table.has_dtz = header.has(Metric::dtz);
  return {};
}

template <const Rules& R>
auto TableSet<R>::place_for(MaterialKey key) -> Place& {
  std::size_t at = first_place(key);
  while (places_[at].taken && places_[at].key != key) at = (at + 1) & (places_.size() - 1);
  return places_[at];
}

// Whether some position of a material may be won for the side to move.
template <const Rules& R>
bool TableSet<R>::may_win(MaterialKey key, Color mover) const {
  const Place* place = find(key);
  if (place == nullptr) return true;
  if (place->table == nullptr) return place->syzygy != nullptr;
  const Color side = place->swapped ? ~mover : mover;
  const SideStatistics& s = place->table->file.header().statistics[place->symmetric ? 0 : slot(side)];
  const bool counted = !s.decided.empty() || !s.zeroing_wins.empty() || !s.zeroing_losses.empty();
  return !counted || s.wins() != 0;
}

template <const Rules& R>
bool TableSet<R>::loser_may_zero(const Ending& ending, std::size_t winner) const {
  PieceCounts counts = counts_of(ending);
  if (counts[1 - winner][slot(Kind::pawn)] != 0) return true;
  for (const Kind taken : kAllKinds) {
    int& men = counts[winner][slot(taken)];
    if (taken == Kind::king || men == 0) continue;
    --men;
    const bool still_lost = may_win(material_key(counts), static_cast<Color>(winner));
    ++men;
    if (still_lost) return true;
  }
  return false;
}

template <const Rules& R>
void TableSet<R>::finish(std::size_t cache_bytes) {
  const std::vector<Ending> few_men = endings_up_to(R, kMostMenOfDeadEndings);
  places_.resize(std::bit_ceil((tables_.size() + syzygy_.size() + few_men.size()) * 4));
  const auto place = [&](const Ending& ending, const Table* table, const syzygy::Table* syzygy) {
    PieceCounts counts = counts_of(ending);
    for (const bool swapped : {false, true}) {
      if (swapped && ending.symmetric()) break;
      place_for(material_key(counts)) = {material_key(counts), table, syzygy, true, swapped, ending.symmetric()};
      std::swap(counts[0], counts[1]);
    }
  };
  for (const Table& table : tables_) place(table.ending, &table, nullptr);
  for (const syzygy::Table& table : syzygy_)
    place(table.ending(), place_for(material_key(counts_of(table.ending()))).table, &table);
  for (const Ending& ending : few_men)
    if (is_dead(R, ending)) place(ending, nullptr, nullptr);
  for (Table& table : tables_)
    for (const std::size_t winner : {0, 1}) table.loser_may_zero[winner] = loser_may_zero(table.ending, winner);
  lookup_->make_cache(cache_bytes);
}

// A header of ours has the checksums of all that follows it.
template <const Rules& R>
std::string TableSet<R>::digest() const {
  RunningChecksum digest;
  std::vector<const TableHeader*> headers;
  for (const Table& table : tables_) headers.push_back(&table.file.header());
  std::ranges::sort(headers, {}, &TableHeader::ending);  // in whatever folders they are
  for (const TableHeader* header : headers) digest.add(encode_header(*header));
  for (const syzygy::Table& table : syzygy_) {
    const std::string text = ending_name(R, table.ending()) + ' ' + hexadecimal(table.digest());
    digest.add(std::as_bytes(std::span(text)));
  }
  return hexadecimal(digest.value());
}

template <const Rules& R>
std::vector<OpenEnding> TableSet<R>::endings() const {
  std::vector<OpenEnding> endings;
  for (const Table& table : tables_)
    endings.push_back(
        {table.file.header().ending, table.ending.men(), table.file.header().file_bytes, table.has_dtm, table.has_dtz});
  for (const syzygy::Table& table : syzygy_) {
    const std::string name = ending_name(R, table.ending());
    const auto ours = std::ranges::find(endings, name, &OpenEnding::name);
    if (ours == endings.end())
      endings.push_back({name, table.ending().men(), table.bytes(), false, table.has_dtz()});
    else
      ours->bytes += table.bytes(), ours->has_dtz |= table.has_dtz();
  }
  std::ranges::sort(endings, {}, &OpenEnding::name);
  return endings;
}

#define BOOKENDS_INSTANTIATE_TABLE_SET(game) template class TableSet<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_TABLE_SET)
#undef BOOKENDS_INSTANTIATE_TABLE_SET

}  // namespace bookends::tables
