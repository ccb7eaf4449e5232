#include "tools/explore/search_events.h"

#include <fmt/format.h>

#include <condition_variable>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <system_error>
#include <thread>
#include <utility>

#include "tools/serve/router.h"

namespace bookends::serve {
namespace {

// So often something is said, so that a client that has gone is noticed.
constexpr std::chrono::milliseconds kHeartbeat{1000};

// One of kMostSearches.
class Place {
 public:
  Place() : taken_(++going() <= kMostSearches) {}
  ~Place() { --going(); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;
  bool taken() const { return taken_; }

 private:
  static std::atomic<int>& going() {
    static std::atomic<int> count = 0;
    return count;
  }
  bool taken_;
};

// What comes out of an address may be no UTF-8.
std::string event(std::string_view name, const nlohmann::ordered_json& data) {
  return fmt::format("event: {}\ndata: {}\n\n", name,
                     data.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace));
}

std::string line_event(const LiveLine& line) {
  return event("line", {{"rank", line.rank},
                        {"depth", line.depth},
                        {"score", line.score},
                        {"pv", line.pv},
                        {"text", line.text},
                        {"nodes", line.nodes},
                        {"nps", line.per_second}});
}

// A search and who listens to it. It has a place at once, and begins when somebody listens: not for a HEAD, nor for
// whom the server refuses.
class WatchedSearch {
 public:
  WatchedSearch(std::unique_ptr<Place> place, const Rules& rules, LiveSearch asked)
      : place_(std::move(place)), rules_(rules), asked_(std::move(asked)) {}
  ~WatchedSearch() {
    stop_ = true;
    if (thread_.joinable()) thread_.join();
  }
  WatchedSearch(const WatchedSearch&) = delete;
  WatchedSearch& operator=(const WatchedSearch&) = delete;

  // What is new, or a heartbeat. False once all was said.
  bool next(std::string& more) {
    if (!std::exchange(begun_, true)) begin();
    std::unique_lock lock(mutex_);
    changed_.wait_for(lock, kHeartbeat, [this] { return !unsaid_.empty() || ended_; });
    if (unsaid_.empty() && ended_) return false;
    more = unsaid_.empty() ? ":\n\n" : std::exchange(unsaid_, {});
    return true;
  }

 private:
  void begin() try {
    thread_ = std::thread([this] { work(); });
  } catch (const std::system_error&) {
    say_done("no thread is free; try again later");
  }

  // Nothing may leave the thread, a lack of memory neither.
  void work() try {
    const Result<void> searched = search_live(rules_, asked_, stop_, [this](const LiveLine& line) {
      say(line_event(line), false);
      return true;
    });
    say_done(searched ? std::string() : searched.error().message);
  } catch (const std::exception&) {
    const std::lock_guard lock(mutex_);
    ended_ = true;
    changed_.notify_one();
  }

  void say_done(const std::string& error) {
    nlohmann::ordered_json end = nlohmann::ordered_json::object();
    if (!error.empty()) end["error"] = error;
    say(event("done", end), true);
  }

  void say(const std::string& text, bool last) {
    const std::lock_guard lock(mutex_);
    unsaid_ += text;
    ended_ = last;
    changed_.notify_one();
  }

  std::unique_ptr<Place> place_;
  const Rules& rules_;
  const LiveSearch asked_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string unsaid_;
  bool begun_ = false, ended_ = false;
  std::atomic<bool> stop_{false};
  std::thread thread_;  // last: it uses the others
};

}  // namespace

Response search_events(const Rules& rules, const LiveSearch& asked) {
  auto place = std::make_unique<Place>();
  if (!place->taken()) return refusal(503, "too many searches go on; try again later");
  const auto search = std::make_shared<WatchedSearch>(std::move(place), rules, asked);
  Response response;
  response.type = "text/event-stream; charset=utf-8";
  response.changes = true;
  response.stream = [search](std::string& more) { return search->next(more); };
  return response;
}

}  // namespace bookends::serve
