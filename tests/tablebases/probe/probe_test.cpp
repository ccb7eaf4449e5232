// Probing: the answers are the solver's, whichever way and by however many threads they are asked.
#include "tablebases/probe/probe.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>

#include "tablebases/review/placement.h"
#include "tests/tablebases/plain_writer.h"

namespace bookends::tables::test {
namespace {

using games::fragments;
using Pos = Position<games::fragments>;

Pos position(std::string_view fen) { return Pos::from_fen(fen).value(); }

DtmCode code_of(const OracleValue& value) {
  return value.wdl == OracleValue::Wdl::draw ? kDrawCode : decided_in(value.plies);
}

// The same position with colours exchanged: it has the same value.
Pos exchanged(const Pos& p) {
  bookends::Setup setup = p.setup(), other;
  for (Square s = 0; s < fragments.squares(); ++s) {
    const Occupant piece = setup.board[static_cast<std::size_t>(s)];
    if (!piece.empty())
      other.board[static_cast<std::size_t>(mirror_rank(fragments, s))] = Occupant(~piece.color(), piece.kind());
  }
  other.turn = ~setup.turn;
  if (setup.en_passant != kNoSquare) other.en_passant = mirror_rank(fragments, setup.en_passant);
  return Pos::from_setup(other).value();
}

std::vector<Man> men_of(const Pos& p) {
  std::vector<Man> men;
  for (const Square s : Squares(p.occupied())) men.push_back({p.at(s), s});
  return men;
}

class Probing : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = new TemporaryFolder;
    solutions_ = new Solutions<games::fragments>({"KPvKP", "KQvKR", "KRvKR", "KPPvK"});
    PlainSettings settings;
    settings.random_fill = true;
    solutions_->write(folder_->path(), settings);
  }
  static void TearDownTestSuite() {
    delete folder_;
    delete solutions_;
    folder_ = nullptr;
    solutions_ = nullptr;
  }
  static std::unique_ptr<Tables<games::fragments>> open(const TablesOptions& options = {}) {
    auto tables = Tables<games::fragments>::open(folder_->path(), options);
    EXPECT_TRUE(tables.ok()) << tables.error().message;
    return std::move(*tables);
  }
  // Calls f(position, code) for the legal positions of an ending.
  template <class F>
  static void for_each(std::string_view name, F f) {
    const PlacementIndex<games::fragments> index(ending(fragments, name));
    const Solution& solution = solutions_->at(name);
    for (int side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < index.size(); ++i)
        if (const DtmCode code = solution.dtm[static_cast<std::size_t>(side)][i]; code != kIllegal)
          f(position_of_number(index, i, side).value(), code);
  }
  static TemporaryFolder* folder_;
  static Solutions<games::fragments>* solutions_;
};
TemporaryFolder* Probing::folder_ = nullptr;
Solutions<games::fragments>* Probing::solutions_ = nullptr;

TEST_F(Probing, EveryPositionHasTheSolversValue) {
  const auto tables = open();
  EXPECT_EQ(tables->max_men(), 4);
  std::mt19937 dice(9);
  for (const char* name : {"KQvKR", "KRvKR", "KPvK", "KPPvK"})
    for_each(name, [&](const Pos& p, DtmCode code) {
      if (dice() % 5 != 0) return;
      const Probed probed = tables->probe(p);
      ASSERT_EQ(probed.status, ProbeStatus::ok);
      ASSERT_EQ(code_of(probed.value), code) << p.fen();
      ASSERT_EQ(tables->probe(p, Metric::wdl).value.wdl, probed.value.wdl);
      ASSERT_EQ(code_of(tables->probe(exchanged(p)).value), code) << p.fen();
      ASSERT_EQ(code_of(tables->probe_men(men_of(p), p.turn()).value), code) << p.fen();
      ASSERT_EQ(probed.category, static_cast<Category>(2 * static_cast<int>(probed.value.wdl)));
      ASSERT_EQ(tables->probe_all(p).dtz, -1) << "a game without a move limit";
    });
}

TEST_F(Probing, ASmallCacheGivesTheSame) {
  TablesOptions tight;
  tight.cache_bytes = 1;
  const auto plain = open(), starved = open(tight);
  std::mt19937 dice(1);
  for_each("KQvKR", [&](const Pos& p, DtmCode code) {
    if (dice() % 50 != 0) return;
    ASSERT_EQ(code_of(starved->probe(p).value), code);
    ASSERT_EQ(code_of(starved->probe(exchanged(p)).value), code);
    ASSERT_EQ(code_of(plain->probe(p).value), code);
  });
}

// The value of a position by its moves alone.
DtmCode by_moves(const Tables<games::fragments>& tables, const Pos& p) {
  DtmCode best = decided_in(0);
  bool first = true;
  for (const Move m : p.legal_moves()) {
    const DtmCode after = code_of(tables.probe(p.after(m)).value);
    const DtmCode code = after == kDrawCode ? kDrawCode : static_cast<DtmCode>(after + 1);
    const auto rank = [](DtmCode c) { return is_win(c) ? 100000 - c : is_loss(c) ? c - 100000 : 0; };
    if (first || rank(code) > rank(best)) best = code;
    first = false;
  }
  return best;
}

TEST_F(Probing, EnPassantIsResolved) {
  const auto tables = open();
  int with_right = 0, changed = 0;
  for_each("KPvKP", [&](const Pos& before, DtmCode) {
    for (const Move m : before.legal_moves()) {
      const Pos p = before.after(m);
      if (p.en_passant() == kNoSquare) continue;
      const Probed probed = tables->probe(p);
      ASSERT_EQ(probed.status, ProbeStatus::ok);
      ASSERT_EQ(code_of(probed.value), by_moves(*tables, p)) << p.fen();
      ASSERT_EQ(code_of(tables->probe(exchanged(p)).value), code_of(probed.value)) << p.fen();
      bookends::Setup without = p.setup();
      without.en_passant = kNoSquare;
      if (code_of(tables->probe(Pos::from_setup(without).value()).value) != code_of(probed.value)) ++changed;
      ++with_right;
    }
  });
  EXPECT_GT(with_right, 100);
  EXPECT_GT(changed, 10);
}

TEST_F(Probing, WhatIsNotCovered) {
  const auto tables = open();
  EXPECT_EQ(tables->probe(position("4k/5/5/5/K4 w")).status, ProbeStatus::ok);
  EXPECT_EQ(tables->probe(position("4k/5/5/5/K4 w")).value.wdl, OracleValue::Wdl::draw);
  const Pos missing = position("n3k/5/5/5/K3B w");
  EXPECT_EQ(tables->probe(missing).status, ProbeStatus::no_table);
  EXPECT_NE(tables->explain(missing, ProbeStatus::no_table).message.find("KBvKN.bkt"), std::string::npos);
  EXPECT_EQ(tables->probe(Pos::start()).status, ProbeStatus::no_table);
}

TEST_F(Probing, ImpossibleMenAreRefused) {
  const auto tables = open();
  const Occupant K(Color::white, Kind::king), k(Color::black, Kind::king), Q(Color::white, Kind::queen),
      P(Color::white, Kind::pawn);
  const auto status = [&](std::vector<Man> men) { return tables->probe_men(men, Color::white).status; };
  EXPECT_EQ(status({{K, 0}, {k, 24}, {Q, 12}}), ProbeStatus::ok);
  EXPECT_EQ(status({{K, 0}, {k, 24}, {Q, 24}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{K, 0}, {k, 1}, {Q, 12}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{K, 0}, {Q, 12}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{K, 0}, {K, 10}, {k, 24}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{K, 0}, {k, 24}, {P, 1}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{K, 0}, {k, 24}, {P, 21}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{K, 0}, {k, 25}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{K, -1}, {k, 24}}), ProbeStatus::illegal);
  EXPECT_EQ(status({{Occupant(), 3}, {K, 0}, {k, 24}}), ProbeStatus::illegal);
  EXPECT_EQ(status({}), ProbeStatus::illegal);
}

TEST_F(Probing, RootMovesAreOrderedAndConsistent) {
  const auto tables = open();
  std::mt19937 dice(7);
  for_each("KQvKR", [&](const Pos& p, DtmCode code) {
    if (dice() % 200 != 0) return;
    const auto moves = tables->root_moves(p);
    ASSERT_EQ(moves.size(), static_cast<std::size_t>(p.legal_moves().size()));
    for (std::size_t i = 1; i < moves.size(); ++i)
      ASSERT_LE(compare_values(moves[i - 1].probed.value, moves[i].probed.value), 0) << p.fen();
    if (!moves.empty()) {
      ASSERT_EQ(code_of(moves[0].probed.value), code) << p.fen();
    }
  });
}

TEST_F(Probing, ManyThreadsOneHandle) {
  TablesOptions tight;
  tight.cache_bytes = 1;  // room for the two largest blocks
  const auto tables = open(tight);
  std::vector<std::pair<Pos, DtmCode>> sample;
  std::mt19937 dice(3);
  for (const char* name : {"KQvKR", "KRvKR", "KPvKP", "KPPvK"})
    for_each(name, [&](const Pos& p, DtmCode code) {
      if (dice() % 100 == 0) sample.emplace_back(p, code);
    });
  std::shuffle(sample.begin(), sample.end(), dice);
  std::atomic<int> wrong = 0;
  std::vector<std::thread> threads;
  for (unsigned t = 0; t < 4; ++t)
    threads.emplace_back([&, t] {
      for (std::size_t i = 0; i < sample.size(); ++i) {
        const auto& [p, code] = sample[(i * 7 + t * 1009) % sample.size()];
        if (code_of(tables->probe(p).value) != code) ++wrong;
      }
    });
  for (auto& thread : threads) thread.join();
  EXPECT_EQ(wrong, 0);
}

// A position is worth the best of its moves, each seen from the other side.
TEST_F(Probing, IsTheBestOfItsMoves) {
  const auto tables = open();
  std::vector<Pos> positions;
  std::mt19937 dice(11);
  for (const char* name : {"KQvKR", "KRvKR", "KPvKP", "KPPvK"})
    for_each(name, [&](const Pos& p, DtmCode) {
      if (dice() % 40 == 0) positions.push_back(p);
    });
  EXPECT_TRUE(rc::check("a position is worth the best of its moves", [&] {
    const Pos& p = positions[*rc::gen::inRange<std::size_t>(0, positions.size())];
    RC_ASSERT(code_of(tables->probe(p).value) == by_moves(*tables, p));
  }));
}

// Writes the tables of some endings, and what they need.
template <const Rules& R>
void write_plain(const std::vector<std::string>& names, const std::filesystem::path& folder,
                 const PlainSettings& settings = {}) {
  Solutions<R>(names).write(folder, settings);
}

TEST(OpeningTables, FoldersThatWillNotDo) {
  const TemporaryFolder folder;
  const auto code = [&] { return Tables<games::fragments>::open(folder.path()).error().code; };
  EXPECT_EQ(code(), ErrorCode::not_found);
  write_plain<fragments>({"KQvK"}, folder.path());
  EXPECT_EQ(Tables<games::fragments_sd>::open(folder.path()).error().code, ErrorCode::unsupported);
  const auto bytes = bytes_of(folder / "KQvK.bkt");
  put_bytes(folder / "KRvK.bkt", bytes);  // a file under a wrong name
  EXPECT_EQ(code(), ErrorCode::invalid_argument);
  put_bytes(folder / "KRvK.bkt", std::span(bytes).first(100));
  EXPECT_EQ(code(), ErrorCode::corrupt);
}

// Orders that are none, and a section of another size, are found out before anything is looked up.
TEST(OpeningTables, HeadersThatContradictTheEnding) {
  const TemporaryFolder folder;
  write_plain<fragments>({"KQvK"}, folder.path());
  const auto bytes = bytes_of(folder / "KQvK.bkt");
  const TableHeader header = TableFile::open(folder / "KQvK.bkt")->header();
  const auto open_with = [&](auto change) {
    TableHeader changed = header;
    change(changed);
    const auto encoded = encode_header(changed);
    auto other = bytes;
    std::copy(encoded.begin(), encoded.end(), other.begin());
    put_bytes(folder / "KQvK.bkt", other);
    const auto tables = Tables<games::fragments>::open(folder.path());
    return tables ? ErrorCode::io : tables.error().code;
  };
  EXPECT_EQ(open_with([](TableHeader& h) { h.sections[0].order.men[0] = h.sections[0].order.men[1]; }),
            ErrorCode::unsupported);
  EXPECT_EQ(open_with([](TableHeader& h) { h.sections[0].order.men[0] = 9; }), ErrorCode::unsupported);
  EXPECT_EQ(open_with([](TableHeader& h) { h.sections[0].order.anchor = 9; }), ErrorCode::unsupported);
  EXPECT_NE(open_with([](TableHeader& h) { h.sections[0].positions -= 1; }), ErrorCode::io);
}

// Blocks are verified when they are read: the header alone does not show this damage.
TEST(OpeningTables, ADamagedBlockGivesNoAnswer) {
  const TemporaryFolder folder;
  write_plain<fragments>({"KQvK"}, folder.path());
  auto bytes = bytes_of(folder / "KQvK.bkt");
  const std::uint64_t first = TableFile::open(folder / "KQvK.bkt")->header().sections[0].blocks[0].offset;
  for (std::size_t i = first; i < bytes.size(); ++i) bytes[i] ^= std::byte{0x55};
  put_bytes(folder / "KQvK.bkt", bytes);
  const auto tables = Tables<games::fragments>::open(folder.path());
  ASSERT_TRUE(tables.ok());
  const Pos p = position("4k/5/5/5/KQ3 b");
  const Probed probed = (*tables)->probe(p);
  EXPECT_EQ(probed.status, ProbeStatus::damaged);
  EXPECT_EQ((*tables)->explain(p, probed.status).code, ErrorCode::corrupt);
}

// Other bytes in the blocks of a metric, with right checksums: f(section, block) -> bytes.
template <class F>
void replace_blocks(const std::filesystem::path& path, Metric metric, F f) {
  TableHeader header = TableFile::open(path)->header();
  const auto bytes = bytes_of(path);
  std::vector<std::byte> blocks;
  BlockCompressor compressor(1);
  for (Section& s : header.sections)
    for (std::size_t i = 0; i < s.blocks.size(); ++i) {
      BlockEntry& b = s.blocks[i];
      std::vector<std::byte> block(bytes.begin() + static_cast<std::ptrdiff_t>(b.offset),
                                   bytes.begin() + static_cast<std::ptrdiff_t>(b.offset + b.bytes));
      if (s.metric == metric) block = compressor.compress(f(s, i)).value();
      b.bytes = static_cast<std::uint32_t>(block.size());
      b.checksum = static_cast<std::uint32_t>(checksum(block));
      blocks.insert(blocks.end(), block.begin(), block.end());
    }
  lay_out(header);
  auto replaced = encode_header(header);
  replaced.insert(replaced.end(), blocks.begin(), blocks.end());
  put_bytes(path, replaced);
}

// Results as planes instead of each different row once.
void store_planes(const std::filesystem::path& path) {
  const TableFile file = std::move(TableFile::open(path)).value();
  ReadScratch scratch;
  replace_blocks(path, Metric::wdl, [&](const Section& section, std::size_t block) {
    std::vector<std::byte> bytes(section.most_bytes(block));
    bytes.resize(file.read_block(*file.header().section(section.metric, section.side), block, scratch, bytes).value());
    const auto read = ResultRows::read(bytes, section.positions_in(block)).value();
    std::vector<ResultRow> rows;
    for (std::size_t i = 0; i < read.size(); ++i) rows.push_back(read.row(i));
    return encode_planes(rows);
  });
}

// Blocks of 64, 512 and 4096 rows, the last one short: numbers of one byte and of two.
TEST(OpeningTables, PlanesAnswerAsRowsDo) {
  for (const int block_log : {12, 15, 18}) {
    const TemporaryFolder rows, planes;
    PlainSettings settings;
    settings.block_log = block_log;
    for (const auto* folder : {&rows, &planes}) write_plain<games::chess>({"KRvK"}, folder->path(), settings);
    store_planes(planes / "KRvK.bkt");
    ASSERT_NE(bytes_of(rows / "KRvK.bkt"), bytes_of(planes / "KRvK.bkt"));
    const auto with_rows = Tables<games::chess>::open(rows.path()),
               with_planes = Tables<games::chess>::open(planes.path());
    ASSERT_TRUE(with_planes.ok()) << with_planes.error().message;
    const PlacementIndex<games::chess> index(ending(games::chess, "KRvK"));
    int seen = 0;
    for (std::uint64_t i = 0; i < index.size(); ++i)
      for (const int side : {0, 1}) {
        const auto p = position_of_number(index, i, side);
        if (!p) continue;
        const Probed one = (*with_rows)->probe(*p), other = (*with_planes)->probe(*p);
        ASSERT_EQ(other.status, ProbeStatus::ok);
        ASSERT_EQ(std::tuple(one.category, one.value.plies, one.dtz),
                  std::tuple(other.category, other.value.plies, other.dtz))
            << p->fen();
        ++seen;
      }
    EXPECT_GT(seen, 40000);
  }
}

// A list of DTZ values that ends before its positions do: right by its checksum, and still not read beyond its end.
TEST(OpeningTables, AListThatIsTooShortGivesNoAnswer) {
  for (const std::size_t cache_bytes : {std::size_t{0}, std::size_t{1} << 20})
    for (const std::size_t list_bytes : {0, 2}) {
      const TemporaryFolder folder;
      write_plain<games::chess>({"KRvK"}, folder.path());
      replace_blocks(folder / "KRvK.bkt", Metric::dtz,
                     [&](const Section&, std::size_t) { return std::vector<std::byte>(list_bytes); });
      TablesOptions options;
      options.cache_bytes = cache_bytes;
      const auto tables = Tables<games::chess>::open(folder.path(), options);
      ASSERT_TRUE(tables.ok()) << tables.error().message;
      int damaged = 0;
      for (const char* fen : {"8/8/8/3k4/8/8/8/KR6 w - - 0 1", "8/8/2R5/3k4/8/8/8/K7 b - - 0 1",
                              "8/8/8/3k4/8/6R1/K7/8 w - - 0 1", "7K/8/8/3k4/R7/8/8/8 w - - 0 1"}) {
        const auto p = *Position<games::chess>::from_fen(fen);
        damaged += (*tables)->probe(p, Metric::dtz).status == ProbeStatus::damaged ? 1 : 0;
        EXPECT_NE((*tables)->probe(p, Metric::wdl).status, ProbeStatus::damaged) << fen;
      }
      EXPECT_GE(damaged, 3) << list_bytes;
    }
}

// Without the tables that captures lead to there is no answer; but where it cannot depend on them there is one.
TEST(MissingTables, AreNamedUnlessTheAnswerDoesNotDependOnThem) {
  const TemporaryFolder folder;
  PlainSettings settings;
  settings.random_fill = true;
  write_plain<fragments>({"KQvKR"}, folder.path(), settings);
  std::filesystem::remove(folder / "KQvK.bkt");
  const auto tables = Tables<games::fragments>::open(folder.path());
  ASSERT_TRUE(tables.ok());
  const Pos takes = position("r2k1/5/5/5/Q3K w");  // Qxa5 leads to KQvK
  EXPECT_EQ((*tables)->probe(takes, Metric::wdl).status, ProbeStatus::no_table);
  EXPECT_NE((*tables)->explain(takes, ProbeStatus::no_table).message.find("KQvK.bkt"), std::string::npos);
  const Pos quiet = position("4k/1r3/5/Q4/4K b");  // nothing can be taken
  EXPECT_EQ((*tables)->probe(quiet, Metric::wdl).status, ProbeStatus::ok);
}

TEST(Categories, UnderTheClock) {
  Probed win;
  win.category = Category::win;
  win.dtz = 20;
  EXPECT_EQ(category_at(win, 80, 50), Category::win);
  EXPECT_EQ(category_at(win, 81, 50), Category::cursed_win);
  win.dtz_rounded = true;
  EXPECT_EQ(category_at(win, 79, 50), Category::win);
  EXPECT_EQ(category_at(win, 80, 50), Category::maybe_win);
  EXPECT_EQ(category_at(win, 81, 50), Category::cursed_win);
  Probed loss;
  loss.category = Category::loss;
  loss.dtz = 20;
  loss.dtz_rounded = true;
  EXPECT_EQ(category_at(loss, 80, 50), Category::maybe_loss);
  EXPECT_EQ(category_at(loss, 81, 50), Category::blessed_loss);
  EXPECT_EQ(category_at(loss, 81, 0), Category::loss) << "no limit";
}

TEST(Categories, WithoutDistancesOrWithOne) {
  Probed win;
  win.category = Category::win;
  EXPECT_EQ(category_at(win, 0, 50), Category::maybe_win) << "it may be a cursed one";
  EXPECT_EQ(category_at(win, 100, 50), Category::cursed_win);
  win.limit_known = true;
  EXPECT_EQ(category_at(win, 0, 50), Category::win);
  EXPECT_EQ(category_at(win, 1, 50), Category::maybe_win);
  win.limit_known = false;
  win.value.plies = 29;
  EXPECT_EQ(category_at(win, 71, 50), Category::win);
  EXPECT_EQ(category_at(win, 72, 50), Category::maybe_win);
  win.value.plies = 101;
  EXPECT_EQ(category_at(win, 0, 50), Category::maybe_win);
}

TEST(Categories, MateIsBeforeTheLimit) {
  Probed mated;
  mated.category = Category::loss;
  mated.dtz = 0;
  EXPECT_EQ(category_at(mated, 130, 50), Category::loss);
  mated.dtz = -1;
  mated.value.plies = 0;
  EXPECT_EQ(category_at(mated, 130, 50), Category::loss);
}

TEST(Categories, HaveNamesAndAnOrder) {
  EXPECT_EQ(category_name(Category::blessed_loss), "blessed-loss");
  EXPECT_EQ(category_name(Category::maybe_win), "maybe-win");
  EXPECT_EQ(category_name(-Category::maybe_win), "maybe-loss");
  constexpr std::array kBestFirst{Category::win,          Category::maybe_win,  Category::cursed_win, Category::draw,
                                  Category::blessed_loss, Category::maybe_loss, Category::loss};
  for (std::size_t i = 1; i < kBestFirst.size(); ++i)
    EXPECT_GT(goodness(kBestFirst[i - 1]), goodness(kBestFirst[i])) << category_name(kBestFirst[i]);
  for (const Category c : kBestFirst) EXPECT_EQ(goodness(-c), -goodness(c));
}

TEST(ProbingChess, CastlingRightsAreNotCovered) {
  const TemporaryFolder folder;
  write_plain<games::chess>({"KRvK"}, folder.path());
  const auto tables = Tables<games::chess>::open(folder.path());
  ASSERT_TRUE(tables.ok()) << tables.error().message;
  using Chess = Position<games::chess>;
  EXPECT_EQ((*tables)->probe(*Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).status, ProbeStatus::not_covered);
  EXPECT_EQ((*tables)->probe(*Chess::from_fen("4k3/8/8/8/8/8/8/4K2R w - - 0 1")).value.wdl, OracleValue::Wdl::win);
  // Bishop and knight alone cannot win: no table is needed to say so.
  EXPECT_EQ((*tables)->probe(*Chess::from_fen("4k3/8/8/8/8/8/8/4K2B w - - 0 1")).value.wdl, OracleValue::Wdl::draw);
}

// Every move's category and both distances, best first, agree with the position's.
TEST(ProbingChess, RootMovesKnowAllMetricsSlow) {
  const TemporaryFolder folder;
  write_plain<games::chess>({"KRvK", "KPvK"}, folder.path());
  const auto tables = Tables<games::chess>::open(folder.path());
  ASSERT_TRUE(tables.ok());
  const PlacementIndex<games::chess> index(ending(games::chess, "KPvK"));
  for (std::uint64_t i = 0; i < index.size(); i += 101) {
    const auto position = index.multiplicity(i) == 0 ? Result<Position<games::chess>>(Error{})
                                                     : position_of_number(index, i, static_cast<int>(i % 2));
    if (!position || !position->has_legal_move()) continue;
    const Probed here = (*tables)->probe_all(*position);
    const auto moves = (*tables)->root_moves(*position);
    ASSERT_EQ(moves[0].probed.category, here.category) << position->fen();
    ASSERT_EQ(moves[0].probed.value.plies, here.value.plies) << position->fen();
    int best = -1;
    for (const RootMove& m : moves)
      if (m.probed.category == here.category && m.probed.dtz >= 0 &&
          (best < 0 || (here.category > Category::draw) == (m.probed.dtz < best)))
        best = m.probed.dtz;
    if (here.category != Category::draw) {
      ASSERT_EQ(best, here.dtz) << position->fen();
    }
  }
}

}  // namespace
}  // namespace bookends::tables::test
