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

#include "core/base/result.h"

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
// Of no pairs: the defaults above. Else the five probabilities of a pair's results are taken to have Dirichlet's
// distribution with the pairs as weights (the Bayesian bootstrap: D. B. Rubin, Annals of Statistics 9, 1981), and one
// assumed pair beside them. The interval is cut out of the distribution of the score that follows from it, and LOS is
// the part of it above 1/2. Why so, and not by the normal distribution around the mean with the variance seen:
// - The variance of few pairs is often seen too small, up to none at all, so that this interval is too narrow (75 % for
//   95 % with three pairs); and one more pair won can widen it by more than it moves it, so that a better result would
//   be the less certain one. Here a pair with more points moves the whole distribution up: of the gamma variables that
//   make it, a share goes from one result to a higher one. So no bound and no LOS ever falls.
// - The assumed pair stands for what was not seen. It has no points or two. Half of each is Jeffreys' prior where pairs
//   are only won or lost; all of it at the lower end for the lower bound, at the upper one for the upper, is L.
//   Gaffke's interval ("Three test statistics for a nonparametric one-sided hypothesis on the mean of a nonnegative
//   variable", Mathematical Methods of Statistics 14, 2005), there Clopper and Pearson's, which covers more than it
//   says. What is taken lies between: 3/4 up to 12 pairs, then 1/2 + 3/n. So what is called 95 % is 93 or more with
//   few pairs, by enumeration; a point less at times where pairs have two results alone.
// - With many pairs it is the normal distribution again: from 100 on the bounds differ by less than half a point,
//   or by less than one where the score is near its end and the distribution therefore skew.
// LOS goes by the bound on its side of 1/2: it is above 97.5 % just where the interval is above 1/2.
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
