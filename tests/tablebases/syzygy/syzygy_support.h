// Syzygy files of KRvK and KPvK that say what our own tables say, leaving out what captures and zeroing moves say.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tablebases/probe/probe.h"
#include "tests/tablebases/syzygy/plain_syzygy.h"
#include "tests/tablebases/table_support.h"

namespace bookends::tables::test {

using ChessTables = Tables<games::chess>;

inline constexpr std::uint32_t kWdlMagic = 0x5D23E871, kDtzMagic = 0xA50C66D7;
inline constexpr Occupant kWhiteKing{Color::white, Kind::king}, kBlackKing{Color::black, Kind::king};

inline std::unique_ptr<ChessTables> open_chess(const std::filesystem::path& folder) {
  auto tables = ChessTables::open(folder);
  EXPECT_TRUE(tables.ok()) << tables.error().message;
  return tables.ok() ? std::move(*tables) : nullptr;
}

// All three men in the order of a file.
struct ThreeMen {
  Kind special;  // White's third man
  std::array<unsigned, 3> codes() const {
    const auto code = static_cast<unsigned>(special) + 1;
    return special == Kind::pawn ? std::array{code, 6U, 14U} : std::array{6U, code, 14U};
  }
  std::array<Man, 3> men(const Three& squares) const {
    const Occupant man{Color::white, special};
    if (special == Kind::pawn) return {Man{man, squares[0]}, {kWhiteKing, squares[1]}, {kBlackKing, squares[2]}};
    return {Man{kWhiteKing, squares[0]}, {man, squares[1]}, {kBlackKing, squares[2]}};
  }
  std::size_t files() const { return special == Kind::pawn ? 4 : 1; }
  std::vector<Three> placements(std::size_t file) const {
    return special == Kind::pawn ? placements_of_pawn(static_cast<int>(file)) : placements_of_pieces();
  }
};

inline Position<games::chess> position_of(const std::array<Man, 3>& men, Color turn) {
  Setup setup;
  for (const Man& man : men) setup.board[slot(man.square)] = man.piece;
  setup.turn = turn;
  const auto position = Position<games::chess>::from_setup(setup);
  return position.ok() ? *position : Position<games::chess>::start();  // of more men: no table's
}
inline bool is_legal(const Position<games::chess>& position) { return bookends::count(position.occupied()) == 3; }

inline PlainPart wdl_part(const ChessTables& truth, const ThreeMen& three, std::size_t file, Color turn) {
  PlainPart part;
  for (const Three& squares : three.placements(file)) {
    const auto position = position_of(three.men(squares), turn);
    int stored = 0;
    if (is_legal(position)) {
      stored = static_cast<int>(truth.probe(position, Metric::wdl).category) + 2;
      for (const Move move : position.legal_moves())
        if (position.is_capture(move)) stored = 0;  // a draw by capture, which the file takes for a loss
    }
    part.values.push_back(static_cast<std::uint16_t>(stored));
  }
  return part;
}

// Mapped, in plies or in moves. Wins by a zeroing move are anything.
inline PlainPart dtz_part(const ChessTables& truth, const ThreeMen& three, std::size_t file, Color turn, bool plies) {
  PlainPart part;
  part.flags = static_cast<std::uint8_t>((turn == Color::black ? 1 : 0) | 2 | (plies ? 4 | 8 : 0));
  for (const Three& squares : three.placements(file)) {
    const auto position = position_of(three.men(squares), turn);
    int stored = 0;
    if (is_legal(position)) {
      const Probed probed = truth.probe_all(position);
      const std::size_t map = probed.category > Category::draw ? 0 : 1;
      const bool zeroes_at_once = map == 0 && probed.dtz == 1 && probed.value.plies > 1;
      EXPECT_FALSE(probed.dtz_rounded) << position.fen();
      if (probed.category != Category::draw && !zeroes_at_once) {
        const int distance = std::max(probed.dtz - 1, 0) / (plies ? 1 : 2);
        auto& distances = part.maps[map];
        const auto at = std::find(distances.begin(), distances.end(), distance);
        stored = static_cast<int>(at - distances.begin());
        if (at == distances.end()) distances.push_back(static_cast<std::uint8_t>(distance));
      }
    }
    part.values.push_back(static_cast<std::uint16_t>(stored));
  }
  return part;
}

// Both files. DTZ of the a-file, and of pieces, is for `side` to move; that of each further file for the other in turn.
inline void write_syzygy(const ChessTables& truth, const ThreeMen& three, Color side, bool plies,
                         const std::filesystem::path& folder, const std::string& ending) {
  std::vector<PlainPart> wdl, dtz;
  for (std::size_t file = 0; file < three.files(); ++file) {
    for (const Color turn : kColors) wdl.push_back(wdl_part(truth, three, file, turn));
    dtz.push_back(dtz_part(truth, three, file, file % 2 == 0 ? side : ~side, plies));
  }
  put_bytes(folder / (ending + ".rtbw"), plain_syzygy(kWdlMagic, three.codes(), wdl));
  put_bytes(folder / (ending + ".rtbz"), plain_syzygy(kDtzMagic, three.codes(), dtz));
}

}  // namespace bookends::tables::test
