#include "gen/console/output_file.h"

#include <cstdio>
#include <utility>

#include "core/io/file.h"

namespace bookends {

bool is_standard_output(const std::filesystem::path& out) { return out == "-"; }

std::string output_name(const std::filesystem::path& out) {
  return is_standard_output(out) ? "standard output" : out.string();
}

Result<void> check_is_named(const std::filesystem::path& out) {
  if (out.has_filename()) return {};
  return Error{ErrorCode::invalid_argument, "--out '" + out.string() + "' names no file"};
}

Result<void> check_is_file(const std::filesystem::path& out, std::string_view what) {
  if (!is_standard_output(out)) return {};
  return Error{
      ErrorCode::invalid_argument,
      "--out -: " + std::string(what) + " is no text for standard output; name a file, or ./- for one of that name"};
}

Result<void> check_is_folder(const std::filesystem::path& out, std::string_view what) {
  if (out.empty()) return Error{ErrorCode::invalid_argument, "--out '' names no folder"};
  return check_is_file(out, what);
}

Result<void> check_is_apart(const std::filesystem::path& out, bool json) {
  if (!is_standard_output(out) || !json) return {};
  return Error{ErrorCode::invalid_argument, "--out - and --json both write to standard output; name a file"};
}

Result<TextOutput> TextOutput::create(const std::filesystem::path& out, const std::optional<FileStamp>& before) {
  if (is_standard_output(out)) return TextOutput(std::nullopt);
  auto file = AtomicFile::create(out, before);
  if (!file) return file.error();
  return TextOutput(std::move(*file));
}

Result<void> TextOutput::write(const std::filesystem::path& out, std::string_view text,
                               const std::optional<FileStamp>& before) {
  Result<TextOutput> output = create(out, before);
  if (!output) return output.error();
  const Result<void> written = output->append(text);
  return written ? output->commit() : written;
}

Result<void> TextOutput::append(std::string_view text) {
  constexpr std::size_t kEnough = std::size_t{1} << 16;
  if (file_) {
    waiting_ += text;
    return waiting_.size() < kEnough ? Result<void>() : write_waiting();
  }
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
  return Error{ErrorCode::io, "cannot write to standard output"};
}

Result<void> TextOutput::write_waiting() {
  const Result<void> written = file_->append(as_bytes(waiting_));
  waiting_.clear();
  return written;
}

Result<void> TextOutput::commit() {
  if (file_) {
    const Result<void> written = write_waiting();
    return written ? file_->commit() : written;
  }
  if (std::fflush(stdout) == 0) return {};
  return Error{ErrorCode::io, "cannot write to standard output"};
}

OutputKind kind_beginning_with(std::string name, std::string begin) {
  return {std::move(name), [begin = std::move(begin)](const std::filesystem::path& path) {
            return peek_text(path, begin.size()) == begin;
          }};
}

OutputKind kind_of_text() {
  const OutputKind own = kind_beginning_with("", "BK");
  const OutputKind table_or_net = kind_beginning_with("",
                                                      "\x89"
                                                      "BK");
  return {"file of text",
          [=](const std::filesystem::path& path) { return !own.matches(path) && !table_or_net.matches(path); }};
}

Result<FileStamp> check_output(const std::filesystem::path& out, const OutputKind& kind, bool force) {
  std::error_code ignored;
  if (const Result<void> named = check_is_named(out); !named) return named.error();
  const FileStamp now(out);  // first: what comes while it is looked at is another one
  if (is_standard_output(out) || !now.is_there()) return now;
  if (!std::filesystem::is_regular_file(out, ignored))
    return Error{ErrorCode::io, "cannot write " + out.string() + ": not a regular file"};
  if (std::filesystem::is_empty(out, ignored)) return now;
  const std::string there = out.string() + " is there already";
  if (!kind.matches(out))
    return Error{ErrorCode::unsupported, there + " and is no " + kind.name + "; choose another name"};
  if (!force) return Error{ErrorCode::invalid_argument, there + "; --force replaces it"};
  return now;
}

}  // namespace bookends
