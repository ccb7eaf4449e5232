#include "books/file/packed_position.h"

namespace bookends {

PackedPosition pack(const Rules& rules, const Setup& setup) {
  PackedPosition packed;
  for (std::size_t s = 0; s < static_cast<std::size_t>(rules.squares()); ++s) {
    const Occupant occupant = setup.board[s];
    if (occupant.empty()) continue;
    const int code = 1 + index(occupant.color()) * kKinds + index(occupant.kind());
    packed.bytes[s / 2] = static_cast<std::uint8_t>(packed.bytes[s / 2] | code << (s % 2 * 4));
  }
  packed.bytes[PackedPosition::kFlags] = static_cast<std::uint8_t>(index(setup.turn) | setup.castling << 1);
  packed.bytes[PackedPosition::kEnPassant] = static_cast<std::uint8_t>(setup.en_passant + 1);
  packed.bytes[PackedPosition::kCountLimit] = static_cast<std::uint8_t>(setup.count.limit);
  packed.bytes[PackedPosition::kCountPlies] = static_cast<std::uint8_t>(setup.count.plies);
  return packed;
}

Setup unpack(const Rules& rules, const PackedPosition& packed) {
  Setup setup;
  for (std::size_t s = 0; s < static_cast<std::size_t>(rules.squares()); ++s) {
    const int code = packed.bytes[s / 2] >> (s % 2 * 4) & 15;
    if (code == 0 || code > 2 * kKinds) continue;
    setup.board[s] = Occupant(static_cast<Color>((code - 1) / kKinds), static_cast<Kind>((code - 1) % kKinds));
  }
  setup.turn = packed.turn();
  setup.castling = static_cast<std::uint8_t>(packed.bytes[PackedPosition::kFlags] >> 1 & 15);
  setup.en_passant = packed.bytes[PackedPosition::kEnPassant] - 1;
  setup.count.limit = packed.bytes[PackedPosition::kCountLimit];
  setup.count.plies = packed.bytes[PackedPosition::kCountPlies];
  return setup;
}

Result<void> check_packed(const Rules& rules, const PackedPosition& packed) {
  const Setup setup = unpack(rules, packed);
  if (const Result<void> sound = check_setup(rules, setup); !sound) return sound;
  if (pack(rules, setup) != packed) return Error{ErrorCode::invalid_argument, "bytes that are no position's"};
  return {};
}

}  // namespace bookends
