#include "books/proof/plan/history.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "core/base/text_streams.h"
#include "core/base/utf8.h"

namespace bookends {

namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLeastBetween{200};
constexpr int kShareBetween = 100;

std::string seconds_text(milliseconds time) {
  char text[32];
  std::snprintf(text, sizeof text, "%.3f", static_cast<double>(time.count()) / 1000);
  return text;
}

// Nothing where it is no line of the table.
std::optional<ProofMoment> parse_moment(const std::string& line) {
  TextReader in(line);
  double seconds = 0, cpu = 0;
  ProofMoment moment;
  in >> seconds >> cpu >> moment.rounds >> moment.searches >> moment.planned >> moment.closed >> moment.solved >>
      moment.open >> moment.left;
  if (!in || !std::isfinite(seconds) || !std::isfinite(cpu)) return std::nullopt;
  moment.spent = milliseconds(std::llround(std::clamp(seconds, 0.0, 1e12) * 1000));
  moment.cpu = milliseconds(std::llround(std::clamp(cpu, 0.0, 1e12) * 1000));
  return moment;
}

}  // namespace

bool is_proof_history(const HistoryTable& history) {
  std::string columns;
  for (const std::string& column : history.columns) columns += (columns.empty() ? "" : "\t") + column;
  return columns == kProofHistoryColumns;
}

void ProofHistory::open(std::filesystem::path path, std::optional<milliseconds> saved) {
  path_ = std::move(path);
  whole_ = 0;
  if (saved && !take_lines(*saved)) path_.clear();
  append("");
}

// The lines that were there when so much time had been spent. False when the file is there and cannot be read.
bool ProofHistory::take_lines(milliseconds saved) {
  const Result<std::string> text = read_history_bytes(path_);
  if (!text) return text.error().code == ErrorCode::not_found;
  const std::vector<std::string_view> lines = whole_lines(*text);
  if (lines.empty()) return true;
  std::string_view columns = lines.front();
  if (columns.starts_with(kByteOrderMark)) columns.remove_prefix(kByteOrderMark.size());
  if (columns != kProofHistoryColumns) return true;
  whole_ = lines.front().size() + 1;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::optional<ProofMoment> moment = parse_moment(std::string(lines[i]));
    if (!moment || moment->spent > saved) break;
    whole_ += lines[i].size() + 1;
    last_ = *moment;
    begun_ = true;
  }
  return true;
}

// A disk that fills up takes a part of a line: then that goes, at once or before the next one.
void ProofHistory::append(const std::string& text) {
  if (path_.empty()) return;
  std::error_code error;
  const bool anew = whole_ == 0;
  if (!anew) std::filesystem::resize_file(path_, whole_, error);
  const std::string all = (anew ? std::string(kProofHistoryColumns) + '\n' : std::string()) + text;
  if (error || all.empty()) return;
  std::ofstream out(path_, (anew ? std::ios::trunc : std::ios::app) | std::ios::binary);
  out << all;
  out.close();
  if (out)
    whole_ += all.size();
  else
    std::filesystem::resize_file(path_, whole_, error);
}

void ProofHistory::note(const ProofMoment& moment) {
  if (begun_ && moment.spent < last_.spent + std::max(kLeastBetween, last_.spent / kShareBetween)) return;
  if (begun_ && moment.rounds == last_.rounds) return;
  note_saved(moment);
}

void ProofHistory::note_saved(const ProofMoment& moment) {
  if (begun_ && moment.spent == last_.spent) return;
  begun_ = true;
  last_ = moment;
  TextWriter line;
  line << seconds_text(moment.spent) << '\t' << seconds_text(moment.cpu) << '\t' << moment.rounds << '\t'
       << moment.searches << '\t' << moment.planned << '\t' << moment.closed << '\t' << moment.solved << '\t'
       << moment.open << '\t' << static_cast<std::uint64_t>(std::clamp(moment.left, 0.0, kMostSearchesLeft)) << '\n';
  append(line.str());
}

}  // namespace bookends
