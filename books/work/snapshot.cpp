#include "books/work/snapshot.h"

#include <boost/archive/binary_iarchive.hpp>
#include <boost/archive/binary_oarchive.hpp>
#include <boost/serialization/array.hpp>
#include <boost/serialization/split_free.hpp>
#include <boost/serialization/vector.hpp>
#include <cstdint>
#include <exception>
#include <istream>
#include <new>
#include <ostream>
#include <span>
#include <sstream>
#include <streambuf>
#include <string_view>
#include <vector>

#include "books/file/envelope.h"
#include "books/work/sense.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"
#include "core/rules/games.h"

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
  archive& edge.child& edge.next& edge.move& edge.promised;
}

template <class Archive>
void serialize(Archive& archive, bookends::Node& node, unsigned) {
  archive& node.position.bytes& node.key& node.first_edge& node.edge_count& node.legal_count& node.state& node
      .depth& node.exact& node.candidates;
}

template <class Archive, class T>
void save(Archive& archive, const bookends::Blocks<T>& blocks, unsigned) {
  const std::uint64_t size = blocks.size();
  archive << size;
  for (std::uint64_t i = 0; i < size; ++i) archive << blocks[i];
}

template <class Archive, class T>
void load(Archive& archive, bookends::Blocks<T>& blocks, unsigned) {
  std::uint64_t size = 0;
  archive >> size;
  for (std::uint64_t i = 0; i < size; ++i) {
    T item;
    archive >> item;
    blocks.push_back(item);
  }
}

template <class Archive, class T>
void serialize(Archive& archive, bookends::Blocks<T>& blocks, unsigned version) {
  split_free(archive, blocks, version);
}

}  // namespace boost::serialization

BOOST_SERIALIZATION_SPLIT_FREE(bookends::Move)
// Plain values: no class versions, no addresses to track.
BOOST_CLASS_IMPLEMENTATION(bookends::Move, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Candidate, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Edge, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Node, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Blocks<bookends::Node>, object_serializable)
BOOST_CLASS_IMPLEMENTATION(bookends::Blocks<bookends::Edge>, object_serializable)
BOOST_CLASS_TRACKING(bookends::Move, track_never)
BOOST_CLASS_TRACKING(bookends::Candidate, track_never)
BOOST_CLASS_TRACKING(bookends::Edge, track_never)
BOOST_CLASS_TRACKING(bookends::Node, track_never)
BOOST_CLASS_TRACKING(bookends::Blocks<bookends::Node>, track_never)
BOOST_CLASS_TRACKING(bookends::Blocks<bookends::Edge>, track_never)

namespace bookends {

namespace {

constexpr EnvelopeKind kSnapshotKind{kSnapshotMagic, "the snapshot of a book"};
constexpr std::uint32_t kSnapshotVersion = 2;
constexpr unsigned kArchiveFlags = boost::archive::no_header | boost::archive::no_codecvt;

// Writes on to a file by the piece, so that a snapshot takes no memory of its own.
class FileSink : public std::streambuf {
 public:
  explicit FileSink(AtomicFile& file) : file_(file) { buffer_.reserve(kPiece); }

  const Result<void>& flush() {
    if (written_) written_ = file_.append(buffer_);
    sum_.add(buffer_);
    size_ += buffer_.size();
    buffer_.clear();
    return written_;
  }
  std::uint64_t size() const { return size_; }
  std::uint64_t sum() const { return sum_.value(); }

 protected:
  int_type overflow(int_type ch) override {
    const char byte = traits_type::to_char_type(ch);
    if (ch != traits_type::eof()) xsputn(&byte, 1);
    return ch;
  }
  std::streamsize xsputn(const char* data, std::streamsize n) override {
    const auto* from = reinterpret_cast<const std::byte*>(data);
    buffer_.insert(buffer_.end(), from, from + n);
    if (buffer_.size() >= kPiece) flush();
    return n;
  }

 private:
  static constexpr std::size_t kPiece = std::size_t{1} << 16;

  AtomicFile& file_;
  std::vector<std::byte> buffer_;
  RunningChecksum sum_;
  std::uint64_t size_ = 0;
  Result<void> written_;
};

// Reads from memory without copying it once more.
class ArchiveSource : public std::streambuf {
 public:
  explicit ArchiveSource(std::span<const std::byte> bytes) {
    // The buffer is only read; streambuf has no interface for constant memory.
    char* begin = const_cast<char*>(reinterpret_cast<const char*>(bytes.data()));
    setg(begin, begin, begin + bytes.size());
  }
  std::size_t left() const { return static_cast<std::size_t>(egptr() - gptr()); }
};

// Whether the list of starts, the last thing in the archive, is as long as it says: its reader would make room for it
// first. It ends with the number of starts and the starts.
bool starts_fit(std::span<const std::byte> left) {
  std::ostringstream empty;
  {
    boost::archive::binary_oarchive archive(empty, kArchiveFlags);
    const std::vector<NodeId> none;
    archive << none;
  }
  const std::size_t head = empty.str().size();
  if (left.size() < head || head < sizeof(std::uint64_t)) return false;
  const auto count = get<std::uint64_t>(left.data() + head - sizeof(std::uint64_t));
  return (left.size() - head) % sizeof(NodeId) == 0 && (left.size() - head) / sizeof(NodeId) == count;
}

// `settings`: of a game known here, whose rules they have.
Result<Workspace> unarchived(const BuildSettings& settings, std::span<const std::byte> payload,
                             const std::string& name) {
  const Error corrupt{ErrorCode::corrupt, name + ": the content contradicts itself"};
  Blocks<Node> nodes;
  Blocks<Edge> edges;
  std::vector<NodeId> starts;
  try {
    ArchiveSource source(payload);
    boost::archive::binary_iarchive archive(source, kArchiveFlags);
    archive >> nodes >> edges;
    if (!starts_fit(payload.last(source.left()))) return corrupt;
    archive >> starts;
  } catch (const std::bad_alloc&) {  // says nothing of the bytes
    throw;
  } catch (const std::exception&) {
    return corrupt;
  }
  Workspace workspace(settings);
  if (!workspace.assign(std::move(nodes), std::move(edges), std::move(starts))) return corrupt;
  const Result<const Rules*> rules = find_game(settings.game);
  if (!rules) return rules.error();
  const bool sense = with_game(**rules, [&]<const Rules & R>() { return makes_sense<R>(workspace); });
  if (!sense) return corrupt;
  return workspace;
}

}  // namespace

Result<void> save_snapshot(const Workspace& workspace, const std::filesystem::path& path) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  const BuildSettings& settings = workspace.settings();
  const auto header = [&](std::uint64_t size, std::uint64_t sum) {
    return seal_header(kSnapshotMagic, kSnapshotVersion, settings.rules_fingerprint, settings.text(), size, sum);
  };
  // What the header says of the payload is known last.
  if (const Result<void> begun = file->append(header(0, 0)); !begun) return begun;
  FileSink sink(*file);
  {
    boost::archive::binary_oarchive archive(sink, kArchiveFlags);
    const Blocks<Node>& nodes = workspace.nodes();
    const Blocks<Edge>& edges = workspace.edges();
    const std::vector<NodeId>& starts = workspace.starts();
    archive << nodes << edges << starts;
  }
  if (const Result<void> written = sink.flush(); !written) return written;
  if (const Result<void> named = file->write_at(0, header(sink.size(), sink.sum())); !named) return named;
  return file->commit();
}

Result<Workspace> load_snapshot(const BuildSettings& settings, const std::filesystem::path& path, Compared what) {
  const Result<std::vector<std::byte>> file = read_regular_file(path);
  if (!file) return file.error();
  const std::span<const std::byte> bytes = *file;
  const Result<Envelope> envelope = unseal(kSnapshotKind, kSnapshotVersion, bytes, path.string());
  if (!envelope) return envelope.error();
  const std::string differs = difference(envelope->settings, settings.text(), what);
  if (envelope->fingerprint != settings.rules_fingerprint && differs.empty())
    return Error{ErrorCode::unsupported, path.string() + ": made under other rules"};
  if (!differs.empty()) return Error{ErrorCode::invalid_argument, path.parent_path().string() + ": " + differs};
  return unarchived(settings, envelope->payload, path.string());
}

Result<SnapshotFacts> check_snapshot(std::span<const std::byte> bytes, const std::string& name) {
  const Result<GameEnvelope> of_game = unseal_game(kSnapshotKind, kSnapshotVersion, bytes, name);
  if (!of_game) return of_game.error();
  BuildSettings settings;
  settings.game = of_game->rules->name;
  const Result<Workspace> workspace = unarchived(settings, of_game->envelope.payload, name);
  if (!workspace) return workspace.error();
  return SnapshotFacts{settings.game, workspace->size(), workspace->edges().size()};
}

}  // namespace bookends
