#include "tools/book_commands/info/workspace_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <vector>

#include "tools/pages/reports/proof_words.h"

namespace bookends {
namespace {

constexpr double kMostWhole = 1e15;  // all whole numbers up to there are doubles

std::string open_by_ply(const ProofOutlook& outlook) {
  std::map<int, std::size_t> places;
  for (const OutlookPlace& place : outlook.open) ++places[place.ply];
  std::string text;
  for (const auto& [ply, count] : places) text += fmt::format("{}{}: {}", text.empty() ? "" : ", ", ply, count);
  return text;
}

std::string places_text(const ProofOutlook& outlook) {
  std::string text = "\nsearches left  score  ply  FEN\n";
  for (const OutlookPlace& place : outlook.open)
    text += fmt::format("{:>13.0f}  {:>+5}  {:>3}  {}\n", place.searches, place.score, place.ply, place.fen);
  return text;
}

// Its last line, a number a line.
std::string history_text(const HistoryTable& history, bool of_proof) {
  std::string text = fmt::format("{:<13} {}\n", "work on", of_proof ? "a proof" : "a book");
  for (std::size_t i = 0; i < history.columns.size(); ++i) {
    std::string name = history.columns[i];
    for (char& ch : name)
      if (ch == '_') ch = ' ';
    text += fmt::format("{:<13} {}\n", name, history.rows.back()[i]);
  }
  return text;
}

std::string outlook_text(const ProofOutlook& outlook, bool all) {
  std::string text = fmt::format("{:<13} {}\n", "root", outlook.root);
  text += fmt::format("{:<13} {}\n", "for", aim_words(outlook));
  if (!outlook.choice.empty()) text += fmt::format("{:<13} {}\n", "by", outlook.choice);
  if (!outlook.replies.empty()) text += fmt::format("{:<13} {}\n", "replies", proved_share(outlook));
  for (const OutlookReply& reply : outlook.replies) text += fmt::format("  {:<11} {}\n", reply.move, fate_words(reply));
  if (!outlook.open.empty()) text += fmt::format("{:<13} {}\n", "open by ply", open_by_ply(outlook));
  return all && !outlook.open.empty() ? text + places_text(outlook) : text;
}

nlohmann::ordered_json count_json(double count) {
  if (std::abs(count) > kMostWhole) return count;
  return std::llround(count);
}

// Of a history: whole numbers in the columns that have no others, but for times.
bool counts(const HistoryTable& history, std::size_t column) {
  return !history.columns[column].ends_with("seconds") && std::ranges::all_of(history.rows, [&](const auto& row) {
    return column >= row.size() || row[column] == std::trunc(row[column]);
  });
}

nlohmann::ordered_json outlook_json(const ProofOutlook& outlook) {
  nlohmann::ordered_json out{
      {"game", outlook.game},
      {"root", outlook.root},
      {"side", attacker_name(outlook.attacker)},
      {"aim", aim_name(outlook.aim)},
      {"proved", outlook.proved},
      {"choice", outlook.choice.empty() ? nlohmann::ordered_json() : nlohmann::ordered_json(outlook.choice)}};
  nlohmann::ordered_json replies = nlohmann::ordered_json::array(), open = nlohmann::ordered_json::array();
  for (const OutlookReply& reply : outlook.replies)
    replies.push_back({{"move", reply.move},
                       {"proved", reply.proved},
                       {"refuted", reply.refuted},
                       {"searches_left", reply.refuted ? nlohmann::ordered_json() : count_json(reply.searches)}});
  for (const OutlookPlace& place : outlook.open)
    open.push_back({{"fen", place.fen},
                    {"ply", place.ply},
                    {"score", place.score},
                    {"searches_left", count_json(place.searches)}});
  out["replies"] = std::move(replies);
  out["open"] = std::move(open);
  return out;
}

}  // namespace

std::string workspace_text(const HistoryTable& history, bool of_proof, const std::optional<ProofOutlook>& outlook,
                           bool all) {
  return history_text(history, of_proof) + (outlook ? outlook_text(*outlook, all) : "");
}

std::string workspace_json(const HistoryTable& history, bool of_proof, const std::optional<ProofOutlook>& outlook) {
  nlohmann::ordered_json rows = nlohmann::ordered_json::array();
  std::vector<bool> whole(history.columns.size());
  for (std::size_t i = 0; i < whole.size(); ++i) whole[i] = counts(history, i);
  for (const auto& row : history.rows) {
    nlohmann::ordered_json line;
    for (std::size_t i = 0; i < row.size(); ++i)
      line[history.columns[i]] = whole[i] ? count_json(row[i]) : nlohmann::ordered_json(row[i]);
    rows.push_back(std::move(line));
  }
  nlohmann::ordered_json out{{"of", of_proof ? "proof" : "book"}, {"history", std::move(rows)}};
  if (outlook) out["outlook"] = outlook_json(*outlook);
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + '\n';
}

}  // namespace bookends
