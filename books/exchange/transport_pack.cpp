// Packing a book for sending: its tree as streams.
#include <algorithm>
#include <cstdint>

#include "books/edit/chains.h"
#include "books/exchange/transport.h"
#include "books/exchange/transport_order.h"
#include "books/exchange/transport_streams.h"
#include "books/exchange/transport_tree.h"
#include "books/file/envelope.h"
#include "books/played/code.h"
#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "core/io/file.h"

namespace bookends {

namespace {

using transport::Arrival;
using transport::expected_score;
using transport::implied_depth;
using transport::implied_move;
using transport::MoveOrder;
using transport::put_varint;
using transport::Streams;
using transport::successors;
using transport::zigzag;

template <const Rules& R>
class Packing {
 public:
  Packing(const BookGraph& graph, std::uint32_t version)
      : graph_(graph), version_(version), met_(graph.size()), arrivals_(graph.size()) {}

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
    if (version_ >= transport::kVersionWithPlayed) put_moves_played();
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

  void put_moves_played() {
    PlayedCode code;
    for (const GraphNode& node : graph_.nodes) make_room(code, node.played);
    BitWriter bits;
    for (const NodeId n : sequence_) put_played(bits, code, graph_.nodes[n].played);
    std::vector<std::byte>& out = out_[transport::played];
    put(out, static_cast<std::uint8_t>(code.move_bits));
    put(out, code.columns());
    put(out, code.latest_year);
    const std::vector<std::byte> coded = bits.take();
    out.insert(out.end(), coded.begin(), coded.end());
  }

  const BookGraph& graph_;
  std::uint32_t version_;
  Streams out_;
  std::vector<bool> met_;
  std::vector<Arrival> arrivals_;
  std::vector<NodeId> sequence_;
};

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
  const bool has_played = std::ranges::any_of(graph.nodes, [](const GraphNode& node) { return !node.played.empty(); });
  const std::uint32_t version = has_played ? transport::kVersionWithPlayed : transport::kVersion;
  if (const Result<void> packed = transport::put_streams(payload, version, Packing<R>(graph, version).run()); !packed)
    return packed.error();
  return seal(transport::kMagic, version, {header.rules_fingerprint, header.settings, payload});
}

#define BOOKENDS_INSTANTIATE(game) template Result<std::vector<std::byte>> pack_book<games::game>(const BookGraph&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
