// What a match says at its end.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tools/match/match.h"
#include "tools/match/statistics/standing.h"

namespace bookends::match {

struct Report {
  std::string game;
  const MatchSettings* settings = nullptr;
  const Standing* standing = nullptr;
  std::size_t openings = 0;
  std::optional<Sprt> sprt;
  double seconds = 0;
  bool interrupted = false;  // the match ended before its end
  // What engines said at the start, as check_engines() gives it: after hours of progress nobody sees it there any more.
  std::vector<std::string> said;
};

std::string format_report(const Report& report);
std::string format_report_json(const Report& report);

// A line "note: ..." of each.
std::string format_notes(const std::vector<std::string>& said);

// "+12 =5 -3 72.5%": for the progress line.
std::string format_score(const PairScore& score);

// "3 of 4 pairs are the same ...": what to know of an interval when pairs were repeated.
std::string format_repeated(const PairScore& score);

// Where the test stands: "H0", "H1", or "" while it is open.
std::string sprt_decision(const PairScore& score, const Sprt& sprt);

}  // namespace bookends::match
