// What the tests of Polyglot books share: files by hand, games, and the program itself.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "books/edit/book_graph.h"
#include "books/exchange/polyglot.h"
#include "core/io/file.h"
#include "core/notation/castling.h"
#include "core/notation/move_text.h"
#include "core/rules/games.h"
#include "tests/support/program.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {

struct BinEntry {
  Key key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 1;
  std::uint32_t learned = 0;

  bool operator==(const BinEntry&) const = default;
};
using Bin = std::vector<BinEntry>;

inline std::ostream& operator<<(std::ostream& out, const BinEntry& e) {
  return out << std::hex << e.key << ' ' << e.move << std::dec << ' ' << e.weight << ' ' << e.learned;
}

inline std::vector<std::byte> bytes_of_bin(const Bin& entries) {
  std::vector<std::byte> bytes;
  const auto put = [&](std::uint64_t number, int size) {
    for (int i = size - 1; i >= 0; --i) bytes.push_back(static_cast<std::byte>(number >> (8 * i)));
  };
  for (const BinEntry& e : entries) put(e.key, 8), put(e.move, 2), put(e.weight, 2), put(e.learned, 4);
  return bytes;
}

inline Bin bin_of(const std::vector<std::byte>& bytes) {
  Bin entries;
  const auto get = [&](std::size_t at, std::size_t size) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < size; ++i) number = number << 8 | std::to_integer<std::uint64_t>(bytes.at(at + i));
    return number;
  };
  for (std::size_t at = 0; at < bytes.size(); at += 16)
    entries.push_back({get(at, 8), static_cast<std::uint16_t>(get(at + 8, 2)),
                       static_cast<std::uint16_t>(get(at + 10, 2)), static_cast<std::uint32_t>(get(at + 12, 4))});
  return entries;
}

// Polyglot leaves moves of equal weight in the order in which games brought them; a dump has them by their numbers,
// behind the book's own, which is the first of the file.
inline Bin in_order_of_dumps(Bin entries, bool first_stays = true) {
  for (auto at = entries.begin(); at != entries.end();) {
    const auto end = std::find_if(at, entries.end(), [&](const BinEntry& e) { return e.key != at->key; });
    std::sort(at + (first_stays ? 1 : 0), end, [](const BinEntry& a, const BinEntry& b) {
      return std::tuple(b.weight, a.move) < std::tuple(a.weight, b.move);
    });
    at = end;
  }
  return entries;
}

inline Bin of_positions(Bin entries, const std::set<Key>& keys) {
  std::erase_if(entries, [&](const BinEntry& e) { return !keys.contains(e.key); });
  return entries;
}

using Chess = Position<games::chess>;

struct DiceGame {
  std::vector<Move> moves;
  std::string result;
};

// Games by dice, at first among few moves, without a repetition. They castle and promote now and then.
inline std::vector<DiceGame> dice_games(std::size_t count, int plies, std::uint64_t seed) {
  constexpr const char* kResults[] = {"1-0", "0-1", "1/2-1/2", "*", "1-0", "1/2-1/2"};
  std::mt19937_64 random(seed);
  std::vector<DiceGame> games(count);
  for (DiceGame& game : games) {
    game.result = kResults[random() % 6];
    Chess position = Chess::start();
    std::set<Key> met{position.key()};
    for (int ply = 0; ply < plies; ++ply) {
      const MoveList legal = position.legal_moves();
      if (legal.empty()) break;
      const int choices = ply < 8 ? std::min(legal.size(), 3) : legal.size();
      Move move = legal[static_cast<int>(random() % static_cast<unsigned>(choices))];
      for (const Move rare : legal)
        if (is_castling(position, rare) && random() % 2 == 0) move = rare;
      if (!met.insert(position.after(move).key()).second) break;
      game.moves.push_back(move);
      position.play(move);
    }
  }
  return games;
}

inline std::string pgn_of(const std::vector<DiceGame>& games) {
  std::string text;
  for (const DiceGame& game : games) {
    text += "[Result \"" + game.result + "\"]\n\n";
    Chess position = Chess::start();
    for (std::size_t i = 0; i < game.moves.size(); ++i) {
      if (i % 2 == 0) text += std::to_string(i / 2 + 1) + ". ";
      text += format_san(position, game.moves[i]) + '\n';
      position.play(game.moves[i]);
    }
    text += game.result + "\n\n";
  }
  return text;
}

// What polyglot's make-book makes of games, or its merge-book of books.
class PolyglotProgram {
 public:
  static bool is_there() { return std::filesystem::exists(kPath); }

  std::vector<std::byte> make_book(const std::string& pgn, std::vector<std::string> more = {}) const {
    const std::string in = folder_ / "games.pgn", out = folder_ / "games.bin";
    EXPECT_TRUE(write_file(in, as_bytes(pgn)));
    if (std::ranges::find(more, "-min-game") == more.end()) more.insert(more.end(), {"-min-game", "1"});
    more.insert(more.begin(), {"make-book", "-pgn", in, "-bin", out});
    return run(more, out);
  }

  std::vector<std::byte> merge_book(const std::vector<std::byte>& a, const std::vector<std::byte>& b) const {
    const std::string first = folder_ / "a.bin", second = folder_ / "b.bin", out = folder_ / "both.bin";
    EXPECT_TRUE(write_file(first, a));
    EXPECT_TRUE(write_file(second, b));
    return run({"merge-book", "-in1", first, "-in2", second, "-out", out}, out);
  }

 private:
  static constexpr const char* kPath = "/usr/games/polyglot";

  static std::vector<std::byte> run(const std::vector<std::string>& arguments, const std::string& out) {
    const RunResult run = run_program(kPath, arguments);
    EXPECT_EQ(run.exit_code, 0) << run.out << run.err;
    const auto bytes = read_file(out);
    EXPECT_TRUE(bytes);
    return bytes ? *bytes : std::vector<std::byte>();
  }

  TemporaryFolder folder_;
};

}  // namespace bookends::test
