// `bookends book prune|subtree|fix|merge|set`: books made from books.
#include "books/edit/edit.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>

#include "books/text/entry.h"
#include "books/text/epd_line.h"
#include "books/work/overrides.h"
#include "core/base/count_text.h"
#include "gen/options/position_choice.h"
#include "tools/book_commands/book_files.h"
#include "tools/commands/commands.h"

namespace bookends {
namespace {

using Json = nlohmann::ordered_json;

struct BookEditRequest {
  std::vector<std::string> books;
  std::string out;
  bool force = false;
  // prune
  std::optional<int> max_loss, max_ply, min_depth;
  std::optional<std::size_t> positions;
  // subtree and set
  std::vector<std::string> at;
  std::string move;
  std::optional<int> score;
  std::optional<std::string> remark;
  bool clear = false;
  // merge
  bool first = false;
};

// As a shell takes it for one word.
std::string shell_word(const std::string& value) {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-+=:,./@%";
  if (!value.empty() && value.find_first_not_of(kPlain) == std::string::npos) return value;
  std::string quoted = "'";
  for (const char c : value) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

struct Done {
  std::string said;                  // what was done, for people; or why there was nothing to do
  Json counts = Json::object();      // the same for programs
  bool found = true;                 // otherwise no book is written: a negative answer
  std::vector<std::string> edits{};  // of other books, that came in with them
};

Done went(std::size_t gone, const BookGraph& graph) {
  return {count_text(gone, "position") + " went, " + count_text(graph.size(), "stays", "stay"), {{"gone", gone}}};
}

// The edits.
template <const Rules& R>
using Edit = Result<Done> (*)(BookGraph& graph, const BookEditRequest& request);

struct Prune {
  template <const Rules& R>
  static Result<Done> in(BookGraph& graph, const BookEditRequest& r) {
    if (!r.max_loss && !r.positions && !r.max_ply && !r.min_depth)
      return Error{ErrorCode::invalid_argument, "prune what? Give --max-loss, --positions, --max-ply or --min-depth"};
    const std::size_t gone = prune<R>(graph, {r.max_loss, r.positions, r.max_ply, r.min_depth});
    return went(gone, graph);
  }
};

struct Subtree {
  template <const Rules& R>
  static Result<Done> in(BookGraph& graph, const BookEditRequest& r) {
    std::vector<std::string> fens;
    for (const std::string& text : r.at) {
      const auto position = position_at<R>(graph.header.starts, text);
      if (!position) return position.error();
      fens.push_back(position->fen());
    }
    const Result<std::size_t> gone = take_subtree<R>(graph, fens);
    if (!gone && gone.error().code == ErrorCode::not_found) return Done{gone.error().message, {}, false};
    if (!gone) return gone.error();
    return went(*gone, graph);
  }
};

struct Fix {
  template <const Rules& R>
  static Result<Done> in(BookGraph& graph, const BookEditRequest&) {
    const Repair done = repair<R>(graph);
    std::string said = fmt::format("{} that no line led to, {}, {} that did not follow",
                                   count_text(done.unreached, "entry", "entries"),
                                   count_text(done.illegal, "illegal move"), count_text(done.revalued, "value"));
    if (done.far_sighted > 0)
      said +=
          "; " + count_text(done.far_sighted, "stays that looks", "stay that look") + " further ahead than the book";
    return Done{said,
                {{"unreached", done.unreached},
                 {"illegal", done.illegal},
                 {"revalued", done.revalued},
                 {"far_sighted", done.far_sighted}}};
  }
};

struct Merge {
  template <const Rules& R>
  static Result<Done> in(BookGraph& graph, const BookEditRequest& r) {
    const std::size_t before = graph.size();
    std::vector<std::string> edits;
    std::vector<std::vector<std::string>> histories{edits_of(graph.header)};
    for (std::size_t i = 1; i < r.books.size(); ++i) {
      const Result<BookGraph> other = load_graph<R>(r.books[i]);
      if (!other) return other.error();
      if (const Result<void> merged = merge<R>(graph, *other, r.first); !merged)
        return Error{merged.error().code, r.books[i] + ": " + merged.error().message};
      add_edits(edits_of(other->header), r.books[i], histories, edits);
    }
    const std::size_t more = graph.size() - before;
    return Done{
        fmt::format("{}, {} of them new", count_text(graph.size(), "position"), more), {{"new", more}}, true, edits};
  }

  // What a book went through, but for what it did when it was one with a book before it.
  static void add_edits(const std::vector<std::string>& history, const std::string& name,
                        std::vector<std::vector<std::string>>& before, std::vector<std::string>& edits) {
    auto own = history.begin();
    for (const std::vector<std::string>& other : before) own = std::max(own, std::ranges::mismatch(history, other).in1);
    for (; own != history.end(); ++own) edits.push_back("in " + shell_word(name) + ": " + *own);
    before.push_back(history);
  }
};

struct Set {
  template <const Rules& R>
  static Result<Done> in(BookGraph& graph, const BookEditRequest& r) {
    if (r.move.empty() && !r.score && !r.remark && !r.clear)
      return Error{ErrorCode::invalid_argument, "set what? Give --move, --score or --remark, or --clear"};
    const auto position = position_at<R>(graph.header.starts, r.at.front());
    if (!position) return position.error();
    if (r.clear) return clear(graph, *position);
    std::optional<Move> move;
    if (!r.move.empty()) {
      const Result<Move> parsed = parse_epd_move(*position, r.move);
      if (!parsed) return Error{parsed.error().code, "--move: " + parsed.error().message};
      move = *parsed;
    }
    const Result<std::size_t> gave_way = set_by_hand(graph, *position, move, r.score, r.remark);
    if (!gave_way) return gave_way.error();
    const BookEntry& entry = graph.nodes[index_of(graph).at(position->key())].entry;
    const std::optional<Score> score = score_of(entry);
    const bool kept = move && !r.score;
    return Done{fmt::format("set in {}", position->fen()) + (kept ? kept_score(entry) : "") + lost_searches(*gave_way),
                {{"fen", position->fen()},
                 {"score", score ? Json(*score) : Json(nullptr)},
                 {"kept_score", kept},
                 {"gave_way", *gave_way}}};
  }

  static std::string kept_score(const BookEntry& entry) {
    return fmt::format("; keeps the score {} that was there (--score gives it another)", score_text(entry));
  }

  static std::string lost_searches(std::size_t gave_way) {
    if (gave_way == 0) return "";
    return fmt::format("; {} above gave way to it, which --clear does not bring back",
                       count_text(gave_way, "deep search", "deep searches"));
  }

  template <const Rules& R>
  static Result<Done> clear(BookGraph& graph, const Position<R>& position) {
    const Result<Cleared> cleared = clear_by_hand(graph, position);
    const Json fen{{"fen", position.fen()}};
    if (!cleared && cleared.error().code == ErrorCode::not_found) return Done{cleared.error().message, fen, false};
    if (!cleared) return cleared.error();
    if (*cleared == Cleared::nothing) return Done{"nothing was set in " + position.fen(), fen, false};
    if (*cleared == Cleared::remark) return Done{"the remark is gone; nothing else was set", fen};
    if (*cleared == Cleared::yes) return Done{"the mark is gone", fen};
    return Done{
        "the mark is gone; the value stays, as one that looks 1 ply ahead: no search's is known (`book exits "
        "--out` makes one)",
        fen};
  }
};

void print_json(const Done& done, const SavedBook& saved, std::size_t positions, const std::string& out) {
  Json json{{"file", out}, {"positions", positions}, {"changed", saved.changed}, {"written", saved.written}};
  json.update(done.counts);
  fmt::print("{}\n", json.dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
}

template <const Rules& R>
Result<void> edit(const std::string& what, Edit<R> work, const BookEditRequest& request, Session& session) {
  const Result<FileStamp> before = may_write(request.out, request.books, request.force);
  if (!before) return before.error();
  Result<BookGraph> graph = load_graph<R>(request.books.front());
  if (!graph) return graph.error();
  const Result<Done> done = work(*graph, request);
  if (!done) return done.error();
  if (!done->found) {
    if (session.json) print_json(*done, {false, false}, graph->size(), request.out);
    session.fail({ErrorCode::not_found, request.books.front() + ": " + done->said + "; no book is written"});
    session.exit_code = kExitNegative;
    return {};
  }
  std::vector<std::string> edits = done->edits;
  edits.push_back(what);
  const Result<SavedBook> saved = save_graph<R>(*graph, edits, request.out, request.books, *before);
  if (!saved) return saved.error();
  session.say(saved_text(request.out, *saved, done->said));
  if (session.json) print_json(*done, *saved, graph->size(), request.out);
  return {};
}

// The options as they were typed, for the book's own record of what was done to it.
std::string typed(const CLI::App& command) {
  std::string text = command.get_name();
  for (const CLI::Option* option : command.get_options()) {
    const std::string& name = option->get_single_name();
    if (option->count() == 0 || name == "out" || name == "force" || name == "quiet" || name == "progress" ||
        name == "json")
      continue;
    const std::string named = option->get_positional() ? "" : " --" + name;
    if (option->get_items_expected_max() == 0) text += named;
    for (const std::string& value : option->results())
      if (option->get_items_expected_max() > 0) text += named + " " + shell_word(value);
  }
  return text;
}

using AnyEdit = Result<void> (*)(const std::string&, const Rules&, const BookEditRequest&, Session&);

// One of the edits above, for whichever game the book is of.
template <class Work>
Result<void> any_edit(const std::string& what, const Rules& rules, const BookEditRequest& request, Session& session) {
  return with_game(
      rules, [&]<const Rules & R>() -> Result<void> { return edit<R>(what, &Work::template in<R>, request, session); });
}

CLI::App* add_edit(CLI::App& group, Session& session, const std::string& name, const std::string& description,
                   const std::shared_ptr<BookEditRequest>& request, AnyEdit work) {
  CLI::App* command = group.add_subcommand(name, description);
  command->add_option("--out", request->out, "The book to write, its folder too; may be the one that is read")
      ->required();
  command->add_flag("--force", request->force, "Replace another file that is there");
  add_common_options(*command, session, false, true);
  command->callback([command, request, work, &session] {
    const Result<const Rules*> rules = game_of_book(request->books.front());
    const Result<void> done = rules ? work(typed(*command), **rules, *request, session) : Result<void>(rules.error());
    if (!done) session.fail(done.error());
  });
  return command;
}

void add_book(CLI::App& command, BookEditRequest& request) {
  command.add_option("BOOK,--book", request.books, "The book")->required()->expected(1);
}

}  // namespace

void add_command_book_prune(CLI::App& group, Session& session) {
  auto r = std::make_shared<BookEditRequest>();
  CLI::App* command = add_edit(group, session, "prune", "Take positions out of a book", r, any_edit<Prune>);
  add_book(*command, *r);
  command->add_option("--max-loss", r->max_loss, "Centipawns: lines with a worse move go")
      ->check(whole_between(0, 2 * kInfinite));
  command->add_option("--positions", r->positions, "Only so many stay, the likeliest")->check(at_least(1));
  command->add_option("--max-ply", r->max_ply, "Positions more plies from every start go")
      ->check(whole_between(1, 10000));
  command->add_option("--min-depth", r->min_depth, "Scores that look fewer plies ahead go")
      ->check(whole_between(1, 255));
  command->footer(
      "Several rules together all apply; the starts always stay, and values follow from what is left. In a book of "
      "one\n"
      "side --max-loss takes out, too, what only other moves of its own than the book's lead to; --positions begins\n"
      "with that.\n"
      "Examples:\n  bookends book prune big.book --max-loss 100 --out small.book\n"
      "  bookends book prune big.book --positions 10000 --max-ply 16 --out small.book");
}

void add_command_book_subtree(CLI::App& group, Session& session) {
  auto r = std::make_shared<BookEditRequest>();
  CLI::App* command = add_edit(group, session, "subtree", "A book of what one position leads to", r, any_edit<Subtree>);
  add_book(*command, *r);
  command->add_option("--at,--from", r->at, kPositionHelp)->required()->allow_extra_args(false);
  command->footer(
      "Examples:\n  bookends book subtree fragments.book --at \"d3 b3\" --out d3b3.book\n"
      "  bookends book subtree chess.book --at \"e4 c5\" --at \"d4 d5 c4\" --out mine.book");
}

void add_command_book_fix(CLI::App& group, Session& session) {
  auto r = std::make_shared<BookEditRequest>();
  CLI::App* command = add_edit(group, session, "fix", "Mend entries that nothing leads to, illegal moves, stale values",
                               r, any_edit<Fix>);
  add_book(*command, *r);
  command->footer(
      "Values follow from the positions after them, but where an entry looks further ahead than the book does behind "
      "its\n"
      "move: that is taken for a deep search of its own, as merged books have.\n"
      "Example:\n  bookends book fix old.book --out new.book");
}

void add_command_book_merge(CLI::App& group, Session& session) {
  auto r = std::make_shared<BookEditRequest>();
  CLI::App* command = add_edit(group, session, "merge", "One book of several", r, any_edit<Merge>);
  command->add_option("BOOKS,--book", r->books, "Two books or more, of one game and side")->required()->expected(2, -1);
  command->add_flag("--first", r->first, "Of a position in both the first book counts alone");
  command->footer(
      "Of a position in several books that entry counts which a person made, else the proved one, else the one with a\n"
      "score, else the one that looks further ahead, else the first; values follow from the moves of all. Where one\n"
      "book ends with a search that looks further ahead than another one behind the same move, the search's score\n"
      "stays. What games say of moves is added up, and so are a Polyglot book's weights. With --first a book adds\n"
      "positions that no book before it has, and nothing else. Repertoires of White and of Black stay two files: the\n"
      "agent's BookFile and `book test` take both.\n"
      "Examples:\n  bookends book merge monday.book tuesday.book --out week.book\n"
      "  bookends book merge --first mine.book theirs.book --out both.book");
}

void add_command_book_set(CLI::App& group, Session& session) {
  auto r = std::make_shared<BookEditRequest>();
  CLI::App* command =
      add_edit(group, session, "set", "A person's move or score for a position, outranking search", r, any_edit<Set>);
  add_book(*command, *r);
  command->add_option("--at,--from", r->at, kPositionHelp)->required()->expected(1);
  CLI::Option* move = command->add_option("--move", r->move, "The move to play there, SAN or UCI");
  CLI::Option* score = command->add_option("--score", r->score, "Centipawns, for the side to move")
                           ->check(whole_between(-kLargestSetScore, kLargestSetScore));
  CLI::Option* remark =
      command->add_option("--remark", r->remark, "Why; kept in the book, and alone no mark; \"\" takes it away");
  command->add_flag("--clear", r->clear, "Take the mark and the remark off again")
      ->excludes(move)
      ->excludes(score)
      ->excludes(remark);
  command->footer(
      "What a search said of the position is lost; a move without --score keeps the score that was there, and says\n"
      "which. A proof that rests on what is set is one no longer. Deep searches above, whose scores stood against the\n"
      "rest of the book, give way where a line behind their move comes to what is set, or where it makes another move\n"
      "better; how many is said, and --clear does not bring them back. Exit code 1 when --clear finds nothing that "
      "was\n"
      "set.\n"
      "Examples:\n  bookends book set fragments.book --at \"d3 b3\" --move c3 --remark \"easier to play\" --out "
      "my.book\n"
      "  bookends book set chess.book --at \"f3 e5 g4\" --move Qh4 --score 30000 --out chess.book\n"
      "  bookends book set my.book --at \"d3 b3\" --clear --out my.book");
}

}  // namespace bookends
