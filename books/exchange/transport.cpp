#include "books/exchange/transport.h"

#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "books/edit/chains.h"
#include "books/exchange/transport_order.h"
#include "books/exchange/transport_streams.h"
#include "books/file/book_file.h"
#include "books/file/envelope.h"
#include "books/file/layout.h"
#include "books/file/repair_advice.h"
#include "books/values/propagate.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends {

namespace {

using transport::expected_score;
using transport::MoveOrder;
using transport::put_varint;
using transport::StreamReader;
using transport::Streams;
using transport::unzigzag;
using transport::zigzag;

// How a node was first met.
struct Arrival {
  NodeId parent = kNoNode;
  Move move;
};

// The move that the scores speak for: the first that leads to a position worth as much; none when there is none.
Move implied_move(const BookGraph& graph, NodeId n) {
  for (std::uint32_t e = graph.first[n]; e < graph.first[n + 1]; ++e)
    if (through_move(graph.nodes[graph.edges[e].child].entry.score) == graph.nodes[n].entry.score)
      return graph.edges[e].move;
  return {};
}

std::vector<NodeId> successors(const BookGraph& graph) {
  std::vector<NodeId> next(graph.size());
  for (NodeId n = 0; n < graph.size(); ++n) next[n] = graph.child(n, graph.nodes[n].move);
  return next;
}

std::uint8_t implied_depth(const BookGraph& graph, const std::vector<NodeId>& next, const Chains& chains, NodeId n) {
  if (next[n] == kNoNode || chains.on_cycle[n]) return 0;
  return static_cast<std::uint8_t>(std::min(255, graph.nodes[next[n]].entry.depth + 1));
}

template <const Rules& R>
class Packing {
 public:
  explicit Packing(const BookGraph& graph) : graph_(graph), met_(graph.size()), arrivals_(graph.size()) {}

  Streams run() {
    put_tree();
    const std::vector<NodeId> next = successors(graph_);
    const Chains chains(next);
    MoveOrder order;
    for (const NodeId n : sequence_) {
      put_score(n);
      put_move(n, order);
      const BookEntry& entry = graph_.nodes[n].entry;
      byte(transport::depths, entry.depth - implied_depth(graph_, next, chains, n));
      byte(transport::flags, static_cast<int>(entry.proof) | (entry.from_table ? 4 : 0) | (entry.manual ? 8 : 0));
    }
    put_remarks();
    return std::move(out_);
  }

 private:
  void byte(transport::Stream stream, int value) { out_[stream].push_back(static_cast<std::byte>(value)); }

  // Depth first. A node is described by those of its moves that lead to positions not met before.
  void put_tree() {
    MoveOrder order;
    for (const NodeId start : graph_.starts) {
      byte(transport::starts, start != kNoNode ? 1 : 0);
      if (start == kNoNode || met_[start]) continue;
      met_[start] = true;
      std::vector<NodeId> open{start};
      while (!open.empty()) {
        const NodeId n = open.back();
        open.pop_back();
        sequence_.push_back(n);
        const std::vector<NodeId> children = put_branches(n, order);
        open.insert(open.end(), children.rbegin(), children.rend());
      }
    }
  }

  std::vector<NodeId> put_branches(NodeId n, MoveOrder& order) {
    const Move last = arrivals_[n].move;
    std::vector<NodeId> children;
    std::size_t skipped = 0;
    for (const Move m : order.of(position_of<R>(graph_.nodes[n]), last)) {
      const NodeId child = graph_.child(n, m);
      ++skipped;
      if (child == kNoNode || met_[child]) continue;
      met_[child] = true;
      arrivals_[child] = {n, m};
      children.push_back(child);
      put_varint(out_[transport::branch_moves], skipped - 1);
      skipped = 0;
    }
    for (const NodeId child : children) order.name(last, arrivals_[child].move);
    put_varint(out_[transport::branches], children.size());
    return children;
  }

  void put_score(NodeId n) {
    const NodeId parent = arrivals_[n].parent;
    const std::uint16_t expected = parent == kNoNode ? 0 : expected_score(graph_.nodes[parent].entry.score);
    const std::uint16_t coded = zigzag(static_cast<std::uint16_t>(graph_.nodes[n].entry.score - expected));
    byte(transport::scores_low, coded & 0xff);
    byte(transport::scores_high, coded >> 8);
  }

  void put_move(NodeId n, MoveOrder& order) {
    const Move move = graph_.nodes[n].move, implied = implied_move(graph_, n), last = arrivals_[n].move;
    if (implied) byte(transport::moves, implied == move ? 1 : 0);
    if (implied != move) {
      const std::vector<Move> moves = order.of(position_of<R>(graph_.nodes[n]), last);
      put_varint(out_[transport::leaf_moves],
                 static_cast<std::uint64_t>(std::find(moves.begin(), moves.end(), move) - moves.begin()));
    }
    order.name(last, move);
  }

  void put_remarks() {
    std::size_t skipped = 0;
    for (const NodeId n : sequence_) {
      const std::string& remark = graph_.nodes[n].remark;
      ++skipped;
      if (remark.empty()) continue;
      put_varint(out_[transport::remarks], skipped - 1);
      put_varint(out_[transport::remarks], remark.size());
      const auto text = as_bytes(remark);
      out_[transport::remarks].insert(out_[transport::remarks].end(), text.begin(), text.end());
      skipped = 0;
    }
  }

  const BookGraph& graph_;
  Streams out_;
  std::vector<bool> met_;
  std::vector<Arrival> arrivals_;
  std::vector<NodeId> sequence_;
};

// The other way round. What the streams say is not believed where it could lead out of an array; that all of it makes
// sense is settled by the file that comes out.
template <const Rules& R>
class Expansion {
 public:
  Expansion(const TransportHeader& header, const Streams& streams) : positions_(header.positions) {
    graph_.header = header.header;
    for (const auto& stream : streams) in_.emplace_back(stream);
  }

  Result<std::vector<std::byte>> run(const std::string& name) {
    const Error corrupt{ErrorCode::corrupt, name + ": the tree contradicts itself"};
    if (!read_tree()) return corrupt;
    for (NodeId n = 0; n < graph_.size(); ++n) read_score(n);
    if (!relink<R>(graph_)) return corrupt;
    MoveOrder order;
    for (NodeId n = 0; n < graph_.size(); ++n)
      if (!read_move(n, order)) return corrupt;
    read_depths();
    if (!read_remarks()) return corrupt;
    for (const StreamReader& stream : in_)
      if (!stream.at_end()) return corrupt;
    return encode<R>(graph_);
  }

 private:
  bool read_tree() {
    MoveOrder order;
    for (const std::string& fen : graph_.header.starts) {
      const Result<Position<R>> start = Position<R>::from_fen(fen);
      if (!start) return false;
      if (in_[transport::starts].byte() == 0) continue;
      const GraphNode node = node_of(*start);
      if (!met_.insert({node.entry.key, true}).second) continue;
      std::vector<std::pair<GraphNode, Arrival>> open{{node, {}}};
      while (!open.empty()) {
        if (graph_.size() == positions_) return false;
        graph_.nodes.push_back(std::move(open.back().first));
        arrivals_.push_back(open.back().second);
        open.pop_back();
        if (!read_branches(order, open)) return false;
      }
    }
    return graph_.size() == positions_;
  }

  bool read_branches(MoveOrder& order, std::vector<std::pair<GraphNode, Arrival>>& open) {
    const auto n = static_cast<NodeId>(graph_.size() - 1);
    const std::uint64_t branches = in_[transport::branches].varint();
    if (branches == 0) return in_[transport::branches].ok();
    const Position<R> position = position_of<R>(graph_.nodes[n]);
    const Move last = arrivals_[n].move;
    const std::vector<Move> moves = order.of(position, last);
    const std::size_t before = open.size();
    std::uint64_t at = 0;
    for (std::uint64_t i = 0; i < branches; ++i, ++at) {
      const std::uint64_t skipped = in_[transport::branch_moves].varint();
      if (skipped >= moves.size() || at + skipped >= moves.size()) return false;
      at += skipped;
      GraphNode child = node_of(position.after(moves[at]));
      if (!met_.insert({child.entry.key, true}).second) return false;
      open.push_back({child, {n, moves[at]}});
      order.name(last, moves[at]);
    }
    std::reverse(open.begin() + static_cast<std::ptrdiff_t>(before), open.end());
    return true;
  }

  void read_score(NodeId n) {
    const NodeId parent = arrivals_[n].parent;
    const std::uint16_t expected = parent == kNoNode ? 0 : expected_score(graph_.nodes[parent].entry.score);
    const unsigned low = in_[transport::scores_low].byte(), high = in_[transport::scores_high].byte();
    const std::uint16_t difference = unzigzag(static_cast<std::uint16_t>(high << 8 | low));
    graph_.nodes[n].entry.score = static_cast<std::int16_t>(static_cast<std::uint16_t>(expected + difference));
  }

  bool read_move(NodeId n, MoveOrder& order) {
    Move move = implied_move(graph_, n);
    const Move last = arrivals_[n].move;
    if (!move || in_[transport::moves].byte() == 0) {
      const std::vector<Move> moves = order.of(position_of<R>(graph_.nodes[n]), last);
      const std::uint64_t at = in_[transport::leaf_moves].varint();
      if (at >= moves.size()) return false;
      move = moves[at];
    }
    graph_.nodes[n].move = move;
    order.name(last, move);
    return true;
  }

  void read_depths() {
    for (GraphNode& node : graph_.nodes) {
      node.entry.depth = in_[transport::depths].byte();
      const int flags = in_[transport::flags].byte();
      node.entry.proof = static_cast<Proof>(flags & 3);
      node.entry.from_table = (flags & 4) != 0;
      node.entry.manual = (flags & 8) != 0;
    }
    const std::vector<NodeId> next = successors(graph_);
    const Chains chains(next);
    for (const NodeId n : chains.order) {
      std::uint8_t& depth = graph_.nodes[n].entry.depth;
      depth = static_cast<std::uint8_t>(depth + implied_depth(graph_, next, chains, n));
    }
  }

  bool read_remarks() {
    StreamReader& in = in_[transport::remarks];
    for (std::uint64_t at = 0; !in.at_end(); ++at) {
      const std::uint64_t skipped = in.varint();
      if (!in.ok() || skipped >= graph_.size() || at + skipped >= graph_.size()) return false;
      at += skipped;
      graph_.nodes[at].remark = in.text(in.varint());
      if (!in.ok()) return false;
    }
    return true;
  }

  std::uint64_t positions_;
  BookGraph graph_;
  std::vector<StreamReader> in_;
  std::unordered_map<Key, bool> met_;
  std::vector<Arrival> arrivals_;
};

// What stands before the streams.
struct Opened {
  TransportHeader info;
  std::uint32_t version = 0;
  std::uint64_t file_checksum = 0;
  ByteReader rest;

  // Whether that is the probe file which was packed or, where its checksum is that of an older version, a sound one.
  bool expands_to(const std::vector<std::byte>& file, const std::string& name) const {
    if (version == transport::kVersion) return checksum(file) == file_checksum;
    const Result<ProbeFile> opened = ProbeFile::from_bytes(file, name);
    return opened && opened->positions() == info.positions;
  }
};

Result<Opened> open_transport(std::span<const std::byte> bytes, const std::string& name) {
  if (begins_with(bytes, probe_layout::kMagic)) {
    const Result<ProbeFile> book = ProbeFile::from_bytes({bytes.begin(), bytes.end()}, name);
    if (!book) return book.error();  // nobody is to use a damaged one
    return Error{ErrorCode::corrupt, name + ": a book that is not packed; it can be used as it is"};
  }
  const Result<Envelope> envelope =
      unseal(transport::kMagic, {transport::kOldestVersion, transport::kVersion}, bytes, name);
  if (!envelope) return envelope.error();
  Opened opened{{}, envelope->version, 0, ByteReader(envelope->payload)};
  ByteReader& in = opened.rest;
  BookHeader& header = opened.info.header;
  header.rules_fingerprint = envelope->fingerprint;
  header.settings = envelope->settings;
  opened.info.positions = in.read<std::uint64_t>();
  opened.file_checksum = in.read<std::uint64_t>();
  const auto side = in.read<std::uint8_t>();
  header.side = static_cast<BookSide>(side);
  header.game = in.read_text();
  header.generator = in.read_text();
  const auto starts = in.read<std::uint32_t>();
  for (std::uint32_t i = 0; i < starts && in.ok(); ++i) header.starts.push_back(in.read_text());
  if (!in.ok() || side > static_cast<std::uint8_t>(BookSide::black))
    return Error{ErrorCode::corrupt, name + ": the header contradicts itself"};
  return opened;
}

template <const Rules& R>
Result<std::vector<std::byte>> expand_packed(std::span<const std::byte> bytes, const std::string& name) {
  Result<Opened> opened = open_transport(bytes, name);
  if (!opened) return opened.error();
  const BookHeader& header = opened->info.header;
  if (header.game != R.name)
    return Error{ErrorCode::unsupported, name + ": a book of " + header.game + ", not of " + std::string(R.name)};
  if (header.rules_fingerprint != fingerprint(R))
    return Error{ErrorCode::unsupported, name + ": made under other rules of " + header.game};
  const Result<Streams> streams = transport::read_streams(opened->rest, name);
  if (!streams) return streams.error();
  Result<std::vector<std::byte>> file = Expansion<R>(opened->info, *streams).run(name);
  if (!file || !opened->expands_to(*file, name))
    return Error{ErrorCode::corrupt, name + ": it does not expand to the book that was packed"};
  return file;
}

// What is wrong with a packed book is damage; what is none is another matter.
Error explained(const Error& error, std::span<const std::byte> bytes) {
  return is_transport(bytes) ? with_book_remedy(error) : error;
}

}  // namespace

template <const Rules& R>
Result<std::vector<std::byte>> pack_book(const BookGraph& graph) {
  if (graph.unreached > 0)
    return Error{ErrorCode::invalid_argument,
                 std::to_string(graph.unreached) +
                     " positions cannot be reached from the starts of the book; `book fix` takes them out"};
  for (const GraphNode& node : graph.nodes)
    if (!node.move)
      return Error{ErrorCode::invalid_argument, "the move for " + position_of<R>(node).fen() + " is not legal"};
  const Result<std::vector<std::byte>> file = encode<R>(graph);
  if (!file) return file.error();
  const BookHeader& header = graph.header;
  std::vector<std::byte> payload;
  put(payload, static_cast<std::uint64_t>(graph.size()));
  put(payload, checksum(*file));
  put(payload, static_cast<std::uint8_t>(header.side));
  put_text(payload, header.game);
  put_text(payload, header.generator);
  put(payload, static_cast<std::uint32_t>(header.starts.size()));
  for (const std::string& start : header.starts) put_text(payload, start);
  if (const Result<void> packed = transport::put_streams(payload, Packing<R>(graph).run()); !packed)
    return packed.error();
  return seal(transport::kMagic, transport::kVersion, {header.rules_fingerprint, header.settings, payload});
}

Result<TransportHeader> transport_header(std::span<const std::byte> bytes, const std::string& name) {
  Result<Opened> opened = open_transport(bytes, name);
  if (!opened) return explained(opened.error(), bytes);
  return std::move(opened->info);
}

bool is_transport(std::span<const std::byte> bytes) { return begins_with(bytes, transport::kMagic); }

template <const Rules& R>
Result<std::vector<std::byte>> unpack_book(std::span<const std::byte> bytes, const std::string& name) {
  Result<std::vector<std::byte>> file = expand_packed<R>(bytes, name);
  if (!file) return explained(file.error(), bytes);
  return file;
}

#define BOOKENDS_INSTANTIATE(game)                                                  \
  template Result<std::vector<std::byte>> pack_book<games::game>(const BookGraph&); \
  template Result<std::vector<std::byte>> unpack_book<games::game>(std::span<const std::byte>, const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
