// `bookends book shorten`: the same proof with a shorter bound and fewer positions.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/proof/check/check.h"
#include "books/proof/shorten/shorten.h"
#include "books/work/settings.h"
#include "core/base/count_text.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/commands/commands.h"
#include "gen/console/output_file.h"
#include "gen/options/proof_tables.h"
#include "gen/options/shipped_file.h"

namespace bookends {
namespace {

// What the checker may take of the memory, before the rest of it is needed.
constexpr std::size_t kCheckShare = 4;

struct BookShortenRequest {
  std::string in;
  std::string out;
  std::string tables;
  std::vector<std::string> known;
  bool force = false;
  bool lean = false;
  std::uint64_t nodes = ShortenJob().nodes;
  std::uint64_t searches = 0;
  std::size_t memory_mb = ShortenJob().memory >> 20;
};

// The certificate as it was when the command began: where nothing is gained it is what is written.
struct OldProof {
  std::vector<std::byte> bytes;
  CertificateReader reader;
};

Result<OldProof> read_old_proof(const std::string& path) {
  Result<std::vector<std::byte>> bytes = read_regular_file(path);
  if (!bytes) return bytes.error();
  Result<CertificateReader> reader = CertificateReader::from_bytes(*bytes, path);
  if (!reader) return reader.error();
  return OldProof{std::move(*bytes), std::move(*reader)};
}

// Tables that answer for no more men than so many.
template <const Rules& R>
class SmallerTables final : public Oracle<R> {
 public:
  SmallerTables(const Oracle<R>& tables, int men) : tables_(tables), men_(std::min(men, tables.max_men())) {}

  std::string_view name() const override { return tables_.name(); }
  std::optional<OracleValue> value(const Position<R>& position) const override { return tables_.value(position); }
  std::optional<Error> trouble() const override { return tables_.trouble(); }
  int max_men() const override { return men_; }

 private:
  const Oracle<R>& tables_;
  int men_;
};

std::string leaning_text(int table_men) {
  return table_men == 0 ? "no tables" : fmt::format("tables of up to {} men", table_men);
}

// A certificate that stands alone is worth more than one that needs tables: it goes on so, unless --lean is given.
template <const Rules& R>
class TablesToLeanOn {
 public:
  static Result<TablesToLeanOn> open(const BookShortenRequest& request, int table_men, Session& session) {
    TablesToLeanOn opened;
    if (request.tables.empty()) return opened;
    auto all = open_proof_tables<R>(request.tables);
    if (!all) return all.error();
    opened.all_ = std::move(*all);
    const Oracle<R>& tables = *opened.all_.oracle;
    if (request.lean || tables.max_men() <= table_men) return opened;
    opened.smaller_ = std::make_unique<SmallerTables<R>>(tables, table_men);
    session.say(fmt::format("{} leans on {}, and so will the new one; --lean lets it use all of {}", request.in,
                            leaning_text(table_men), request.tables));
    return opened;
  }

  // Null where there are none.
  const Oracle<R>* oracle() const {
    const Oracle<R>* used = all_.oracle.get();
    if (smaller_) used = smaller_.get();
    return used == nullptr || used->max_men() == 0 ? nullptr : used;
  }

 private:
  ProofTables<R> all_;
  std::unique_ptr<SmallerTables<R>> smaller_;
};

// What another certificate leans on, this one may lean on.
Result<void> check_leaning(const CertificateHeader& known, const std::string& path, int men,
                           const BookShortenRequest& request) {
  if (known.table_men <= men || request.tables.empty() || request.lean) return {};
  return Error{ErrorCode::invalid_argument,
               fmt::format("{}: it leans on {}, but {} on {}; --lean lets the new one use all of {}", path,
                           leaning_text(known.table_men), request.in, leaning_text(men), request.tables)};
}

template <const Rules& R>
Result<std::vector<CertificateRecord>> records_to_build_on(const std::string& path, const CertificateHeader& mine,
                                                           const BookShortenRequest& request, const Oracle<R>* tables,
                                                           const CheckOptions& options, Progress& progress) {
  Result<CertificateReader> reader = CertificateReader::open(path);
  if (!reader) return reader.error();
  const CertificateHeader& header = reader->header();
  if (header.rules_fingerprint != mine.rules_fingerprint || header.attacker != mine.attacker ||
      header.aim != ProofAim::win || mine.aim != ProofAim::win)
    return Error{ErrorCode::unsupported, path + ": to build on it, both have to be wins of the same side and game"};
  const int men = tables == nullptr ? 0 : tables->max_men();
  if (const Result<void> fits = check_leaning(header, path, men, request); !fits) return fits.error();
  return checked_records<R>(*reader, tables, options, progress);
}

template <const Rules& R>
Result<ShortenJob> shorten_job(OldProof& old, const BookShortenRequest& request, const Oracle<R>* tables,
                               Session& session) {
  ShortenJob job;
  job.header = old.reader.header();
  job.bytes = old.bytes.size();
  job.program = searcher_name();
  job.nodes = request.nodes;
  job.searches = request.searches;
  job.threads = session.thread_count();
  job.memory = request.memory_mb << 20;
  CheckOptions options;
  options.threads = job.threads;
  options.memory = std::min(options.memory, job.memory / kCheckShare);
  auto records = checked_records<R>(old.reader, tables, options, session.progress());
  if (!records) return records.error();
  job.records = std::move(*records);
  for (const std::string& path : request.known) {
    const auto more = records_to_build_on<R>(path, job.header, request, tables, options, session.progress());
    if (!more) return more.error();
    job.known.insert(job.known.end(), more->begin(), more->end());
  }
  return job;
}

// By the rules of the checker, which are not those that it was made by.
template <const Rules& R>
Result<void> check_shortened(const std::vector<std::byte>& bytes, const std::string& out, const Oracle<R>* tables,
                             std::size_t memory, Session& session) {
  Result<CertificateReader> reader = CertificateReader::from_bytes(bytes, out);
  if (!reader) return reader.error();
  CheckOptions options;
  options.threads = session.thread_count();
  options.memory = std::min(options.memory, memory / kCheckShare);
  Progress silent;  // it would not be stopped here: what was gained is to be written
  const Result<CheckReport> report = check_certificate<R>(*reader, tables, options, silent);
  if (!report) return report.error();
  if (report->wrong.empty()) return {};
  return Error{ErrorCode::corrupt, out + " was not written: what came out is no proof: " + report->wrong};
}

struct ShortenAnswer {
  const ShortenSummary& summary;
  const CertificateHeader& before;
  std::size_t bytes_before = 0;
  double seconds = 0;

  std::size_t bytes() const { return gained() ? summary.certificate.size() : bytes_before; }
  bool gained() const { return !summary.certificate.empty(); }
};

nlohmann::ordered_json json_of(const ShortenAnswer& answer, const BookShortenRequest& request) {
  const CertificateHeader& now = answer.summary.header;
  nlohmann::ordered_json out{{"file", request.out},        {"game", now.game},
                             {"root", now.root},           {"side", attacker_name(now.attacker)},
                             {"aim", aim_name(now.aim)},   {"gained", answer.gained()},
                             {"positions", now.records},   {"positions_before", answer.before.records},
                             {"bytes", answer.bytes()},    {"bytes_before", answer.bytes_before},
                             {"table_men", now.table_men}, {"table_men_before", answer.before.table_men}};
  if (now.aim == ProofAim::win) {
    out["plies"] = now.distance;
    out["plies_before"] = answer.before.distance;
  }
  out["searches"] = answer.summary.searches;
  out["quicker_wins"] = answer.summary.wins;
  out["seconds"] = answer.seconds;
  return out;
}

std::string text_of(const ShortenAnswer& answer, const BookShortenRequest& request) {
  const CertificateHeader& now = answer.summary.header;
  const CertificateHeader& before = answer.before;
  const std::string searched =
      answer.summary.searches == 0
          ? ""
          : fmt::format("; {} found {}", count_text(answer.summary.searches, "search", "searches"),
                        count_text(answer.summary.wins, "quicker win"));
  const bool win = now.aim == ProofAim::win;
  const std::string what = claim(now.attacker, now.aim) + within_text(now);
  const std::string positions = count_text(now.records, "position");
  const std::string useless = answer.summary.wins == 0 ? "" : ", none of use here";
  if (!answer.gained())
    return fmt::format("{}: nothing to gain, the same certificate: {}; {}, {} bytes{}; {:.1f} s", request.out, what,
                       positions, answer.bytes(), searched + useless, answer.seconds);
  const std::string leaning =
      now.table_men == before.table_men
          ? ""
          : fmt::format("; leans on {} ({} before)", leaning_text(now.table_men), leaning_text(before.table_men));
  return fmt::format("{}: {}{}; {} ({} before), {} bytes ({} before){}{}; {:.1f} s", request.out, what,
                     win ? fmt::format(" ({} before)", before.distance) : "", positions, before.records, answer.bytes(),
                     answer.bytes_before, leaning, searched, answer.seconds);
}

template <const Rules& R>
Result<void> shorten_game(OldProof& old, const BookShortenRequest& request, const FileStamp& before, Session& session) {
  const auto began = std::chrono::steady_clock::now();
  const auto tables = TablesToLeanOn<R>::open(request, old.reader.header().table_men, session);
  if (!tables) return tables.error();
  const Oracle<R>* const oracle = tables->oracle();
  const Result<ShortenJob> job = shorten_job<R>(old, request, oracle, session);
  if (!job) return job.error();
  if (const Result<void> made = make_folder_of(request.out); !made) return made;
  const Result<ShortenSummary> summary = shorten<R>(*job, oracle, session.progress());
  if (!summary) return summary.error();
  const std::vector<std::byte>& bytes = summary->certificate.empty() ? old.bytes : summary->certificate;
  if (!summary->certificate.empty())
    if (const Result<void> holds = check_shortened<R>(bytes, request.out, oracle, job->memory, session); !holds)
      return holds;
  if (const Result<void> written = write_file(request.out, bytes, before); !written) return written;
  session.answer();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  const ShortenAnswer answer{*summary, job->header, old.bytes.size(), took.count()};
  if (session.json)
    fmt::print("{}\n", json_of(answer, request).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  else
    fmt::print("{}\n", text_of(answer, request));
  const std::string there = "; what was gained until then is in " + request.out;
  if (summary->stopped) return Error{ErrorCode::interrupted, "interrupted" + there};
  if (summary->full) return Error{ErrorCode::limit, "the memory is full: allow more (--memory) to go on" + there};
  return {};
}

Result<void> run_shorten(const BookShortenRequest& request, Session& session) {
  if (const Result<void> file = check_is_file(request.out, "a certificate"); !file) return file;
  const OutputKind kind = kind_beginning_with("certificate", std::string(kCertificateMagic));
  const Result<FileStamp> before = check_output(request.out, kind, request.force);
  if (!before) return before.error();
  Result<OldProof> old = read_old_proof(request.in);
  if (!old) return old.error();
  const Result<const Rules*> rules = find_game(old->reader.header().game);
  if (!rules) return Error{ErrorCode::unsupported, request.in + ": " + rules.error().message};
  return with_game(**rules, [&]<const Rules & R>() { return shorten_game<R>(*old, request, *before, session); });
}

}  // namespace

void add_command_book_shorten(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookShortenRequest>();
  BookShortenRequest& r = *request;
  CLI::App* command = group.add_subcommand("shorten", "Make a certificate of `book prove` smaller, its wins quicker");
  find_shipped(command->add_option("FILE", r.in, "The certificate")->required());
  command->add_option("--out", r.out, "The certificate to write; its folder is made if need be")->required();
  CLI::Option* tables =
      command->add_option("--tables", r.tables, "Folder of the endgame tables that it leans on, or of larger ones");
  command->add_flag("--lean", r.lean, "Let it lean on all of --tables, also where it leans on smaller ones or on none")
      ->needs(tables);
  command->add_option("--known", r.known, "A certificate of a win of the same side, to build on; again for more")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  command->add_flag("--force", r.force, "Replace the file, if it is a certificate");
  command->add_option("--nodes", r.nodes, "Nodes of each search for a quicker win, at most; 0: no searches")
      ->check(whole_between(0, std::int64_t{1} << 40))
      ->capture_default_str();
  command->add_option("--searches", r.searches, "Stop after so many searches; 0: when each position had its searches")
      ->check(whole_between(0, std::int64_t{1} << 40))
      ->capture_default_str();
  command->add_option("--memory", r.memory_mb, "Megabytes that the program may take, about")
      ->check(whole_between(1, 1 << 20))
      ->capture_default_str();
  add_common_options(*command, session, true, true);
  command->footer(
      "Takes other moves where a quicker win is proved already; searches for quicker ones, on the lines that take\n"
      "longest first, then everywhere; drops what is needed no more. No bound gets longer, and the file no larger.\n"
      "The old certificate is checked before, the new one after. Where nothing is gained it writes the old one.\n"
      "A certificate that stands without tables goes on so; with --lean the new one may need all of --tables.\n"
      "Progress counts the searches that are left if they find nothing more: what they find makes them more.\n"
      "Ctrl-C writes what was gained; the number of threads changes nothing but the time. A draw that is held gets\n"
      "fewer positions, without searches.\n"
      "Examples:\n  bookends book shorten b3.proof --tables tables --out short.proof\n"
      "  bookends book shorten b3.proof --tables tables --nodes 0 --out short.proof   # seconds\n"
      "  bookends book shorten start1.proof --tables tables --known d3.proof --searches 5000 --out short.proof");
  command->callback([request, &session] {
    if (const Result<void> done = run_shorten(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
