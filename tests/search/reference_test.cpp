// The search against a textbook alpha-beta without a table, ordering or any pruning. With `selective` off both must
// find the same value for every position: principal variation search, the transposition table, aspiration and move
// ordering may change how fast a value is found, never the value.
#include <algorithm>

#include "core/eval/evaluate.h"
#include "tests/search/helpers.h"

namespace bookends {
namespace {

template <const Rules& R>
class Reference {
 public:
  Score value(const Position<R>& p, int depth) { return search(p, -kInfinite, kInfinite, depth, 0); }

 private:
  // The value of a game that is over by rule, on this path.
  std::optional<Score> over(const Position<R>& p, int ply) const {
    for (const Key key : path_)
      if (key == p.repetition_key()) return kDraw;
    const Verdict v = verdict(p);
    if (!v.over()) return std::nullopt;
    return v.outcome == Outcome::loss ? loss_in(ply) : kDraw;
  }

  Score search(const Position<R>& p, Score alpha, Score beta, int depth, int ply) {
    if (ply > 0)
      if (const auto known = over(p, ply)) return *known;
    if (depth == 0) return quiet(p, alpha, beta, ply);
    path_.push_back(p.repetition_key());
    Score best = -kInfinite;
    for (const Move m : p.legal_moves()) {
      best = std::max(best, -search(p.after(m), -beta, -std::max(alpha, best), depth - 1, ply + 1));
      if (best >= beta) break;
    }
    path_.pop_back();
    return best;
  }

  Score quiet(const Position<R>& p, Score alpha, Score beta, int ply) {
    if (const auto known = over(p, ply)) return *known;
    Score best = -kInfinite;
    MoveList moves;
    if (p.in_check()) {
      p.legal_moves(moves);
    } else {
      best = evaluate(p);
      p.legal_captures(moves);
    }
    // Big victims first: without this the captures of an open board take minutes.
    std::stable_sort(moves.begin(), moves.end(), [&](Move a, Move b) { return victim(p, a) > victim(p, b); });
    path_.push_back(p.repetition_key());
    for (const Move m : moves) {
      if (best >= beta) break;
      best = std::max(best, -quiet(p.after(m), -beta, -std::max(alpha, best), ply + 1));
    }
    path_.pop_back();
    return best;
  }

  static int victim(const Position<R>& p, Move m) { return p.at(m.to()).empty() ? 0 : 1 + index(p.at(m.to()).kind()); }

  std::vector<Key> path_;
};

template <const Rules& R>
void compare(int positions, int depth) {
  SearchOptions options;
  options.selective = false;
  options.hash_bytes = 1 << 20;
  for (int i = 0; i < positions; ++i) {
    const Position<R> p = playout<R>(static_cast<unsigned>(i), 2 + 17 * i % 90);
    if (!p.has_legal_move()) continue;
    const SearchResult result = search_to_depth<R>(p, depth, options);
    ASSERT_EQ(result.lines.front().score, Reference<R>().value(p, std::max(1, result.statistics.depth))) << p.fen();
  }
}

TEST(Reference, FindsTheSameValueAtDepth3) {
  for_every_game([]<const Rules & R>() { compare<R>(R.squares() < 64 ? 40 : 6, 3); });
}

TEST(Reference, FindsTheSameValueAtDepth4OnSmallBoards) {
  compare<games::fragments>(6, 4);
  compare<games::fragments_sd>(6, 4);
  compare<games::gardner>(6, 4);
}

// Deep enough for aspiration windows, in positions whose value changes from one depth to the next by more than they are
// wide at first: it falls outside of them on both sides.
TEST(Reference, FindsTheSameValueBeyondAspirationsFirstDepth) {
  SearchOptions options;
  options.selective = false;
  options.hash_bytes = 64;  // what other paths say of a repetition is not the reference's
  int above = 0, below = 0;
  const auto check = [&]<const Rules & R>(std::string_view fen) {
    const auto p = position_of<R>(fen);
    Score before = search_to_depth(p, 4, options).lines.front().score;
    for (int depth = 5; depth <= 7; ++depth) {
      const Score score = search_to_depth(p, depth, options).lines.front().score;
      EXPECT_EQ(score, Reference<R>().value(p, depth)) << fen << " depth " << depth;
      above += score > before + 20;
      below += score < before - 20;
      before = score;
    }
  };
  for (const auto fen :
       {"4k/1p3/5/3P1/K4 w", "k4/1p1p1/5/1P1P1/K4 w", "2k2/p4/4p/P3P/2K2 w", "k4/1n3/3p1/1P3/K1N2 b"}) {
    check.template operator()<games::fragments>(fen);
    check.template operator()<games::fragments_sd>(fen);
    check.template operator()<games::gardner>(fen);
  }
  for (const auto fen : {"4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1", "8/5k2/3p4/8/2P5/8/8/K7 b - - 0 1"})
    check.template operator()<games::chess>(fen);
  EXPECT_GT(above, 0);
  EXPECT_GT(below, 0);
}

// Endings, where stalemate, promotion and repetition decide.
TEST(Reference, FindsTheSameValueInEndings) {
  constexpr std::string_view endings[] = {"4k/5/5/1P3/K4 w",    "k4/P4/1K3/5/5 w",   "k4/2Q2/5/5/2K2 w",
                                          "k4/5/1K3/5/4N w",    "4k/3p1/5/1P3/K4 b", "k4/p4/5/1P3/K4 w",
                                          "3k1/1P3/5/3p1/K4 b", "2k2/2P2/2K2/5/5 b"};
  SearchOptions options;
  options.selective = false;
  for (const auto fen : endings) {
    SCOPED_TRACE(std::string(fen));
    const auto loses = position_of<games::fragments>(fen);
    const auto draws = position_of<games::fragments_sd>(fen);
    for (int depth = 1; depth <= 4; ++depth) {
      const auto a = search_to_depth(loses, depth, options), b = search_to_depth(draws, depth, options);
      if (!a.lines.empty() && a.statistics.depth == depth) {
        EXPECT_EQ(a.lines.front().score, Reference<games::fragments>().value(loses, depth));
      }
      if (!b.lines.empty() && b.statistics.depth == depth) {
        EXPECT_EQ(b.lines.front().score, Reference<games::fragments_sd>().value(draws, depth));
      }
    }
  }
}

// A regression test for a convention: scores are relative to the side to move at every node. A search that mixes points
// of view values a position and its mirror image differently.
TEST(Reference, ValuesAreRelativeToTheSideToMove) {
  SearchOptions options;
  options.selective = false;
  for_every_game([&]<const Rules & R>() {
    for (unsigned seed = 0; seed < 8; ++seed) {
      const Position<R> p = playout<R>(seed, 30);
      const Position<R> q = mirrored(p);
      for (int depth = 1; depth <= 3; ++depth)
        EXPECT_EQ(search_to_depth(p, depth, options).lines.front().score,
                  search_to_depth(q, depth, options).lines.front().score)
            << p.fen();
    }
  });
}

}  // namespace
}  // namespace bookends
