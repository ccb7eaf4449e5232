// Checksums made right again, as whoever means harm would: what a file says then has to be believed or refused for
// itself.
#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace bookends::test {

// In place, as far as the bytes still tell where the checksums are. `kind` as in tools/verify/kinds.h; nothing is done
// to files that have none.
void reseal(std::string_view kind, std::vector<std::byte>& bytes);

}  // namespace bookends::test
