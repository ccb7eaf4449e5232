// The file of a network; FORMAT.md is the document.
#include <algorithm>
#include <array>

#include "core/eval/net/net.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends {

namespace {

// As in the tables: no ASCII, both line ends, the end-of-file of old systems.
constexpr std::array<unsigned char, 8> kMagic{0x89, 'B', 'K', 'N', '\r', '\n', 0x1a, '\n'};
constexpr std::uint32_t kVersion = 1;
constexpr std::size_t kChecksumBytes = 8;

Error corrupt(std::string what) { return {ErrorCode::corrupt, std::move(what)}; }

template <class T>
void put_all(std::vector<std::byte>& out, const std::vector<T>& numbers) {
  for (const T n : numbers) put(out, static_cast<std::make_unsigned_t<T>>(n));
}

template <class T>
bool read_all(ByteReader& in, std::size_t count, std::vector<T>& numbers) {
  if (count > in.left() / sizeof(T)) return false;
  numbers.reserve(count);
  for (std::size_t i = 0; i < count; ++i) numbers.push_back(static_cast<T>(in.read<std::make_unsigned_t<T>>()));
  return in.ok();
}

bool read_weights(ByteReader& in, const Rules& rules, NetParameters& net) {
  const NetShape& s = net.shape;
  const std::size_t hidden = slot(s.hidden), buckets = slot(s.buckets);
  return read_all(in, slot(s.regions * features_of_region(rules)) * hidden, net.features) &&
         read_all(in, hidden, net.bias) && read_all(in, buckets * 2 * hidden, net.output) &&
         read_all(in, buckets, net.output_bias) && in.left() == 0;
}

Error in_file(const std::filesystem::path& path, const Error& error) {
  return {error.code, path.string() + ": " + error.message};
}

// Once the checksum was found right: what stands before the rest.
struct Opened {
  std::uint64_t fingerprint = 0;
  std::string game;
  ByteReader rest;
};

Result<Opened> open_net(std::span<const std::byte> bytes) {
  if (!is_net(bytes)) return corrupt("not a network (its first bytes are wrong)");
  if (bytes.size() < kMagic.size() + kChecksumBytes) return corrupt("truncated");
  const std::size_t end = bytes.size() - kChecksumBytes;
  if (checksum(bytes.first(end)) != get<std::uint64_t>(bytes.data() + end))
    return corrupt("truncated or damaged: it does not match its checksum (" + byte_range(0, end) + ")");
  Opened opened{0, "", ByteReader(bytes.first(end).subspan(kMagic.size()))};
  if (const auto version = opened.rest.read<std::uint32_t>(); version != kVersion)
    return Error{ErrorCode::unsupported, "network format " + std::to_string(version) + " (this program reads format " +
                                             std::to_string(kVersion) + ")"};
  opened.fingerprint = opened.rest.read<std::uint64_t>();
  opened.game = opened.rest.read_text();
  return opened;
}

}  // namespace

std::vector<std::byte> encode_net(const Rules& rules, const NetParameters& net) {
  std::vector<std::byte> out;
  for (const unsigned char c : kMagic) put(out, c);
  put(out, kVersion);
  put(out, fingerprint(rules));
  put_text(out, rules.name);
  put_text(out, net.settings);
  put(out, static_cast<std::uint16_t>(net.shape.hidden));
  put(out, static_cast<std::uint16_t>(net.shape.scale));
  put(out, static_cast<std::uint8_t>(net.shape.buckets));
  put(out, static_cast<std::uint8_t>(net.shape.regions));
  put(out, static_cast<std::uint8_t>(net.shape.fold ? 1 : 0));
  put_all(out, net.features);
  put_all(out, net.bias);
  put_all(out, net.output);
  put_all(out, net.output_bias);
  put(out, checksum(out));
  return out;
}

bool is_net(std::span<const std::byte> bytes) {
  ByteReader magic(bytes);
  return std::ranges::all_of(kMagic, [&](unsigned char c) { return magic.read<std::uint8_t>() == c; });
}

Result<const Rules*> rules_of_net(std::span<const std::byte> bytes) {
  Result<Opened> opened = open_net(bytes);
  if (!opened) return opened.error();
  const Result<const Rules*> rules = find_game(opened->game);
  if (!rules) return Error{ErrorCode::unsupported, "a network of an unknown game, " + opened->game};
  return *rules;
}

Result<NetParameters> decode_net(const Rules& rules, std::span<const std::byte> bytes) {
  Result<Opened> opened = open_net(bytes);
  if (!opened) return opened.error();
  ByteReader& in = opened->rest;
  if (opened->fingerprint != fingerprint(rules))
    return Error{ErrorCode::unsupported,
                 "a network of " + opened->game + " under other rules than those of " + std::string(rules.name)};
  NetParameters net;
  net.settings = in.read_text();
  net.shape.hidden = in.read<std::uint16_t>();
  net.shape.scale = in.read<std::uint16_t>();
  net.shape.buckets = in.read<std::uint8_t>();
  net.shape.regions = in.read<std::uint8_t>();
  const int fold = in.read<std::uint8_t>();
  net.shape.fold = fold == 1;
  if (!in.ok() || fold > 1 || !read_weights(in, rules, net)) return corrupt("its header contradicts its size");
  if (const Result<void> good = check_net(rules, net); !good) return corrupt(good.error().message);
  return net;
}

Result<NetParameters> read_net(const Rules& rules, const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  if (!bytes) return bytes.error();
  Result<NetParameters> net = decode_net(rules, *bytes);
  if (!net) return in_file(path, net.error());
  return net;
}

}  // namespace bookends
