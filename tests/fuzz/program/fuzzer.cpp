// What libFuzzer calls, for the target that the variable BOOKENDS_FUZZ names. With BOOKENDS_FUZZ_SEEDS it writes the
// seeds of all targets into that folder, a folder for each, and ends. tests/fuzz/run sets both.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "core/io/file.h"
#include "tests/fuzz/seeds.h"
#include "tests/fuzz/targets.h"

namespace {

const bookends::test::FuzzTarget* target = nullptr;

int write_seeds(const std::filesystem::path& into) {
  for (const bookends::test::FuzzTarget& each : bookends::test::fuzz_targets()) {
    const std::filesystem::path folder = into / std::string(each.name);
    std::filesystem::create_directories(folder);
    int number = 0;
    for (const auto& seed : bookends::test::seeds_of(each))
      if (!bookends::write_file(folder / ("seed-" + std::to_string(number++)), seed)) return 1;
    std::printf("%s\n", std::string(each.name).c_str());
  }
  return 0;
}

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  if (const char* seeds = std::getenv("BOOKENDS_FUZZ_SEEDS")) std::exit(write_seeds(seeds));
  const char* name = std::getenv("BOOKENDS_FUZZ");
  target = bookends::test::fuzz_target(name == nullptr ? "" : name);
  if (target != nullptr) return 0;
  std::fprintf(stderr, "BOOKENDS_FUZZ names no target\n");
  std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  target->run(std::as_bytes(std::span(data, size)));
  return 0;
}
