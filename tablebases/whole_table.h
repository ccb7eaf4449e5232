// Reading all of a table file, by many threads: what building, verifying and statistics need and probing does not.
#pragma once

#include <vector>

#include "core/result.h"
#include "tablebases/solution.h"
#include "tablebases/table_file.h"

namespace bookends::tables {

// Reads and checks every block, by `threads` threads (0 = all there are). Of several errors the first in file order.
Result<void> verify_blocks(const TableFile& file, int threads);

// The values of one side, in the order of the index. Numbers without a position have some value: they are not marked.
// unsupported when the file has no distances.
Result<std::vector<DtmCode>> read_codes(const TableFile& file, int side, int threads);

// The same for the WDL section alone: codes 0 draw, 1 loss, 2 win.
Result<std::vector<DtmCode>> read_wdl_codes(const TableFile& file, int side, int threads);

}  // namespace bookends::tables
