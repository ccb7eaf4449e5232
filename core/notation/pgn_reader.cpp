#include "core/notation/pgn_reader.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "core/notation/pgn_state.h"

namespace bookends {

namespace {

constexpr int kEnd = PgnSource::kEnd;
constexpr int kHighestNag = 255;
constexpr std::size_t kMostReserved = 1000;  // for what the last game had
constexpr std::string_view kDrawOffer = "(=)";

// Without these a game would be another one.
bool decides_game(std::string_view tag_name) {
  return same_tag_name(tag_name, "FEN") || same_tag_name(tag_name, "Variant");
}

void append_words(std::string& text, std::string&& more) {
  if (text.empty()) {
    text = std::move(more);
  } else if (!more.empty()) {
    text += ' ';
    text += more;
  }
}

}  // namespace

bool begins_as_pgn(std::string_view text) {
  constexpr std::string_view kBlanks = " \t\r\n";
  const std::size_t first = text.find_first_not_of(kBlanks);
  if (first == std::string_view::npos) return false;
  if (text[first] == '{') {
    const std::size_t next = text.find_first_not_of(kBlanks, first + 1);
    return next == std::string_view::npos || (text[next] != '"' && text[next] != '}');
  }
  return text.substr(first).starts_with("1.") || std::string_view("[;%").find(text[first]) != std::string_view::npos;
}

PgnReader::PgnReader(std::istream& in, std::string name, PgnPolicy policy, PgnOmissions& omitted, PgnLimits limits,
                     std::uint32_t first_line)
    : source_(in, first_line), name_(std::move(name)), policy_(policy), omitted_(&omitted), limits_(limits) {}

PgnReader::PgnReader(std::string_view text, std::string name, PgnPolicy policy, PgnOmissions& omitted, PgnLimits limits,
                     std::uint32_t first_line)
    : source_(text, first_line), name_(std::move(name)), policy_(policy), omitted_(&omitted), limits_(limits) {}

Error PgnReader::wrong(std::string what, ErrorCode code) const {
  return wrong_at(source_.line(), source_.column(), std::move(what), code);
}

Error PgnReader::wrong_at(std::uint32_t line, std::uint32_t column, std::string what, ErrorCode code) const {
  return {code, name_ + ':' + std::to_string(line) + ':' + std::to_string(column) + ": " + std::move(what)};
}

Result<void> PgnReader::leave_out(PgnOmissions::Kind& kind, std::string what) {
  return leave_out(kind, wrong(std::move(what)));
}

Result<void> PgnReader::leave_out(PgnOmissions::Kind& kind, Error error) {
  if (policy_ == PgnPolicy::strict) return error;
  kind.add(std::move(error.message));
  return {};
}

Result<void> PgnReader::charge(State& state, std::size_t bytes) const {
  state.bytes += bytes;
  if (state.bytes <= limits_.text_bytes) return {};
  return wrong("the game's text is longer than " + std::to_string(limits_.text_bytes) + " bytes", ErrorCode::limit);
}

// Adds what is next on this line, for as long as goes_on(character) holds. Where it does not fit, one character too
// many is taken.
template <class GoesOn>
Result<void> PgnReader::take_text(State& state, std::string& text, GoesOn&& goes_on) {
  const std::size_t had = text.size(), room = limits_.text_bytes - state.bytes;
  source_.take_while(goes_on, text, std::max(room, room + 1));
  return charge(state, text.size() - had);
}

Result<std::optional<PgnGame>> PgnReader::next() {
  while (!failed_) {
    State state;
    state.game.nodes.reserve(std::min(usual_nodes_, kMostReserved));
    state.game.tags.reserve(std::min(usual_tags_, kMostReserved));
    const Result<bool> read = read_game(state);
    if (read && !*read) break;
    usual_nodes_ = state.game.nodes.size();
    usual_tags_ = state.game.tags.size();
    if (read) return std::optional<PgnGame>(std::move(state.game));
    if (policy_ == PgnPolicy::strict || read.error().code == ErrorCode::limit) {
      failed_ = true;
      return read.error();
    }
    omitted_->games.add(read.error().message);
    skip_game(!state.moves_began);
  }
  return std::optional<PgnGame>();
}

Result<void> PgnReader::next_tags(PgnGame& game) {
  State state;
  Result<void> read;
  do {
    source_.skip_blanks();
    if (source_.peek() != '[') break;
    read = read_tag(state);
  } while (read);
  game = std::move(state.game);
  return read;
}

// False at the end of the file.
Result<bool> PgnReader::read_game(State& state) {
  while (!state.over) {
    source_.skip_blanks();
    const int ch = source_.peek();
    if (source_.column() == 1 && ch == '%') {
      source_.skip_line();
      continue;
    }
    const bool something = !state.game.tags.empty() || state.moves_began;
    if (ch == kEnd && !something) return false;
    if (state.game.line == 0) {
      state.game.line = source_.line();
      state.game.begin = source_.offset();
    }
    if (ch == kEnd || begins_next(state)) break;
    if (const Result<void> read = read_piece(state); !read) return read.error();
  }
  state.game.end = source_.offset();
  state.game.ended = state.over;
  if (const Result<void> dropped = drop_open_variations(state); !dropped) return dropped.error();
  return true;
}

// A tag among moves; among tags, one that is there already, after an empty line.
bool PgnReader::begins_next(const State& state) {
  if (source_.peek() != '[' || !source_.begins_line()) return false;
  if (state.moves_began) return source_.at_tag();
  return source_.after_empty_line() && source_.at_tag() && state.game.find_tag(source_.tag_name()) != nullptr;
}

// To where the next game begins: at the first tag after what is no tag.
void PgnReader::skip_game(bool in_tags) {
  while (source_.peek() != kEnd) {
    if (source_.column() == 1 && source_.at_tag()) {
      if (!in_tags || same_tag_name(source_.tag_name(), "Event")) return;
    } else if (source_.column() == 1 && source_.peek_after_blanks() != '\n') {
      in_tags = false;
    }
    source_.skip_line();
    source_.take();
  }
}

Result<void> PgnReader::read_piece(State& state) {
  const int ch = source_.peek();
  if (ch == '[') return state.moves_began ? read_bracket() : read_tag(state);
  if (ch == '{' || ch == ';') return keep_comment(state);
  if (ch == '(') return state.cut_at ? skip_variation(state) : open_variation(state);
  if (ch == ')') return close_variation(state);
  if (ch == '$') return read_nag(state);
  if (ch == '*') {
    source_.take();
    end_game(state);
    return {};
  }
  if (is_in_pgn_word(ch)) return read_word(state);
  const Result<void> left_out =
      leave_out(omitted_->words, std::string("'") + static_cast<char>(ch) + "' is not expected here");
  source_.take();
  return left_out;
}

Result<void> PgnReader::read_tag(State& state) {
  source_.take();
  std::string name;
  source_.skip_blanks_of_line();
  source_.take_while(is_in_tag_name, name, kLongestPgnWord);
  source_.skip_blanks_of_line();
  if (name.empty() || source_.peek() != '"') return leave_out_tag(name, "a tag like [Event \"name\"] is expected");
  source_.take();
  return read_tag_value(state, std::move(name));
}

// A quote that no bracket follows is one of the value: [Event "The "Open""].
Result<void> PgnReader::read_tag_value(State& state, std::string name) {
  std::string value;
  const auto closes = [this] {
    const int after = source_.peek_after_blanks();
    return after == ']' || after == '\n' || after == kEnd;
  };
  while (true) {
    const auto stands_for_itself = [](int ch) { return ch != '"' && ch != '\\' && ch != '['; };
    if (const Result<void> taken = take_text(state, value, stands_for_itself); !taken) return taken;
    if (source_.peek() == kEnd || source_.peek() == '\n')
      return leave_out_tag(name, "the value of the tag " + name + " is not closed by a quote");
    // A tag that is not closed, and on its line another one.
    if (decides_game(source_.tag_name())) return wrong("the tag " + name + " is not closed by a quote");
    int ch = source_.take();
    if (ch == '"' && closes()) break;
    if (ch == '\\' && (source_.peek() == '"' || source_.peek() == '\\')) ch = source_.take();
    value += static_cast<char>(ch);
    if (const Result<void> fits = charge(state, 1); !fits) return fits;
  }
  if (source_.peek_after_blanks() == ']') {
    source_.skip_blanks();
    source_.take();
  }
  state.game.tags.emplace_back(std::move(name), std::move(value));
  return charge(state, sizeof state.game.tags.back() + kLongestPgnWord);
}

Result<void> PgnReader::leave_out_tag(const std::string& name, std::string what) {
  if (decides_game(name)) return wrong(std::move(what));
  const Result<void> left_out = leave_out(omitted_->tags, std::move(what));
  skip_bracket();
  return left_out;
}

// Comments do not nest; but where braces would be left over, they were meant to.
Result<void> PgnReader::read_comment(State& state, std::string& text) {
  const bool braces = source_.take() == '{';
  const int close = braces ? '}' : '\n';
  int inner = 0;
  bool nests = false;
  const auto goes_on = [&] { return nests = inner > 0 && (nests || source_.closes_braces(inner)); };
  const auto is_plain = [&](int ch) { return ch != close && !(braces && ch == '{'); };
  while (source_.peek() != close || goes_on()) {
    const int ch = source_.peek();
    if (braces && (ch == kEnd || source_.at_game())) return wrong("a comment is not closed by '}'");
    if (ch == kEnd) break;
    if (ch != '\n' && is_plain(ch)) {
      if (const Result<void> taken = take_text(state, text, is_plain); !taken) return taken;
      continue;
    }
    if (braces) inner += (ch == '{') - (ch == '}');
    text += static_cast<char>(source_.take());
    if (const Result<void> fits = charge(state, 1); !fits) return fits;
  }
  source_.take();
  return {};
}

Result<void> PgnReader::keep_comment(State& state) {
  std::string text;
  if (const Result<void> read = read_comment(state, text); !read) return read;
  if (!state.cut_at) append_words(state.opened ? state.before : state.game.nodes[state.now].comment, std::move(text));
  return {};
}

Result<void> PgnReader::read_nag(State& state) {
  source_.take();
  int nag = 0, digits = 0;
  for (; is_pgn_digit(source_.peek()) && digits < 4; ++digits) nag = nag * 10 + (source_.take() - '0');
  if (digits == 0 || nag > kHighestNag) return leave_out(omitted_->words, "a NAG is a number from 0 to 255 after '$'");
  return keep_nag(state, nag);
}

Result<void> PgnReader::keep_nag(State& state, int nag) {
  if (!state.opened && !state.cut_at) state.game.nodes[state.now].nags.push_back(nag);
  return charge(state, sizeof nag);
}

// Between moves, where no tag is.
Result<void> PgnReader::read_bracket() {
  const bool decides = decides_game(source_.tag_name());
  std::string what = "'[' is not expected here";
  if (decides) return wrong(std::move(what));
  const Result<void> left_out = leave_out(omitted_->words, std::move(what));
  skip_bracket();
  return left_out;
}

// To the end of the bracket, or of the line.
void PgnReader::skip_bracket() {
  while (source_.peek() != kEnd && source_.peek() != '\n' && source_.peek() != ']' && !decides_game(source_.tag_name()))
    source_.take();
  if (source_.peek() == ']') source_.take();
}

Result<void> PgnReader::open_variation(State& state) {
  if (source_.next_are(kDrawOffer)) {
    for (std::size_t i = 0; i < kDrawOffer.size(); ++i) source_.take();
    return {};
  }
  if (state.opened || state.now == 0) {
    state.moves_began = true;
    const Result<void> left_out = leave_out(omitted_->lines, "a variation stands after the move that it replaces");
    return left_out ? skip_variation(state) : left_out;
  }
  if (state.outer.size() >= limits_.nesting) return wrong("variations are nested too deeply", ErrorCode::limit);
  source_.take();
  const std::uint32_t parent = state.parents[state.now];
  state.outer.push_back({state.now, state.game.nodes[parent].next.size()});
  state.now = parent;
  state.opened = true;
  return {};
}

// With all that is within it.
Result<void> PgnReader::skip_variation(State& state) {
  std::size_t open = 0;
  do {
    const int ch = source_.peek();
    if (ch == kEnd || source_.at_game()) break;
    if (ch == '{' || ch == ';') {
      std::string comment;
      if (const Result<void> read = read_comment(state, comment); !read) return read;
      continue;
    }
    open += ch == '(';
    open -= ch == ')';
    source_.take();
  } while (open > 0);
  return {};
}

Result<void> PgnReader::close_variation(State& state) {
  if (state.outer.empty()) {
    const Result<void> left_out = leave_out(omitted_->words, "')' without '('");
    source_.take();
    return left_out;
  }
  source_.take();
  if (state.cut_at == state.outer.size()) state.cut_at.reset();
  state.now = state.outer.back().after;
  state.outer.pop_back();
  state.opened = false;
  state.before.clear();
  return {};
}

Result<void> PgnReader::drop_open_variations(State& state) {
  if (state.outer.empty()) return {};
  const State::Variation& first = state.outer.front();
  state.game.nodes[state.parents[first.after]].next.truncate(first.alternatives);
  drop_unreached(state.game);
  return leave_out(omitted_->lines, "a variation is not closed before the game ends");
}

}  // namespace bookends
