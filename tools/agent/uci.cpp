#include "tools/agent/uci.h"

#include <algorithm>

namespace bookends::agent {

namespace {

// Input as it may be shown again: short, and nothing that could upset a terminal.
std::string quoted(std::string_view text) {
  constexpr std::size_t kLongest = 60;
  std::string shown(text.substr(0, kLongest));
  for (char& c : shown)
    if (c < ' ' || c > '~') c = '?';
  return "'" + shown + (text.size() > kLongest ? "...'" : "'");
}

}  // namespace

Uci::Uci(std::istream& in, std::ostream& out, std::string version)
    : in_(in), output_(out), version_(std::move(version)) {}

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

void Uci::run() {
  std::string line;
  while (!quit_ && std::getline(in_, line)) execute(line);
  if (!quit_) wait_for_search();
  end_search();
}

// As the protocol asks, unknown words before a command are skipped.
void Uci::execute(const std::string& line) {
  Words words = split_words(line);
  if (words.empty()) return;
  for (auto word = words.begin(); word != words.end(); ++word)
    for (const Command& command : commands())
      if (command.name == *word) {
        const std::string rest(line.substr(static_cast<std::size_t>(word->data() - line.data())));
        words.erase(words.begin(), word);
        return (this->*command.handler)(words, rest);
      }
  output_.info("unknown command " + quoted(line));
}

void Uci::handshake(const Words&, const std::string&) {
  output_.line("id name Bookends " + version_);
  output_.line("id author the Bookends authors");
  for (const std::string& option : describe_options()) output_.line(option);
  output_.line("uciok");
}

// Answered during a search too; otherwise files are opened now rather than on the clock.
void Uci::ready(const Words&, const std::string&) {
  if (!search_.joinable()) prepare();
  output_.line("readyok");
}

void Uci::debug(const Words& words, const std::string&) { signals_.set_debug(words.size() < 2 || words[1] != "off"); }

void Uci::set_option(const Words&, const std::string& line) {
  wait_for_search();
  const auto request = parse_option(line);
  if (!request) return output_.info(request.error().message);
  const auto effect = agent::set_option(settings_, request->name, request->value);
  if (!effect) return output_.info(effect.error().message);
  apply(*effect);
}

// Book and tables are opened later, in prepare(): whether they fit depends on the variant, which may be set after them.
void Uci::apply(Effect effect) {
  switch (effect) {
    case Effect::none:
      break;
    case Effect::variant:
      player_.reset();
      book_changed_ = tables_changed_ = true;
      break;
    case Effect::search:
      if (player_) player_->resize(settings_);
      break;
    case Effect::book:
      book_changed_ = true;
      break;
    case Effect::tables:
      tables_changed_ = true;
      break;
    case Effect::clear_hash:
      if (player_) player_->forget();
      break;
  }
}

void Uci::complain(const Result<void>& result) {
  if (!result) output_.info(result.error().message);
}

void Uci::prepare() {
  if (!player_) {
    player_ = make_player(*settings_.rules, settings_, output_);
    book_changed_ = tables_changed_ = true;
  }
  if (std::exchange(book_changed_, false)) complain(player_->open_book(settings_.book_file));
  if (std::exchange(tables_changed_, false)) complain(player_->open_tables(settings_.tablebase_path));
}

void Uci::new_game(const Words&, const std::string&) {
  wait_for_search();
  prepare();
  player_->forget();
}

void Uci::position(const Words& words, const std::string&) {
  wait_for_search();
  prepare();
  const auto request = parse_position(words);
  if (!request) return output_.info(request.error().message);
  complain(player_->set_position(*request));
}

void Uci::go(const Words& words, const std::string&) {
  wait_for_search();
  prepare();
  GoRequest request = parse_go(words);
  for (const std::string& complaint : request.complaints) output_.info(complaint);
  endless_ = request.perft == 0 && request.endless();
  pondering_ = request.ponder;
  signals_.start(request.endless(), request.ponder);
  search_ = std::thread([this, request = std::move(request)] {
    if (request.perft > 0) return player_->perft(request.perft, signals_.stop_flag());
    player_->go(request, settings_, signals_);
  });
}

void Uci::stop(const Words&, const std::string&) { end_search(); }

void Uci::ponder_hit(const Words&, const std::string&) {
  signals_.ponder_hit();
  pondering_ = false;
}

void Uci::show_board(const Words&, const std::string&) {
  wait_for_search();
  prepare();
  player_->show_board();
}

void Uci::show_evaluation(const Words&, const std::string&) {
  wait_for_search();
  prepare();
  player_->show_evaluation();
}

void Uci::quit(const Words&, const std::string&) {
  quit_ = true;
  end_search();
}

// A command that cannot be carried out during a search waits for its end, so that whole scripts can be piped in; a
// search without an end is stopped.
void Uci::wait_for_search() {
  if (!search_.joinable()) return;
  if (endless_ || pondering_) signals_.stop();
  search_.join();
}

void Uci::end_search() {
  if (!search_.joinable()) return;
  signals_.stop();
  search_.join();
}

}  // namespace bookends::agent
