// The UCI protocol: reads commands, answers at once, and lets searches run in a thread of their own.
//
// "stop", "ponderhit", "isready", "debug", "uci" and "setoption" are carried out during a search (an option counts from
// the next one on). Other commands wait for its end, so that whole scripts can be piped in; a search without an end is
// stopped for them, and "stop" and "quit" are obeyed at once even behind a command that waits.
#pragma once

#include <atomic>
#include <chrono>
#include <istream>
#include <memory>
#include <string>

#include "tools/agent/inbox.h"
#include "tools/agent/player/player.h"
#include "tools/agent/protocol/file_option.h"
#include "tools/agent/servant.h"

namespace bookends::agent {

class Uci {
 public:
  // `settings` are the defaults that the handshake shows; `patience` is for the end of the input.
  Uci(std::istream& in, std::ostream& out, std::string version, Settings settings = {},
      std::chrono::milliseconds patience = std::chrono::minutes{1});
  ~Uci();

  // Until "quit" or the end of the input. At the end of the input a search with limits is finished first, and one that
  // only a mate ends is given `patience`. Errors: io, when the system refuses the threads; then nothing was read.
  Result<void> run();

 private:
  using Handler = void (Uci::*)(const Words& words, std::string_view line);
  struct Command {
    std::string_view name;
    Handler handler;
  };
  static const std::vector<Command>& commands();
  static Urgency urgency_of(std::string_view line);
  // The command of the line, which begins with it then; null when there is none.
  static const Command* skip_to_command(std::string_view& line);

  Result<void> start_threads();
  void ignore(std::string_view line);
  void execute(std::string_view line);
  void carry_out(const Command& command, std::string_view line);
  void handshake(const Words&, std::string_view);
  void ready(const Words&, std::string_view);
  void debug(const Words& words, std::string_view);
  void set_option(const Words&, std::string_view line);
  void new_game(const Words&, std::string_view);
  void position(const Words& words, std::string_view);
  void go(const Words& words, std::string_view);
  void stop(const Words&, std::string_view);
  void ponder_hit(const Words&, std::string_view);
  void show_board(const Words&, std::string_view);
  void show_evaluation(const Words&, std::string_view);
  void quit(const Words&, std::string_view);

  // What has changed since the player was last made ready, but for files.
  struct Changes {
    bool variant = false;
    bool start = false;
    bool search = false;
    bool hash = false;  // to be cleared
  };

  void remember(Effect effect, std::string_view name);
  void prepare();
  void open_files(bool anew);
  void follow_start();
  Result<void> set_position(const Words& words);
  void refuse_position(const Error& error);
  bool has_position();  // says why where it is false
  void say_start();
  void say_no_memory_for(std::string_view line);
  std::string answer_to(const GoRequest& request, const Settings& settings);
  std::string no_answer_to(const GoRequest& request);
  void say_nets();
  void say_hash();
  void say_threads();
  void wait_for_search();
  void end_search();
  bool searching() const { return search_->has_task() && searching_; }
  void finish_search();
  void complain(const Result<void>& result);
  void refuse_option(const Error& error);

  std::istream& in_;
  Output output_;
  std::string version_;
  const Settings defaults_;
  Settings settings_;
  const std::chrono::milliseconds patience_;
  std::unique_ptr<Player> player_;
  Changes changes_;
  FileOption books_{"BookFile", settings_.book_file};
  FileOption tables_{"TablebasePath", settings_.tablebase_path};
  FileOption syzygy_{"SyzygyPath", settings_.syzygy_path};
  FileOption net_{"EvalFile", settings_.eval_file};
  int threads_said_ = 0;
  int hash_said_ = 0;
  std::string start_said_;
  bool nets_said_ = false;
  bool position_set_ = false;  // by a command, in the game that is played
  std::string refusal_;        // why there is no position to play from; empty where there is one
  Signals signals_;
  std::unique_ptr<Inbox> inbox_;
  std::unique_ptr<Servant> search_;
  std::atomic<bool> searching_{false};  // false before the best move is said
  bool endless_ = false;                // the running search ends only by "stop"
  bool limited_ = false;                // or whatever it finds; neither: by a mate
  bool pondering_ = false;              // or not before a ponder hit
  bool quit_ = false;
};

}  // namespace bookends::agent
