#include "gen/uci/engine.h"

#include <algorithm>
#include <charconv>

#include "core/base/printable.h"
#include "core/base/words.h"
#include "core/rules/games.h"
#include "gen/uci/score.h"

namespace bookends::uci {
namespace {

using std::chrono::milliseconds;

// How long an engine that is late is given to answer "stop", before it is killed; and to quit.
constexpr milliseconds kGrace{500};

constexpr std::string_view kVariantOption = "UCI_Variant";
// The variant of an engine that shall be told none.
constexpr std::string_view kUntold = "none";
// What an engine plays that cannot be told: the game that UCI was made for.
constexpr std::string_view kGameOfUci = games::chess.name;

constexpr std::size_t kMostSaid = 8;       // lines
constexpr std::size_t kLongestSaid = 200;  // bytes
constexpr std::size_t kLongestName = 100;  // bytes

bool begins_with_word(std::string_view line, std::string_view word) { return take_word(line) == word; }

template <class T>
std::optional<T> number(std::string_view text) {
  T value{};
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return value;
}

// "info string book: e2e4 cp 20 depth 9", but not "info string book: e2e4 left, ...".
bool tells_of_book(const std::vector<std::string_view>& words) {
  return words.size() >= 4 && words[1] == "string" && words[2] == "book:" && (words.size() == 4 || words[4] != "left,");
}

}  // namespace

void read_info(std::string_view line, Thought& thought) {
  const std::vector<std::string_view> words = split_words(line);
  if (tells_of_book(words)) thought = Thought(), thought.by_book = true;
  if (thought.by_book) return;
  Thought said = thought;
  std::optional<int> depth;
  bool bound = false, scored = false;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string_view key = words[i], value = words[i + 1];
    if (key == "string" || key == "pv") break;
    if (key == "multipv" && value != "1") return;
    if (key == "depth") depth = number<int>(value);
    if (key == "nodes") said.nodes = number<std::uint64_t>(value).value_or(said.nodes);
    if (key == "score" && i + 2 < words.size()) {
      if (const auto score = parse_score(value, words[i + 2])) said.score = score, scored = true;
      if (i + 3 < words.size()) bound = words[i + 3] == "lowerbound" || words[i + 3] == "upperbound";
    }
  }
  if (bound && thought.score) said.score = thought.score;
  // Without a score ("info depth 12 currmove e2e4") a depth has only been begun.
  if (scored && depth) said.depth = *depth;
  thought = said;
}

Result<void> Engine::start() {
  process_.reset();
  offers_.clear();
  said_.clear();
  said_error_.clear();
  Result<Process> process = Process::start({spec_.command, spec_.folder, setting_.log});
  if (!process) return Error{process.error().code, "engine " + label() + ": " + process.error().message};
  process_ = std::move(*process);
  for (const auto step : {&Engine::shake_hands, &Engine::set_options, &Engine::set_variant, &Engine::wait_until_ready,
                          &Engine::heed_errors})
    if (const Result<void> done = (this->*step)(); !done) {
      process_.reset();
      return done.error();
    }
  return {};
}

Error Engine::problem(const std::string& what) const {
  return {ErrorCode::invalid_argument, "engine " + label() + ": " + what};
}

std::string Engine::label() const {
  if (!spec_.name.empty()) return spec_.name;
  return spec_.command.empty() ? "without a name" : spec_.command[0];
}

Error Engine::failure(Process::Event event, const std::string& waiting_for) {
  if (event == Process::Event::stopped) return {ErrorCode::interrupted, "the match was interrupted"};
  const std::string what = event == Process::Event::timeout
                               ? "does not answer within " + std::to_string(setting_.patience.count()) + " ms"
                               : "ends";
  return problem(what + ", where " + waiting_for + " was expected (is it a UCI engine? " + setting_.advice + ")");
}

// Keeps what is meant for people.
void Engine::hear(std::string_view line) {
  constexpr std::string_view kErrorMark = "error";
  if (take_word(line) != "info" || take_word(line) != "string" || line.empty()) return;
  const std::string text = printable(line, kLongestSaid);
  if (said_.size() < kMostSaid) said_.push_back(text);
  if (said_error_.empty() && equal_ignoring_case(text.substr(0, kErrorMark.size()), kErrorMark)) said_error_ = text;
}

// Hands every line to `take`, up to the one that begins with `last`.
template <class Take>
Result<void> Engine::read_up_to(std::string_view last, const Take& take) {
  const auto deadline = Time::now() + setting_.patience;
  std::string line;
  while (true) {
    const Process::Event event = process_->read_line(line, deadline, stop_);
    if (event != Process::Event::line) return failure(event, std::string(last));
    if (begins_with_word(line, last)) return {};
    hear(line);
    take(line);
  }
}

Result<void> Engine::shake_hands() {
  offers_.clear();
  process_->write_line("uci");
  return read_up_to("uciok", [this](std::string_view line) {
    if (auto offer = parse_offer(line)) offers_.push_back(std::move(*offer));
    if (take_word(line) == "id" && take_word(line) == "name") own_name_ = printable(line, kLongestName);
  });
}

const OptionOffer* Engine::find_offer(const std::string& name) const {
  for (const OptionOffer& offer : offers_)
    if (equal_ignoring_case(offer.name, name)) return &offer;
  return nullptr;
}

Result<std::string> Engine::option_line(const std::string& name, const std::string& value) const {
  const OptionOffer* offer = find_offer(name);
  if (offer == nullptr) return problem("it offers no option '" + name + "'");
  const Result<std::string> line = setoption_line(*offer, value);
  if (!line) return problem(line.error().message);
  return line;
}

Result<void> Engine::set_options() {
  bool told = false;
  for (const auto& [name, value] : spec_.options) {
    if (equal_ignoring_case(name, kVariantOption))
      return problem("the variant is set by variant=" + value + ", not by option." + name);
    Result<std::string> line = option_line(name, value);
    // The options before it may have taught the engine new ones: it is asked again.
    if (!line && told) {
      if (const Result<void> again = shake_hands(); !again) return again;
      line = option_line(name, value);
    }
    if (!line) return line.error();
    process_->write_line(*line);
    told = true;
  }
  return {};
}

bool Engine::offers_variant(const std::string& name) const {
  const OptionOffer* offer = find_offer(std::string(kVariantOption));
  return offer != nullptr && (offer->values.empty() || std::ranges::find(offer->values, name) != offer->values.end());
}

Result<void> Engine::set_variant() {
  if (spec_.variant == kUntold) return {};
  const std::string wanted = spec_.variant.empty() ? setting_.variant : spec_.variant;
  // An option may have taught it variants since it was asked: it is asked again.
  if (!offers_variant(wanted) && !spec_.options.empty())
    if (const Result<void> again = shake_hands(); !again) return again;
  if (offers_variant(wanted)) {
    process_->write_line("setoption name " + std::string(kVariantOption) + " value " + wanted);
    return {};
  }
  if (find_offer(std::string(kVariantOption)) != nullptr)
    return problem("it knows no variant '" + wanted +
                   "' (variant=NAME says what it calls the game; some engines learn games from a file, as with "
                   "option.VariantPath=FILE)");
  if (!spec_.variant.empty())
    return problem("it offers no UCI_Variant, so variant=" + spec_.variant + " cannot be set");
  if (wanted == kGameOfUci) return {};
  return problem("it offers no UCI_Variant, so it cannot be told to play " + wanted +
                 " (variant=none: it plays nothing else, and need not be told)");
}

Result<void> Engine::wait_until_ready() {
  process_->write_line("isready");
  return read_up_to("readyok", [](std::string_view) {});
}

// An engine has no other way to say that it did not take an option, as a file that does not fit. Who set none is told
// by check_engines() and may play.
Result<void> Engine::heed_errors() {
  if (spec_.options.empty() || said_error_.empty()) return {};
  return problem("it says '" + said_error_ + "'");
}

Result<void> Engine::new_game() {
  if (spec_.restart) quit();
  const bool had_played = process_.has_value();
  if (!process_)
    if (const Result<void> started = start(); !started) return started;
  process_->write_line("ucinewgame");
  const Result<void> ready = wait_until_ready();
  if (ready) return ready;
  process_.reset();
  // What has ended or got stuck between two games has lost neither of them, if it starts again.
  return had_played && ready.error().code != ErrorCode::interrupted ? new_game() : ready;
}

Answer Engine::think(const std::string& position, const std::string& go,
                     std::optional<std::chrono::duration<double, std::milli>> allowed) {
  const bool read = process_ && process_->write_line(position);
  const auto begin = Time::now();
  if (!read || !process_->write_line(go)) {
    process_.reset();
    return {};
  }
  const auto patience = allowed ? std::chrono::ceil<milliseconds>(*allowed) + setting_.margin : setting_.patience;
  Answer answer;
  read_answer(answer, begin + patience);
  // Late: an answer now tells how late, and spares the engine a new start. Where time is no limit, it would be that of
  // a shorter search than was asked for.
  if (answer.kind == Answer::Kind::silent && allowed && process_->write_line("stop"))
    read_answer(answer, begin + patience + kGrace);
  answer.thought.seconds = std::chrono::duration<double>(Time::now() - begin).count();
  // What has failed begins afresh in the next game.
  if (answer.kind != Answer::Kind::move) process_.reset();
  return answer;
}

void Engine::read_answer(Answer& answer, Time::time_point deadline) {
  std::string line;
  while (true) {
    switch (process_->read_line(line, deadline, stop_)) {
      case Process::Event::closed:
        answer.kind = Answer::Kind::crash;
        return;
      case Process::Event::timeout:
        answer.kind = Answer::Kind::silent;
        return;
      case Process::Event::stopped:
        answer.kind = Answer::Kind::stopped;
        return;
      case Process::Event::line:
        break;
    }
    if (setting_.speech_counts) deadline = std::max(deadline, Time::now() + setting_.patience);
    std::string_view rest = line;
    const std::string_view word = take_word(rest);
    if (word == "info") {
      read_info(line, answer.thought);
      if (listener_) listener_(line);
    }
    if (word != "bestmove") continue;
    answer.kind = Answer::Kind::move;
    answer.move = take_word(rest);
    return;
  }
}

void Engine::quit() {
  if (!process_) return;
  process_->write_line("quit");
  process_->end(kGrace);
  process_.reset();
}

}  // namespace bookends::uci
