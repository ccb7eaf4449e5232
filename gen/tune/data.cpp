#include "gen/tune/data.h"

#include <fmt/format.h>

#include <optional>

namespace bookends {

namespace {

constexpr std::size_t kBetweenUpdates = 10'000;

template <const Rules& R>
Result<void> read_one(const std::filesystem::path& path, TuningData<R>& data, Progress& progress) {
  auto reader = SampleReader::open(path, R);
  if (!reader) return reader.error();
  Setup setup;
  TuningPosition<R> sample;
  std::optional<PlaceInGame> before;
  sample.game = data.empty() ? 0 : data.back().game + 1;
  while (true) {
    const Result<bool> more = reader->next(setup, sample.score, sample.result);
    if (!more) return more.error();
    if (!*more) return {};
    const auto position = Position<R>::from_setup(setup);
    if (!position)
      return Error{ErrorCode::invalid_argument,
                   fmt::format("{}:{}: {}", path.string(), reader->line(), position.error().message)};
    sample.position = *position;
    const PlaceInGame place = place_in_game(R, setup, sample.result);
    if (before && !place.can_follow(*before)) ++sample.game;
    before = place;
    data.push_back(sample);
    if (data.size() % kBetweenUpdates != 0) continue;
    if (progress.stop_requested())
      return Error{ErrorCode::interrupted, "interrupted while reading; nothing is written"};
    progress.update(
        {.task = "read", .done = static_cast<double>(data.size()), .total = 0, .unit = "positions", .detail = ""});
  }
}

}  // namespace

template <const Rules& R>
Result<TuningData<R>> read_tuning_data(const std::vector<std::filesystem::path>& files, Progress& progress) {
  TuningData<R> data;
  for (const std::filesystem::path& path : files)
    if (auto done = read_one<R>(path, data, progress); !done) return done.error();
  if (data.empty()) return Error{ErrorCode::invalid_argument, "the data hold no position"};
  return data;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<TuningData<games::game>> read_tuning_data(const std::vector<std::filesystem::path>&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
