// Files: reads of what there is, and writes that are either complete or not there at all. Nothing is mapped: when the
// disk fails, or somebody cuts a file while it is mapped, who touches it is killed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bookends {

// not_found when there is no such file, io for anything else; the message names the file.
Result<std::vector<std::byte>> read_file(const std::filesystem::path& path);
// The same, and io for what is no regular file: of a pipe nobody may ever write into it.
Result<std::vector<std::byte>> read_regular_file(const std::filesystem::path& path);
// The first bytes of it, at most so many.
Result<std::vector<std::byte>> read_beginning(const std::filesystem::path& path, std::size_t most);
// The same as text, to tell what kind of file it is; empty where it cannot be read. Throws std::bad_alloc: want of
// memory says nothing of a file.
std::string peek_text(const std::filesystem::path& path, std::size_t most);

// A file as text, without a byte order mark.
Result<std::string> read_text_file(const std::filesystem::path& path);

// Creates the folder and its parents if need be, and checks that it can be written to.
Result<void> make_writable_folder(const std::filesystem::path& folder);
// The same with the folder of a file; of the file that a symbolic link leads to, where AtomicFile would write.
Result<void> make_folder_of(const std::filesystem::path& file);

// What stands under a name, or that nothing does: known again by its inode, size and time.
class FileStamp {
 public:
  explicit FileStamp(const std::filesystem::path& path);
  bool operator==(const FileStamp&) const = default;
  bool is_there() const { return there_; }

 private:
  bool there_ = false;
  std::uint64_t device_ = 0, inode_ = 0, size_ = 0;
  std::int64_t seconds_ = 0, nanoseconds_ = 0;
};

// A file that appears under its name only when it is complete: written to a temporary file in the same folder,
// fsynced, renamed, and the folder fsynced. Destroyed before commit(), it leaves nothing behind. Where the name is a
// symbolic link, all that is of the file that it leads to, be it there or not: the link stays one.
//
// Errors of all that writes: io, with the file's name and what the system says of it (a full disk, no right to write).
class AtomicFile {
 public:
  // Errors: io also where another process writes it now; and where another file stands there than at `before`, so that
  // what somebody made meanwhile is not lost.
  static Result<AtomicFile> create(const std::filesystem::path& path, const std::optional<FileStamp>& before = {});
  // Whether somebody is at it now: then create() fails, and soon there may be a file of that name.
  static bool is_being_written(const std::filesystem::path& path);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&& other) noexcept;
  ~AtomicFile();

  Result<void> append(std::span<const std::byte> bytes);
  // Overwrites bytes that were appended before (a header whose numbers are known last).
  Result<void> write_at(std::uint64_t offset, std::span<const std::byte> bytes);
  // Complete, from here on, whatever happens to the machine. Errors: as create(), of what came without the lock, too.
  Result<void> commit();
  // The same, and the file stays open and locked (flock), for whoever goes on with it: at no time is there a file of
  // that name without the lock. To be closed by the caller.
  Result<int> commit_locked();

 private:
  AtomicFile(std::filesystem::path path, std::filesystem::path temporary, int fd);
  Result<void> check_unchanged() const;
  void discard() noexcept;

  std::filesystem::path path_;
  std::filesystem::path temporary_;
  int fd_ = -1;
  std::uint64_t size_ = 0;
  std::optional<FileStamp> before_;  // what may be replaced; nothing: whatever is there
};

// open() for this program alone (O_CLOEXEC), which no signal interrupts. Below 0: errno says why.
int open_file(const std::filesystem::path& path, int flags);

// The same to read, of a regular file (nobody may ever write to a pipe, so it is not waited for), and how large it is.
// To be closed by the caller. Errors: as read_regular_file.
Result<int> open_regular(const std::filesystem::path& path, std::uint64_t& size);

// Whether the name is that of the open file: another one may have taken its place.
bool is_same_file(int fd, const std::filesystem::path& path);

// Locks the open file or folder (flock) until it is closed. False: another process has it. The lock goes with the
// process, so one that was killed leaves none behind. A file system without locks is used without them.
bool lock_if_free(int fd);

// Writes all of it at a place of the open file, however little the system takes at a time. 0, or the errno.
int write_all(int fd, std::span<const std::byte> bytes, std::uint64_t offset);

// "WHAT PATH: REASON", of an errno.
Error io_error(std::string_view what, const std::filesystem::path& path, int error);

// Makes the name of a file that was just made or renamed outlast a loss of power. AtomicFile does so itself.
Result<void> keep_name(const std::filesystem::path& path);

// The one-shot form.
Result<void> write_file(const std::filesystem::path& path, std::span<const std::byte> bytes,
                        const std::optional<FileStamp>& before = {});

std::span<const std::byte> as_bytes(std::string_view text);

}  // namespace bookends
