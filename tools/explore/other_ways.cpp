#include "tools/explore/other_ways.h"

#include <mutex>
#include <optional>
#include <utility>

#include "books/review/tree_node.h"
#include "books/review/ways.h"
#include "tools/explore/replay.h"

namespace bookends {

struct WaysOfBooks::LazyMap {
  explicit LazyMap(std::string path) : file(std::move(path)) {}

  // Null where there is none to be made.
  template <const Rules& R>
  const WayMap* get() {
    std::call_once(once, [this] {
      const Result<Book<R>> book = Book<R>::open(file);
      if (!book) return;
      if (auto made = WayMap::of(*book, kMostPositions); made) map = std::move(*made);
    });
    return map ? &*map : nullptr;
  }

  const std::string file;
  std::once_flag once;
  std::optional<WayMap> map;
};

WaysOfBooks::WaysOfBooks() = default;
WaysOfBooks::~WaysOfBooks() = default;

void WaysOfBooks::add(const Rules& rules, const std::string& file) {
  maps_[&rules].push_back(std::make_unique<LazyMap>(file));
}

namespace {

// The page's own line, where it begins as the book does.
template <const Rules& R>
std::optional<BookWay> own_way(const WayMap& map, const Explored& page) {
  Position<R> position = Position<R>::from_fen(page.start).value();
  BookWay own;
  for (; own.start < map.starts().size(); ++own.start) {
    const Result<Position<R>> start = Position<R>::from_fen(map.starts()[own.start]);
    if (start && start->key() == position.key()) break;
  }
  if (own.start == map.starts().size()) return std::nullopt;
  for (const ExploredPly& ply : page.line) {
    own.moves.push_back(parse_uci(position, ply.uci).value());
    position.play(own.moves.back());
  }
  return own;
}

template <const Rules& R>
OtherWay told_way(const WayMap& map, const BookWay& way, const Explored& page) {
  Position<R> position = Position<R>::from_fen(map.starts()[way.start]).value();
  OtherWay told;
  told.start = position.fen();
  if (told.start != page.start) told.start_name = start_name(R, told.start);
  told.black_begins = position.turn() == Color::black;
  told.first_move = position.fullmove();
  for (const Move move : way.moves) {
    told.line.push_back({format_uci(R, move), format_san(position, move)});
    position.play(move);
  }
  return told;
}

template <const Rules& R>
OtherWays told_ways(const WayMap& map, Key key, const Explored& page) {
  WayQuestion question;
  question.but = own_way<R>(map, page);
  const FoundWays found = map.ways_to(key, question);
  OtherWays told{{}, found.more, found.counted_all};
  for (const BookWay& way : found.shown) told.shown.push_back(told_way<R>(map, way, page));
  return told;
}

}  // namespace

OtherWays WaysOfBooks::to(const Explored& position) const {
  const auto maps = maps_.find(position.rules);
  if (maps == maps_.end() || !position.answer.book) return {};
  return with_game(*position.rules, [&]<const Rules & R>() {
    const Key key = Position<R>::from_fen(position.answer.fen).value().key();
    for (const std::unique_ptr<LazyMap>& lazy : maps->second)
      if (const WayMap* map = lazy->get<R>(); map != nullptr && map->knows(key))
        return told_ways<R>(*map, key, position);
    return OtherWays();
  });
}

}  // namespace bookends
