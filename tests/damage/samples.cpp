#include "tests/damage/samples.h"

#include <atomic>
#include <filesystem>
#include <functional>
#include <map>

#include "books/exchange/polyglot.h"
#include "books/exchange/transport.h"
#include "books/grow/build.h"
#include "books/leaves/evaluator.h"
#include "books/probe/probe.h"
#include "books/proof/plan/compact.h"
#include "books/proof/prove/prove.h"
#include "core/eval/net/net.h"
#include "core/eval/weights/games.h"
#include "core/io/file.h"
#include "gen/plan/formats.h"
#include "gen/selfplay/samples.h"
#include "gen/tune/weights_file.h"
#include "tablebases/build/build.h"
#include "tablebases/ranks/checkpoint.h"
#include "tablebases/solution/solution_file.h"
#include "tests/net/random_net.h"
#include "tests/support/local_ranks.h"
#include "tests/support/temporary_folder.h"

namespace bookends::test {
namespace {

using games::fragments;
using Bytes = std::vector<std::byte>;

// Asks to stop at the n-th question.
class StopAt final : public Progress {
 public:
  explicit StopAt(int questions) : left_(questions) {}
  bool stop_requested() const override { return --left_ < 0; }

 private:
  mutable std::atomic<int> left_;
};

Bytes file_of(const std::filesystem::path& path) {
  Result<Bytes> bytes = read_file(path);
  return bytes ? std::move(*bytes) : Bytes();
}

Bytes bytes_of_text(std::string_view text) {
  const auto bytes = as_bytes(text);
  return {bytes.begin(), bytes.end()};
}

// What a build of a book leaves in its folder, when it is over or stopped at a question.
std::map<std::string, Bytes> built_book(std::size_t positions, int stop_at) {
  const TemporaryFolder folder;
  BuildJob job;
  job.settings.game = fragments.name;
  job.settings.rules_fingerprint = fingerprint(fragments);
  job.settings.starts.emplace_back(fragments.starts[0]);
  job.settings.leaf_nodes = 100;
  job.limits.positions = positions;
  job.workspace = folder / "work";
  job.out = folder / "out";
  StopAt progress(stop_at);
  const auto summary = build_book<fragments>(job, search_evaluator<fragments>({100, 3}, nullptr), progress);
  (void)summary;  // what is missing is noticed by who looks for it
  return {{"book", file_of(job.out)},
          {"snapshot", file_of(job.workspace / "snapshot")},
          {"journal", file_of(job.workspace / "journal")},
          {"history", file_of(job.workspace / "history.tsv")}};
}

Bytes packed_book(const Bytes& book) {
  Result<BookFile> file = BookFile::from_bytes(book, "book");
  if (!file) return {};
  Result<Book<fragments>> opened = Book<fragments>::from_file(std::move(*file), "book");
  if (!opened) return {};
  const Result<BookGraph> graph = graph_of(*opened);
  if (!graph) return {};
  const auto packed = pack_book<fragments>(*graph);
  return packed ? *packed : Bytes();
}

Bytes polyglot_book(const Bytes& book) {
  Result<BookFile> file = BookFile::from_bytes(book, "book");
  if (!file) return {};
  Result<Book<fragments>> opened = Book<fragments>::from_file(std::move(*file), "book");
  if (!opened) return {};
  const Result<BookGraph> graph = graph_of(*opened);
  return graph ? polyglot_bytes<fragments>(*graph) : Bytes();
}

// A certificate, and the plan of a proof that was stopped, as it was saved and made small.
std::map<std::string, Bytes> proved() {
  std::map<std::string, Bytes> made;
  for (const bool whole : {true, false}) {
    const TemporaryFolder folder;
    ProveJob job;
    job.settings.game = fragments.name;
    job.settings.rules_fingerprint = fingerprint(fragments);
    job.settings.root = whole ? "4k/5/2K2/5/Q4 w - - 0 1" : "k4/5/2N2/5/4K w - - 0 1";
    job.settings.nodes = 200;
    job.settings.tail_nodes = whole ? 100 : 10;
    job.settings.long_nodes = whole ? 300 : 10;
    job.workspace = folder.path();
    StopAt progress(whole ? 1 << 30 : 10);
    const auto summary = prove<fragments>(job, nullptr, progress);
    if (whole && summary) made["certificate"] = summary->certificate;
    if (whole) continue;
    made["plan"] = file_of(folder / "plan");
    Progress goes_on;
    if (compact_plan(folder.path(), goes_on)) made["small plan"] = file_of(folder / "plan");
  }
  return made;
}

// Codes that no solver made; so few have places that some are late.
tables::Solution invented(const tables::Ending& ending) {
  tables::Solution solution{ending, {}};
  for (tables::CodeArray& codes : solution.dtm) {
    codes = tables::CodeArray(600, {}, 20);
    for (std::uint64_t i = 0; i < codes.size(); ++i)
      if (i % 3 != 0) codes.set(i, i % 7 == 0 ? tables::kDrawCode : tables::decided_in(static_cast<int>(i / 25)));
  }
  return solution;
}

std::map<std::string, Bytes> made_tables() {
  const TemporaryFolder folder;
  const tables::Ending ending = *tables::parse_ending(fragments, "KRvK");
  Progress progress;
  tables::BuildOptions options;
  options.threads = 1;
  const auto built =
      tables::build_tables(fragments, {ending}, folder.path(), options, progress, [](std::string_view) {});
  (void)built;
  tables::Solution solution = invented(ending);
  const auto codes = tables::side_codes(fragments, solution.dtm[0], solution.dtz[0]);
  const Result<void> saved = tables::save_side(fragments, ending, 0, codes, folder.path());
  (void)saved;
  const auto ranks = run_ranks(1, [&](Communicator& communicator) {
    return tables::Checkpoints(folder.path(), fragments, solution, communicator).save({3, bytes_of_text("the solver")});
  });
  std::map<std::string, Bytes> made{{"table", file_of(folder / "KRvK.bkt")}};
  for (const std::string& name : folder.names())
    if (name.ends_with(".solved"))
      made["solution"] = file_of(folder / name);
    else if (name.ends_with(".bkc"))
      made["checkpoint"] = file_of(folder / name);
  return made;
}

Bytes made_plan() {
  const TablePlan plan{"fragments", "tables", "solutions", {}, 1e6, {{"KRvK", {}, 0, 1 << 20, 1575, false, false}}};
  return bytes_of_text(json_of(plan));
}

Bytes made_samples() {
  const Sample sample{std::string(fragments.starts[0]), 35, GameResult::draw};
  return bytes_of_text(format_sample_header(fragments, "nodes=~100 seed=1") + format_sample(sample));
}

std::vector<SampleFile> make_samples() {
  auto book = built_book(20, 1 << 30), stopped = built_book(200, 8);
  auto proof = proved(), table = made_tables();
  return {
      {"table", Summed::all, table["table"]},
      {"book", Summed::all, book["book"]},
      {"packed book", Summed::all, packed_book(book["book"])},
      {"certificate", Summed::all, proof["certificate"]},
      {"network", Summed::all, encode_net(games::gardner, random_net(games::gardner, {.hidden = 32, .buckets = 1}, 1))},
      {"solved ending", Summed::all, table["solution"]},
      {"checkpoint", Summed::all, table["checkpoint"]},
      {"snapshot of a book's build", Summed::all, book["snapshot"]},
      {"journal of a book's build", Summed::records, stopped["journal"]},
      {"plan of a proof", Summed::all, proof["plan"]},
      {"plan of a proof", Summed::all, proof["small plan"]},
      {"history", Summed::nothing, book["history"]},
      {"set of weights", Summed::nothing, bytes_of_text(format_weights(fragments, weights<fragments>))},
      {"file of samples", Summed::nothing, made_samples()},
      {"plan of tables", Summed::nothing, made_plan()},
      {"Polyglot book", Summed::nothing, polyglot_book(book["book"])}};
}

}  // namespace

const std::vector<SampleFile>& sample_files() {
  static const std::vector<SampleFile> files = make_samples();
  return files;
}

}  // namespace bookends::test
