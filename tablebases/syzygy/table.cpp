#include "tablebases/syzygy/table.h"

#include "core/io/bytes.h"
#include "core/io/checksum.h"

namespace bookends::tables::syzygy {
namespace {

constexpr int kLimit = 100;  // plies, of the 50-move rule

// The place among TableParts::Part::maps.
constexpr std::size_t map_of(int result) { return result == 2 ? 0 : result == -2 ? 1 : result == 1 ? 2 : 3; }

}  // namespace

Result<Table> Table::open(const std::filesystem::path& results, const Ending& ending,
                          const std::shared_ptr<PageCache>& cache) {
  Result<TableParts> wdl = TableParts::open(results, ending, FileKind::wdl, cache);
  if (!wdl) return wdl.error();
  return Table(ending, std::move(*wdl));
}

Result<void> Table::add_distances(const std::filesystem::path& distances, const std::shared_ptr<PageCache>& cache) {
  Result<TableParts> dtz = TableParts::open(distances, layout_.ending, FileKind::dtz, cache);
  if (!dtz) return dtz.error();
  dtz_ = std::move(*dtz);
  return {};
}

std::uint64_t Table::digest() const {
  RunningChecksum digest;
  digest.add(wdl_.checksum());
  if (dtz_) digest.add(dtz_->checksum());
  return digest.value();
}

// Of equal sides there is one side to move alone: colours are exchanged for the other.
auto Table::view_of(const Placement& placement, bool swapped) const -> View {
  const bool black = placement.turn == Color::black;
  const bool flip = layout_.ending.symmetric() ? black : swapped;
  View view{flip, black != flip ? std::size_t{1} : 0, 0};
  if (!layout_.pawns) return view;
  const std::size_t color = layout_.pawn_side ^ (flip ? 1U : 0U);
  view.file = edge_file(placement.colors[color] & placement.kinds[slot(Kind::pawn)]);
  return view;
}

int Table::value(const TableParts& parts, const TableParts::Part& part, const Placement& placement, bool flip) {
  const std::optional<std::uint64_t> number = part.numbering.number(placement, flip);
  return number ? part.pairs.value(*number, parts.file()) : kDamaged;
}

int Table::result(const Placement& placement, bool swapped) const {
  const View view = view_of(placement, swapped);
  const int stored = value(wdl_, wdl_.part(view.file, view.side), placement, view.flip);
  if (stored == kDamaged) return kNoResult;
  const int found = (stored & 255) + kWorstResult;
  return found > kBestResult ? kNoResult : found;
}

StoredDtz Table::dtz(const Placement& placement, bool swapped, int result) const {
  const View view = view_of(placement, swapped);
  const TableParts::Part& part = dtz_->part(view.file, 0);
  const unsigned flags = part.pairs.flags();
  if (!layout_.ending.symmetric() && (flags & black_to_move) != view.side) return {StoredDtz::Status::other_side};
  int stored = value(*dtz_, part, placement, view.flip);
  if (stored == kDamaged) return {};
  if ((flags & mapped) != 0) {
    const auto map = part.maps[map_of(result)];
    const std::size_t bytes = (flags & wide_map) != 0 ? 2 : 1, at = static_cast<std::size_t>(stored) * bytes;
    if (at >= map.size()) return {};
    stored = bytes == 2 ? get<std::uint16_t>(map.data() + at) : std::to_integer<int>(map[at]);
  }
  const bool plies = (result == 2 && (flags & win_plies) != 0) || (result == -2 && (flags & loss_plies) != 0);
  const bool cursed = result == 1 || result == -1;
  return {StoredDtz::Status::found, (cursed ? kLimit : 0) + 1 + (plies ? 1 : 2) * stored, !plies};
}

}  // namespace bookends::tables::syzygy
