#include "books/games/packed_text.h"

#include <fcntl.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <vector>

#include "core/io/file.h"
#include "core/io/zstd_said.h"

namespace bookends {

namespace {

constexpr int kLargestWindow = 31;  // as `zstd --long=31` makes, with 2 GB of memory
constexpr std::size_t kPiece = std::size_t{1} << 18;

enum class Packing { none, gzip, zstd };

Packing packing_of(std::span<const unsigned char> first) {
  if (first.size() >= 2 && first[0] == 0x1f && first[1] == 0x8b) return Packing::gzip;
  if (first.size() < 4) return Packing::none;
  const bool frame = first[0] == 0x28 && first[1] == 0xb5 && first[2] == 0x2f && first[3] == 0xfd;
  // One that holds nothing and is passed over, with which parallel packers begin.
  const bool skippable = (first[0] & 0xf0) == 0x50 && first[1] == 0x2a && first[2] == 0x4d && first[3] == 0x18;
  return frame || skippable ? Packing::zstd : Packing::none;
}

}  // namespace

struct PackedText::State {
  std::string name;
  int fd = -1;
  std::uint64_t size = 0;
  std::uint64_t taken = 0;  // of the file
  Packing packing = Packing::none;
  std::vector<unsigned char> packed;  // what was read of the file; used up to `at`
  std::size_t at = 0;
  bool between = true;  // two streams: here the file may end, as text that is not packed may anywhere
  z_stream gzip{};
  bool gzip_begun = false;
  ZSTD_DStream* zstd = nullptr;

  State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() {
    if (gzip_begun) inflateEnd(&gzip);
    ZSTD_freeDStream(zstd);
    if (fd >= 0) ::close(fd);
  }

  std::string ahead;  // what was unpacked and not given away yet

  std::size_t take_ahead(std::span<char> room) {
    const std::size_t n = ahead.copy(room.data(), room.size());
    ahead.erase(0, n);
    return n;
  }

  // Behind what gzip has packed there may be zeros, to fill a block of a tape or disk.
  bool ends_here() const { return packing == Packing::gzip && gzip.total_in > 0 && packed[at] == 0; }

  Error error(ErrorCode code, const std::string& what) const { return {code, name + ": " + what}; }
  Error damaged() const { return error(ErrorCode::corrupt, "the compressed text is damaged"); }

  // At the end of the file nothing.
  Result<std::size_t> read_file(void* to, std::size_t most) {
    while (true) {
      const ssize_t got = ::read(fd, to, most);
      if (got < 0 && errno == EINTR) continue;
      if (got < 0) return io_error("cannot read", name, errno);
      taken += static_cast<std::uint64_t>(got);
      return static_cast<std::size_t>(got);
    }
  }

  // False at the end of the file.
  Result<bool> refill() {
    if (at < packed.size()) return true;
    packed.resize(kPiece);
    const Result<std::size_t> got = read_file(packed.data(), packed.size());
    packed.resize(got ? *got : 0);
    at = 0;
    if (!got) return got.error();
    return !packed.empty();
  }

  Result<void> begin() {
    if (const Result<bool> there = refill(); !there) return there.error();
    packing = packing_of(packed);
    if (packing == Packing::gzip) {
      gzip_begun = inflateInit2(&gzip, 15 + 16) == Z_OK;  // the largest window, in gzip's frame
      if (!gzip_begun) return error(ErrorCode::limit, "not enough memory to unpack it");
    } else if (packing == Packing::zstd) {
      zstd = zstd_context(ZSTD_createDStream());
      ZSTD_DCtx_setParameter(zstd, ZSTD_d_windowLogMax, kLargestWindow);
    }
    return {};
  }

  Result<std::size_t> take_plain(std::span<char> room) {
    const std::size_t n = std::min(room.size(), packed.size() - at);
    std::memcpy(room.data(), packed.data() + at, n);
    at += n;
    return n;
  }

  Result<std::size_t> take_gzip(std::span<char> room) {
    if (between && inflateReset(&gzip) != Z_OK) return damaged();
    gzip.next_in = packed.data() + at;
    gzip.avail_in = static_cast<uInt>(packed.size() - at);
    gzip.next_out = reinterpret_cast<unsigned char*>(room.data());
    gzip.avail_out = static_cast<uInt>(room.size());
    const int done = inflate(&gzip, Z_NO_FLUSH);
    if (done == Z_MEM_ERROR) throw std::bad_alloc();
    if (done != Z_OK && done != Z_STREAM_END && done != Z_BUF_ERROR) return damaged();
    at = packed.size() - gzip.avail_in;
    between = done == Z_STREAM_END;
    return room.size() - gzip.avail_out;
  }

  Result<std::size_t> take_zstd(std::span<char> room) {
    ZSTD_inBuffer from{packed.data(), packed.size(), at};
    ZSTD_outBuffer to{room.data(), room.size(), 0};
    const std::size_t left = ZSTD_decompressStream(zstd, &to, &from);
    if (is_zstd_error(left)) return damaged();
    at = from.pos;
    between = left == 0;
    return to.pos;
  }

  Result<std::size_t> take(std::span<char> room) {
    switch (packing) {
      case Packing::gzip:
        return take_gzip(room);
      case Packing::zstd:
        return take_zstd(room);
      case Packing::none:
        break;
    }
    return take_plain(room);
  }
};

PackedText::PackedText(std::unique_ptr<State> state) : state_(std::move(state)) {}
PackedText::PackedText(PackedText&& other) noexcept = default;
PackedText& PackedText::operator=(PackedText&& other) noexcept = default;
PackedText::~PackedText() = default;

Result<PackedText> PackedText::open(const std::filesystem::path& path) {
  auto state = std::make_unique<State>();
  state->name = path.string();
  state->fd = open_file(path, O_RDONLY);
  if (state->fd < 0 && errno == ENOENT) return Error{ErrorCode::not_found, state->name + ": no such file"};
  if (state->fd < 0) return io_error("cannot open", path, errno);
  std::error_code unknown;  // of a pipe
  const std::uintmax_t size = std::filesystem::file_size(path, unknown);
  state->size = unknown ? 0 : size;
  if (const Result<void> begun = state->begin(); !begun) return begun.error();
  return PackedText(std::move(state));
}

Result<std::string> PackedText::peek(std::size_t most) {
  Result<std::string> first = read_packed(*this, most);
  if (first) state_->ahead = *first;
  return first;
}

Result<std::size_t> PackedText::read(std::span<char> room) {
  std::size_t done = state_->take_ahead(room);
  while (done < room.size()) {
    const Result<bool> more = state_->refill();
    if (!more) return more.error();
    if (state_->between && (!*more || state_->ends_here())) break;
    const Result<std::size_t> got = state_->take(room.subspan(done));
    if (!got) return got.error();
    done += *got;
    if (!*more && *got == 0) return state_->error(ErrorCode::corrupt, "the compressed text is cut off");
  }
  return done;
}

Result<std::string> read_packed(const std::filesystem::path& path, std::size_t most) {
  Result<PackedText> file = PackedText::open(path);
  return file ? read_packed(*file, most) : file.error();
}

Result<std::string> read_packed(PackedText& file, std::size_t most) {
  std::string text;
  while (text.size() < most) {
    const std::size_t had = text.size(), room = std::min(most - had, std::max(kPiece, had));
    text.resize(had + room);
    const Result<std::size_t> got = file.read(std::span(text).subspan(had));
    if (!got) return got.error();
    text.resize(had + *got);
    if (*got < room) break;
  }
  return text;
}

std::uint64_t PackedText::file_size() const { return state_->size; }
std::uint64_t PackedText::file_read() const { return state_->taken; }

}  // namespace bookends
