#include "tablebases/ranks/checkpoint.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <random>

#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/folder.h"
#include "core/rules/games.h"
#include "tablebases/file/format.h"
#include "tablebases/ranks/tags.h"
#include "tablebases/solution/frames.h"
#include "tablebases/solution/raw_bytes.h"

namespace bookends::tables {
namespace {

constexpr std::string_view kCheckpointSuffix = ".bkc";

// The number between a file name's beginning and its end.
std::optional<std::uint64_t> stamp_in(const std::string& file, const std::string& beginning) {
  if (!file.starts_with(beginning) || !file.ends_with(kCheckpointSuffix)) return std::nullopt;
  const char* first = file.data() + beginning.size();
  const char* last = file.data() + file.size() - kCheckpointSuffix.size();
  std::uint64_t stamp = 0;
  const auto [end, problem] = std::from_chars(first, last, stamp);
  if (problem != std::errc() || end != last) return std::nullopt;
  return stamp;
}

// What was written after its size. Room is made as it comes, not as it is promised.
bool read_sized(ByteReader& in, Bytes& out) {
  out.clear();
  return walk_packed(in, in.read<std::uint64_t>(), [&](std::span<const std::byte> part) {
    out.insert(out.end(), part.begin(), part.end());
    return true;
  });
}

// Whether the keys of a code array say nothing of positions that it does not have.
bool are_keys_of(const Bytes& keys, std::uint64_t size) {
  CodeArray array;
  if (!array.read_keys(keys)) return false;
  bool sound = true;
  array.for_late([&](std::uint64_t number, std::uint16_t) { sound = sound && number < size; });
  return sound;
}

std::string at_byte(const std::string& what, const ByteReader& in) {
  return what + " cannot be unpacked, before byte " + std::to_string(in.offset());
}

std::vector<std::filesystem::path> files_in(const std::filesystem::path& folder) {
  Result<std::vector<std::filesystem::path>> entries = entries_of(folder);
  return entries ? std::move(*entries) : std::vector<std::filesystem::path>();
}

}  // namespace

Checkpoints::Checkpoints(std::filesystem::path folder, const Rules& rules, Solution& solution, Communicator& ranks)
    : folder_(std::move(folder)),
      rules_(rules),
      name_(ending_name(rules, solution.ending)),
      solution_(solution),
      ranks_(ranks) {}

std::filesystem::path Checkpoints::path(std::uint64_t stamp) const {
  return folder_ / (name_ + ".rank-" + std::to_string(ranks_.rank()) + "-of-" + std::to_string(ranks_.size()) + "." +
                    (stamp == 0 ? "" : std::to_string(stamp) + std::string(kCheckpointSuffix)));
}

// What a checkpoint has to agree with.
Bytes Checkpoints::identity() const {
  Bytes out;
  for (const char ch : kCheckpointMagic) out.push_back(static_cast<std::byte>(ch));
  put_text(out, kTableGenerator);
  put(out, fingerprint(rules_));
  for (const std::uint64_t size : {solution_.dtm[0].size(), solution_.dtz[0].size()}) put(out, size);
  return out;
}

Result<void> Checkpoints::write(const Mark& mark, const State& state) {
  Result<AtomicFile> file = AtomicFile::create(path(mark.stamp));
  if (!file) return file.error();
  FrameWriter out(std::move(*file));
  Bytes head = identity();
  put(head, mark.set);
  put(head, state.slice);
  put(head, std::uint64_t{state.solver.size()});
  Result<void> done = out.plain(head);
  if (done) done = out.packed(state.solver);
  for_codes(solution_, [&](CodeArray& codes) {
    if (!done) return;
    codes.settle();
    Bytes keys;
    codes.write_keys(keys);
    Bytes size;
    put(size, std::uint64_t{keys.size()});
    done = out.plain(size);
    if (done) done = out.packed(keys);
    if (done) done = out.packed(std::as_bytes(std::span(codes.places())));
  });
  return done ? out.finish() : done;
}

bool Checkpoints::read(std::uint64_t stamp, State& state) {
  const Result<std::vector<std::byte>> file = read_regular_file(path(stamp));
  if (!file) return false;
  const auto content = verified_content(*file);
  if (!content) return false;
  const Bytes expected = identity();
  ByteReader in(*content);
  const std::span<const std::byte> found = in.take(expected.size());
  if (!std::ranges::equal(found, expected)) return false;
  in.read<std::uint64_t>();  // the mark
  state.slice = in.read<std::uint64_t>();
  bool good = read_sized(in, state.solver);
  for_codes(solution_, [&](CodeArray& codes) {
    Bytes keys;
    good = good && read_sized(in, keys) && are_keys_of(keys, codes.size()) && codes.read_keys(keys) &&
           read_packed(in, std::as_writable_bytes(std::span(codes.places())));
  });
  return good;
}

// In ascending order: those of files that are whole, and of this ending as it is solved now.
std::vector<Checkpoints::Mark> Checkpoints::sound_marks() {
  std::vector<Mark> marks;
  if (folder_.empty()) return marks;
  const Bytes expected = identity();
  for (const std::filesystem::path& file : files_in(folder_)) {
    const auto stamp = stamp_in(file.filename().string(), path(0).filename().string());
    if (!stamp) continue;
    last_ = std::max(last_, *stamp);
    const Result<std::vector<std::byte>> bytes = read_regular_file(file);
    if (!bytes) continue;
    const auto content = verified_content(*bytes);
    if (!content) continue;
    ByteReader in(*content);
    if (!std::ranges::equal(in.take(expected.size()), expected)) continue;
    marks.push_back({*stamp, in.read<std::uint64_t>()});
  }
  std::sort(marks.begin(), marks.end());
  return marks;
}

template <class T>
Result<std::vector<std::vector<T>>> Checkpoints::gathered(const std::vector<T>& own) {
  Bytes bytes;
  RawWriter(bytes).list(own);
  const Result<std::vector<Bytes>> all = gather_on_all(ranks_, kTagCheckpoint, std::move(bytes), Heed::trouble_only);
  if (!all) return all.error();
  std::vector<std::vector<T>> lists(all->size());
  for (std::size_t i = 0; i < all->size(); ++i) RawReader((*all)[i]).list(lists[i]);
  return lists;
}

Result<std::optional<Checkpoints::State>> Checkpoints::load() {
  const auto marks = gathered(sound_marks());
  if (!marks) return marks.error();
  std::vector<Mark> common = marks->front();
  for (const auto& list : *marks)
    std::erase_if(common, [&](const Mark& m) { return !std::binary_search(list.begin(), list.end(), m); });
  State state;
  const bool use = !common.empty() && read(common.back().stamp, state);
  // New stamps are greater than any that is there, on any rank.
  const auto votes = gathered<std::uint64_t>({use ? std::uint64_t{1} : std::uint64_t{0}, last_});
  if (!votes) return votes.error();
  for (const auto& vote : *votes) last_ = std::max(last_, vote.size() == 2 ? vote[1] : 0);
  if (std::ranges::all_of(*votes, [](const auto& vote) { return vote.size() == 2 && vote[0] == 1; }))
    return std::optional<State>(std::move(state));
  forget_codes();
  return std::optional<State>();
}

// As they were before read(): nothing is known.
void Checkpoints::forget_codes() {
  for_codes(solution_, [](CodeArray& codes) { codes.forget_all(); });
}

Result<void> Checkpoints::save(const State& state) {
  if (folder_.empty()) return {};
  std::random_device dice;
  const auto drawn = gathered<std::uint64_t>({std::uint64_t{dice()} << 32 | dice()});
  if (!drawn) return drawn.error();
  const Mark mark{++last_, drawn->front().empty() ? 0 : drawn->front().front()};
  if (const Result<void> written = write(mark, state); !written) return written;
  if (const auto all = gathered<std::uint64_t>({}); !all) return all.error();
  std::error_code ignored;
  for (const std::filesystem::path& file : files_in(folder_))
    if (const auto old = stamp_in(file.filename().string(), path(0).filename().string()); old && *old < mark.stamp)
      std::filesystem::remove(file, ignored);
  return {};
}

Result<CheckpointFacts> check_checkpoint(std::span<const std::byte> bytes, const std::string& name) {
  const auto corrupt = [&](const std::string& what) { return Error{ErrorCode::corrupt, name + ": " + what}; };
  const auto content = verified_content(bytes);
  if (!content) return corrupt(wrong_sum(bytes).message);
  ByteReader in(*content);
  if (!begins_with(in.take(kCheckpointMagic.size()), kCheckpointMagic)) return corrupt("no checkpoint");
  CheckpointFacts facts;
  facts.generator = in.read_text();
  const auto made_under = in.read<std::uint64_t>();
  if (!in.ok()) return corrupt("its header is cut off");
  const Rules* const game = find_game(made_under);
  if (game == nullptr || facts.generator != kTableGenerator)
    return Error{ErrorCode::unsupported, name + ": of another version, or of a game that is not known"};
  facts.game = game->name;
  const std::array<std::uint64_t, 2> sizes{in.read<std::uint64_t>(), in.read<std::uint64_t>()};
  in.read<std::uint64_t>();  // the mark
  facts.slice = in.read<std::uint64_t>();
  const auto pass = [](std::span<const std::byte>) { return true; };
  if (!walk_packed(in, in.read<std::uint64_t>(), pass)) return corrupt(at_byte("the solver's state", in));
  for (const std::uint64_t size : sizes)
    for (int side = 0; side < 2; ++side) {
      Bytes keys;
      if (!read_sized(in, keys) || !are_keys_of(keys, size)) return corrupt(at_byte("the keys of an array", in));
      if (!walk_packed(in, size, pass)) return corrupt(at_byte("an array", in));
      facts.positions += size;
    }
  if (in.left() != 0) return corrupt("more than its arrays, from byte " + std::to_string(in.offset()) + " on");
  return facts;
}

void remove_checkpoints(const Rules& rules, const std::filesystem::path& folder, const Ending& ending) {
  const std::string beginning = ending_name(rules, ending) + ".rank-";
  std::error_code ignored;
  for (const std::filesystem::path& file : files_in(folder)) {
    const std::string name = file.filename().string();
    if (name.starts_with(beginning) && name.ends_with(kCheckpointSuffix)) std::filesystem::remove(file, ignored);
  }
}

}  // namespace bookends::tables
