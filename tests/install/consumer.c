/* A program of somebody else: it has the two installed headers and libraries, a folder of tables and a book. */
#include <bookends_book.h>
#include <bookends_tables.h>
#include <stdio.h>

static int ask_tables(const char* folder) {
  char error[256];
  bookends_tables* tables = NULL;
  bookends_tables_value value;
  if (bookends_tables_open(folder, NULL, &tables, error, sizeof error) != BOOKENDS_TABLES_OK) return puts(error), 1;
  const int status =
      bookends_tables_probe_fen(tables, "4k/5/2K2/5/R4 w - - 0 1", BOOKENDS_TABLES_DTM, &value, error, sizeof error);
  bookends_tables_close(tables);
  if (status != BOOKENDS_TABLES_OK) return puts(error), 1;
  printf("tables: %d in %d\n", value.wdl, value.plies);
  return value.wdl == 1 && value.plies == 3 ? 0 : 1;
}

static int ask_book(const char* file) {
  char error[256];
  bookends_book* book = NULL;
  bookends_book_entry entry;
  bookends_book_move moves[64];
  size_t count = 0;
  if (bookends_book_open(file, &book, error, sizeof error) != BOOKENDS_BOOK_OK) return puts(error), 1;
  const char* start = bookends_book_start(book, 0);
  bookends_book_status status = bookends_book_probe_fen(book, start, &entry);
  if (status == BOOKENDS_BOOK_OK) status = bookends_book_moves(book, start, moves, 64, &count);
  bookends_book_close(book);
  if (status != BOOKENDS_BOOK_OK) return puts(bookends_book_status_text(status)), 1;
  printf("book: %s, of %d moves that it knows\n", entry.move, (int)count);
  return 0;
}

int main(int argc, char** argv) { return argc == 3 ? ask_tables(argv[1]) | ask_book(argv[2]) : 2; }
