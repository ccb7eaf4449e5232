#include "books/proof/prove/plan_file.h"

#include <zstd.h>

#include "books/file/envelope.h"
#include "books/proof/prove/plan_sense.h"
#include "core/io/bytes.h"
#include "core/io/file.h"

namespace bookends {

namespace {

constexpr std::string_view kPlanMagic = "BKPLAN01";
constexpr std::uint32_t kPlanVersion = 1;
constexpr int kPlanLevel = 1;

void put_node(std::vector<std::byte>& out, const PlanNode& node) {
  for (const std::uint8_t byte : node.position.bytes) put(out, byte);
  put(out, node.key);
  put(out, static_cast<std::uint8_t>(node.state));
  put(out, static_cast<std::uint16_t>(node.score));
  put(out, static_cast<std::uint8_t>(node.has_rest ? 1 : 0));
  put(out, static_cast<std::uint16_t>(node.moves.size()));
  for (const PlanMove& move : node.moves) {
    put(out, move.move.bits());
    put(out, static_cast<std::uint8_t>(move.possible ? 1 : 0));
    put(out, static_cast<std::uint16_t>(move.replies.size()));
    for (const NodeId reply : move.replies) put(out, reply);
  }
  put(out, static_cast<std::uint32_t>(node.parents.size()));
  for (const NodeId parent : node.parents) put(out, parent);
}

PlanNode read_node(ByteReader& in) {
  PlanNode node;
  for (std::uint8_t& byte : node.position.bytes) byte = in.read<std::uint8_t>();
  node.key = in.read<Key>();
  node.state = static_cast<PlanState>(in.read<std::uint8_t>());
  node.score = static_cast<std::int16_t>(in.read<std::uint16_t>());
  node.has_rest = in.read<std::uint8_t>() != 0;
  const std::size_t moves = in.read<std::uint16_t>();
  for (std::size_t m = 0; m < moves && in.ok(); ++m) {
    PlanMove move;
    move.move = Move::from_bits(in.read<std::uint16_t>());
    move.possible = in.read<std::uint8_t>() != 0;
    const std::size_t replies = in.read<std::uint16_t>();
    for (std::size_t r = 0; r < replies && in.ok(); ++r) move.replies.push_back(in.read<NodeId>());
    node.moves.push_back(std::move(move));
  }
  const std::size_t parents = in.read<std::uint32_t>();
  for (std::size_t p = 0; p < parents && in.ok(); ++p) node.parents.push_back(in.read<NodeId>());
  return node;
}

template <const Rules& R>
std::vector<std::byte> plain_bytes(const Plan<R>& plan, const PlanProgress& progress) {
  std::vector<std::byte> out;
  put(out, progress.rounds);
  put(out, progress.milliseconds);
  put(out, static_cast<std::uint32_t>(plan.nodes().size()));
  for (const PlanNode& node : plan.nodes()) put_node(out, node);
  put(out, static_cast<std::uint32_t>(plan.roots().size()));
  for (const NodeId root : plan.roots()) put(out, root);
  const std::vector<SolvedEntry> solved = plan.solved().entries();
  put(out, static_cast<std::uint64_t>(solved.size()));
  for (const SolvedEntry& entry : solved) {
    put(out, entry.key);
    put(out, entry.step.move.bits());
    put(out, entry.step.distance);
  }
  return out;
}

// Bytes whose checksum was right but which no save_plan() made.
Error nonsense(const std::filesystem::path& path) {
  return {ErrorCode::corrupt, path.string() + ": its content makes no sense"};
}

// The payload of a file of these settings, unpacked.
Result<std::vector<std::byte>> read_plain(const std::string& settings, std::size_t memory,
                                          const std::filesystem::path& path) {
  const Result<std::vector<std::byte>> file = read_regular_file(path);
  if (!file) return file.error();
  const Result<Envelope> envelope = unseal(kPlanMagic, kPlanVersion, *file, path.string());
  if (!envelope) return envelope.error();
  if (const std::string other = difference(envelope->settings, settings); !other.empty())
    return Error{ErrorCode::invalid_argument, path.string() + ": " + other};
  ByteReader head(envelope->payload);
  const std::uint64_t size = head.read<std::uint64_t>();
  const std::span<const std::byte> packed = envelope->payload.subspan(head.offset());
  if (size > memory)
    return Error{ErrorCode::limit, path.string() + ": its plan takes " + std::to_string(size >> 20) +
                                       " MB; allow more (--memory) to go on"};
  if (ZSTD_getFrameContentSize(packed.data(), packed.size()) != size) return nonsense(path);
  std::vector<std::byte> bytes(size);
  if (ZSTD_decompress(bytes.data(), bytes.size(), packed.data(), packed.size()) != bytes.size()) return nonsense(path);
  return bytes;
}

}  // namespace

template <const Rules& R>
Result<void> save_plan(const Plan<R>& plan, const PlanProgress& progress, const std::string& settings,
                       const std::filesystem::path& path) {
  const std::vector<std::byte> bytes = plain_bytes(plan, progress);
  std::vector<std::byte> packed;
  put(packed, static_cast<std::uint64_t>(bytes.size()));
  const std::size_t head = packed.size();
  packed.resize(head + ZSTD_compressBound(bytes.size()));
  const std::size_t size =
      ZSTD_compress(packed.data() + head, packed.size() - head, bytes.data(), bytes.size(), kPlanLevel);
  if (ZSTD_isError(size) != 0) return Error{ErrorCode::limit, std::string("zstd: ") + ZSTD_getErrorName(size)};
  packed.resize(head + size);
  return write_file(path, seal(kPlanMagic, kPlanVersion, {fingerprint(R), settings, packed}));
}

template <const Rules& R>
Result<PlanProgress> load_plan(Plan<R>& plan, const std::string& settings, std::size_t memory,
                               const std::filesystem::path& path) {
  const Result<std::vector<std::byte>> bytes = read_plain(settings, memory, path);
  if (!bytes) return bytes.error();
  ByteReader in(*bytes);
  PlanProgress progress;
  progress.rounds = in.read<std::uint64_t>();
  progress.milliseconds = in.read<std::uint64_t>();
  std::vector<PlanNode> nodes;
  for (std::uint64_t left = in.read<std::uint32_t>(); left > 0 && in.ok(); --left) nodes.push_back(read_node(in));
  std::vector<NodeId> roots;
  for (std::uint64_t left = in.read<std::uint32_t>(); left > 0 && in.ok(); --left) roots.push_back(in.read<NodeId>());
  std::vector<SolvedEntry> solved;
  for (std::uint64_t left = in.read<std::uint64_t>(); left > 0 && in.ok(); --left) {
    SolvedEntry entry{in.read<Key>(), {}};
    entry.step.move = Move::from_bits(in.read<std::uint16_t>());
    entry.step.distance = in.read<std::uint16_t>();
    solved.push_back(entry);
  }
  if (!in.ok() || in.left() != 0 || !PlanSense<R>(plan, nodes, solved).holds(roots)) return nonsense(path);
  plan.assign(std::move(nodes), std::move(roots), solved);
  return progress;
}

#define BOOKENDS_INSTANTIATE(game)                                                                                \
  template Result<void> save_plan<games::game>(const Plan<games::game>&, const PlanProgress&, const std::string&, \
                                               const std::filesystem::path&);                                     \
  template Result<PlanProgress> load_plan<games::game>(Plan<games::game>&, const std::string&, std::size_t,       \
                                                       const std::filesystem::path&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
