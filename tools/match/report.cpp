#include "tools/match/report.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "core/base/count_text.h"

namespace bookends::match {
namespace {

using Json = nlohmann::ordered_json;

double percent(const PairScore& score) {
  return score.games() == 0 ? 0 : 100.0 * (score.wins + 0.5 * score.draws) / score.games();
}

std::string elo_text(double score) {
  const double elo = elo_of(score);
  if (std::isinf(elo)) return elo > 0 ? "+inf" : "-inf";
  return fmt::format("{:+.1f}", elo);
}

// JSON has no infinity.
Json elo_json(double score) {
  const double elo = elo_of(score);
  return std::isinf(elo) ? Json(nullptr) : Json(elo);
}

std::string limits_text(const Report& report, std::size_t engine) {
  const uci::Limits& own = report.settings->engines[engine].limits;
  return format_limits(own.any() ? own : report.settings->play.limits);
}

std::string terminations_text(const PairScore& score) {
  std::string text;
  for (std::size_t i = 0; i < kTerminations; ++i)
    if (score.terminations[i] > 0)
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ", name_of(static_cast<Termination>(i)), score.terminations[i]);
  return text;
}

std::string sprt_text(const PairScore& score, const Sprt& sprt) {
  const std::string decision = sprt_decision(score, sprt);
  return fmt::format("  SPRT       llr {:.2f} in [{:.2f}, {:.2f}] for Elo {:g} against {:g}: {}\n",
                     score.log_likelihood_ratio(sprt), sprt.lower_bound(), sprt.upper_bound(), sprt.elo0, sprt.elo1,
                     decision.empty() ? "undecided" : decision + " accepted");
}

// The games are counted one by one above it; what is said of their strength is of whole pairs.
std::string estimate_text(const PairScore& score) {
  const std::int64_t pairs = score.complete_pairs();
  const auto left_out = score.games() - 2 * pairs;
  const std::string rest = left_out == 0 ? ""
                                         : fmt::format("  left out   {} game{}, of a pair that is not whole\n",
                                                       left_out, left_out == 1 ? "" : "s");
  if (pairs == 0) return "  score      no estimate: no pair of games is whole\n" + rest;
  const Estimate e = score.estimate();
  return fmt::format("  score      {:.2f}% over {} pair{}, 95% interval {:.2f}% .. {:.2f}%\n", 100 * e.score, pairs,
                     pairs == 1 ? "" : "s", 100 * e.interval.low, 100 * e.interval.high) +
         fmt::format("  Elo        {}, 95% interval {} .. {}, LOS {:.1f}%\n", elo_text(e.score),
                     elo_text(e.interval.low), elo_text(e.interval.high), 100 * e.los) +
         rest;
}

std::string opponent_text(const Report& report, std::size_t i) {
  const PairScore& score = report.standing->scores()[i];
  const auto& engines = report.settings->engines;
  std::string text = fmt::format("{} - {}: {}, +{} ={} -{}, {:.1f}%\n", engines[0].name, engines[i + 1].name,
                                 count_text(static_cast<std::uint64_t>(score.games()), "game"), score.wins, score.draws,
                                 score.losses, percent(score));
  if (score.games() == 0) return text;
  text += estimate_text(score);
  text += fmt::format("  pairs      {} (0, 1/2, 1, 1 1/2, 2 points)\n", fmt::join(score.pairs, " "));
  if (score.repeated_pairs > 0) text += fmt::format("  repeated   {}\n", format_repeated(score));
  text += fmt::format("  colours    White +{} ={} -{}\n", score.white_wins, score.draws, score.black_wins);
  text += fmt::format("  endings    {}\n", terminations_text(score));
  if (report.sprt) text += sprt_text(score, *report.sprt);
  return text;
}

std::string engines_text(const Report& report) {
  const auto& engines = report.settings->engines;
  std::size_t width = 6;
  for (const uci::EngineSpec& engine : engines) width = std::max(width, engine.name.size());
  std::string text = fmt::format("{:<{}}{:>8}{:>8}{:>11}{:>10}{:>12}{:>9}{:>10}{:>9}  limits\n", "engine", width,
                                 "games", "depth", "nodes/s", "s/move", "over, ms", "crashes", "forfeits", "illegal");
  for (std::size_t i = 0; i < engines.size(); ++i) {
    const EngineTotals& t = report.standing->totals()[i];
    text += fmt::format("{:<{}}{:>8}{:>8.1f}{:>11.0f}{:>10.3f}{:>12.1f}{:>9}{:>10}{:>9}  {}\n", engines[i].name, width,
                        t.games, t.mean_depth(), t.nodes_per_second(), t.mean_seconds(), 1000 * t.overshoot, t.crashes,
                        t.time_forfeits, t.illegal_moves, limits_text(report, i));
  }
  return text;
}

// Null, all of it, without a whole pair.
Json estimate_json(const PairScore& score) {
  if (score.complete_pairs() == 0)
    return {
        {"score", nullptr}, {"score_interval", nullptr}, {"elo", nullptr}, {"elo_interval", nullptr}, {"los", nullptr}};
  const Estimate e = score.estimate();
  return {{"score", e.score},
          {"score_interval", {e.interval.low, e.interval.high}},
          {"elo", elo_json(e.score)},
          {"elo_interval", {elo_json(e.interval.low), elo_json(e.interval.high)}},
          {"los", e.los}};
}

Json sprt_json(const PairScore& score, const Sprt& sprt) {
  const std::string decision = sprt_decision(score, sprt);
  return {{"elo0", sprt.elo0},
          {"elo1", sprt.elo1},
          {"alpha", sprt.alpha},
          {"beta", sprt.beta},
          {"llr", score.log_likelihood_ratio(sprt)},
          {"bounds", {sprt.lower_bound(), sprt.upper_bound()}},
          {"accepted", decision.empty() ? Json(nullptr) : Json(decision)}};
}

Json opponent_json(const Report& report, std::size_t i) {
  const PairScore& score = report.standing->scores()[i];
  Json endings;
  for (std::size_t k = 0; k < kTerminations; ++k)
    endings[std::string(name_of(static_cast<Termination>(k)))] = score.terminations[k];
  Json out{{"opponent", report.settings->engines[i + 1].name},
           {"games", score.games()},
           {"wins", score.wins},
           {"draws", score.draws},
           {"losses", score.losses},
           {"pairs", score.complete_pairs()},
           {"pentanomial", score.pairs},
           {"repeated_pairs", score.repeated_pairs}};
  out.update(estimate_json(score));
  out.update(Json{{"white_wins", score.white_wins}, {"black_wins", score.black_wins}, {"endings", endings}});
  if (report.sprt) out["sprt"] = sprt_json(score, *report.sprt);
  return out;
}

Json known(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json engine_json(const Report& report, std::size_t i) {
  const EngineTotals& t = report.standing->totals()[i];
  const std::vector<EngineIdentity>& identities = report.settings->identities;
  const EngineIdentity identity = i < identities.size() ? identities[i] : EngineIdentity{};
  return {{"name", report.settings->engines[i].name},
          {"id", known(identity.own_name)},
          {"limits", limits_text(report, i)},
          {"net", known(identity.net)},
          {"games", t.games},
          {"moves", t.moves},
          {"mean_depth", t.mean_depth()},
          {"nodes_per_second", t.nodes_per_second()},
          {"seconds_per_move", t.mean_seconds()},
          {"max_overshoot_ms", 1000 * t.overshoot},
          {"crashes", t.crashes},
          {"time_forfeits", t.time_forfeits},
          {"illegal_moves", t.illegal_moves}};
}

}  // namespace

std::string format_score(const PairScore& score) {
  return fmt::format("+{} ={} -{} {:.1f}%", score.wins, score.draws, score.losses, percent(score));
}

std::string format_repeated(const PairScore& score) {
  return fmt::format(
      "{} of {} pairs are the same as an earlier one, move by move: the interval is that of {:.1f} pairs",
      score.repeated_pairs, score.complete_pairs(), score.independent_pairs());
}

std::string sprt_decision(const PairScore& score, const Sprt& sprt) {
  const double llr = score.log_likelihood_ratio(sprt);
  if (llr >= sprt.upper_bound()) return "H1";
  return llr <= sprt.lower_bound() ? "H0" : "";
}

std::string format_notes(const std::vector<std::string>& said) {
  std::string text;
  for (const std::string& line : said) text += "note: " + line + "\n";
  return text;
}

std::string format_report(const Report& report) {
  std::string text;
  for (std::size_t i = 0; i < report.standing->scores().size(); ++i) text += opponent_text(report, i);
  return text + engines_text(report) + format_notes(report.said);
}

std::string format_report_json(const Report& report) {
  Json out{{"game", report.game},       {"games", report.standing->games()}, {"openings", report.openings},
           {"seconds", report.seconds}, {"interrupted", report.interrupted}, {"notes", report.said}};
  for (std::size_t i = 0; i < report.standing->scores().size(); ++i) out["results"].push_back(opponent_json(report, i));
  for (std::size_t i = 0; i < report.settings->engines.size(); ++i) out["engines"].push_back(engine_json(report, i));
  // Engines may call themselves anything.
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bookends::match
