// Writes books/SOLVED.md and the boards beside the certificates, from these and from two files of figures.
//
//   solved_page [--check] [FOLDER]
//
// FOLDER, by default this one, is the project. With --check nothing is written; it fails when the page or a board is
// not what the files make.
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>

#include "core/io/file.h"
#include "tests/solved/page.h"

namespace {
namespace fs = std::filesystem;
using namespace bookends;

int complain(const std::string& what) {
  std::fprintf(stderr, "solved_page: %s\n", what.c_str());
  return EXIT_FAILURE;
}

bool is_same(const fs::path& path, const std::string& text) {
  const Result<std::string> there = read_text_file(path);
  return there && *there == text;
}

// Pictures of lines that are no longer there.
std::set<fs::path> strays(const fs::path& boards, const test::SolvedFiles& made) {
  std::set<fs::path> found;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(boards, none))
    if (!made.pictures.contains(entry.path().filename().string())) found.insert(entry.path());
  return found;
}

int check(const fs::path& page, const fs::path& boards, const test::SolvedFiles& made) {
  const std::string advice = " is not what the certificates make: run solved_page";
  int code = is_same(page, made.page) ? EXIT_SUCCESS : complain(page.string() + advice);
  for (const auto& [name, text] : made.pictures)
    if (!is_same(boards / name, text)) code = complain((boards / name).string() + advice);
  for (const fs::path& stray : strays(boards, made)) code = complain(stray.string() + ": no board of the page");
  return code;
}

int write(const fs::path& page, const fs::path& boards, const test::SolvedFiles& made) {
  if (const Result<void> ready = make_writable_folder(boards); !ready) return complain(ready.error().message);
  for (const fs::path& stray : strays(boards, made)) fs::remove(stray);
  for (const auto& [name, text] : made.pictures)
    if (const Result<void> written = write_file(boards / name, as_bytes(text)); !written)
      return complain(written.error().message);
  const Result<void> written = write_file(page, as_bytes(made.page));
  return written ? EXIT_SUCCESS : complain(written.error().message);
}

}  // namespace

int main(int argc, char** argv) {
  bool only_check = false;
  fs::path project = BOOKENDS_SOURCE_DIR;
  for (int i = 1; i < argc; ++i) {
    if (std::string(argv[i]) == "--check")
      only_check = true;
    else
      project = argv[i];
  }
  const Result<test::SolvedFiles> made =
      test::make_solved_page(project / "books", project / "tests" / "benchmarks" / "results" / "proofs.tsv");
  if (!made) return complain(made.error().message);
  const fs::path page = project / "books" / "SOLVED.md", boards = project / "books" / "proofs" / "boards";
  return only_check ? check(page, boards, *made) : write(page, boards, *made);
}
