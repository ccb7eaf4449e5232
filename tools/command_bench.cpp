// `bookends bench`: fixed searches of every game, on one thread. The node counts are the same on every machine, so
// their sum is a signature of the search: it changes when, and only when, a change alters what the search does.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <atomic>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "core/search/search.h"
#include "tools/commands.h"

namespace bookends {
namespace {

struct Suite {
  const Rules* rules;
  int depth;
  std::vector<std::string_view> positions;
};

// Openings, middle games and endings of every game.
const std::vector<Suite>& suites() {
  static const std::vector<Suite> list{
      {&games::fragments,
       14,
       {"rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "nqkbr/ppppp/5/PPPPP/RBKQN w - - 0 1",
        "r1k1b/pqpp1/1p1Np/P1PPP/B1KQR b - - 0 1", "r1knb/p1ppp/1q3/PPP1P/B1KQR w - - 0 4",
        "4k/P1P1P/2R2/p1p1p/K4 w - - 0 1", "1k3/1p1p1/5/P1P2/2K2 w - - 0 1", "2k1r/5/4N/3P1/K4 w - - 0 1"}},
      {&games::fragments_sd,
       17,
       {"rqknb/ppppp/5/PPPPP/BNKQR w - - 0 1", "1k3/1p1p1/5/P1P2/2K2 w - - 0 1", "2k2/1r3/5/2B1P/K4 w - - 0 1"}},
      {&games::makruk,
       13,
       {"rnsmksnr/8/pppppppp/8/8/PPPPPPPP/8/RNSKMSNR w - - 0 1",
        "r3k2r/2snms2/pp1pp1pp/2p2p2/2P2P2/PPNPPNPP/3SM1S1/R3K2R w - - 0 9", "8/3k4/2s1p3/4P3/3NK3/8/8/3R4 w - - 0 40",
        "4k3/8/2m1s3/8/3K4/8/2R5/8 w - - 0 60"}},
      {&games::chess,
       14,
       {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", "8/5pk1/6p1/3R4/5P1P/r5P1/6K1/8 w - - 0 40",
        "8/8/1p1k4/1P6/3K4/8/5P2/8 w - - 0 50"}},
      {&games::gardner,
       17,
       {"rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1", "r1bqk/p1ppp/2n2/PPPPP/RNBQK w - - 0 1",
        "2k2/p3p/5/P1P2/1K3 w - - 0 20"}},
  };
  return list;
}

struct Measured {
  const Rules* rules;
  int depth;
  SearchStatistics sum;
};

template <const Rules& R>
Result<Measured> measure(const Suite& suite, Progress& progress) {
  Measured measured{&R, suite.depth, {}};
  Search<R> search;
  std::atomic<bool> stop{false};
  for (std::size_t i = 0; i < suite.positions.size(); ++i) {
    progress.update({.task = R.name,
                     .done = static_cast<double>(i),
                     .total = static_cast<double>(suite.positions.size()),
                     .unit = "positions",
                     .detail = ""});
    const auto position = Position<R>::from_fen(suite.positions[i]);
    if (!position) return position.error();
    search.clear();
    SearchLimits limits;
    limits.depth = suite.depth;
    const auto watch = [&](const SearchLine&, const SearchStatistics&) {
      if (progress.stop_requested()) stop = true;
    };
    const SearchStatistics s = search.run(Game<R>(*position), limits, stop, watch).statistics;
    if (stop) return Error{ErrorCode::interrupted, "bench was interrupted"};
    SearchStatistics& sum = measured.sum;
    sum.nodes += s.nodes;
    sum.quiescence_nodes += s.quiescence_nodes;
    sum.table_probes += s.table_probes;
    sum.table_hits += s.table_hits;
    sum.cutoffs += s.cutoffs;
    sum.first_move_cutoffs += s.first_move_cutoffs;
    sum.depth = suite.depth;
    sum.seldepth = std::max(sum.seldepth, s.seldepth);
    sum.seconds += s.seconds;
  }
  return measured;
}

double share(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

double per_second(const SearchStatistics& s) { return static_cast<double>(s.nodes) / std::max(s.seconds, 1e-9); }

void print_text(const std::vector<Measured>& all) {
  fmt::print("{:<14}{:>6}{:>12}{:>9}{:>13}{:>8}{:>12}{:>13}\n", "game", "depth", "nodes", "seconds", "nodes/s",
             "quiet%", "table hit%", "first move%");
  for (const Measured& m : all) {
    const SearchStatistics& s = m.sum;
    fmt::print("{:<14}{:>6}{:>12}{:>9.3f}{:>13.0f}{:>8.1f}{:>12.1f}{:>13.1f}\n", m.rules->name, m.depth, s.nodes,
               s.seconds, per_second(s), 100 * share(s.quiescence_nodes, s.nodes),
               100 * share(s.table_hits, s.table_probes), 100 * share(s.first_move_cutoffs, s.cutoffs));
  }
}

nlohmann::ordered_json as_json(const Measured& m) {
  const SearchStatistics& s = m.sum;
  return {{"game", m.rules->name},
          {"depth", m.depth},
          {"seldepth", s.seldepth},
          {"nodes", s.nodes},
          {"quiescence_nodes", s.quiescence_nodes},
          {"time_to_depth", s.seconds},
          {"nodes_per_second", per_second(s)},
          {"table_probes", s.table_probes},
          {"table_hits", s.table_hits},
          {"table_hit_rate", share(s.table_hits, s.table_probes)},
          {"cutoffs", s.cutoffs},
          {"first_move_cutoffs", s.first_move_cutoffs},
          {"first_move_cutoff_rate", share(s.first_move_cutoffs, s.cutoffs)}};
}

void print(const std::vector<Measured>& all, bool json) {
  std::uint64_t signature = 0;
  for (const Measured& m : all) signature += m.sum.nodes;
  if (!json) {
    print_text(all);
    fmt::print("{}\n", signature);
    return;
  }
  nlohmann::ordered_json games = nlohmann::ordered_json::array();
  for (const Measured& m : all) games.push_back(as_json(m));
  fmt::print("{}\n", nlohmann::ordered_json{{"games", games}, {"signature", signature}}.dump());
}

void run(Session& session) {
  std::vector<Measured> all;
  for (const Suite& suite : suites()) {
    const auto measured = with_game(
        *suite.rules, [&]<const Rules & R>() -> Result<Measured> { return measure<R>(suite, session.progress()); });
    if (!measured) {
      session.fail(measured.error());
      return;
    }
    all.push_back(*measured);
  }
  print(all, session.json);
}

}  // namespace

void add_command_bench(CLI::App& group, Session& session) {
  CLI::App* command = group.add_subcommand("bench", "Search fixed positions of every game; prints the node signature");
  add_common_options(*command, session, false, true);
  command->footer(
      "One thread, fixed depths. Without --json the last line is the signature: the sum of all node counts.\n"
      "Examples:\n  bookends bench\n  bookends bench --json");
  command->callback([&session] { run(session); });
}

}  // namespace bookends
