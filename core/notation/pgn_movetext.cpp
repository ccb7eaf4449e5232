// How a PgnReader reads what stands between tags and comments: moves, their numbers, and results.
#include <algorithm>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/text_streams.h"
#include "core/notation/pgn_state.h"
#include "core/notation/pgn_words.h"

namespace bookends {

namespace {

constexpr std::string_view kPromotionLetters = "QRBNMDTLSCFAqrbnm";
constexpr std::string_view kForfeit = "0-0";  // of both
constexpr std::string_view kZero = "0";

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

}  // namespace

// A move number, a result, a move; or a number and a move without a blank between them.
Result<void> PgnReader::read_word(State& state) {
  std::string word;
  state.word_line = source_.line();
  state.word_column = source_.column();
  source_.take_while(is_pgn_digit, word, kLongestPgnWord);
  if (source_.peek() == '.' && word.size() < kLongestPgnWord && !(word == kZero && source_.next_are(".5"))) {
    while (source_.peek() == '.') source_.take();
    state.after_number = !word.empty();
    state.moves_began = state.moves_began || state.after_number;
    return {};
  }
  source_.take_while(is_in_pgn_word, word, kLongestPgnWord - word.size());
  if (source_.peek() == '(') take_promotion(word);
  if (word.size() < kLongestPgnWord)
    return is_ascii(word) ? take_word(state, std::move(word)) : take_words(state, word);
  source_.skip_while(is_in_pgn_word);
  return leave_out(omitted_->words, "a word is too long");
}

// The piece in "e8(Q)" and "e8=(Q)".
void PgnReader::take_promotion(std::string& word) {
  if (word.empty() || (!is_pgn_digit(word.back()) && word.back() != '=')) return;
  for (const char letter : kPromotionLetters) {
    if (!source_.next_are(std::string{'(', letter, ')'})) continue;
    for (int i = 0; i < 3; ++i) source_.take();
    word += letter;
    while (is_in_pgn_word(source_.peek()) && word.size() < kLongestPgnWord) word += static_cast<char>(source_.take());
    return;
  }
}

// What is in print and not in ASCII, and may be several words.
Result<void> PgnReader::take_words(State& state, const std::string& printed) {
  TextReader words(to_ascii(printed));
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

Result<void> PgnReader::take_word(State& state, std::string&& word) {
  if (const std::string_view move = without_check(word); is_plain_move(move)) {
    if (state.cut_at) return {};
    state.after_number = false;
    word.resize(move.size());
    return add_move(state, std::move(word), 0);
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
  if (next != PgnSource::kEnd && !source_.at_tag()) return false;
  return said || (state.now == 0 && state.game.tag("FEN").empty());
}

Result<void> PgnReader::add_move(State& state, std::string&& text, int nag) {
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
