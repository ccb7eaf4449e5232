// Syzygy's files, written by the tests themselves, against our own tables; alone, and both kinds together.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>
#include <set>

#include "tablebases/oracle/oracle.h"
#include "tablebases/syzygy/page_cache.h"
#include "tablebases/syzygy/squares.h"
#include "tests/tablebases/syzygy/syzygy_support.h"

namespace bookends::tables::test {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr ThreeMen kRook{Kind::rook}, kPawn{Kind::pawn};

// Our tables of what a pawn leads to, and a folder for Syzygy's.
class Syzygy : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    static const TemporaryFolder tables;
    build(games::chess, {"KPvK"}, tables.path());
    ours_folder_ = tables.path();
    ours_ = open_chess(tables.path()).release();
  }

  std::filesystem::path in(const std::string& name) const { return folder_.path() / name; }
  void copy_ours(const std::string& ending) const {
    std::filesystem::copy(ours_folder_ / (ending + ".bkt"), in(ending + ".bkt"));
  }

  static std::filesystem::path ours_folder_;
  static const ChessTables* ours_;
  const TemporaryFolder folder_;
};
std::filesystem::path Syzygy::ours_folder_;
const ChessTables* Syzygy::ours_ = nullptr;

// Whether two distances may be the same one.
bool agree(const Probed& a, const Probed& b) {
  return a.dtz <= b.dtz + (b.dtz_rounded ? 1 : 0) && b.dtz <= a.dtz + (a.dtz_rounded ? 1 : 0);
}

// Every placement of the men; how many were asked.
int compare_all(const ChessTables& tables, const ChessTables& truth, const ThreeMen& three) {
  int asked = 0;
  for (Square a = 0; a < 64; ++a)
    for (Square b = 0; b < 64; ++b)
      for (Square c = 0; c < 64; c += 3)  // a third of them, which is quicker
        for (const Color turn : kColors) {
          const auto men = three.men({a, b, (c + a + b) % 64});
          const Probed found = tables.probe_men(men, turn, Metric::dtz);
          if (found.status == ProbeStatus::illegal || !is_legal(position_of(men, turn))) continue;
          const Probed wanted = truth.probe_men(men, turn, Metric::dtz);
          EXPECT_EQ(found.status, ProbeStatus::ok);
          EXPECT_EQ(found.category, wanted.category) << position_of(men, turn).fen();
          EXPECT_TRUE(agree(found, wanted)) << position_of(men, turn).fen() << " " << found.dtz << " " << wanted.dtz;
          EXPECT_TRUE(found.limit_known);
          EXPECT_EQ(tables.probe_men(men, turn, Metric::wdl).category, wanted.category);
          if (testing::Test::HasFailure()) return asked;
          ++asked;
        }
  return asked;
}

TEST(SyzygySquares, PairsOfKingsHaveEachNumberOnce) {
  std::set<int> numbers;
  int pairs = 0;
  for (const auto& row : syzygy::kKingPair)
    for (const std::int16_t number : row)
      if (number != syzygy::kNoKingPair) ++pairs, numbers.insert(number);
  EXPECT_EQ(pairs, syzygy::kKingPairs);
  EXPECT_EQ(numbers.size(), std::size_t{syzygy::kKingPairs});
  EXPECT_EQ(*numbers.rbegin(), syzygy::kKingPairs - 1);
}

TEST(SyzygySquares, PawnsAreNumberedFromTheEdge) {
  std::set<int> numbers;
  for (Square s = 8; s < 56; ++s) numbers.insert(syzygy::pawn_number(s));
  EXPECT_EQ(numbers.size(), 48U);
  EXPECT_EQ(*numbers.begin(), 0);
  EXPECT_EQ(syzygy::pawn_number(8), 47) << "a2";
  EXPECT_EQ(syzygy::pawn_number(15), 46) << "h2";
  EXPECT_EQ(syzygy::pawn_number(52), 0) << "e7";
}

TEST_F(Syzygy, PiecesAreAnsweredFromEitherSide) {
  for (const Color side : kColors)
    for (const bool plies : {true, false}) {
      write_syzygy(*ours_, kRook, side, plies, folder_.path(), "KRvK");
      const auto tables = open_chess(folder_.path());
      ASSERT_NE(tables, nullptr);
      EXPECT_EQ(tables->max_men(), 3);
      EXPECT_GT(compare_all(*tables, *ours_, kRook), 100000);
    }
}

TEST_F(Syzygy, APawnsPromotionsAreOurs) {
  write_syzygy(*ours_, kPawn, Color::white, false, folder_.path(), "KPvK");
  for (const std::string ending : {"KQvK", "KRvK"}) copy_ours(ending);
  const auto tables = open_chess(folder_.path());
  ASSERT_NE(tables, nullptr);
  EXPECT_GT(compare_all(*tables, *ours_, kPawn), 100000);
}

TEST_F(Syzygy, OursLeadsIntoSyzygys) {
  for (const std::string ending : {"KPvK", "KQvK"}) copy_ours(ending);
  write_syzygy(*ours_, kRook, Color::black, true, folder_.path(), "KRvK");
  const auto tables = open_chess(folder_.path());
  ASSERT_NE(tables, nullptr);
  EXPECT_GT(compare_all(*tables, *ours_, kPawn), 100000);
  const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
  EXPECT_EQ(tables->probe_all(rook).value.plies, -1) << "Syzygy knows no distance to mate";
  const auto queen = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").value();
  EXPECT_EQ(tables->probe_all(queen).value.plies, ours_->probe_all(queen).value.plies);
}

TEST_F(Syzygy, OursComeFirst) {
  copy_ours("KRvK");
  write_syzygy(*ours_, kRook, Color::black, true, folder_.path(), "KRvK");
  const auto tables = open_chess(folder_.path());
  ASSERT_NE(tables, nullptr);
  const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
  EXPECT_EQ(tables->probe_all(rook).value.plies, ours_->probe_all(rook).value.plies);
}

// Without DTZ beside ours, the limit and DTZ are Syzygy's, and the distance to mate is ours.
TEST_F(Syzygy, FillsInWhatOursDoNotKnow) {
  BuildOptions options;
  options.write.dtz = false;
  build(games::chess, {"KRvK"}, folder_.path(), options);
  write_syzygy(*ours_, kRook, Color::white, true, folder_.path(), "KRvK");
  const auto tables = open_chess(folder_.path());
  ASSERT_NE(tables, nullptr);
  const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
  const Probed found = tables->probe_all(rook), wanted = ours_->probe_all(rook);
  EXPECT_EQ(found.value.plies, wanted.value.plies);
  EXPECT_EQ(found.dtz, wanted.dtz);
  EXPECT_TRUE(found.limit_known);
}

TEST_F(Syzygy, WithoutDtzThereAreResults) {
  write_syzygy(*ours_, kRook, Color::white, true, folder_.path(), "KRvK");
  std::filesystem::remove(in("KRvK.rtbz"));
  const auto tables = open_chess(folder_.path());
  ASSERT_NE(tables, nullptr);
  const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
  const Probed found = tables->probe_all(rook);
  EXPECT_EQ(found.status, ProbeStatus::ok);
  EXPECT_EQ(found.category, Category::win);
  EXPECT_EQ(found.dtz, -1);
}

// As the files of others often lie: results in one folder, DTZ in another.
TEST_F(Syzygy, MayBeInSeveralFolders) {
  const std::array folders{in("results"), in("distances"), in("ours")};
  for (const auto& folder : folders) std::filesystem::create_directory(folder);
  write_syzygy(*ours_, kRook, Color::white, true, folders[0], "KRvK");
  std::filesystem::rename(folders[0] / "KRvK.rtbz", folders[1] / "KRvK.rtbz");
  std::filesystem::copy(ours_folder_ / "KQvK.bkt", folders[2] / "KQvK.bkt");
  const auto tables = ChessTables::open(folders);
  ASSERT_TRUE(tables.ok()) << tables.error().message;
  const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
  EXPECT_EQ((*tables)->probe_all(rook).dtz, ours_->probe_all(rook).dtz);
  const auto queen = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").value();
  EXPECT_EQ((*tables)->probe_all(queen).value.plies, ours_->probe_all(queen).value.plies);
  const auto pawn = Position<games::chess>::from_fen("8/8/8/3k4/8/8/1P6/K7 w - - 0 1").value();
  EXPECT_EQ((*tables)->explain(pawn, ProbeStatus::no_table).message,
            "not covered: there is no KPvK.bkt in " + folders[0].string() + ", " + folders[1].string() + ", " +
                folders[2].string() + " and no KPvK.rtbw");
}

// Ours by what table_digest() says of them, which matches have written down.
TEST_F(Syzygy, HaveAPartInTheDigest) {
  const auto digest = [&] { return open_chess(folder_.path())->digest(); };
  copy_ours("KQvK");
  const std::string alone = digest();
  EXPECT_EQ(alone, table_digest(folder_.path()).value());
  write_syzygy(*ours_, kRook, Color::white, true, folder_.path(), "KRvK");
  const std::string both = digest();
  EXPECT_NE(both, alone);
  EXPECT_EQ(digest(), both);
  Bytes bytes = bytes_of(in("KRvK.rtbw"));
  bytes.back() ^= std::byte{1};  // of the checksum
  put_bytes(in("KRvK.rtbw"), bytes);
  EXPECT_NE(digest(), both);
  std::filesystem::remove(in("KRvK.rtbz"));
  const std::string results = digest();
  EXPECT_NE(results, both);
  std::filesystem::remove(in("KQvK.bkt"));
  EXPECT_NE(digest(), results) << "they do without ours";
}

TEST_F(Syzygy, OfSeveralFoldersTheFirstCounts) {
  const std::array folders{in("whole"), in("damaged")};
  for (const auto& folder : folders) std::filesystem::create_directory(folder);
  for (const auto& folder : folders) std::filesystem::copy(ours_folder_ / "KRvK.bkt", folder / "KRvK.bkt");
  const Bytes whole = bytes_of(folders[0] / "KRvK.bkt");
  put_bytes(folders[1] / "KRvK.bkt", std::span(whole).first(30));
  EXPECT_TRUE(ChessTables::open(folders).ok());
  const std::array other_way{folders[1], folders[0]};
  EXPECT_EQ(ChessTables::open(other_way).error().code, ErrorCode::corrupt);
}

TEST_F(Syzygy, EveryFolderHasToHaveTables) {
  const std::array folders{in("ours"), in("empty"), in("missing")};
  for (const auto& folder : std::span(folders).first(2)) std::filesystem::create_directory(folder);
  std::filesystem::copy(ours_folder_ / "KRvK.bkt", folders[0] / "KRvK.bkt");
  EXPECT_EQ(ChessTables::open(std::array{folders[0], folders[1]}).error().message,
            folders[1].string() + ": no table files (*.bkt, *.rtbw) in it");
  EXPECT_EQ(Tables<games::fragments>::open(folders[1]).error().message,
            folders[1].string() + ": no table files (*.bkt) in it");
  const auto missing = ChessTables::open(std::array{folders[0], folders[2]}).error();
  EXPECT_EQ(missing.code, ErrorCode::not_found);
  EXPECT_EQ(missing.message, folders[2].string() + ": no such file or folder");
}

// The rook mates by distances of zeroing moves alone.
TEST_F(Syzygy, WinsAreWon) {
  write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
  auto oracle = TableOracle<games::chess>::open(folder_.path());
  ASSERT_TRUE(oracle.ok());
  auto position = Position<games::chess>::from_fen("8/8/8/3k4/8/8/8/KR6 w - - 0 1").value();
  int plies = 0;
  for (; position.has_legal_move() && plies < 60; ++plies) {
    const auto move = (*oracle)->choose(position);
    ASSERT_TRUE(move.has_value()) << position.fen();
    position = position.after(move->move);
  }
  EXPECT_TRUE(position.in_check()) << position.fen();
  EXPECT_LE(plies, 32);
}

TEST_F(Syzygy, TheMissingAreNamed) {
  write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
  const auto tables = open_chess(folder_.path());
  ASSERT_NE(tables, nullptr);
  const auto queen = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KQ6 w - - 0 1").value();
  EXPECT_EQ(tables->probe_all(queen).status, ProbeStatus::no_table);
  EXPECT_THAT(tables->explain(queen, ProbeStatus::no_table).message,
              AllOf(HasSubstr("KQvK.bkt"), HasSubstr("KQvK.rtbw")));
}

// ----- What is refused

TEST_F(Syzygy, EveryTruncationIsRefused) {
  write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
  for (const std::string name : {"KRvK.rtbw", "KRvK.rtbz"}) {
    const Bytes whole = bytes_of(in(name));
    for (std::size_t size = 0; size < whole.size(); size += size < 600 || size + 100 > whole.size() ? 1 : 13) {
      std::filesystem::resize_file(in(name), 0);
      put_bytes(in(name), std::span(whole).first(size));
      const auto opened = ChessTables::open(folder_.path());
      ASSERT_FALSE(opened.ok()) << name << " " << size;
      ASSERT_EQ(opened.error().code, ErrorCode::corrupt) << opened.error().message;
      ASSERT_THAT(opened.error().message, HasSubstr(name));
    }
    put_bytes(in(name), whole);
  }
}

TablesOptions without_damaged() {
  TablesOptions options;
  options.leave_out_damaged = true;
  return options;
}

TEST_F(Syzygy, TheDamagedMayBeLeftOut) {
  write_syzygy(*ours_, kRook, Color::white, true, folder_.path(), "KRvK");
  write_syzygy(*ours_, ThreeMen{Kind::queen}, Color::white, true, folder_.path(), "KQvK");
  std::filesystem::resize_file(in("KQvK.rtbw"), 100);
  copy_ours("KPvK");
  std::filesystem::resize_file(in("KPvK.bkt"), 100);
  put_bytes(in("nonsense.rtbw"), bytes_of(in("KRvK.rtbw")));
  EXPECT_FALSE(ChessTables::open(folder_.path()).ok());
  const auto opened = ChessTables::open(folder_.path(), without_damaged());
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  ASSERT_EQ((*opened)->endings().size(), 1U);
  EXPECT_EQ((*opened)->endings().front().name, "KRvK");
  std::vector<std::filesystem::path> files;
  for (const LeftOut& one : (*opened)->left_out()) {
    files.push_back(one.file);
    EXPECT_THAT(one.why.message, HasSubstr(one.file.string()));
  }
  EXPECT_THAT(files, testing::UnorderedElementsAre(in("KQvK.rtbw"), in("KPvK.bkt"), in("nonsense.rtbw")));
}

TEST_F(Syzygy, WithoutTheDamagedDtzThereAreResults) {
  write_syzygy(*ours_, kRook, Color::white, true, folder_.path(), "KRvK");
  std::filesystem::resize_file(in("KRvK.rtbz"), 100);
  const auto opened = ChessTables::open(folder_.path(), without_damaged());
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  ASSERT_EQ((*opened)->left_out().size(), 1U);
  EXPECT_EQ((*opened)->left_out().front().file, in("KRvK.rtbz"));
  const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
  EXPECT_EQ((*opened)->probe_all(rook).category, Category::win);
  EXPECT_EQ((*opened)->probe_all(rook).dtz, -1);
}

// What is left out hides nothing: the next folder may have a sound file of the name.
TEST_F(Syzygy, ASoundFileInAnotherFolderCounts) {
  write_syzygy(*ours_, kRook, Color::white, true, folder_.path(), "KRvK");
  write_syzygy(*ours_, ThreeMen{Kind::queen}, Color::white, true, folder_.path(), "KQvK");
  copy_ours("KPvK");
  const TemporaryFolder first;
  for (const char* name : {"KRvK.rtbw", "KRvK.rtbz", "KQvK.rtbw", "KPvK.bkt"})
    std::filesystem::copy_file(in(name), first.path() / name);
  for (const char* name : {"KRvK.rtbz", "KQvK.rtbw", "KPvK.bkt"})
    std::filesystem::resize_file(first.path() / name, 100);
  const std::vector<std::filesystem::path> folders{first.path(), folder_.path()};
  EXPECT_FALSE(ChessTables::open(folders).ok());
  const auto opened = ChessTables::open(folders, without_damaged());
  ASSERT_TRUE(opened.ok()) << opened.error().message;
  EXPECT_EQ((*opened)->left_out().size(), 3U);
  EXPECT_EQ((*opened)->endings().size(), 3U);
  const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
  EXPECT_GT((*opened)->probe_all(rook).dtz, 0);
}

// What is of another game is a mistake, and where nothing is left there are no tables.
TEST_F(Syzygy, NotEverythingIsLeftOut) {
  copy_ours("KRvK");
  std::filesystem::resize_file(in("KRvK.bkt"), 100);
  EXPECT_EQ(ChessTables::open(folder_.path(), without_damaged()).error().code, ErrorCode::corrupt);
  copy_ours("KQvK");
  EXPECT_TRUE(ChessTables::open(folder_.path(), without_damaged()).ok());
  EXPECT_EQ(Tables<games::gardner>::open(folder_.path(), without_damaged()).error().code, ErrorCode::unsupported);
}

// Whoever plays by results alone keeps a win, whatever the clock: the limit is as if it did not come in between.
TEST_F(Syzygy, ResultsTellMovesApart) {
  write_syzygy(*ours_, kRook, Color::white, true, folder_.path(), "KRvK");
  std::filesystem::remove(in("KRvK.rtbz"));
  const auto oracle = TableOracle<games::chess>::open(folder_.path());
  ASSERT_TRUE(oracle.ok());
  const auto result = [&](const std::string& fen) {
    return (*oracle)->result(Position<games::chess>::from_fen(fen).value());
  };
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/KR6 w - - 40 60"), 2);
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/KR6 b - - 40 60"), -2);
  EXPECT_EQ(result("8/8/8/8/8/8/k7/1R1K4 b - - 40 60"), 0) << "the rook is lost";
  EXPECT_EQ(result("8/8/8/8/8/2k5/8/KQ6 w - - 40 60"), std::nullopt);
}

void ask_some(const ChessTables& tables) {
  for (Square a = 0; a < 64; a += 5)
    for (Square b = 0; b < 64; b += 7)
      for (const Color turn : kColors)
        tables.probe_men(kRook.men({a, b, (3 * a + 5 * b + 11) % 64}), turn, Metric::dtz);
}

// Kept in memory or not: what was read before it was cut is answered, for the rest there is a status, never a signal.
TEST_F(Syzygy, AFileThatIsCutWhileItIsOpenIsDamaged) {
  for (const std::string name : {"KRvK.rtbw", "KRvK.rtbz"})
    for (const std::size_t cache : {std::size_t{0}, std::size_t{1} << 20}) {
      write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
      TablesOptions options;
      options.cache_bytes = cache;
      const auto opened = ChessTables::open(folder_.path(), options);
      ASSERT_TRUE(opened.ok());
      const auto rook = Position<games::chess>::from_fen("8/8/8/8/8/2k5/8/KR6 w - - 0 1").value();
      const Probed before = (*opened)->probe(rook, Metric::dtz);
      EXPECT_EQ(before.status, ProbeStatus::ok);
      std::filesystem::resize_file(in(name), 0);
      EXPECT_EQ((*opened)->probe(rook, Metric::dtz).status, cache == 0 ? ProbeStatus::damaged : ProbeStatus::ok);
      ask_some(**opened);
      for (const std::string each : {"KRvK.rtbw", "KRvK.rtbz"}) std::filesystem::remove(in(each));
    }
}

// However few pages are kept, and by however many threads they are read and replaced, the answers are the same.
TEST_F(Syzygy, PagesThatComeAndGoAnswerAlike) {
  write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
  const auto usual = open_chess(folder_.path());
  TablesOptions few;
  few.cache_bytes = 8 * syzygy::kPageBytes;
  const auto opened = ChessTables::open(folder_.path(), few);
  ASSERT_TRUE(opened.ok() && usual != nullptr);
  const auto wrong = [&](Square first) {
    int count = 0;
    for (Square a = first; a < 64; a += 4)
      for (Square b = 0; b < 64; b += 3)
        for (Square c = 0; c < 64; c += 5) {
          const auto men = kRook.men({a, b, c});
          const Probed found = (*opened)->probe_men(men, Color::white, Metric::dtz);
          const Probed wanted = usual->probe_men(men, Color::white, Metric::dtz);
          if (found.status != wanted.status || found.category != wanted.category || found.dtz != wanted.dtz) ++count;
        }
    return count;
  };
  std::vector<std::future<int>> threads;
  for (Square first = 0; first < 4; ++first) threads.push_back(std::async(std::launch::async, wrong, first));
  for (auto& thread : threads) EXPECT_EQ(thread.get(), 0);
}

// No checksum is looked at, so that a file may be read with a bit flipped; but nothing else may happen.
TEST_F(Syzygy, AFlippedBitGivesAnErrorOrAnAnswer) {
  write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
  for (const std::string name : {"KRvK.rtbw", "KRvK.rtbz"}) {
    const Bytes whole = bytes_of(in(name));
    int refused = 0;
    for (std::size_t at = 0; at < whole.size(); at += at < 400 ? 1 : 61)
      for (int bit = 0; bit < 8; ++bit) {
        Bytes damaged = whole;
        damaged[at] ^= static_cast<std::byte>(1 << bit);
        put_bytes(in(name), damaged);
        const auto opened = ChessTables::open(folder_.path());
        if (opened)
          ask_some(**opened);
        else
          ++refused;
      }
    EXPECT_GT(refused, 100);
    put_bytes(in(name), whole);
  }
}

TEST_F(Syzygy, FilesOfOtherGamesAreRefused) {
  write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
  const auto fragments = Tables<games::fragments>::open(folder_.path());
  ASSERT_FALSE(fragments.ok());
  EXPECT_THAT(fragments.error().message, HasSubstr("a Syzygy table of chess, not of fragments"));

  Bytes atomic = bytes_of(in("KRvK.rtbw"));
  atomic[0] = std::byte{0x55}, atomic[1] = std::byte{0x8D}, atomic[2] = std::byte{0xA4}, atomic[3] = std::byte{0x49};
  put_bytes(in("KRvK.rtbw"), atomic);
  const auto disguised = ChessTables::open(folder_.path());
  ASSERT_FALSE(disguised.ok());
  EXPECT_EQ(disguised.error().code, ErrorCode::unsupported);
  EXPECT_THAT(disguised.error().message, HasSubstr("a Syzygy table of atomic chess"));

  std::filesystem::rename(in("KRvK.rtbw"), in("KRvK.atbw"));
  const auto named = ChessTables::open(folder_.path());
  ASSERT_FALSE(named.ok());
  EXPECT_THAT(named.error().message, HasSubstr("a Syzygy table of atomic chess"));
}

TEST_F(Syzygy, FilesOfOtherEndingsAreRefused) {
  write_syzygy(*ours_, kRook, Color::black, false, folder_.path(), "KRvK");
  std::filesystem::copy(in("KRvK.rtbw"), in("KQvK.rtbw"));
  const auto renamed = ChessTables::open(folder_.path());
  ASSERT_FALSE(renamed.ok());
  EXPECT_THAT(renamed.error().message, HasSubstr("damaged, or of another ending"));
  std::filesystem::rename(in("KQvK.rtbw"), in("KXvK.rtbw"));
  const auto unnamed = ChessTables::open(folder_.path());
  ASSERT_FALSE(unnamed.ok());
  EXPECT_THAT(unnamed.error().message, HasSubstr("the name is no ending's"));
}

}  // namespace
}  // namespace bookends::tables::test
