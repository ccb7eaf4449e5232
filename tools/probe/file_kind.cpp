#include "tools/probe/file_kind.h"

#include <algorithm>
#include <array>
#include <string>

#include "books/file/layout.h"
#include "books/proof/certificate.h"
#include "core/io/file.h"

namespace bookends {
namespace {

struct KnownFile {
  std::string_view begin, name;
};
constexpr std::array kKnownFiles{
    KnownFile{book_layout::kMagic, "a book"},
    KnownFile{book_layout::kTransportMagic, "a packed book"},
    KnownFile{kCertificateMagic, "a proof"},
    KnownFile{"\x89"
              "BKT",
              "a table"},
    KnownFile{"\x89"
              "BKN",
              "a network"},
    KnownFile{"\x71\xe8\x23\x5d", "a Syzygy table"},
    KnownFile{"\xd7\x66\x0c\xa5", "a Syzygy table"},
    KnownFile{"BKENDSW", "a part of a workspace"},
    KnownFile{"BKENDSJ", "a part of a workspace"},
    KnownFile{"BKPLAN", "a part of a proof's workspace"},
};

bool is_text(std::string_view begin) {
  return !begin.empty() &&
         std::ranges::all_of(begin, [](char c) { return static_cast<unsigned char>(c) >= 9 && c != 127; });
}

}  // namespace

std::string_view kind_of_file(const std::filesystem::path& path) {
  const std::string begin = peek_text(path, 512);
  for (const KnownFile& kind : kKnownFiles)
    if (begin.starts_with(kind.begin)) return kind.name;
  return is_text(begin) ? "a text" : "";
}

Error named_kind(const Error& error, const std::filesystem::path& path, std::string_view wanted) {
  const bool has_advice = error.message.find('`') != std::string::npos;
  if (error.code != ErrorCode::corrupt || has_advice) return error;
  const std::string_view kind = kind_of_file(path);
  if (kind.empty() || kind == wanted) return error;
  return {error.code, path.string() + ": " + std::string(kind) + ", not " + std::string(wanted)};
}

}  // namespace bookends
