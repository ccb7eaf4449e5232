#include "core/notation/pgn_source.h"

#include <algorithm>

#include "core/base/utf8.h"

namespace bookends {

namespace {

constexpr std::size_t kChunk = std::size_t{1} << 16;
constexpr std::size_t kLongestLook = 256;    // for the name of a tag
constexpr std::size_t kFurthestLook = 1024;  // for the end of a comment with braces in it
constexpr std::string_view kBlanksOfALine = " \t\r\v\f";

}  // namespace

PgnSource::PgnSource(std::istream& in, std::uint32_t first_line) : in_(&in), line_(first_line) {
  ahead(kChunk);
  begin();
}

PgnSource::PgnSource(std::string_view whole, std::uint32_t first_line) : text_(whole), line_(first_line) { begin(); }

// A byte order mark is passed over. What has no line feeds among its first characters has carriage returns instead.
void PgnSource::begin() {
  if (line_ == 1 && next_are(kByteOrderMark)) at_ = kByteOrderMark.size();
  const std::string_view first = text_.substr(0, kChunk);
  cr_ends_lines_ = first.find('\r') != std::string_view::npos && first.find('\n') == std::string_view::npos;
  if (!cr_ends_lines_) return;
  if (in_ == nullptr) buffer_ = text_;
  std::ranges::replace(buffer_, '\r', '\n');
  text_ = buffer_;
}

// More characters behind those that are there; those taken are forgotten.
bool PgnSource::fill() {
  if (in_ == nullptr) return false;
  buffer_.erase(0, at_);
  forgotten_ += at_;
  at_ = 0;
  const std::size_t had = buffer_.size();
  buffer_.resize(had + kChunk);
  in_->read(buffer_.data() + had, static_cast<std::streamsize>(kChunk));
  const auto got = static_cast<std::size_t>(in_->gcount());
  buffer_.resize(had + got);
  if (cr_ends_lines_) std::replace(buffer_.begin() + static_cast<std::ptrdiff_t>(had), buffer_.end(), '\r', '\n');
  text_ = buffer_;
  if (got == 0) in_ = nullptr;
  return got > 0;
}

std::string_view PgnSource::ahead(std::size_t count) {
  while (text_.size() - at_ < count && fill()) continue;
  return text_.substr(at_, count);
}

void PgnSource::skip_line() {
  skip_while([](int) { return true; });
}

void PgnSource::skip_blanks() {
  while (is_pgn_blank(peek())) take();
}

void PgnSource::skip_blanks_of_line() {
  while (is_pgn_blank(peek()) && peek() != '\n') take();
}

std::string_view PgnSource::tag_name() {
  if (peek() != '[') return {};
  const std::string_view text = ahead(kLongestLook);
  const std::size_t begin = std::min(text.find_first_not_of(" \t", 1), text.size());
  std::size_t end = begin;
  while (end < text.size() && is_in_tag_name(static_cast<unsigned char>(text[end]))) ++end;
  const std::size_t quote = text.find_first_not_of(" \t", end);
  return quote != std::string_view::npos && text[quote] == '"' ? text.substr(begin, end - begin) : std::string_view();
}

int PgnSource::peek_after_blanks() {
  const std::string_view text = ahead(kLongestLook);
  const std::size_t at = text.find_first_not_of(kBlanksOfALine);
  return at == std::string_view::npos ? kEnd : static_cast<unsigned char>(text[at]);
}

bool PgnSource::ends_paragraph() {
  std::string_view text = ahead(kLongestLook);
  for (int line = 0; line < 2; ++line) {
    const std::size_t at = text.find_first_not_of(kBlanksOfALine);
    if (at == std::string_view::npos) return true;
    if (text[at] != '\n') return false;
    text.remove_prefix(at + 1);
  }
  return true;
}

bool PgnSource::closes_braces(int open) {
  for (const char ch : ahead(kFurthestLook).substr(1)) {
    open += (ch == '{') - (ch == '}');
    if (open == 0) return true;
  }
  return false;
}

bool PgnSource::at_game() {
  return column_ == 1 && peek() == '[' && (next_are("[Event \"") || (after_empty_line_ && at_tag()));
}

}  // namespace bookends
