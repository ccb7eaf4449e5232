// `bookends book exits`: where the book's lines end, and what a deeper search says of it there.
#include "books/review/exits.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "books/edit/paths.h"
#include "books/file/repair_advice.h"
#include "books/text/entry.h"
#include "books/work/journal.h"
#include "core/base/count_text.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "gen/options/leaf_searcher.h"
#include "tablebases/oracle/oracle.h"
#include "tools/book_commands/book_files.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

using Json = nlohmann::ordered_json;

struct BookExitsRequest {
  std::string book;
  std::uint64_t nodes = 1'000'000;
  std::size_t most = 0;  // 0 = all
  int drop = 50;
  bool flagged = false;
  std::string tables;
  SearcherChoice searcher;
  std::string out;
  std::string workspace;
  bool force = false;
};

// Where the searches made so far are kept; empty: nowhere.
std::filesystem::path workspace_of(const BookExitsRequest& request) {
  if (!request.workspace.empty() || request.out.empty()) return request.workspace;
  return request.out + ".exits";
}

// What a book's settings say; "" when there is nothing of that name.
std::string setting(const std::string& settings, const std::string& name) {
  const std::vector<std::string> values = settings_named(settings, name);
  return values.empty() ? "" : values.front();
}

template <const Rules& R>
class ExitReport {
 public:
  ExitReport(const BookExitsRequest& request, Session& session) : request_(request), session_(session) {}

  Result<void> run() {
    if (const Result<void> place = check_place(); !place) return place;
    Result<BookGraph> graph = load_graph<R>(request_.book);
    if (!graph) return graph.error();
    graph_ = std::move(*graph);
    ends_ = ends_of(graph_);
    all_ = ends_.size();
    if (request_.most > 0 && ends_.size() > request_.most) ends_.resize(request_.most);
    const Result<void> searched = search();
    const bool failed = !searched && searched.error().code != ErrorCode::interrupted;
    left_ = std::erase_if(ends_, [](const BookEnd& end) { return !end.searched(); });
    if (failed && ends_.empty()) {  // nothing to report, and nothing to go on with
      forget_searches();
      return searched;
    }
    session_.answer();
    session_.json ? print_json() : print_text();
    if (!searched) return cut_short(searched.error());
    if (request_.out.empty()) return {};
    const Result<void> written = write();
    if (written) forget_searches();
    return written;
  }

 private:
  // Said before the searches rather than after them.
  Result<void> check_place() {
    if (request_.out.empty()) return {};
    const Result<FileStamp> there = may_write(request_.out, {request_.book}, request_.force);
    if (!there) return there.error();
    before_ = *there;
    return make_folder_of(request_.out);
  }

  // Interrupted, or failed amid the work.
  Error cut_short(Error error) {
    error.message += fmt::format("; {} not searched", count_text(left_, "end was", "ends were"));
    const bool some = journal_ && journal_->size() > 0;
    if (!some) forget_searches();
    if (some) error.message += ", the same command goes on with them";
    if (!request_.out.empty()) error.message += "; " + request_.out + " is not written before";
    return error;
  }

  // Searches that were all taken over are not needed any more, nor is a folder without any; those of a folder that was
  // named, and those of ends that this run was not about, may be.
  void forget_searches() {
    if (!request_.workspace.empty() || !journal_) return;
    if (journal_->size() != ends_.size()) {
      session_.say(fmt::format(
          "{} stays: it holds {}, and this run was about {} of them; remove it if the others are not "
          "wanted",
          workspace_of(request_).string(), count_text(journal_->size(), "search", "searches"), ends_.size()));
      return;
    }
    std::error_code ignored;
    std::filesystem::remove(workspace_of(request_) / "journal", ignored);  // while it is locked
    journal_.reset();
    std::filesystem::remove(workspace_of(request_), ignored);  // a folder only when nothing else is in it
  }

  // "uci NAME" of an engine; all networks and terms search alike.
  static std::string searcher_of(const std::string& evaluator) {
    return evaluator.starts_with("uci ") ? evaluator.substr(0, evaluator.find(';')) : "search";
  }

  // Of searches that do not look further than those of the book. Each engine counts its own nodes.
  void warn_of_few_nodes() {
    const std::string& made = graph_.header.settings;
    const std::uint64_t before = std::strtoull(setting(made, "nodes").c_str(), nullptr, 10);
    if (settings_.leaf_nodes == 0 || settings_.leaf_nodes >= before ||
        searcher_of(setting(made, "evaluator")) != searcher_of(settings_.evaluator))
      return;
    session_.say(
        fmt::format("note: these searches have {} nodes, those that {} was built with {}: what they say is worth less; "
                    "give them more (--nodes, or nodes of --engine)",
                    settings_.leaf_nodes, request_.book, before));
  }

  // Nobody has to know of a folder that was not named.
  Error refusal(Error error) const {
    if (request_.workspace.empty() && error.code == ErrorCode::invalid_argument)
      error.message += "; or remove it: an earlier run with this --out left its searches there";
    return with_advice(error, workspace_of(request_), "the searches in it are lost, and made again");
  }

  BuildSettings settings_of_searches(int table_men) const {
    BuildSettings settings;
    settings.game = R.name;
    settings.rules_fingerprint = fingerprint(R);
    settings.leaf_nodes = request_.nodes;
    settings.candidates = 1;
    settings.table_men = table_men;
    return settings;
  }

  Result<void> open_journal(const BuildSettings& settings) {
    const std::filesystem::path folder = workspace_of(request_);
    if (folder.empty()) return {};
    if (const Result<void> made = make_writable_folder(folder); !made) return made;
    Result<Journal> journal = Journal::open(settings, folder / "journal");
    if (!journal) return refusal(journal.error());
    journal_.emplace(std::move(*journal));
    if (journal_->size() > 0)
      session_.say(folder.string() + ": " + count_text(journal_->size(), "search is", "searches are") +
                   " there already");
    return {};
  }

  Result<void> search() {
    std::unique_ptr<TableOracle<R>> tables;
    if (!request_.tables.empty()) {
      auto opened = TableOracle<R>::open(request_.tables);
      if (!opened) return opened.error();
      tables = std::move(*opened);
    }
    settings_ = settings_of_searches(tables ? tables->max_men() : 0);
    const Result<EvaluatorFactory<R>> evaluators = choose_searcher<R>(request_.searcher, settings_, tables.get());
    if (!evaluators) return evaluators.error();
    warn_of_few_nodes();
    if (const Result<void> ready = open_journal(settings_); !ready) return ready;
    return check_ends<R>(graph_, *evaluators, session_.thread_count(), ends_, session_.progress(),
                         journal_ ? &*journal_ : nullptr);
  }

  BookPaths likely_paths() const {
    PathRules rules;
    rules.side = graph_.header.side;
    return cheapest_paths(graph_, rules);
  }

  bool is_flagged(const BookEnd& end) const { return end.drop() >= request_.drop; }

  std::string found_move(const BookEnd& end) const {
    return format_san(position_of<R>(graph_.nodes[end.node]), end.deeper.candidates.front().move);
  }

  std::string book_move(const BookEnd& end) const {
    const GraphNode& node = graph_.nodes[end.node];
    return node.move ? format_san(position_of<R>(node), node.move) : "";
  }

  void print_text() const {
    const BookPaths paths = likely_paths();
    std::size_t flagged = 0;
    fmt::print("{:>8} {:>5} {:>8} {:>5} {:>6}   line\n", "book", "depth", "search", "depth", "drop");
    for (const BookEnd& end : ends_) {
      flagged += is_flagged(end);
      if (request_.flagged && !is_flagged(end)) continue;
      const LeafResult& deeper = end.deeper;
      fmt::print("{:>8} {:>5} {:>8} {:>5} {:>6}{} {}{}\n", score_text(graph_.nodes[end.node].entry),
                 graph_.nodes[end.node].entry.depth, score_text(deeper.candidates.front().score), deeper.depth,
                 end.book_score ? fmt::format("{:+}", end.drop()) : std::string(kNoScoreText),
                 is_flagged(end) ? " !" : "  ", line_to<R>(graph_, paths, end.node, graph_.nodes[end.node].move),
                 found_move(end) == book_move(end) ? "" : ", the search plays " + found_move(end));
    }
    fmt::print("{} of {} searched, {} by {} or more\n", ends_.size(), count_text(all_, "end"),
               count_text(flagged, "drops", "drop"),
               count_text(static_cast<std::uint64_t>(request_.drop), "centipawn"));
    if (all_ == 0) fmt::print("its lines end in what is certain, or go round in circles: there is nothing to search\n");
  }

  void print_json() const {
    const BookPaths paths = likely_paths();
    Json rows = Json::array();
    for (const BookEnd& end : ends_) {
      if (request_.flagged && !is_flagged(end)) continue;
      const std::optional<Score> score = score_of(graph_.nodes[end.node].entry);
      rows.push_back({{"line", line_to<R>(graph_, paths, end.node)},
                      {"fen", position_of<R>(graph_.nodes[end.node]).fen()},
                      {"move", book_move(end)},
                      {"score", score ? Json(*score) : Json(nullptr)},
                      {"depth", graph_.nodes[end.node].entry.depth},
                      {"search_move", found_move(end)},
                      {"search_score", end.deeper.candidates.front().score},
                      {"search_depth", end.deeper.depth},
                      {"drop", end.book_score ? Json(end.drop()) : Json(nullptr)},
                      {"flagged", is_flagged(end)}});
    }
    const Json out{{"ends", all_},
                   {"searched", ends_.size()},
                   {"left", left_},
                   {"nodes", settings_.leaf_nodes > 0 ? Json(settings_.leaf_nodes) : Json(nullptr)},
                   {"by", settings_.evaluator},
                   {"exits", rows}};
    fmt::print("{}\n", out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  }

  Result<void> write() {
    const std::size_t adopted = adopt<R>(graph_, ends_);
    const std::string nodes = request_.searcher.engine.empty() ? fmt::format(" --nodes {}", settings_.leaf_nodes) : "";
    const std::string edit = fmt::format("exits{} by {} ({} adopted)", nodes, settings_.evaluator, adopted);
    const Result<SavedBook> saved = save_graph<R>(graph_, {edit}, request_.out, {request_.book}, *before_);
    if (!saved) return saved.error();
    const std::string what = fmt::format("{} {} what the search found", count_text(adopted, "end"),
                                         adopted == 1 ? "takes over" : "take over");
    session_.say(saved_text(request_.out, *saved, what));
    return {};
  }

  const BookExitsRequest& request_;
  Session& session_;
  BookGraph graph_;
  std::vector<BookEnd> ends_;  // once searched, those that were
  BuildSettings settings_;     // of the searches
  std::optional<Journal> journal_;
  std::optional<FileStamp> before_;  // what stood at --out
  std::size_t all_ = 0;              // ends of the book
  std::size_t left_ = 0;             // to be searched when it was interrupted
};

Result<void> run(const BookExitsRequest& request, Session& session) {
  const Result<const Rules*> rules = game_of_book(request.book);
  if (!rules) return rules.error();
  return with_game(**rules, [&]<const Rules & R>() { return ExitReport<R>(request, session).run(); });
}

}  // namespace

void add_command_book_exits(CLI::App& group, Session& session) {
  auto request = std::make_shared<BookExitsRequest>();
  BookExitsRequest& r = *request;
  CLI::App* command = group.add_subcommand("exits", "Search the ends of a book deeper, and flag those that drop");
  command->add_option("BOOK,--book", r.book, "The book")->required();
  command->add_option("--nodes", r.nodes, "Nodes of each search; those that --engine names count before them")
      ->check(whole_between(std::uint64_t{100}, std::uint64_t{1} << 40))
      ->capture_default_str();
  command->add_option("--most", r.most, "Only so many ends, the likeliest; 0 = all")
      ->check(at_least(0))
      ->capture_default_str();
  command->add_option("--drop", r.drop, "Centipawns: an end is flagged when the search finds so much less")
      ->check(whole_between(1, 2 * kInfinite))
      ->capture_default_str();
  command->add_flag("--flagged", r.flagged, "Show the flagged ends only");
  command->add_option("--tables", r.tables, "Folder of endgame tables for the searches");
  add_searcher_options(*command, r.searcher);
  command->add_option("--out", r.out,
                      "Write the book with what the searches found, its folder too; may be the book itself");
  command->add_flag("--force", r.force, "Let --out replace another file that is there");
  command->add_option("--workspace", r.workspace,
                      "Folder for the searches made so far, which stay there; default with --out: OUT.exits, gone once "
                      "OUT has them all");
  add_common_options(*command, session, true, true);
  command->footer(
      "Scores are for the side to move at the end; a drop is what the book promises beyond the deeper search.\n"
      "What is certain (proved, or a table's) is not searched. Choose --nodes well above those that the book was\n"
      "built with; fewer are warned of. Interrupted (Ctrl-C), the ends that were searched are reported; with\n"
      "--out or --workspace the same command goes on where it was, killed or interrupted, and --out is written in\n"
      "the end. OUT.exits stays when it holds searches of ends that the last run was not about (a smaller\n"
      "--most); with other --nodes, --net, --engine or --tables name another folder, or remove it.\n"
      "Examples:\n  bookends book exits chess.book --most 100 --nodes 2000000\n"
      "  bookends book exits fragments.book --flagged --tables tables --out deeper.book\n"
      "  bookends book exits chess.book --most 50 --engine 'cmd=stockfish nodes=3000000 option.Hash=256'");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
