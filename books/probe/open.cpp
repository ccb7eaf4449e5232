#include "books/probe/open.h"

#include <algorithm>
#include <optional>
#include <variant>

#include "books/file/layout.h"
#include "books/probe/polyglot_book.h"
#include "core/io/bytes.h"
#include "core/position/zobrist.h"

namespace bookends {

namespace {

// PGN, EPD, JSON: within its first entries a Polyglot book has bytes that no text has.
bool begins_as_text(std::span<const std::byte> bytes) {
  constexpr std::size_t kTelling = 512;
  const auto in_text = [](std::byte b) { return b >= std::byte{9} && b != std::byte{127}; };
  return std::ranges::all_of(bytes.first(std::min(kTelling, bytes.size())), in_text);
}

bool is_of_our_own(std::span<const std::byte> bytes) {
  return begins_with(bytes, book_layout::kMagic) || begins_with(bytes, book_layout::kTransportMagic) ||
         begins_with(bytes, book_layout::kCertificateMagic);
}

// A file, before it is known which game it is asked in.
using Content = std::variant<BookFile, polyglot::EntryTable>;

Result<Content> read_content(const std::filesystem::path& path) {
  Result<std::vector<std::byte>> bytes = read_regular_file(path);
  if (!bytes) return bytes.error();
  if (is_of_our_own(*bytes) || begins_as_text(*bytes)) {
    Result<BookFile> file = BookFile::from_bytes(std::move(*bytes), path.string());
    if (!file) return file.error();
    return Content(std::move(*file));
  }
  Result<polyglot::EntryTable> entries = polyglot_entries(*bytes, path.string());
  if (!entries) return entries.error();
  return Content(std::move(*entries));
}

const Rules& game_of_published_keys() {
  return **std::ranges::find_if(all_games(), [](const Rules* rules) { return has_published_keys(*rules); });
}

template <const Rules& R>
Result<std::unique_ptr<const BookProbe<R>>> opened(Content content, const std::string& name) {
  if (auto* file = std::get_if<BookFile>(&content)) {
    Result<Book<R>> book = Book<R>::from_file(std::move(*file), name);
    if (!book) return book.error();
    return std::unique_ptr<const BookProbe<R>>(std::make_unique<Book<R>>(std::move(*book)));
  }
  if (!has_published_keys(R))
    return Error{ErrorCode::unsupported, name + ": a Polyglot book, which is of " +
                                             std::string(game_of_published_keys().name) + ", not of " +
                                             std::string(R.name)};
  return std::unique_ptr<const BookProbe<R>>(
      std::make_unique<PolyglotBook<R>>(std::move(std::get<polyglot::EntryTable>(content))));
}

}  // namespace

Result<std::unique_ptr<const BookSource>> open_any_book(const std::filesystem::path& path) {
  Result<Content> content = read_content(path);
  if (!content) return content.error();
  const Rules* rules = &game_of_published_keys();
  if (const auto* file = std::get_if<BookFile>(&*content)) {
    const Result<const Rules*> found = find_game(file->header().game);
    if (!found) return Error{ErrorCode::unsupported, path.string() + ": a book of an unknown game"};
    rules = *found;
  }
  return with_game(*rules, [&]<const Rules & R>() -> Result<std::unique_ptr<const BookSource>> {
    auto book = opened<R>(std::move(*content), path.string());
    if (!book) return book.error();
    return std::unique_ptr<const BookSource>(std::move(*book));
  });
}

template <const Rules& R>
Result<std::unique_ptr<const BookProbe<R>>> open_book_of(const std::filesystem::path& path) {
  Result<Content> content = read_content(path);
  if (!content) return content.error();
  return opened<R>(std::move(*content), path.string());
}

#define BOOKENDS_INSTANTIATE(game)                                                          \
  template Result<std::unique_ptr<const BookProbe<games::game>>> open_book_of<games::game>( \
      const std::filesystem::path&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
