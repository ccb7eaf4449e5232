#include "tablebases/file/table_file.h"

#include <algorithm>

#include "core/io/checksum.h"
#include "core/io/folder.h"
#include "core/rules/games.h"
#include "tablebases/file/result_rows.h"

namespace bookends::tables {
namespace {

// Whether the bytes can be what the section says: of most_bytes(block) or fewer.
bool is_block(const Section& section, std::size_t block, std::span<const std::byte> bytes) {
  if (section.metric == Metric::wdl) return ResultRows::read(bytes, section.positions_in(block)).has_value();
  if (has_fixed_size(section.metric)) return bytes.size() == section.most_bytes(block);
  return bytes.size() * 8 % section.bits == 0;
}

Error with_remedy(Error error) {
  if (error.code == ErrorCode::corrupt)
    error.message += "; `bookends tables build` with its folder as --out makes it again, or fetch it again";
  return error;
}

}  // namespace

Result<TableFile> TableFile::open(const std::filesystem::path& path) {
  Result<ByteSource> source = ByteSource::open(path);
  if (!source) return source.error();
  return from_source(std::move(*source), path);
}

Result<TableFile> TableFile::from_bytes(std::vector<std::byte> bytes, const std::filesystem::path& path) {
  return from_source(ByteSource::of(std::move(bytes)), path);
}

Result<TableFile> TableFile::from_source(ByteSource source, const std::filesystem::path& path) {
  const auto named = [&](const Error& e) { return with_remedy({e.code, path.string() + ": " + e.message}); };

  std::vector<std::byte> buffer;
  const std::size_t prefix_bytes = std::min<std::uint64_t>(kTablePrefixBytes, source.size());
  const auto prefix = source.view(0, prefix_bytes, buffer);
  if (!prefix) return named(prefix.error());
  const auto size = header_bytes(*prefix, source.size());
  if (!size) return named(size.error());
  const auto bytes = source.view(0, *size, buffer);
  if (!bytes) return named(bytes.error());
  Result<TableHeader> header = decode_header(*bytes, source.size());
  if (!header) return named(header.error());

  const Result<const Rules*> rules = find_game(header->game);
  if (!rules) return Error{ErrorCode::unsupported, path.string() + ": a table of an unknown game, " + header->game};
  if (fingerprint(**rules) != header->fingerprint)
    return Error{ErrorCode::unsupported, path.string() + ": made under other rules of " + header->game};
  return TableFile(path, std::move(source), std::move(*header), **rules);
}

Result<std::size_t> TableFile::read_block(const Section& section, std::size_t block, ReadScratch& scratch,
                                          std::span<std::byte> out) const {
  const BlockEntry& entry = section.blocks[block];
  const auto bytes = source_.view(entry.offset, entry.bytes, scratch.compressed);
  if (!bytes) return Error{bytes.error().code, path_.string() + ": " + bytes.error().message};
  const auto damaged = [&](std::string_view how) {
    return with_remedy(
        {ErrorCode::corrupt, path_.string() + ": " + std::string(metric_name(section.metric)) + " block " +
                                 std::to_string(block) + " of side " + std::to_string(section.side) + " (" +
                                 byte_range(entry.offset, entry.offset + entry.bytes) + ")" + std::string(how)});
  };
  if (static_cast<std::uint32_t>(checksum(*bytes)) != entry.checksum) return damaged(" does not match its checksum");
  const std::optional<std::size_t> size = scratch.decompressor.decompress(*bytes, out);
  if (!size || !is_block(section, block, out.first(*size))) return damaged(" cannot be decompressed");
  return *size;
}

Result<std::vector<std::filesystem::path>> table_files(const std::filesystem::path& path) {
  std::error_code ec;
  const auto status = std::filesystem::status(path, ec);
  if (!std::filesystem::exists(status)) return Error{ErrorCode::not_found, path.string() + ": no such file or folder"};
  std::vector<std::filesystem::path> files;
  if (!std::filesystem::is_directory(status)) {
    files.push_back(path);
    return files;
  }
  const auto entries = entries_of(path);
  if (!entries) return entries.error();
  for (const std::filesystem::path& entry : *entries)
    if (entry.extension() == kTableSuffix) files.push_back(entry);
  if (files.empty())
    return Error{ErrorCode::not_found, path.string() + ": no table files (*" + std::string(kTableSuffix) + ") in it"};
  return files;
}

// A header has the checksums of all that follows it.
Result<std::string> table_digest(const std::filesystem::path& path) {
  const auto files = table_files(path);
  if (!files) return files.error();
  RunningChecksum digest;
  for (const std::filesystem::path& each : *files) {
    const Result<TableFile> file = TableFile::open(each);
    if (!file) return file.error();
    digest.add(encode_header(file->header()));
  }
  return hexadecimal(digest.value());
}

}  // namespace bookends::tables
