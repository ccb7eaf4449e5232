// Reading all of a table file, by many threads: what building and verifying need and probing does not.
#pragma once

#include <vector>

#include "core/base/result.h"
#include "tablebases/file/table_file.h"

namespace bookends::tables {

// Reads and checks every block, by `threads` threads (0 = all there are). Of several errors the first in file order.
Result<void> verify_blocks(const TableFile& file, int threads);

}  // namespace bookends::tables
