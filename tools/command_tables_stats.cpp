// `bookends tables stats`: what is won, drawn and lost, and how long it takes.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "tablebases/statistics.h"
#include "tablebases/table_file.h"
#include "tools/commands.h"
#include "tools/tables_page.h"

namespace bookends {
namespace {

struct Request {
  std::vector<std::string> paths;
  std::string format = "tsv";
};

nlohmann::ordered_json as_json(const tables::NamedStatistics& row) {
  return {{"ending", row.ending},
          {"stm", std::string(1, row.stm)},
          {"legal", row.statistics.legal},
          {"win", row.statistics.wins()},
          {"draw", row.statistics.draws},
          {"loss", row.statistics.losses()},
          {"checkmated", row.statistics.checkmated},
          {"max_win_plies", row.statistics.max_win_plies()},
          {"max_loss_plies", row.statistics.max_loss_plies()},
          {"longest_win", row.longest_win},
          {"longest_loss", row.longest_loss},
          {"decided_in_plies", row.statistics.decided}};
}

void print_tsv(const std::vector<tables::NamedStatistics>& rows) {
  fmt::print("ending\tstm\tlegal\twin\tdraw\tloss\tmax_win_plies\tmax_loss_plies\n");
  for (const auto& row : rows) {
    const auto& s = row.statistics;
    fmt::print("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\n", row.ending, row.stm, s.legal, s.wins(), s.draws, s.losses(),
               s.max_win_plies(), s.max_loss_plies());
  }
}

Result<void> run(const Request& request, const Session& session) {
  std::vector<tables::NamedStatistics> rows;
  std::set<const Rules*> games;
  for (const std::string& path : request.paths) {
    const auto files = tables::table_files(path);
    if (!files) return files.error();
    for (const auto& name : *files) {
      const auto file = tables::TableFile::open(name);
      if (!file) return file.error();
      if (games.insert(&file->rules()).second) tables::append_bare_kings(file->rules(), rows);
      tables::append_statistics(file->rules(), file->header(), rows);
    }
  }
  std::stable_sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) {
    return std::pair(a.ending.size(), a.ending) < std::pair(b.ending.size(), b.ending);
  });
  if (session.json || request.format == "json") {
    auto out = nlohmann::ordered_json::array();
    for (const auto& row : rows) out.push_back(as_json(row));
    fmt::print("{}\n", out.dump(2));
  } else if (request.format == "html") {
    fmt::print("{}", statistics_page(rows));
  } else {
    print_tsv(rows);
  }
  return {};
}

}  // namespace

void add_command_tables_stats(CLI::App& group, Session& session) {
  auto request = std::make_shared<Request>();
  CLI::App* command = group.add_subcommand("stats", "Statistics of table files, for the side to move");
  command->add_option("PATH", request->paths, "Folders of tables, or table files")->required();
  command->add_option("--format", request->format, "tsv, json or html")
      ->check(CLI::IsMember({"tsv", "json", "html"}))
      ->capture_default_str();
  add_common_options(*command, session, false, true);
  command->footer(
      "Counts every placement; stm w is the first-named side. Distances are in plies, -1 where there is none.\n"
      "Examples:\n  bookends tables stats tables\n  bookends tables stats tables --format html > tables.html");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
