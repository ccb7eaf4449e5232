// `bookends tables stats`: what is won, drawn and lost, and how long it takes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>

#include "gen/console/output_file.h"
#include "tablebases/file/table_file.h"
#include "tablebases/review/statistics.h"
#include "tools/commands/commands.h"
#include "tools/pages/longest_line.h"
#include "tools/pages/tables_page.h"

namespace bookends {
namespace {

struct TablesStatsRequest {
  std::vector<std::string> paths;
  std::string format = "tsv";
  std::string out = "-";
  bool force = false;
};

// One table file, or king against king.
struct Table {
  const Rules* rules = nullptr;
  std::filesystem::path folder;
  std::string ending;
  std::vector<tables::NamedStatistics> rows;
};

std::uint64_t beyond(const std::vector<std::uint64_t>& counts, int plies) {
  const auto within = std::min(counts.size(), static_cast<std::size_t>(plies) + 1);
  return std::accumulate(counts.begin() + static_cast<std::ptrdiff_t>(within), counts.end(), std::uint64_t{0});
}

nlohmann::ordered_json as_json(const Rules& rules, const tables::NamedStatistics& row) {
  const tables::SideStatistics& s = row.statistics;
  nlohmann::ordered_json out{{"ending", row.ending},
                             {"stm", std::string(1, row.stm)},
                             {"legal", s.legal},
                             {"win", s.wins()},
                             {"draw", s.draws},
                             {"loss", s.losses()},
                             {"checkmated", s.checkmated},
                             {"max_win_plies", s.max_win_plies()},
                             {"max_loss_plies", s.max_loss_plies()},
                             {"longest_win", row.longest_win},
                             {"longest_loss", row.longest_loss},
                             {"decided_in_plies", s.decided}};
  if (s.zeroing_wins.empty() && s.zeroing_losses.empty()) return out;
  out["cursed_win"] = beyond(s.zeroing_wins, 2 * rules.move_limit);
  out["blessed_loss"] = beyond(s.zeroing_losses, 2 * rules.move_limit);
  out["won_in_dtz_plies"] = s.zeroing_wins;
  out["lost_in_dtz_plies"] = s.zeroing_losses;
  return out;
}

std::string json_text(const std::vector<Table>& found) {
  auto out = nlohmann::ordered_json::array();
  for (const Table& table : found)
    for (const auto& row : table.rows) out.push_back(as_json(*table.rules, row));
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

std::string tsv_text(const std::vector<Table>& found) {
  std::string text("ending\tstm\tlegal\twin\tdraw\tloss\tmax_win_plies\tmax_loss_plies\n");
  for (const Table& table : found)
    for (const auto& row : table.rows) {
      const auto& s = row.statistics;
      text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", row.ending, row.stm, s.legal, s.wins(), s.draws,
                          s.losses(), s.max_win_plies(), s.max_loss_plies());
    }
  return text;
}

// Opens the tables of a folder when the first line of them is asked for.
class Lines {
 public:
  explicit Lines(Progress& progress) : progress_(progress) {}

  LongestLine longest(const Table& table) {
    std::string start;
    int plies = -1;
    for (const auto& row : table.rows) {
      if (row.statistics.max_win_plies() > plies) start = row.longest_win, plies = row.statistics.max_win_plies();
      if (row.statistics.max_loss_plies() > plies) start = row.longest_loss, plies = row.statistics.max_loss_plies();
    }
    if (plies < 0) return without_distances(table);
    const Result<std::unique_ptr<LineReader>>& reader = reader_of(table);
    if (!reader) return no_line(start, reader.error().message);
    return (*reader)->read(start, plies, progress_);
  }

 private:
  static LongestLine no_line(const std::string& start, std::string why) {
    LongestLine line;
    line.start = line.end = start;
    line.incomplete = std::move(why);
    return line;
  }
  // Of an ending that somebody wins, though nobody knows how soon.
  static LongestLine without_distances(const Table& table) {
    for (const auto& row : table.rows)
      for (const std::string& fen : {row.longest_win, row.longest_loss})
        if (!fen.empty()) return no_line(fen, "its table has no distances to mate");
    return {};
  }
  const Result<std::unique_ptr<LineReader>>& reader_of(const Table& table) {
    const std::pair key{table.rules, table.folder};
    const auto known = readers_.find(key);
    if (known != readers_.end()) return known->second;
    return readers_.emplace(key, open_line_reader(*table.rules, table.folder)).first->second;
  }

  Progress& progress_;
  std::map<std::pair<const Rules*, std::filesystem::path>, Result<std::unique_ptr<LineReader>>> readers_;
};

// The lines take their time: thousands of probes each.
Result<std::string> html_text(const std::vector<Table>& found, Progress& progress) {
  std::vector<TablePage> pages;
  Lines lines(progress);
  for (const Table& table : found) {
    const auto done = static_cast<double>(pages.size());
    progress.update({table.ending, done, static_cast<double>(found.size()), "endings", "longest lines"});
    TablePage page{table.rules, {}, lines.longest(table)};
    for (const auto& row : table.rows)
      if (row.ending == table.ending) page.sides.push_back(row);
    pages.push_back(std::move(page));
    if (progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
  }
  return statistics_page(pages);
}

Result<std::vector<Table>> read_tables(const std::vector<std::string>& paths) {
  std::vector<Table> found;
  std::set<const Rules*> games;
  for (const std::string& path : paths) {
    const auto files = tables::table_files(path);
    if (!files) return files.error();
    for (const auto& name : *files) {
      const auto file = tables::TableFile::open(name);
      if (!file) return file.error();
      const Rules& rules = file->rules();
      const std::filesystem::path folder = name.has_parent_path() ? name.parent_path() : ".";
      if (games.insert(&rules).second) {
        Table& kings = found.emplace_back(Table{&rules, folder, {}, {}});
        tables::append_bare_kings(rules, kings.rows);
        kings.ending = kings.rows.front().ending;
      }
      Table& table = found.emplace_back(Table{&rules, folder, file->header().ending, {}});
      tables::append_statistics(rules, file->header(), table.rows);
    }
  }
  return found;
}

// By name, short ones first; tsv and json have the mirrored names in their own places.
void sort_tables(std::vector<Table>& found) {
  std::stable_sort(found.begin(), found.end(), [](const Table& a, const Table& b) {
    return std::pair(a.ending.size(), a.ending) < std::pair(b.ending.size(), b.ending);
  });
}
std::vector<Table> one_name_each(const std::vector<Table>& found) {
  std::vector<Table> split;
  for (const Table& table : found)
    for (const auto& row : table.rows) {
      const bool follows = !split.empty() && split.back().ending == row.ending && split.back().rules == table.rules;
      Table& part = follows ? split.back() : split.emplace_back(Table{table.rules, table.folder, row.ending, {}});
      part.rows.push_back(row);
    }
  return split;
}

Result<std::string> text_of(const TablesStatsRequest& request, Session& session) {
  Result<std::vector<Table>> found = read_tables(request.paths);
  if (!found) return found.error();
  if (!session.json && request.format == "html") {
    sort_tables(*found);
    return html_text(*found, session.progress());
  }
  std::vector<Table> names = one_name_each(*found);
  sort_tables(names);
  return session.json || request.format == "json" ? json_text(names) : tsv_text(names);
}

Result<void> run(const TablesStatsRequest& request, Session& session) {
  const Result<FileStamp> before = check_output(request.out, kind_of_text(), request.force);
  if (!before) return before.error();
  const Result<std::string> text = text_of(request, session);
  if (!text) return text.error();
  session.answer();
  return TextOutput::write(request.out, *text, *before);
}

}  // namespace

void add_command_tables_stats(CLI::App& group, Session& session) {
  auto request = std::make_shared<TablesStatsRequest>();
  CLI::App* command = group.add_subcommand("stats", "Statistics of table files, for the side to move");
  command->add_option("PATH,--tables", request->paths, "Folders of tables, or table files")->required();
  command->add_option("--format", request->format, "tsv, json or html")
      ->check(CLI::IsMember({"tsv", "json", "html"}))
      ->capture_default_str();
  command->add_option("--out", request->out, "The file to write; - is standard output")->capture_default_str();
  command->add_flag("--force", request->force, "Replace a file that is there");
  add_common_options(*command, session, false, true);
  command->get_option("--json")->excludes(command->get_option("--format"));
  command->footer(
      "Counts every placement; stm w is the first-named side. Distances are in plies, -1 where there is none.\n"
      "html draws the distances, and follows the longest line of each ending move by move.\n"
      "Examples:\n  bookends tables stats tables\n  bookends tables stats tables --format html --out tables.html");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
