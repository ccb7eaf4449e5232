// Packing: values come to stand where the order says, what is free is used and nothing else is, and neither the order
// found nor the bytes written depend on the threads.
#include <gtest/gtest.h>

#include <bit>
#include <map>
#include <random>

#include "tablebases/file/block_codec.h"
#include "tablebases/file/result_rows.h"
#include "tablebases/pack/distances.h"
#include "tablebases/pack/gather.h"
#include "tablebases/pack/marks.h"
#include "tablebases/pack/order_search.h"
#include "tablebases/pack/result_block.h"
#include "tablebases/pack/result_planes.h"
#include "tablebases/review/statistics.h"
#include "tests/tablebases/order_support.h"
#include "tests/tablebases/plain_writer.h"

namespace bookends::tables::test {
namespace {

// A solution with marks in place of its hints.
template <const Rules& R>
struct Packable {
  explicit Packable(const Solution& s) : solution(s), index(s.ending) {
    for (int side = 0; side < 2; ++side) hints_to_marks(solution, side, 2 * R.move_limit, 2);
  }
  SideValues values(int side) const {
    const auto& dtz = solution.dtz[slot(side)];
    return {side, &solution.hints[slot(side)], &solution.dtm[slot(side)], dtz.empty() ? nullptr : &dtz};
  }

  Solution solution;
  PlacementIndex<R> index;
};

// ----- Gather

template <const Rules& R>
class GatherChecker {
 public:
  GatherChecker(const Packable<R>& from, const OrderSpec& spec, int side)
      : from_(from), side_(side), order_(from.index, spec), values_(from.values(side)), at_(order_.size(), kNothing) {
    Men men(from.index.men().size());
    for (std::uint64_t i = 0; i < from.index.size(); ++i) {
      if (from.solution.dtm[slot(side)][i] == kIllegal) continue;
      from.index.squares(i, men);
      at_[order_.number(men)] = i;
    }
  }

  void check(std::size_t block_rows) const {
    const Gather<R> gather(from_.index, order_, values_);
    const std::size_t block = block_rows * slot(order_.row());
    BlockValues got;
    for (std::uint64_t first = 0; first < order_.size(); first += block) {
      const auto n = static_cast<std::size_t>(std::min<std::uint64_t>(block, order_.size() - first));
      gather.block(first, n, got);
      ASSERT_EQ(got.marks.size(), n);
      for (std::size_t i = 0; i < n; ++i) {
        const std::optional<std::uint64_t> position =
            position_of(first + i, got.marks[i] != 0 || is_decided(got.dtm[i]));
        if (!position) {
          ASSERT_EQ(got.marks[i], 0) << "number " << first + i << " is no position";
          ASSERT_FALSE(is_decided(got.dtm[i]));
          continue;
        }
        ASSERT_EQ(got.marks[i], (*values_.marks)[*position]) << "number " << first + i;
        ASSERT_EQ(got.dtm[i], (*values_.dtm)[*position]);
        if (values_.dtz != nullptr) {
          ASSERT_EQ(got.dtz[i], (*values_.dtz)[*position]);
        }
      }
    }
  }

 private:
  static constexpr std::uint64_t kNothing = ~std::uint64_t{0};

  // The index of the position whose values must stand at a number. A number that repeats a smaller one may have them.
  std::optional<std::uint64_t> position_of(std::uint64_t number, bool has_values) const {
    if (at_[number] != kNothing) return at_[number];
    if (!has_values) return std::nullopt;
    const std::optional<Men> men = decoded(order_, number);
    if (!men || !is_placement(from_.index, *men)) return std::nullopt;
    return from_.index.index(*men);
  }

  const Packable<R>& from_;
  int side_;
  FileOrder<R> order_;
  SideValues values_;
  std::vector<std::uint64_t> at_;  // the index of the position that has the number
};

template <const Rules& R>
void check_gather(const std::string& name, int orders) {
  SCOPED_TRACE(std::string(R.name) + " " + name);
  Solutions<R> solutions({name});
  const Packable<R> from(solutions.at(name));
  std::mt19937 dice(static_cast<unsigned>(from.index.size()));
  for (int i = 0; i < orders; ++i) {
    OrderSpec spec = random_order(from.index, dice);
    // Each man is last in its turn: rows of kings, pieces, pawns and of one of several are read in different ways.
    const std::size_t men = from.index.men().size();
    const auto last = std::find(spec.men.begin(), spec.men.begin() + static_cast<std::ptrdiff_t>(men),
                                static_cast<std::uint8_t>(static_cast<std::size_t>(i) % men));
    std::swap(*last, spec.men[men - 1]);
    std::string order = "anchor " + std::to_string(spec.anchor) + " order";
    for (std::size_t place = 0; place < men; ++place) order += " " + std::to_string(spec.men[place]);
    SCOPED_TRACE(order);
    GatherChecker<R>(from, spec, i % 2).check(dice() % 40 + 1);
    if (testing::Test::HasFatalFailure()) return;
  }
}

TEST(Gather, ReadsEveryNumberOfThreeMen) {
  for (const char* name : {"KQvK", "KPvK"}) {
    check_gather<games::fragments>(name, 12);
    check_gather<games::gardner>(name, 6);
    check_gather<games::chess>(name, 6);
  }
  check_gather<games::makruk>("KSvK", 6);
}

TEST(Gather, ReadsEveryNumberOfFourMen) {
  for (const char* name : {"KQvKR", "KNNvK", "KPPvK", "KPvKP", "KRPvK"}) check_gather<games::fragments>(name, 12);
  check_gather<games::fragments_sd>("KBvKP", 8);
}

TEST(Gather, ReadsEveryNumberOfFourMenOnTheLargeBoardSlow) {
  check_gather<games::chess>("KNNvK", 4);
  check_gather<games::chess>("KBvKP", 4);
}

// ----- Results

// Words as endings have them: runs of bits and repetitions of earlier words, some bits of them free.
ResultPlanes random_planes(std::mt19937& dice, std::size_t words) {
  ResultPlanes planes(words);
  const auto bits = [&] { return (std::uint64_t{dice()} << 32 | dice()) & (std::uint64_t{dice()} << 32 | dice()); };
  for (std::size_t i = 0; i < words; ++i) {
    ResultWord& w = planes[i];
    if (i > 70 && dice() % 3 != 0) w = planes[i - (dice() % 2 == 0 ? 8 : 64)];
    if (dice() % 4 == 0) w.win = ~std::uint64_t{0} << dice() % 64;
    if (dice() % 4 == 0) w.not_loss = ~std::uint64_t{0} >> dice() % 64;
    if (dice() % 2 == 0) w.win_fixed = ~bits();
    if (dice() % 2 == 0) w.not_loss_fixed = bits();
    w.win &= w.win_fixed;
    w.not_loss &= w.not_loss_fixed;
  }
  return planes;
}

TEST(Fill, ChangesFreeBitsOnly) {
  std::mt19937 dice(1);
  for (const std::size_t words : {0, 1, 2, 63, 64, 65, 500, 2000})
    for (int round = 0; round < 20; ++round)
      for (const Fill how : {Fill::runs, Fill::matches}) {
        const ResultPlanes before = random_planes(dice, words);
        ResultPlanes after = before;
        fill(after, how);
        ASSERT_EQ(after.size(), words);
        for (std::size_t i = 0; i < words; ++i) {
          ASSERT_EQ(after[i].win_fixed, before[i].win_fixed);
          ASSERT_EQ(after[i].not_loss_fixed, before[i].not_loss_fixed);
          ASSERT_EQ(after[i].win & before[i].win_fixed, before[i].win) << "word " << i;
          ASSERT_EQ(after[i].not_loss & before[i].not_loss_fixed, before[i].not_loss) << "word " << i;
        }
        ResultPlanes again = before;
        fill(again, how);
        ASSERT_EQ(again, after);
      }
}

TEST(Fill, RunsRepeatTheFixedBitBefore) {
  ResultPlanes planes(3);
  planes[0] = {0b0100, 0, 0b1101, 0b0010};
  planes[2] = {0, 1, 0, 1};
  fill(planes, Fill::runs);
  EXPECT_EQ(planes[0].win, 0b0100u) << "bit 1 repeats bit 0, bits 4 and up repeat bit 3";
  EXPECT_EQ(planes[0].not_loss, 1u) << "no fixed bit before the first: no losses there";
  EXPECT_EQ(planes[1].win, 0u);
  EXPECT_EQ(planes[1].not_loss, 0u);
  EXPECT_EQ(planes[2].not_loss, ~std::uint64_t{0});
}

TEST(ResultPlanes, HaveTheBitsOfTheMarks) {
  std::mt19937 dice(2);
  for (const std::size_t n : {1, 63, 64, 65, 1000}) {
    BlockValues values;
    for (std::size_t i = 0; i < n; ++i) values.marks.push_back(static_cast<std::uint8_t>(dice() % 128));
    const ResultPlanes planes = result_planes(values);
    ASSERT_EQ(planes.size(), (n + 63) / 64);
    const std::vector<ResultRow> rows = result_rows(planes);
    ASSERT_EQ(rows.size(), planes.size());
    for (std::size_t i = 0; i < planes.size() * 64; ++i) {
      const unsigned marks = i < n ? values.marks[i] : 0;
      const ResultWord& w = planes[i / 64];
      const auto bit_of = [&](std::uint64_t word) { return (word >> i % 64 & 1) != 0; };
      ASSERT_EQ(bit_of(w.win), (marks & kMarkWin) != 0);
      ASSERT_EQ(bit_of(w.not_loss), (marks & kMarkNotLoss) != 0);
      ASSERT_EQ(bit_of(w.win_fixed), (marks & kMarkWinFixed) != 0);
      ASSERT_EQ(bit_of(w.not_loss_fixed), (marks & kMarkNotLossFixed) != 0);
      ASSERT_EQ(bit_of(rows[i / 64].win), (marks & kMarkWin) != 0);
      ASSERT_EQ(bit_of(rows[i / 64].not_loss), (marks & kMarkNotLoss) != 0);
    }
  }
}

// What a block of results is after compressing and decompressing.
void expect_back(const ResultPlanes& planes, std::size_t encoded_bytes) {
  BlockCompressor compressor(15);
  BlockDecompressor decompressor;
  const auto compressed = compress_results(compressor, planes);
  ASSERT_TRUE(compressed.ok());
  std::vector<std::byte> bytes(most_row_bytes(64 * planes.size()));
  const auto size = decompressor.decompress(*compressed, bytes);
  ASSERT_EQ(size, encoded_bytes);
  const auto rows = ResultRows::read(std::span(bytes).first(*size), 64 * planes.size());
  ASSERT_TRUE(rows);
  for (std::size_t i = 0; i < planes.size(); ++i)
    ASSERT_EQ(rows->row(i), (ResultRow{planes[i].win, planes[i].not_loss}));
}

// Planes only where rows are many and planes much smaller.
TEST(CompressResults, RowsOncePlanesWhereMuchSmaller) {
  std::mt19937_64 dice(4);
  ResultPlanes repeated(4096), noise(4096), regular(4096), few(256);
  for (std::size_t i = 0; i < 4096; ++i) {
    repeated[i] = {i * i % 7, ~(i % 5), 0, 0};
    noise[i] = {dice(), dice(), 0, 0};  // planes would be a tenth smaller, since they need no numbers
    // Different rows whose bytes repeat: zstd does well with them as they come.
    regular[i] = {(i & 0xff) << 8, 0xff00 | i >> 8, 0, 0};
  }
  std::copy_n(regular.begin(), few.size(), few.begin());
  expect_back(repeated, encode_rows(result_rows(repeated)).size());
  expect_back(noise, encode_rows(result_rows(noise)).size());
  expect_back(regular, encode_planes(result_rows(regular)).size());
  expect_back(few, encode_rows(result_rows(few)).size());
}

// ----- Distances

// The blocks of a side of an ending, in a plain order.
template <const Rules& R, class F>
void for_each_block(const std::string& name, F f) {
  Solutions<R> solutions({name});
  const Packable<R> from(solutions.at(name));
  const FileOrder<R> order(from.index, plain_order(from.index));
  for (int side = 0; side < 2; ++side) {
    const Gather<R> gather(from.index, order, from.values(side));
    BlockValues values;
    for (std::uint64_t first = 0; first < order.size(); first += 8192) {
      gather.block(first, static_cast<std::size_t>(std::min<std::uint64_t>(8192, order.size() - first)), values);
      f(values, side);
      if (testing::Test::HasFatalFailure()) return;
    }
  }
}

unsigned value_at(const std::vector<std::byte>& bytes, std::size_t i, int bits) {
  if (bits == 8) return static_cast<unsigned>(bytes[i]);
  return static_cast<unsigned>(bytes[2 * i]) | static_cast<unsigned>(bytes[2 * i + 1]) << 8;
}

// A stored distance is the true one, or one that the best conversion beats or equals.
TEST(PackedDtm, IsTheDistanceOrNoBetterThanAConversion) {
  std::size_t freely = 0, fixed = 0;
  for (const std::uint8_t bits : {std::uint8_t{8}, std::uint8_t{16}})
    for_each_block<games::fragments>("KQvKR", [&](const BlockValues& values, int) {
      const std::vector<std::byte> bytes = packed_dtm(values, {bits, 1});
      ASSERT_EQ(bytes.size(), values.dtm.size() * bits / 8);
      for (std::size_t i = 0; i < values.dtm.size(); ++i) {
        const DtmCode code = values.dtm[i];
        if (!is_decided(code)) continue;
        const auto stored = static_cast<int>(value_at(bytes, i, bits)), right = plies_of(code) / 2;
        if ((values.marks[i] & kMarkDtmFree) == 0) {
          ++fixed;
          ASSERT_EQ(stored, right);
        } else {
          ASSERT_TRUE(is_win(code) ? stored >= right : stored <= right) << stored << " for " << right;
          freely += stored == right ? 0 : 1;
        }
      }
    });
  EXPECT_GT(fixed, 5000u);
  EXPECT_GT(freely, 1000u) << "freedom is used";
}

// Each value of a part's list stands at the rank of its position among those stored as decided.
void expect_list(const BlockValues& values, const ResultPlanes& filled, Part part, DistanceFormat format,
                 std::size_t& fixed) {
  const std::vector<std::byte> bytes = packed_dtz(values, filled, part, format);
  std::size_t rank = 0;
  for (std::size_t i = part.first; i < part.first + part.count; ++i) {
    if ((stored_decided(filled[i / 64]) >> i % 64 & 1) == 0) continue;
    const DtzCode code = values.dtz[i];
    if (is_dtz_decided(code) && (values.marks[i] & kMarkDtzFree) == 0) {
      const int n = dtz_plies(code);
      ASSERT_EQ(static_cast<int>(value_at(bytes, rank, format.bits)), (is_dtz_win(code) ? n - 1 : n) / format.step);
      ++fixed;
    }
    ++rank;
  }
  ASSERT_EQ(bytes.size(), rank * format.bits / 8);
}

TEST(PackedDtz, ListsThePositionsStoredAsDecidedSlow) {
  std::size_t fixed = 0;
  for (const char* name : {"KRvK", "KPvK"})
    for (const Fill how : {Fill::runs, Fill::matches})
      for_each_block<games::chess>(name, [&](const BlockValues& values, int side) {
        ResultPlanes filled = result_planes(values);
        fill(filled, how);
        const DistanceFormat format{static_cast<std::uint8_t>(side == 0 ? 8 : 16),
                                    how == Fill::runs ? std::uint8_t{2} : std::uint8_t{1}};
        for (std::size_t first = 0; first < values.marks.size(); first += 2048)
          expect_list(values, filled, {first, 2048}, format, fixed);
      });
  EXPECT_GT(fixed, 10000u);
}

// The last word may have fewer positions, whatever its other bits say.
TEST(PackedDtz, EndsWithThePart) {
  BlockValues values;
  values.marks.assign(100, kMarkWin | kMarkNotLoss | kMarkWinFixed | kMarkNotLossFixed);
  values.dtm.assign(100, decided_in(1));
  values.dtz.assign(100, dtz_won_in(7));
  ResultPlanes planes = result_planes(values);
  fill(planes, Fill::runs);
  EXPECT_EQ(packed_dtz(values, planes, {0, 100}, {8, 2}), std::vector<std::byte>(100, std::byte{3}));
  EXPECT_EQ(packed_dtz(values, planes, {64, 36}, {8, 1}), std::vector<std::byte>(36, std::byte{6}));
}

TEST(PackedCursed, HasABitForEachPositionStoredAsDecided) {
  std::mt19937 dice(5);
  constexpr std::array<unsigned, 3> kResults{kMarkWin | kMarkNotLoss, kMarkNotLoss, 0};  // win, draw, loss
  for (const std::size_t n : {1, 100, 5000}) {
    BlockValues values;
    for (std::size_t i = 0; i < n; ++i) {
      const unsigned result = kResults[dice() % 3] | kMarkWinFixed | kMarkNotLossFixed;
      const bool decided = (result & kMarkWin) != 0 || (result & kMarkNotLoss) == 0;
      values.marks.push_back(static_cast<std::uint8_t>(result | (decided && dice() % 3 == 0 ? kMarkCursed : 0)));
    }
    ResultPlanes planes = result_planes(values);
    fill(planes, Fill::runs);
    const std::vector<std::byte> bits = packed_cursed(values, planes);
    std::size_t rank = 0;
    for (std::size_t i = 0; i < n; ++i) {
      if ((stored_decided(planes[i / 64]) >> i % 64 & 1) == 0) continue;
      ASSERT_LT(rank / 8, bits.size());
      ASSERT_EQ((static_cast<unsigned>(bits[rank / 8]) >> rank % 8 & 1) != 0, (values.marks[i] & kMarkCursed) != 0);
      ++rank;
    }
    EXPECT_EQ(bits.size(), (rank + 7) / 8);
  }
}

// The narrowest width, and rounding only where no value can cross the limit by it.
TEST(DistanceFormats, FollowFromTheLongest) {
  EXPECT_EQ(dtm_format(-1).bits, 8) << "draws alone";
  EXPECT_EQ(dtm_format(511).bits, 8);
  EXPECT_EQ(dtm_format(512).bits, 16);
  const auto dtz = [](int longest) {
    const DistanceFormat format = dtz_format(longest, 100);
    return std::pair(int{format.bits}, int{format.step});
  };
  EXPECT_EQ(dtz(-1), std::pair(8, 2));
  EXPECT_EQ(dtz(98), std::pair(8, 2));
  EXPECT_EQ(dtz(99), std::pair(8, 1));
  EXPECT_EQ(dtz(255), std::pair(8, 1));
  EXPECT_EQ(dtz(256), std::pair(16, 1));
  EXPECT_EQ(int{dtz_format(99, 200).step}, 2);
}

// ----- Threads

void expect_same(const OrderChoice& a, const OrderChoice& b) {
  EXPECT_EQ(a.order, b.order);
  EXPECT_EQ(a.fill, b.fill);
  EXPECT_EQ(a.bytes, b.bytes);
}

template <const Rules& R>
void check_search(const std::string& name, const PackGoal& goal) {
  SCOPED_TRACE(std::string(R.name) + " " + name);
  Solutions<R> solutions({name});
  const Packable<R> from(solutions.at(name));
  std::vector<OrderChoices> found;
  for (const int threads : {1, 2, 3}) {
    SearchSettings settings;
    settings.threads = threads;
    const auto choices = search_orders(from.index, from.values(0), goal, settings);
    ASSERT_TRUE(choices.ok());
    found.push_back(*choices);
  }
  for (const OrderChoices& other : found) {
    expect_same(other.all, found[0].all);
    expect_same(other.wdl_alone, found[0].wdl_alone);
  }
  EXPECT_TRUE(valid_order(R, from.solution.ending, found[0].all.order));
  EXPECT_GT(found[0].all.bytes, 0);
  if (!goal.wdl) return;
  EXPECT_TRUE(valid_order(R, from.solution.ending, found[0].wdl_alone.order));
  EXPECT_LE(found[0].wdl_alone.bytes, found[0].all.bytes);
}

TEST(OrderSearch, FindsTheSameForAnyNumberOfThreads) {
  PackGoal results, results_and_dtz, to_mate;
  results.wdl = results_and_dtz.wdl = results_and_dtz.dtz = to_mate.dtm = true;
  // Identical men, identical pawns, and an ending of which only the kings are alone of their kind.
  for (const char* name : {"KQvKR", "KPvKP", "KPPvK", "KNNvK"}) check_search<games::fragments>(name, results);
  check_search<games::fragments>("KPvKP", to_mate);
  check_search<games::chess>("KPvK", results_and_dtz);
}

template <const Rules& R>
std::vector<SideStatistics> statistics_of(const Solution& solution) {
  const PlacementIndex<R> index(solution.ending);
  std::vector<SideStatistics> all;
  for (int side = 0; side < (solution.ending.symmetric() ? 1 : 2); ++side) {
    all.push_back(count_statistics(index, side, solution.dtm[slot(side)], 1));
    if (solution.dtz[slot(side)].empty()) continue;
    DtzStatistics zeroing = count_dtz(index, side, solution.dtz[slot(side)], 1);
    all.back().zeroing_wins = std::move(zeroing.won_in);
    all.back().zeroing_losses = std::move(zeroing.lost_in);
  }
  return all;
}

template <const Rules& R>
void expect_same_bytes(const std::string& name, const WriteSettings& settings) {
  SCOPED_TRACE(std::string(R.name) + " " + name + " " + describe(settings));
  Solutions<R> solutions({name});
  const Solution& solution = solutions.at(name);
  const TemporaryFolder folder;
  std::vector<std::vector<std::byte>> files;
  for (const int threads : {1, 2, 3}) {
    Solution used_up = solution;
    const auto written = write_table(folder / "x.bkt", R, used_up, statistics_of<R>(solution), settings, threads);
    ASSERT_TRUE(written.ok()) << written.error().message;
    EXPECT_TRUE(written->settings.starts_with(describe(settings) + " orders ")) << written->settings;
    files.push_back(bytes_of(folder / "x.bkt"));
    EXPECT_EQ(written->file_bytes, files.back().size());
  }
  EXPECT_EQ(files[0], files[1]);
  EXPECT_EQ(files[0], files[2]);
}

TEST(WriteTable, SameBytesForAnyNumberOfThreads) {
  for (const bool both : {true, false})
    for (const int log : {14, 18}) {  // blocks of 4 and 64 KiB of results
      WriteSettings settings;
      settings.both_sides = both;
      settings.level = 6;
      settings.result_block_log = log;
      settings.distance_block_log = log - 2;
      expect_same_bytes<games::fragments>("KQvKR", settings);
      if (log == 14) expect_same_bytes<games::chess>("KPvK", settings);
    }
}

TEST(WriteTableSlow, SameBytesWhereverTheOrdersAreFrom) {
  WriteSettings settings;
  settings.level = 3;
  expect_same_bytes<games::gardner>("KQRvKR", settings);  // of relatives
  settings.both_sides = false;
  expect_same_bytes<games::fragments>("KRvKR", settings);
  settings.search_orders = true;
  expect_same_bytes<games::fragments>("KQvKR", settings);
}

// What a file has, by what was asked for.
TEST(WriteTable, HasTheSectionsAskedFor) {
  Solutions<games::chess> solutions({"KRvK"});
  const Solution& solution = solutions.at("KRvK");
  const TemporaryFolder folder;
  const auto metrics = [&](bool dtm, bool dtz, bool both) {
    WriteSettings settings;
    settings.dtm = dtm;
    settings.dtz = dtz;
    settings.both_sides = both;
    settings.distance_block_log = 15;
    Solution used_up = solution;
    const auto header =
        write_table(folder / "x.bkt", games::chess, used_up, statistics_of<games::chess>(solution), settings, 1)
            .value();
    std::map<std::string, int> sections;
    for (const Section& s : header.sections) ++sections[std::string(metric_name(s.metric))];
    return sections;
  };
  using Counts = std::map<std::string, int>;
  EXPECT_EQ(metrics(true, true, true), (Counts{{"wdl", 2}, {"dtm", 1}, {"dtz", 1}}));
  EXPECT_EQ(metrics(true, true, false), (Counts{{"wdl", 1}, {"dtm", 1}, {"dtz", 1}}));
  EXPECT_EQ(metrics(false, true, true), (Counts{{"wdl", 2}, {"dtz", 1}}));
  EXPECT_EQ(metrics(false, false, false), (Counts{{"wdl", 1}}));
}

}  // namespace
}  // namespace bookends::tables::test
