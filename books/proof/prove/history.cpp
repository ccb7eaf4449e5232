#include "books/proof/prove/history.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <system_error>
#include <utility>

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
  std::istringstream in(line);
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
  std::uintmax_t whole = 0;
  if (saved) {
    std::ifstream in(path_, std::ios::binary);
    std::string line;
    // A line that a kill has cut off has no end.
    if (std::getline(in, line) && !in.eof() && line == kProofHistoryColumns) whole = line.size() + 1;
    while (whole > 0 && std::getline(in, line) && !in.eof()) {
      const std::optional<ProofMoment> moment = parse_moment(line);
      if (!moment || moment->spent > *saved) break;
      whole += line.size() + 1;
      last_ = *moment;
      begun_ = true;
    }
  }
  if (whole > 0) {
    std::error_code ignored;
    std::filesystem::resize_file(path_, whole, ignored);
  } else {
    std::ofstream(path_) << kProofHistoryColumns << '\n';
  }
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
  std::ostringstream line;
  line << seconds_text(moment.spent) << '\t' << seconds_text(moment.cpu) << '\t' << moment.rounds << '\t'
       << moment.searches << '\t' << moment.planned << '\t' << moment.closed << '\t' << moment.solved << '\t'
       << moment.open << '\t' << static_cast<std::uint64_t>(std::clamp(moment.left, 0.0, 1e15)) << '\n';
  std::ofstream(path_, std::ios::app) << line.str();
}

}  // namespace bookends
