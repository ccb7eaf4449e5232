#include "tools/agent/uci.h"

#include <algorithm>
#include <filesystem>
#include <new>
#include <system_error>
#include <thread>
#include <utility>

#include "core/base/printable.h"
#include "core/search/signature.h"
#include "gen/options/net_choice.h"
#include "tools/agent/reserve.h"

namespace bookends::agent {

namespace {

// Input as it may be shown again: short, and nothing that could upset a terminal.
std::string in_quotes(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  return "'" + printable_ascii(text.substr(0, kLongest)) + (text.size() > kLongest ? "...'" : "'");
}

// Short enough that no memory is needed to keep it.
constexpr std::string_view kNoPosition = "no position";

}  // namespace

Uci::Uci(std::istream& in, std::ostream& out, std::string version, Settings settings,
         std::chrono::milliseconds patience)
    : in_(in),
      output_(out),
      version_(std::move(version)),
      defaults_(settings),
      settings_(std::move(settings)),
      patience_(patience) {}

Uci::~Uci() { end_search(); }

const std::vector<Uci::Command>& Uci::commands() {
  static const std::vector<Command> list{
      {"uci", &Uci::handshake},
      {"isready", &Uci::ready},
      {"debug", &Uci::debug},
      {"setoption", &Uci::set_option},
      {"ucinewgame", &Uci::new_game},
      {"position", &Uci::position},
      {"go", &Uci::go},
      {"stop", &Uci::stop},
      {"ponderhit", &Uci::ponder_hit},
      {"d", &Uci::show_board},
      {"eval", &Uci::show_evaluation},
      {"quit", &Uci::quit},
  };
  return list;
}

Urgency Uci::urgency_of(std::string_view line) {
  const Command* command = skip_to_command(line);
  if (command == nullptr) return Urgency::none;
  if (command->handler == &Uci::quit) return Urgency::last;
  return command->handler == &Uci::stop ? Urgency::urgent : Urgency::none;
}

// As the protocol asks, unknown words before a command are skipped.
const Uci::Command* Uci::skip_to_command(std::string_view& line) {
  std::string_view rest = line;
  for (std::string_view word = take_word(rest); !word.empty(); word = take_word(rest))
    for (const Command& command : commands())
      if (command.name == word) {
        line.remove_prefix(static_cast<std::size_t>(word.data() - line.data()));
        return &command;
      }
  return nullptr;
}

Result<void> Uci::start_threads() try {
  search_ = std::make_unique<Servant>();
  // The reading thread itself ends the search that runs; whatever starts later is for the commands to end, in order.
  inbox_ = std::make_unique<Inbox>(in_, [this](std::string_view line) {
    const Urgency urgency = urgency_of(line);
    if (urgency != Urgency::none) signals_.stop();
    return urgency;
  });
  return {};
} catch (const std::system_error&) {
  return Error{ErrorCode::io, "the system refuses the two threads that are needed, to read and to search"};
}

Result<void> Uci::run() {
  if (Result<void> started = start_threads(); !started) return started;
  while (const auto line = inbox_->next()) line->cut ? ignore(line->text) : execute(line->text);
  if (!quit_) finish_search();
  end_search();
  const bool failed = inbox_->failed();
  inbox_.reset();
  if (failed) return Error{ErrorCode::io, "standard input cannot be read"};
  return {};
}

void Uci::ignore(std::string_view line) {
  output_.info("a line of more than " + std::to_string(Inbox::kLongestLine) +
               " bytes, or than there is memory for, was ignored: " + in_quotes(line));
  const Command* command = skip_to_command(line);
  if (command != nullptr && command->handler == &Uci::position) refusal_ = kNoPosition;
}

void Uci::execute(std::string_view line) {
  if (const Command* command = skip_to_command(line)) return carry_out(*command, line);
  std::string_view rest = line;
  if (!take_word(rest).empty()) output_.info("unknown command " + in_quotes(line));
}

void Uci::say_no_memory_for(std::string_view line) try {
  refuse_option({ErrorCode::limit, "the memory does not suffice for " + in_quotes(line)});
} catch (const std::bad_alloc&) {
  output_.no_memory();
}

// A command that the memory does not suffice for is as if it had not been given; but whoever says isready or go waits
// for an answer, and no position but the one that was meant may be played from.
void Uci::carry_out(const Command& command, std::string_view line) try {
  keep_reserve();
  (this->*command.handler)(split_words(line), line);
} catch (const std::bad_alloc&) {
  say_no_memory_for(line);
  if (command.handler == &Uci::position) refusal_ = kNoPosition;
  if (command.handler == &Uci::ready) output_.line("readyok");
  if (command.handler == &Uci::go && !search_->has_task()) output_.line("bestmove 0000");
}

// With the signature: whoever keeps what the engine said, as a book's workspace does, learns that another one searches.
void Uci::handshake(const Words&, std::string_view) {
  output_.line("id name Bookends " + version_ + " (search " + std::to_string(kSearchSignature) + ")");
  output_.line("id author the Bookends authors");
  for (const std::string& option : describe_options(defaults_)) output_.line(option);
  output_.line("uciok");
}

// Answered during a search too; otherwise files are opened and memory is taken now rather than on the clock.
void Uci::ready(const Words&, std::string_view) {
  if (!searching()) {
    wait_for_search();
    prepare();
    player_->settle();
  }
  output_.line("readyok");
}

void Uci::debug(const Words& words, std::string_view) {
  const bool off = words.size() > 1 && words[1] == "off";
  if (words.size() > 1 && !off && words[1] != "on") return output_.info("debug: expected on or off");
  signals_.set_debug(!off);
}

// A running search has its own copy of the settings.
void Uci::set_option(const Words&, std::string_view line) {
  const auto request = parse_option(line);
  if (!request) return refuse_option(request.error());
  const auto effect = agent::set_option(settings_, request->name, request->value);
  if (!effect) return refuse_option(effect.error());
  remember(*effect, option_name(request->name));
}

// Carried out later, in prepare(): a search may run, and whether a book fits depends on the variant, which may be set
// after it.
void Uci::remember(Effect effect, std::string_view name) {
  switch (effect) {
    case Effect::none:
      return;
    case Effect::variant:
      changes_.variant = true;
      refusal_.clear();  // prepare() sets the start
      break;
    case Effect::start:
      changes_.start = true;
      break;
    case Effect::search:
      changes_.search = true;
      break;
    case Effect::book:
      return books_.set(name, settings_.book_file);
    case Effect::tables:
      return tables_.set(name, settings_.tablebase_path);
    case Effect::syzygy:
      return syzygy_.set(name, settings_.syzygy_path);
    case Effect::net:
      return net_.set(name, settings_.eval_file);
    case Effect::clear_hash:
      changes_.hash = true;
      break;
  }
}

void Uci::complain(const Result<void>& result) {
  if (!result) output_.info(result.error().message);
}

// The word by which a program that sets options knows that one was not taken.
void Uci::refuse_option(const Error& error) { output_.info("error: " + error.message); }

// Only while no search runs. What the memory did not suffice for is still to be done the next time.
void Uci::prepare() {
  if (!player_) changes_.variant = true;
  const Changes changes = changes_;
  const bool anew = changes.variant;
  if (anew) {
    player_.reset();
    player_ = make_player(*settings_.rules, settings_, output_);
    position_set_ = false;
  } else if (changes.search) {
    player_->resize(settings_);
  }
  if (changes.search) say_hash(), say_threads();
  if (changes.hash) player_->forget();
  if ((anew || changes.start) && !position_set_) follow_start();
  open_files(anew);
  changes_ = {};
}

void Uci::open_files(bool anew) {
  const auto refuse = [this](const Error& error) { refuse_option(error); };
  books_.bring_up(
      anew, [this](const std::string& value) { return player_->open_books(value); }, refuse);
  tables_.bring_up(
      anew, [this](const std::string& value) { return player_->open_tables(TablePath::own, value); }, refuse);
  syzygy_.bring_up(
      anew, [this](const std::string& value) { return player_->open_tables(TablePath::syzygy, value); }, refuse);
  const auto open_evaluation = [this](const std::string& value) {
    if (is_auto_net(value)) say_nets();
    return player_->open_evaluation(meant_net(*settings_.rules, value).string());
  };
  net_.bring_up(anew, open_evaluation, refuse);
}

// Before any position was set the board shows the start that the options say.
void Uci::follow_start() {
  const bool known = start_fen(*settings_.rules, settings_.start).ok();
  complain(player_->set_position({known ? settings_.start : "", "", {}}));
}

void Uci::say_hash() {
  const int usable = usable_hash_mb(settings_.hash_mb);
  if (std::exchange(hash_said_, settings_.hash_mb) == settings_.hash_mb) return;
  if (usable < settings_.hash_mb)
    output_.info("option Hash: " + std::to_string(usable) + " MB are used, half of the memory of this machine");
}

// A program that was copied without what it came with plays, but not as well.
void Uci::say_nets() {
  const std::filesystem::path folder = folder_of_nets();
  std::error_code unknown;
  if (std::exchange(nets_said_, true) || folder.empty() || std::filesystem::exists(folder, unknown)) return;
  output_.info("option EvalFile: there is no " + folder.string() +
               ", where this program's networks would be: the hand-made terms evaluate");
}

// Once for each start and game: a position is set for every move.
void Uci::say_start() {
  const std::string said = "option Start Position: " + std::string(settings_.rules->name) + " has no '" +
                           settings_.start + "', its first start is used";
  if (std::exchange(start_said_, said) != said) output_.info(said);
}

// More threads than processors take turns, and one that has to stop waits for its turn.
void Uci::say_threads() {
  const int processors = static_cast<int>(std::thread::hardware_concurrency());
  if (std::exchange(threads_said_, settings_.threads) == settings_.threads || processors == 0) return;
  if (settings_.threads > processors)
    output_.info("option Threads: " + std::to_string(settings_.threads) + " are more than the " +
                 std::to_string(processors) + " processors of this machine: a search is no faster, and slower to stop");
}

void Uci::new_game(const Words&, std::string_view) {
  wait_for_search();
  prepare();
  if (!refusal_.empty()) {
    follow_start();
    position_set_ = false;
    refusal_.clear();
  }
  player_->forget();
}

void Uci::position(const Words& words, std::string_view) {
  wait_for_search();
  prepare();
  const Result<void> set = set_position(words);
  if (!set) return refuse_position(set.error());
  position_set_ = true;
  refusal_.clear();
}

Result<void> Uci::set_position(const Words& words) {
  auto request = parse_position(words);
  if (!request) return request.error();
  if (request->is_startpos() && !settings_.start.empty()) {
    if (start_fen(*settings_.rules, settings_.start)) {
      request->start = settings_.start;
    } else {
      say_start();
    }
  }
  return player_->set_position(*request);
}

// Whoever gave it means it from here on: an answer for the position before it would be a move in another game.
void Uci::refuse_position(const Error& error) {
  output_.info(error.message);
  refusal_ = std::string(kNoPosition) + ", the last one was refused: " + error.message;
}

bool Uci::has_position() {
  if (!refusal_.empty()) output_.info(refusal_);
  return refusal_.empty();
}

void Uci::go(const Words& words, std::string_view) {
  wait_for_search();
  prepare();
  GoRequest request = parse_go(words);
  for (const std::string& complaint : request.complaints) output_.info(complaint);
  endless_ = request.perft == 0 && request.endless();
  limited_ = request.perft > 0 || request.limited();
  pondering_ = request.ponder;
  signals_.start(request.endless(), request.ponder);
  searching_ = true;
  search_->start([this, request = std::move(request), settings = settings_, ready = has_position()] {
    const std::string answer = ready ? answer_to(request, settings) : no_answer_to(request);
    // In this order: who has seen the best move finds the engine idle.
    searching_ = false;
    if (!answer.empty()) output_.line(answer);
    inbox_->wake();
  });
}

// In the searching thread, which nothing may be thrown in.
std::string Uci::answer_to(const GoRequest& request, const Settings& settings) try {
  if (request.perft == 0) return player_->go(request, settings, signals_);
  player_->perft(request.perft, signals_.stop_flag());
  return {};
} catch (const std::bad_alloc&) {
  output_.no_memory();
  return no_answer_to(request);
}

// Short enough to need no memory.
std::string Uci::no_answer_to(const GoRequest& request) {
  if (request.perft > 0) return "";
  signals_.wait_until_wanted();
  return "bestmove 0000";
}

void Uci::stop(const Words&, std::string_view) { end_search(); }

void Uci::ponder_hit(const Words&, std::string_view) {
  signals_.ponder_hit();
  pondering_ = false;
}

void Uci::show_board(const Words&, std::string_view) {
  wait_for_search();
  prepare();
  if (has_position()) player_->show_board();
}

void Uci::show_evaluation(const Words&, std::string_view) {
  wait_for_search();
  prepare();
  if (has_position()) player_->show_evaluation();
}

void Uci::quit(const Words&, std::string_view) {
  quit_ = true;
  end_search();
}

// For commands that cannot be carried out during a search.
void Uci::wait_for_search() {
  if (!search_->has_task()) return;
  if (!endless_ && !pondering_) inbox_->wait_until([this] { return !searching_; });
  end_search();
}

// At the end of the input nobody is left to stop a search that is in vain.
void Uci::finish_search() {
  if (search_->has_task() && !endless_ && !limited_ && !pondering_)
    inbox_->wait_until([this] { return !searching_; }, patience_);
  else
    wait_for_search();
}

void Uci::end_search() {
  if (!search_ || !search_->has_task()) return;
  signals_.stop();
  search_->wait();
}

}  // namespace bookends::agent
