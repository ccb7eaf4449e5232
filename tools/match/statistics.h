// What the results of a match say about the strength of two engines. Everything is for the first of them.
//
// The two games of a pair have the same opening with colours swapped, so their results go together: an opening that is
// good for White gives one win each. The unit of the statistics is therefore the pair, with five results (no point to
// two points, "pentanomial"); its variance is smaller than that of two games taken one by one.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "core/result.h"

namespace bookends::match {

// Pairs by half points: 0, 1, 2, 3, 4.
using Pentanomial = std::array<std::int64_t, 5>;

struct Interval {
  double low = 0;
  double high = 0;
};

// Logistic Elo of an expected score in 0..1; infinite at its ends. And back.
double elo_of(double score);
double score_of_elo(double elo);

struct Estimate {
  double score = 0.5;       // expected, of one game
  Interval interval{0, 1};  // 95 % of the score
  double los = 0.5;         // likelihood of superiority: that the first engine is the better one
};

// How many pairs that are all different would say as much, for pairs of which some are the same game by game: N^2 over
// the sum of the squares of how often each came (Kish's effective sample size). The score is that of all pairs; what
// follows from their number goes by this one.
//
// Of no pairs: the defaults above. The interval is that of the normal distribution, cut to 0..1. When all pairs ended
// alike they show no variance, which does not mean that there is none: then it is Wilson's, which assumes the most that
// pairs can have.
Estimate estimate(const Pentanomial& pairs, double independent);
Estimate estimate(const Pentanomial& pairs);  // which are all different

// A sequential probability ratio test of "elo0" against "elo1" (logistic).
struct Sprt {
  double elo0 = 0;
  double elo1 = 5;
  double alpha = 0.05;  // to accept elo1 though elo0 is true
  double beta = 0.05;   // to accept elo0 though elo1 is true

  double lower_bound() const;  // of the log-likelihood ratio: at or below it elo0 is accepted
  double upper_bound() const;
};

// "ELO0,ELO1" or "ELO0,ELO1,ALPHA,BETA". Errors: invalid_argument, naming the option --sprt.
Result<Sprt> parse_sprt(std::string_view text);

// The log-likelihood ratio of elo1 against elo0. 0 without pairs.
double log_likelihood_ratio(const Pentanomial& pairs, double independent, const Sprt& sprt);
double log_likelihood_ratio(const Pentanomial& pairs, const Sprt& sprt);  // which are all different

}  // namespace bookends::match
