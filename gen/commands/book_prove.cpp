// `bookends book prove`: a proof that one side wins, or does not lose, as a certificate.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "books/proof/check/check.h"
#include "books/proof/prove/place_search.h"
#include "books/proof/prove/prove.h"
#include "books/proof/ranks/over_ranks.h"
#include "books/work/workspace.h"
#include "core/base/count_text.h"
#include "core/io/checksum.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/commands/commands.h"
#include "gen/console/output_file.h"
#include "gen/console/time_span.h"
#include "gen/options/position_choice.h"
#include "gen/options/proof_tables.h"
#include "gen/options/shipped_file.h"
#include "gen/options/start_positions.h"

namespace bookends {
namespace {

struct BookProveRequest {
  std::string game;
  std::string out;
  std::string start;
  std::string at;
  std::string side;
  std::string aim = "win";
  std::string tables;
  std::string time;
  std::string workspace;
  std::vector<std::string> known;
  bool force = false;
  std::uint64_t nodes = ProveSettings().nodes;
  std::uint64_t glance_nodes = ProveSettings().glance_nodes;
  std::uint64_t tail_nodes = ProveSettings().tail_nodes;
  std::uint64_t long_nodes = ProveSettings().long_nodes;
  std::optional<std::size_t> memory_mb;
};

// As much as the searches of all threads may come to need, and as much again for what they find.
template <const Rules& R>
std::size_t memory_for(const ProveJob& job) {
  return std::max(job.memory, 2 * static_cast<std::size_t>(job.threads) * PlaceSearch<R>::most_bytes(job.settings));
}

// The start, with the moves of --at played; or what --at names.
template <const Rules& R>
Result<Position<R>> root_of(const BookProveRequest& request) {
  const Result<std::vector<std::string>> starts =
      start_fens(R, request.start.empty() ? std::vector<std::string>{} : std::vector{request.start});
  if (!starts) return starts.error();
  return position_at<R>(*starts, request.at);
}

template <const Rules& R>
Result<ProveJob> job_of(const BookProveRequest& request, Session& session) {
  const Result<Position<R>> root = root_of<R>(request);
  if (!root) return root.error();
  ProveJob job;
  job.settings.game = R.name;
  job.settings.rules_fingerprint = fingerprint(R);
  job.settings.root = root->fen();
  job.settings.attacker = request.side.empty() ? root->turn() : request.side == "white" ? Color::white : Color::black;
  job.settings.aim = request.aim == "hold" ? ProofAim::hold : ProofAim::win;
  job.settings.nodes = request.nodes;
  job.settings.glance_nodes = request.glance_nodes;
  job.settings.tail_nodes = request.tail_nodes;
  job.settings.long_nodes = request.long_nodes;
  job.settings.program = searcher_name();
  if (!request.time.empty()) {
    const Result<std::chrono::milliseconds> time = parse_time_span("--time", request.time);
    if (!time) return time.error();
    job.time = *time;
  }
  job.threads = session.thread_count();
  job.memory = request.memory_mb ? *request.memory_mb << 20 : memory_for<R>(job);
  job.workspace = request.workspace.empty() ? request.out + ".work" : request.workspace;
  return job;
}

// A certificate on which this job may build.
Result<CertificateReader> open_known(const ProveJob& job, const std::string& path) {
  Result<CertificateReader> reader = CertificateReader::open(path);
  if (!reader) return reader;
  const CertificateHeader& header = reader->header();
  if (header.rules_fingerprint != job.settings.rules_fingerprint || header.attacker != job.settings.attacker ||
      header.aim != ProofAim::win || header.table_men > job.settings.table_men)
    return Error{ErrorCode::unsupported,
                 path + ": of another game or side, no win, or with larger tables than --tables has"};
  return reader;
}

// What other certificates have solved for the same side, and which ones they are.
template <const Rules& R>
Result<void> read_known(ProveJob& job, const BookProveRequest& request, const Oracle<R>* tables, Progress& progress) {
  RunningChecksum digest;
  for (const std::string& path : request.known) {
    Result<CertificateReader> reader = open_known(job, path);
    if (!reader) return reader.error();
    const auto records = checked_records<R>(*reader, tables, {}, progress);
    if (!records) return records.error();
    for (const CertificateRecord& record : *records) {
      const Result<Position<R>> position = unpack_position<R>(record.position);
      if (!position) return Error{ErrorCode::corrupt, path + ": " + position.error().message};
      job.known.push_back({position->key(), {record.move, record.distance}});
    }
    digest.add(as_bytes(hexadecimal(reader->digest())));
  }
  if (!request.known.empty()) job.settings.known = hexadecimal(digest.value());
  return {};
}

std::string_view name_of(ProofResult result) {
  return result == ProofResult::proved ? "proved" : result == ProofResult::refuted ? "refuted" : "open";
}

nlohmann::ordered_json json_of(const ProveSummary& summary, const ProveJob& job, const BookProveRequest& request) {
  nlohmann::ordered_json out{{"game", job.settings.game},
                             {"root", job.settings.root},
                             {"side", attacker_name(job.settings.attacker)},
                             {"aim", request.aim},
                             {"result", name_of(summary.result)},
                             {"rounds", summary.rounds},
                             {"planned", summary.positions},
                             {"solved", summary.solved},
                             {"seconds", static_cast<double>(summary.spent.count()) / 1000}};
  if (summary.result == ProofResult::open) out["searches_left"] = static_cast<std::uint64_t>(summary.searches);
  if (summary.result == ProofResult::proved) {
    out["file"] = request.out;
    if (summary.header.aim == ProofAim::win) out["plies"] = summary.header.distance;
    out["positions"] = summary.header.records;
    out["bytes"] = summary.certificate.size();
  }
  return out;
}

void print(const ProveSummary& summary, const ProveJob& job, const BookProveRequest& request, const Session& session) {
  if (session.json) {
    fmt::print("{}\n", json_of(summary, job, request).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  const std::string what = claim(job.settings.attacker, job.settings.aim);
  const double seconds = static_cast<double>(summary.spent.count()) / 1000;
  if (summary.result == ProofResult::proved) {
    fmt::print("{}: {}{}; {}, {} bytes; {:.0f} s\n", request.out, what, within_text(summary.header),
               count_text(summary.header.records, "position"), summary.certificate.size(), seconds);
  } else if (summary.result == ProofResult::refuted) {
    fmt::print("refuted: \"{}\" cannot be forced from {}\n", what, job.settings.root);
  } else {
    fmt::print("open: {} planned, {} solved, about {:.0f} searches left, after {:.0f} s; with more --time it goes on\n",
               count_text(summary.positions, "position"), summary.solved, summary.searches, seconds);
  }
}

// `ranks`: null for one process. Only rank 0 writes, and has an answer.
template <const Rules& R>
Result<void> prove_game(const BookProveRequest& request, const std::optional<FileStamp>& before, Communicator* ranks,
                        Session& session) {
  Result<ProveJob> job = job_of<R>(request, session);
  if (!job) return job.error();
  ProofTables<R> tables;
  if (!request.tables.empty()) {
    auto opened = open_proof_tables<R>(request.tables);
    if (!opened) return opened.error();
    tables = std::move(*opened);
    job->settings.table_men = tables.oracle->max_men();
    job->settings.tables = tables.digest;
  }
  if (session.leads()) {
    if (const Result<void> read = read_known<R>(*job, request, tables.oracle.get(), session.progress()); !read)
      return read;
    if (const Result<void> made = make_folder_of(request.out); !made) return made;
  }
  const Result<ProveSummary> summary = ranks == nullptr
                                           ? prove<R>(*job, tables.oracle.get(), session.progress())
                                           : prove_on_ranks<R>(*job, tables.oracle.get(), *ranks, session.progress());
  if (!summary) return summary.error();
  if (!session.leads()) return {};
  if (summary->result == ProofResult::proved)
    if (const Result<void> written = write_file(request.out, summary->certificate, before); !written) return written;
  session.answer();
  print(*summary, *job, request, session);
  if (summary->result != ProofResult::proved) session.exit_code = kExitNegative;
  return {};
}

Result<void> run(const BookProveRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  // It is the command that asks for what there is not, and no file.
  if (const Result<void> proofs = check_has_proofs(**rules); !proofs)
    return Error{ErrorCode::invalid_argument, proofs.error().message};
  const Result<Communicator*> ranks = session.ranks();
  if (!ranks) return ranks.error();
  const OutputKind kind = kind_beginning_with("certificate", std::string(kCertificateMagic));
  std::optional<FileStamp> before;
  if (session.leads()) {
    if (const Result<void> file = check_is_file(request.out, "a certificate"); !file) return file;
    const Result<FileStamp> there = check_output(request.out, kind, request.force);
    if (!there) return there.error();
    before = *there;
  }
  return with_game(**rules, [&]<const Rules & R>() { return prove_game<R>(request, before, *ranks, session); });
}

void add_effort_options(CLI::App& command, BookProveRequest& r) {
  const CLI::Validator nodes = whole_between(100, std::int64_t{1} << 40);
  command
      .add_option("--nodes", r.nodes,
                  "Nodes of each search for the best moves; longer looks take up to 256 times as many")
      ->check(nodes)
      ->capture_default_str();
  command.add_option("--glance-nodes", r.glance_nodes, "Nodes of each glance at a reply; 0 for none")
      ->check(whole_between(0, std::int64_t{1} << 40))
      ->capture_default_str();
  command.add_option("--tail-nodes", r.tail_nodes, "Nodes of each short search for a forced end")
      ->check(nodes)
      ->capture_default_str();
  command.add_option("--long-nodes", r.long_nodes, "Nodes of each longer one, where a win is near")
      ->check(nodes)
      ->capture_default_str();
  command
      .add_option("--memory", r.memory_mb,
                  fmt::format("Megabytes that the program may take; default: {}, or more where many threads need it",
                              ProveJob().memory >> 20))
      ->check(whole_between(1, 1 << 20));
}

constexpr const char* kProveHelp =
    "The certificate has a move for every position that these moves and any defence can lead to; `bookends book\n"
    "check` goes through all of it. Interrupted, the same command goes on; the number of threads changes nothing\n"
    "but the time, nor does that of ranks. Exit code 1: refuted, or still open when the time was up. A win that\n"
    "seems to need ever more searches is often a draw: two proofs with --aim hold, one for each side, say so.\n"
    "Not for chess and Makruk, where a move limit or counting makes the past of a game decide.\n"
    "Examples:\n  bookends book prove fragments --at b2b3 --side black --tables tables --out b3.proof\n"
    "  bookends book prove fragments --at d2d3 --side white --tables tables --time 2h --out d3.proof\n"
    "  bookends book prove fragments --known d3.proof --tables tables --out start1.proof\n"
    "  mpirun -n 4 bookends book prove gardner --at b1c3 --side black --tables tables --out c3.proof\n"
    "  bookends book prove fragments --at a2a3 --side black --aim hold --tables tables --out a3.proof";

}  // namespace

void add_command_book_prove(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookProveRequest>();
  BookProveRequest& r = *request;
  CLI::App* command = group.add_subcommand("prove", "Look for a proof that one side wins, or does not lose; resumes");
  command->add_option("GAME", r.game, "A name from `bookends games`")->required();
  command->add_option("--out", r.out, "The certificate to write; its folder is made if need be")->required();
  command->add_option("--start", r.start, "A setup's name or a FEN; default: the game's first setup");
  command->add_option("--at,--line", r.at,
                      "The position: the moves to it from there (\"d2d3 b4b3\", SAN or UCI), or its FEN");
  command->add_option("--side", r.side, "Whose play it is; default: the side to move there")
      ->check(CLI::IsMember({"white", "black"}));
  command->add_option("--aim", r.aim, "What that side is to reach: win, or hold (not to lose)")
      ->check(CLI::IsMember({"win", "hold"}))
      ->capture_default_str();
  command->add_option("--tables", r.tables,
                      "Folder of endgame tables, where lines end: all endings of up to so many men");
  CLI::Option* known =
      command->add_option("--known", r.known, "A certificate of a win of the same side, to build on; again for more");
  known->expected(1)->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  find_shipped(known);
  command->add_option("--time", r.time, "Give up after so much time, all runs together: 60s, 5m, 1.5h");
  command->add_flag("--force", r.force, "Replace the file, if it is a certificate");
  command->add_option("--workspace", r.workspace, "Folder for the work in progress; default: FILE.work");
  add_effort_options(*command, r);
  add_common_options(*command, session, true, true);
  add_rank_options(*command, session);
  command->footer(kProveHelp);
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
