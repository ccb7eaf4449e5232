// `bookends probe`: what the tables and the book say of a position. Stands on the C libraries, as any program may.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <array>
#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "books/bookends_book.h"
#include "core/games.h"
#include "core/position.h"
#include "tablebases/bookends_tables.h"
#include "tools/commands.h"

namespace bookends {
namespace {

struct Request {
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
  std::optional<bookends_tables_value> value;
  std::string reason;  // why there is no value
  std::vector<bookends_tables_move> moves;
  std::optional<bookends_book_entry> book;
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

Result<Sources> open_sources(const Request& request) {
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

Result<void> check_fen(const Rules& rules, const std::string& fen) {
  return with_game(rules, [&]<const Rules & R>() -> Result<void> {
    const Result<Position<R>> position = Position<R>::from_fen(fen);
    if (!position) return position.error();
    return {};
  });
}

Result<void> ask_tables(const bookends_tables* tables, bool with_moves, Answer& answer) {
  std::array<char, 512> message{};
  bookends_tables_value value{};
  const int status = bookends_tables_probe_fen(tables, answer.fen.c_str(), BOOKENDS_TABLES_DTM, &value, message.data(),
                                               message.size());
  if (status == BOOKENDS_TABLES_OK)
    answer.value = value;
  else if (code_of_tables(status) == ErrorCode::not_found)
    answer.reason = message.data();
  else
    return Error{code_of_tables(status), message.data()};
  if (!with_moves || !answer.value) return {};
  std::array<bookends_tables_move, MoveList::kCapacity> moves{};
  std::size_t count = 0;
  const int listed = bookends_tables_root_moves(tables, answer.fen.c_str(), moves.data(), moves.size(), &count,
                                                message.data(), message.size());
  if (listed != BOOKENDS_TABLES_OK) return Error{code_of_tables(listed), message.data()};
  answer.moves.assign(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(std::min(count, moves.size())));
  return {};
}

Result<Answer> ask(const Rules& rules, const Sources& sources, const std::string& fen, bool with_moves) {
  if (Result<void> legal = check_fen(rules, fen); !legal) return legal.error();
  Answer answer;
  answer.fen = fen;
  answer.reason = "no tables given";
  if (sources.tables)
    if (Result<void> asked = ask_tables(sources.tables.get(), with_moves, answer); !asked) return asked.error();
  if (sources.book) {
    bookends_book_entry entry{};
    const bookends_book_status status = bookends_book_probe_fen(sources.book.get(), fen.c_str(), &entry);
    if (status == BOOKENDS_BOOK_OK)
      answer.book = entry;
    else if (status != BOOKENDS_BOOK_NOT_FOUND)
      return Error{code_of_book(status), bookends_book_status_text(status)};
  }
  return answer;
}

std::string_view word(const bookends_tables_value& value) {
  return value.wdl > 0 ? "win" : value.wdl < 0 ? "loss" : "draw";
}

std::string in_words(const bookends_tables_value& value) {
  if (value.plies < 0) return std::string(word(value));
  return fmt::format("{} in {} {}", word(value), value.plies, value.plies == 1 ? "ply" : "plies");
}

void print_text(const Answer& answer) {
  fmt::print("{}\n", answer.fen);
  if (answer.value)
    fmt::print("  tables  {}\n", in_words(*answer.value));
  else
    fmt::print("  tables  unknown ({})\n", answer.reason);
  for (const auto& move : answer.moves)
    fmt::print("    {:<8}{}\n", move.san, move.known != 0 ? in_words(move.value) : "unknown");
  if (answer.book)
    fmt::print("  book    {}  score {}  depth {}\n", answer.book->move, answer.book->score, answer.book->depth);
}

nlohmann::ordered_json value_json(const std::optional<bookends_tables_value>& value) {
  nlohmann::ordered_json out{{"value", "unknown"}, {"plies", nullptr}};
  if (!value) return out;
  out["value"] = word(*value);
  if (value->plies >= 0) out["plies"] = value->plies;
  return out;
}

void print_json(const Answer& answer, bool pretty) {
  nlohmann::ordered_json out{{"fen", answer.fen}};
  out.update(value_json(answer.value));
  if (!answer.value) out["reason"] = answer.reason;
  out["moves"] = nlohmann::ordered_json::array();
  for (const auto& move : answer.moves) {
    nlohmann::ordered_json one{{"uci", move.uci}, {"san", move.san}};
    one.update(value_json(move.known != 0 ? std::optional(move.value) : std::nullopt));
    out["moves"].push_back(one);
  }
  out["book"] = nullptr;
  if (answer.book)
    out["book"] = {{"uci", answer.book->move}, {"score", answer.book->score}, {"depth", answer.book->depth}};
  fmt::print("{}\n", out.dump(pretty ? 2 : -1));
}

void print_tsv(const Answer& answer) {
  const bool distance = answer.value && answer.value->plies >= 0;
  fmt::print("{}\t{}\t{}\n", answer.fen, answer.value ? word(*answer.value) : "unknown",
             distance ? std::to_string(answer.value->plies) : "-");
}

void print(const Answer& answer, const std::string& format, bool single) {
  if (format == "tsv")
    print_tsv(answer);
  else if (format == "json")
    print_json(answer, single);
  else
    print_text(answer);
}

// One FEN a line; empty lines are passed over.
Result<void> probe_lines(const Rules& rules, const Sources& sources, const std::string& format) {
  std::string line;
  for (std::size_t number = 1; std::getline(std::cin, line); ++number) {
    line.erase(line.find_last_not_of(" \t\r") + 1);
    if (line.empty()) continue;
    const Result<Answer> answer = ask(rules, sources, line, format != "tsv");
    if (!answer) return Error{answer.error().code, fmt::format("line {}: {}", number, answer.error().message)};
    print(*answer, format, false);
  }
  return {};
}

Result<void> run(const Request& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (request.tables.empty() && request.book.empty())
    return Error{ErrorCode::invalid_argument, "give --tables, --book or both"};
  const Result<Sources> sources = open_sources(request);
  if (!sources) return sources.error();
  const std::string format = session.json ? "json" : request.format;
  if (!request.fen) return probe_lines(**rules, *sources, format);
  const Result<Answer> answer = ask(**rules, *sources, *request.fen, format != "tsv");
  if (!answer) return answer.error();
  print(*answer, format, true);
  if (!answer->value && !answer->book) session.exit_code = kExitNegative;
  return {};
}

}  // namespace

void add_command_probe(CLI::App& group, Session& session) {
  auto request = std::make_shared<Request>();
  CLI::App* command = group.add_subcommand("probe", "Ask tables and a book about positions");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("--tables", request->tables, "Folder of tables");
  command->add_option("--book", request->book, "Opening book");
  command->add_option("--fen", request->fen, "The position; without it, one FEN a line on standard input");
  command->add_option("--format", request->format, "text, json or tsv (FEN, win|draw|loss|unknown, plies or -)")
      ->check(CLI::IsMember({"text", "json", "tsv"}))
      ->capture_default_str();
  add_common_options(*command, session, false, true);
  command->footer(
      "Exit code 1 when nothing is known of the position of --fen.\n"
      "Examples:\n  bookends probe fragments --tables tables --fen \"4k/5/2K2/5/R4 w\"\n"
      "  bookends probe fragments --tables tables --format tsv < positions.fen");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
