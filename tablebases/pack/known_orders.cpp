#include "tablebases/pack/known_orders.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <optional>
#include <utility>

#include "tablebases/pack/orders_data.h"

namespace bookends::tables {
namespace {

constexpr std::array<std::string_view, 2> kFillNames{"runs", "matches"};
constexpr std::string_view kNoFill = "none";
constexpr std::array<std::string_view, 3> kSourceNames{"known", "related", "searched"};
constexpr std::string_view kSourceBegin = " orders ";
constexpr std::string_view kFillsBegin = " fill ";

std::optional<Fill> fill_of(std::string_view name) {
  const auto at = std::find(kFillNames.begin(), kFillNames.end(), name);
  if (at == kFillNames.end()) return std::nullopt;
  return static_cast<Fill>(at - kFillNames.begin());
}

// What is before the first `end`, taken off; all when there is none.
std::string_view take_until(std::string_view& text, char end) {
  const std::size_t at = std::min(text.find(end), text.size());
  const std::string_view taken = text.substr(0, at);
  text.remove_prefix(std::min(at + 1, text.size()));
  return taken;
}

std::string_view metrics_name(const KnownOrder& known) {
  return known.metric == Metric::dtm ? "dtm" : known.with_dtz ? "wdl+dtz" : "wdl";
}

std::string order_text(const OrderSpec& spec, int men) {
  std::string text{static_cast<char>('0' + spec.anchor), '/'};
  for (std::size_t place = 0; place < static_cast<std::size_t>(men); ++place)
    text += static_cast<char>('0' + spec.men[place]);
  return text;
}

std::optional<OrderSpec> parse_order(const Rules& rules, const Ending& ending, std::string_view text) {
  const auto men = static_cast<std::size_t>(ending.men());
  if (text.size() != men + 2 || text[1] != '/') return std::nullopt;
  const auto digit = [](char c) { return static_cast<std::uint8_t>(c - '0'); };
  OrderSpec spec;
  spec.anchor = digit(text[0]);
  for (std::size_t place = 0; place < men; ++place) spec.men[place] = digit(text[place + 2]);
  return valid_order(rules, ending, spec) ? std::optional(spec) : std::nullopt;
}

}  // namespace

std::string describe(OrderSource source, const std::array<const Fill*, 2>& fills) {
  std::string text(kSourceBegin);
  text += kSourceNames[static_cast<std::size_t>(source)];
  text += kFillsBegin;
  for (const Fill* f : fills)
    text += std::string(f == nullptr ? kNoFill : kFillNames[static_cast<std::size_t>(*f)]) + ",";
  text.pop_back();
  return text;
}

bool orders_were_searched(const TableHeader& header) {
  const auto searched = kSourceNames[static_cast<std::size_t>(OrderSource::searched)];
  return header.settings.find(std::string(kSourceBegin) + std::string(searched)) != std::string::npos;
}

Result<std::vector<KnownOrder>> orders_of(const Rules& rules, const TableHeader& header) {
  const Result<Ending> ending = parse_ending(rules, header.ending);
  if (!ending) return ending.error();
  const std::size_t fills_at = header.settings.find(kFillsBegin);
  if (fills_at == std::string::npos)
    return Error{ErrorCode::unsupported, header.ending + ": a table of an earlier program; build it again"};
  std::string_view fills = std::string_view(header.settings).substr(fills_at + kFillsBegin.size());
  const std::array<std::string_view, 2> by_side{take_until(fills, ','), take_until(fills, ',')};
  std::vector<KnownOrder> found;
  for (const Section& s : header.sections) {
    if (is_ranked(s.metric)) continue;
    if (!valid_order(rules, *ending, s.order))
      return Error{ErrorCode::corrupt, header.ending + ": a section in an order that is none of its men"};
    if (s.side == 1 && ending->symmetric())
      return Error{ErrorCode::corrupt, header.ending + ": a section of side 1, of equal sides there is side 0 only"};
    KnownOrder known{*ending, s.metric, false, s.side, s.order, Fill::runs};
    if (s.metric == Metric::wdl) {
      known.with_dtz = header.section(Metric::dtz, s.side) != nullptr;
      const std::optional<Fill> fill = fill_of(by_side[s.side]);
      if (!fill) return Error{ErrorCode::unsupported, header.ending + ": settings without a fill: " + header.settings};
      known.fill = *fill;
    }
    found.push_back(known);
  }
  return found;
}

std::string order_line(const Rules& rules, const KnownOrder& known) {
  std::string line = ending_name(rules, known.ending) + " " + std::string(metrics_name(known)) + " " +
                     std::to_string(known.side) + " " + order_text(known.order, known.ending.men());
  if (known.metric == Metric::wdl) line += " " + std::string(kFillNames[static_cast<std::size_t>(known.fill)]);
  return line;
}

Result<KnownOrder> parse_order_line(const Rules& rules, std::string_view line) {
  const auto wrong = [&](std::string_view what) {
    return Error{ErrorCode::corrupt, "order \"" + std::string(line) + "\": " + std::string(what)};
  };
  std::string_view rest = line;
  const Result<Ending> ending = parse_ending(rules, take_until(rest, ' '));
  if (!ending) return wrong(ending.error().message);
  KnownOrder known;
  known.ending = *ending;
  const std::string_view metrics = take_until(rest, ' '), side = take_until(rest, ' ');
  known.metric = metrics == "dtm" ? Metric::dtm : Metric::wdl;
  known.with_dtz = metrics == "wdl+dtz";
  if (metrics != metrics_name(known)) return wrong("metrics are wdl, wdl+dtz or dtm");
  if (side != "0" && side != "1") return wrong("a side is 0 or 1");
  if (side == "1" && ending->symmetric()) return wrong("of equal sides there is side 0 only");
  known.side = side[0] - '0';
  const std::optional<OrderSpec> order = parse_order(rules, *ending, take_until(rest, ' '));
  if (!order) return wrong("not an order of its men");
  known.order = *order;
  if (known.metric == Metric::wdl) {
    const std::optional<Fill> fill = fill_of(rest);
    if (!fill) return wrong("a fill is runs or matches");
    known.fill = *fill;
  } else if (!rest.empty()) {
    return wrong("dtm has no fill");
  }
  // Not with the sides the other way round, whose men would be others.
  return order_line(rules, known) == line ? Result(known) : wrong("not as it is printed");
}

std::vector<KnownOrder> known_orders(const Rules& rules) {
  std::vector<KnownOrder> known;
  for (const OrdersText& text : orders_texts()) {
    if (text.game != rules.name) continue;
    for (std::string_view rest = text.lines; !rest.empty();) {
      const std::string_view line = take_until(rest, '\n');
      if (line.empty()) continue;
      const Result<KnownOrder> order = parse_order_line(rules, line);
      assert(order.ok());  // a test reads all of them
      if (order) known.push_back(*order);
    }
  }
  return known;
}

}  // namespace bookends::tables
