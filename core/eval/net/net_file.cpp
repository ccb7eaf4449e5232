// The file of a network; FORMAT.md is the document.
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

Result<NetParameters> decode_net(const Rules& rules, std::span<const std::byte> bytes) {
  ByteReader magic(bytes);
  for (const unsigned char c : kMagic)
    if (magic.read<std::uint8_t>() != c) return corrupt("not a network (its first bytes are wrong)");
  if (bytes.size() < kMagic.size() + kChecksumBytes) return corrupt("truncated");
  const std::size_t end = bytes.size() - kChecksumBytes;
  if (checksum(bytes.first(end)) != get<std::uint64_t>(bytes.data() + end))
    return corrupt("truncated or damaged: it does not match its checksum");

  ByteReader in(bytes.first(end).subspan(kMagic.size()));
  if (const auto version = in.read<std::uint32_t>(); version != kVersion)
    return Error{ErrorCode::unsupported, "network format " + std::to_string(version) + " (this program reads format " +
                                             std::to_string(kVersion) + ")"};
  const auto made_under = in.read<std::uint64_t>();
  const std::string game = in.read_text();
  if (made_under != fingerprint(rules))
    return Error{ErrorCode::unsupported,
                 "a network of " + game + " under other rules than those of " + std::string(rules.name)};
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
