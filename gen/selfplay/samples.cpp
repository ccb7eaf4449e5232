#include "gen/selfplay/samples.h"

#include <fmt/format.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <fstream>
#include <optional>
#include <sstream>

#include "core/base/printable.h"
#include "core/io/file.h"
#include "core/rules/games.h"

namespace bookends {

namespace {

// Of what a line says that is wrong: bytes that are shown.
constexpr std::size_t kLongestMessage = 300;

constexpr std::array<std::string_view, 3> kResults{"0", "0.5", "1"};

struct Fields {
  std::string_view fen;
  std::string_view score;
  std::string_view result;
};

std::optional<Fields> split(std::string_view line) {
  const std::size_t first = line.find('\t');
  if (first == std::string_view::npos) return std::nullopt;
  const std::size_t second = line.find('\t', first + 1);
  if (second == std::string_view::npos || line.find('\t', second + 1) != std::string_view::npos) return std::nullopt;
  return Fields{line.substr(0, first), line.substr(first + 1, second - first - 1), line.substr(second + 1)};
}

std::optional<Score> parse_score(std::string_view text) {
  Score score = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), score);
  if (error != std::errc{} || end != text.data() + text.size() || score > kMate || score < -kMate) return std::nullopt;
  return score;
}

std::optional<GameResult> parse_result(std::string_view text) {
  for (std::size_t i = 0; i < kResults.size(); ++i)
    if (text == kResults[i]) return static_cast<GameResult>(i);
  return std::nullopt;
}

std::string identity_of(const Rules& rules) {
  return fmt::format("game={} rules={:016x}", rules.name, fingerprint(rules));
}

}  // namespace

std::string format_sample(const Sample& sample) {
  return fmt::format("{}\t{}\t{}\n", sample.fen, sample.score, kResults[static_cast<std::size_t>(sample.result)]);
}

std::string format_sample_header(const Rules& rules, std::string_view settings) {
  return fmt::format("{}{} {}\n", kSampleHeader, identity_of(rules), settings);
}

SampleReader::SampleReader(std::filesystem::path path, const Rules& rules) : path_(std::move(path)), rules_(&rules) {}

Result<SampleReader> SampleReader::open(const std::filesystem::path& path, const Rules& rules) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return Error{ErrorCode::not_found, path.string() + ": no such file"};
  SampleReader reader(path, rules);
  auto in = std::make_unique<std::ifstream>();
  do {
    errno = 0;
    in->open(path);
  } while (!in->is_open() && errno == EINTR);
  reader.in_ = std::move(in);
  if (!*reader.in_) return io_error("cannot read", path, errno);
  if (std::filesystem::is_directory(path, ignored)) return io_error("cannot read", path, EISDIR);
  reader.in_->exceptions(std::ios::badbit);
  return reader;
}

SampleReader SampleReader::of_text(std::string text, const std::string& name, const Rules& rules) {
  SampleReader reader(name, rules);
  reader.in_ = std::make_unique<std::istringstream>(std::move(text));
  reader.in_->exceptions(std::ios::badbit);
  return reader;
}

Error SampleReader::wrong(std::string_view what, ErrorCode code) const {
  return {code, fmt::format("{}:{}: {}", path_.string(), line_, printable(what, kLongestMessage))};
}

Result<void> SampleReader::check_header() const {
  const std::string_view text = text_;
  const std::string expected = identity_of(*rules_);
  if (!text.starts_with(kSampleHeader) || text.substr(kSampleHeader.size()).starts_with(expected + " ")) return {};
  const std::string_view found = text.substr(kSampleHeader.size());
  return wrong(fmt::format("samples of \"{}\", expected \"{}\"", found.substr(0, found.find(" nodes=")), expected),
               ErrorCode::unsupported);
}

// The next line that is neither empty nor a comment, in text_. A stream that throws tells a failure to read from want
// of memory for the line.
Result<bool> SampleReader::next_line() try {
  while (std::getline(*in_, text_)) {
    ++line_;
    if (!text_.empty() && text_.back() == '\r') text_.pop_back();
    if (text_.empty()) continue;
    if (text_.front() != '#') return true;
    if (const Result<void> header = check_header(); !header) return header.error();
  }
  return false;
} catch (const std::ios::failure&) {
  return Error{ErrorCode::io, "cannot read " + path_.string()};
}

Result<bool> SampleReader::next(Setup& setup, Score& score, GameResult& result) {
  const Result<bool> more = next_line();
  if (!more || !*more) return more;
  const std::optional<Fields> fields = split(text_);
  if (!fields) return wrong("three fields with a TAB between are expected: FEN, score, result");
  const Result<Setup> parsed = parse_fen(*rules_, fields->fen);
  if (!parsed) return wrong(parsed.error().message);
  const std::optional<Score> parsed_score = parse_score(fields->score);
  if (!parsed_score)
    return wrong(fmt::format("score \"{}\": a whole number from {} to {} is expected", fields->score, -kMate, kMate));
  const std::optional<GameResult> parsed_result = parse_result(fields->result);
  if (!parsed_result) return wrong(fmt::format("result \"{}\": 1, 0.5 or 0 is expected", fields->result));
  setup = *parsed;
  score = *parsed_score;
  result = *parsed_result;
  return true;
}

PlaceInGame place_in_game(const Rules& rules, const Setup& setup, GameResult result) {
  PlaceInGame place{.ply = 2 * setup.fullmove + (setup.turn == Color::black ? 1 : 0), .result = result};
  for (Square s = 0; s < rules.squares(); ++s) place.men += setup.board[slot(s)].empty() ? 0 : 1;
  return place;
}

Result<bool> SampleReader::next(Sample& sample) {
  Setup setup;
  const Result<bool> more = next(setup, sample.score, sample.result);
  if (more && *more) sample.fen.assign(text_, 0, text_.find('\t'));
  return more;
}

}  // namespace bookends
