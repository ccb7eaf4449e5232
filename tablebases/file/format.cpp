#include "tablebases/file/format.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "tablebases/file/result_rows.h"

namespace bookends::tables {
namespace {

// As in PNG: a byte that is no ASCII, both line ends and the end-of-file of old systems, so that a transfer that
// treats the file as text is noticed at once.
constexpr std::array<unsigned char, 8> kMagic{0x89, 'B', 'K', 'T', '\r', '\n', 0x1a, '\n'};
constexpr std::size_t kChecksumBytes = 8;
constexpr int kMinBlockLog = 10;  // of positions
constexpr int kMaxBlockLog = 24;
constexpr std::size_t kEntryBytes = 8;

std::uint64_t sum_every_second(const std::vector<std::uint64_t>& counts, std::size_t first) {
  std::uint64_t sum = 0;
  for (std::size_t n = first; n < counts.size(); n += 2) sum += counts[n];
  return sum;
}

int last_of_parity(const std::vector<std::uint64_t>& counts, std::size_t parity) {
  for (std::size_t n = counts.size(); n-- > 0;)
    if (n % 2 == parity && counts[n] != 0) return static_cast<int>(n);
  return -1;
}

Error corrupt(std::string what) { return {ErrorCode::corrupt, std::move(what)}; }

void put_counts(std::vector<std::byte>& out, const std::vector<std::uint64_t>& counts) {
  put(out, static_cast<std::uint32_t>(counts.size()));
  for (const std::uint64_t n : counts) put(out, n);
}

bool read_counts(ByteReader& in, std::vector<std::uint64_t>& counts) {
  const std::size_t n = in.read<std::uint32_t>();
  if (n > in.left() / 8) return false;
  for (std::size_t i = 0; i < n; ++i) counts.push_back(in.read<std::uint64_t>());
  return in.ok();
}

void put_statistics(std::vector<std::byte>& out, const SideStatistics& s) {
  put(out, s.legal);
  put(out, s.draws);
  put(out, s.checkmated);
  put(out, s.longest_win);
  put(out, s.longest_loss);
  for (const auto* counts : {&s.decided, &s.zeroing_wins, &s.zeroing_losses}) put_counts(out, *counts);
}

bool read_statistics(ByteReader& in, SideStatistics& s) {
  s.legal = in.read<std::uint64_t>();
  s.draws = in.read<std::uint64_t>();
  s.checkmated = in.read<std::uint64_t>();
  s.longest_win = in.read<std::uint64_t>();
  s.longest_loss = in.read<std::uint64_t>();
  return read_counts(in, s.decided) && read_counts(in, s.zeroing_wins) && read_counts(in, s.zeroing_losses);
}

void put_section(std::vector<std::byte>& out, const Section& s, std::size_t men) {
  put(out, static_cast<std::uint8_t>(s.metric));
  put(out, s.side);
  put(out, s.bits);
  put(out, s.block_log);
  put(out, s.step);
  put(out, s.order.anchor);
  for (std::size_t i = 0; i < men; ++i) put(out, s.order.men[i]);
  put(out, s.positions);
  for (const BlockEntry& b : s.blocks) {
    put(out, b.bytes);
    put(out, b.checksum);
  }
}

bool valid_width(const Section& s) {
  switch (s.metric) {
    case Metric::wdl:
      return s.bits == 2;
    case Metric::cursed:
      return s.bits == 1;
    case Metric::dtm:
    case Metric::dtz:
      return s.bits == 8 || s.bits == 16;
  }
  return false;
}

// `offset` is where the section's first block lies, and is moved behind its last.
bool read_section(ByteReader& in, const TableHeader& header, std::size_t men, Section& s, std::uint64_t& offset) {
  s.metric = static_cast<Metric>(in.read<std::uint8_t>());
  s.side = in.read<std::uint8_t>();
  s.bits = in.read<std::uint8_t>();
  s.block_log = in.read<std::uint8_t>();
  s.step = in.read<std::uint8_t>();
  s.order.anchor = in.read<std::uint8_t>();
  for (std::size_t i = 0; i < men; ++i) s.order.men[i] = in.read<std::uint8_t>();
  s.positions = in.read<std::uint64_t>();
  if (!in.ok() || !valid_width(s) || s.side >= header.sides || s.step < 1 || s.step > 2) return false;
  if (s.positions == 0 || s.positions >= std::uint64_t{1} << 48) return false;
  if (s.block_log < kMinBlockLog || s.block_log > kMaxBlockLog || s.block_count() > in.left() / kEntryBytes)
    return false;
  s.blocks.resize(s.block_count());
  for (BlockEntry& b : s.blocks) {
    b.bytes = in.read<std::uint32_t>();
    b.checksum = in.read<std::uint32_t>();
    b.offset = offset;
    offset += b.bytes;
  }
  return in.ok();
}

// No metric twice for a side; what is ranked has the WDL section that ranks it, in blocks that do not cross its blocks.
bool sections_fit_together(const TableHeader& header) {
  for (const Section& s : header.sections) {
    if (header.section(s.metric, s.side) != &s) return false;
    if (!is_ranked(s.metric)) continue;
    const Section* wdl = header.section(Metric::wdl, s.side);
    if (wdl == nullptr || wdl->order != s.order || wdl->positions != s.positions || s.block_log > wdl->block_log)
      return false;
  }
  return header.has(Metric::wdl);
}

bool read_body(ByteReader& in, TableHeader& header) {
  header.fingerprint = in.read<std::uint64_t>();
  header.file_bytes = in.read<std::uint64_t>();
  const std::size_t men = in.read<std::uint8_t>();
  header.sides = in.read<std::uint8_t>();
  const int sections = in.read<std::uint8_t>();
  header.game = in.read_text();
  header.ending = in.read_text();
  header.generator = in.read_text();
  header.settings = in.read_text();
  if (!in.ok() || header.sides < 1 || header.sides > 2 || men < 3 || men > kMaxMen) return false;
  if (header.ending.size() != men + 1) return false;
  header.statistics.resize(header.sides);
  for (SideStatistics& s : header.statistics)
    if (!read_statistics(in, s)) return false;
  header.sections.resize(static_cast<std::size_t>(sections));
  std::uint64_t offset = in.offset() + in.left() + kTablePrefixBytes + kChecksumBytes;
  for (Section& s : header.sections)
    if (!read_section(in, header, men, s, offset)) return false;
  return in.left() == 0 && offset == header.file_bytes && sections_fit_together(header);
}

}  // namespace

std::string_view metric_name(Metric metric) {
  constexpr std::array<std::string_view, 5> kNames{"", "wdl", "dtm", "dtz", "cursed"};
  return kNames[static_cast<std::size_t>(metric)];
}

// Who has DTZ as well has every decided position in either list.
std::uint64_t SideStatistics::wins() const {
  return decided.empty() ? std::reduce(zeroing_wins.begin(), zeroing_wins.end()) : sum_every_second(decided, 1);
}
std::uint64_t SideStatistics::losses() const {
  return decided.empty() ? std::reduce(zeroing_losses.begin(), zeroing_losses.end()) : sum_every_second(decided, 0);
}
int SideStatistics::max_win_plies() const { return last_of_parity(decided, 1); }
int SideStatistics::max_loss_plies() const { return last_of_parity(decided, 0); }

std::uint64_t Section::positions_in(std::size_t block) const {
  return std::min(block_positions(), positions - (static_cast<std::uint64_t>(block) << block_log));
}

std::size_t Section::most_bytes(std::size_t block) const {
  const std::uint64_t n = positions_in(block);
  return metric == Metric::wdl ? most_row_bytes(n) : static_cast<std::size_t>((n * bits + 7) / 8);
}

bool TableHeader::has(Metric metric) const { return section(metric, 0) != nullptr || section(metric, 1) != nullptr; }

const Section* TableHeader::section(Metric metric, int side) const {
  for (const Section& s : sections)
    if (s.metric == metric && s.side == side) return &s;
  return nullptr;
}

std::vector<std::byte> encode_header(const TableHeader& header) {
  const std::size_t men = header.ending.size() - 1;  // one letter a man, and the "v"
  std::vector<std::byte> out;
  for (const unsigned char c : kMagic) put(out, c);
  put(out, std::uint32_t{0});  // the header's size, known at the end
  put(out, kTableFormat);
  put(out, header.fingerprint);
  put(out, header.file_bytes);
  put(out, static_cast<std::uint8_t>(men));
  put(out, header.sides);
  put(out, static_cast<std::uint8_t>(header.sections.size()));
  put_text(out, header.game);
  put_text(out, header.ending);
  put_text(out, header.generator);
  put_text(out, header.settings);
  for (const SideStatistics& s : header.statistics) put_statistics(out, s);
  for (const Section& s : header.sections) put_section(out, s, men);
  const auto size = static_cast<std::uint32_t>(out.size() + kChecksumBytes);
  for (std::size_t i = 0; i < 4; ++i) out[kMagic.size() + i] = static_cast<std::byte>(size >> (8 * i));
  put(out, checksum(out));
  return out;
}

std::size_t encoded_header_bytes(const TableHeader& header) { return encode_header(header).size(); }

void lay_out(TableHeader& header) {
  std::uint64_t offset = encoded_header_bytes(header);
  for (Section& s : header.sections)
    for (BlockEntry& b : s.blocks) {
      b.offset = offset;
      offset += b.bytes;
    }
  header.file_bytes = offset;
}

namespace {

// Of as many bytes, or more.
bool has_magic(std::span<const std::byte> prefix) {
  const auto is_magic = [](unsigned char c, std::byte b) { return b == static_cast<std::byte>(c); };
  return std::equal(kMagic.begin(), kMagic.end(), prefix.begin(), is_magic);
}

std::uint32_t format_of(std::span<const std::byte> prefix) {
  return get<std::uint32_t>(prefix.data() + kMagic.size() + 4);
}

}  // namespace

bool is_table(std::span<const std::byte> prefix) { return prefix.size() >= kMagic.size() && has_magic(prefix); }

bool is_outdated(std::span<const std::byte> prefix) {
  return prefix.size() >= kTablePrefixBytes && has_magic(prefix) && format_of(prefix) < kTableFormat;
}

Result<std::size_t> header_bytes(std::span<const std::byte> prefix, std::uint64_t file_bytes) {
  if (prefix.size() < kTablePrefixBytes) return corrupt("too short for a table");
  if (!has_magic(prefix)) return corrupt("not a table (its first bytes are wrong)");
  const std::size_t size = get<std::uint32_t>(prefix.data() + kMagic.size());
  if (size < kTablePrefixBytes + kChecksumBytes || size > file_bytes)
    return corrupt("truncated, or its header is damaged");
  return size;
}

Result<TableHeader> decode_header(std::span<const std::byte> bytes, std::uint64_t file_bytes) {
  const Result<std::size_t> size = header_bytes(bytes, file_bytes);
  if (!size) return size.error();
  if (bytes.size() < *size) return corrupt("truncated within its header");
  const std::size_t body_end = *size - kChecksumBytes;
  if (checksum(bytes.first(body_end)) != get<std::uint64_t>(bytes.data() + body_end))
    return corrupt("its header (" + byte_range(0, *size) + ") does not match its checksum");
  const std::uint32_t format = format_of(bytes);
  if (format != kTableFormat)
    return Error{ErrorCode::unsupported,
                 "table format " + std::to_string(format) + " (this program reads format " +
                     std::to_string(kTableFormat) +
                     (format < kTableFormat ? "; `bookends tables build` makes it anew)" : ")")};
  TableHeader header;
  ByteReader in(bytes.subspan(kTablePrefixBytes, body_end - kTablePrefixBytes));
  if (!read_body(in, header)) return corrupt("its header contradicts itself");
  if (header.file_bytes != file_bytes)
    return corrupt("it has " + std::to_string(file_bytes) + " bytes, its header says " +
                   std::to_string(header.file_bytes));
  return header;
}

}  // namespace bookends::tables
