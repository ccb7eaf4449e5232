#include "tools/verify/verify.h"

#include <algorithm>
#include <new>

#include "core/io/file.h"
#include "core/io/folder.h"
#include "tools/verify/kinds.h"

namespace bookends {
namespace {

constexpr std::string_view kPolyglotSuffix = ".bin";

Result<VerifiedFile> verified(const KindOfFile& kind, const FileToVerify& file, std::uint64_t size) {
  try {
    const Result<Findings> findings = kind.check(file);
    if (!findings) return findings.error();
    return VerifiedFile{kind.name, size, *findings};
  } catch (const std::bad_alloc&) {
    return Error{ErrorCode::limit, file.name + ": the memory does not suffice"};
  }
}

Result<std::vector<std::byte>> beginning_of(const std::filesystem::path& path) {
  std::error_code problem;
  if (!std::filesystem::exists(path, problem))
    return Error{ErrorCode::not_found, path.string() + ": no such file or folder"};
  if (!std::filesystem::is_regular_file(path, problem)) return Error{ErrorCode::io, path.string() + ": not a file"};
  Result<std::vector<std::byte>> bytes = read_beginning(path, kBeginning);
  if (!bytes && bytes.error().code == ErrorCode::io) return Error{ErrorCode::io, path.string() + ": cannot be read"};
  return bytes;
}

bool is_ours(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  if (name.starts_with('.')) return false;         // not complete yet
  if (kind_by_name(name) != nullptr) return true;  // a link that leads nowhere, too
  std::error_code unknown;
  if (!std::filesystem::is_regular_file(path, unknown)) return false;
  const Result<std::vector<std::byte>> beginning = beginning_of(path);
  if (!beginning) return true;  // to be said of in its place
  const KindOfFile* kind = kind_of_file(*beginning);
  return kind != nullptr && kind->suffix != kPolyglotSuffix;  // any bytes may be Polyglot's: there the name decides
}

// Folders within are looked into, but not where links lead.
Result<void> look_into(const std::filesystem::path& folder, std::vector<std::filesystem::path>& files) {
  const auto entries = entries_of(folder);
  if (!entries) return entries.error();
  for (const std::filesystem::path& entry : *entries) {
    std::error_code none;
    if (std::filesystem::is_directory(std::filesystem::symlink_status(entry, none))) {
      if (const Result<void> looked = look_into(entry, files); !looked) return looked;
    } else if (!std::filesystem::is_directory(entry, none) && is_ours(entry)) {
      files.push_back(entry);
    }
  }
  return {};
}

}  // namespace

Result<VerifiedFile> verify_bytes(std::span<const std::byte> bytes, const std::string& name, int threads,
                                  Progress& progress) {
  const KindOfFile* kind = kind_of_file(bytes);
  const KindOfFile* named = kind_by_name(std::filesystem::path(name).filename().string());
  // Nearly any bytes may be Polyglot's, so a name of another kind outweighs them; and where no kind is seen in the
  // bytes, who reads Polyglot's books can say why.
  if (kind != nullptr && kind->suffix == kPolyglotSuffix && named != nullptr && named != kind) kind = nullptr;
  if (kind == nullptr && named != nullptr && named->suffix == kPolyglotSuffix) kind = named;
  if (kind == nullptr)
    return Error{ErrorCode::corrupt, name + ": of no kind that bookends makes, or its first bytes are damaged"};
  return verified(*kind, {name, bytes, false, threads, progress}, bytes.size());
}

Result<VerifiedFile> verify_file(const std::filesystem::path& path, int threads, Progress& progress) {
  const Result<std::vector<std::byte>> beginning = beginning_of(path);
  if (!beginning) return beginning.error();
  if (const KindOfFile* kind = kind_of_file(*beginning); kind != nullptr && kind->by_pieces) {
    std::error_code unknown;
    return verified(*kind, {path.string(), *beginning, true, threads, progress},
                    std::filesystem::file_size(path, unknown));
  }
  const Result<std::vector<std::byte>> bytes = read_regular_file(path);
  if (!bytes) return bytes.error();
  return verify_bytes(*bytes, path.string(), threads, progress);
}

Result<std::vector<std::filesystem::path>> files_to_verify(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  if (const Result<void> looked = look_into(folder, files); !looked) return looked.error();
  if (files.empty()) return Error{ErrorCode::not_found, folder.string() + ": no file in it that bookends makes"};
  std::ranges::sort(files);
  return files;
}

}  // namespace bookends
