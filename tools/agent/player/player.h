// One game's side of the engine, behind an interface that does not name the game.
#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>

#include "tools/agent/protocol/output.h"
#include "tools/agent/protocol/request.h"
#include "tools/agent/protocol/settings.h"

namespace bookends::agent {

// How the thread that reads commands talks to the one that searches.
class Signals {
 public:
  void start(bool endless, bool pondering) {
    const std::lock_guard lock(mutex_);
    stop_ = false;
    endless_ = endless;
    pondering_ = pondering;
  }
  void stop() {
    const std::lock_guard lock(mutex_);
    stop_ = true;
    changed_.notify_all();
  }
  // The opponent has played the move that was pondered on: the search goes on as an ordinary one.
  void ponder_hit() {
    const std::lock_guard lock(mutex_);
    pondering_ = false;
    changed_.notify_all();
  }
  // May change at any time: a search neither ends nor waits for it. The next start() leaves it as it is.
  void set_debug(bool on) { debug_ = on; }
  bool debug() const { return debug_; }
  bool pondering() const { return pondering_; }
  const std::atomic<bool>& stop_flag() const { return stop_; }

  // The best move of an endless or pondering search is held back until the GUI asks for it.
  void wait_until_wanted() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stop_ || (!endless_ && !pondering_); });
  }
  // Until the ponder hit (true) or the stop (false).
  bool wait_for_ponder_hit() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return stop_ || !pondering_; });
    return !stop_;
  }
  // Sleeps, unless stopped first.
  void sleep_unless_stopped(std::chrono::milliseconds time) {
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, time, [this] { return stop_.load(); });
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::atomic<bool> stop_{false};
  std::atomic<bool> endless_{false};
  std::atomic<bool> pondering_{false};
  std::atomic<bool> debug_{false};
};

// The option that names folders of tables. Those of both are open together, whatever tables they have.
enum class TablePath : std::uint8_t { own, syzygy };

class Player {
 public:
  virtual ~Player() = default;

  virtual void resize(const Settings& settings) = 0;  // hash, threads, lines
  // An error leaves what is open.
  virtual Result<void> open_books(const std::string& paths) = 0;  // kBookSeparator between them; "" closes them
  // Folders with folder_separator between them; "" closes them.
  virtual Result<void> open_tables(TablePath path, const std::string& folders) = 0;
  virtual Result<void> open_evaluation(const std::string& path) = 0;  // a network, or weights; "": the built-in terms
  virtual void forget() = 0;                                          // what was learned from earlier searches
  virtual void settle() = 0;                                          // gets what the next search would wait for
  virtual Result<void> set_position(const PositionRequest& request) = 0;

  // Thinks, and returns the line "bestmove ..."; runs in a thread of its own.
  virtual std::string go(const GoRequest& request, const Settings& settings, Signals& signals) = 0;
  virtual void show_board() = 0;
  virtual void show_evaluation() = 0;
  virtual void perft(int depth, const std::atomic<bool>& stop) = 0;
};

std::unique_ptr<Player> make_player(const Rules& rules, const Settings& settings, Output& output);

}  // namespace bookends::agent
