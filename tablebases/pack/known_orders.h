// Orders of men that a search has found (order_search.h), or that were the best of related ones, kept as data. An
// ending that is among them is packed without a search where both sides are stored, and DTZ if the game has it;
// otherwise related orders are tried (related_orders.h).
//
// The data is pack/orders/GAME.orders, which `bookends tables orders` prints from tables that were built, best with
// --search-orders. A line is one section:
//   KQRvKR wdl+dtz 0 1/30421 runs
// ending, metrics (wdl, wdl+dtz, dtm), side to move, anchor/men with the slowest first, and the fill. Men are named by
// their place in PlacementIndex::men().
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"
#include "core/rules/rules.h"
#include "tablebases/file/format.h"
#include "tablebases/pack/order_search.h"

namespace bookends::tables {

struct KnownOrder {
  Ending ending;
  Metric metric = Metric::wdl;  // wdl or dtm
  bool with_dtz = false;        // and dtz in the same order
  int side = 0;
  OrderSpec order;
  Fill fill = Fill::runs;  // of results

  bool operator==(const KnownOrder&) const = default;
};

// Where the orders of a table are from, as its header says.
enum class OrderSource : std::uint8_t { known, related, searched };

// For the settings in a header: "orders searched fill runs,matches", the fills by side, "none" without results.
std::string describe(OrderSource source, const std::array<const Fill*, 2>& fills);

bool orders_were_searched(const TableHeader& header);

// The orders in which the sections of a table are written. Errors: unsupported for a table whose settings do not say
// how its free results were filled: one of an earlier program.
Result<std::vector<KnownOrder>> orders_of(const Rules& rules, const TableHeader& header);

// One line without its end. Errors: corrupt, naming what is wrong.
std::string order_line(const Rules& rules, const KnownOrder& known);
Result<KnownOrder> parse_order_line(const Rules& rules, std::string_view line);

// All orders that are kept of a game; none for a game without data.
std::vector<KnownOrder> known_orders(const Rules& rules);

}  // namespace bookends::tables
