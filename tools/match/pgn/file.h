// The file that a match adds its games to, one by one: what was played is kept whatever happens to the match. So it is
// no AtomicFile, which would be there only after the last game; one that was cut is mended when the match goes on.
//
// It is locked while it is open: two matches at once in one file would ruin it. Both create() and reopen() refuse one
// that is in use (io).
#pragma once

#include <filesystem>
#include <string_view>

#include "core/base/result.h"

namespace bookends::match {

class PgnFile {
 public:
  // Whether create() would do, or reopen() of a file that is there; nothing is changed. Errors: those of the two.
  static Result<void> check(const std::filesystem::path& path, bool may_be_there);
  // A new file. Errors: invalid_argument when there is one of that name, io.
  static Result<PgnFile> create(const std::filesystem::path& path);
  // A file that is there, as it is. Errors: io.
  static Result<PgnFile> reopen(const std::filesystem::path& path);
  PgnFile(PgnFile&& other) noexcept;
  PgnFile& operator=(PgnFile&& other) noexcept;
  ~PgnFile();

  // Only the first `keep` bytes are kept. Errors: io.
  Result<void> cut(std::size_t keep);
  // When it returns the text is on the disk. Errors: io.
  Result<void> add(std::string_view text);
  // The whole of it, at once, and locked all the while. False when there is no room for it: then it is as it was.
  // Errors: io.
  Result<bool> replace(std::string_view text);

 private:
  PgnFile(std::filesystem::path path, int fd) : path_(std::move(path)), fd_(fd) {}

  std::filesystem::path path_;
  int fd_ = -1;
};

}  // namespace bookends::match
