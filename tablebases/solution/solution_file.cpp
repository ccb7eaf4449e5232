#include "tablebases/solution/solution_file.h"

#include <span>

#include "core/rules/games.h"
#include "tablebases/solution/frames.h"

namespace bookends::tables {

namespace {

// magic, u32 version, u64 rules fingerprint, u8 side to move, u8 what is known (1 DTM, 2 the move limit), u64
// positions; the number of different codes (u32) and these (u16 each); then in frames, as frames.h has them, the place
// of each position's code: u8, or u16 where there are more than 256.
constexpr std::string_view kMagic = "BKSOLVE1";
constexpr std::uint32_t kVersion = 6;

constexpr std::size_t kMostHead = 64;  // more than read_head() takes

constexpr std::uint8_t kKnowsMate = 1, kKnowsLimit = 2;

// Up to the frames. Errors: as those of load_side().
Result<Known> read_head(ByteReader& in, const Rules& rules, int side, std::uint64_t size, const Known& needed) {
  const std::span<const std::byte> magic = in.take(kMagic.size());
  if (!begins_with(magic, kMagic)) return Error{ErrorCode::corrupt, "no solved ending"};
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
  for (const char ch : kMagic) head.push_back(static_cast<std::byte>(ch));
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
  if (!content) return problem({ErrorCode::corrupt, "its checksum does not match"});
  ByteReader in(*content);
  in.take(beginning.offset());
  SideCodes codes;
  codes.known = *head;
  const auto different = in.read<std::uint32_t>();
  if (different > kSolvedCodes) return problem({ErrorCode::corrupt, "has more codes than there are"});
  for (std::uint32_t i = 0; i < different && in.ok(); ++i) codes.meaning.push_back(in.read<SolvedCode>());
  const auto read = [&]<class T>(Buffer<T>& to) {
    to = Buffer<T>(size);
    return read_packed(in, std::as_writable_bytes(std::span(to.data(), size)));
  };
  if (!in.ok() || !(codes.is_narrow() ? read(codes.narrow) : read(codes.wide)) || in.left() != 0)
    return problem({ErrorCode::corrupt, "cannot be unpacked"});
  return codes;
}

}  // namespace bookends::tables
