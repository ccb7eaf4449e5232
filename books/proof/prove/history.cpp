#include "books/proof/prove/history.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <string>
#include <system_error>
#include <utility>

#include "core/base/text_streams.h"

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

void ProofHistory::open(std::filesystem::path path, std::optional<milliseconds> saved) {
  path_ = std::move(path);
  whole_ = 0;
  if (saved) {
    std::ifstream in(path_, std::ios::binary);
    std::string line;
    // A line that a kill has cut off has no end.
    if (std::getline(in, line) && !in.eof() && line == kProofHistoryColumns) whole_ = line.size() + 1;
    while (whole_ > 0 && std::getline(in, line) && !in.eof()) {
      const std::optional<ProofMoment> moment = parse_moment(line);
      if (!moment || moment->spent > *saved) break;
      whole_ += line.size() + 1;
      last_ = *moment;
      begun_ = true;
    }
  }
  append("");
}

// A disk that fills up takes a part of a line: then that goes, at once or before the next one.
void ProofHistory::append(const std::string& text) {
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
       << moment.open << '\t' << static_cast<std::uint64_t>(std::clamp(moment.left, 0.0, 1e15)) << '\n';
  append(line.str());
}

}  // namespace bookends
