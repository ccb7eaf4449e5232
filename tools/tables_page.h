// Statistics of tables as one self-contained HTML page.
#pragma once

#include <string>
#include <vector>

#include "tablebases/statistics.h"

namespace bookends {

std::string statistics_page(const std::vector<tables::NamedStatistics>& rows);

}  // namespace bookends
