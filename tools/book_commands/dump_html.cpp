#include "tools/book_commands/dump_html.h"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/count_text.h"
#include "core/io/atomic_folder.h"
#include "core/io/file.h"
#include "core/io/folder.h"
#include "gen/console/output_file.h"
#include "tools/pages/book_folder.h"
#include "tools/pages/book_page.h"

namespace bookends {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kHeadBytes = std::size_t{1} << 14;  // more than the head of a page has

// Nothing in it, nor in its folders, is anybody else's.
bool has_pages_alone(const fs::path& folder, const fs::path& within) {
  const auto entries = entries_of(within);
  return entries && std::ranges::all_of(*entries, [&](const fs::path& entry) {
           std::error_code error;
           const bool is_folder = fs::is_directory(fs::symlink_status(entry, error));
           const std::string name = entry.lexically_relative(folder).generic_string();
           return is_of_book_folder(is_folder ? name + '/' : name) && (!is_folder || has_pages_alone(folder, entry));
         });
}

bool is_page_folder(const fs::path& folder) {
  if (!has_pages_alone(folder, folder)) return false;
  return peek_text(folder / "index.html", kHeadBytes).find(book_folder_mark()) != std::string::npos;
}

bool is_named_as_page(const fs::path& out) { return out.extension() == ".html" || out.extension() == ".htm"; }

}  // namespace

bool names_folder(const fs::path& out) {
  std::error_code ignored;
  return !out.empty() && (!out.has_filename() || fs::is_directory(out, ignored));
}

Result<void> check_page_folder(const fs::path& out, bool force) {
  if (const Result<void> named = check_is_folder(out, "a folder"); !named) return named;
  std::error_code ignored;
  if (!fs::exists(out, ignored)) return {};
  if (!fs::is_directory(out, ignored)) return Error{ErrorCode::io, "cannot write " + out.string() + ": not a folder"};
  if (fs::is_empty(out, ignored)) return {};
  const std::string there = out.string() + " is there already";
  if (!is_page_folder(out))
    return Error{ErrorCode::unsupported, there + " and is no folder of a book's pages alone; choose another name"};
  return force ? Result<void>() : Error{ErrorCode::invalid_argument, there + "; --force replaces it"};
}

Result<bool> goes_to_folder(const fs::path& out, int positions) {
  if (names_folder(out)) return true;
  if (positions <= kMostOnOnePage) return false;
  if (!out.empty() && !is_standard_output(out) && !is_named_as_page(out)) return true;
  return Error{
      ErrorCode::invalid_argument,
      fmt::format("{} positions are too many for one page, which has {} at most; name a folder of pages (--out "
                  "DIR/), or show fewer (--max-ply, --at)",
                  positions, kMostOnOnePage)};
}

Result<void> dump_page_folder(const Rules& rules, TreeReader& tree, const fs::path& out, bool force, Session& session) {
  if (const Result<void> place = check_page_folder(out, force); !place) return place;
  Result<AtomicFolder> folder = AtomicFolder::create(out);
  if (!folder) return folder.error();
  const auto write = [&](const std::string& name, std::string_view text) {
    return folder->write(name, as_bytes(text));
  };
  if (const Result<void> written = book_folder(rules, tree, write, session.progress()); !written) return written;
  if (const Result<void> place = check_page_folder(out, force); !place) return place;  // it took its time
  const Result<void> done = folder->commit(force);
  if (done)
    session.say(fmt::format("{}: {}; open {}", out.string(),
                            count_text(static_cast<std::uint64_t>(tree.size()), "position"),
                            (out / "index.html").string()));
  return done;
}

}  // namespace bookends
