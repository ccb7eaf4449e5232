// Expanding a packed book to the book file that was packed.
#include <algorithm>
#include <cstdint>
#include <unordered_map>

#include "books/edit/chains.h"
#include "books/exchange/transport.h"
#include "books/exchange/transport_order.h"
#include "books/exchange/transport_streams.h"
#include "books/exchange/transport_tree.h"
#include "books/file/book_file.h"
#include "books/file/envelope.h"
#include "books/file/layout.h"
#include "books/file/repair_advice.h"
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
using transport::StreamReader;
using transport::Streams;
using transport::successors;
using transport::unzigzag;

// What the streams say is not believed where it could lead out of an array; that all of it makes sense is settled by
// the file that comes out.
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
    if (!read_remarks() || !read_moves_played()) return corrupt;
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

  // Nothing at all in older versions.
  bool read_moves_played() {
    StreamReader& in = in_[transport::played];
    if (in.at_end()) return true;
    PlayedCode code;
    code.move_bits = in.byte();
    const std::uint8_t columns = in.byte();
    const unsigned low = in.byte(), high = in.byte();
    code.latest_year = static_cast<std::uint16_t>(high << 8 | low);
    code.set_columns(columns);
    const std::string_view coded = in.text(in.left());
    if (!in.ok() || code.move_bits > 16 || columns > kPlayedColumns || coded.size() < kBitPadding) return false;
    BitReader bits(as_bytes(coded).data(), coded.size() - kBitPadding);
    for (GraphNode& node : graph_.nodes)
      if (!get_played(bits, code, node.played)) return false;
    return bits.at_end();
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

  // Whether that is the book file which was packed or, where its checksum is that of an older version, a sound one.
  bool expands_to(const std::vector<std::byte>& file, const std::string& name) const {
    if (version > transport::kOldestVersion) return checksum(file) == file_checksum;
    const Result<BookFile> opened = BookFile::from_bytes(file, name);
    return opened && opened->positions() == info.positions;
  }
};

Result<Opened> open_transport(std::span<const std::byte> bytes, const std::string& name) {
  if (begins_with(bytes, book_layout::kMagic)) {
    const Result<BookFile> book = BookFile::from_bytes({bytes.begin(), bytes.end()}, name);
    if (!book) return book.error();  // nobody is to use a damaged one
    return Error{ErrorCode::corrupt, name + ": a book that is not packed; it can be used as it is"};
  }
  const Result<Envelope> envelope =
      unseal(transport::kPackedKind, {transport::kOldestVersion, transport::kVersionWithPlayed}, bytes, name);
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
  const Result<Streams> streams = transport::read_streams(opened->rest, opened->version, name);
  if (!streams) return streams.error();
  Result<std::vector<std::byte>> file = Expansion<R>(opened->info, *streams).run(name);
  if (!file || !opened->expands_to(*file, name))
    return Error{ErrorCode::corrupt, name + ": it does not expand to the book that was packed"};
  return file;
}

// What is wrong with a packed book is damage; what is none is another matter.
Error explained(const Error& error, std::span<const std::byte> bytes) {
  return is_transport(bytes) ? with_book_advice(error) : error;
}

}  // namespace

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

#define BOOKENDS_INSTANTIATE(game) \
  template Result<std::vector<std::byte>> unpack_book<games::game>(std::span<const std::byte>, const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
