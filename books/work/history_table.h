// Reading how a build or a proof went, as its workspace tells it: columns of numbers, a line each time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.h"

namespace bookends {

inline constexpr std::string_view kHistoryFile = "history.tsv";  // in a workspace

struct HistoryTable {
  std::vector<std::string> columns;
  std::vector<std::vector<double>> rows;  // as long as `columns`, finite

  std::optional<std::size_t> find(std::string_view column) const;
};

// A last line that is not finished, as of a run that was killed, is left out. Errors: not_found, io; corrupt (a line
// that is none of the table).
Result<HistoryTable> read_history(const std::filesystem::path& path);
// The same of its text; `name` is for messages.
Result<HistoryTable> parse_history(std::string_view text, const std::string& name);

// The bytes of such a file as they are: for who goes on with it at a place in it. Errors: not_found, io.
Result<std::string> read_history_bytes(const std::filesystem::path& path);

// The lines of a text, without their ends, and without a last one that has none: as a kill leaves it.
std::vector<std::string_view> whole_lines(std::string_view text);

// The rows to draw or to print when there are more than `most`: the first, the last, and some between them, evenly.
std::vector<std::vector<double>> thinned(const std::vector<std::vector<double>>& rows, std::size_t most);

}  // namespace bookends
