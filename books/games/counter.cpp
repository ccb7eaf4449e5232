#include "books/games/counter.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "core/base/thrown.h"

namespace bookends {

namespace {

// Parts that a thread has waiting, so that none is idle while the last ones are read.
constexpr int kPartsAThread = 4;
constexpr std::uint64_t kBytesOfPart = 32 * PgnParts::kUsualSize;  // its share of the memory, with what is made of it

Result<std::vector<PgnPart>> some_parts(PgnParts& parts, int most) {
  std::vector<PgnPart> some;
  while (static_cast<int>(some.size()) < most) {
    Result<std::optional<PgnPart>> part = parts.next();
    if (!part) return part.error();
    if (!*part) break;
    some.push_back(std::move(**part));
  }
  return some;
}

}  // namespace

// False at the end of the file.
template <const Rules& R>
Result<bool> GameCounter<R>::add_some(PgnParts& parts, const std::string& name) {
  const auto room = static_cast<int>(std::min<std::uint64_t>(settings_.memory / kBytesOfPart, 1 << 16));
  Result<std::vector<PgnPart>> some = some_parts(parts, std::clamp(room, 1, kPartsAThread * settings_.threads));
  if (!some) return some.error();
  std::vector<ReadPart<R>> read(some->size());
  Thrown thrown;
#pragma omp parallel for num_threads(settings_.threads) schedule(dynamic)
  for (std::size_t i = 0; i < read.size(); ++i)
    thrown.run([&] {
      read[i] = read_part<R>((*some)[i], name, settings_.policy, settings_.choice, is_set_aside_);
      (*some)[i] = {};
    });
  thrown.rethrow();
  for (ReadPart<R>& part : read)
    if (const Result<void> done = commit(std::move(part)); !done) return done.error();
  return !read.empty();
}

// In the order of the file: which of two equal games counts, and which of two moves came first, does not depend on who
// read them.
template <const Rules& R>
Result<void> GameCounter<R>::commit(ReadPart<R> part) {
  if (counts_.counted + part.games.size() > std::numeric_limits<std::uint32_t>::max())
    return Error{ErrorCode::limit, "more games than can be counted (4294967295)"};
  std::size_t begin = 0;
  for (const auto& game : part.games) {
    const std::span<PlayedOnce> moves = std::span(part.moves).subspan(begin, game.end - begin);
    begin = game.end;
    if (game.hash != 0 && !seen_.insert(game.hash)) {
      ++counts_.duplicates;
      continue;
    }
    for (PlayedOnce& move : moves) move.game = static_cast<std::uint32_t>(counts_.counted);
    ++counts_.counted;
    add_start(part.starts[game.start]);
    if (const Result<void> added = tally_.add(moves); !added) return added;
  }
  counts_.passed_over += part.passed_over;
  omitted_.add(part.omitted);
  for (StartedGame<R>& game : part.set_aside) set_aside_.push_back(std::move(game));
  return part.error ? Result<void>(*part.error) : Result<void>();
}

template <const Rules& R>
void GameCounter<R>::add_start(const std::string& fen) {
  if (known_starts_.insert(fen).second) starts_.push_back(fen);
}

template <const Rules& R>
void GameCounter<R>::report(const PgnParts& parts, const std::string& name, Progress& progress) const {
  constexpr double kMegabyte = 1e6;
  const std::string detail = name + ", " + std::to_string(counts_.counted) + " games";
  progress.update({"count",
                   static_cast<double>(parts.file().file_read()) / kMegabyte,
                   static_cast<double>(parts.file().file_size()) / kMegabyte,
                   "MB",
                   detail,
                   false,
                   {}});
}

template <const Rules& R>
Result<void> GameCounter<R>::add_file(const std::filesystem::path& path, Progress& progress) {
  Result<PackedText> file = PackedText::open(path);
  return file ? add_file(std::move(*file), path.string(), progress) : file.error();
}

template <const Rules& R>
Result<void> GameCounter<R>::add_file(PackedText file, const std::string& name, Progress& progress) {
  PgnParts parts(std::move(file), name);
  while (true) {
    const Result<bool> more = add_some(parts, name);
    if (!more) return more.error();
    if (!*more) return {};
    if (progress.stop_requested())
      return Error{ErrorCode::interrupted,
                   "stopped after " + std::to_string(counts_.counted) + " games; nothing is kept"};
    report(parts, name, progress);
  }
}

template <const Rules& R>
Result<void> GameCounter<R>::add_text(std::string text, const std::string& name) {
  return commit(read_part<R>({std::move(text), 1}, name, settings_.policy, settings_.choice, is_set_aside_));
}

#define BOOKENDS_INSTANTIATE(game) template class GameCounter<games::game>;
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
