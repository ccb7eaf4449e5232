// The UCI protocol: reads commands, answers at once, and lets searches run in a thread of their own.
#pragma once

#include <istream>
#include <string>
#include <thread>

#include "tools/agent/player.h"

namespace bookends::agent {

class Uci {
 public:
  Uci(std::istream& in, std::ostream& out, std::string version);
  ~Uci();

  // Until "quit" or the end of the input. At the end of the input a search with limits is finished first.
  void run();

 private:
  using Handler = void (Uci::*)(const Words& words, const std::string& line);
  struct Command {
    std::string_view name;
    Handler handler;
  };
  static const std::vector<Command>& commands();

  void execute(const std::string& line);
  void handshake(const Words&, const std::string&);
  void ready(const Words&, const std::string&);
  void debug(const Words& words, const std::string&);
  void set_option(const Words&, const std::string& line);
  void new_game(const Words&, const std::string&);
  void position(const Words& words, const std::string&);
  void go(const Words& words, const std::string&);
  void stop(const Words&, const std::string&);
  void ponder_hit(const Words&, const std::string&);
  void show_board(const Words&, const std::string&);
  void show_evaluation(const Words&, const std::string&);
  void quit(const Words&, const std::string&);

  void apply(Effect effect);
  void prepare();
  void wait_for_search();
  void end_search();
  void complain(const Result<void>& result);

  std::istream& in_;
  Output output_;
  std::string version_;
  Settings settings_;
  std::unique_ptr<Player> player_;
  bool book_changed_ = false;
  bool tables_changed_ = false;
  Signals signals_;
  std::thread search_;
  bool endless_ = false;    // the running search ends only by "stop"
  bool pondering_ = false;  // or not before a ponder hit
  bool quit_ = false;
};

}  // namespace bookends::agent
