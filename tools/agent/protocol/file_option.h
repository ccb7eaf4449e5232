// An option that names files or folders: which of the values that were set counts.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/result.h"

namespace bookends::agent {

// The last value that can be opened for the game that is played. A value that is no good leaves what was there; one
// that is good for another game is remembered, and counts when that game is played. Files are opened late, when a
// search is near, but with the same result as if each had been opened at once.
class FileOption {
 public:
  FileOption(std::string_view name, const std::string& value) : held_{{std::string(name), value}} {}

  // `name`: that of the option, or another one that it is known by; errors have it.
  void set(std::string_view name, const std::string& value) { pending_.push_back({std::string(name), value}); }

  // `open` takes a value and leaves what is open when it fails; `refuse` takes the error. With `anew` nothing is open
  // yet.
  template <class Open, class Refuse>
  void bring_up(bool anew, const Open& open, const Refuse& refuse) {
    bool open_now = !anew;
    std::string refused;
    for (const Value& value : std::exchange(pending_, {})) {
      const Result<void> opened = open(value.text);
      if (opened) open_now = true;
      if (!opened) refuse(named(value, opened.error()));
      if (!opened) refused = value.text;
      if (opened || opened.error().code == ErrorCode::unsupported) hold(value);
    }
    if (!open_now) reopen(open, refuse, refused);
  }

 private:
  static constexpr std::size_t kMostHeld = 16;

  struct Value {
    std::string name;  // that it was set by
    std::string text;
  };

  // The latest that fits, and a word about the one that would have been it. Of a value that was only just refused
  // nothing is said again.
  template <class Open, class Refuse>
  void reopen(const Open& open, const Refuse& refuse, const std::string& refused) {
    for (std::size_t i = held_.size(); i-- > 0;) {
      const Result<void> opened = open(held_[i].text);
      if (opened) return;
      if (i + 1 == held_.size() && held_[i].text != refused) refuse(named(held_[i], opened.error()));
    }
  }

  // No value at all is good for every game: what was set before will never count again.
  void hold(const Value& value) {
    if (value.text.empty()) held_.clear();
    std::erase_if(held_, [&](const Value& one) { return one.text == value.text; });
    held_.push_back(value);
    if (held_.size() > kMostHeld) held_.erase(held_.begin());
  }

  static Error named(const Value& value, const Error& error) {
    return {error.code, "option " + value.name + ": " + error.message};
  }

  std::vector<Value> held_;     // those that were good, for this or another game; the latest last
  std::vector<Value> pending_;  // set since, not opened yet
};

}  // namespace bookends::agent
