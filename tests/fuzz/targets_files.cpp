#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>

#include "books/exchange/polyglot.h"
#include "books/exchange/polyglot_survey.h"
#include "books/exchange/transport.h"
#include "books/probe/probe.h"
#include "books/proof/check/check.h"
#include "books/proof/index.h"
#include "core/eval/net/net.h"
#include "core/io/bytes.h"
#include "core/rules/games.h"
#include "tablebases/probe/probe.h"
#include "tests/damage/reseal.h"
#include "tests/fuzz/one_file.h"
#include "tests/fuzz/syzygy_seed.h"
#include "tests/fuzz/targets.h"
#include "tools/verify/kinds.h"
#include "tools/verify/verify.h"

namespace bookends::test {
namespace {

using Bytes = std::vector<std::byte>;

Bytes sealed(FuzzInput input, std::string_view kind) {
  Bytes bytes(input.begin(), input.end());
  reseal(kind, bytes);
  return bytes;
}

// What `bookends verify` says of a sealed file of that kind.
bool is_sound(const Bytes& bytes, std::string_view kind) {
  Progress progress;
  for (const KindOfFile& each : kinds_of_files())
    if (each.name == kind) return each.check({"file", bytes, false, 1, progress}).ok();
  std::abort();
}

void verify_sealed(FuzzInput input, std::string_view kind) { is_sound(sealed(input, kind), kind); }

// A few positions of three men, asked of the tables of a folder.
template <const Rules& R>
void probe_some(const std::filesystem::path& folder, std::initializer_list<const char*> fens) {
  const auto opened = tables::Tables<R>::open(folder);
  if (!opened) return;
  for (const char* fen : fens)
    if (const Result<Position<R>> position = Position<R>::from_fen(fen)) {
      const tables::Probed probed = (*opened)->probe_all(*position);
      (void)probed;
    }
}

}  // namespace

void fuzz_polyglot(FuzzInput input) {
  const std::vector<std::string> chess{std::string(games::chess.starts[0])},
      fragments{std::string(games::fragments.starts[0])};
  const auto first = import_polyglot<games::chess>(input, "file", chess);
  const auto second = import_polyglot<games::fragments>(input, "file", fragments);
  const auto survey = survey_polyglot<games::fragments>(input, "file", fragments);
  (void)first, (void)second, (void)survey;
}

void fuzz_network(FuzzInput input) {
  const Bytes bytes = sealed(input, "network");
  const Result<const Rules*> rules = rules_of_net(bytes);
  if (!rules) return;
  const Result<NetParameters> parameters = decode_net(**rules, bytes);
  if (!parameters) return;
  with_game(**rules, [&]<const Rules & R>() {
    if (const auto net = Net<R>::make(*parameters)) evaluate_net(Position<R>::start(), **net);
  });
}

void fuzz_table(FuzzInput input) {
  static const OneFile file("KRvK.bkt");
  const Bytes bytes = sealed(input, "table");
  is_sound(bytes, "table");
  file.hold(bytes);
  probe_some<games::fragments>(file.folder(), {"4k/5/2K2/5/R4 w - - 0 1", "4k/5/2K2/5/R4 b - - 0 1",
                                               "k4/5/5/3R1/2K2 w - - 0 1", "5/5/1k3/3R1/2K2 b - - 0 1"});
}

void fuzz_book(FuzzInput input) {
  const Bytes bytes = sealed(input, "book");
  is_sound(bytes, "book");
  const Result<BookFile> file = BookFile::from_bytes(bytes, "file");
  if (!file) return;
  for (std::uint64_t i = 0; i < std::min<std::uint64_t>(file->positions(), 1000); ++i) {
    const BookEntry entry = file->at(i);
    file->find(entry.key);
    file->remark_at(i);
    file->played_at(i);
  }
}

void fuzz_packed_book(FuzzInput input) { verify_sealed(input, "packed book"); }

void fuzz_certificate(FuzzInput input) {
  const Bytes bytes = sealed(input, "certificate");
  is_sound(bytes, "certificate");
  Result<CertificateReader> proof = CertificateReader::from_bytes(bytes, "file");
  if (!proof) return;
  const auto index = ProofIndex::read(*proof);
  (void)index;
  const Result<const Rules*> rules = find_game(proof->header().game);
  if (!rules) return;
  Progress progress;
  CheckOptions options;
  options.memory = 1 << 20;
  options.assume_tables = true;
  proof->rewind();
  with_game(**rules, [&]<const Rules & R>() {
    const auto report = check_certificate<R>(*proof, nullptr, options, progress);
    (void)report;
  });
}

void fuzz_solution(FuzzInput input) { verify_sealed(input, "solved ending"); }
void fuzz_checkpoint(FuzzInput input) { verify_sealed(input, "checkpoint"); }
void fuzz_snapshot(FuzzInput input) { verify_sealed(input, "snapshot of a book's build"); }
void fuzz_journal(FuzzInput input) { verify_sealed(input, "journal of a book's build"); }
void fuzz_proof_plan(FuzzInput input) { verify_sealed(input, "plan of a proof"); }

void fuzz_syzygy(FuzzInput input) {
  static const OneFile file("KRvK.rtbw");
  static const Bytes results = syzygy_seed(kSyzygyResults);
  const bool has_distances = input.size() >= 4 && get<std::uint32_t>(input.data()) == kSyzygyDistances;
  file.hold(has_distances ? results : input);
  file.hold_beside("KRvK.rtbz", has_distances ? input : FuzzInput());
  probe_some<games::chess>(file.folder(), {"8/8/8/8/8/2k5/8/KR6 w - - 0 1", "8/8/8/8/8/2k5/8/KR6 b - - 0 1",
                                           "8/8/8/3k4/8/8/1R6/K7 w - - 0 1", "7R/8/8/3k4/8/8/8/K7 b - - 0 1"});
}

}  // namespace bookends::test
