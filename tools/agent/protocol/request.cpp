#include "tools/agent/protocol/request.h"

#include <algorithm>
#include <charconv>
#include <climits>
#include <utility>

#include "core/search/search.h"

namespace bookends::agent {

namespace {

constexpr std::uint64_t kNodesOfALostLimit = 10'000;
constexpr int kDeepestPerft = 64;  // it calls itself once a ply, and nobody lives to see more

bool is_word(std::string_view text, std::string_view word) {
  const auto same = [](char c, char d) { return c == d || (c >= 'A' && c <= 'Z' && c + 32 == d); };
  return std::equal(text.begin(), text.end(), word.begin(), word.end(), same);
}

// A whole number; what is too large for one is the largest, so that a huge clock is a long one and not none.
std::optional<long long> number_of(std::string_view word) {
  long long value = 0;
  const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
  if (word.empty() || end != word.data() + word.size()) return std::nullopt;
  if (error == std::errc()) return value;
  if (error != std::errc::result_out_of_range) return std::nullopt;
  return word.front() == '-' ? LLONG_MIN : LLONG_MAX;
}

// Reads the words of a "go" command one after the other.
class GoParser {
 public:
  explicit GoParser(const Words& words) : words_(words) {}

  GoRequest parse() {
    while (next_ < words_.size()) {
      const std::string_view word = words_[next_++];
      if (word == "infinite") {
        go_.infinite = true;
      } else if (word == "ponder") {
        go_.ponder = true;
      } else if (word == "searchmoves") {
        while (next_ < words_.size() && !is_keyword(words_[next_])) go_.search_moves.emplace_back(words_[next_++]);
      } else if (!is_keyword(word)) {
        go_.complaints.push_back("go: '" + std::string(word) + "' skipped");
      } else {
        number(word);
      }
    }
    if (go_.infinite && std::exchange(go_.mate, 0) > 0) go_.complaints.push_back("go: mate is skipped beside infinite");
    const bool unlimited = go_.endless() && !go_.infinite && go_.perft == 0;
    if (unlimited && (go_.white.increment.count() > 0 || go_.black.increment.count() > 0 || go_.moves_to_go > 0))
      go_.complaints.push_back("go: winc, binc and movestogo say nothing without wtime or btime");
    if (!go_.complaints.empty() && unlimited) limit();
    return std::move(go_);
  }

 private:
  void limit() {
    go_.nodes = kNodesOfALostLimit;
    go_.complaints.push_back("go: no limit is left, " + std::to_string(kNodesOfALostLimit) + " nodes are searched");
  }

  static bool is_keyword(std::string_view word) {
    constexpr std::string_view known[] = {"depth", "nodes", "mate",      "movetime", "wtime",  "btime",      "winc",
                                          "binc",  "perft", "movestogo", "infinite", "ponder", "searchmoves"};
    return std::find(std::begin(known), std::end(known), word) != std::end(known);
  }

  void number(std::string_view keyword) {
    const auto value = next_ < words_.size() ? number_of(words_[next_]) : std::nullopt;
    if (value) {
      ++next_;
      assign(keyword, *value);
    } else if (next_ < words_.size() && !is_keyword(words_[next_])) {
      go_.complaints.push_back("go: '" + std::string(words_[next_++]) + "' after '" + std::string(keyword) +
                               "' is no number");
    } else {
      go_.complaints.push_back("go: a number is missing after '" + std::string(keyword) + "'");
    }
  }

  // Clocks may be negative (a GUI that forgives a flag): there is no time left then.
  void assign(std::string_view keyword, long long value) {
    const std::chrono::milliseconds time{std::clamp(value, 0LL, 1LL << 40)};
    const int small = static_cast<int>(std::clamp(value, 0LL, 10000LL));
    if (keyword == "wtime") go_.white.time = time;
    if (keyword == "btime") go_.black.time = time;
    if (keyword == "winc") go_.white.increment = time;
    if (keyword == "binc") go_.black.increment = time;
    if (keyword == "movetime") go_.move_time = time;
    if (keyword == "movestogo") go_.moves_to_go = small;
    if (keyword == "depth") go_.depth = std::max(1, small);
    if (keyword == "mate") go_.mate = std::clamp(small, 1, kLongestMate);
    if (keyword == "perft") go_.perft = std::clamp(small, 1, kDeepestPerft);
    if (keyword == "nodes") go_.nodes = static_cast<std::uint64_t>(std::max(1LL, value));
  }

  const Words& words_;
  std::size_t next_ = 1;
  GoRequest go_;
};

}  // namespace

GoRequest parse_go(const Words& words) { return GoParser(words).parse(); }

Result<PositionRequest> parse_position(const Words& words) {
  PositionRequest request;
  const auto moves = std::find(words.begin(), words.end(), "moves");
  const auto given = moves - words.begin();
  if (given >= 2 && words[1] == "startpos") {
    if (given > 2) return Error{ErrorCode::invalid_argument, "position: 'moves' expected after startpos"};
  } else if (given == 3 && words[1] == "start") {
    request.start = words[2];
  } else if (given >= 3 && words[1] == "fen") {
    for (auto word = words.begin() + 2; word != moves; ++word)
      request.fen += (request.fen.empty() ? "" : " ") + std::string(*word);
  } else {
    return Error{ErrorCode::invalid_argument, "position: expected startpos, start NAME or fen FEN"};
  }
  if (moves != words.end()) request.moves.assign(moves + 1, words.end());
  return request;
}

// The name is words with single spaces between them; the value is taken as it stands, for a path may hold more.
Result<OptionRequest> parse_option(std::string_view line) {
  const Words words = split_words(line);
  if (words.size() < 3 || !is_word(words[1], "name"))
    return Error{ErrorCode::invalid_argument, "setoption: expected name NAME value VALUE"};
  OptionRequest request;
  const auto value = std::find_if(words.begin() + 2, words.end(), [](auto word) { return is_word(word, "value"); });
  for (auto word = words.begin() + 2; word != value; ++word)
    request.name += (request.name.empty() ? "" : " ") + std::string(*word);
  if (request.name.empty()) return Error{ErrorCode::invalid_argument, "setoption: the name is missing"};
  if (value != words.end())
    request.value = trimmed(line.substr(static_cast<std::size_t>(value->data() + value->size() - line.data())));
  return request;
}

}  // namespace bookends::agent
