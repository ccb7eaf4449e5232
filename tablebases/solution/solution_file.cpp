#include "tablebases/solution/solution_file.h"

#include <algorithm>
#include <cstring>
#include <functional>
#include <limits>
#include <span>

#include "core/rules/games.h"
#include "tablebases/solution/frames.h"

namespace bookends::tables {

namespace {

// magic, u32 version, u64 rules fingerprint, u8 side to move, u8 what is known (1 DTM, 2 the move limit), u64
// positions; the number of different codes (u32) and these (u16 each); then in frames, as frames.h has them, the place
// of each position's code: u8, or u16 where there are more than 256.
constexpr std::uint32_t kVersion = 6;

constexpr std::size_t kMostHead = 64;  // more than read_head() takes

constexpr std::uint8_t kKnowsMate = 1, kKnowsLimit = 2;

// The different codes that occur, in ascending order; false when they are not that.
bool read_meaning(ByteReader& in, std::vector<SolvedCode>& meaning) {
  const auto different = in.read<std::uint32_t>();
  if (different > kSolvedCodes) return false;
  for (std::uint32_t i = 0; i < different && in.ok(); ++i) meaning.push_back(in.read<SolvedCode>());
  return in.ok() && std::adjacent_find(meaning.begin(), meaning.end(), std::greater_equal<>()) == meaning.end();
}

// Whether each of these places, as they lie in memory, is that of a code.
template <class T>
bool are_places(std::span<const std::byte> bytes, std::size_t codes) {
  T most = 0;
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T place = 0;
    std::memcpy(&place, bytes.data() + at, sizeof place);
    most = std::max(most, place);
  }
  return bytes.empty() || most < codes;
}

// Up to the frames. Errors: as those of load_side().
Result<Known> read_head(ByteReader& in, const Rules& rules, int side, std::uint64_t size, const Known& needed) {
  const std::span<const std::byte> magic = in.take(kSolutionMagic.size());
  if (!begins_with(magic, kSolutionMagic)) return Error{ErrorCode::corrupt, "no solved ending"};
  if (in.read<std::uint32_t>() != kVersion || in.read<std::uint64_t>() != fingerprint(rules))
    return Error{ErrorCode::unsupported,
                 "of another version, or of other rules than those of " + std::string(rules.name)};
  if (in.read<std::uint8_t>() != side) return Error{ErrorCode::corrupt, "of the other side to move"};
  const auto knows = in.read<std::uint8_t>();
  const Known known{(knows & kKnowsMate) != 0, (knows & kKnowsLimit) != 0};
  if (in.read<std::uint64_t>() != size || !in.ok()) return Error{ErrorCode::corrupt, "of another size"};
  if (needed.limit && !known.limit) return Error{ErrorCode::not_found, "without the move limit"};
  if (needed.mate && !known.mate) return Error{ErrorCode::not_found, "without distances to mate"};
  return known;
}

}  // namespace

std::filesystem::path solution_path(const Rules& rules, const Ending& ending, int side,
                                    const std::filesystem::path& folder) {
  return folder / (ending_name(rules, ending) + (side == 0 ? ".w" : ".b") + std::string(kSolutionSuffix));
}

Result<void> save_side(const Rules& rules, const Ending& ending, int side, const SideCodes& codes,
                       const std::filesystem::path& folder) {
  Result<AtomicFile> file = AtomicFile::create(solution_path(rules, ending, side, folder));
  if (!file) return file.error();
  FrameWriter out(std::move(*file));
  std::vector<std::byte> head;
  for (const char ch : kSolutionMagic) head.push_back(static_cast<std::byte>(ch));
  put(head, kVersion);
  put(head, fingerprint(rules));
  put(head, static_cast<std::uint8_t>(side));
  put(head, static_cast<std::uint8_t>((codes.known.mate ? kKnowsMate : 0) | (codes.known.limit ? kKnowsLimit : 0)));
  put(head, codes.size());
  put(head, static_cast<std::uint32_t>(codes.meaning.size()));
  for (const SolvedCode code : codes.meaning) put(head, code);
  if (const Result<void> done = out.plain(head); !done) return done;
  const Result<void> done = out.packed(codes.is_narrow() ? std::as_bytes(std::span(codes.narrow.data(), codes.size()))
                                                         : std::as_bytes(std::span(codes.wide.data(), codes.size())));
  if (!done) return done;
  return out.finish();
}

bool has_side(const Rules& rules, const Ending& ending, int side, std::uint64_t size, const Known& needed,
              const std::filesystem::path& folder) {
  const Result<std::vector<std::byte>> head = read_beginning(solution_path(rules, ending, side, folder), kMostHead);
  if (!head) return false;
  ByteReader in(*head);
  return read_head(in, rules, side, size, needed).ok();
}

Result<SideCodes> load_side(const Rules& rules, const Ending& ending, int side, std::uint64_t size, const Known& needed,
                            const std::filesystem::path& folder) {
  const std::filesystem::path path = solution_path(rules, ending, side, folder);
  const Result<std::vector<std::byte>> file = read_regular_file(path);
  if (!file) return file.error();
  const auto problem = [&](const Error& what) { return Error{what.code, path.string() + ": " + what.message}; };
  ByteReader beginning(*file);
  const Result<Known> head = read_head(beginning, rules, side, size, needed);
  if (!head) return problem(head.error());
  const auto content = verified_content(*file);
  if (!content) return problem(wrong_sum(*file));
  ByteReader in(*content);
  in.take(beginning.offset());
  SideCodes codes;
  codes.known = *head;
  if (!read_meaning(in, codes.meaning)) return problem({ErrorCode::corrupt, "its codes make no sense"});
  const auto read = [&]<class T>(Buffer<T>& to) {
    to = Buffer<T>(size);
    const auto bytes = std::as_writable_bytes(std::span(to.data(), size));
    return read_packed(in, bytes) && are_places<T>(bytes, codes.meaning.size());
  };
  if (!(codes.is_narrow() ? read(codes.narrow) : read(codes.wide)) || in.left() != 0)
    return problem({ErrorCode::corrupt, "cannot be unpacked"});
  return codes;
}

Result<SolutionFacts> check_solution(std::span<const std::byte> bytes, const std::string& name) {
  const auto problem = [&](const Error& what) { return Error{what.code, name + ": " + what.message}; };
  const auto corrupt = [&](const std::string& what) { return problem({ErrorCode::corrupt, what}); };
  if (!begins_with(bytes, kSolutionMagic)) return corrupt("no solved ending");
  const auto content = verified_content(bytes);
  if (!content) return problem(wrong_sum(bytes));
  constexpr std::size_t kRulesAt = kSolutionMagic.size() + sizeof kVersion;
  constexpr std::size_t kSideAt = kRulesAt + sizeof(std::uint64_t), kSizeAt = kSideAt + 2;
  if (content->size() < kSizeAt + sizeof(std::uint64_t)) return corrupt("its header is cut off");
  const Rules* const game = find_game(get<std::uint64_t>(content->data() + kRulesAt));
  if (game == nullptr) return problem({ErrorCode::unsupported, "of another version, or of a game that is not known"});
  SolutionFacts facts{std::string(game->name),
                      get<std::uint8_t>(content->data() + kSideAt),
                      get<std::uint64_t>(content->data() + kSizeAt),
                      {}};
  if (facts.side > 1) return corrupt("of no side to move");
  ByteReader in(*content);
  const Result<Known> head = read_head(in, *game, facts.side, facts.positions, Known{false, false});
  if (!head) return problem(head.error());
  facts.known = *head;
  std::vector<SolvedCode> meaning;
  if (!read_meaning(in, meaning)) return corrupt("its codes make no sense");
  const bool narrow = meaning.size() <= 256;
  if (facts.positions > std::numeric_limits<std::uint64_t>::max() / 2)
    return corrupt("more positions than there can be");
  const bool sound =
      walk_packed(in, narrow ? facts.positions : 2 * facts.positions, [&](std::span<const std::byte> part) {
        return narrow ? are_places<std::uint8_t>(part, meaning.size())
                      : are_places<std::uint16_t>(part, meaning.size());
      });
  if (!sound || in.left() != 0) return corrupt("cannot be unpacked, before byte " + std::to_string(in.offset()));
  return facts;
}

}  // namespace bookends::tables
