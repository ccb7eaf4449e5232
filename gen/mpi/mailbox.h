// What other ranks have sent and nobody has fetched yet, and what is known of these ranks. One thread, the post, brings
// the messages; others fetch them. Nothing here waits for the post, which may itself hang on a dead link.
#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "core/base/communicator.h"

namespace bookends {

// A rank's word that it cannot go on.
struct Notice {
  Error error;
  bool said = false;  // to the user
  int lost = -1;      // the rank of which it had heard nothing for too long, if that is why
};

Bytes encode(const Notice& notice);
Notice decode_notice(const Bytes& bytes);

class Mailbox {
 public:
  // `stop` says whether the user asks to stop; a rank that is silent for longer than `patience` is lost.
  Mailbox(int rank, int size, std::chrono::milliseconds patience, std::function<bool()> stop);

  // Of the post, for what came from a rank. All of them are signs of life.
  void deliver(int from, int tag, Bytes bytes);
  void introduce(int from, std::string host);
  void hear_of(int from);
  void take(int from, const Notice& notice);
  void part(int from);  // it sends nothing any more but signs of life
  void live();          // called many times a second: the post itself does not hang
  void fail(const Error& error);

  // See Communicator. Any number of threads.
  Result<Message> receive(int from, int tag, Heed heed = Heed::stop);

  // Waits until all others have parted; nothing more is expected of them then. Or until there is a reason to wait no
  // longer: that is returned. That the user asks to stop is none: the own work is done, and stays so.
  std::optional<Error> wait_for_partings();
  // The same, whatever is wrong, but no longer than that, and not for those that are lost. Whether all have parted.
  bool wait_for_partings(std::chrono::milliseconds longest);

  // The first rank that is not lost: the one that talks to the user.
  int speaker() const;
  bool has_parted(int rank) const;
  bool is_lost(int rank) const;
  bool is_given_up() const;              // this rank itself, by another that has not heard of it for too long
  int given_up() const;                  // the first rank that was lost; or -1
  std::optional<Notice> notice() const;  // the first that has come
  bool lower_rank_gave_notice() const;

 private:
  using Clock = std::chrono::steady_clock;
  struct Rank {
    Clock::time_point heard;
    std::string host;
    bool parted = false;
    bool lost = false;  // some rank has given up for its sake: what comes from it later changes nothing
  };

  Rank& hear(int from);
  std::optional<Message> fetch(int from, int tag);
  std::optional<Error> trouble(Heed heed);
  bool none_left(int from) const;
  bool all_parted() const { return none_left(kAnyRank); }
  bool expects_partings() const;
  bool is_lost(int rank, Clock::time_point now) const;
  void look(Clock::time_point now);
  Error lost(int rank) const;

  const int rank_;
  const std::chrono::milliseconds patience_;
  const std::function<bool()> stop_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Rank> ranks_;
  std::map<int, std::deque<Message>> boxes_;  // by tag
  std::optional<Notice> notice_;
  bool lower_notice_ = false;
  std::optional<Error> failure_;
  int given_up_ = -1;
  Clock::time_point looked_ = Clock::now();
};

}  // namespace bookends
