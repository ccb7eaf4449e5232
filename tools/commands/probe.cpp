// `bookends probe`: what the tables and the book say of a position. Stands on the C libraries, as any program may.
#include "tablebases/probe/probe.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "books/file/entry_text.h"
#include "books/probe/bookends_book.h"
#include "books/work/workspace.h"
#include "core/base/count_text.h"
#include "core/position/position.h"
#include "core/rules/games.h"
#include "gen/options/start_positions.h"
#include "tablebases/material/counted.h"
#include "tablebases/probe/bookends_tables.h"
#include "tools/commands/commands.h"
#include "tools/commands/probe_book_text.h"

namespace bookends {
namespace {

struct ProbeRequest {
  std::string game;
  std::string tables;
  std::string book;
  std::optional<std::string> fen;
  std::string format = "text";
};

struct CloseTables {
  void operator()(bookends_tables* tables) const { bookends_tables_close(tables); }
};
struct CloseBook {
  void operator()(bookends_book* book) const { bookends_book_close(book); }
};

struct Sources {
  std::unique_ptr<bookends_tables, CloseTables> tables;
  std::unique_ptr<bookends_book, CloseBook> book;
};

struct Answer {
  std::string fen;
  // Under the count that runs, if one does: there is none then where the tables cannot tell.
  std::optional<bookends_tables_value> value;
  std::optional<bookends_tables_value> uncounted;  // as if the game knew no counting
  int halfmove_clock = 0;
  int move_limit = 0;                        // of the rules; 0: none
  std::optional<std::string_view> counting;  // the result under counting, or "unknown"; where the game counts
  std::string reason;                        // why there is no value
  std::vector<bookends_tables_move> moves;
  std::optional<bookends_book_entry> book;
  std::string remark;  // of the book
  BookSide whose = BookSide::both;
  Color turn = Color::white;  // of the position
};

ErrorCode code_of_tables(int status) {
  switch (status) {
    case BOOKENDS_TABLES_NOT_FOUND:
    case BOOKENDS_TABLES_NOT_COVERED:
      return ErrorCode::not_found;
    case BOOKENDS_TABLES_CORRUPT:
      return ErrorCode::corrupt;
    case BOOKENDS_TABLES_UNSUPPORTED:
      return ErrorCode::unsupported;
    case BOOKENDS_TABLES_IO:
      return ErrorCode::io;
    case BOOKENDS_TABLES_MEMORY:
      return ErrorCode::limit;
    default:
      return ErrorCode::invalid_argument;
  }
}

ErrorCode code_of_book(bookends_book_status status) {
  switch (status) {
    case BOOKENDS_BOOK_NOT_FOUND:
      return ErrorCode::not_found;
    case BOOKENDS_BOOK_CORRUPT:
      return ErrorCode::corrupt;
    case BOOKENDS_BOOK_UNSUPPORTED:
      return ErrorCode::unsupported;
    case BOOKENDS_BOOK_IO:
      return ErrorCode::io;
    case BOOKENDS_BOOK_NO_MEMORY:
      return ErrorCode::limit;
    default:
      return ErrorCode::invalid_argument;
  }
}

Error other_game(const std::string& path, const char* theirs, const std::string& ours) {
  return {ErrorCode::unsupported, fmt::format("{} is of the game {}, not of {}", path, theirs, ours)};
}

Result<Sources> open_sources(const ProbeRequest& request) {
  Sources sources;
  std::array<char, 512> message{};
  if (!request.tables.empty()) {
    bookends_tables* tables = nullptr;
    const int status = bookends_tables_open(request.tables.c_str(), nullptr, &tables, message.data(), message.size());
    if (status != BOOKENDS_TABLES_OK) return Error{code_of_tables(status), message.data()};
    sources.tables.reset(tables);
    if (request.game != bookends_tables_game(tables))
      return other_game(request.tables, bookends_tables_game(tables), request.game);
  }
  if (!request.book.empty()) {
    bookends_book* book = nullptr;
    const bookends_book_status status = bookends_book_open(request.book.c_str(), &book, message.data(), message.size());
    if (status != BOOKENDS_BOOK_OK) return Error{code_of_book(status), message.data()};
    sources.book.reset(book);
    if (request.game != bookends_book_game(book))
      return other_game(request.book, bookends_book_game(book), request.game);
  }
  return sources;
}

std::string_view word(int wdl) { return wdl > 0 ? "win" : wdl < 0 ? "loss" : "draw"; }

// The value that the tables have for a FEN; nothing, and why, where they have none.
Result<std::optional<bookends_tables_value>> look_up(const bookends_tables* tables, const std::string& fen,
                                                     std::string& reason) {
  std::array<char, 512> message{};
  bookends_tables_value value{};
  const int status =
      bookends_tables_probe_fen(tables, fen.c_str(), BOOKENDS_TABLES_ALL, &value, message.data(), message.size());
  if (status == BOOKENDS_TABLES_OK) return std::optional(value);
  if (code_of_tables(status) != ErrorCode::not_found) return Error{code_of_tables(status), message.data()};
  reason = message.data();
  return std::optional<bookends_tables_value>();
}

// The result under the move limit with the clock of the FEN.
std::string_view category_text(const Answer& answer, const bookends_tables_value& value) {
  tables::Probed probed;
  probed.category = static_cast<tables::Category>(value.category);
  probed.dtz = value.dtz;
  probed.dtz_rounded = value.dtz_rounded != 0;
  return category_name(category_at(probed, answer.halfmove_clock, answer.move_limit));
}

// What the rules besides mate and stalemate make of the tables' value.
template <const Rules& R>
Result<void> judge(const bookends_tables* tables, const Position<R>& position, Answer& answer) {
  if constexpr (R.move_limit != 0) answer.halfmove_clock = position.halfmove_clock(), answer.move_limit = R.move_limit;
  if constexpr (R.counting != Counting::none) {
    Setup setup = position.setup();
    setup.count = {};
    const auto uncounted = look_up(tables, format_fen(R, setup), answer.reason);
    if (!uncounted) return uncounted.error();
    answer.uncounted = *uncounted;
    answer.counting = "unknown";
    if (!answer.uncounted) return {};
    const OracleValue value{static_cast<OracleValue::Wdl>(answer.uncounted->wdl), answer.uncounted->plies};
    if (const auto counted = tables::value_under_counting(position, value))
      answer.counting = word(static_cast<int>(counted->wdl));
  } else {
    answer.uncounted = answer.value;
  }
  return {};
}

Result<void> ask_tables(const Rules& rules, const bookends_tables* tables, bool with_moves, Answer& answer) {
  const auto value = look_up(tables, answer.fen, answer.reason);
  if (!value) return value.error();
  answer.value = *value;
  const Result<void> judged = with_game(rules, [&]<const Rules & R>() -> Result<void> {
    return judge(tables, Position<R>::from_fen(answer.fen).value(), answer);
  });
  if (!judged || !with_moves || !answer.uncounted) return judged;
  std::array<char, 512> message{};
  std::array<bookends_tables_move, MoveList::kCapacity> moves{};
  std::size_t count = 0;
  const int listed = bookends_tables_root_moves(tables, answer.fen.c_str(), moves.data(), moves.size(), &count,
                                                message.data(), message.size());
  if (listed != BOOKENDS_TABLES_OK) return Error{code_of_tables(listed), message.data()};
  answer.moves.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(std::min(count, moves.size())));
  return {};
}

Result<Color> turn_of(const Rules& rules, const std::string& fen) {
  return with_game(rules, [&]<const Rules & R>() -> Result<Color> {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    return position->turn();
  });
}

Result<void> ask_book(bookends_book* book, Answer& answer) {
  bookends_book_entry entry{};
  const bookends_book_status status = bookends_book_probe_fen(book, answer.fen.c_str(), &entry);
  if (status == BOOKENDS_BOOK_NOT_FOUND) return {};
  if (status != BOOKENDS_BOOK_OK) return Error{code_of_book(status), bookends_book_status_text(status)};
  answer.book = entry;
  answer.whose = static_cast<BookSide>(bookends_book_side_of(book));
  if (const char* remark = bookends_book_remark(book, entry.key)) answer.remark = remark;
  return {};
}

// `text` is a FEN, or the name of a setup.
Result<Answer> ask(const Rules& rules, const Sources& sources, const std::string& text, bool with_moves) {
  const std::string fen = named_fen(rules, text);
  const Result<Color> turn = turn_of(rules, fen);
  if (!turn) return turn.error();
  Answer answer;
  answer.fen = fen;
  answer.turn = *turn;
  answer.reason = "no tables given";
  if (sources.tables)
    if (Result<void> asked = ask_tables(rules, sources.tables.get(), with_moves, answer); !asked) return asked.error();
  if (sources.book)
    if (Result<void> asked = ask_book(sources.book.get(), answer); !asked) return asked.error();
  return answer;
}

std::string plies_text(int n) { return count_text(static_cast<std::uint64_t>(n), "ply", "plies"); }

std::string in_words(const bookends_tables_value& value) {
  std::string text(word(value.wdl));
  if (value.plies >= 0) text += " in " + plies_text(value.plies);
  return text;
}

// A DTZ that a file has rounded may be one more.
std::string dtz_text(const bookends_tables_value& value) {
  return fmt::format("{}{}", plies_text(value.dtz), value.dtz_rounded != 0 ? ", or one more" : "");
}

void print_move(const Answer& answer, const bookends_tables_move& move) {
  if (move.known == 0) return fmt::print("    {:<8}unknown\n", move.san);
  fmt::print("    {:<8}{}", move.san, in_words(move.value));
  const std::string_view category = category_text(answer, move.value);
  if (answer.move_limit != 0 && category != word(move.value.wdl)) fmt::print(", {}", category);
  if (move.value.dtz > 0) fmt::print(", dtz {}", dtz_text(move.value));
  fmt::print("\n");
}

std::string book_line(const Answer& answer) {
  if (!answer.book) return "does not know it";
  const std::string text = book_text(*answer.book, answer.remark);
  if (plays_at(answer.whose, answer.turn)) return text;
  return text + fmt::format("\n    a reply that {}'s book is ready for, for nobody to play",
                            answer.whose == BookSide::white ? "White" : "Black");
}

void print_text(const Answer& answer, bool with_book) {
  fmt::print("{}\n", answer.fen);
  if (answer.value)
    fmt::print("  tables  {}\n", in_words(*answer.value));
  else
    fmt::print("  tables  unknown ({})\n", answer.reason);
  if (answer.move_limit != 0 && answer.value)
    fmt::print("    under the move limit: {}{}\n", category_text(answer, *answer.value),
               answer.value->dtz > 0 ? ", dtz " + dtz_text(*answer.value) : "");
  if (answer.counting && answer.uncounted)
    fmt::print("    under counting: {}; without: {}\n", *answer.counting, in_words(*answer.uncounted));
  for (const auto& move : answer.moves) print_move(answer, move);
  if (with_book) fmt::print("  book    {}\n", book_line(answer));
}

nlohmann::ordered_json number_or_null(const std::optional<int>& n) {
  return n && *n >= 0 ? nlohmann::ordered_json(*n) : nlohmann::ordered_json(nullptr);
}

// "value" and "plies" of one move.
nlohmann::ordered_json value_json(const std::optional<bookends_tables_value>& value) {
  return {{"value", value ? word(value->wdl) : "unknown"},
          {"plies", number_or_null(value ? std::optional(value->plies) : std::nullopt)}};
}

void add_zeroing(nlohmann::ordered_json& out, const Answer& answer, const bookends_tables_value& value) {
  if (answer.move_limit == 0) return;
  out["dtz"] = number_or_null(value.dtz);
  if (value.dtz_rounded != 0) out["dtz_rounded"] = true;
  out["category"] = category_text(answer, value);
}

nlohmann::ordered_json answer_json(const Answer& answer) {
  nlohmann::ordered_json out{{"fen", answer.fen}};
  out.update(value_json(answer.value));
  out["wdl"] = answer.uncounted ? word(answer.uncounted->wdl) : "unknown";
  out["dtm"] = number_or_null(answer.uncounted ? std::optional(answer.uncounted->plies) : std::nullopt);
  if (answer.value) add_zeroing(out, answer, *answer.value);
  if (answer.counting) out["counting"] = *answer.counting;
  if (!answer.value) out["reason"] = answer.reason;
  return out;
}

// Named as `dump --format json` does.
nlohmann::ordered_json book_json(const Answer& answer) {
  const bookends_book_entry& entry = *answer.book;
  const std::optional<Score> score = score_of(entry_of(entry));
  nlohmann::ordered_json out{{"uci", entry.move},
                             {"score", score ? nlohmann::ordered_json(*score) : nlohmann::ordered_json(nullptr)},
                             {"depth", entry.depth},
                             {"proof", proof_name(static_cast<Proof>(entry.proof))},
                             {"table", entry.from_table != 0},
                             {"manual", entry.manual != 0},
                             {"side", side_name(answer.whose)}};
  if (!answer.remark.empty()) out["remark"] = answer.remark;
  return out;
}

void print_json(const Answer& answer, bool pretty) {
  nlohmann::ordered_json out = answer_json(answer);
  out["moves"] = nlohmann::ordered_json::array();
  for (const auto& move : answer.moves) {
    nlohmann::ordered_json one{{"uci", move.uci}, {"san", move.san}};
    one.update(value_json(move.known != 0 ? std::optional(move.value) : std::nullopt));
    if (move.known != 0) add_zeroing(one, answer, move.value);
    out["moves"].push_back(one);
  }
  out["book"] = nullptr;
  if (answer.book) out["book"] = book_json(answer);
  fmt::print("{}\n", out.dump(pretty ? 2 : -1, ' ', false, nlohmann::json::error_handler_t::replace));
}

// The columns of the book are there when a book was asked.
void print_tsv(const Answer& answer, bool with_book) {
  const bool distance = answer.value && answer.value->plies >= 0;
  fmt::print("{}\t{}\t{}", answer.fen, answer.value ? word(answer.value->wdl) : "unknown",
             distance ? std::to_string(answer.value->plies) : "-");
  if (with_book) fmt::print("\t{}", answer.book ? book_columns(*answer.book, answer.remark) : no_book_columns());
  fmt::print("\n");
}

void print(const Answer& answer, const std::string& format, bool with_book, bool single) {
  if (format == "tsv")
    print_tsv(answer, with_book);
  else if (format == "json")
    print_json(answer, single);
  else
    print_text(answer, with_book);
}

// One FEN a line; empty lines are passed over. A bad one is said, and does not stop the others; damaged files do.
Result<void> probe_lines(const Rules& rules, const Sources& sources, const std::string& format, Session& session) {
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) continue;
    const Result<Answer> answer = ask(rules, sources, line, format != "tsv");
    if (answer) {
      print(*answer, format, sources.book != nullptr, false);
      continue;
    }
    const Error error{answer.error().code, fmt::format("line {}: {}", number, answer.error().message)};
    if (error.code != ErrorCode::invalid_argument) return error;
    session.fail(error);
  }
  return {};
}

Result<void> run(const ProbeRequest& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (request.tables.empty() && request.book.empty())
    return Error{ErrorCode::invalid_argument, "give --tables, --book or both"};
  const Result<Sources> sources = open_sources(request);
  if (!sources) return sources.error();
  const std::string format = session.json ? "json" : request.format;
  if (!request.fen) return probe_lines(**rules, *sources, format, session);
  const Result<Answer> answer = ask(**rules, *sources, *request.fen, format != "tsv");
  if (!answer) return answer.error();
  print(*answer, format, sources->book != nullptr, true);
  if (!answer->value && !answer->book) session.exit_code = kExitNegative;
  return {};
}

}  // namespace

void add_command_probe(CLI::App& group, Session& session) {
  auto request = std::make_shared<ProbeRequest>();
  CLI::App* command = group.add_subcommand("probe", "Ask tables and a book about positions");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("--tables", request->tables, "Folder of tables");
  command->add_option("--book", request->book, "Opening book");
  command->add_option("--fen", request->fen,
                      "The position, a FEN or a setup's name (startpos); without it, one a line on standard input");
  command
      ->add_option("--format", request->format,
                   "text, json or tsv (FEN, win|draw|loss|unknown, plies or -; with --book also move, score in "
                   "centipawns, depth, marks and remark, each or -)")
      ->check(CLI::IsMember({"text", "json", "tsv"}))
      ->capture_default_str();
  add_common_options(*command, session, false, true);
  command->get_option("--json")->excludes(command->get_option("--format"));
  command->footer(
      "Distances are in plies. Chess: dtz is the one to the next capture, pawn move or mate, and the category is the\n"
      "result under the 50-move rule with the clock of the FEN: win, cursed-win, draw, blessed-loss or loss. Makruk:\n"
      "value and plies answer for the count of the FEN if one is running; \"under counting\" takes pieces' honour to\n"
      "begin now where none is.\n"
      "Of the book: move, score for the side to move (+0.35, or #2: it wins in 2 moves; json and tsv have the number\n"
      "that is in the book; - or null where it has none), depth, marks (\"proved win\", \"table draw\", \"by hand\")\n"
      "and remark (in quotes, escaped as in JSON). json has proof, table, manual and remark as `bookends dump` does, "
      "and\n"
      "side: whose book it is. One of White's has Black's moves as replies to be ready for, hardly searched.\n"
      "Exit code 1 when nothing is known of the position of --fen. Of lines that are no position each is an error on\n"
      "stderr, with its number; the others are answered, and the exit code is 2.\n"
      "Examples:\n  bookends probe fragments --tables tables --fen \"4k/5/2K2/5/R4 w\"\n"
      "  bookends probe chess --tables chess --fen \"8/8/8/3k4/8/8/8/KR6 w - - 12 40\" --json\n"
      "  bookends probe makruk --tables makruk --fen \"8/8/8/3k4/8/8/8/K6R b - 32 6 1\"\n"
      "  bookends probe chess --book chess.book --fen startpos\n"
      "  bookends probe fragments --tables tables --format tsv < positions.fen");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
