#include "books/review/ways.h"

#include <algorithm>
#include <functional>
#include <queue>
#include <unordered_map>

#include "books/file/packed_position.h"

namespace bookends {

namespace {

constexpr std::size_t kStepsOfAPosition = 10;
constexpr std::size_t kMostWayPlies = 0xffff;
constexpr std::size_t kMostTries = 20'000;  // of one question, where lines go round in circles

}  // namespace

// Position after position, those that are nearest to a start first.
template <const Rules& R>
class WayMapper {
 public:
  WayMapper(const Book<R>& book, std::size_t most) : book_(book), most_(most) {}

  Result<std::optional<WayMap>> run() {
    if (book_.file().positions() > most_) return std::optional<WayMap>();
    map_.starts_ = book_.file().header().starts;
    for (const std::string& fen : map_.starts_) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (!start) return start.error();
      map_.start_ids_.push_back(id_of(*start, 0));
    }
    for (std::uint32_t id = 0; id < positions_.size(); ++id) {
      follow(id);
      if (positions_.size() > most_ || found_.size() > kStepsOfAPosition * most_) return std::optional<WayMap>();
    }
    order();
    return std::optional(std::move(map_));
  }

 private:
  struct Found {
    std::uint32_t child;
    WayMap::Step step;
  };

  std::uint32_t id_of(const Position<R>& position, std::size_t depth) {
    const auto [place, is_new] = ids_.emplace(position.key(), static_cast<std::uint32_t>(positions_.size()));
    if (is_new) {
      positions_.push_back(pack(R, position.setup()));
      map_.depths_.push_back(static_cast<std::uint16_t>(depth));
    }
    return place->second;
  }

  void follow(std::uint32_t id) {
    const std::size_t depth = map_.depths_[id] + std::size_t{1};
    const Position<R> position = position_of<R>(positions_[id]);
    const auto answer = book_.probe(position);
    if (!answer || depth > kMostWayPlies) return;
    const bool own_turn = is_own_turn(book_.file().header().side, position.turn());
    for (const Move move : position.legal_moves()) {
      if (own_turn && move != answer->move) continue;
      const Position<R> next = position.after(move);
      if (book_.probe(next)) found_.push_back({id_of(next, depth), {id, move}});
    }
  }

  // By child, those of the nearest parents first.
  void order() {
    std::ranges::stable_sort(found_, {},
                             [&](const Found& f) { return std::pair(f.child, map_.depths_[f.step.parent]); });
    map_.first_.assign(positions_.size() + 1, 0);
    for (const Found& found : found_) {
      ++map_.first_[found.child + 1];
      map_.steps_.push_back(found.step);
    }
    for (std::size_t id = 0; id < positions_.size(); ++id) map_.first_[id + 1] += map_.first_[id];
    for (const auto& [key, id] : ids_) map_.keys_.push_back({key, id});
    std::ranges::sort(map_.keys_, {}, &WayMap::Keyed::key);
  }

  const Book<R>& book_;
  const std::size_t most_;
  WayMap map_;
  std::unordered_map<Key, std::uint32_t> ids_;
  std::vector<PackedPosition> positions_;  // by id
  std::vector<Found> found_;
};

template <const Rules& R>
Result<std::optional<WayMap>> WayMap::of(const Book<R>& book, std::size_t most) {
  return WayMapper<R>(book, most).run();
}

std::optional<std::uint32_t> WayMap::id_of(Key key) const {
  const auto found = std::ranges::lower_bound(keys_, key, {}, &Keyed::key);
  return found != keys_.end() && found->key == key ? std::optional(found->id) : std::nullopt;
}

std::span<const WayMap::Step> WayMap::steps_to(std::uint32_t id) const {
  return std::span(steps_).subspan(first_[id], first_[id + 1] - first_[id]);
}

// Backwards from a position, and always on from where the whole way is shortest: how far a start is, is known.
class WaySearch {
 public:
  WaySearch(const WayMap& map, std::uint32_t target, const WayQuestion& question)
      : map_(map), question_(question), longest_(map.depths_[target] + question.longer), ends_{{target, 0, Move(), 0}} {
    waiting_.push({map.depths_[target], 0});
  }

  FoundWays run() {
    while (!waiting_.empty()) {
      const std::size_t at = waiting_.top().second;
      waiting_.pop();
      if (const auto start = std::ranges::find(map_.start_ids_, ends_[at].id); start != map_.start_ids_.end())
        take(at, static_cast<std::size_t>(start - map_.start_ids_.begin()));
      else
        go_back(at);
      if (found_.shown.size() + found_.more < question_.counted && ends_.size() < kMostTries) continue;
      found_.counted_all = waiting_.empty();
      break;
    }
    return std::move(found_);
  }

 private:
  // A way from its end back to some position.
  struct End {
    std::uint32_t id;    // where it has come to
    std::size_t behind;  // the end it continues; itself at the position asked for
    Move move;           // from `id` to that
    std::size_t plies;   // behind it
  };

  void take(std::size_t at, std::size_t start) {
    BookWay way{start, {}};
    for (std::size_t end = at; end != 0; end = ends_[end].behind) way.moves.push_back(ends_[end].move);
    if (way == question_.but) return;
    if (found_.shown.size() < question_.shown)
      found_.shown.push_back(std::move(way));
    else
      ++found_.more;
  }

  void go_back(std::size_t at) {
    for (const WayMap::Step& step : map_.steps_to(ends_[at].id)) {
      const std::size_t plies = ends_[at].plies + 1, length = plies + map_.depths_[step.parent];
      if (length > longest_ || is_on_way(at, step.parent)) continue;
      ends_.push_back({step.parent, at, step.move, plies});
      waiting_.push({length, ends_.size() - 1});
    }
  }

  bool is_on_way(std::size_t end, std::uint32_t id) const {
    while (ends_[end].id != id) {
      if (end == 0) return false;
      end = ends_[end].behind;
    }
    return true;
  }

  const WayMap& map_;
  const WayQuestion& question_;
  const std::size_t longest_;
  std::vector<End> ends_;
  using Waiting = std::pair<std::size_t, std::size_t>;  // length of the whole way, and its end
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> waiting_;
  FoundWays found_;
};

FoundWays WayMap::ways_to(Key key, const WayQuestion& question) const {
  const std::optional<std::uint32_t> target = id_of(key);
  return target ? WaySearch(*this, *target, question).run() : FoundWays();
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<std::optional<WayMap>> WayMap::of<games::game>(const Book<games::game>&, std::size_t);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
