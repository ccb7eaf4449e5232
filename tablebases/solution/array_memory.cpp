#include "tablebases/solution/array_memory.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <new>
#include <string>

namespace bookends::tables::detail {

void* map_new_file(const std::filesystem::path& folder, std::size_t bytes) {
  std::string name = (folder / ".array-XXXXXX").string();
  const int file = mkstemp(name.data());
  if (file < 0) throw std::bad_alloc();
  unlink(name.c_str());
  // Room is taken now: writing to a full disk through a map would end the process.
  void* at = posix_fallocate(file, 0, static_cast<off_t>(bytes)) != 0
                 ? MAP_FAILED
                 : mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  close(file);
  if (at == MAP_FAILED) throw std::bad_alloc();
  return at;
}

void unmap_file(void* at, std::size_t bytes) { munmap(at, bytes); }

}  // namespace bookends::tables::detail
