// A small file of every kind that we make: what tests damage, and what fuzzing begins with.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bookends::test {

// What of a file is under checksums.
enum class Summed {
  all,      // any other byte is noticed
  records,  // a last record that is cut off is passed over
  nothing   // text, and what others have invented
};

struct SampleFile {
  std::string_view kind;  // as in tools/verify/kinds.h
  Summed summed = Summed::all;
  std::vector<std::byte> bytes;
};

// One of every kind, made when first asked for. Empty bytes: it could not be made.
const std::vector<SampleFile>& sample_files();

}  // namespace bookends::test
