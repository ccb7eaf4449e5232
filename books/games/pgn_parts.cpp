#include "books/games/pgn_parts.h"

#include <algorithm>
#include <limits>
#include <string_view>

#include "core/notation/pgn_source.h"

namespace bookends {

namespace {

constexpr std::string_view kBlanks = " \t\r\v\f";

std::string_view line_before(std::string_view text, std::size_t end) {
  const std::size_t begin = end == 0 ? std::string_view::npos : text.rfind('\n', end - 1);
  return text.substr(begin == std::string_view::npos ? 0 : begin + 1,
                     begin == std::string_view::npos ? end : end - begin - 1);
}

// "[Event \"" and the like.
bool is_tag(std::string_view line) {
  std::size_t at = line.find_first_not_of(" \t", 1);
  if (!line.starts_with('[') || at == std::string_view::npos) return false;
  const std::size_t name = at;
  while (at < line.size() && is_in_tag_name(static_cast<unsigned char>(line[at]))) ++at;
  if (at == name) return false;
  at = line.find_first_not_of(" \t", at);
  return at != std::string_view::npos && line[at] == '"';
}

// Whether a game begins with the tag that stands at `at`, whatever came before.
bool begins_game(std::string_view text, std::size_t at) {
  const std::string_view line = text.substr(at, text.find('\n', at) - at);
  if (!is_tag(line)) return false;
  bool after_empty = false;
  for (std::size_t end = at - 1;;) {
    const std::string_view before = line_before(text, end);
    const std::size_t first = before.find_first_not_of(kBlanks);
    if (first != std::string_view::npos) return before[first] != '[' && (after_empty || line.starts_with("[Event \""));
    after_empty = true;
    if (before.size() == end) return false;  // nothing but empty lines
    end -= before.size() + 1;
  }
}

}  // namespace

std::size_t last_game(std::string_view text) {
  for (std::size_t at = text.rfind("\n["); at != std::string_view::npos && at > 0; at = text.rfind("\n[", at - 1))
    if (begins_game(text, at + 1)) return at + 1;
  return std::string_view::npos;
}

Result<std::optional<PgnPart>> PgnParts::next() {
  PgnPart part{std::move(rest_), line_};
  rest_.clear();
  std::size_t cut = std::string::npos;
  while (!ended_ && cut == std::string::npos) {
    if (part.text.size() > kLargest)
      return Error{ErrorCode::limit,
                   name_ + ": no game begins within " + std::to_string(kLargest >> 20) + " megabytes"};
    const std::size_t had = part.text.size(), more = std::max(usual_size_, had);
    part.text.resize(had + more);
    const Result<std::size_t> got = file_.read(std::span(part.text).subspan(had));
    if (!got) return got.error();
    part.text.resize(had + *got);
    ended_ = *got < more;
    if (!ended_) cut = last_game(part.text);
  }
  if (cut != std::string::npos) {
    rest_ = part.text.substr(cut);
    part.text.resize(cut);
  }
  if (part.text.empty()) return std::optional<PgnPart>();
  line_ += static_cast<std::uint32_t>(std::ranges::count(part.text, '\n'));
  return std::optional<PgnPart>(std::move(part));
}

}  // namespace bookends
