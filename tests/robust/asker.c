/* Asks the C libraries as an engine would, and says of each question how it was answered.
 *
 *   asker TABLES BOOK FENS [CUT...]
 *
 * TABLES is a folder of tables, BOOK a file, FENS a file with a position a line. For each there is a line: the status
 * and the value of the tables, then those of the book. In the middle the files CUT are cut to nothing. Exit code 0
 * whatever they answer; 2 for what no library may do. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "books/capi/bookends_book.h"
#include "tablebases/capi/bookends_tables.h"

enum { kLongest = 200, kMost = 400 };

static char fens[kMost][kLongest];

static int read_fens(const char* path) {
  FILE* file = NULL;
  int count = 0;
  /* The faults are not meant for this: each comes to an end. */
  for (int i = 0; i < kMost && file == NULL; ++i) file = fopen(path, "r");
  if (file == NULL) return -1;
  while (count < kMost && fgets(fens[count], kLongest, file) != NULL) {
    fens[count][strcspn(fens[count], "\n")] = '\0';
    ++count;
  }
  fclose(file);
  return count;
}

int main(int argc, char** argv) {
  bookends_tables* tables = NULL;
  bookends_book* book = NULL;
  char message[300] = "";
  int count = argc < 4 ? -1 : read_fens(argv[3]);
  if (count < 0) return 2;
  const int opened = bookends_tables_open(argv[1], NULL, &tables, message, sizeof message);
  printf("tables %d\n", opened);
  const int found = (int)bookends_book_open(argv[2], &book, message, sizeof message);
  printf("book %d\n", found);
  if ((opened == 0) != (tables != NULL) || (found == 0) != (book != NULL)) return 2;
  for (int i = 0; i < count; ++i) {
    bookends_tables_value value;
    bookends_book_entry entry;
    memset(&value, 0, sizeof value);
    memset(&entry, 0, sizeof entry);
    if (i == count / 2)
      for (int cut = 4; cut < argc; ++cut)
        if (truncate(argv[cut], 0) != 0) return 2;
    const int probed = tables == NULL ? -1
                                      : bookends_tables_probe_fen(tables, fens[i], BOOKENDS_TABLES_DTM, &value, message,
                                                                  sizeof message);
    const int known = book == NULL ? -1 : (int)bookends_book_probe_fen(book, fens[i], &entry);
    printf("%d %d/%d %d %d/%s\n", probed, probed == 0 ? value.category : 0, probed == 0 ? value.plies : 0, known,
           known == 0 ? entry.score : 0, known == 0 ? entry.move : "");
    if (probed > BOOKENDS_TABLES_MEMORY || known > BOOKENDS_BOOK_NO_MEMORY) return 2;
  }
  bookends_tables_close(tables);
  bookends_book_close(book);
  return fflush(stdout) == 0 ? 0 : 2;
}
