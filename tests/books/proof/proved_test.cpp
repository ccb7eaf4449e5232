// What follows from a certificate's records for all other moves, compared with a plain reading of them.
#include "books/proof/proved.h"

#include "tests/books/proof/support.h"

namespace bookends {
namespace {

using Plain = std::map<std::array<std::uint8_t, PackedPosition::kBytes>, CertificateRecord>;

Plain plain_of(const std::vector<std::byte>& bytes) {
  Plain plain;
  for (const CertificateRecord& record : records_of(bytes)) plain.emplace(record.position.bytes, record);
  return plain;
}

ProofIndex asked_index(const std::vector<std::byte>& bytes) {
  CertificateReader reader = CertificateReader::from_bytes(bytes, "proof").value();
  return ProofIndex::read(reader).value();
}

// The bound after a move of the attacker's, by the records alone; -1 where a reply leads out of them.
int bound_after(const Plain& plain, const Position<fragments>& defender) {
  if (const Verdict end = verdict(defender); end.over()) return end.outcome == Outcome::loss ? 0 : -1;
  int longest = 0;
  for (const Move reply : defender.legal_moves()) {
    const auto known = plain.find(pack(fragments, defender.after(reply).setup()).bytes);
    if (known == plain.end()) return -1;
    longest = std::max(longest, known->second.distance + 1);
  }
  return longest;
}

ProvedPosition must_know(const ProofProbe<fragments>& probe, const Position<fragments>& position) {
  auto told = probe.position(position);
  EXPECT_TRUE(told) << told.error().message;
  EXPECT_TRUE(told && *told) << position.fen();
  return told && *told ? **told : ProvedPosition();
}

// Of a proof that needs no tables: every record, every move there, and every reply to those that are proved.
TEST(ProofProbes, SayWhatFollowsFromTheRecords) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  const Plain plain = plain_of(proof.certificate);
  const ProofIndex index = asked_index(proof.certificate);
  const ProofProbe<fragments> probe(index, nullptr);
  int proved = 0, unproved = 0;
  for (const auto& [bytes, record] : plain) {
    const Position<fragments> position = unpack_position<fragments>(record.position).value();
    const ProvedPosition told = must_know(probe, position);
    EXPECT_EQ(told.plies, record.distance);
    ASSERT_EQ(static_cast<int>(told.moves.size()), position.legal_moves().size());
    EXPECT_EQ(told.moves[0].move, record.move);
    for (const ProvedMove& move : told.moves) {
      const Position<fragments> after = position.after(move.move);
      const int bound = bound_after(plain, after);
      EXPECT_EQ(move.own, move.move == record.move);
      ASSERT_EQ(move.proved(), bound >= 0) << position.fen();
      EXPECT_EQ(move.plies, std::max(bound, 0)) << position.fen();
      ++(move.proved() ? proved : unproved);
      if (move.out) {
        EXPECT_FALSE(plain.contains(pack(fragments, after.after(move.out).setup()).bytes));
      }
      if (move.by != ProvedBy::record) continue;
      const ProvedPosition defence = must_know(probe, after);
      EXPECT_EQ(defence.plies, bound);
      EXPECT_EQ(defence.moves.front().plies, bound - 1);
      for (std::size_t i = 1; i < defence.moves.size(); ++i)
        EXPECT_LE(defence.moves[i].plies, defence.moves[i - 1].plies);
    }
  }
  EXPECT_GT(proved, static_cast<int>(plain.size()));
  EXPECT_GT(unproved, 0);
}

TEST(ProofProbes, KnowNothingElse) {
  const ProveSummary proof = proof_of<fragments>(kMateInTwo);
  const ProofIndex index = asked_index(proof.certificate);
  const ProofProbe<fragments> probe(index, nullptr);
  for (const std::string fen : {"rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "rqknb/ppppp/5/PPPPP/BNKQR b - - 0 1",
                                "4k/4Q/3K1/5/5 b - - 0 1", "4k/5/2K2/5/5 b - - 0 1"}) {
    const auto told = probe.position(Position<fragments>::from_fen(fen).value());
    ASSERT_TRUE(told);
    EXPECT_FALSE(*told) << fen;
    EXPECT_TRUE(probe.main_line(Position<fragments>::from_fen(fen).value(), 9)->empty());
  }
}

TEST(ProofProbes, MainLinesEndInTheMate) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  const ProofIndex index = asked_index(proof.certificate);
  const ProofProbe<fragments> probe(index, nullptr);
  Position<fragments> position = Position<fragments>::from_fen(kShutIn).value();
  const std::vector<Move> line = probe.main_line(position, 400).value();
  EXPECT_LE(static_cast<int>(line.size()), proof.header.distance);
  const std::vector<Move> begin = probe.main_line(position, 5).value();
  EXPECT_EQ(begin, std::vector<Move>(line.begin(), line.begin() + 5));
  for (std::size_t i = 0; i < line.size(); ++i) {
    const ProvedPosition told = must_know(probe, position);
    EXPECT_EQ(line[i], told.moves[0].move) << i;
    EXPECT_EQ(probe.main_line(position, 400).value(),
              std::vector<Move>(line.begin() + static_cast<long>(i), line.end()));
    position.play(line[i]);
  }
  EXPECT_EQ(verdict(position).outcome, Outcome::loss);
}

TEST(ProofProbes, LinesThatHoldEndWhereTheyGoRound) {
  const ProveSummary proof = proof_of<fragments>(kCircle, ProofAim::hold);
  const ProofIndex index = asked_index(proof.certificate);
  const ProofProbe<fragments> probe(index, nullptr);
  Position<fragments> position = Position<fragments>::from_fen(kCircle).value();
  const std::vector<Move> line = probe.main_line(position, 1000).value();
  EXPECT_GT(line.size(), 1u);
  EXPECT_LT(line.size(), 20u);
  for (const Move move : line) {
    const ProvedPosition told = must_know(probe, position);
    EXPECT_EQ(told.plies, 0);
    for (const ProvedMove& each : told.moves) EXPECT_EQ(each.plies, 0);
    if (position.turn() != proof.header.attacker) {
      for (const ProvedMove& reply : told.moves) EXPECT_TRUE(reply.proved());
    }
    position.play(move);
  }
}

TEST(ProofProbes, SeeThroughProofsThatDoNotHold) {
  const ProveSummary proof = proof_of<fragments>(kShutIn);
  std::vector<CertificateRecord> records = records_of(proof.certificate);
  const Position<fragments> root = Position<fragments>::from_fen(kShutIn).value();
  const auto at_root = [&](const CertificateRecord& record) {
    return record.position == pack(fragments, root.setup());
  };
  const auto place = std::ranges::find_if(records, at_root);
  ASSERT_NE(place, records.end());
  const CertificateRecord good = *place;
  const auto complained = [&](const std::vector<CertificateRecord>& changed) {
    const ProofIndex index = asked_index(encode_certificate(proof.header, changed).value());
    const auto told = ProofProbe<fragments>(index, nullptr).position(root);
    return told ? std::string() : told.error().message;
  };
  place->move = Move(0, 0, Kind::queen);
  EXPECT_THAT(complained(records), HasSubstr("does not hold at " + root.fen()));
  EXPECT_EQ(complained({good}), "proof: it does not hold at " + root.fen() + "; `bookends book check` says more");
}

// Says the same of all positions of three men.
class AllAlike final : public Oracle<fragments> {
 public:
  explicit AllAlike(OracleValue value) : value_(value) {}
  std::string_view name() const override { return "alike"; }
  int max_men() const override { return 3; }
  std::optional<OracleValue> value(const Position<fragments>&) const override { return value_; }

 private:
  OracleValue value_;
};

// One record: White takes the knight, and tables of three men have the rest.
class ProofsOnTables : public testing::Test {
 protected:
  static constexpr int kDistance = 12, kTablePlies = 9;
  const Position<fragments> root = Position<fragments>::from_fen("2k2/5/2n2/2Q2/2K2 w - - 0 1").value();
  const Move takes = parse_uci(root, "c2c3").value();
  const AllAlike won{{OracleValue::Wdl::win, kTablePlies}};

  ProofIndex made(ProofAim aim = ProofAim::win) const {
    CertificateHeader header;
    header.game = "fragments";
    header.rules_fingerprint = fingerprint(fragments);
    header.root = root.fen();
    header.aim = aim;
    header.distance = aim == ProofAim::win ? kDistance : 0;
    header.table_men = 3;
    const auto distance = static_cast<std::uint16_t>(header.distance);
    return asked_index(encode_certificate(header, {{pack(fragments, root.setup()), takes, distance}}).value());
  }
};

TEST_F(ProofsOnTables, LeaveTheRestToThem) {
  const ProofIndex index = made();
  for (const AllAlike* tables : {&won, static_cast<const AllAlike*>(nullptr)}) {
    const ProofProbe<fragments> probe(index, tables);
    const int bound = tables != nullptr ? kTablePlies : kDistance - 2;
    const ProvedPosition told = must_know(probe, root), replies = must_know(probe, root.after(takes));
    EXPECT_EQ(told.plies, kDistance);
    EXPECT_TRUE(told.moves[0].own);
    EXPECT_EQ(told.moves[0].plies, bound + 1);
    EXPECT_EQ(replies.plies, bound + 1);
    for (const ProvedMove& reply : replies.moves) {
      EXPECT_EQ(reply.by, tables != nullptr ? ProvedBy::table : ProvedBy::left);
      EXPECT_EQ(reply.plies, bound);
    }
    EXPECT_EQ(probe.main_line(root, 99)->size(), 2u);
  }
}

// Without tables it vouches for its own move alone.
TEST_F(ProofsOnTables, SayMoreWithThem) {
  const ProofIndex index = made();
  const Position<fragments> stranger = Position<fragments>::from_fen("2k2/5/Q4/5/2K2 b - - 0 1").value();
  EXPECT_FALSE(*ProofProbe<fragments>(index, nullptr).position(stranger));
  const ProvedPosition told = must_know(ProofProbe<fragments>(index, &won), stranger);
  EXPECT_EQ(told.plies, kTablePlies + 1);
  for (const ProvedMove& move : must_know(ProofProbe<fragments>(index, &won), root).moves)
    if (!move.own) {
      EXPECT_EQ(move.by, ProvedBy::nothing);
      EXPECT_TRUE(move.out);
    }
}

TEST_F(ProofsOnTables, DoNotGoAgainstThem) {
  const AllAlike drawn({OracleValue::Wdl::draw, -1}), lost({OracleValue::Wdl::loss, 4});
  const AllAlike no_distance({OracleValue::Wdl::win, -1});
  const ProofIndex wins = made(), holds = made(ProofAim::hold);
  const auto is_fine = [&](const ProofIndex& index, const AllAlike& tables) {
    return ProofProbe<fragments>(index, &tables).position(root).ok();
  };
  EXPECT_TRUE(is_fine(wins, won));
  EXPECT_TRUE(is_fine(wins, no_distance)) << "as without tables";
  EXPECT_FALSE(is_fine(wins, drawn));
  EXPECT_TRUE(is_fine(holds, won));
  EXPECT_TRUE(is_fine(holds, drawn));
  EXPECT_FALSE(is_fine(holds, lost));
}

}  // namespace
}  // namespace bookends
