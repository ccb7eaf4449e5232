// A UCI engine that knows nothing but Bookends' files: the book's move, else the tables' best, else any. It shows how
// an engine asks both at its root. `example_engine TABLES BOOK`, then UCI on standard input.
#include <bookends.hpp>
#include <iostream>
#include <sstream>

namespace {

class Engine {
 public:
  Engine(bookends::Tables tables, bookends::Book book) : tables_(std::move(tables)), book_(std::move(book)) {
    begin_ = book_.starts().front();
  }

  void position(std::istringstream& words) {
    std::string word;
    words >> word;
    begin_ = book_.starts().front();
    played_.clear();
    if (word == "fen") begin_.clear();
    while (words >> word && word != "moves")
      if (word != "startpos") begin_ += (begin_.empty() ? "" : " ") + word;
    while (words >> word) played_ += word + " ";
  }

  std::string best() const {
    if (const auto here = now()) {
      if (const auto entry = book_.probe(*here)) return say("book", entry->move);
    }
    const auto moves = tables_.moves(begin_, played_);
    if (!moves) return say(moves.error().message, "0000");
    if (moves->empty()) return say("the game is over", "0000");
    return say(moves->front().known != 0 ? "tables" : "neither", moves->front().uci);
  }

 private:
  // The position as a FEN, which the book is asked by.
  bookends::Expected<std::string> now() const {
    std::istringstream words(played_);
    std::string fen = begin_;
    for (std::string move; words >> move;) {
      auto after = book_.after(fen, move);
      if (!after) return after;
      fen = *after;
    }
    return fen;
  }
  static std::string say(const std::string& who, const std::string& move) {
    std::cout << "info string " << who << '\n';
    return move;
  }

  bookends::Tables tables_;
  bookends::Book book_;
  std::string begin_, played_;  // a FEN, and the moves since
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return std::cerr << "usage: example_engine TABLES BOOK\n", 2;
  auto tables = bookends::Tables::open(argv[1]);
  auto book = bookends::Book::open(argv[2]);
  if (!tables || !book) return std::cerr << (tables ? book.error() : tables.error()).message << '\n', 1;
  Engine engine(*std::move(tables), *std::move(book));
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string command;
    words >> command;
    if (command == "uci") std::cout << "id name Example\nuciok" << std::endl;
    if (command == "isready") std::cout << "readyok" << std::endl;
    if (command == "position") engine.position(words);
    if (command == "go") {
      const std::string move = engine.best();  // says who knew it
      std::cout << "bestmove " << move << std::endl;
    }
    if (command == "quit") break;
  }
}
