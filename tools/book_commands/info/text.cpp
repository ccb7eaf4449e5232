#include "tools/book_commands/info/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "books/text/entry.h"
#include "core/base/count_text.h"
#include "core/io/checksum.h"

namespace bookends {
namespace {

// What fits on a screen, of each histogram.
constexpr std::size_t kBarsShown = 24;

// What is not known is left out.
nlohmann::ordered_json games_json(const GamesInfo& games) {
  nlohmann::ordered_json out{{"moves", games.moves}, {"start_games", games.start_games}};
  if (games.last_year > 0) out["first_year"] = games.first_year, out["last_year"] = games.last_year;
  if (games.rated > 0) out["rating"] = games.mean_rating();
  return out;
}

class InfoText {
 public:
  InfoText(const BookInfo& info, bool all) : info_(info), all_(all) {}

  std::string write() {
    facts(making_facts(info_));
    starts();
    facts(line_facts(info_));
    out_ += "plies from the start: positions\n";
    bars(info_.survey.by_ply);
    out_ += "plies the scores look ahead: positions\n";
    bars(info_.by_depth);
    return std::move(out_);
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  void facts(const BookFacts& facts) {
    for (const auto& [name, value] : facts) add("{:<11} {}\n", name, value);
  }

  void more(std::size_t left, const char* one, const char* many) {
    if (left > 0)
      add("            ... and {} more; --all shows {}\n", count_text(left, one, many), left == 1 ? "it" : "them");
  }

  void starts() {
    const std::size_t shown = all_ ? info_.starts.size() : std::min(info_.starts.size(), kStartsShown);
    for (std::size_t i = 0; i < shown; ++i) {
      const StartInfo& start = info_.starts[i];
      add("start       {}{}{}\n", start.name, start.name.empty() ? "" : " = ", start.fen);
      if (start.entry)
        add("            plays {}, score {}, depth {}\n", start.move, score_text(*start.entry), start.entry->depth);
    }
    more(info_.starts.size() - shown, "start", "starts");
  }

  // A histogram of `counts`, where there is something to count.
  template <class Counts>
  void bars(const Counts& counts) {
    std::uint64_t most = 1;
    for (const std::uint64_t n : counts) most = std::max(most, n);
    std::size_t shown = 0, left = 0;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] == 0) continue;
      if (!all_ && shown == kBarsShown) {
        ++left;
        continue;
      }
      ++shown;
      add("  {:>3} {:>9}  {}\n", i, counts[i], std::string((counts[i] * 50 + most - 1) / most, '#'));
    }
    more(left, "row", "rows");
  }

  const BookInfo& info_;
  bool all_;
  std::string out_;
};

}  // namespace

std::string info_text(const BookInfo& info, bool all) { return InfoText(info, all).write(); }

std::string info_json(const BookInfo& info) {
  nlohmann::ordered_json out{
      {"game", info.header.game},
      {"rules", hexadecimal(info.header.rules_fingerprint)},
      {"generator", info.header.generator},
      {"side", side_name(info.header.side)},
      {"positions", info.positions},
      {"bytes", info.bytes},
      {"bytes_per_position", bytes_each(info)},
      {"key_bits", info.key_bits},
      {"from_tables", info.from_tables},
      {"manual", info.manual},
      {"remarks", info.remarks},
      {"proved", {{"win", info.by_proof[1]}, {"draw", info.by_proof[2]}, {"loss", info.by_proof[3]}}}};
  if (info.games.moves > 0) out["played"] = games_json(info.games);
  out["starts"] = nlohmann::ordered_json::array();
  for (const StartInfo& start : info.starts) {
    nlohmann::ordered_json row{{"name", start.name}, {"fen", start.fen}};
    if (start.entry) {
      row["move"] = start.move;
      row["score"] = nullptr;
      if (const std::optional<Score> score = score_of(*start.entry)) row["score"] = *score;
      row["depth"] = start.entry->depth;
    }
    out["starts"].push_back(std::move(row));
  }
  out["depths"] = nlohmann::ordered_json::object();
  for (std::size_t d = 0; d < info.by_depth.size(); ++d)
    if (info.by_depth[d] > 0) out["depths"][std::to_string(d)] = info.by_depth[d];
  out["plies"] = info.survey.by_ply;
  out["moves"] = info.survey.moves;
  out["lines"] = info.survey.lines;
  out["transpositions"] = info.survey.transpositions;
  out["ends"] = info.survey.ends;
  for (std::size_t kind = 0; kind < kLineEnds; ++kind)
    out["line_ends"][std::string(line_end_name(static_cast<LineEnd>(kind)))] = info.survey.line_ends[kind];
  out["unreached"] = info.survey.unreached;
  for (std::size_t g = 0; g < kGrades; ++g)
    out["grades"][std::string(grade_name(static_cast<Grade>(g)))] = info.survey.grades[g];
  out["settings"] = info.header.settings;
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace bookends
