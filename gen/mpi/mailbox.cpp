#include "gen/mpi/mailbox.h"

#include <algorithm>
#include <utility>

#include "core/io/bytes.h"

namespace bookends {
namespace {

using std::chrono::milliseconds;

// How often who waits looks for more than messages.
constexpr milliseconds kLookEvery{20};
// Nobody has looked for so long: the whole process was stopped, or the post hangs.
constexpr milliseconds kAbsence{2000};

}  // namespace

Bytes encode(const Notice& notice) {
  Bytes bytes;
  put(bytes, static_cast<std::uint8_t>(notice.error.code));
  put(bytes, static_cast<std::uint8_t>(notice.said ? 1 : 0));
  put(bytes, static_cast<std::uint32_t>(notice.lost + 1));
  const std::string& text = notice.error.message;
  for (const char ch : text) bytes.push_back(static_cast<std::byte>(ch));
  return bytes;
}

Notice decode_notice(const Bytes& bytes) {
  ByteReader in(bytes);
  const auto code = in.read<std::uint8_t>();
  const bool said = in.read<std::uint8_t>() != 0;
  const int lost = static_cast<int>(in.read<std::uint32_t>()) - 1;
  std::string text;
  for (const std::byte b : in.take(in.left())) text += static_cast<char>(b);
  return {{static_cast<ErrorCode>(code), std::move(text)}, said, lost};
}

Mailbox::Mailbox(int rank, int size, milliseconds patience, std::function<bool()> stop)
    : rank_(rank),
      patience_(patience),
      stop_(std::move(stop)),
      ranks_(static_cast<std::size_t>(size), Rank{.heard = Clock::now(), .host = {}}) {}

Mailbox::Rank& Mailbox::hear(int from) {
  Rank& rank = ranks_[static_cast<std::size_t>(from)];
  rank.heard = Clock::now();
  return rank;
}

void Mailbox::deliver(int from, int tag, Bytes bytes) {
  const std::lock_guard lock(mutex_);
  hear(from);
  boxes_[tag].push_back({from, std::move(bytes)});
  changed_.notify_all();
}

void Mailbox::introduce(int from, std::string host) {
  const std::lock_guard lock(mutex_);
  hear(from).host = std::move(host);
}

void Mailbox::hear_of(int from) {
  const std::lock_guard lock(mutex_);
  hear(from);
}

void Mailbox::take(int from, const Notice& notice) {
  const std::lock_guard lock(mutex_);
  hear(from);
  if (from < rank_) lower_notice_ = true;
  // All shall agree on who is left to talk to the user, though not all have missed it for equally long.
  if (notice.lost >= 0 && notice.lost < static_cast<int>(ranks_.size()))
    ranks_[static_cast<std::size_t>(notice.lost)].lost = true;
  if (notice_) return;
  notice_ = notice;
  notice_->error.message = "rank " + std::to_string(from) + ": " + notice.error.message;
  changed_.notify_all();
}

void Mailbox::part(int from) {
  const std::lock_guard lock(mutex_);
  hear(from).parted = true;
  changed_.notify_all();
}

void Mailbox::live() {
  const std::lock_guard lock(mutex_);
  look(Clock::now());
}

void Mailbox::fail(const Error& error) {
  const std::lock_guard lock(mutex_);
  if (!failure_) failure_ = error;
  changed_.notify_all();
}

// When this process was stopped for a while it has heard of nobody, and that is nobody's fault: patience begins anew.
// (If it is the post that hangs, that is found out by those who wait, who look often, one patience later.)
void Mailbox::look(Clock::time_point now) {
  if (now - looked_ > kAbsence)
    for (Rank& rank : ranks_) rank.heard = now;
  looked_ = now;
}

bool Mailbox::is_lost(int rank, Clock::time_point now) const {
  const Rank& r = ranks_[static_cast<std::size_t>(rank)];
  return rank != rank_ && !r.parted && (r.lost || now - r.heard > patience_);
}

Error Mailbox::lost(int rank) const {
  const std::string& host = ranks_[static_cast<std::size_t>(rank)].host;
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(patience_).count();
  return {ErrorCode::io, "rank " + std::to_string(rank) + (host.empty() ? "" : " (on " + host + ")") +
                             " has not been heard of for " + std::to_string(seconds) + " s; start again to go on"};
}

// Of several silent ranks the one that fell silent first.
std::optional<Error> Mailbox::trouble(Heed heed) {
  if (notice_) return notice_->error;
  if (failure_) return failure_;
  const Clock::time_point now = Clock::now();
  look(now);
  int silent = -1;
  for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank)
    if (is_lost(rank, now) &&
        (silent < 0 || ranks_[static_cast<std::size_t>(rank)].heard < ranks_[static_cast<std::size_t>(silent)].heard))
      silent = rank;
  if (silent >= 0) {
    if (given_up_ < 0) given_up_ = silent;
    ranks_[static_cast<std::size_t>(silent)].lost = true;  // mpirun may wake it up now to end it
    return lost(given_up_);
  }
  if (heed == Heed::stop && stop_ && stop_()) return Error{ErrorCode::interrupted, "interrupted"};
  return std::nullopt;
}

bool Mailbox::none_left(int from) const {
  if (from != kAnyRank) return ranks_[static_cast<std::size_t>(from)].parted;
  for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank)
    if (rank != rank_ && !ranks_[static_cast<std::size_t>(rank)].parted) return false;
  return true;
}

std::optional<Message> Mailbox::fetch(int from, int tag) {
  std::deque<Message>& box = boxes_[tag];
  const auto at = std::ranges::find_if(box, [&](const Message& m) { return from == kAnyRank || m.from == from; });
  if (at == box.end()) return std::nullopt;
  Message message = std::move(*at);
  box.erase(at);
  return message;
}

Result<Message> Mailbox::receive(int from, int tag, Heed heed) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (std::optional<Message> message = fetch(from, tag)) return std::move(*message);
    if (const std::optional<Error> error = trouble(heed)) return *error;
    if (none_left(from))
      return Error{ErrorCode::io,
                   (from == kAnyRank ? "all other ranks have" : "rank " + std::to_string(from) + " has") +
                       std::string(" ended before this one was done; start again to go on")};
    changed_.wait_for(lock, kLookEvery);
  }
}

std::optional<Error> Mailbox::wait_for_partings() {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (notice_) return notice_->error;
    if (all_parted()) return std::nullopt;
    if (std::optional<Error> error = trouble(Heed::trouble_only)) return error;
    changed_.wait_for(lock, kLookEvery);
  }
}

bool Mailbox::wait_for_partings(milliseconds longest) {
  const Clock::time_point deadline = Clock::now() + longest;
  std::unique_lock lock(mutex_);
  while (!all_parted() && expects_partings() && Clock::now() < deadline) changed_.wait_for(lock, kLookEvery);
  return all_parted();
}

// Of those that are lost nothing is expected.
bool Mailbox::expects_partings() const {
  const Clock::time_point now = Clock::now();
  for (int rank = 0; rank < static_cast<int>(ranks_.size()); ++rank)
    if (rank != rank_ && !ranks_[static_cast<std::size_t>(rank)].parted && !is_lost(rank, now)) return true;
  return false;
}

int Mailbox::speaker() const {
  const std::lock_guard lock(mutex_);
  const Clock::time_point now = Clock::now();
  for (int rank = 0; rank < rank_; ++rank)
    if (!is_lost(rank, now)) return rank;
  return rank_;
}

bool Mailbox::has_parted(int rank) const {
  const std::lock_guard lock(mutex_);
  return ranks_[static_cast<std::size_t>(rank)].parted;
}

bool Mailbox::is_lost(int rank) const {
  const std::lock_guard lock(mutex_);
  return is_lost(rank, Clock::now());
}

bool Mailbox::is_given_up() const {
  const std::lock_guard lock(mutex_);
  return ranks_[static_cast<std::size_t>(rank_)].lost;
}

int Mailbox::given_up() const {
  const std::lock_guard lock(mutex_);
  return given_up_;
}

std::optional<Notice> Mailbox::notice() const {
  const std::lock_guard lock(mutex_);
  return notice_;
}

bool Mailbox::lower_rank_gave_notice() const {
  const std::lock_guard lock(mutex_);
  return lower_notice_;
}

}  // namespace bookends
