// The engine of one game: asks the book, then the tables, then the search, and says which of them spoke.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <random>

#include "core/eval/weights/games.h"
#include "core/position/oracle.h"
#include "core/search/search.h"
#include "core/search/time.h"
#include "tablebases/file/left_out.h"
#include "tools/agent/player/book_choice.h"
#include "tools/agent/player/player.h"

namespace bookends::agent {

template <const Rules& R>
class GamePlayer final : public Player {
 public:
  GamePlayer(const Settings& settings, Output& output);

  void resize(const Settings& settings) override;
  Result<void> open_books(const std::string& paths) override;
  Result<void> open_tables(TablePath path, const std::string& folders) override;
  Result<void> open_evaluation(const std::string& path) override;
  void forget() override;
  void settle() override;
  Result<void> set_position(const PositionRequest& request) override;
  std::string go(const GoRequest& request, const Settings& settings, Signals& signals) override;
  void show_board() override;
  void show_evaluation() override;
  void perft(int depth, const std::atomic<bool>& stop) override;

 private:
  void fit_threads(int wanted);
  void say_threads(int wanted);
  struct Evaluation {
    std::shared_ptr<const Net<R>> net{};  // null: the hand-made terms
    Weights terms = weights<R>;
  };
  static Result<Evaluation> read_evaluation(const std::string& path);
  void say_left_out(const std::vector<tables::LeftOut>& left_out, const std::vector<std::string>& set);
  void use_net(const std::shared_ptr<const Net<R>>& net);

  struct Decision {
    Move best;
    Move reply;  // to ponder on; may be none
  };

  void complain_of_tables();
  Decision decide_within_memory(const GoRequest& request, const Settings& settings, Signals& signals);
  Decision decide(const GoRequest& request, const Settings& settings, Signals& signals);
  std::optional<Decision> ask_books(const Settings& settings, const Signals& signals);
  std::optional<Decision> ask_book(const BookProbe<R>& book, const Settings& settings, const Signals& signals);
  BookChoices choices_of(const BookProbe<R>& book, const BookUse& use) const;
  std::vector<Move> line_of_book(const BookProbe<R>& book, Move first) const;
  void show_book(const BookProbe<R>& book, const BookEntry& entry, const BookChoice& chosen, const Settings& settings);
  void show_glance(Move move, const Settings& settings, const std::atomic<bool>& stop);
  double random_number(const Settings& settings);
  std::string book_text(const BookChoices& choices, const BookChoice& chosen, bool drawn) const;
  // How long what the tables are only asked for show may take: each answer may have to be read from a disk.
  struct Patience {
    const std::atomic<bool>& stop;
    std::optional<std::chrono::steady_clock::time_point> until;
    bool over() const { return stop || (until && std::chrono::steady_clock::now() >= *until); }
  };
  using Clock = std::chrono::steady_clock;
  Patience patience(const GoRequest& request, const Settings& settings, const Signals& signals,
                    Clock::time_point begun) const;
  std::optional<Decision> ask_tables(const GoRequest& request, const Settings& settings, const Patience& patience);
  Decision attempt(Move move, const Settings& settings, const Patience& patience);
  Decision search(const GoRequest& request, const Settings& settings, Signals& signals, const Patience& patience,
                  Clock::time_point begun);

  bool covered_by_tables(const Position<R>& position) const;
  std::vector<Move> line_of_tables(Move first, const Patience& patience) const;
  std::optional<Move> move_of_tables(const OracleMove& choice) const;
  void show_tables(SearchLine best, const OracleValue& value, const Settings& settings, const Patience& patience);
  std::vector<SearchLine> moves_by_tables(const Patience& patience) const;
  void show_line(const SearchLine& line, const Settings& settings);
  Move winning_move(Move shortest) const;
  bool draws_by_repetition(Move m) const;
  bool allows_repetition(Move m) const;
  std::vector<Move> moves_that_keep_the_value() const;
  std::vector<Move> moves_with_the_best_result() const;
  std::vector<Move> moves_that_draw(const std::vector<Move>& among) const;
  void prefer_new_positions(std::vector<Move>& moves) const;
  OracleValue value_after(Move m, const OracleValue& expected) const;
  std::optional<OracleValue> value_by_tables() const;
  std::optional<OracleValue> value_of_move(Move m) const;
  bool repeats(Move m) const;

  // What is left to search once the tables were asked.
  struct Task {
    std::vector<Move> moves;  // empty = all
    bool alone = false;       // without the tables: below the root they would say the same of every position
    bool drawn = false;       // they say so, and all of the moves keep it
  };
  Task task_of(const GoRequest& request);
  void show_draw(const Task& task, const GoRequest& request, const Settings& settings, const Patience& patience);
  Search<R>& searcher_of(const Task& task);
  void report(SearchLine line, const SearchStatistics& statistics, const Settings& settings, const Task& task);
  void say_what_is_searched(const Task& task);
  // Whether there was anything to say.
  bool say_what_was_not_found(const SearchResult& result, const GoRequest& request, const Task& task);
  std::vector<Move> root_moves(const GoRequest& request);
  SearchLimits limits_of(const GoRequest& request) const;
  std::optional<TimeBudget> time_of(const GoRequest& request, const Settings& settings) const;
  std::uint64_t leaves(const Position<R>& position, int depth, const std::atomic<bool>& stop) const;

  Output& output_;
  Search<R> search_;
  SearchOptions options_;             // with as many threads as there is memory for
  std::unique_ptr<Search<R>> alone_;  // for tasks without the tables; its hash table has nothing from them. May be null
  Game<R> game_{Position<R>::start()};
  std::shared_ptr<const Net<R>> net_;  // null: the hand-made terms
  Weights terms_ = weights<R>;         // of the hand-made terms
  std::vector<std::unique_ptr<const BookProbe<R>>> books_;
  std::optional<std::mt19937_64> dice_;  // seeded when a book move is first drawn, and when the seed changes
  int dice_seed_ = 0;
  std::unique_ptr<Oracle<R>> tables_;
  std::array<std::vector<std::string>, 2> table_folders_;  // of tables_, by TablePath
  bool complained_ = false;                                // of these tables
};

}  // namespace bookends::agent
