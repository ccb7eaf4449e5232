#include "tablebases/syzygy/table_parts.h"

#include <algorithm>
#include <string>

#include "core/io/bytes.h"

namespace bookends::tables::syzygy {
namespace {

// The first four bytes of a file.
struct Magic {
  std::uint32_t number;
  std::string_view game;
};
constexpr std::uint32_t kWdlMagic = 0x5D23E871, kDtzMagic = 0xA50C66D7;
constexpr std::array kOtherMagics{
    Magic{0x49A48D55, "atomic chess"}, Magic{0xEB5EA991, "atomic chess"},   Magic{0x1593F67B, "antichess"},
    Magic{0x23E7CFE4, "antichess"},    Magic{0x21BC55BC, "giveaway chess"}, Magic{0x501BF5D6, "giveaway chess"},
    Magic{0xB4E9B3B7, "shatranj"},     Magic{0x87C126FC, "shatranj"},
};

constexpr std::size_t kHeadBytes = 5;
// Of what comes before the index: eight parts, each with as many codes and symbols as there can be, and 16 maps.
constexpr std::size_t kUsualBeginning = 2 * kPageBytes, kMostBeginning = 8 * 12'500 + 16 * (2 + 2 * 65'535);
constexpr std::uint64_t kAlignment = 64;

std::size_t to_even(std::size_t at) { return at + at % 2; }

}  // namespace

bool TableParts::read_beginning(std::size_t bytes) {
  beginning_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(bytes, file_.size())));
  return file_.read(0, beginning_);
}

Result<TableParts> TableParts::open(const std::filesystem::path& path, const Ending& ending, FileKind kind,
                                    const std::shared_ptr<PageCache>& cache) {
  Result<PagedFile> file = PagedFile::open(path, cache);
  if (!file) return file.error();
  const auto refuse = [&](ErrorCode code, const std::string& why) { return Error{code, path.string() + ": " + why}; };
  TableParts parts(std::move(*file));
  // How long it is only reading it tells; mostly some hundred bytes.
  for (std::size_t bytes = kUsualBeginning;; bytes = kMostBeginning) {
    if (!parts.read_beginning(bytes)) return refuse(ErrorCode::io, "cannot be read");
    if (parts.beginning_.size() < kHeadBytes) return refuse(ErrorCode::corrupt, "cut off");
    const auto magic = get<std::uint32_t>(parts.beginning_.data());
    for (const Magic& other : kOtherMagics)
      if (magic == other.number)
        return refuse(ErrorCode::unsupported, "a Syzygy table of " + std::string(other.game) + ", not of chess");
    if (magic != (kind == FileKind::wdl ? kWdlMagic : kDtzMagic))
      return refuse(ErrorCode::corrupt,
                    std::string("no Syzygy table of ") + (kind == FileKind::wdl ? "results" : "DTZ"));
    const auto why = parts.read(Layout(ending), kind);
    if (!why) {
      if (!parts.file_.read(parts.file_.size() - kChecksumBytes, parts.checksum_))
        return refuse(ErrorCode::io, "cannot be read");
      return parts;
    }
    if (bytes == kMostBeginning || parts.beginning_.size() == parts.file_.size())
      return refuse(ErrorCode::corrupt, *why);
  }
}

std::optional<std::string> TableParts::read(const Layout& layout, FileKind kind) {
  const std::string cut_off = "cut off", damaged = "damaged, or of another ending";
  const std::size_t size = beginning_.size(), men_bytes = layout.files() * layout.description();
  const unsigned head = std::to_integer<unsigned>(beginning_[kHeadBytes - 1]);
  const bool both = kind == FileKind::wdl && !layout.ending.symmetric();
  if (kind == FileKind::wdl && ((head & 1) != 0) != both) return damaged;
  if (((head & 2) != 0) != layout.pawns) return damaged;
  sides_ = both ? 2 : 1;
  parts_.clear();
  std::size_t at = to_even(kHeadBytes + men_bytes);
  if (at > size) return cut_off;
  for (std::size_t file = 0; file < layout.files(); ++file)
    for (std::size_t side = 0; side < sides_; ++side) {
      const std::size_t begin = kHeadBytes + file * layout.description();
      const auto numbering =
          Numbering::read(layout, from(begin).first(layout.description()), static_cast<int>(side), file);
      if (!numbering) return damaged;
      std::size_t used = 0;
      auto pairs = Pairs::read(from(at), numbering->size(), kind, used);
      if (!pairs) return damaged;
      at += used;
      parts_.push_back({*numbering, std::move(*pairs)});
    }
  if (kind == FileKind::dtz) {
    for (Part& part : parts_)
      if ((part.pairs.flags() & mapped) != 0 && !read_maps(part, at)) return cut_off;
    at = to_even(at);
  }
  if (!place_values(at)) return "cut off, or damaged";
  return std::nullopt;
}

bool TableParts::read_maps(Part& part, std::size_t& at) const {
  const bool wide = (part.pairs.flags() & wide_map) != 0;
  const std::size_t bytes = wide ? 2 : 1;
  if (wide) at = to_even(at);
  for (auto& map : part.maps) {
    if (from(std::min(at, beginning_.size())).size() < bytes) return false;
    const std::size_t count = wide ? get<std::uint16_t>(from(at).data()) : std::to_integer<std::size_t>(from(at)[0]);
    at += bytes;
    if (from(at).size() < bytes * count) return false;
    map = from(at).first(bytes * count);
    at += map.size();
  }
  return true;
}

// Where the index, the sizes and the blocks of each part are. They end where the checksum begins.
bool TableParts::place_values(std::size_t at) {
  const std::uint64_t size = file_.size();
  std::uint64_t next = at;
  const auto take = [&](std::uint64_t n) -> std::optional<std::uint64_t> {
    if (next > size || n > size - next) return std::nullopt;
    next += n;
    return next - n;
  };
  for (Part& part : parts_) {
    const auto index = take(part.pairs.index_bytes());
    if (!index) return false;
    part.pairs.set_index(*index);
  }
  for (Part& part : parts_) {
    const auto sizes = take(part.pairs.size_bytes());
    if (!sizes) return false;
    part.pairs.set_sizes(*sizes);
  }
  for (Part& part : parts_) {
    next = (next + kAlignment - 1) / kAlignment * kAlignment;
    const auto data = take(part.pairs.data_bytes());
    if (!data) return false;
    part.pairs.set_data(*data);
  }
  next = (next + kAlignment - 1) / kAlignment * kAlignment;
  return next + kChecksumBytes == size;
}

}  // namespace bookends::tables::syzygy
