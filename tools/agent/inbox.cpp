#include "tools/agent/inbox.h"

#include <new>
#include <utility>

namespace bookends::agent {

namespace {

// So much input may wait before the reading thread does: a sender that is faster than us must not fill the memory.
constexpr std::size_t kMostBytesWaiting = std::size_t{8} << 20;

// Empty lines take room, too.
std::size_t size_of(const Inbox::Line& line) { return sizeof line + line.text.size(); }

// False when there is no memory for it.
bool keep(std::string& text, char c) try {
  text += c;
  return true;
} catch (const std::bad_alloc&) {
  return false;
}

// False at the end of the input. A last line without an end counts.
bool read_line(std::streambuf& in, Inbox::Line& line) {
  using Traits = std::streambuf::traits_type;
  line = {};
  for (int c = in.sbumpc(); !Traits::eq_int_type(c, Traits::eof()); c = in.sbumpc()) {
    if (c == '\n') return true;
    line.cut = line.cut || line.text.size() == Inbox::kLongestLine || !keep(line.text, Traits::to_char_type(c));
  }
  return !line.text.empty();
}

}  // namespace

Inbox::Inbox(std::istream& in, Judge judge) : in_(in), judge_(std::move(judge)), reader_([this] { read(); }) {}

Inbox::~Inbox() { reader_.join(); }

void Inbox::read_lines() {
  Line line;
  bool more = true;
  while (more && read_line(*in_.rdbuf(), line)) {
    if (!line.cut) line.urgency = judge_(line.text);
    more = line.urgency != Urgency::last;
    push(std::exchange(line, {}));
  }
}

void Inbox::read() {
  try {
    read_lines();
  } catch (const std::ios_base::failure&) {  // of the library's file buffer: a folder, say
    failed_ = true;
  } catch (const std::bad_alloc&) {
    failed_ = true;
  }
  const std::lock_guard lock(mutex_);
  closed_ = true;
  changed_.notify_all();
}

void Inbox::push(Line line) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return lines_.empty() || bytes_ + size_of(line) <= kMostBytesWaiting; });
  bytes_ += size_of(line);
  urgent_ += line.urgency != Urgency::none;
  lines_.push_back(std::move(line));
  changed_.notify_all();
}

std::optional<Inbox::Line> Inbox::next() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !lines_.empty() || closed_; });
  if (lines_.empty()) return std::nullopt;
  Line line = std::move(lines_.front());
  lines_.pop_front();
  bytes_ -= size_of(line);
  urgent_ -= line.urgency != Urgency::none;
  changed_.notify_all();
  return line;
}

void Inbox::wait_until(const std::function<bool()>& done, std::optional<std::chrono::milliseconds> patience) {
  std::unique_lock lock(mutex_);
  const auto ended = [&] { return done() || urgent_ > 0; };
  if (patience) {
    changed_.wait_for(lock, *patience, ended);
  } else {
    changed_.wait(lock, ended);
  }
}

void Inbox::wake() {
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

}  // namespace bookends::agent
