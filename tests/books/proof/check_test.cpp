// Proofs that do not hold are seen through, and the checker's own rules are the game's.
#include <gtest/gtest.h>
#include <rapidcheck.h>
#include <rapidcheck/gtest.h>

#include <numeric>

#include "books/proof/check/obligations.h"
#include "books/proof/check/plain_game.h"
#include "core/io/checksum.h"
#include "tests/books/proof/support.h"

namespace bookends {
namespace {

template <const Rules& R>
void expect_same_moves() {
  std::mt19937 dice(7);
  const PlainGame plain(R);
  for (int game = 0; game < 40; ++game) {
    Position<R> position = Position<R>::start();
    for (int ply = 0; ply < 80; ++ply) {
      const Setup setup = position.setup();
      const MoveList list = position.legal_moves();
      std::vector<std::uint16_t> expected, found;
      for (const Move m : list) expected.push_back(m.bits());
      for (const Move m : plain.legal_moves(setup)) found.push_back(m.bits());
      std::sort(expected.begin(), expected.end());
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found, expected) << position.fen();
      EXPECT_EQ(plain.in_check(setup), position.in_check());
      if (list.empty() || rule_draw(position) != Ending::none) break;
      const Move m = list[static_cast<int>(dice() % static_cast<unsigned>(list.size()))];
      ASSERT_TRUE(pack(R, plain.after(setup, m)) == pack(R, position.after(m).setup())) << position.fen();
      position.play(m);
    }
  }
}

template <const Rules& R>
Position<R> random_position_of(std::mt19937& dice) {
  Position<R> position = Position<R>::start();
  for (auto left = dice() % 40; left > 0; --left) {
    const MoveList list = position.legal_moves();
    if (list.empty() || rule_draw(position) != Ending::none) break;
    position.play(list[static_cast<int>(dice() % static_cast<unsigned>(list.size()))]);
  }
  return position;
}

TEST(PlainGame, KnowsTheRules) {
  expect_same_moves<fragments>();
  expect_same_moves<fragments_sd>();
  expect_same_moves<gardner>();
}

// Bytes that are nearly those of a position: both sets of rules have to agree on which they still are.
template <const Rules& R>
void expect_same_positions() {
  std::mt19937 dice(17);
  const PlainGame plain(R);
  int refused = 0, kept = 0;
  for (int i = 0; i < 4000; ++i) {
    PackedPosition packed = pack(R, random_position_of<R>(dice).setup());
    const std::size_t at = dice() % PackedPosition::kBytes;
    // The bytes that hold no man are few; they are met often.
    packed.bytes[dice() % 2 == 0 ? at : PackedPosition::kFlags + dice() % 4] ^=
        static_cast<std::uint8_t>(1u << dice() % 8);
    const bookends::Setup setup = unpack(R, packed);
    const bool sound = pack(R, setup) == packed && plain.wrong_with(setup).empty();
    const auto position = unpack_position<R>(packed);
    EXPECT_EQ(position.ok(), sound) << plain.wrong_with(setup) << " / " << (position ? "" : position.error().message);
    ++(sound ? kept : refused);
  }
  EXPECT_GT(refused, 1000);
  EXPECT_GT(kept, 100);
}

TEST(PlainGame, KnowsWhatIsAPosition) {
  expect_same_positions<fragments>();
  expect_same_positions<fragments_sd>();
  expect_same_positions<gardner>();
}

TEST(PlainGame, KnowsWhenTooLittleIsLeft) {
  const auto little = [](const Rules& rules, const std::string& fen) {
    return PlainGame(rules).too_little_material(parse_fen(rules, fen).value());
  };
  EXPECT_TRUE(little(fragments, "4k/5/5/5/4K w"));
  EXPECT_FALSE(little(fragments, "4k/5/5/5/N3K w"));
  EXPECT_TRUE(little(gardner, "4k/5/5/5/N3K w"));
  EXPECT_FALSE(little(gardner, "n3k/5/5/5/N3K w"));
  EXPECT_FALSE(little(gardner, "4k/5/P4/5/4K w"));
}

// Tables that say what a test wants to hear.
class SaidTables final : public Oracle<fragments> {
 public:
  explicit SaidTables(std::optional<OracleValue> own) : own_(own) {}
  std::string_view name() const override { return "said"; }
  int max_men() const override { return 3; }
  // Of positions of three men, for the side that has more than its king; lost for the other side.
  std::optional<OracleValue> value(const Position<fragments>& position) const override {
    if (!own_) return std::nullopt;
    const bool strong = count(position.pieces(position.turn())) > 1;
    if (strong || own_->wdl == OracleValue::Wdl::draw) return own_;
    return OracleValue{OracleValue::Wdl::loss, own_->plies < 0 ? -1 : own_->plies + 1};
  }

 private:
  std::optional<OracleValue> own_;
};

// White takes the knight, and the tables have the rest.
class LeansOnTables : public testing::Test {
 protected:
  static constexpr OracleValue kWon{OracleValue::Wdl::win, 9};
  static ProveSummary made(ProofAim aim = ProofAim::win) {
    const SaidTables good(kWon);
    const TemporaryFolder folder;
    ProveJob job = job_of<fragments>("2k2/5/2n2/2Q2/2K2 w - - 0 1", folder.path(), aim);
    job.settings.table_men = 3;
    return must_prove<fragments>(job, &good);
  }
  // The complaint about a proof that was made with some tables, with others.
  static std::string with(std::optional<OracleValue> said, ProofAim aim = ProofAim::win) {
    const SaidTables good(kWon), other(said);
    const ProveSummary proof = made(aim);
    EXPECT_EQ(complaint<fragments>(proof.certificate, 1 << 20, &good), "");
    EXPECT_THAT(complaint<fragments>(proof.certificate), HasSubstr("tables of up to 3 men"));
    return complaint<fragments>(proof.certificate, 1 << 20, &other);
  }
};

TEST_F(LeansOnTables, OnlyAsFarAsTheyGo) {
  using Wdl = OracleValue::Wdl;
  EXPECT_THAT(with(OracleValue{Wdl::win, 11}), HasSubstr("the table's win takes longer"));
  EXPECT_THAT(with(OracleValue{Wdl::draw, -1}), HasSubstr("no win, says the table"));
  EXPECT_THAT(with(OracleValue{Wdl::win, -1}),
              HasSubstr("has no distances, or is missing; the proof leans on all endings of up to 3 men"));
  EXPECT_THAT(with(std::nullopt), HasSubstr("the tables do not know it"));
  EXPECT_EQ(with(OracleValue{Wdl::win, 7}), "");
  EXPECT_EQ(with(OracleValue{Wdl::draw, -1}, ProofAim::hold), "");
  EXPECT_THAT(with(OracleValue{Wdl::loss, 9}, ProofAim::hold), HasSubstr("lost, says the table"));
}

// Whether it comes before or behind the position that the tables should know.
TEST_F(LeansOnTables, ButWhatIsWrongIsSoWithoutThem) {
  const SaidTables silent(std::nullopt);
  const ProveSummary proof = made();
  const auto records = records_of(proof.certificate);
  bool before = false, behind = false;
  for (const std::string fen : {"1k3/5/5/5/Q3K w - - 0 1", "1k3/5/5/3QK/5 w - - 0 1"}) {
    const PackedPosition other = pack(fragments, Position<fragments>::from_fen(fen).value().setup());
    (in_order(other, records.front().position) ? before : behind) = true;
    std::vector<CertificateRecord> changed = records;
    changed.push_back({other, Move(0, 0, Kind::queen), 3});
    std::ranges::sort(changed, in_order, &CertificateRecord::position);
    const auto bytes = encode_certificate(proof.header, changed).value();
    EXPECT_THAT(complaint<fragments>(bytes, 1 << 20, &silent), HasSubstr("not legal")) << fen;
  }
  EXPECT_TRUE(before && behind);
}

class Tampered : public testing::Test {
 protected:
  ProveSummary proof = proof_of<fragments>(kShutIn);
  std::vector<CertificateRecord> records = records_of(proof.certificate);
};

TEST_F(Tampered, NothingIsFine) { EXPECT_EQ(complaint<fragments>(proof, records), ""); }

// Any move of any position: it is seen unless it ends the game as a win, or all replies lead into the proof in time.
TEST_F(Tampered, AMoveThatDoesNotWin) {
  std::map<std::array<std::uint8_t, PackedPosition::kBytes>, int> distances;
  for (const CertificateRecord& record : records) distances[record.position.bytes] = record.distance;
  const auto wins = [&](const Position<fragments>& next, int distance) {
    if (const Verdict end = verdict(next); end.over()) return end.outcome == Outcome::loss;
    const MoveList replies = next.legal_moves();
    return std::all_of(replies.begin(), replies.end(), [&](Move reply) {
      const auto known = distances.find(pack(fragments, next.after(reply).setup()).bytes);
      return known != distances.end() && known->second <= distance - 2;
    });
  };
  std::mt19937 dice(5);
  int seen = 0;
  for (int tried = 0; tried < 100; ++tried) {
    std::vector<CertificateRecord> changed = records;
    CertificateRecord& record = changed[dice() % changed.size()];
    const auto position = unpack_position<fragments>(record.position).value();
    const MoveList list = position.legal_moves();
    record.move = list[static_cast<int>(dice() % static_cast<unsigned>(list.size()))];
    const bool fine = wins(position.after(record.move), record.distance);
    EXPECT_EQ(complaint<fragments>(proof, changed).empty(), fine) << position.fen();
    seen += fine ? 0 : 1;
  }
  EXPECT_GT(seen, 50);
  std::vector<CertificateRecord> changed = records;
  changed.front().move = Move(0, 0, Kind::queen);
  EXPECT_THAT(complaint<fragments>(proof, changed), HasSubstr("not legal"));
}

TEST_F(Tampered, AReplyThatIsMissing) {
  for (std::size_t i = 0; i < records.size(); i += 1 + records.size() / 20) {
    std::vector<CertificateRecord> changed = records;
    changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(i));
    EXPECT_THAT(complaint<fragments>(proof, changed), HasSubstr("nothing is said of it"));
  }
}

// A larger distance asks less of its replies; of it itself a position before it asks that it be as it was.
TEST_F(Tampered, ADistanceThatIsWrong) {
  int shorter_seen = 0, larger_seen = 0;
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::vector<CertificateRecord> changed = records;
    changed[i].distance = static_cast<std::uint16_t>(changed[i].distance - 1);
    shorter_seen += complaint<fragments>(proof, changed).empty() ? 0 : 1;
    changed[i].distance = static_cast<std::uint16_t>(changed[i].distance + 200);
    larger_seen += complaint<fragments>(proof, changed).empty() ? 0 : 1;
    if (i == 40) break;
  }
  EXPECT_GT(shorter_seen, 30);
  EXPECT_GT(larger_seen, 10);
  CertificateHeader header = proof.header;
  --header.distance;
  EXPECT_NE(complaint<fragments>(encode_certificate(header, records).value()), "");
}

// What holds a draw in circles, said to win: every move is legal and every reply is there, but no distance can fall.
TEST_F(Tampered, ALoop) {
  const ProveSummary circle = proof_of<fragments>(kCircle, ProofAim::hold);
  EXPECT_EQ(complaint<fragments>(circle.certificate), "");
  std::vector<CertificateRecord> loop = records_of(circle.certificate);
  ASSERT_GT(loop.size(), 2u);
  CertificateHeader header = circle.header;
  header.aim = ProofAim::win;
  header.distance = 10;
  for (CertificateRecord& record : loop) record.distance = 10;
  EXPECT_THAT(complaint<fragments>(encode_certificate(header, loop).value()),
              HasSubstr("its distance is 10, at most 8 is asked for"));
  std::mt19937 dice(9);
  for (int i = 0; i < 200; ++i) {
    for (CertificateRecord& record : loop) record.distance = static_cast<std::uint16_t>(1 + dice() % 60);
    EXPECT_THAT(complaint<fragments>(encode_certificate(header, loop).value()),
                testing::AnyOf(HasSubstr("is asked for"), HasSubstr("does not fall")));
  }
}

TEST_F(Tampered, BytesThatAreNoPosition) {
  for (std::size_t at = 13; at < PackedPosition::kBytes; ++at) {
    std::vector<CertificateRecord> changed = records;
    CertificateRecord more = records.front();
    more.position.bytes[at] ^= 0x90;
    changed.push_back(more);
    EXPECT_THAT(complaint<fragments>(proof, changed),
                testing::AnyOf(HasSubstr("bytes that are no position's"), HasSubstr("en passant square"),
                               HasSubstr("rights that the game does not know")))
        << at;
  }
}

TEST_F(Tampered, TheHeader) {
  const auto opens = [&](auto change) {
    CertificateHeader header = proof.header;
    change(header);
    return CertificateReader::from_bytes(encode_certificate(header, records).value(), "proof").ok();
  };
  EXPECT_TRUE(opens([](auto&) {}));
  EXPECT_FALSE(opens([](auto& header) { header.distance = 2147483647; }));
  EXPECT_FALSE(opens([](auto& header) { header.distance = -1; }));
  EXPECT_FALSE(opens([](auto& header) { header.table_men = 20; }));
  EXPECT_FALSE(opens([](auto& header) { header.aim = ProofAim::hold; })) << "a draw that is held has no distance";
}

// Far more runs than a process may have files open.
TEST(Obligations, AreManyInLittleMemory) {
  Obligations obligations(1, std::filesystem::temp_directory_path());
  constexpr int kMany = 200'000;
  std::mt19937 dice(4);
  std::vector<int> order(kMany);
  std::iota(order.begin(), order.end(), 0);
  std::shuffle(order.begin(), order.end(), dice);
  for (const int number : order) {
    Obligation obligation;
    for (int byte = 0; byte < 4; ++byte)
      obligation.position.bytes[slot(byte)] = static_cast<std::uint8_t>(number >> (24 - 8 * byte));
    obligation.distance = static_cast<std::uint16_t>(number % 1000);
    ASSERT_TRUE(obligations.add(obligation));
  }
  ASSERT_TRUE(obligations.sort());
  for (int number = 0; number < kMany; ++number) {
    const auto obligation = obligations.next().value();
    ASSERT_TRUE(obligation);
    ASSERT_EQ(obligation->distance, number % 1000) << number;
  }
  EXPECT_FALSE(obligations.next().value());
}

TEST_F(Tampered, BytesOfTheFile) {
  std::mt19937 dice(11);
  for (int i = 0; i < 50; ++i) {
    std::vector<std::byte> bytes = proof.certificate;
    bytes[dice() % bytes.size()] ^= static_cast<std::byte>(1 + dice() % 255);
    EXPECT_FALSE(CertificateReader::from_bytes(bytes, "proof"));
  }
}

std::vector<CertificateRecord> rest_of(CertificateReader& reader) {
  std::vector<CertificateRecord> all;
  for (auto block = reader.next(); block && !block->empty(); block = reader.next())
    all.insert(all.end(), block->begin(), block->end());
  return all;
}

TEST_F(Tampered, AFileIsReadAsItsBytesAre) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder / "proof";
  ASSERT_TRUE(write_file(path, proof.certificate));
  Result<CertificateReader> reader = CertificateReader::open(path);
  ASSERT_TRUE(reader) << reader.error().message;
  EXPECT_EQ(reader->digest(), checksum(proof.certificate));
  EXPECT_EQ(rest_of(*reader), records);
  reader->rewind();
  EXPECT_EQ(rest_of(*reader), records);
  reader->rewind();
  std::filesystem::resize_file(path, proof.certificate.size() - 1);
  const auto block = reader->next();
  ASSERT_FALSE(block) << "it is not in memory";
  EXPECT_THAT(block.error().message, HasSubstr(path.string()));
}

TEST_F(Tampered, WithOrWithoutMemoryTheAnswerIsTheSame) {
  EXPECT_EQ(complaint<fragments>(proof.certificate, 1), "");
  EXPECT_EQ(complaint<fragments>(proof.certificate, std::size_t{64} << 20), "");
}

RC_GTEST_PROP(Obligations, ComeBackSortedAndStrict, ()) {
  const auto wanted = *rc::gen::container<std::vector<std::pair<std::uint8_t, std::uint8_t>>>(
      rc::gen::pair(rc::gen::arbitrary<std::uint8_t>(), rc::gen::arbitrary<std::uint8_t>()));
  Obligations obligations(1, std::filesystem::temp_directory_path());
  std::map<int, int> strictest;
  for (int copy = 0; copy < 40; ++copy)
    for (const auto& [position, distance] : wanted) {
      Obligation obligation;
      obligation.position.bytes[0] = position;
      obligation.position.bytes[1] = static_cast<std::uint8_t>(copy);
      obligation.distance = distance;
      RC_ASSERT(obligations.add(obligation).ok());
      const auto [known, is_new] = strictest.try_emplace(position * 256 + copy, distance);
      if (!is_new) known->second = std::min(known->second, int{distance});
    }
  RC_ASSERT(obligations.sort().ok());
  std::vector<std::pair<int, int>> found;
  for (auto obligation = obligations.next().value(); obligation; obligation = obligations.next().value())
    found.emplace_back(obligation->position.bytes[0] * 256 + obligation->position.bytes[1], obligation->distance);
  RC_ASSERT(found == (std::vector<std::pair<int, int>>(strictest.begin(), strictest.end())));
}

CheckReport report_by(int threads, const std::vector<std::byte>& bytes) {
  CertificateReader reader = CertificateReader::from_bytes(bytes, "proof").value();
  CheckOptions options;
  options.assume_tables = true;
  options.threads = threads;
  Progress progress;
  const auto report = check_certificate<fragments>(reader, nullptr, options, progress);
  EXPECT_TRUE(report) << report.error().message;
  return *report;
}

// Of several that are wrong the first is named, whoever comes to it first.
TEST(Check, SaysTheSameForAnyNumberOfThreads) {
  const auto file = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "books" / "proofs" / "fragments-start1-b1c3.proof";
  const std::vector<std::byte> whole = read_file(file).value();
  std::vector<CertificateRecord> records = records_of(whole);
  ASSERT_GT(records.size(), 20'000u);
  std::size_t first = 0;
  for (const std::size_t from : {19'000u, 12'345u, 5'000u}) {
    first = from;
    while (records[first].distance == 1) ++first;
    records[first].distance = 1;
  }
  const CertificateHeader header = CertificateReader::from_bytes(whole, "proof")->header();
  const std::vector<std::byte> changed = encode_certificate(header, records).value();
  for (const std::vector<std::byte>* bytes : {&whole, &changed}) {
    const CheckReport one = report_by(1, *bytes), three = report_by(3, *bytes);
    EXPECT_EQ(one.wrong, three.wrong);
    EXPECT_EQ(one.wrong.empty(), bytes == &whole);
    EXPECT_EQ(one.records, bytes == &whole ? records.size() : first);
    EXPECT_EQ(one.records, three.records);
    EXPECT_EQ(one.table_positions, three.table_positions);
  }
}

}  // namespace
}  // namespace bookends