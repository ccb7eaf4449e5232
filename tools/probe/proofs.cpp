#include "tools/probe/proofs.h"

#include <array>
#include <filesystem>
#include <tuple>

#include "core/notation/move_text.h"
#include "core/position/fen.h"

namespace bookends {
namespace {

// The tables of the C library for those who ask an oracle. Of a damaged table nothing is known.
template <const Rules& R>
class AskedTables final : public Oracle<R> {
 public:
  explicit AskedTables(const bookends_tables* tables) : tables_(tables) {}

  std::string_view name() const override { return "tablebase"; }
  int max_men() const override { return bookends_tables_max_men(tables_); }
  std::optional<OracleValue> value(const Position<R>& position) const override {
    std::array<char, 512> message{};
    bookends_tables_value value{};
    const std::string fen = format_fen(R, position.setup());
    const int status =
        bookends_tables_probe_fen(tables_, fen.c_str(), BOOKENDS_TABLES_DTM, &value, message.data(), message.size());
    if (status != BOOKENDS_TABLES_OK) return std::nullopt;
    return OracleValue{static_cast<OracleValue::Wdl>(value.wdl), value.plies};
  }

 private:
  const bookends_tables* tables_;
};

// Calls ask(probe) with what asks one certificate.
template <const Rules& R, class Ask>
auto with_probe(const ProbeSources& sources, std::size_t which, Ask&& ask) {
  std::optional<AskedTables<R>> tables;
  if (sources.tables) tables.emplace(sources.tables.get());
  return ask(ProofProbe<R>(*sources.proofs[which], tables ? &*tables : nullptr));
}

template <const Rules& R>
ProbedProofMove told_move(const Position<R>& position, const ProvedMove& move) {
  ProbedProofMove told{
      format_uci(R, move.move), format_san(position, move.move), move.by, move.plies, move.own, {}, {}};
  if (!move.out) return told;
  told.out = format_san(position.after(move.move), move.out);
  told.out_uci = format_uci(R, move.out);
  return told;
}

template <const Rules& R>
ProbedProof told_of(const ProofIndex& index, const Position<R>& position, const ProvedPosition& proved) {
  const CertificateHeader& header = index.header();
  ProbedProof told{.file = std::filesystem::path(index.name()).filename(),
                   .attacker = header.attacker,
                   .aim = header.aim,
                   .table_men = header.table_men,
                   .plies = proved.plies,
                   .moves = {}};
  for (const ProvedMove& move : proved.moves) told.moves.push_back(told_move(position, move));
  return told;
}

bool says_more(const ProbedProof& a, const ProbedProof& b) {
  return std::tuple(a.aim, a.plies) < std::tuple(b.aim, b.plies);
}

// What each certificate but `but` proves of a position; the one that says most.
template <const Rules& R>
Result<std::optional<ProbedProof>> ask_all(const ProbeSources& sources, const Position<R>& position,
                                           std::optional<std::size_t> but) {
  std::optional<ProbedProof> best;
  for (std::size_t which = 0; which < sources.proofs.size(); ++which) {
    if (which == but) continue;
    const auto proved = with_probe<R>(sources, which, [&](const auto& probe) { return probe.position(position); });
    if (!proved) return proved.error();
    if (!*proved) continue;
    ProbedProof told = told_of<R>(*sources.proofs[which], position, **proved);
    told.which = which;
    if (!best || says_more(told, *best)) best = std::move(told);
  }
  return best;
}

// A winner's other moves may be proved to lose: each by a certificate of its own.
template <const Rules& R>
Result<void> look_elsewhere(const ProbeSources& sources, const Position<R>& position, ProbedProof& proof) {
  if (sources.proofs.size() < 2) return {};
  for (ProbedProofMove& move : proof.moves) {
    if (move.proved()) continue;
    const auto after = position.after(*parse_uci(position, move.uci));
    const Result<std::optional<ProbedProof>> told = ask_all<R>(sources, after, proof.which);
    if (!told) return told.error();
    if (*told) move.elsewhere = ElsewhereProved{(*told)->file, (*told)->attacker, (*told)->aim, (*told)->plies};
  }
  return {};
}

}  // namespace

std::string_view proved_by_name(ProvedBy by) {
  constexpr std::array<std::string_view, 5> kNames{"nothing", "record", "end", "table", "left"};
  return kNames[static_cast<std::size_t>(by)];
}

Result<std::optional<ProbedProof>> ask_proofs(const Rules& rules, const ProbeSources& sources, const std::string& fen) {
  std::optional<ProbedProof> best;
  if (sources.proofs.empty()) return best;
  const Result<void> asked = with_game(rules, [&]<const Rules & R>() -> Result<void> {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    Result<std::optional<ProbedProof>> told = ask_all<R>(sources, *position, std::nullopt);
    if (!told) return told.error();
    best = std::move(*told);
    if (best) return look_elsewhere<R>(sources, *position, *best);
    return {};
  });
  if (!asked) return asked.error();
  return best;
}

Result<std::vector<std::string>> ask_main_line(const Rules& rules, const ProbeSources& sources, std::size_t which,
                                               const std::string& fen, std::size_t most) {
  return with_game(rules, [&]<const Rules & R>() -> Result<std::vector<std::string>> {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    const auto line =
        with_probe<R>(sources, which, [&](const auto& probe) { return probe.main_line(*position, most); });
    if (!line) return line.error();
    std::vector<std::string> moves;
    for (const Move move : *line) moves.push_back(format_uci(R, move));
    return moves;
  });
}

}  // namespace bookends
