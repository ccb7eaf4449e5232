#include "gen/uci/evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "core/notation/move_text.h"
#include "core/rules/games.h"
#include "gen/uci/engine.h"
#include "gen/uci/engine_option.h"
#include "gen/uci/info.h"

namespace bookends {
namespace {

// UCI's "startpos": who begins his game there may be an engine that knows no other.
constexpr std::string_view kUciStart = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
constexpr std::string_view kVariantOption = "UCI_Variant";
constexpr std::string_view kLinesOption = "MultiPV";
constexpr std::string_view kThreadsOption = "Threads";

Error bad_engine(std::string what) { return {ErrorCode::invalid_argument, std::move(what)}; }

template <const Rules& R>
uci::EngineSetting setting_of() {
  uci::EngineSetting setting;
  setting.advice = "started by hand it may say why";
  setting.variant = R.name;
  return setting;
}

std::string describe(const uci::EngineSpec& spec, const std::string& name) {
  std::string text = "uci " + (name.empty() ? "engine without a name" : name);
  for (std::size_t i = 1; i < spec.command.size(); ++i) text += " " + spec.command[i];  // may be its network
  text += "; " + uci::format_limits(spec.limits);
  if (!spec.folder.empty()) text += "; dir=" + spec.folder;
  if (!spec.variant.empty()) text += "; variant=" + spec.variant;
  for (const auto& [option, value] : spec.options) text += "; " + option + "=" + value;
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

// What would make a book that nobody can make again: what threads of one search find depends on their timing.
Result<void> check_repeatable(const uci::EngineSpec& spec) {
  if (spec.limits.movetime.count() > 0 || spec.limits.clock)
    return bad_engine(
        "--engine: a search is limited by nodes or depth; with a limit of time no book could be made again");
  for (const auto& [name, value] : spec.options)
    if (uci::equal_ignoring_case(name, kThreadsOption) && value != "1")
      return bad_engine(
          fmt::format("--engine: option.{}={}: of one search with several threads no book could be made again; say "
                      "option.Threads=1, there is one engine for each of --threads",
                      name, value));
  return {};
}

// Whatever number of threads the engine would take by itself.
void set_one_thread(uci::EngineSpec& spec) {
  const auto said = [](const auto& option) { return uci::equal_ignoring_case(option.first, kThreadsOption); };
  if (std::ranges::none_of(spec.options, said)) spec.options.emplace_back(kThreadsOption, "1");
}

template <const Rules& R>
class UciEvaluator final : public LeafEvaluator<R> {
 public:
  UciEvaluator(const UciEvaluatorOptions& options, const Oracle<R>* tables) : options_(options), tables_(tables) {}
  ~UciEvaluator() override {
    if (engine_) engine_->quit();
  }

  Result<LeafResult> evaluate(const Position<R>& position, std::span<const Move> only,
                              const std::atomic<bool>& stop) override {
    if (only.empty() && tables_ != nullptr) {
      std::optional<LeafResult> known = table_result(position, *tables_);
      if (const std::optional<Error> trouble = tables_->trouble()) return *trouble;
      if (known) return std::move(*known);
    }
    if (!engine_ || watched_ != &stop) {
      watched_ = &stop;
      uci::EngineSetting setting = setting_of<R>();
      setting.patience = options_.longest_silence;
      setting.speech_counts = true;
      engine_.emplace(options_.spec, std::move(setting), stop);
      engine_->on_info([this](const std::string& line) { hear(line); });
    }
    if (const Result<void> ready = engine_->new_game(); !ready) return ready.error();
    lines_.clear();
    const uci::Answer answer = engine_->think("position fen " + position.fen(), go(only), std::nullopt);
    if (answer.kind == uci::Answer::Kind::stopped) return Error{ErrorCode::interrupted, "interrupted"};
    if (answer.kind != uci::Answer::Kind::move) return failure(answer, position);
    return result(position, only);
  }

 private:
  std::string go(std::span<const Move> only) const {
    std::string text = "go";
    if (options_.spec.limits.nodes > 0) text += fmt::format(" nodes {}", options_.spec.limits.nodes);
    if (options_.spec.limits.depth > 0) text += fmt::format(" depth {}", options_.spec.limits.depth);
    if (!only.empty()) text += " searchmoves";
    for (const Move m : only) text += " " + format_uci(R, m);
    return text;
  }

  void hear(const std::string& line) {
    if (std::optional<uci::InfoLine> info = uci::parse_info(line)) lines_[info->multipv] = std::move(*info);
  }

  std::string label() const { return "engine " + engine_->own_name(); }

  Error failure(const uci::Answer& answer, const Position<R>& position) const {
    const bool ended = answer.kind == uci::Answer::Kind::crash;
    return {ErrorCode::io, label() +
                               (ended ? " ended"
                                      : fmt::format(" said nothing for {:g} s",
                                                    std::chrono::duration<double>(options_.longest_silence).count())) +
                               " while it searched " + position.fen()};
  }

  // The last word on each variation, best first. After a search that ended amid a depth, one move may have two.
  Result<LeafResult> result(const Position<R>& position, std::span<const Move> only) const {
    LeafResult result;
    for (const auto& [number, line] : lines_) {
      const Result<Move> move = parse_uci(position, line.move);
      if (!move) return bad_engine(label() + ": " + move.error().message);
      const auto same = [&](const Candidate& c) { return c.move == *move; };
      if (std::any_of(result.candidates.begin(), result.candidates.end(), same)) continue;
      if (!only.empty() && std::find(only.begin(), only.end(), *move) == only.end()) continue;
      if (result.candidates.size() == kMaxCandidates) break;
      result.candidates.push_back({*move, static_cast<std::int16_t>(line.score)});
      result.depth = std::max(result.depth, static_cast<std::uint8_t>(std::clamp(line.depth, 1, 255)));
    }
    if (result.candidates.empty())
      return bad_engine(label() + (only.empty() ? ": it gives no score for " : ": it does not heed searchmoves in ") +
                        position.fen());
    std::stable_sort(result.candidates.begin(), result.candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    return result;
  }

  UciEvaluatorOptions options_;
  const Oracle<R>* tables_;
  const std::atomic<bool>* watched_ = nullptr;
  std::map<int, uci::InfoLine> lines_;  // by number
  std::optional<uci::Engine> engine_;
};

}  // namespace

template <const Rules& R>
Result<UciEvaluatorOptions> try_engine(uci::EngineSpec spec, int candidates, std::uint64_t nodes) {
  if (spec.command.empty()) return bad_engine("--engine: which program? cmd=/path/to/engine is missing");
  if (const Result<void> repeatable = check_repeatable(spec); !repeatable) return repeatable.error();
  if (spec.limits.nodes == 0 && spec.limits.depth == 0) spec.limits.nodes = nodes;
  static const std::atomic<bool> never = false;
  uci::Engine engine(spec, setting_of<R>(), never);
  if (const Result<void> started = engine.start(); !started) return started.error();
  const std::string name = engine.own_name();
  const bool knows_variants = engine.offers(std::string(kVariantOption));
  const bool gives_lines = engine.offers(std::string(kLinesOption));
  const bool has_threads = engine.offers(std::string(kThreadsOption));
  engine.quit();
  if (!knows_variants && R.starts[0] != kUciStart)
    return bad_engine(fmt::format("engine {}: it offers no {}, so it does not play {}", name, kVariantOption, R.name));
  if (gives_lines) spec.options.emplace_back(kLinesOption, std::to_string(candidates));
  UciEvaluatorOptions options{.spec = spec, .description = describe(spec, name)};
  if (has_threads) set_one_thread(options.spec);
  return options;
}

template <const Rules& R>
EvaluatorFactory<R> uci_evaluator(const UciEvaluatorOptions& options, const Oracle<R>* tables) {
  return [options, tables]() -> std::unique_ptr<LeafEvaluator<R>> {
    return std::make_unique<UciEvaluator<R>>(options, tables);
  };
}

#define BOOKENDS_INSTANTIATE(game)                                                                   \
  template Result<UciEvaluatorOptions> try_engine<games::game>(uci::EngineSpec, int, std::uint64_t); \
  template EvaluatorFactory<games::game> uci_evaluator<games::game>(const UciEvaluatorOptions&,      \
                                                                    const Oracle<games::game>*);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
