#include "core/rules/games.h"

#include "core/rules/geometry.h"

namespace bookends {
namespace {

// FNV-1a over numbers.
class Digest {
 public:
  void add(std::uint64_t value) {
    for (int i = 0; i < 8; ++i, value >>= 8) hash_ = (hash_ ^ (value & 0xFF)) * 0x100000001B3;
  }
  std::uint64_t value() const { return hash_; }

 private:
  std::uint64_t hash_ = 0xCBF29CE484222325;
};

}  // namespace

std::span<const Rules* const> all_games() { return detail::kGames; }

Result<const Rules*> find_game(std::string_view name) {
  std::string known;
  for (const Rules* rules : detail::kGames) {
    if (rules->name == name) return rules;
    known += (known.empty() ? "" : ", ") + std::string(rules->name);
  }
  return Error{ErrorCode::invalid_argument, "unknown game '" + std::string(name) + "'; the games are " + known};
}

const Rules* find_game(std::uint64_t made_under) {
  for (const Rules* rules : detail::kGames)
    if (fingerprint(*rules) == made_under) return rules;
  return nullptr;
}

std::uint64_t fingerprint(const Rules& r) {
  Digest d;
  for (const int n : {r.files, r.ranks, r.promotion_ranks, r.move_limit, r.repetition, detail::pawn_home_rank(r)})
    d.add(static_cast<std::uint64_t>(n));
  for (const bool b : {r.double_step, r.en_passant, r.castling, r.repetition_counts_rights}) d.add(b ? 1 : 0);
  d.add(static_cast<std::uint64_t>(r.stalemate));
  d.add(static_cast<std::uint64_t>(r.too_little));
  d.add(static_cast<std::uint64_t>(r.counting));
  for (const Piece& p : r.pieces) {
    d.add(static_cast<unsigned char>(p.letter));
    d.add(p.leaps);
    d.add(p.slides);
  }
  for (const std::string_view letters : {r.promotes_to, r.strength}) {
    d.add(letters.size());
    for (const char ch : letters) d.add(static_cast<unsigned char>(ch));
  }
  return d.value();
}

Result<std::string> start_fen(const Rules& rules, std::string_view start_name) {
  if (start_name.empty() || start_name == "startpos") return std::string(rules.starts[0]);
  std::string known;
  for (std::size_t i = 0; i < rules.starts.size() && !rules.starts[i].empty(); ++i) {
    if (rules.start_names[i] == start_name) return std::string(rules.starts[i]);
    known += (known.empty() ? "" : ", ") + std::string(rules.start_names[i]);
  }
  return Error{ErrorCode::invalid_argument,
               std::string(rules.name) + " has no start position '" + std::string(start_name) + "'; it has " + known};
}

}  // namespace bookends
