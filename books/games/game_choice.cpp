#include "books/games/game_choice.h"

#include <algorithm>
#include <charconv>
#include <vector>

#include "books/played/record.h"
#include "core/notation/pgn_words.h"

namespace bookends {

namespace {

std::string_view tag_of(const PgnGame& game, std::string_view name) {
  const std::string* value = game.find_tag(name);
  return value == nullptr ? std::string_view() : std::string_view(*value);
}

// The number that a text begins with, or 0.
int number_of(std::string_view text) {
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::uint16_t elo_of(std::string_view text) {
  const int elo = number_of(text);
  return static_cast<std::uint16_t>(elo > 0 && elo <= kHighestRating ? elo : 0);
}

std::uint16_t year_of(const PgnGame& game) {
  constexpr int kFirst = 1000, kLast = 9999;
  for (const std::string_view tag : {"Date", "UTCDate", "EventDate"})
    if (const int year = number_of(tag_of(game, tag)); year >= kFirst && year <= kLast)
      return static_cast<std::uint16_t>(year);
  return 0;
}

bool is_letter(char ch) {
  const auto byte = static_cast<unsigned char>(ch);
  return byte >= 0x80 || (byte >= '0' && byte <= '9') || ((byte | 0x20) >= 'a' && (byte | 0x20) <= 'z');
}

// In small letters; bytes that are not ASCII as they are.
std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words;
  bool inside = false;
  for (const char ch : name) {
    if (is_letter(ch) && !inside) words.emplace_back();
    inside = is_letter(ch);
    if (inside) words.back() += ch >= 'A' && ch <= 'Z' ? static_cast<char>(ch | 0x20) : ch;
  }
  return words;
}

}  // namespace

GameFacts facts_of(const PgnGame& game) {
  GameFacts facts;
  // Behind the moves it may be missing.
  const std::string result = game.result == "*" ? parse_pgn_result(tag_of(game, "Result")).value_or("*") : game.result;
  if (result == "1-0") facts.result = PgnResult::white_wins;
  if (result == "0-1") facts.result = PgnResult::black_wins;
  if (result == "1/2-1/2") facts.result = PgnResult::draw;
  if (result == "0-0") facts.result = PgnResult::both_lose;
  facts.white_elo = elo_of(tag_of(game, "WhiteElo"));
  facts.black_elo = elo_of(tag_of(game, "BlackElo"));
  facts.year = year_of(game);
  return facts;
}

bool is_name(std::string_view text) { return !name_words(text).empty(); }

bool is_called(std::string_view name, std::string_view asked) {
  const std::vector<std::string> there = name_words(name);
  return std::ranges::all_of(name_words(asked),
                             [&](const std::string& word) { return std::ranges::find(there, word) != there.end(); });
}

bool is_chosen(const GameChoice& choice, const PgnGame& game, const GameFacts& facts) {
  if (facts.white_elo < choice.min_elo || facts.black_elo < choice.min_elo || facts.year < choice.since) return false;
  return (choice.white.empty() || is_called(tag_of(game, "White"), choice.white)) &&
         (choice.black.empty() || is_called(tag_of(game, "Black"), choice.black));
}

std::string identity_of(const PgnGame& game) {
  std::string text;
  for (const std::string_view tag : {"White", "Black"}) {
    for (const std::string& word : name_words(tag_of(game, tag))) text += word + ' ';
    text += '\n';
  }
  if (text.starts_with('\n') || text.ends_with("\n\n")) return {};
  const std::size_t players = text.size();
  for (const std::string_view tag : {"Date", "Round", "UTCTime", "Time"}) {
    const std::string_view value = tag_of(game, tag);
    text.append(value == "?" || value == "-" ? std::string_view() : value) += '\n';
  }
  // Sites of the web have an address for each game; other places are written in many ways.
  if (const std::string_view site = tag_of(game, "Site"); site.starts_with("http")) text += site;
  const bool known = text.find_first_not_of("?.\n", players) != std::string::npos;
  return known ? text : std::string();
}

}  // namespace bookends
