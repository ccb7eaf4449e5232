#include "core/notation/pgn_reader.h"

#include <algorithm>
#include <array>
#include <sstream>
#include <string_view>
#include <utility>

#include "core/notation/pgn_words.h"

namespace bookends {

namespace {

constexpr int kEnd = PgnSource::kEnd;
constexpr int kHighestNag = 255;
constexpr std::size_t kLongestWord = 255;
constexpr std::size_t kMostReserved = 1000;  // for what the last game had
constexpr std::string_view kPromotionLetters = "QRBNMDTLSCFAqrbnm";
constexpr std::string_view kDrawOffer = "(=)";
constexpr std::string_view kForfeit = "0-0";  // of both
constexpr std::string_view kZero = "0";

constexpr std::array<bool, 256> kEndsWord = [] {
  std::array<bool, 256> ends{};
  for (std::size_t ch = 0; ch < ends.size(); ++ch) ends[ch] = is_pgn_blank(static_cast<int>(ch));
  for (const char ch : std::string_view("{}()[];$*")) ends[static_cast<std::size_t>(ch)] = true;
  return ends;
}();

bool ends_word(int ch) { return ch == kEnd || kEndsWord[static_cast<std::size_t>(ch)]; }
bool is_of_word(int ch) { return !ends_word(ch); }

// The sign of check or mate that programs write behind moves.
std::string_view without_check(std::string_view word) {
  const bool checks = word.ends_with('+') || word.ends_with('#');
  return word.substr(0, word.size() - (checks ? 1 : 0));
}

bool is_number(std::string_view word) {
  return std::ranges::all_of(word, [](char ch) { return is_pgn_digit(ch); });
}

// "!?" and its like at the end of a move, as NAG 1 to 6; 0 when there is nothing.
int take_suffix(std::string& word) {
  const std::size_t end = word.find_last_not_of("!?") + 1;
  const std::string suffix = word.substr(end);
  word.resize(end);
  constexpr std::string_view kSuffixes[] = {"!", "?", "!!", "??", "!?", "?!"};
  for (int i = 0; i < 6; ++i)
    if (suffix == kSuffixes[i]) return i + 1;
  return 0;
}

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

struct PgnReader::State {
  struct Variation {
    std::uint32_t after;       // the line around it goes on after this move
    std::size_t alternatives;  // that its first move had before it
  };

  PgnGame game{.tags = {}, .nodes = std::vector<PgnNode>(1)};
  std::uint32_t now = 0;         // the last move played
  std::vector<Variation> outer;  // those that are open
  std::string before;            // comments since "("
  bool opened = false;           // right after "("
  bool moves_began = false;
  bool over = false;
  std::optional<std::size_t> cut_at;  // with so many variations open, a line has ended before its moves do
  std::size_t bytes = 0;
  bool after_number = false;    // of a move
  std::uint32_t word_line = 0;  // where the word that is read begins
  std::uint32_t word_column = 0;
  std::vector<std::uint32_t> parents{0};  // of every node
};

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
    if (state.game.line == 0) state.game.line = source_.line();
    if (ch == kEnd || begins_next(state)) break;
    if (const Result<void> read = read_piece(state); !read) return read.error();
  }
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
  if (!ends_word(ch)) return read_word(state);
  const Result<void> left_out =
      leave_out(omitted_->words, std::string("'") + static_cast<char>(ch) + "' is not expected here");
  source_.take();
  return left_out;
}

Result<void> PgnReader::read_tag(State& state) {
  source_.take();
  std::string name;
  source_.skip_blanks_of_line();
  source_.take_while(is_in_tag_name, name, kLongestWord);
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
  return charge(state, sizeof state.game.tags.back() + kLongestWord);
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

// A move number, a result, a move; or a number and a move without a blank between them.
Result<void> PgnReader::read_word(State& state) {
  std::string word;
  state.word_line = source_.line();
  state.word_column = source_.column();
  source_.take_while(is_pgn_digit, word, kLongestWord);
  if (source_.peek() == '.' && word.size() < kLongestWord && !(word == kZero && source_.next_are(".5"))) {
    while (source_.peek() == '.') source_.take();
    state.after_number = !word.empty();
    state.moves_began = state.moves_began || state.after_number;
    return {};
  }
  source_.take_while(is_of_word, word, kLongestWord - word.size());
  if (source_.peek() == '(') take_promotion(word);
  if (word.size() < kLongestWord) return is_ascii(word) ? take_word(state, std::move(word)) : take_words(state, word);
  source_.skip_while(is_of_word);
  return leave_out(omitted_->words, "a word is too long");
}

// The piece in "e8(Q)" and "e8=(Q)".
void PgnReader::take_promotion(std::string& word) {
  if (word.empty() || (!is_pgn_digit(word.back()) && word.back() != '=')) return;
  for (const char letter : kPromotionLetters) {
    if (!source_.next_are(std::string{'(', letter, ')'})) continue;
    for (int i = 0; i < 3; ++i) source_.take();
    word += letter;
    while (!ends_word(source_.peek()) && word.size() < kLongestWord) word += static_cast<char>(source_.take());
    return;
  }
}

// What is in print and not in ASCII, and may be several words.
Result<void> PgnReader::take_words(State& state, const std::string& printed) {
  std::istringstream words(to_ascii(printed));
  for (std::string word; words >> word;)
    if (const Result<void> taken = take_word(state, std::move(word)); !taken) return taken;
  return {};
}

// The rest of "1 - 0" and "1/2 - 1/2".
void PgnReader::join_result(std::string& word) {
  constexpr std::pair<std::string_view, std::string_view> kHalves[] = {
      {"1", "0"}, {"0", "1"}, {"1/2", "1/2"}, {"1/2", "\u00BD"}};
  for (const auto& [one, other] : kHalves)
    for (const std::string_view dash : {" - ", " : ", " \u2013 "}) {
      const std::string rest = std::string(dash) + std::string(other);
      if (word != one || !source_.next_are(rest)) continue;
      for (std::size_t i = 0; i < rest.size(); ++i) source_.take();
      word += one == "1/2" ? "-1/2" : '-' + std::string(other);
      return;
    }
}

Result<void> PgnReader::take_word(State& state, std::string word) {
  if (const std::string_view move = without_check(word); is_plain_move(move)) {
    if (state.cut_at) return {};
    state.after_number = false;
    return add_move(state, std::string(move), 0);
  }
  if (is_pgn_digit(word[0]) && source_.peek() == ' ') join_result(word);
  if (std::optional<std::string> result = parse_pgn_result(word)) {
    if (!state.outer.empty() && *result != kForfeit) {
      end_game(state);
      return {};
    }
    if (ends_game(state, *result)) {
      state.game.result = std::move(*result);
      end_game(state);
      return {};
    }
  }
  word = without_move_number(word);
  if (state.cut_at || word.empty()) return {};
  const bool in_game = state.moves_began || !state.game.tags.empty();  // not the "--" above the name in a letter
  if (in_game && is_null_move(word)) {
    state.moves_began = true;
    state.cut_at = state.outer.size();
    return leave_out(omitted_->lines, "a null move, at which the line ends");
  }
  if (is_number(word) && !is_castling_number(word)) return {};
  // What stands in the place of a move is meant as one: to pass over it would give the next move to the other side.
  const bool for_move = std::exchange(state.after_number, false);
  if (is_usual_move(word) || (for_move && is_remark(word))) return add_move(state, plain_move(word), 0);
  const int nag = take_suffix(word);
  if ((word.empty() || is_mark_of_move(word)) && !for_move)  // a suffix that stands alone, or behind a mark
    return nag == 0 ? Result<void>() : keep_nag(state, nag);
  if (const int sign = nag_of(word); sign >= 0) return keep_nag(state, sign);
  if (is_remark(word))
    return leave_out(omitted_->words, wrong_at(state.word_line, state.word_column, "'" + word + "' is no move",
                                               ErrorCode::invalid_argument));
  return add_move(state, plain_move(word), nag);
}

// After a result; of one in a variation that is not closed the paragraph tells.
void PgnReader::end_game(State& state) {
  state.moves_began = true;
  state.over = state.outer.empty() || source_.ends_paragraph();
}

// Castling is written like the loss of both.
bool PgnReader::ends_game(State& state, std::string_view result) {
  if (!state.outer.empty()) return false;
  if (result != kForfeit) return true;
  source_.skip_blanks();
  const bool said = state.game.tag("Result") == kForfeit;
  const int next = source_.peek();
  if (said && (next == '{' || next == ';' || next == '$')) return true;
  if (next != kEnd && !source_.at_tag()) return false;
  return said || (state.now == 0 && state.game.tag("FEN").empty());
}

Result<void> PgnReader::add_move(State& state, std::string text, int nag) {
  if (const Result<void> fits = charge(state, sizeof(PgnNode) + text.size()); !fits) return fits;
  if (state.game.nodes.size() > limits_.moves) return wrong("the game has too many moves", ErrorCode::limit);
  const auto id = static_cast<std::uint32_t>(state.game.nodes.size());
  PgnNode& node = state.game.nodes.emplace_back();
  node.line = state.word_line;
  node.column = state.word_column;
  if (nag != 0) node.nags.push_back(nag);
  node.text = std::move(text);
  if (!state.before.empty()) node.before = std::exchange(state.before, {});
  state.moves_began = true;
  state.opened = false;
  state.parents.push_back(state.now);
  state.game.nodes[state.now].next.push_back(id);
  state.now = id;
  return {};
}

}  // namespace bookends
