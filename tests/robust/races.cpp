// Threads that ask one handle of the C libraries while others open and close theirs, and searches of several threads
// that are stopped at any moment: for a thread sanitizer, and for wrong answers without one.
//
//   races TABLES BOOK FENS SECONDS
//
// TABLES is a folder of fragments, BOOK a book of it, FENS a file with a position a line. Prints how much was asked;
// exit code 1 when an answer was not the one of a single thread.
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "books/capi/bookends_book.h"
#include "core/rules/games.h"
#include "core/search/search.h"
#include "tablebases/capi/bookends_tables.h"

namespace {

using bookends::games::fragments;
using Clock = std::chrono::steady_clock;

constexpr int kAskers = 8;

struct Answer {
  int status = 0, category = 0, plies = 0, known = 0, score = 0;
  bool operator==(const Answer&) const = default;
};

// Handles of both libraries, closed at the end.
struct Handles {
  Handles(const char* folder, const char* file) {
    bookends_tables_options few{};
    few.cache_bytes = 1 << 16;  // blocks come and go
    bookends_tables_open(folder, &few, &tables, nullptr, 0);
    bookends_book_open(file, &book, nullptr, 0);
  }
  ~Handles() {
    bookends_tables_close(tables);
    bookends_book_close(book);
  }
  Handles(const Handles&) = delete;
  Handles& operator=(const Handles&) = delete;

  Answer ask(const std::string& fen) const {
    Answer answer;
    bookends_tables_value value{};
    answer.status = bookends_tables_probe_fen(tables, fen.c_str(), BOOKENDS_TABLES_DTM, &value, nullptr, 0);
    if (answer.status == BOOKENDS_TABLES_OK) answer.category = value.category, answer.plies = value.plies;
    bookends_book_entry entry{};
    answer.known = bookends_book_probe_fen(book, fen.c_str(), &entry);
    if (answer.known == BOOKENDS_BOOK_OK) answer.score = entry.score;
    return answer;
  }

  bookends_tables* tables = nullptr;
  bookends_book* book = nullptr;
};

struct Asked {
  std::atomic<long> probes{0}, opened{0}, searches{0}, wrong{0};
};

// Every hundredth question goes to handles of its own.
void ask(const Handles& shared, const char* folder, const char* file, const std::vector<std::string>& fens,
         const std::vector<Answer>& answers, unsigned seed, Clock::time_point end, Asked& asked) {
  std::mt19937 dice(seed);
  while (Clock::now() < end) {
    for (int i = 0; i < 100; ++i) {
      const std::size_t which = dice() % fens.size();
      if (shared.ask(fens[which]) != answers[which]) ++asked.wrong;
      ++asked.probes;
    }
    const Handles own(folder, file);
    const std::size_t which = dice() % fens.size();
    if (own.ask(fens[which]) != answers[which]) ++asked.wrong;
    ++asked.opened;
  }
}

void search_and_stop(Clock::time_point end, Asked& asked) {
  bookends::SearchOptions options;
  options.threads = 4;
  options.hash_bytes = 1 << 20;
  bookends::Search<fragments> search(options);
  const bookends::Game<fragments> game(bookends::Position<fragments>::start());
  std::mt19937 dice(1);
  while (Clock::now() < end) {
    std::atomic<bool> stop{false};
    std::thread stopper([&stop, wait = std::chrono::microseconds(dice() % 20'000)] {
      std::this_thread::sleep_for(wait);
      stop = true;
    });
    const bookends::SearchResult found = search.run(game, {}, stop);
    stopper.join();
    if (found.lines.empty()) ++asked.wrong;
    ++asked.searches;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  std::vector<std::string> fens;
  std::ifstream file(argv[3]);
  for (std::string line; std::getline(file, line);) fens.push_back(line);
  const Handles shared(argv[1], argv[2]);
  if (fens.empty() || shared.tables == nullptr || shared.book == nullptr) return 2;
  std::vector<Answer> answers;
  for (const std::string& fen : fens) answers.push_back(shared.ask(fen));

  const auto end = Clock::now() + std::chrono::milliseconds(static_cast<int>(1000 * std::atof(argv[4])));
  Asked asked;
  std::vector<std::thread> threads;
  threads.emplace_back([&] { search_and_stop(end, asked); });
  for (unsigned seed = 0; seed < kAskers; ++seed)
    threads.emplace_back([&, seed] { ask(shared, argv[1], argv[2], fens, answers, seed, end, asked); });
  for (std::thread& thread : threads) thread.join();
  std::printf("%ld probes by %d threads, %ld handles opened and closed, %ld searches stopped, %ld wrong answers\n",
              asked.probes.load(), kAskers, asked.opened.load(), asked.searches.load(), asked.wrong.load());
  return asked.wrong == 0 ? 0 : 1;
}
