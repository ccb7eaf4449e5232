#include "books/snapshot.h"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/array.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/vector.hpp>
#include <exception>
#include <istream>
#include <ostream>
#include <streambuf>

#include "books/envelope.h"
#include "core/io/file.h"

namespace boost::serialization {

template <class Archive>
void save(Archive& archive, const bookends::Move& move, unsigned) {
  const std::uint16_t bits = move.bits();
  archive << bits;
}

template <class Archive>
void load(Archive& archive, bookends::Move& move, unsigned) {
  std::uint16_t bits = 0;
  archive >> bits;
  move = bookends::Move::from_bits(bits);
}

template <class Archive>
void serialize(Archive& archive, bookends::Candidate& candidate, unsigned) {
  archive& candidate.move& candidate.score;
}

template <class Archive>
void serialize(Archive& archive, bookends::Edge& edge, unsigned) {
  archive& edge.child& edge.next& edge.move;
}

template <class Archive>
void serialize(Archive& archive, bookends::Node& node, unsigned) {
  archive& node.position.bytes& node.key& node.first_edge& node.edge_count& node.legal_count& node.state& node
      .depth& node.exact& node.candidate_count& node.candidates;
}

}  // namespace boost::serialization

BOOST_SERIALIZATION_SPLIT_FREE(bookends::Move)
// Plain values: no class versions, no addresses to track.
BOOST_CLASS_IMPLEMENTATION(bookends::Move, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Candidate, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Edge, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Node, object_serializable)
BOOST_CLASS_TRACKING(bookends::Move, track_never)
BOOST_CLASS_TRACKING(bookends::Candidate, track_never)
BOOST_CLASS_TRACKING(bookends::Edge, track_never)
BOOST_CLASS_TRACKING(bookends::Node, track_never)

namespace bookends {

namespace {

constexpr std::string_view kMagic = "BKENDSW1";
constexpr std::uint32_t kVersion = 1;
constexpr unsigned kArchiveFlags = boost::archive::no_header | boost::archive::no_codecvt;

// Streams over memory without copying it once more.
class ByteSink : public std::streambuf {
 public:
  std::vector<std::byte> take() { return std::move(bytes_); }

 protected:
  int_type overflow(int_type ch) override {
    if (ch != traits_type::eof()) bytes_.push_back(static_cast<std::byte>(ch));
    return ch;
  }
  std::streamsize xsputn(const char* data, std::streamsize n) override {
    const auto* from = reinterpret_cast<const std::byte*>(data);
    bytes_.insert(bytes_.end(), from, from + n);
    return n;
  }

 private:
  std::vector<std::byte> bytes_;
};

class ByteSource : public std::streambuf {
 public:
  explicit ByteSource(std::span<const std::byte> bytes) {
    // The buffer is only read; streambuf has no interface for constant memory.
    char* begin = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }
};

std::vector<std::byte> archived(const Workspace& workspace) {
  ByteSink sink;
  {
    boost::archive::binary_oarchive archive(sink, kArchiveFlags);
    const std::vector<Node>& nodes = workspace.nodes();
    const std::vector<Edge>& edges = workspace.edges();
    const std::vector<NodeId>& starts = workspace.starts();
    archive << nodes << edges << starts;
  }
  return sink.take();
}

Result<Workspace> unarchived(const BuildSettings& settings, std::span<const std::byte> payload,
                             const std::string& name) {
  const Error corrupt{ErrorCode::corrupt, name + ": the content contradicts itself"};
  std::vector<Node> nodes;
  std::vector<Edge> edges;
  std::vector<NodeId> starts;
  try {
    ByteSource source(payload);
    boost::archive::binary_iarchive archive(source, kArchiveFlags);
    archive >> nodes >> edges >> starts;
  } catch (const std::exception&) {
    return corrupt;
  }
  Workspace workspace(settings);
  if (!workspace.assign(std::move(nodes), std::move(edges), std::move(starts))) return corrupt;
  return workspace;
}

}  // namespace

Result<void> save_snapshot(const Workspace& workspace, const std::filesystem::path& path) {
  const std::vector<std::byte> payload = archived(workspace);
  const BuildSettings& settings = workspace.settings();
  return write_file(path, seal(kMagic, kVersion, {settings.rules_fingerprint, settings.text(), payload}));
}

Result<Workspace> load_snapshot(const BuildSettings& settings, const std::filesystem::path& path) {
  const Result<std::vector<std::byte>> bytes = read_file(path);
  if (!bytes) return bytes.error();
  const Result<Envelope> envelope = unseal(kMagic, kVersion, *bytes, path.string());
  if (!envelope) return envelope.error();
  const std::string differs = difference(envelope->settings, settings.text());
  if (envelope->fingerprint != settings.rules_fingerprint && differs.empty())
    return Error{ErrorCode::unsupported, path.string() + ": made under other rules"};
  if (!differs.empty()) return Error{ErrorCode::invalid_argument, path.parent_path().string() + ": " + differs};
  return unarchived(settings, envelope->payload, path.string());
}

}  // namespace bookends
