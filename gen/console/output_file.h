// Where a command is told to write: what may stand there already, and "-" for standard output.
#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/io/file.h"

namespace bookends {

// A kind of file that a command writes.
struct OutputKind {
  std::string name;  // "file of positions"
  std::function<bool(const std::filesystem::path&)> matches;
};

// Known by the text that it begins with.
OutputKind kind_beginning_with(std::string name, std::string begin);

// Text, or what other programs read: whatever is not one of the project's own files, of which it is never a newer
// version.
OutputKind kind_of_text();

// "-". A file of that name is "./-".
bool is_standard_output(const std::filesystem::path& out);
std::string output_name(const std::filesystem::path& out);  // for messages

// Errors: invalid_argument for "" and "folder/".
Result<void> check_is_named(const std::filesystem::path& out);

// Where what is written is no text. Errors: invalid_argument for standard output; `what` is
// "a book".
Result<void> check_is_file(const std::filesystem::path& out, std::string_view what);

// Where what is written is a folder. Errors: those of check_is_file(); invalid_argument for "".
Result<void> check_is_folder(const std::filesystem::path& out, std::string_view what);

// Where text is written by a command that has an answer, too. Errors: invalid_argument for standard output when the
// answer, in JSON, goes there.
Result<void> check_is_apart(const std::filesystem::path& out, bool json);

// Text, into a file that is there when it is complete, or to standard output.
class TextOutput {
 public:
  // Errors: those of AtomicFile::create().
  static Result<TextOutput> create(const std::filesystem::path& out, const std::optional<FileStamp>& before = {});
  // The one-shot form.
  static Result<void> write(const std::filesystem::path& out, std::string_view text,
                            const std::optional<FileStamp>& before = {});
  Result<void> append(std::string_view text);
  Result<void> commit();

 private:
  explicit TextOutput(std::optional<AtomicFile> file) : file_(std::move(file)) {}
  Result<void> write_waiting();

  std::optional<AtomicFile> file_;  // none: standard output
  std::string waiting_;             // what comes in small parts goes into the file in larger ones
};

// What stands at `out` now, where that may be written over: standard output; a file when nothing is there or an empty
// one; with `force`, also one of the same kind. Asked before hours of work rather than after them; who writes then with
// that stamp replaces nothing that came meanwhile. Errors: invalid_argument for one of the same kind without `force`
// and for a name that is none ("", "folder/"), unsupported for any other file, io for what is no regular file.
Result<FileStamp> check_output(const std::filesystem::path& out, const OutputKind& kind, bool force);

}  // namespace bookends
