// A certificate in memory: every record is found there, nothing else is, and damaged files are refused.
#include "books/proof/index.h"

#include <thread>

#include "books/proof/origins.h"
#include "tests/books/proof/support.h"

namespace bookends {
namespace {

const std::filesystem::path kProofs = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "books/proofs";
const std::filesystem::path kSmallProof = kProofs / "fragments-start1-b2b3.proof";

ProofIndex index_of(const std::vector<std::byte>& bytes) {
  CertificateReader reader = CertificateReader::from_bytes(bytes, "proof").value();
  return ProofIndex::read(reader).value();
}

// What keeps bytes from being an index.
Error refusal_of(const std::vector<std::byte>& bytes) {
  Result<CertificateReader> reader = CertificateReader::from_bytes(bytes, "proof");
  if (!reader) return reader.error();
  const Result<ProofIndex> index = ProofIndex::read(*reader);
  EXPECT_FALSE(index);
  return index ? Error{ErrorCode::io, "none"} : index.error();
}

std::size_t misses(const ProofIndex& index, const std::vector<CertificateRecord>& records) {
  std::size_t wrong = 0;
  for (const CertificateRecord& record : records)
    wrong += index.find(record.position) == IndexedStep{record.move, record.distance} ? 0 : 1;
  return wrong;
}

TEST(ProofIndexes, FindEveryRecordOfAFile) {
  const std::vector<CertificateRecord> records = records_of(test::bytes_of(kSmallProof));
  const Result<ProofIndex> index = ProofIndex::open(kSmallProof);
  ASSERT_TRUE(index) << index.error().message;
  EXPECT_EQ(index->size(), records.size());
  EXPECT_EQ(index->name(), kSmallProof.string());
  EXPECT_EQ(&index->rules(), &fragments);
  EXPECT_EQ(misses(*index, records), 0u);
  EXPECT_LE(index->memory(), 20 * records.size());
}

TEST(ProofIndexes, FindNothingElse) {
  const ProofMoves known = moves_of(test::bytes_of(kSmallProof));
  const ProofIndex index = ProofIndex::open(kSmallProof).value();
  std::mt19937 dice(13);
  for (const auto& [bytes, move] : known)
    for (std::size_t at = 0; at < PackedPosition::kBytes; ++at) {
      PackedPosition other{bytes};
      other.bytes[at] ^= static_cast<std::uint8_t>(1 + dice() % 255);
      ASSERT_EQ(index.find(other).has_value(), known.contains(other.bytes)) << at;
    }
  EXPECT_FALSE(index.find(Position<fragments>::from_fen(kMateInTwo).value()));
  EXPECT_FALSE(index.find(PackedPosition()));
}

TEST(ProofIndexes, OfOneRecordOrNone) {
  const ProveSummary proof = proof_of<fragments>(kMateInTwo);
  const std::vector<CertificateRecord> records = records_of(proof.certificate);
  ASSERT_GT(records.size(), 1u);
  const ProofIndex one = index_of(encode_certificate(proof.header, {records[0]}).value());
  EXPECT_EQ(misses(one, {records[0]}), 0u);
  EXPECT_FALSE(one.find(records[1].position));
  const ProofIndex none = index_of(encode_certificate(proof.header, {}).value());
  EXPECT_FALSE(none.find(records[0].position));
}

TEST(ProofIndexes, OfSidesThatHoldHaveNoDistances) {
  const ProveSummary proof = proof_of<fragments>(kBlocked, ProofAim::hold);
  const ProofIndex index = index_of(proof.certificate);
  EXPECT_EQ(index.header().aim, ProofAim::hold);
  const std::vector<CertificateRecord> records = records_of(proof.certificate);
  EXPECT_EQ(misses(index, records), 0u);
  for (const CertificateRecord& record : records) EXPECT_EQ(index.find(record.position)->distance, 0);
}

TEST(ProofIndexes, RefuseDamage) {
  const std::vector<std::byte> whole = test::bytes_of(kSmallProof);
  std::mt19937 dice(11);
  for (int tried = 0; tried < 200; ++tried) {
    std::vector<std::byte> damaged = whole;
    damaged[dice() % damaged.size()] ^= static_cast<std::byte>(1u << dice() % 8);
    EXPECT_THAT(refusal_of(damaged).code, testing::AnyOf(ErrorCode::corrupt, ErrorCode::unsupported));
  }
  for (const std::size_t size : {std::size_t{0}, std::size_t{20}, whole.size() / 2, whole.size() - 1})
    EXPECT_EQ(refusal_of({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}).code, ErrorCode::corrupt);
  EXPECT_EQ(ProofIndex::open(kProofs / "none.proof").error().code, ErrorCode::not_found);
}

TEST(ProofIndexes, RefuseWhatCannotBeSearched) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  std::vector<CertificateRecord> records = records_of(proof.certificate);
  std::swap(records[3], records[4]);
  const Error disorder = refusal_of(encode_certificate(proof.header, records).value());
  EXPECT_EQ(disorder.code, ErrorCode::corrupt);
  EXPECT_THAT(disorder.message, HasSubstr("not in order"));
  records[3] = records[4];
  EXPECT_EQ(refusal_of(encode_certificate(proof.header, records).value()).code, ErrorCode::corrupt) << "twice the same";
}

TEST(ProofIndexes, RefuseOtherRules) {
  const ProveSummary proof = proof_of<fragments>(kMateInTwo);
  const auto with = [&](const std::string& game, std::uint64_t rules) {
    CertificateHeader header = proof.header;
    header.game = game;
    header.rules_fingerprint = rules;
    return refusal_of(encode_certificate(header, records_of(proof.certificate)).value()).code;
  };
  EXPECT_EQ(with("fragments", proof.header.rules_fingerprint + 1), ErrorCode::unsupported);
  EXPECT_EQ(with("no-game", proof.header.rules_fingerprint), ErrorCode::unsupported);
  EXPECT_EQ(with("gardner", proof.header.rules_fingerprint), ErrorCode::unsupported);
}

TEST(ProofIndexes, AnswerManyThreads) {
  const std::vector<CertificateRecord> records = records_of(test::bytes_of(kSmallProof));
  const ProofIndex index = ProofIndex::open(kSmallProof).value();
  std::vector<std::size_t> wrong(4);
  {
    std::vector<std::jthread> threads;
    for (std::size_t& own : wrong) threads.emplace_back([&] { own = misses(index, records); });
  }
  EXPECT_EQ(wrong, std::vector<std::size_t>(4));
}

// Moves taken back: wherever a record's move leads, the record is found again.
template <const Rules& R>
void expect_origins(const ProofIndex& index, const std::vector<CertificateRecord>& records, std::size_t every) {
  for (std::size_t i = 0; i < records.size(); i += every) {
    const Position<R> position = unpack_position<R>(records[i].position).value();
    const std::optional<int> promised = promised_by_records<R>(index, position.after(records[i].move));
    ASSERT_TRUE(promised) << position.fen();
    ASSERT_LE(*promised, std::max(0, records[i].distance - 1)) << position.fen();
  }
}

TEST(ProofOrigins, AreFound) {
  expect_origins<fragments>(ProofIndex::open(kSmallProof).value(), records_of(test::bytes_of(kSmallProof)), 9);
  const auto hold = proof_of<fragments>(kCircle, ProofAim::hold).certificate;
  expect_origins<fragments>(index_of(hold), records_of(hold), 1);
}

TEST(ProofOrigins, AreNotFoundWhereThereAreNone) {
  const ProofIndex index = ProofIndex::open(kSmallProof).value();
  EXPECT_FALSE(promised_by_records<fragments>(index, Position<fragments>::start()));
  const Position<fragments> root = Position<fragments>::from_fen(index.header().root).value();
  const Move own = index.find(root)->move;
  for (const Move move : root.legal_moves()) {
    const std::optional<int> promised = promised_by_records<fragments>(index, root.after(move));
    EXPECT_EQ(promised.has_value(), move == own);
  }
}

// A pawn taken in passing, a man promoted, and a root where the defender is to move.
TEST(ProofOrigins, OfEveryKindOfMove) {
  const auto leads = [](const std::string& fen, const std::string& uci) {
    const Position<fragments> position = Position<fragments>::from_fen(fen).value();
    const Move move = parse_uci(position, uci).value();
    CertificateHeader header = proof_of<fragments>(kMateInTwo).header;
    header.attacker = position.turn();
    header.rules_fingerprint = fingerprint(fragments);
    const ProofIndex index =
        index_of(encode_certificate(header, {{pack(fragments, position.setup()), move, 9}}).value());
    return promised_by_records<fragments>(index, position.after(move)) == 8;
  };
  EXPECT_TRUE(leads("4k/5/5/1pP2/4K w - b3 0 1", "c2b3"));
  EXPECT_TRUE(leads("4k/5/5/1pP2/4K w - b3 0 1", "e1d1")) << "a right that is not used";
  EXPECT_TRUE(leads("4k/P4/5/5/4K w - - 0 1", "a4a5q"));
  EXPECT_TRUE(leads("1n2k/P4/5/5/4K w - - 0 1", "a4b5q"));
  EXPECT_TRUE(leads("4k/5/2n2/5/2R1K w - - 0 1", "c1c3"));
  const ProveSummary lost = [] {
    const TemporaryFolder folder;
    ProveJob job = job_of<fragments>("4k/5/2K2/5/Q4 b - - 0 1", folder.path());
    job.settings.attacker = Color::white;
    return must_prove<fragments>(job);
  }();
  const Position<fragments> root = Position<fragments>::from_fen(lost.header.root).value();
  EXPECT_EQ(promised_by_records<fragments>(index_of(lost.certificate), root), lost.header.distance);
}

}  // namespace
}  // namespace bookends
