#include "tablebases/solution_file.h"

#include <span>

#include "core/games.h"
#include "tablebases/frames.h"

namespace bookends::tables {

namespace {

// magic, u32 version, u64 rules fingerprint, u8 whether there is dtz, u64 codes of a side; then the frames of dtm[0],
// dtm[1] and perhaps dtz[0], dtz[1], as frames.h has them.
constexpr std::string_view kMagic = "BKSOLVE1";
constexpr std::uint32_t kVersion = 1;

bool read_codes(ByteReader& in, std::uint64_t size, SolvedArray<std::uint16_t>& codes) {
  codes.resize(size);
  return read_packed(in, std::as_writable_bytes(std::span(codes)));
}

}  // namespace

std::filesystem::path solution_path(const Rules& rules, const Ending& ending, const std::filesystem::path& folder) {
  return folder / (ending_name(rules, ending) + std::string(kSolutionSuffix));
}

Result<void> save_solution(const Rules& rules, const Solution& solution, const std::filesystem::path& folder) {
  Result<AtomicFile> file = AtomicFile::create(solution_path(rules, solution.ending, folder));
  if (!file) return file.error();
  FrameWriter out(std::move(*file));
  const bool dtz = !solution.dtz[0].empty();
  std::vector<std::byte> head;
  for (const char ch : kMagic) head.push_back(static_cast<std::byte>(ch));
  put(head, kVersion);
  put(head, fingerprint(rules));
  put(head, static_cast<std::uint8_t>(dtz ? 1 : 0));
  put(head, static_cast<std::uint64_t>(solution.dtm[0].size()));
  if (const Result<void> done = out.plain(head); !done) return done;
  for (const auto* sides : {&solution.dtm, &solution.dtz})
    for (const auto& codes : *sides)
      if (const Result<void> done = out.packed(std::as_bytes(std::span(codes))); !done) return done;
  return out.finish();
}

Result<Solution> load_solution(const Rules& rules, const Ending& ending, std::uint64_t size, bool dtz,
                               const std::filesystem::path& folder) {
  const std::filesystem::path path = solution_path(rules, ending, folder);
  const Result<MappedFile> file = MappedFile::open(path);
  if (!file) return file.error();
  const auto problem = [&](ErrorCode code, const std::string& what) {
    return Error{code, path.string() + ": " + what};
  };
  if (!begins_with(file->bytes(), kMagic)) return problem(ErrorCode::corrupt, "no solved ending");
  const auto content = verified_content(file->bytes());
  if (!content) return problem(ErrorCode::corrupt, "its checksum does not match");
  ByteReader in(*content);
  in.take(kMagic.size());
  if (in.read<std::uint32_t>() != kVersion || in.read<std::uint64_t>() != fingerprint(rules))
    return problem(ErrorCode::unsupported,
                   "of another version, or of other rules than those of " + std::string(rules.name));
  const bool has_dtz = in.read<std::uint8_t>() != 0;
  if (in.read<std::uint64_t>() != size) return problem(ErrorCode::corrupt, "of another size");
  if (dtz && !has_dtz) return problem(ErrorCode::not_found, "without dtz");
  Solution solution;
  solution.ending = ending;
  for (auto& codes : solution.dtm)
    if (!read_codes(in, size, codes)) return problem(ErrorCode::corrupt, "cannot be unpacked");
  for (auto& codes : solution.dtz)
    if (dtz && !read_codes(in, size, codes)) return problem(ErrorCode::corrupt, "cannot be unpacked");
  return solution;
}

}  // namespace bookends::tables
