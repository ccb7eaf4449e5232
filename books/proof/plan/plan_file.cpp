#include "books/proof/plan/plan_file.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <optional>

#include "books/file/envelope.h"
#include "books/proof/plan/plan_sense.h"
#include "core/io/bytes.h"
#include "core/io/file.h"
#include "core/io/zstd_said.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// What is solved stands in the plan, by key; or behind it, as the records of a certificate.
constexpr EnvelopeKind kPlanKind{kPlanMagic, "the plan of a proof"};
constexpr std::uint32_t kPlanVersion = 3, kSmallPlanVersion = 4;
constexpr Versions kPlanVersions{kPlanVersion, kSmallPlanVersion};
constexpr std::size_t kPlannedBytes = 64;  // of a position of the plan, about
constexpr int kPlanLevel = 1;
constexpr std::size_t kNoLimit = std::numeric_limits<std::size_t>::max();
// No plan packs better: each of its nodes has a key, which is as good as random.
constexpr std::uint64_t kMostUnpacked = 1024;

void put_node(std::vector<std::byte>& out, const PlanNode& node) {
  for (const std::uint8_t byte : node.position.bytes) put(out, byte);
  put(out, node.key);
  put(out, static_cast<std::uint8_t>(node.state));
  put(out, static_cast<std::uint16_t>(node.score));
  put(out, static_cast<std::uint8_t>(node.has_rest ? 1 : 0));
  put(out, node.looks);
  put(out, node.searches_below);
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
  node.looks = in.read<std::uint8_t>();
  node.searches_below = in.read<std::uint32_t>();
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

// As put_node() puts it, so that the bytes of a large plan are never moved.
std::size_t size_of(const PlanNode& node) {
  constexpr std::size_t kFixed = PackedPosition::kBytes + sizeof(Key) + 1 + 2 + 1 + 1 + 4 + 2 + 4, kMove = 2 + 1 + 2;
  std::size_t size = kFixed + node.parents.size() * sizeof(NodeId);
  for (const PlanMove& move : node.moves) size += kMove + move.replies.size() * sizeof(NodeId);
  return size;
}

template <const Rules& R>
std::size_t plain_size(const Plan<R>& plan, std::size_t solved) {
  constexpr std::size_t kNumbers = 8 + 8 + 4 + 4 + 8, kSolved = sizeof(Key) + 2 + 2;
  std::size_t size = kNumbers + plan.roots().size() * sizeof(NodeId) + solved * kSolved;
  for (const PlanNode& node : plan.nodes()) size += size_of(node);
  return size;
}

template <const Rules& R>
std::vector<std::byte> plain_bytes(const Plan<R>& plan, std::span<const SolvedEntry> solved,
                                   const PlanProgress& progress) {
  std::vector<std::byte> out;
  out.reserve(plain_size(plan, solved.size()));
  put(out, progress.rounds);
  put(out, progress.milliseconds);
  put(out, static_cast<std::uint32_t>(plan.nodes().size()));
  for (const PlanNode& node : plan.nodes()) put_node(out, node);
  put(out, static_cast<std::uint32_t>(plan.roots().size()));
  for (const NodeId root : plan.roots()) put(out, root);
  put(out, static_cast<std::uint64_t>(solved.size()));
  for (const SolvedEntry& entry : solved) {
    put(out, entry.key);
    put(out, entry.step.move.bits());
    put(out, entry.step.distance);
  }
  assert(out.size() == plain_size(plan, solved.size()));
  return out;
}

// Bytes whose checksum was right but which no save_plan() made.
Error nonsense(const std::string& name) { return {ErrorCode::corrupt, name + ": its content makes no sense"}; }

Error too_large(std::uint64_t bytes, const std::string& name) {
  return {ErrorCode::limit,
          name + ": its plan takes " + std::to_string(bytes >> 20) + " MB; allow more (--memory) to go on"};
}

// The payload of an envelope.
struct Unpacked {
  std::vector<std::byte> plain;
  std::vector<std::byte> wins;  // a certificate; empty where what is solved stands in the plan
};

Result<Unpacked> unpacked(const Envelope& envelope, std::size_t memory, const std::string& name) {
  ByteReader head(envelope.payload);
  const std::uint64_t size = head.read<std::uint64_t>();
  const bool small = envelope.version == kSmallPlanVersion;
  const std::uint64_t packed_size = small ? head.read<std::uint64_t>() : head.left();
  const std::span<const std::byte> packed = head.take(packed_size), wins = envelope.payload.subspan(head.offset());
  if (size > memory) return too_large(size, name);
  if (!head.ok() || size > kMostUnpacked * packed.size() ||
      ZSTD_getFrameContentSize(packed.data(), packed.size()) != size || small == wins.empty())
    return nonsense(name);
  Unpacked out{std::vector<std::byte>(size), {wins.begin(), wins.end()}};
  const std::size_t done = ZSTD_decompress(out.plain.data(), size, packed.data(), packed.size());
  if (is_zstd_error(done) || done != size) return nonsense(name);
  return out;
}

// Nothing when the bytes are not as many as they say.
std::optional<PlanContent> read_content(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  PlanContent plan;
  plan.progress.rounds = in.read<std::uint64_t>();
  plan.progress.milliseconds = in.read<std::uint64_t>();
  for (std::uint64_t left = in.read<std::uint32_t>(); left > 0 && in.ok(); --left) plan.nodes.push_back(read_node(in));
  for (std::uint64_t left = in.read<std::uint32_t>(); left > 0 && in.ok(); --left)
    plan.roots.push_back(in.read<NodeId>());
  for (std::uint64_t left = in.read<std::uint64_t>(); left > 0 && in.ok(); --left) {
    SolvedEntry entry{in.read<Key>(), {}};
    entry.step.move = Move::from_bits(in.read<std::uint16_t>());
    entry.step.distance = in.read<std::uint16_t>();
    plan.solved.push_back(entry);
  }
  if (!in.ok() || in.left() != 0) return std::nullopt;
  return plan;
}

// The wins that stand behind a plan.
template <const Rules& R>
Result<std::vector<SolvedEntry>> read_wins(std::vector<std::byte> bytes, std::size_t memory, const std::string& name) {
  std::vector<SolvedEntry> solved;
  if (bytes.empty()) return solved;
  Result<CertificateReader> reader = CertificateReader::from_bytes(std::move(bytes), name);
  if (!reader) return reader.error().code == ErrorCode::limit ? reader.error() : nonsense(name);
  const std::uint64_t wins = reader->header().records;
  if (reader->header().rules_fingerprint != fingerprint(R)) return nonsense(name);
  if (wins > memory / sizeof(SolvedEntry)) return too_large(wins * sizeof(SolvedEntry), name);
  while (true) {
    const Result<std::vector<CertificateRecord>> records = reader->next();
    if (!records) return nonsense(name);
    if (records->empty() ? solved.size() != wins : records->size() > wins - solved.size()) return nonsense(name);
    if (records->empty()) return solved;
    for (const CertificateRecord& record : *records) {
      const Result<Position<R>> position = unpack_position<R>(record.position);
      if (!position) return nonsense(name);
      solved.push_back({position->key(), {record.move, record.distance}});
    }
  }
}

// What is in a payload.
template <const Rules& R>
Result<PlanContent> content_of(Unpacked&& payload, std::size_t memory, const std::string& name) {
  std::optional<PlanContent> plan = read_content(payload.plain);
  if (!plan) return nonsense(name);
  Result<std::vector<SolvedEntry>> wins = read_wins<R>(std::move(payload.wins), memory, name);
  if (!wins) return wins.error();
  if (plan->solved.empty()) plan->solved = std::move(*wins);
  return std::move(*plan);
}

// What can be told of a plan that leans on tables which are not there.
template <const Rules& R>
bool positions_hold(const PlanContent& plan, Color attacker) {
  const auto is_none = [&](NodeId id) { return id >= plan.nodes.size(); };
  for (const PlanNode& node : plan.nodes) {
    const Result<Position<R>> position = unpack_position<R>(node.position);
    if (!position || position->key() != node.key || position->turn() != attacker) return false;
    if (node.state > PlanState::solved || node.looks > kMostLooks) return false;
    if (std::ranges::any_of(node.parents, is_none)) return false;
    for (const PlanMove& move : node.moves)
      if (!position->is_legal(move.move) || std::ranges::any_of(move.replies, is_none)) return false;
  }
  return std::ranges::none_of(plan.roots, is_none);
}

// The value of a line of the settings; empty where there is none.
std::string setting_of(const Envelope& envelope, const std::string& name) {
  const std::vector<std::string> values = settings_named(envelope.settings, name);
  return values.empty() ? "" : values.front();
}

// The payload of a file of these settings.
Result<Unpacked> read_payload(const std::string& settings, std::size_t memory, const std::filesystem::path& path) {
  const Result<std::vector<std::byte>> file = read_regular_file(path);
  if (!file) return file.error();
  const Result<Envelope> envelope = unseal(kPlanKind, kPlanVersions, *file, path.string());
  if (!envelope) return envelope.error();
  if (const std::string other = difference(envelope->settings, settings); !other.empty())
    return Error{ErrorCode::invalid_argument, path.string() + ": " + other};
  return unpacked(*envelope, memory, path.string());
}

// Behind `head`.
Result<void> put_packed(std::vector<std::byte>& out, std::span<const std::byte> plain) {
  const std::size_t head = out.size();
  out.resize(head + ZSTD_compressBound(plain.size()));
  const std::size_t size = ZSTD_compress(out.data() + head, out.size() - head, plain.data(), plain.size(), kPlanLevel);
  if (is_zstd_error(size)) return zstd_error(size);
  out.resize(head + size);
  return {};
}

}  // namespace

template <const Rules& R>
Result<void> save_plan(const Plan<R>& plan, const PlanProgress& progress, const std::string& settings,
                       const std::filesystem::path& path) {
  const std::vector<std::byte> plain = plain_bytes(plan, plan.solved().entries(), progress);
  std::vector<std::byte> payload;
  put(payload, static_cast<std::uint64_t>(plain.size()));
  if (const Result<void> packed = put_packed(payload, plain); !packed) return packed;
  return write_file(path, seal(kPlanMagic, kPlanVersion, {fingerprint(R), settings, payload}));
}

// The list of what is solved, the plain bytes, and as many for the packed ones, which are copied into their envelope
// when they are fewer.
template <const Rules& R>
std::size_t saving_bytes(const Plan<R>& plan, std::size_t more_planned, std::size_t more_solved) {
  const std::size_t solved = plan.solved().size() + more_solved;
  return solved * sizeof(SolvedEntry) + 2 * (plain_size(plan, solved) + more_planned * kPlannedBytes);
}

template <const Rules& R>
Result<void> save_small_plan(const Plan<R>& plan, std::vector<CertificateRecord> wins, const PlanProgress& reached,
                             const std::string& settings, const std::filesystem::path& path, Progress& progress) {
  CertificateHeader header;
  header.game = R.name;
  header.rules_fingerprint = fingerprint(R);
  header.attacker = plan.attacker();
  const Result<std::vector<std::byte>> records = encode_certificate(header, std::move(wins), &progress);
  if (!records) return records.error();
  const std::vector<std::byte> plain = plain_bytes(plan, {}, reached);
  std::vector<std::byte> packed, payload;
  if (const Result<void> done = put_packed(packed, plain); !done) return done;
  put(payload, static_cast<std::uint64_t>(plain.size()));
  put(payload, static_cast<std::uint64_t>(packed.size()));
  payload.insert(payload.end(), packed.begin(), packed.end());
  payload.insert(payload.end(), records->begin(), records->end());
  return write_file(path, seal(kPlanMagic, kSmallPlanVersion, {fingerprint(R), settings, payload}));
}

template <const Rules& R>
Result<PlanProgress> load_plan(Plan<R>& plan, const std::string& settings, std::size_t memory,
                               const std::filesystem::path& path) {
  Result<Unpacked> payload = read_payload(settings, memory, path);
  if (!payload) return payload.error();
  Result<PlanContent> read = content_of<R>(std::move(*payload), memory, path.string());
  if (!read) return read.error();
  if (!PlanSense<R>(plan, read->nodes, read->solved).holds(read->roots)) return nonsense(path.string());
  plan.assign(std::move(read->nodes), std::move(read->roots), read->solved);
  return read->progress;
}

Result<CheckedPlan> check_plan(std::span<const std::byte> bytes, const std::string& name) {
  const Result<GameEnvelope> of_game = unseal_game(kPlanKind, kPlanVersions, bytes, name);
  if (!of_game) return of_game.error();
  const Envelope& envelope = of_game->envelope;
  PlanFacts facts;
  facts.game = of_game->rules->name;
  facts.settings = envelope.settings;
  facts.root = setting_of(envelope, "root");
  facts.needs_tables = setting_of(envelope, "table_men") != "0";
  Result<Unpacked> payload = unpacked(envelope, kNoLimit, name);
  if (!payload) return payload.error();
  facts.attacker = setting_of(envelope, "attacker") == "white" ? Color::white : Color::black;
  facts.aim = setting_of(envelope, "aim") == "win" ? ProofAim::win : ProofAim::hold;
  Result<PlanContent> plan = with_game(*of_game->rules, [&]<const Rules & R>() -> Result<PlanContent> {
    Result<PlanContent> read = content_of<R>(std::move(*payload), kNoLimit, name);
    if (!read) return read;
    const bool sense =
        facts.needs_tables
            ? positions_hold<R>(*read, facts.attacker)
            : PlanSense<R>(Plan<R>(facts.attacker, nullptr, facts.aim), read->nodes, read->solved).holds(read->roots);
    return sense ? std::move(read) : nonsense(name);
  });
  if (!plan) return plan.error();
  facts.rounds = plan->progress.rounds;
  facts.positions = plan->nodes.size();
  facts.solved = plan->solved.size();
  return CheckedPlan{std::move(facts), std::move(*plan)};
}

#define BOOKENDS_INSTANTIATE(game)                                                                                \
  template Result<void> save_plan<games::game>(const Plan<games::game>&, const PlanProgress&, const std::string&, \
                                               const std::filesystem::path&);                                     \
  template std::size_t saving_bytes<games::game>(const Plan<games::game>&, std::size_t, std::size_t);             \
  template Result<void> save_small_plan<games::game>(const Plan<games::game>&, std::vector<CertificateRecord>,    \
                                                     const PlanProgress&, const std::string&,                     \
                                                     const std::filesystem::path&, Progress&);                    \
  template Result<PlanProgress> load_plan<games::game>(Plan<games::game>&, const std::string&, std::size_t,       \
                                                       const std::filesystem::path&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
