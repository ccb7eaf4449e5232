// A table file open for reading: its verified header, and its blocks on demand. Const and thread-safe after open().
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/io/byte_source.h"
#include "core/rules/games.h"
#include "tablebases/file/block_codec.h"
#include "tablebases/file/format.h"

namespace bookends::tables {

// What one thread needs for reading blocks; reused from block to block.
struct ReadScratch {
  BlockDecompressor decompressor;
  std::vector<std::byte> compressed;
};

class TableFile {
 public:
  // Verifies the header, and that it was made under the rules of a game known here (unsupported otherwise). Every
  // message names the file.
  static Result<TableFile> open(const std::filesystem::path& path);
  // The same for bytes in memory, which are kept. `path` is for messages.
  static Result<TableFile> from_bytes(std::vector<std::byte> bytes, const std::filesystem::path& path);

  const TableHeader& header() const { return header_; }
  const Rules& rules() const { return *rules_; }
  const std::filesystem::path& path() const { return path_; }

  // Decodes one block after verifying its checksum. `out` has the section's most_bytes(block); how many were written is
  // all of them where has_fixed_size(metric), else whole values, or rows of results that read() takes. corrupt or io.
  Result<std::size_t> read_block(const Section& section, std::size_t block, ReadScratch& scratch,
                                 std::span<std::byte> out) const;

  // Asks the system for the bytes of a block, without waiting for them.
  void will_need(const Section& section, std::size_t block) const {
    source_.will_need(section.blocks[block].offset, section.blocks[block].bytes);
  }

 private:
  static Result<TableFile> from_source(ByteSource source, const std::filesystem::path& path);
  TableFile(std::filesystem::path path, ByteSource source, TableHeader header, const Rules& rules)
      : path_(std::move(path)), source_(std::move(source)), header_(std::move(header)), rules_(&rules) {}

  std::filesystem::path path_;
  ByteSource source_;
  TableHeader header_;
  const Rules* rules_;
};

// The table files of a folder, or the file itself when `path` is one; sorted. not_found when there are none.
Result<std::vector<std::filesystem::path>> table_files(const std::filesystem::path& path);

// Of what is in them, in hexadecimal: the same for the same files, wherever they are. Errors: those of both above.
Result<std::string> table_digest(const std::filesystem::path& path);

}  // namespace bookends::tables
