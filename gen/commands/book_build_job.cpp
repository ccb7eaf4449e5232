#include "gen/commands/book_build_job.h"

#include <algorithm>
#include <cctype>
#include <chrono>
#include <filesystem>
#include <memory>

#include "books/edit/edit.h"
#include "books/exchange/import.h"
#include "books/file/layout.h"
#include "books/games/counter.h"
#include "books/games/packed_text.h"
#include "books/grow/over_ranks.h"
#include "books/grow/seed_book.h"
#include "books/grow/seeds.h"
#include "books/opponent/build_against.h"
#include "books/text/entry.h"
#include "core/base/text_streams.h"
#include "core/base/utf8.h"
#include "core/io/file.h"
#include "core/notation/pgn_reader.h"
#include "core/rules/games.h"
#include "gen/console/output_file.h"
#include "gen/console/time_span.h"
#include "gen/options/start_positions.h"
#include "gen/options/table_listing.h"
#include "tablebases/oracle/oracle.h"

namespace bookends {
namespace {

constexpr std::uint64_t kLeafNodes = 100'000;
constexpr std::uint64_t kTimesOpponent = 20;

std::filesystem::path workspace_of(const BookBuildRequest& request) {
  return request.workspace.empty() ? request.out + ".work" : request.workspace;
}

Result<void> check_opponent(const BookBuildRequest& request) {
  if (request.opponent_nodes == 0) return {};
  if (request.time.empty() && request.positions == 0)
    return Error{ErrorCode::invalid_argument, "--opponent-nodes: say when the book is finished, --time or --positions"};
  if (request.side == "both")
    return Error{ErrorCode::invalid_argument, "--opponent-nodes: say whose book it is, --side white or --side black"};
  if (!request.searcher.engine.empty())
    return Error{ErrorCode::invalid_argument,
                 "--opponent-nodes: the program's own search plays the games, and does not go with --engine"};
  return {};
}

bool begins_as_book(const std::filesystem::path& path) {
  return peek_text(path, book_layout::kMagic.size()) == book_layout::kMagic;
}

bool is_pgn(const std::filesystem::path& path, std::string_view text) {
  std::string name = path.filename().string();
  std::transform(name.begin(), name.end(), name.begin(), [](unsigned char c) { return std::tolower(c); });
  return name.find(".pgn") != std::string::npos || begins_as_pgn(text);
}

// Reads the seeds of a job one file after the other.
template <const Rules& R>
class SeedReading {
 public:
  SeedReading(BuildJob& job, PgnPolicy policy)
      : job_(job),
        policy_(policy),
        counter_({.policy = policy, .threads = job.threads, .folder = std::filesystem::absolute(job.out).parent_path()},
                 is_own_game) {}

  // A book; PGN by its name or by what it begins with; else a position a line.
  Result<void> add(const std::string& path) {
    std::error_code ignored;
    if (std::filesystem::is_regular_file(path, ignored) && begins_as_book(path)) return add_book(path);
    Result<std::string> text = read_packed(path);
    if (!text) return text.error();
    if (text->starts_with(kByteOrderMark)) text->erase(0, kByteOrderMark.size());
    Result<std::vector<SeedLine>> lines =
        is_pgn(path, *text) ? add_games(std::move(*text), path) : read_seed_positions<R>(*text, path);
    if (!lines) return lines.error();
    job_.seeds.insert(job_.seeds.end(), lines->begin(), lines->end());
    return {};
  }

  // What games say, after the last file.
  Result<void> finish(Progress& progress) {
    Result<std::vector<TalliedMove>> counted = counter_.finish({}, progress);
    if (!counted) return counted.error();
    job_.played = together(std::move(*counted), books_);
    return {};
  }
  const PgnOmissions& omitted() const { return omitted_; }

 private:
  Result<void> add_book(const std::string& path) {
    const Result<Book<R>> book = Book<R>::open(path);
    if (!book) return book.error();
    Result<SeedBook> seeds = read_seed_book<R>(*book, path);
    if (!seeds) return seeds.error();
    job_.seeds.insert(job_.seeds.end(), seeds->lines.begin(), seeds->lines.end());
    books_ = together(std::move(books_), seeds->played);
    return {};
  }

  Result<std::vector<SeedLine>> add_games(std::string text, const std::string& path) {
    TextReader in(text);
    Result<std::vector<SeedLine>> lines = read_seed_games<R>(in, path, policy_, omitted_);
    if (!lines) return lines;
    if (const Result<void> counted = counter_.add_text(std::move(text), path); !counted) return counted.error();
    return lines;
  }

  BuildJob& job_;
  PgnPolicy policy_;
  GameCounter<R> counter_;
  PgnOmissions omitted_;
  std::vector<TalliedMove> books_;
};

// What the files say that the book is grown from, into the job.
template <const Rules& R>
Result<void> read_inputs(BuildJob& job, const BookBuildRequest& request, Session& session) {
  SeedReading<R> seeds(job, request.strict ? PgnPolicy::strict : PgnPolicy::lenient);
  for (const std::string& path : request.seeds)
    if (const Result<void> added = seeds.add(path); !added) return added;
  if (const Result<void> counted = seeds.finish(session.progress()); !counted) return counted;
  for (const std::string& sentence : seeds.omitted().sentences()) session.say("note: seeds: " + sentence);
  const std::vector<std::string> further = starts_of_seeds<R>(job.settings.starts, job.seeds);
  job.settings.starts.insert(job.settings.starts.end(), further.begin(), further.end());
  job.settings.seeds = digest(job.seeds);
  if (request.overrides.empty()) return {};
  const Result<std::string> text = read_text_file(request.overrides);
  if (!text) return text.error();
  Result<std::vector<Override>> overrides = read_overrides<R>(*text, request.overrides);
  if (!overrides) return overrides.error();
  job.overrides = std::move(*overrides);
  job.settings.overrides = digest(job.overrides);
  return {};
}

template <const Rules& R>
Result<BuildSummary> build(BuildJob& job, const BookBuildRequest& request, Communicator* ranks, Session& session) {
  std::unique_ptr<TableOracle<R>> tables;
  if (!request.tables.empty()) {
    auto opened = TableOracle<R>::open(request.tables);
    if (!opened) return opened.error();
    tables = std::move(*opened);
    job.settings.table_men = tables->max_men();
  }
  if (const Result<void> read = read_inputs<R>(job, request, session); !read) return read.error();
  const Result<EvaluatorFactory<R>> evaluators = choose_searcher<R>(request.searcher, job.settings, tables.get());
  if (!evaluators) return evaluators.error();
  if (knows_opponent(job.settings)) {
    const Result<TrialPlayerFactory<R>> players = choose_trial_player<R>(request.searcher, job.settings, tables.get());
    if (!players) return players.error();
    return build_book_against<R>(job, *evaluators, *players, session.progress());
  }
  if (ranks == nullptr) return build_book<R>(job, *evaluators, session.progress());
  return build_book_on_ranks<R>(job, *evaluators, table_listing(request.tables), *ranks, session.progress());
}

}  // namespace

Result<void> check_place(const BookBuildRequest& request) {
  const std::filesystem::path out = request.out;
  if (const Result<void> file = check_is_file(out, "a book"); !file) return file;
  if (const Result<void> named = check_is_named(out); !named) return named;
  std::error_code ignored;
  if (!std::filesystem::exists(out, ignored)) return {};
  if (!std::filesystem::is_regular_file(out, ignored))
    return Error{ErrorCode::io, "cannot write " + out.string() + ": not a regular file"};
  const Result<BookFile> file = BookFile::open(out);
  if (!file && file.error().code == ErrorCode::corrupt && !begins_as_book(out))
    return Error{ErrorCode::unsupported, out.string() + " is there already and is no book; choose another name"};
  if (request.force) return {};
  const bool own = std::filesystem::exists(workspace_of(request), ignored);
  if (!file && own && file.error().code == ErrorCode::corrupt) return {};
  if (!file && file.error().code == ErrorCode::corrupt)
    return Error{ErrorCode::corrupt, out.string() + " is there already, a damaged book; choose another --out, or add " +
                                         "--force to replace it"};
  if (!file)
    return Error{file.error().code, file.error().message + "; choose another --out, or add --force to replace it"};
  if (own && file->header().game == request.game && !is_edited(file->header())) return {};
  return Error{ErrorCode::invalid_argument,
               out.string() + " is there already" +
                   (is_edited(file->header()) ? ", edited since it was made" : " and is not of this workspace") +
                   "; choose another --out, or add --force"};
}

Result<BuildJob> job_of(const Rules& rules, const BookBuildRequest& request, Session& session) {
  BuildJob job;
  const auto starts = book_starts(rules, request.starts);
  if (!starts) return starts.error();
  job.settings.game = rules.name;
  job.settings.rules_fingerprint = fingerprint(rules);
  job.settings.starts = *starts;
  job.settings.side = parse_side_name(request.side).value_or(BookSide::both);
  job.settings.leaf_nodes =
      request.nodes.value_or(request.opponent_nodes > 0 ? kTimesOpponent * request.opponent_nodes : kLeafNodes);
  job.settings.opponent_nodes = request.opponent_nodes;
  job.settings.policy = request.policy == "dropout" ? Policy::dropout : Policy::path;
  job.settings.backup = request.backup == "replace" ? Backup::replace : Backup::min;
  job.settings.cost = request.cost;
  job.settings.batch = request.batch;
  job.settings.reply_loss = request.reply_loss;
  if (!request.time.empty()) {
    const Result<std::chrono::milliseconds> time = parse_time_span("--time", request.time);
    if (!time) return time.error();
    job.limits.time = *time;
  }
  if (const Result<void> opponent = check_opponent(request); !opponent) return opponent.error();
  job.limits.positions = request.positions;
  job.limits.max_ply = request.max_ply;
  if (!job.limits.time && request.positions == 0 && request.max_ply == 0)
    return Error{ErrorCode::invalid_argument, "say when the book is finished: --time, --positions or --max-ply"};
  job.threads = session.thread_count();
  job.out = request.out;
  job.workspace = workspace_of(request);
  job.reuse = request.reuse;
  return job;
}

Result<BuildSummary> build_asked_for(const Rules& rules, BuildJob& job, const BookBuildRequest& request,
                                     Communicator* ranks, Session& session) {
  return with_game(rules, [&]<const Rules & R>() { return build<R>(job, request, ranks, session); });
}

}  // namespace bookends
