// The orders that are kept as data: that they can be read, are what a search finds, and help their relatives.
#include "tablebases/pack/known_orders.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "tablebases/pack/related_orders.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::SizeIs;

const Rules& chess() { return games::chess; }

KnownOrder order_in(std::string_view line) { return parse_order_line(chess(), line).value(); }

TEST(KnownOrders, ALineIsReadAndWritten) {
  const KnownOrder known = order_in("KQRvKR wdl+dtz 1 0/30421 matches");
  EXPECT_EQ(ending_name(chess(), known.ending), "KQRvKR");
  EXPECT_EQ(known.metric, Metric::wdl);
  EXPECT_TRUE(known.with_dtz);
  EXPECT_EQ(known.side, 1);
  EXPECT_EQ(known.order, (OrderSpec{0, {3, 0, 4, 2, 1}}));
  EXPECT_EQ(known.fill, Fill::matches);
  for (const char* line : {"KQRvKR wdl+dtz 1 0/30421 matches", "KRvK wdl 0 1/210 runs", "KRvK dtm 0 1/210"})
    EXPECT_EQ(order_line(chess(), order_in(line)), line);
}

TEST(KnownOrders, AWrongLineIsRefused) {
  for (const auto& [line, what] : std::map<std::string, std::string>{
           {"", "K"},
           {"KRvX wdl 0 1/210 runs", "X"},
           {"KRvK wld 0 1/210 runs", "metrics"},
           {"KRvK wdl 2 1/210 runs", "side"},
           {"KRvK wdl 0 1/21 runs", "not an order of its men"},
           {"KRvK wdl 0 1/211 runs", "not an order of its men"},
           {"KRvK wdl 0 1/310 runs", "not an order of its men"},
           {"KRvK wdl 0 3/210 runs", "not an order of its men"},
           {"KRRvK wdl 0 2/3210 runs", "not an order of its men"},  // the anchor is one of two
           {"KRvK wdl 0 1/210 run", "fill"},
           {"KRvK wdl 0 1/210 runs ", "fill"},
           {"KRvK dtm 0 1/210 runs", "fill"},
           {"KRvK dtm 0 1/210 ", "printed"},
           {"KRvKQ wdl 0 1/2310 runs", "printed"},
           {"KRvKR wdl 1 1/2310 runs", "equal sides"}}) {
    const auto parsed = parse_order_line(chess(), line);
    ASSERT_FALSE(parsed.ok()) << line;
    EXPECT_EQ(parsed.error().code, ErrorCode::corrupt);
    EXPECT_THAT(parsed.error().message, HasSubstr(what)) << line;
  }
}

// Every section of an ending, none twice: so that no part of it is searched for.
TEST(KnownOrders, AreOfWholeEndings) {
  for (const Rules* rules : all_games()) {
    std::map<std::string, std::map<std::string, int>> sections;
    std::map<std::string, std::set<int>> sides_of_results;
    for (const KnownOrder& k : known_orders(*rules)) {
      const std::string name = ending_name(*rules, k.ending);
      ++sections[name][k.metric == Metric::dtm ? "dtm" : k.with_dtz ? "wdl+dtz" : "wdl"];
      if (k.metric == Metric::wdl) sides_of_results[name].insert(k.side);
    }
    EXPECT_THAT(sections, testing::Not(testing::IsEmpty())) << rules->name;
    for (auto& [name, counts] : sections) {
      SCOPED_TRACE(std::string(rules->name) + " " + name);
      const Ending ending = parse_ending(*rules, name).value();
      const int sides = ending.symmetric() ? 1 : 2, with_dtz = rules->move_limit != 0 ? 1 : 0;
      EXPECT_EQ(counts["dtm"], 1);
      EXPECT_EQ(counts["wdl+dtz"], with_dtz);
      EXPECT_EQ(counts["wdl"], sides - with_dtz);
      EXPECT_THAT(sides_of_results[name], SizeIs(sides));
    }
  }
}

TEST(KnownOrders, AreOrdersThatCanBePacked) {
  for (const Rules* rules : all_games())
    with_game(*rules, [&]<const Rules & R>() {
      for (const KnownOrder& k : known_orders(R))
        EXPECT_TRUE(is_candidate(PlacementIndex<R>(k.ending), k.order)) << R.name << " " << order_line(R, k);
    });
}

TableHeader header_of(const Rules& rules, const std::string& name, bool search) {
  const TemporaryFolder folder;
  BuildOptions options;
  options.threads = 2;
  options.write.search_orders = search;
  Progress quiet;
  const Ending ending = parse_ending(rules, name).value();
  const auto built = build_tables(rules, {ending}, folder.path(), options, quiet, [](std::string_view) {});
  EXPECT_TRUE(built.ok()) << built.error().message;
  return TableFile::open(table_path(rules, folder.path(), ending))->header();
}

TEST(KnownOrders, AreWhatASearchFinds) {
  for (const auto& [rules, name] : std::map<const Rules*, std::string>{
           {&games::chess, "KQvK"}, {&games::fragments, "KQvKR"}, {&games::makruk, "KRvK"}}) {
    SCOPED_TRACE(std::string(rules->name) + " " + name);
    const TableHeader searched = header_of(*rules, name, true), known = header_of(*rules, name, false);
    EXPECT_TRUE(orders_were_searched(searched));
    EXPECT_FALSE(orders_were_searched(known));
    EXPECT_THAT(known.settings, HasSubstr(" orders known fill "));
    EXPECT_EQ(orders_of(*rules, searched).value(), orders_of(*rules, known).value());
  }
}

TEST(KnownOrders, ASectionThatIsNoneOfItsMenIsRefused) {
  TableHeader header = header_of(games::fragments, "KRvKR", false);
  ASSERT_TRUE(orders_of(games::fragments, header).ok());
  for (const auto damage : {+[](Section& s) { s.order.anchor = 9; },
                            +[](Section& s) { s.order.men[0] = s.order.men[1]; }, +[](Section& s) { s.side = 1; }}) {
    TableHeader damaged = header;
    damage(damaged.sections.front());
    const auto found = orders_of(games::fragments, damaged);
    ASSERT_FALSE(found.ok());
    EXPECT_EQ(found.error().code, ErrorCode::corrupt);
  }
}

TEST(KnownOrders, ATableOfAnEarlierProgramHasNone) {
  TableHeader header;
  header.ending = "KRvK";
  header.settings = "wdl,dtm,dtz sides both zstd 15,8 blocks 18,18";
  const auto found = orders_of(chess(), header);
  ASSERT_FALSE(found.ok());
  EXPECT_EQ(found.error().code, ErrorCode::unsupported);
  EXPECT_THAT(found.error().message, HasSubstr("build it again"));
}

// ----- Relatives

std::vector<OrderSpec> related_to(const std::string& name, const std::vector<std::string>& lines,
                                  std::size_t most = 99) {
  std::vector<KnownOrder> known;
  for (const std::string& line : lines) known.push_back(order_in(line));
  return related_orders(chess(), parse_ending(chess(), name).value(), Metric::wdl, 0, known, most);
}

// Men of KQvKR are K k r Q, those of KQvKB are K k b Q, those of KRvKQ (stored as KQvKR) the same.
TEST(RelatedOrders, AMansPlaceIsTakenByTheOneInstead) {
  EXPECT_THAT(related_to("KQvKR", {"KQvKB wdl 0 1/2310 runs", "KQvKB dtm 0 1/0123"}),
              ElementsAre(OrderSpec{1, {2, 3, 1, 0}}, OrderSpec{0, {3, 2, 0, 1}}));
}

TEST(RelatedOrders, TheNearestComeFirst) {
  const OrderSpec own{1, {0, 1, 2, 3}}, near{1, {3, 2, 1, 0}};
  const auto orders =
      related_to("KQvKR", {"KBvKN wdl 0 1/0213 runs", "KQvKB wdl 0 1/3210 runs", "KQvKR wdl 0 1/0123 runs"});
  ASSERT_GE(orders.size(), 3u);
  EXPECT_EQ(orders[0], own);
  EXPECT_EQ(related_to("KQvKR", {"KBvKN wdl 0 1/0213 runs", "KQvKB wdl 0 1/3210 runs"})[0], near);
}

TEST(RelatedOrders, AManMoreIsTriedAtEveryPlace) {
  const auto orders = related_to("KQRvK", {"KQvK wdl 0 1/201 runs"});
  EXPECT_THAT(orders, SizeIs(testing::Ge(4u)));
  EXPECT_THAT(related_to("KQRvK", {"KQvK wdl 0 1/201 runs"}, 3), SizeIs(3));
  for (const OrderSpec& o : orders) EXPECT_TRUE(valid_order(chess(), parse_ending(chess(), "KQRvK").value(), o));
}

TEST(RelatedOrders, SeveralMenMoreAreTriedTogether) {
  const auto orders = related_to("KQRvKR", {"KQvK wdl 0 1/201 runs"});
  EXPECT_THAT(orders, SizeIs(testing::Ge(5u)));
  for (const OrderSpec& o : orders) EXPECT_TRUE(valid_order(chess(), parse_ending(chess(), "KQRvKR").value(), o));
}

TEST(RelatedOrders, PawnsStandForPawnsOnly) {
  EXPECT_THAT(related_to("KRvKP", {"KQvKR wdl 0 1/0123 runs"}), testing::IsEmpty());
  EXPECT_THAT(related_to("KRvKP", {"KBvKP wdl 0 1/0123 runs"}), testing::Not(testing::IsEmpty()));
}

TEST(RelatedOrders, ServeAnEndingThatIsNotKnown) {
  const TableHeader header = header_of(games::gardner, "KQRvKR", false);
  EXPECT_THAT(header.settings, HasSubstr(" orders related fill "));
}

}  // namespace
}  // namespace bookends::tables::test
