// A UCI engine, started when needed and again after it has failed.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gen/uci/engine_option.h"
#include "gen/uci/engine_spec.h"
#include "gen/uci/process.h"
#include "gen/uci/thought.h"

namespace bookends::uci {

// What all engines of a match have in common.
struct EngineSetting {
  std::string variant;  // name of the game
  std::string log;      // file for what engines write to stderr; empty = nobody keeps it
  std::chrono::milliseconds patience{
      std::chrono::seconds{60}};         // to get ready, and for a move whose time is not counted
  std::chrono::milliseconds margin{50};  // a move may be so late
  // What to do about an engine that ends before it has said why.
  std::string advice = "--engine-log FILE keeps what it writes to stderr";
  bool speech_counts = false;  // whatever it says begins the time anew for which there is patience
};

struct Answer {
  enum class Kind : std::uint8_t {
    move,    // whether in time is for the caller to judge
    silent,  // none in time, nor soon after; where no time counts, none within the patience
    crash,
    stopped  // by the stop flag
  };
  Kind kind = Kind::crash;
  std::string move;  // as it was written; may be anything
  Thought thought;   // its seconds are set for silent, too
};

class Engine {
 public:
  // `stop` ends all waiting and outlives the engine.
  Engine(EngineSpec spec, EngineSetting setting, const std::atomic<bool>& stop)
      : spec_(std::move(spec)), setting_(std::move(setting)), stop_(stop) {}

  // Starts it, sets its options and its variant, and waits until it is ready. Errors: invalid_argument (it cannot be
  // run, ends, does not answer, has no such option, value or variant, or says "info string error..." of its options),
  // io, interrupted.
  Result<void> start();
  bool running() const { return process_.has_value(); }
  // Makes ready for a new game, starting it where need be: one that ended since the last game, too. Errors as start().
  Result<void> new_game();
  // Sends the position and "go"; `allowed` is the time that counts, nothing where none does.
  Answer think(const std::string& position, const std::string& go,
               std::optional<std::chrono::duration<double, std::milli>> allowed);
  // Asks it to quit, and makes sure of it.
  void quit();

  // What is called with every "info" line of a search, for more than Answer::thought keeps of them.
  void on_info(std::function<void(const std::string&)> listener) { listener_ = std::move(listener); }

  const EngineSpec& spec() const { return spec_; }
  std::chrono::milliseconds patience() const { return setting_.patience; }
  bool offers(const std::string& option) const { return find_offer(option) != nullptr; }  // false before start()
  const std::string& own_name() const { return own_name_; }  // from "id name", printable; empty before start()
  // What it said in "info string" lines until it was ready, printable and not long; not more than a few lines.
  const std::vector<std::string>& said() const { return said_; }

 private:
  template <class Take>
  Result<void> read_up_to(std::string_view last, const Take& take);
  Result<void> shake_hands();
  Result<void> set_options();
  Result<std::string> option_line(const std::string& name, const std::string& value) const;
  Result<void> set_variant();
  Result<void> wait_until_ready();
  Result<void> heed_errors();
  bool offers_variant(const std::string& name) const;
  Error problem(const std::string& what) const;
  std::string label() const;
  Error failure(Process::Event event, const std::string& waiting_for);
  const OptionOffer* find_offer(const std::string& name) const;
  void hear(std::string_view line);
  void read_answer(Answer& answer, Time::time_point deadline);

  EngineSpec spec_;
  EngineSetting setting_;
  const std::atomic<bool>& stop_;
  std::optional<Process> process_;
  std::string own_name_;
  std::vector<OptionOffer> offers_;
  std::vector<std::string> said_;
  std::string said_error_;  // the first of its lines that begin with "error", also of those that are not in said_
  std::function<void(const std::string&)> listener_;
};

// Reads an "info" line into `thought`; lines of other variations than the first, and bounds, leave the score as it is,
// and those without a score the depth.
void read_info(std::string_view line, Thought& thought);

}  // namespace bookends::uci
