#include "core/notation/pgn_reader.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "core/notation/move_text.h"

namespace bookends {

namespace {

constexpr int kEnd = std::istream::traits_type::eof();
constexpr int kHighestNag = 255;
constexpr std::size_t kLongestWord = 255;

bool is_blank(int ch) { return ch == ' ' || (ch >= '\t' && ch <= '\r'); }
bool is_digit(int ch) { return ch >= '0' && ch <= '9'; }
bool ends_word(int ch) {
  return ch == kEnd || is_blank(ch) ||
         std::string_view("{}()[];$*").find(static_cast<char>(ch)) != std::string_view::npos;
}
bool is_result(std::string_view word) { return word == "1-0" || word == "0-1" || word == "1/2-1/2"; }

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

}  // namespace

std::string PgnGame::tag(std::string_view name) const {
  for (const auto& [key, value] : tags)
    if (key == name) return value;
  return {};
}

struct PgnReader::State {
  PgnGame game;
  std::uint32_t now = 0;             // the last move played
  std::vector<std::uint32_t> outer;  // for each open variation, the move after which the line around it goes on
  std::string before;                // comments since "("
  bool opened = false;               // right after "("
  bool moves_began = false;
  bool over = false;
  std::size_t bytes = 0;
  std::vector<std::uint32_t> parents{0};  // of every node
};

PgnReader::PgnReader(std::istream& in, std::string name, PgnLimits limits)
    : in_(in), name_(std::move(name)), limits_(limits) {}

int PgnReader::peek() { return in_.peek(); }

int PgnReader::take() {
  const int ch = in_.get();
  if (ch == '\n') {
    ++line_;
    column_ = 1;
  } else if (ch != kEnd) {
    ++column_;
  }
  return ch;
}

void PgnReader::skip_line() {
  while (peek() != kEnd && peek() != '\n') take();
}

Error PgnReader::wrong(std::string what, ErrorCode code) const {
  return {code, name_ + ':' + std::to_string(line_) + ':' + std::to_string(column_) + ": " + std::move(what)};
}

Result<void> PgnReader::charge(State& state, std::size_t bytes) const {
  state.bytes += bytes;
  if (state.bytes <= limits_.text_bytes) return {};
  return wrong("the game's text is longer than " + std::to_string(limits_.text_bytes) + " bytes", ErrorCode::limit);
}

Result<std::optional<PgnGame>> PgnReader::next() {
  if (failed_) return std::optional<PgnGame>();
  State state;
  state.game.nodes.emplace_back();
  while (!state.over) {
    if (is_blank(peek())) {
      take();
      continue;
    }
    if (column_ == 1 && peek() == '%') {
      skip_line();
      continue;
    }
    const bool something = !state.game.tags.empty() || state.moves_began;
    if (peek() == kEnd && !something) return std::optional<PgnGame>();
    if (state.game.line == 0) state.game.line = line_;
    if (const bool next_game = peek() == '[' && state.moves_began; next_game || peek() == kEnd) break;
    if (const Result<void> read = read_piece(state); !read) {
      failed_ = true;
      return read.error();
    }
  }
  if (!state.outer.empty()) {
    failed_ = true;
    return wrong("a variation is not closed before the game ends");
  }
  return std::optional<PgnGame>(std::move(state.game));
}

Result<void> PgnReader::read_piece(State& state) {
  const int ch = peek();
  if (ch == '[') return read_tag(state);
  state.moves_began = true;
  if (ch == '{' || ch == ';') {
    const Result<std::string> text = read_comment(state);
    if (!text) return text.error();
    if (state.opened)
      state.before += (state.before.empty() ? "" : " ") + *text;
    else
      put_comment(state, *text);
    return {};
  }
  if (ch == '(') return open_variation(state);
  if (ch == ')') return close_variation(state);
  if (ch == '$') return read_nag(state);
  if (ch == '*') {
    if (!state.outer.empty()) return wrong("a result inside a variation");
    take();
    state.over = true;
    return {};
  }
  if (ends_word(ch)) return wrong(std::string("'") + static_cast<char>(ch) + "' is not expected here");
  return read_word(state);
}

void PgnReader::put_comment(State& state, const std::string& text) const {
  std::string& comment = state.game.nodes[state.now].comment;
  if (!comment.empty() && !text.empty()) comment += ' ';
  comment += text;
}

Result<void> PgnReader::read_tag(State& state) {
  take();
  std::string name, value;
  const auto skip_blanks = [&] {
    while (is_blank(peek())) take();
  };
  skip_blanks();
  while (std::isalnum(peek()) != 0 || peek() == '_') {
    name += static_cast<char>(take());
    if (name.size() > kLongestWord) return wrong("the name of a tag is too long");
  }
  skip_blanks();
  if (name.empty() || take() != '"') return wrong("a tag like [Event \"name\"] is expected");
  for (int ch = take(); ch != '"'; ch = take()) {
    if (ch == '\\' && (peek() == '"' || peek() == '\\')) ch = take();
    if (ch == kEnd || ch == '\n') return wrong("the value of the tag " + name + " is not closed by a quote");
    value += static_cast<char>(ch);
    if (const Result<void> fits = charge(state, 1); !fits) return fits;
  }
  skip_blanks();
  if (take() != ']') return wrong("the tag " + name + " is not closed by ']'");
  state.game.tags.emplace_back(std::move(name), std::move(value));
  return charge(state, sizeof state.game.tags.back() + kLongestWord);
}

Result<std::string> PgnReader::read_comment(State& state) {
  const bool braces = take() == '{';
  std::string text;
  while (peek() != (braces ? '}' : '\n')) {
    const int ch = take();
    if (ch == kEnd && braces) return wrong("a comment is not closed by '}'");
    if (ch == kEnd) break;
    text += static_cast<char>(ch);
    if (const Result<void> fits = charge(state, 1); !fits) return fits.error();
  }
  take();
  return text;
}

Result<void> PgnReader::read_nag(State& state) {
  take();
  int nag = 0, digits = 0;
  for (; is_digit(peek()) && digits < 4; ++digits) nag = nag * 10 + (take() - '0');
  if (digits == 0 || nag > kHighestNag) return wrong("a NAG is a number from 0 to 255 after '$'");
  if (!state.opened) state.game.nodes[state.now].nags.push_back(nag);
  return charge(state, sizeof nag);
}

Result<void> PgnReader::open_variation(State& state) {
  if (state.opened || state.now == 0) return wrong("a variation stands after the move that it replaces");
  if (state.outer.size() >= limits_.nesting) return wrong("variations are nested too deeply", ErrorCode::limit);
  take();
  state.outer.push_back(state.now);
  state.now = state.parents[state.now];
  state.opened = true;
  return {};
}

Result<void> PgnReader::close_variation(State& state) {
  if (state.outer.empty()) return wrong("')' without '('");
  take();
  state.now = state.outer.back();
  state.outer.pop_back();
  state.opened = false;
  state.before.clear();
  return {};
}

// A move number, a result, a move; or a number and a move without a blank between them.
Result<void> PgnReader::read_word(State& state) {
  std::string word;
  while (!ends_word(peek())) {
    if (peek() == '.' && std::all_of(word.begin(), word.end(), [](char ch) { return is_digit(ch); })) {
      while (peek() == '.') take();
      return {};
    }
    word += static_cast<char>(take());
    if (word.size() > kLongestWord) return wrong("a word is too long");
  }
  if (is_result(word)) {
    if (!state.outer.empty()) return wrong("a result inside a variation");
    state.game.result = std::move(word);
    state.over = true;
    return {};
  }
  if (std::all_of(word.begin(), word.end(), [](char ch) { return is_digit(ch); }) && word.size() < 4) return {};
  return add_move(state, std::move(word));
}

Result<void> PgnReader::add_move(State& state, std::string word) {
  PgnNode node;
  node.line = line_;
  node.column = column_ - static_cast<std::uint32_t>(word.size());
  const int nag = take_suffix(word);
  if (word.empty()) {  // a suffix that stands alone
    if (nag != 0 && !state.opened) state.game.nodes[state.now].nags.push_back(nag);
    return nag != 0 ? Result<void>() : wrong("a move is expected");
  }
  if (const Result<void> fits = charge(state, sizeof node + word.size()); !fits) return fits;
  if (nag != 0) node.nags.push_back(nag);
  node.text = std::move(word);
  node.before = std::move(state.before);
  state.before.clear();
  state.opened = false;
  if (state.game.nodes.size() > limits_.moves) return wrong("the game has too many moves", ErrorCode::limit);
  const auto id = static_cast<std::uint32_t>(state.game.nodes.size());
  state.parents.push_back(state.now);
  state.game.nodes[state.now].next.push_back(id);
  state.now = id;
  state.game.nodes.push_back(std::move(node));
  return {};
}

namespace {

template <const Rules& R>
Result<Move> find_move(const Position<R>& position, const PgnNode& node, std::string_view name) {
  const Result<Move> san = parse_san(position, node.text);
  if (san) return san;
  if (const Result<Move> uci = parse_uci(position, node.text)) return uci;
  return Error{ErrorCode::invalid_argument, std::string(name) + ':' + std::to_string(node.line) + ':' +
                                                std::to_string(node.column) + ": " + san.error().message};
}

// Programs call the game they are made for by one of these names, if by any.
bool is_usual_name(std::string_view variant) {
  constexpr std::array<std::string_view, 5> names{"", "standard", "normal", "from position", "fromposition"};
  return std::ranges::find(names, variant) != names.end();
}

Result<void> check_variant(const PgnGame& game, const Rules& rules, std::string_view name) {
  std::string variant = game.tag("Variant");
  std::transform(variant.begin(), variant.end(), variant.begin(), [](unsigned char ch) { return std::tolower(ch); });
  if (variant == rules.name || is_usual_name(variant)) return {};
  return Error{ErrorCode::unsupported, std::string(name) + ':' + std::to_string(game.line) + ": a game of " + variant +
                                           ", not of " + std::string(rules.name)};
}

}  // namespace

template <const Rules& R>
Result<Position<R>> play_pgn(PgnGame& game, std::string_view name) {
  if (const Result<void> fits = check_variant(game, R, name); !fits) return fits.error();
  const std::string fen = game.tag("FEN");
  const Result<Position<R>> start = fen.empty() ? Position<R>::start() : Position<R>::from_fen(fen);
  if (!start)
    return Error{ErrorCode::invalid_argument,
                 std::string(name) + ':' + std::to_string(game.line) + ": the tag FEN: " + start.error().message};
  struct Step {
    Position<R> position;
    std::uint32_t node;
  };
  std::vector<Step> open{{*start, 0}};
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    const std::vector<std::uint32_t>& next = game.nodes[step.node].next;
    for (auto child = next.rbegin(); child != next.rend(); ++child) {
      PgnNode& node = game.nodes[*child];
      const Result<Move> move = find_move(step.position, node, name);
      if (!move) return move.error();
      node.move = *move;
      open.push_back({step.position.after(*move), *child});
    }
  }
  return start;
}

#define BOOKENDS_INSTANTIATE(game) \
  template Result<Position<games::game>> play_pgn<games::game>(PgnGame&, std::string_view);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
