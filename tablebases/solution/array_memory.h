// Where large arrays lie: in memory, or in a file that nobody else sees and that goes with the array. The system then
// keeps in memory what is in use, and an array may be larger than that.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <type_traits>

namespace bookends::tables {

namespace detail {
// Zeros. Throws std::bad_alloc, as allocators do, when the folder has no room.
void* map_new_file(const std::filesystem::path& folder, std::size_t bytes);
void unmap_file(void* at, std::size_t bytes);
}  // namespace detail

// An allocator for std::vector.
template <class T>
class ArrayMemory {
 public:
  using value_type = T;
  using propagate_on_container_move_assignment = std::true_type;
  using propagate_on_container_swap = std::true_type;

  ArrayMemory() = default;
  // In files of that folder.
  explicit ArrayMemory(const std::filesystem::path& folder)
      : folder_(std::make_shared<const std::filesystem::path>(folder)) {}
  template <class U>
  ArrayMemory(const ArrayMemory<U>& other) : folder_(other.folder()) {}

  T* allocate(std::size_t n) {
    if (folder_) return static_cast<T*>(detail::map_new_file(*folder_, n * sizeof(T)));
    return std::allocator<T>().allocate(n);
  }
  void deallocate(T* at, std::size_t n) {
    if (folder_) return detail::unmap_file(at, n * sizeof(T));
    std::allocator<T>().deallocate(at, n);
  }

  const std::shared_ptr<const std::filesystem::path>& folder() const { return folder_; }
  bool operator==(const ArrayMemory& other) const { return folder_ == other.folder_; }

 private:
  std::shared_ptr<const std::filesystem::path> folder_;  // null: in memory
};

}  // namespace bookends::tables
