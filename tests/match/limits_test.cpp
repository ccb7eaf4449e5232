#include "gen/uci/limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gen/uci/engine_spec.h"

namespace bookends::uci {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;
using Span = Clock::Span;

Limits limits_of(std::string_view key, std::string_view value) {
  Limits limits;
  EXPECT_TRUE(set_limit(limits, key, value).value()) << key << "=" << value;
  return limits;
}

TEST(TimeControls, AreReadAndWritten) {
  for (const std::string text :
       {"10+0.1", "60", "40/60", "40/60+0.5", "0.25", "0.001", "100", "12345.678", "1000000+0.01", "0+0.3"})
    EXPECT_EQ(format_time_control(parse_time_control(text).value()), text);
  EXPECT_EQ(parse_time_control("40/60+0.5").value(),
            (TimeControl{.moves = 40, .time = Milliseconds{60000}, .increment = Milliseconds{500}}));
  for (const std::string text :
       {"", "0", "x", "10+", "/10", "0/10", "10+x", "-5", "1e3", "10 ", "40/", "0+0", "0+", "40/0", "40/0+0.3"})
    EXPECT_FALSE(parse_time_control(text)) << text;
}

TEST(LimitWords, AreChecked) {
  Limits limits;
  EXPECT_FALSE(set_limit(limits, "name", "x").value());
  for (const std::string value : {"0", "-1", "1.5", "many", ""})
    EXPECT_FALSE(set_limit(limits, "nodes", value)) << value;
  EXPECT_TRUE(set_limit(limits, "tc", "10"));
  EXPECT_THAT(set_limit(limits, "movetime", "10").error().message, HasSubstr("not both"));
  EXPECT_EQ(format_limits({.movetime = {}, .nodes = 5, .depth = 8, .clock = {}}), "nodes 5 depth 8");
}

TEST(Clocks, AddTheIncrementAfterTheMove) {
  Clock clock(limits_of("tc", "10+0.5"));
  EXPECT_EQ(clock.describe(true), " wtime 10000 winc 500");
  EXPECT_TRUE(clock.spend(Span{2000}, Span{0}));
  EXPECT_EQ(clock.allowance(), Span{8500});
  EXPECT_EQ(clock.describe(false), " btime 8500 binc 500");
  EXPECT_EQ(clock.moves_to_go(), "");
}

// The first move has its increment, too: it would have no time without it.
TEST(Clocks, MayHaveIncrementsAlone) {
  Clock clock(limits_of("tc", "0+0.3"));
  EXPECT_EQ(clock.allowance(), Span{300});
  EXPECT_EQ(clock.describe(true), " wtime 300 winc 300");
  EXPECT_TRUE(clock.spend(Span{100}, Span{0}));
  EXPECT_EQ(clock.allowance(), Span{500}) << "what is left over is kept";
  EXPECT_TRUE(clock.spend(Span{500}, Span{0}));
  EXPECT_EQ(clock.allowance(), Span{300});
  EXPECT_FALSE(clock.spend(Span{351}, Span{50}));
}

TEST(Clocks, AddTheTimeOfThePeriodAfterItsLastMove) {
  Clock clock(limits_of("tc", "2/10"));
  EXPECT_EQ(clock.moves_to_go(), " movestogo 2");
  EXPECT_TRUE(clock.spend(Span{4000}, Span{0}));
  EXPECT_EQ(clock.moves_to_go(), " movestogo 1");
  EXPECT_EQ(clock.allowance(), Span{6000});
  EXPECT_TRUE(clock.spend(Span{6000}, Span{0}));
  EXPECT_EQ(clock.allowance(), Span{10000});
  EXPECT_EQ(clock.moves_to_go(), " movestogo 2");
}

TEST(Clocks, ForgiveTheMarginAndNoMore) {
  Clock clock(limits_of("tc", "1+0.1"));
  EXPECT_TRUE(clock.spend(Span{1040}, Span{50}));
  EXPECT_EQ(clock.allowance(), Span{100});  // nothing but the increment
  EXPECT_FALSE(clock.spend(Span{151}, Span{50}));
  Clock move(limits_of("movetime", "100"));
  EXPECT_TRUE(move.spend(Span{149}, Span{50}));
  EXPECT_EQ(move.allowance(), Span{100});
  EXPECT_FALSE(move.spend(Span{151}, Span{50}));
  Clock none(limits_of("nodes", "100"));
  EXPECT_EQ(none.allowance(), std::nullopt);
  EXPECT_TRUE(none.spend(Span{1e9}, Span{0}));
}

TEST(Go, SaysWhatTheSideToMoveMayDo) {
  const Limits clock = limits_of("tc", "40/60"), nodes = limits_of("nodes", "7");
  const Clock with(clock), without(nodes);
  EXPECT_EQ(go_command(clock, with, with, true), "go wtime 60000 winc 0 btime 60000 binc 0 movestogo 40");
  EXPECT_EQ(go_command(clock, with, without, true), "go wtime 60000 winc 0 movestogo 40");
  EXPECT_EQ(go_command(nodes, with, without, false), "go nodes 7");
  EXPECT_EQ(go_command(limits_of("movetime", "50"), with, with, false), "go movetime 50");
  EXPECT_EQ(go_command(limits_of("depth", "9"), without, without, true), "go depth 9");
}

TEST(Words, AreQuotedAsInAShell) {
  EXPECT_THAT(split_quoted("a  b\tc").value(), ElementsAre("a", "b", "c"));
  EXPECT_THAT(split_quoted(R"(cmd="my engine" 'x y'z a\ b "q\"q" '')").value(),
              ElementsAre("cmd=my engine", "x yz", "a b", "q\"q", ""));
  EXPECT_THAT(split_quoted("name='x").error().message, HasSubstr("not closed"));
}

TEST(EngineSpecs, AreRead) {
  const EngineSpec spec =
      parse_engine_spec(R"(name=A cmd="'/opt/my engine' --fast" dir=/opt nodes=20000 restart=on variant=crazy )"
                        R"(option.Hash=16 "option.Two Words=a b" option.Empty=)")
          .value();
  EXPECT_EQ(spec.name, "A");
  EXPECT_THAT(spec.command, ElementsAre("/opt/my engine", "--fast"));
  EXPECT_EQ(spec.folder, "/opt");
  EXPECT_EQ(spec.variant, "crazy");
  EXPECT_EQ(spec.limits.nodes, 20000u);
  EXPECT_TRUE(spec.restart);
  EXPECT_THAT(spec.options, ElementsAre(Pair("Hash", "16"), Pair("Two Words", "a b"), Pair("Empty", "")));
  EXPECT_TRUE(parse_engine_spec("name=A").value().command.empty());
  EXPECT_THAT(parse_engine_spec("'/opt/my engine' --fast").value().command, ElementsAre("/opt/my engine", "--fast"));
}

TEST(EngineSpecs, AreRefusedWithTheWord) {
  for (const std::string text : {"", " ", "''", "cmd=", "name=x cmd=", "cmd=x fast", "=x", "speed=9", "nodes=many",
                                 "tc=", "restart=maybe", "option.=3", "name='x"})
    EXPECT_THAT(parse_engine_spec(text).error().message, HasSubstr("--engine: ")) << text;
}

}  // namespace
}  // namespace bookends::uci
