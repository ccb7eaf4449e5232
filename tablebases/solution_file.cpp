#include "tablebases/solution_file.h"

#include <zstd.h>

#include <algorithm>
#include <optional>
#include <span>

#include "core/games.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends::tables {

namespace {

// magic, u32 version, u64 rules fingerprint, u8 whether there is dtz, u64 codes of a side; then for dtm[0], dtm[1] and
// perhaps dtz[0], dtz[1] frames of kChunk codes, each after its length (u32); last the checksum of all that (u64).
constexpr std::string_view kMagic = "BKSOLVE1";
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChunk = std::size_t{1} << 20;  // codes
constexpr int kLevel = 1;

std::filesystem::path solution_path(const Rules& rules, const Ending& ending, const std::filesystem::path& folder) {
  return folder / (ending_name(rules, ending) + std::string(kSolutionSuffix));
}

// Appends to a file and sums up what it appends.
class Sink {
 public:
  explicit Sink(AtomicFile file) : file_(std::move(file)) {}

  Result<void> put(std::span<const std::byte> bytes) {
    sum_.add(bytes);
    return file_.append(bytes);
  }
  Result<void> finish() {
    std::vector<std::byte> sum;
    bookends::put(sum, sum_.value());
    if (const Result<void> done = file_.append(sum); !done) return done;
    return file_.commit();
  }

 private:
  AtomicFile file_;
  RunningChecksum sum_;
};

// Codes are written as they are in memory: this file stays on machines of one kind, and the checksum would tell.
Result<void> put_codes(std::span<const std::uint16_t> codes, Sink& sink) {
  for (std::size_t at = 0; at < codes.size(); at += kChunk) {
    const auto chunk = std::as_bytes(codes.subspan(at, std::min(kChunk, codes.size() - at)));
    std::vector<std::byte> packed(ZSTD_compressBound(chunk.size()));
    const std::size_t size = ZSTD_compress(packed.data(), packed.size(), chunk.data(), chunk.size(), kLevel);
    if (ZSTD_isError(size) != 0) return Error{ErrorCode::limit, std::string("zstd: ") + ZSTD_getErrorName(size)};
    packed.resize(size);
    std::vector<std::byte> length;
    put(length, static_cast<std::uint32_t>(size));
    for (const std::vector<std::byte>* part : {&length, &packed})
      if (const Result<void> done = sink.put(*part); !done) return done;
  }
  return {};
}

bool read_codes(ByteReader& in, std::uint64_t size, std::vector<std::uint16_t>& codes) {
  codes.resize(size);
  for (std::size_t at = 0; at < codes.size(); at += kChunk) {
    const auto chunk = std::as_writable_bytes(std::span(codes).subspan(at, std::min(kChunk, codes.size() - at)));
    const std::span<const std::byte> packed = in.take(in.read<std::uint32_t>());
    if (!in.ok() || ZSTD_decompress(chunk.data(), chunk.size(), packed.data(), packed.size()) != chunk.size())
      return false;
  }
  return true;
}

// What comes before the checksum, when that is right.
std::optional<std::span<const std::byte>> verified(std::span<const std::byte> bytes) {
  constexpr std::size_t kSum = sizeof(std::uint64_t);
  if (bytes.size() < kSum) return std::nullopt;
  const std::span<const std::byte> content = bytes.first(bytes.size() - kSum);
  if (checksum(content) != get<std::uint64_t>(bytes.data() + content.size())) return std::nullopt;
  return content;
}

}  // namespace

Result<void> save_solution(const Rules& rules, const Solution& solution, const std::filesystem::path& folder) {
  Result<AtomicFile> file = AtomicFile::create(solution_path(rules, solution.ending, folder));
  if (!file) return file.error();
  Sink sink(std::move(*file));
  const bool dtz = !solution.dtz[0].empty();
  std::vector<std::byte> head;
  for (const char ch : kMagic) head.push_back(static_cast<std::byte>(ch));
  put(head, kVersion);
  put(head, fingerprint(rules));
  put(head, static_cast<std::uint8_t>(dtz ? 1 : 0));
  put(head, static_cast<std::uint64_t>(solution.dtm[0].size()));
  if (const Result<void> done = sink.put(head); !done) return done;
  for (const auto* sides : {&solution.dtm, &solution.dtz})
    for (const std::vector<std::uint16_t>& codes : *sides)
      if (const Result<void> done = put_codes(codes, sink); !done) return done;
  return sink.finish();
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
  const auto content = verified(file->bytes());
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
