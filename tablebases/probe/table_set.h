// The table files of folders, opened, and the way from a placement to the values stored for it. Where the rules say
// that there are such, Syzygy's files are opened, too; ours come first where there are both.
#pragma once

#include <array>
#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "tablebases/file/order.h"
#include "tablebases/probe/board.h"
#include "tablebases/probe/lookup.h"
#include "tablebases/probe/probe.h"
#include "tablebases/syzygy/folder.h"

namespace bookends::tables {

template <const Rules& R>
class TableSet {
 public:
  using Order = FileOrder<R>;
  using Men = std::array<Square, kMaxMen>;  // squares, in the order of PlacementIndex::men()

  // What is stored of one side to move. Orders are null where there is no such section.
  struct Side {
    SectionRef wdl, cursed, dtm, dtz;
    const Order* order = nullptr;  // of all but dtm
    const Order* dtm_order = nullptr;
    bool over_limit = false;  // some position with this side to move is decided, but not within the move limit
  };
  struct Man {
    std::uint8_t color = 0;  // slot()
    Kind kind = Kind::pawn;
    std::uint8_t nth = 0;  // of his color and kind, from 0
  };
  struct Table {
    TableFile file;
    Ending ending;
    std::array<Man, kMaxMen> men{};  // in the order of PlacementIndex::men()
    std::size_t men_count = 0;
    std::array<Side, 2> sides;
    bool has_dtm = false;
    bool has_dtz = false;
    bool knows_limit = false;  // its results are those under the move limit
    // By the side that wins: whether the other can move a pawn, or capture and still lose.
    std::array<bool, 2> loser_may_zero{true, true};

    Table(TableFile f, const Ending& e) : file(std::move(f)), ending(e) {}
  };

  // Where the placements of a board are: no table of either kind and not dead: nowhere.
  struct Spot {
    const Table* table = nullptr;
    const Side* side = nullptr;
    const syzygy::Table* syzygy = nullptr;  // Syzygy's table of the same ending
    bool swapped = false;                   // whether the board's White is the ending's second side
    bool dead = false;
    const SquareMap* map = nullptr;  // of the squares of the board to those of the table
    Men squares{};

    // The same after a move without conversion: the other side of the same table. Not for endings of equal sides, where
    // the table is seen from the other side then.
    const Side& other_side() const { return side == &table->sides[0] ? table->sides[1] : table->sides[0]; }
    Men squares_after(Square from, Square to) const {
      Men next = squares;
      std::size_t man = 0;
      while (squares[man] != (*map)[slot(from)]) ++man;
      next[man] = (*map)[slot(to)];
      return next;
    }
  };

  // Errors: as Tables::open.
  static Result<TableSet> open(std::span<const std::filesystem::path> folders, const TablesOptions& options);

  int max_men() const { return max_men_; }
  const std::vector<LeftOut>& left_out() const { return left_out_; }  // as Tables::left_out()
  const std::vector<std::filesystem::path>& folders() const { return folders_; }
  // The file of an ending that is open. Empty where there is none.
  std::filesystem::path file_of(const Ending& ending) const;
  const TableLookup& lookup() const { return *lookup_; }
  bool has_syzygy() const { return !syzygy_.empty(); }

  // Whether the side that does not win can move a pawn, or capture and still lose.
  bool loser_may_zero(const Ending& ending, std::size_t winner) const;

  // Whether there are results of a material under the move limit.
  bool knows_limit(const Board<R>& board) const {
    const Place* place = find(board.material());
    if (place == nullptr) return false;
    return place->syzygy != nullptr || (place->table != nullptr && place->table->knows_limit);
  }

  [[gnu::always_inline]] Spot locate(const Board<R>& board) const {
    Spot spot;
    const Place* place = find(board.material());
    if (place == nullptr) return spot;
    spot.table = place->table;
    if constexpr (R.syzygy) spot.syzygy = place->syzygy, spot.swapped = place->swapped;
    spot.dead = place->table == nullptr && spot.syzygy == nullptr;
    if (place->table != nullptr) fill(board, *place, spot);
    return spot;
  }

  // Where the result of a board is: of its side to move, or of the other one where that is all there is; the number of
  // the same squares then, which is near enough to those that its moves lead to. Nothing: in no table.
  struct ResultPlace {
    const SectionRef* wdl = nullptr;
    std::uint64_t number = 0;
  };
  std::optional<ResultPlace> result_place(const Board<R>& board) const {
    const Spot spot = locate(board);
    if (spot.table == nullptr) return std::nullopt;
    const Side& side = spot.side->wdl ? *spot.side : spot.other_side();
    if (!side.wdl) return std::nullopt;
    return ResultPlace{&side.wdl, side.order->number(spot.squares)};
  }

  std::vector<OpenEnding> endings() const;  // by name
  std::string digest() const;               // as Tables::digest()

 private:
  // Where a material is found: open addressing, a power of two of places, at most half of them taken.
  struct Place {
    MaterialKey key = 0;
    const Table* table = nullptr;
    const syzygy::Table* syzygy = nullptr;  // neither: dead
    bool taken = false;
    bool swapped = false;
    bool symmetric = false;
  };

  TableSet() = default;
  Result<void> add(const std::filesystem::path& path);
  Result<void> add_sections(Table& table, const PlacementIndex<R>& index);
  void finish(std::size_t cache_bytes);
  bool may_win(MaterialKey key, Color mover) const;
  Place& place_for(MaterialKey key);

  std::size_t first_place(MaterialKey key) const {
    return static_cast<std::size_t>(key * 0x9E3779B97F4A7C15u >> 32) & (places_.size() - 1);
  }
  [[gnu::always_inline]] const Place* find(MaterialKey key) const {
    for (std::size_t at = first_place(key); places_[at].taken; at = (at + 1) & (places_.size() - 1))
      if (places_[at].key == key) return &places_[at];
    return nullptr;
  }

  // The table's White is the stronger side; of equal sides only the one with White to move is kept.
  [[gnu::always_inline]] static void fill(const Board<R>& board, const Place& place, Spot& spot) {
    const Table& table = *place.table;
    const bool flip = place.swapped || (place.symmetric && board.turn() == Color::black);
    spot.side = &table.sides[slot(flip ? ~board.turn() : board.turn())];
    const SquareMap& map = kSymmetries<R>[flip ? kMirrorRanks : 0];
    spot.map = &map;
    // Without a branch on what men there are: probes mix endings, and no processor foresees them.
    for (std::size_t i = 0; i < table.men_count; ++i) {
      const Man& man = table.men[i];
      Bitboard left = board.pieces(static_cast<Color>(man.color ^ static_cast<std::uint8_t>(flip)), man.kind);
      const Bitboard second = left & (left - 1);
      left = man.nth != 0 ? second : left;
      for (int n = man.nth; n > 1; --n) left &= left - 1;
      spot.squares[i] = map[slot(lowest(left))];
    }
  }

  std::vector<std::filesystem::path> folders_;
  std::vector<LeftOut> left_out_;
  std::deque<Table> tables_;  // never moves a table, nor an order: both are pointed to
  std::deque<Order> orders_;
  std::deque<syzygy::Table> syzygy_;
  std::vector<Place> places_;
  std::unique_ptr<TableLookup> lookup_ = std::make_unique<TableLookup>();
  int max_men_ = 2;
};

#define BOOKENDS_EXTERN_TABLE_SET(game) extern template class TableSet<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_TABLE_SET)
#undef BOOKENDS_EXTERN_TABLE_SET

}  // namespace bookends::tables
