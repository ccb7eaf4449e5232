// The same of C++: what a folder of tables and a book say, by the classes of bookends.hpp.
#include <bookends.hpp>
#include <cstdio>

namespace {

int failures = 0;

void check(bool so, const char* what) {
  if (!so) std::printf("not so: %s\n", what);
  failures += so ? 0 : 1;
}

bookends::Tables::Board rook_ending(const bookends::Tables& tables) {
  bookends::Tables::Board board{};
  const std::string kinds = tables.kinds();
  const auto put = [&](char piece, int square, bool white) {
    const std::uint64_t bit = std::uint64_t{1} << square;
    (white ? board.white : board.black) |= bit;
    board.kinds[kinds.find(piece)] |= bit;
  };
  put('K', 12, true), put('R', 0, true), put('K', 24, false);
  return board;
}

void ask_tables(const bookends::Tables& tables) {
  check(tables.game() == "fragments", "the tables' game");
  check(tables.endings().size() == 1 && std::string(tables.endings()[0].name) == "KRvK", "the endings");
  const auto by_fen = tables.probe("4k/5/2K2/5/R4 w");
  check(by_fen && by_fen->wdl == 1 && by_fen->plies == 3, "the value of a FEN");
  const auto board = rook_ending(tables);
  tables.prefetch(board);
  const auto by_board = tables.probe(board, BOOKENDS_TABLES_ALL);
  check(by_board && by_board->plies == 3, "the value of a board");
  const auto values = tables.probe(std::vector{board, bookends::Tables::Board{}});
  check(values.size() == 2 && values[0] && !values[1], "the values of two boards");
  const auto moves = tables.moves("4k/5/2K2/5/R4 w", "a1d1 e5e4");
  check(moves && !moves->empty() && moves->front().known == 1, "the moves after two plies");
  const auto best = tables.moves("4k/5/2K2/5/R4 w");
  check(best && !best->empty(), "the moves of a FEN");
  const auto of_board = tables.moves(board);
  check(of_board && !of_board->empty() && std::string(of_board->front().uci) == best->front().uci,
        "the moves of a board");
  const auto after = tables.probe_after("4k/5/2K2/5/R4 w", best->front().uci);
  check(after && after->wdl == -1 && after->plies == 2, "the value after the best move");
  const auto illegal = tables.probe_after("4k/5/2K2/5/R4 w", "a1b2");
  check(!illegal && illegal.error().status == BOOKENDS_TABLES_INVALID, "a move that is not legal");
  const auto wrong = tables.moves("4k/5/2K2/5/R4 w", "a1a9");
  check(!wrong && wrong.error().message.find("a1a9") != std::string::npos, "what is said of a wrong move");
  check(!tables.probe("nonsense") && tables.probe("nonsense").error().status == BOOKENDS_TABLES_INVALID, "a wrong FEN");
}

void ask_book(const bookends::Book& book) {
  check(book.game() == "fragments" && book.positions() > 0 && !book.starts().empty(), "the book");
  const auto entry = book.probe(book.starts().front());
  const auto moves = book.moves(book.starts().front());
  check(entry && moves && std::string(entry->move) == moves->front().uci, "the book's move");
  check(book.kinds() == "PNBRQK" && !book.probe(bookends::Book::Board{}), "a board without men");
  check(book.probe("nonsense").error().message.find("FEN") != std::string::npos, "what is said of a wrong FEN");
  check(!bookends::Certificate::open("/nowhere"), "a certificate that is not there");
  check(book.probe("4k/5/2K2/5/R4 w").error().status == BOOKENDS_BOOK_NOT_FOUND, "what the book does not know");
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  auto tables = bookends::Tables::open(argv[1]);
  const auto book = bookends::Book::open(argv[2]);
  if (!tables || !book) return std::puts((tables ? book.error() : tables.error()).message.c_str()), 1;
  const bookends::Tables moved = std::move(*tables);
  ask_tables(moved);
  ask_book(*book);
  check(!bookends::Tables::open("/nowhere") && !bookends::Book::open("/nowhere"), "what is not there is refused");
  return failures;
}
