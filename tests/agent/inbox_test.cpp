// The input that waits is bounded, whatever it is.
#include "tools/agent/inbox.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <streambuf>
#include <thread>

namespace bookends::agent {
namespace {

// So many lines of that length, and how many characters of them were read.
class ManyLines final : public std::streambuf {
 public:
  ManyLines(std::size_t lines, std::size_t length) : left_(lines * (length + 1)), length_(length) {}
  std::size_t read() const { return read_; }

 private:
  int_type uflow() override {
    if (left_ == 0) return traits_type::eof();
    --left_;
    return read_++ % (length_ + 1) == length_ ? '\n' : 'x';
  }
  int_type underflow() override { return traits_type::eof(); }

  std::size_t left_;
  std::size_t length_;
  std::atomic<std::size_t> read_{0};
};

// Where it has come to when it reads no more, and has read so much at least.
std::size_t read_at_rest(const ManyLines& lines, std::size_t least) {
  const auto until = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  while (lines.read() < least && std::chrono::steady_clock::now() < until)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  std::size_t before = 0;
  for (std::size_t now = 1; now != before;) {
    before = lines.read();
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
    now = lines.read();
  }
  return before;
}

TEST(Inbox, LetsLinesOfAnyLengthWaitOutside) {
  for (const std::size_t length : {0u, 1u, 1000u}) {
    const std::size_t count = length < 10 ? 300000 : 40000, least = 5000;
    ManyLines lines(count, length);
    std::istream in(&lines);
    Inbox inbox(in, [](std::string_view) { return Urgency::none; });
    const std::size_t waiting = read_at_rest(lines, least * (length + 1)) / (length + 1);
    EXPECT_GE(waiting, least) << length;
    EXPECT_LT(waiting * (sizeof(Inbox::Line) + length), std::size_t{10} << 20) << length;
    std::size_t taken = 0;
    while (inbox.next()) ++taken;
    EXPECT_EQ(taken, count) << length;
  }
}

}  // namespace
}  // namespace bookends::agent
