// `bookends tune`: fits a game's evaluation weights to positions of self-play.
#include "gen/tune/tune.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/eval/weights/games.h"
#include "core/eval/weights/text.h"
#include "gen/commands/commands.h"
#include "gen/console/output_file.h"
#include "gen/tune/weights_file.h"

namespace bookends {
namespace {

struct TuneRequest {
  std::string game;
  std::vector<std::string> data;
  std::string out;
  std::string from;
  bool force = false;
  std::size_t shown = 20;
  TuneSettings settings;
};

template <const Rules& R>
Result<TuneReport> fit_weights(const TuneRequest& request, Session& session) {
  Weights start = weights<R>;
  if (!request.from.empty()) {
    const Result<Weights> read = read_weights(R, request.from);
    if (!read) return read.error();
    start = *read;
  }
  const auto data = read_tuning_data<R>({request.data.begin(), request.data.end()}, session.progress());
  if (!data) return data.error();
  return tune<R>(*data, start, request.settings, session.progress());
}

void print_json(const TuneRequest& request, const TuneReport& report, double seconds) {
  const auto of_held_out = [&](double error) -> nlohmann::ordered_json {
    return report.held_out > 0 ? nlohmann::ordered_json(error) : nullptr;
  };
  nlohmann::ordered_json out{{"game", request.game},
                             {"file", request.out},
                             {"positions", report.positions},
                             {"held_out", report.held_out},
                             {"games", report.games},
                             {"scale", report.scale},
                             {"win_even", report.weights.win_even},
                             {"win_width", report.weights.win_width},
                             {"train_before", report.before.train},
                             {"train_after", report.after.train},
                             {"validation_before", of_held_out(report.before.validation)},
                             {"validation_after", of_held_out(report.after.validation)},
                             {"seconds", seconds},
                             {"changes", nlohmann::ordered_json::array()}};
  for (const WeightChange& c : report.changes)
    out["changes"].push_back({{"weight", c.name}, {"before", c.before}, {"after", c.after}, {"effect", c.effect}});
  fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

void print_table(const TuneRequest& request, const TuneReport& report) {
  fmt::print("{:<30}{:>8}{:>8}{:>10}\n", "weight", "before", "after", "effect");
  for (std::size_t i = 0; i < std::min(request.shown, report.changes.size()); ++i) {
    const WeightChange& c = report.changes[i];
    fmt::print("{:<30}{:>8}{:>8}{:>10.2f}\n", c.name, c.before, c.after, c.effect);
  }
  fmt::print("{:<30}{:>12}{:>12}\n", "mean squared error", "before", "after");
  fmt::print("{:<30}{:>12.6f}{:>12.6f}\n", "fitted", report.before.train, report.after.train);
  if (report.held_out > 0)
    fmt::print("{:<30}{:>12.6f}{:>12.6f}\n", "held out", report.before.validation, report.after.validation);
}

// Without the table where the weights themselves are on standard output.
void print_text(const TuneRequest& request, const TuneReport& report, double seconds, Session& session) {
  if (!is_standard_output(request.out)) print_table(request, report);
  session.say(fmt::format("a win is likelier than not from {} centipawns on, and nearly certain some {} beyond",
                          report.weights.win_even, 3 * report.weights.win_width));
  session.say(
      fmt::format("{}: {} weights changed; {} positions of {} games, {} of them held out, scale {:.5f}, in {:.1f} s",
                  output_name(request.out), report.changes.size(), report.positions, report.games, report.held_out,
                  report.scale, seconds));
}

Result<void> run(TuneRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (const Result<void> apart = check_is_apart(request.out, session.json); !apart) return apart;
  const OutputKind kind = kind_beginning_with("file of weights", std::string(kWeightsHeader));
  const Result<FileStamp> before = check_output(request.out, kind, request.force);
  if (!before) return before.error();
  // Before the file: the program may end at once where the system refuses one, and would leave it behind.
  request.settings.threads = session.thread_count();
  // Opened first: that it cannot be written is said now and not after hours.
  auto file = TextOutput::create(request.out, *before);
  if (!file) return file.error();
  const auto began = std::chrono::steady_clock::now();
  const Result<TuneReport> report =
      with_game(**rules, [&]<const Rules & R>() { return fit_weights<R>(request, session); });
  if (!report) return report.error();
  session.answer();
  if (auto written = file->append(format_weights(**rules, report->weights)); !written) return written;
  if (auto written = file->commit(); !written) return written;
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  if (session.json) {
    print_json(request, *report, seconds);
  } else {
    print_text(request, *report, seconds, session);
  }
  return {};
}

void add_fitting_options(CLI::App& command, TuneSettings& settings) {
  command.add_option("--epochs", settings.epochs, "Steps of the descent")
      ->check(whole_between(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--rounds", settings.rounds, "How often the evaluation is made linear anew meanwhile")
      ->check(whole_between(1, 100))
      ->capture_default_str();
  command
      .add_option("--lambda", settings.lambda, "Share of the game's result in what is learned; the rest is the score")
      ->check(number_between(0.0, 1.0))
      ->capture_default_str();
  command.add_option("--prior", settings.prior, "How many positions the start value of a weight counts for")
      ->check(number_between(0.0, 1e9))
      ->capture_default_str();
  command.add_option("--rate", settings.rate, "Centipawns of the first steps")
      ->check(number_between(0.001, 100.0))
      ->capture_default_str();
  command.add_option("--decided", settings.decided, "Leave out positions whose score is beyond so many centipawns")
      ->check(whole_between(1, static_cast<int>(kMate)))
      ->capture_default_str();
  command.add_option("--validation", settings.validation_percent, "Percentage of the games that is held out")
      ->check(whole_between(0, 90))
      ->capture_default_str();
}

void add_options(CLI::App& command, TuneRequest& request) {
  command.add_option("GAME", request.game, "A name from `bookends games`")->required();
  command.add_option("--data", request.data, "Files of `bookends selfplay`")->required();
  command.add_option("--out", request.out, "The file of weights; - is standard output, without the table")->required();
  command.add_flag("--force", request.force, "Replace the file, if it is one of weights");
  command.add_option("--from", request.from, "A file of weights to start from; default: those built in");
  command.add_option("--show", request.shown, "How many weights the table shows, of those that changed most")
      ->check(at_least(0))
      ->capture_default_str();
  add_fitting_options(command, request.settings);
}

}  // namespace

void add_command_tune(CLI::App& group, Session& session) {
  auto request = std::make_shared<TuneRequest>();
  CLI::App* command = group.add_subcommand("tune", "Fit the evaluation weights to positions of self-play");
  add_options(*command, *request);
  add_common_options(*command, session, true, true);
  command->footer(
      "The agent plays by the file with: setoption name EvalFile value FILE. Written over core/eval/weights/GAME.inc,\n"
      "the weights are built in with the next build. The same data and settings give the same file, for any number of\n"
      "threads. Interrupted (Ctrl-C), nothing is written.\n"
      "The last two numbers, for UCI_ShowWDL, tell how games ended from the scores within --decided.\n"
      "Examples:\n  bookends tune fragments --data fragments.tsv --out core/eval/weights/fragments.inc --force\n"
      "  bookends tune chess --data a.tsv b.tsv --lambda 0.7 --out chess.inc --json");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
