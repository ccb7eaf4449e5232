#include "tests/solved/proofs.h"

#include <algorithm>

#include "core/notation/move_text.h"
#include "core/position/outcome.h"
#include "core/rules/games.h"

namespace bookends::test {
namespace {

template <const Rules& R>
class ProofReader {
 public:
  ProofReader(ProofFacts& facts, std::vector<CertificateRecord> records)
      : facts_(facts), records_(std::move(records)) {}

  Result<void> read(std::size_t plies) {
    Result<Position<R>> root = Position<R>::from_fen(facts_.header.root);
    if (!root) return root.error();
    Position<R> position = *root;
    while (facts_.line.size() < plies && !verdict(position).over()) {
      const bool own = position.turn() == facts_.header.attacker;
      const Move move = own ? answer(position) : longest(position);
      if (!move) break;
      if (!position.is_legal(move))
        return Error{ErrorCode::corrupt, facts_.file + ": a move that is not legal at " + position.fen()};
      facts_.line.push_back({position.fen(), format_san(position, move), format_uci(R, move)});
      position = position.after(move);
      if (facts_.line.size() == 1 && own) list_replies(position);
    }
    return {};
  }

 private:
  const CertificateRecord* find(const Position<R>& position) const {
    const PackedPosition packed = pack(R, position.setup());
    const auto found = std::lower_bound(
        records_.begin(), records_.end(), packed,
        [](const CertificateRecord& record, const PackedPosition& p) { return in_order(record.position, p); });
    return found != records_.end() && found->position == packed ? &*found : nullptr;
  }

  Move answer(const Position<R>& position) const {
    const CertificateRecord* record = find(position);
    return record ? record->move : Move();
  }

  // Of replies that hold out as long the first by its text, so that the line is always the same one.
  Move longest(const Position<R>& position) const {
    Move best;
    int most = -1;
    std::string text;
    for (const Move m : position.legal_moves()) {
      const CertificateRecord* record = find(position.after(m));
      if (record == nullptr || int{record->distance} < most) continue;
      const std::string san = format_san(position, m);
      if (int{record->distance} == most && san > text) continue;
      best = m, most = record->distance, text = san;
    }
    return best;
  }

  void list_replies(const Position<R>& position) {
    for (const Move m : position.legal_moves()) {
      Reply reply{format_san(position, m), "", 0};
      const Position<R> next = position.after(m);
      if (const CertificateRecord* record = find(next)) {
        reply.answer = format_san(next, record->move);
        reply.plies = record->distance;
      }
      facts_.replies.push_back(std::move(reply));
    }
    std::sort(facts_.replies.begin(), facts_.replies.end(),
              [](const Reply& a, const Reply& b) { return a.plies != b.plies ? a.plies > b.plies : a.san < b.san; });
  }

  ProofFacts& facts_;
  std::vector<CertificateRecord> records_;
};

}  // namespace

Result<ProofFacts> read_facts(const Rules& rules, const std::filesystem::path& path, std::size_t plies) {
  Result<CertificateReader> reader = CertificateReader::open(path);
  if (!reader) return reader.error();
  ProofFacts facts{path.filename().string(), std::filesystem::file_size(path), reader->header(), {}, {}};
  std::vector<CertificateRecord> records;
  records.reserve(facts.header.records);
  while (true) {
    const auto block = reader->next();
    if (!block) return block.error();
    if (block->empty()) break;
    records.insert(records.end(), block->begin(), block->end());
  }
  const Result<void> done =
      with_game(rules, [&]<const Rules & R>() { return ProofReader<R>(facts, std::move(records)).read(plies); });
  if (!done) return done.error();
  return facts;
}

}  // namespace bookends::test
