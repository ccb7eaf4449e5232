#include "tools/pages/reports/exits_view.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/io/file.h"
#include "tools/pages/charts/charts.h"
#include "tools/pages/charts/score_axis.h"
#include "tools/pages/html_page.h"

namespace bookends {
namespace {

constexpr std::size_t kMostDots = 5000;
constexpr int kNear = 50;  // centipawns

// Members of an object that has to have them: the first that is missing or of another kind is remembered.
class Members {
 public:
  explicit Members(const nlohmann::json& object) : object_(object) {}

  const nlohmann::json* get(const char* name, bool (nlohmann::json::*is)() const noexcept) {
    const auto found = object_.is_object() ? object_.find(name) : object_.end();
    if (object_.is_object() && found != object_.end() && ((*found).*is)()) return &*found;
    if (wrong_.empty()) wrong_ = name;
    return nullptr;
  }
  std::string text(const char* name) {
    const nlohmann::json* found = get(name, &nlohmann::json::is_string);
    return found ? found->get<std::string>() : "";
  }
  std::uint64_t count(const char* name) {
    const nlohmann::json* found = get(name, &nlohmann::json::is_number_unsigned);
    return found ? found->get<std::uint64_t>() : 0;
  }
  int number(const char* name) {
    const nlohmann::json* found = get(name, &nlohmann::json::is_number_integer);
    return found ? static_cast<int>(std::clamp<std::int64_t>(found->get<std::int64_t>(), -40000, 40000)) : 0;
  }
  bool is_null(const char* name) const {
    return object_.is_object() && object_.value(name, nlohmann::json(0)).is_null();
  }
  const std::string& wrong() const { return wrong_; }

 private:
  const nlohmann::json& object_;
  std::string wrong_;
};

// What is wrong with it, or "".
std::string take_row(const nlohmann::json& object, ExitsReport& report) {
  Members members(object);
  ExitRow row;
  row.line = members.text("line");
  row.fen = members.text("fen");
  if (!members.is_null("score")) row.score = members.number("score");
  row.depth = members.number("depth");
  row.search_score = members.number("search_score");
  row.search_depth = members.number("search_depth");
  if (const nlohmann::json* flagged = members.get("flagged", &nlohmann::json::is_boolean))
    row.flagged = flagged->get<bool>();
  report.rows.push_back(std::move(row));
  return members.wrong();
}

std::string summary_of(const ExitsReport& report) {
  std::size_t compared = 0, near = 0, flagged = 0;
  double sum = 0;
  for (const ExitRow& row : report.rows) {
    flagged += row.flagged;
    if (!row.score || is_decided(*row.score) || is_decided(row.search_score)) continue;
    ++compared;
    near += std::abs(*row.score - row.search_score) <= kNear;
    sum += row.search_score - *row.score;
  }
  std::string text =
      fmt::format("{} of {} searched deeper{}; {} flagged.", report.searched, count_text(report.ends, "end"),
                  report.nodes ? fmt::format(", by {} nodes each", *report.nodes) : std::string(), flagged);
  if (report.rows.size() != report.searched) text += fmt::format(" Only {} of them are here.", report.rows.size());
  if (compared == 0) return text;
  const long more = std::lround(sum / static_cast<double>(compared));
  return text + fmt::format(
                    " Of the {} that neither takes for decided, {} are within {} centipawns of the search. On average "
                    "it finds {} centipawns {} than the book.",
                    compared, near, kNear, std::abs(more), more < 0 ? "less" : "more");
}

}  // namespace

Result<ExitsReport> read_exits(const std::filesystem::path& path) {
  const Result<std::string> text = read_text_file(path);
  if (!text) return text.error();
  const auto refused = [&](const std::string& why) {
    return Error{ErrorCode::invalid_argument,
                 path.string() + ": not what `bookends book exits --json` writes" + (why.empty() ? "" : ": " + why)};
  };
  const nlohmann::json all = nlohmann::json::parse(*text, nullptr, false);
  if (all.is_discarded()) return refused("it is no JSON");
  Members members(all);
  ExitsReport report;
  report.ends = members.count("ends");
  report.searched = members.count("searched");
  if (!members.is_null("nodes")) report.nodes = members.count("nodes");
  report.by = members.text("by");
  const nlohmann::json* rows = members.get("exits", &nlohmann::json::is_array);
  if (!members.wrong().empty()) return refused("no " + members.wrong());
  for (const nlohmann::json& row : *rows)
    if (const std::string wrong = take_row(row, report); !wrong.empty())
      return refused(fmt::format("no {} in end {}", wrong, report.rows.size()));
  return report;
}

std::string exits_chart(const ExitsReport& report) {
  std::vector<Score> scores;
  for (const ExitRow& row : report.rows) {
    if (!row.score) continue;
    scores.push_back(*row.score);
    scores.push_back(row.search_score);
  }
  const ScoreAxis across = score_axis("the book's score (pawns)", scores);
  ScoreAxis up = across;
  up.axis.name = "the deeper search's";
  std::vector<ChartDot> dots;
  std::vector<std::vector<std::string>> numbers;
  for (const ExitRow& row : report.rows) {
    if (numbers.size() == kMostDots) break;
    if (row.score) dots.push_back({across.place(*row.score), up.place(row.search_score), row.flagged});
    numbers.push_back({row.line.empty() ? "(start)" : row.line,
                       row.score ? score_text(*row.score) : std::string(kNoScoreText), std::to_string(row.depth),
                       score_text(row.search_score), std::to_string(row.search_depth), row.flagged ? "yes" : ""});
  }
  const std::string summary = summary_of(report);
  std::string out = "<p>" + escaped(summary) + "</p>\n<figure>";
  out += dot_chart({"sure", "Scores of the book's ends against a deeper search", summary}, across.axis, up.axis, dots);
  out +=
      "<figcaption>A dot is a position where a line ends; on the dotted line both say the same. Above it the search "
      "finds more, below it less than the book promises; flagged ends have a rim.";
  if (numbers.size() < report.rows.size()) out += fmt::format(" The likeliest {} are shown.", numbers.size());
  return out + "</figcaption>" + numbers_table({"line", "book", "depth", "search", "depth", "flagged"}, numbers) +
         "</figure>\n";
}

}  // namespace bookends
