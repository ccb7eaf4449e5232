// `bookends train`: a network for a game, fitted to positions with scores and results.
#include "gen/train/train.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/commands/commands.h"
#include "gen/console/output_file.h"
#include "gen/options/net_choice.h"

namespace bookends {
namespace {

struct TrainRequest {
  std::string game;
  std::vector<std::string> data;
  std::string out;
  bool force = false;
  NetShape shape;
  std::string fold = "auto";
  std::string from;       // a network, or kAutoNet
  std::string from_text;  // what the new network says of it
  TargetSettings target;
  TrainSettings settings;
};

// Weights and shape of the network to begin with.
Result<void> begin_from(const Rules& rules, TrainRequest& request) {
  if (is_no_net(request.from))
    return Error{ErrorCode::invalid_argument, "--from none: name a network, or leave it out"};
  const std::filesystem::path file = meant_net(rules, request.from);
  if (file.empty())
    return Error{ErrorCode::invalid_argument, "--from " + request.from + ": no network of " + std::string(rules.name) +
                                                  " came with the program; name a file"};
  Result<NetParameters> net = read_net(rules, file);
  if (!net) return net.error();
  request.shape = net->shape;
  request.fold = net->shape.fold ? "on" : "off";
  request.from_text = " --from " + net_digest(rules, *net);
  request.settings.from = std::move(*net);
  return {};
}

std::string settings_text(const TrainRequest& request, const TrainedNet& trained) {
  return fmt::format(
      "bookends train {} --hidden {} --buckets {} --regions {} --fold {} --scale {} --lambda {} --later {} --epochs {} "
      "--batch {} "
      "--rate {} --validation {} --seed {}{}: {} positions, epoch {}",
      request.game, request.shape.hidden, request.shape.buckets, request.shape.regions,
      request.shape.fold ? "on" : "off", request.shape.scale, request.target.result_share, request.target.later_share,
      request.settings.epochs, request.settings.batch, request.settings.rate, request.settings.validation_percent,
      request.settings.seed, request.from_text, trained.trained_on + trained.held_out, trained.best_epoch);
}

// A network, of this game or another: any file that is not just broken or something else.
OutputKind network_of(const Rules& rules) {
  return {"network", [&rules](const std::filesystem::path& path) {
            const auto net = read_net(rules, path);
            return net || net.error().code == ErrorCode::unsupported;
          }};
}

// Without castling the left and the right are the same, and folding them makes more of the data. A network knows
// nothing of castling rights, but one that folds takes a king that may castle for one on the other middle file, too.
Result<NetShape> shape_of(const Rules& rules, const TrainRequest& request) {
  NetShape shape = request.shape;
  shape.fold = request.fold == "auto" ? !rules.castling : request.fold == "on";
  if (const Result<void> good = check_shape(rules, shape); !good) return good.error();
  return shape;
}

// A part of the progress: a program that reads it as JSON, or who wants none, gets no such line.
void say_epoch(const TrainRequest& request, const EpochReport& report, Session& session) {
  if (session.progress_mode == "none" || session.progress_mode == "json") return;
  if (report.epoch == 0)
    return session.say(fmt::format("begins with {:.5f} on positions held out", report.held_out_error));
  const std::string held_out =
      std::isnan(report.held_out_error) ? "" : fmt::format(", on positions held out {:.5f}", report.held_out_error);
  session.say(fmt::format("epoch {}/{}: error {:.5f}{}, {:.1f} s", report.epoch, request.settings.epochs,
                          report.training_error, held_out, report.seconds));
}

void print_summary(const TrainRequest& request, const TrainedNet& trained, std::size_t bytes, Session& session) {
  session.answer();
  if (session.json) {
    // What is not a number becomes null.
    const nlohmann::ordered_json out{{"game", request.game},
                                     {"file", request.out},
                                     {"bytes", bytes},
                                     {"trained_on", trained.trained_on},
                                     {"held_out", trained.held_out},
                                     {"epochs", trained.epochs},
                                     {"best_epoch", trained.best_epoch},
                                     {"training_error", trained.training_error},
                                     {"held_out_error", trained.held_out_error},
                                     {"rounded_error", trained.rounded_error}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  if (trained.best_epoch == 0)
    return session.say(
        fmt::format("{}: {} bytes: no epoch did better than the network it began with ({:.5f} on positions held out)",
                    request.out, bytes, trained.held_out_error));
  const bool too_few = trained.held_out == 0 && request.settings.validation_percent > 0;
  const std::string held_out = too_few                 ? "; too few positions to hold any out"
                               : trained.held_out == 0 ? ""
                                                       : fmt::format(", on positions held out {:.5f}, rounded {:.5f}",
                                                                     trained.held_out_error, trained.rounded_error);
  session.say(fmt::format("{}: {} bytes, of epoch {} of {}: error {:.5f}{}", request.out, bytes, trained.best_epoch,
                          trained.epochs, trained.training_error, held_out));
}

Result<void> run(TrainRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (!request.from.empty())
    if (const Result<void> begun = begin_from(**rules, request); !begun) return begun;
  const Result<NetShape> shape = shape_of(**rules, request);
  if (!shape) return shape.error();
  request.shape = *shape;
  if (const Result<void> file = check_is_file(request.out, "a network"); !file) return file;
  const Result<FileStamp> before = check_output(request.out, network_of(**rules), request.force);
  if (!before) return before.error();
  // Before the file: the program may end at once where the system refuses one, and would leave it behind.
  request.settings.threads = session.thread_count();
  // Opened first: that it cannot be written is said now and not after hours.
  auto file = AtomicFile::create(request.out, *before);
  if (!file) return file.error();
  const std::vector<std::filesystem::path> files(request.data.begin(), request.data.end());
  const auto set = read_training_set(**rules, *shape, request.target, files, session.progress());
  if (!set) return set.error();
  const auto trained = train(*set, request.settings, session.progress(),
                             [&](const EpochReport& report) { say_epoch(request, report, session); });
  if (!trained) return trained.error();
  NetParameters net = trained->net;
  net.settings = settings_text(request, *trained);
  const std::vector<std::byte> bytes = encode_net(**rules, net);
  if (const Result<void> done = file->append(bytes); !done) return done;
  if (const Result<void> done = file->commit(); !done) return done;
  print_summary(request, *trained, bytes.size(), session);
  if (trained->interrupted) return Error{ErrorCode::interrupted, "interrupted; the best network so far was written"};
  return {};
}

void add_shape_options(CLI::App& command, TrainRequest& request) {
  command.add_option("--hidden", request.shape.hidden, "Neurons of each side's view, a multiple of 32")
      ->check(whole_between(kHiddenStep, kMostHidden))
      ->capture_default_str();
  command.add_option("--buckets", request.shape.buckets, "Sets of output weights, by the men on the board")
      ->check(whole_between(1, kMostBuckets))
      ->capture_default_str();
  command.add_option("--regions", request.shape.regions, "Sets of feature weights, by the rank of the own king")
      ->check(whole_between(1, kMostRegions))
      ->capture_default_str();
  command
      .add_option("--fold", request.fold,
                  "Look at the board with the own king on the left: on, off, or auto: in games without castling")
      ->check(CLI::IsMember({"auto", "on", "off"}))
      ->capture_default_str();
  command.add_option("--scale", request.shape.scale, "Centipawns at which 73 points of 100 are expected")
      ->check(whole_between(1, 10000))
      ->capture_default_str();
}

void add_from_option(CLI::App& command, TrainRequest& request) {
  CLI::Option* from = command.add_option(
      "--from", request.from,
      "Begin with the weights of this network, and take its shape; auto: the one that came with the program");
  from->check([](const std::string& name) { return name.empty() ? "name a network, or leave it out" : ""; });
  for (const char* shape : {"--hidden", "--buckets", "--regions", "--fold", "--scale"}) from->excludes(shape);
}

void add_training_options(CLI::App& command, TrainRequest& request) {
  command.add_option("--lambda", request.target.result_share, "Weight of the result; that of the score is the rest")
      ->check(number_between(0.0, 1.0))
      ->capture_default_str();
  command
      .add_option(
          "--later", request.target.later_share,
          "Weight of a score a ply later in the game beside the position's own: 0.5 counts the next one half, that "
          "after it a quarter")
      ->check(number_between(0.0, 0.99))
      ->capture_default_str();
  command.add_option("--epochs", request.settings.epochs, "How often every position is seen")
      ->check(whole_between(1, 1'000'000))
      ->capture_default_str();
  command.add_option("--batch", request.settings.batch, "Positions of a step")
      ->check(whole_between(16, 1 << 20))
      ->capture_default_str();
  command.add_option("--rate", request.settings.rate, "Of learning, at first; it falls along a cosine")
      ->check(number_between(1e-7, 1.0))
      ->capture_default_str();
  command.add_option("--validation", request.settings.validation_percent, "Percent of the positions to hold out")
      ->check(whole_between(0, 50))
      ->capture_default_str();
  command.add_option("--seed", request.settings.seed, "Of first weights and of the order")
      ->check(at_least(0))
      ->capture_default_str();
}

}  // namespace

void add_command_train(CLI::App& group, Session& session) {
  auto request = std::make_shared<TrainRequest>();
  CLI::App* command = group.add_subcommand("train", "Train a network to evaluate positions of a game");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("--data", request->data, "Files of positions, as `bookends selfplay` writes them")->required();
  command->add_option("--out", request->out, "The file of the network")->required();
  command->add_flag("--force", request->force, "Replace the file, if it is a network");
  add_shape_options(*command, *request);
  add_from_option(*command, *request);
  add_training_options(*command, *request);
  add_common_options(*command, session, true, true);
  command->footer(
      "The same positions and settings give the same file, for any number of threads. Interrupted (Ctrl-C), the best\n"
      "network so far is written. The agent uses it with: setoption name EvalFile value FILE\n"
      "Examples:\n  bookends selfplay fragments --positions 1000000 --out fragments.tsv\n"
      "  bookends train fragments --data fragments.tsv --out fragments.net\n"
      "  bookends train chess --data a.tsv b.tsv --out chess.net --hidden 128 --epochs 30 --lambda 0.3\n"
      "  bookends train chess --data c.tsv --out better.net --from chess.net --rate 0.0005 --epochs 5");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
