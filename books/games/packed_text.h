// A text file read piece by piece, whether it stands there as it is or compressed by gzip or zstd.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>

#include "core/base/result.h"

namespace bookends {

class PackedText {
 public:
  // What the file begins with says how it is packed. Errors: not_found, io.
  static Result<PackedText> open(const std::filesystem::path& path);
  PackedText(PackedText&& other) noexcept;
  PackedText& operator=(PackedText&& other) noexcept;
  ~PackedText();

  // As many bytes as there is room for, fewer only at the end. Errors: corrupt (damaged, or cut off), io, limit.
  Result<std::size_t> read(std::span<char> room);
  // The first bytes, `most` at most, which read() still gives: before anything is read. The same errors.
  Result<std::string> peek(std::size_t most);
  std::uint64_t file_size() const;  // packed
  std::uint64_t file_read() const;  // how much of it

 private:
  struct State;
  explicit PackedText(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// All that is left of a file, or `most` bytes of it. Errors: those above.
Result<std::string> read_packed(PackedText& file, std::size_t most = static_cast<std::size_t>(-1));
Result<std::string> read_packed(const std::filesystem::path& path, std::size_t most = static_cast<std::size_t>(-1));

}  // namespace bookends
