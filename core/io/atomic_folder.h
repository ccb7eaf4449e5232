// A folder of files that appears under its name only when all of it is complete.
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "core/base/result.h"
#include "core/io/folder_lock.h"

namespace bookends {

// Written within ".NAME.part" beside its place, made durable, renamed. Destroyed before commit(), it leaves nothing
// behind; what a killed process left is cleared by the next one of that name, which refuses what is not of this
// program. Where the name is a symbolic link, all that is of the folder that it leads to.
//
// Errors of all: io, with the name and what the system says of it.
class AtomicFolder {
 public:
  // Errors: io also where another process writes it now.
  static Result<AtomicFolder> create(const std::filesystem::path& path);
  AtomicFolder(AtomicFolder&& other) noexcept;
  AtomicFolder& operator=(AtomicFolder&&) = delete;
  ~AtomicFolder();

  // A whole file; `name` is within the folder and may have a folder of its own, which is made.
  Result<void> write(const std::filesystem::path& name, std::span<const std::byte> bytes);
  // With `replace`, a folder of that name goes once the new one is in its place; without, it has to be empty.
  Result<void> commit(bool replace);

 private:
  AtomicFolder(std::filesystem::path path, std::filesystem::path temporary, FolderLock lock);
  Result<void> put_in_place(bool replace);

  std::filesystem::path path_;
  std::filesystem::path temporary_;  // empty: done
  FolderLock lock_;                  // on that
};

}  // namespace bookends
