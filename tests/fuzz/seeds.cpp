#include "tests/fuzz/seeds.h"

#include <algorithm>
#include <filesystem>

#include "core/io/file.h"
#include "tests/damage/samples.h"
#include "tests/fuzz/syzygy_seed.h"

namespace bookends::test {

std::vector<std::vector<std::byte>> seeds_of(const FuzzTarget& target) {
  std::vector<std::vector<std::byte>> seeds;
  for (const SampleFile& file : sample_files())
    if (file.kind == target.sample) seeds.push_back(file.bytes);
  if (target.run == fuzz_syzygy)
    for (const std::uint32_t magic : {kSyzygyResults, kSyzygyDistances}) seeds.push_back(syzygy_seed(magic));
  const std::filesystem::path folder =
      std::filesystem::path(BOOKENDS_SOURCE_DIR) / "tests/fuzz/corpus" / std::string(target.name);
  std::vector<std::filesystem::path> texts;
  if (std::filesystem::is_directory(folder))
    for (const auto& entry : std::filesystem::directory_iterator(folder)) texts.push_back(entry.path());
  std::sort(texts.begin(), texts.end());
  for (const std::filesystem::path& text : texts)
    if (auto bytes = read_file(text)) seeds.push_back(std::move(*bytes));
  return seeds;
}

}  // namespace bookends::test
