#include "books/games/part_reader.h"

#include <algorithm>
#include <limits>
#include <string_view>
#include <tuple>

#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends {

namespace {

constexpr int kMostPlies = std::numeric_limits<std::uint16_t>::max();

PlayedTo played_to(PgnResult result, Color mover) {
  switch (result) {
    case PgnResult::open:
      return PlayedTo::open;
    case PgnResult::draw:
      return PlayedTo::draw;
    case PgnResult::both_lose:
      return PlayedTo::loss;
    case PgnResult::white_wins:
      return mover == Color::white ? PlayedTo::win : PlayedTo::loss;
    case PgnResult::black_wins:
      return mover == Color::black ? PlayedTo::win : PlayedTo::loss;
  }
  return PlayedTo::open;
}

template <const Rules& R>
class PartReading {
 public:
  PartReading(const GameChoice& choice, const IsSetAside& is_set_aside)
      : choice_(choice),
        most_plies_(choice.max_ply > 0 ? std::min(choice.max_ply, kMostPlies) : kMostPlies),
        is_set_aside_(is_set_aside) {}

  ReadPart<R> run(const PgnPart& part, const std::string& name, PgnPolicy policy) {
    PgnReader reader(std::string_view(part.text), name, policy, out_.omitted, {}, part.first_line);
    Position<R> start = Position<R>::start();
    while (true) {
      Result<std::optional<PgnGame>> game = reader.next_played<R>(start);
      if (!game) out_.error = game.error();
      if (!game || !*game) return std::move(out_);
      take(std::move(**game), start);
    }
  }

 private:
  void take(PgnGame game, const Position<R>& start) {
    if (is_set_aside_(game)) {
      out_.set_aside.push_back({std::move(game), start});
      return;
    }
    facts_ = facts_of(game);
    if (!is_chosen(choice_, game, facts_)) {
      ++out_.passed_over;
      return;
    }
    const std::size_t begin = out_.moves.size();
    add_line(game, start);
    add_variations(game, start);
    once_each(begin);
    out_.games.push_back({hash_of(game, start), out_.moves.size(), start_number(start)});
  }

  void add(const Position<R>& position, Move move, int ply, bool played) {
    PlayedOnce once;
    once.key = position.key();
    once.game = static_cast<std::uint32_t>(out_.games.size());
    once.plies_left = static_cast<std::uint16_t>(kMostPlies - ply);
    once.move = static_cast<std::uint16_t>(move.bits());
    once.rating = position.turn() == Color::white ? facts_.white_elo : facts_.black_elo;
    once.year = facts_.year;
    once.to = played ? played_to(facts_.result, position.turn()) : PlayedTo::listed;
    out_.moves.push_back(once);
  }

  void add_line(const PgnGame& game, Position<R> position) {
    int ply = 0;
    for (std::uint32_t at = 0; !game.nodes[at].next.empty() && ply < most_plies_; ++ply) {
      at = game.nodes[at].next.front();
      add(position, game.nodes[at].move, ply, true);
      position.play(game.nodes[at].move);
    }
  }

  void add_variations(const PgnGame& game, const Position<R>& start) {
    const auto branches = [](const PgnNode& node) { return node.next.size() > 1; };
    if (std::ranges::none_of(game.nodes, branches)) return;
    std::vector<int> plies(game.nodes.size());
    std::vector<bool> is_line(game.nodes.size());
    is_line[0] = true;
    for (std::uint32_t at = 0; at < game.nodes.size(); ++at)  // parents stand before children
      for (const std::uint32_t child : game.nodes[at].next) {
        plies[child] = plies[at] + 1;
        is_line[child] = is_line[at] && child == game.nodes[at].next.front();
      }
    walk_pgn<R>(game, start, [&](const Position<R>& position, std::uint32_t node) {
      if (!is_line[node] && plies[node] <= most_plies_) add(position, game.nodes[node].move, plies[node] - 1, false);
    });
  }

  // Of a move that a game has more than once in the same position the last one counts; of variations none.
  void once_each(std::size_t begin) {
    const auto from = out_.moves.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto order = [](const PlayedOnce& m) {
      return std::tuple(m.key, m.move, m.to == PlayedTo::listed, m.plies_left);
    };
    std::sort(from, out_.moves.end(), [&](const auto& a, const auto& b) { return order(a) < order(b); });
    const auto same = [](const PlayedOnce& a, const PlayedOnce& b) { return a.key == b.key && a.move == b.move; };
    out_.moves.erase(std::unique(from, out_.moves.end(), same), out_.moves.end());
  }

  // Of all its moves, however many are counted.
  std::uint64_t hash_of(const PgnGame& game, const Position<R>& start) const {
    if (choice_.keep_duplicates) return 0;
    std::string identity = identity_of(game);
    if (identity.empty()) return 0;
    const auto add_number = [&](auto number) {
      identity.append(reinterpret_cast<const char*>(&number), sizeof number);
    };
    add_number(start.key());
    for (std::uint32_t at = 0; !game.nodes[at].next.empty();) {
      at = game.nodes[at].next.front();
      add_number(static_cast<std::uint16_t>(game.nodes[at].move.bits()));
    }
    return std::max<std::uint64_t>(1, checksum(as_bytes(identity)));
  }

  std::size_t start_number(const Position<R>& start) {
    const auto known = std::ranges::find(start_keys_, start.key());
    if (known != start_keys_.end()) return static_cast<std::size_t>(known - start_keys_.begin());
    start_keys_.push_back(start.key());
    out_.starts.push_back(start.fen());
    return start_keys_.size() - 1;
  }

  const GameChoice& choice_;
  int most_plies_;
  const IsSetAside& is_set_aside_;
  ReadPart<R> out_;
  GameFacts facts_;
  std::vector<Key> start_keys_;  // of out_.starts
};

}  // namespace

template <const Rules& R>
ReadPart<R> read_part(const PgnPart& part, const std::string& name, PgnPolicy policy, const GameChoice& choice,
                      const IsSetAside& is_set_aside) {
  return PartReading<R>(choice, is_set_aside).run(part, name, policy);
}

#define BOOKENDS_INSTANTIATE(game)                                                                     \
  template ReadPart<games::game> read_part<games::game>(const PgnPart&, const std::string&, PgnPolicy, \
                                                        const GameChoice&, const IsSetAside&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
