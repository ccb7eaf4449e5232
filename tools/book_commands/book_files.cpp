#include "tools/book_commands/book_files.h"

#include <algorithm>
#include <filesystem>

#include "books/edit/edit.h"
#include "books/file/layout.h"
#include "books/proof/certificate.h"
#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/notation/pgn_reader.h"
#include "gen/console/output_file.h"

namespace bookends {

namespace {

bool is_one_of(const std::string& out, const std::vector<std::string>& inputs) {
  std::error_code ignored;
  return std::ranges::any_of(inputs,
                             [&](const std::string& in) { return std::filesystem::equivalent(in, out, ignored); });
}

// Whether the bytes are another book than the file: one of an older version may hold the same.
template <const Rules& R>
Result<bool> differ_from(const std::string& path, const std::vector<std::byte>& bytes) {
  const Result<BookGraph> before = load_graph<R>(path);
  if (!before) return before.error();
  if (before->unreached > 0) return true;  // these went when it was taken apart
  const Result<std::vector<std::byte>> was = encode<R>(*before);
  return was ? Result<bool>(*was != bytes) : was.error();
}

}  // namespace

Result<const Rules*> game_of_book(const std::string& path) {
  const Result<BookFile> file = BookFile::open(path);
  if (!file) return file.error();
  const Result<const Rules*> rules = find_game(file->header().game);
  if (!rules) return Error{ErrorCode::unsupported, path + ": a book of an unknown game, " + file->header().game};
  return rules;
}

// JSON begins with a brace, where that is no comment of PGN; EPD is the other text.
std::string format_of(std::string_view content) {
  const auto is_text = [](char ch) { return static_cast<unsigned char>(ch) >= 9 && ch != 127; };
  if (content.starts_with(kCertificateMagic)) return "proof";
  std::string_view text = content.substr(0, kTellingBytes);
  if (!std::all_of(text.begin(), text.end(), is_text)) return "polyglot";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const std::size_t first = text.find_first_not_of(" \t\r\n");
  if (first == std::string::npos) return "pgn";
  if (begins_as_pgn(text)) return "pgn";
  return text[first] == '{' ? "json" : "epd";
}

OutputKind book_kind() { return kind_beginning_with("book", std::string(book_layout::kMagic)); }

Result<FileStamp> may_write(const std::string& out, const std::vector<std::string>& inputs, bool force) {
  if (const Result<void> file = check_is_file(out, "a book"); !file) return file.error();
  const FileStamp now(out);
  return is_one_of(out, inputs) ? Result<FileStamp>(now) : check_output(out, book_kind(), force);
}

Result<void> write_into_folder(const std::string& out, std::span<const std::byte> bytes, const FileStamp& before) {
  const Result<void> made = make_folder_of(out);
  return made ? write_file(out, bytes, before) : made;
}

template <const Rules& R>
Result<BookGraph> load_graph(const std::string& path) {
  const Result<Book<R>> book = Book<R>::open(path);
  if (!book) return book.error();
  return graph_of(*book);
}

template <const Rules& R>
Result<SavedBook> save_graph(BookGraph& graph, const std::vector<std::string>& edits, const std::string& out,
                             const std::vector<std::string>& inputs, const FileStamp& before) {
  Result<std::vector<std::byte>> bytes = encode<R>(graph);
  if (!bytes) return bytes.error();
  const bool in_place = is_one_of(out, inputs);
  const Result<bool> changed = differ_from<R>(in_place ? out : inputs.front(), *bytes);
  if (!changed) return changed.error();
  if (!*changed && in_place) return SavedBook{false, false};
  if (*changed) {
    for (const std::string& edit : edits) note_edit(graph, edit);
    bytes = encode<R>(graph);
    if (!bytes) return bytes.error();
  }
  if (const Result<void> written = write_into_folder(out, *bytes, before); !written) return written.error();
  return SavedBook{*changed, true};
}

std::string saved_text(const std::string& out, const SavedBook& saved, const std::string& what) {
  if (saved.changed) return out + ": " + what;
  return out + ": nothing changed" + (saved.written ? "" : ", the book stays as it is") + " (" + what + ")";
}

#define BOOKENDS_INSTANTIATE(game)                                                                                    \
  template Result<BookGraph> load_graph<games::game>(const std::string&);                                             \
  template Result<SavedBook> save_graph<games::game>(BookGraph&, const std::vector<std::string>&, const std::string&, \
                                                     const std::vector<std::string>&, const FileStamp&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
