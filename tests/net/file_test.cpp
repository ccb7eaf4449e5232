// The file of a network: what was written is read, and nothing else is.
#include "core/io/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/io/bytes.h"
#include "core/io/checksum.h"
#include "tests/net/random_net.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using testing::HasSubstr;

std::vector<std::byte> with_new_checksum(std::vector<std::byte> bytes) {
  bytes.erase(bytes.end() - 8, bytes.end());
  put(bytes, checksum(bytes));
  return bytes;
}

TEST(NetFile, HoldsWhatWasWritten) {
  for (const Rules* rules : all_games())
    for (const NetShape& shape : test::shapes_of()) {
      const NetParameters net = test::random_net(*rules, shape, 7);
      const auto read = decode_net(*rules, encode_net(*rules, net));
      ASSERT_TRUE(read) << rules->name << ": " << read.error().message;
      EXPECT_EQ(*read, net) << rules->name;
    }
}

TEST(NetFile, EveryDamagedByteIsNoticed) {
  const Rules& rules = games::gardner;
  std::vector<std::byte> bytes = encode_net(rules, test::random_net(rules, {.hidden = 32, .buckets = 1}, 1));
  for (std::byte& byte : bytes) {
    byte ^= std::byte{0x10};
    const auto read = decode_net(rules, bytes);
    ASSERT_FALSE(read);
    ASSERT_EQ(read.error().code, ErrorCode::corrupt);
    byte ^= std::byte{0x10};
  }
  EXPECT_TRUE(decode_net(rules, bytes));
}

TEST(NetFile, EveryTruncationIsNoticed) {
  const Rules& rules = games::gardner;
  const std::vector<std::byte> bytes = encode_net(rules, test::random_net(rules, {.hidden = 32, .buckets = 1}, 1));
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto read = decode_net(rules, std::span(bytes).first(size));
    ASSERT_FALSE(read) << size;
    ASSERT_EQ(read.error().code, ErrorCode::corrupt);
  }
}

// Also behind a right checksum a file is not trusted.
TEST(NetFile, ShapesAndSizesMustAgree) {
  const Rules& rules = games::gardner;
  const std::vector<std::byte> bytes = encode_net(rules, test::random_net(rules, {.hidden = 32, .buckets = 1}, 1));
  const std::size_t shape_at = 8 + 4 + 8 + 2 + rules.name.size() + 2 + std::string("random 1").size();
  for (std::size_t at = shape_at; at < shape_at + 7; ++at) {
    if (at == shape_at + 2 || at == shape_at + 3) continue;  // the scale may be any number
    for (const int value : {0, 2, 3, 9, 64, 255}) {
      auto changed = bytes;
      if (changed[at] == static_cast<std::byte>(value)) continue;
      changed[at] = static_cast<std::byte>(value);
      const auto read = decode_net(rules, with_new_checksum(changed));
      EXPECT_FALSE(read) << "byte " << at - shape_at << " of the shape: " << value;
    }
  }
  auto longer = bytes;
  longer.insert(longer.end() - 8, std::byte{0});
  EXPECT_FALSE(decode_net(rules, with_new_checksum(longer)));
}

TEST(NetFile, WeightsThatCouldOverflowAreRefused) {
  const Rules& rules = games::fragments;
  const NetParameters good = test::random_net(rules, {}, 1);
  const auto refused = [&](auto change) {
    NetParameters net = good;
    change(net);
    const auto read = decode_net(rules, encode_net(rules, net));
    EXPECT_FALSE(check_net(rules, net));
    return !read && read.error().code == ErrorCode::corrupt;
  };
  EXPECT_TRUE(refused([](NetParameters& n) { n.features[1000] = kMostFeatureWeight + 1; }));
  EXPECT_TRUE(refused([](NetParameters& n) { n.bias[3] = -kMostFeatureWeight - 1; }));
  EXPECT_TRUE(refused([](NetParameters& n) { n.output.back() = kMostOutputWeight + 1; }));
}

TEST(NetFile, OtherRulesAndVersionsAreRefusedByName) {
  const NetParameters net = test::random_net(games::fragments, {}, 1);
  std::vector<std::byte> bytes = encode_net(games::fragments, net);
  const auto foreign = decode_net(games::fragments_sd, bytes);
  ASSERT_FALSE(foreign);
  EXPECT_EQ(foreign.error().code, ErrorCode::unsupported);
  EXPECT_THAT(foreign.error().message, HasSubstr("fragments-sd"));
  bytes[8] = std::byte{2};
  const auto newer = decode_net(games::fragments, with_new_checksum(bytes));
  ASSERT_FALSE(newer);
  EXPECT_EQ(newer.error().code, ErrorCode::unsupported);
  EXPECT_THAT(newer.error().message, HasSubstr("format 2"));
}

TEST(NetFile, ErrorsNameTheFile) {
  const test::TemporaryFolder folder;
  const auto missing = Net<games::chess>::open(folder / "none.net");
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, ErrorCode::not_found);
  EXPECT_THAT(missing.error().message, HasSubstr("none.net"));
  ASSERT_TRUE(write_file(folder / "text.net", as_bytes("a text that is not a network")));
  const auto text = Net<games::chess>::open(folder / "text.net");
  ASSERT_FALSE(text);
  EXPECT_EQ(text.error().code, ErrorCode::corrupt);
  EXPECT_THAT(text.error().message, HasSubstr("text.net"));
}

// A network in the repository is named after its game and sees that rooks more are better.
TEST(ShippedNets, FitTheirGames) {
  const std::filesystem::path folder = std::filesystem::path(BOOKENDS_SOURCE_DIR) / "core/eval/nets";
  int found = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() != ".net") continue;
    SCOPED_TRACE(entry.path().string());
    const auto rules = find_game(entry.path().stem().string());
    ASSERT_TRUE(rules);
    EXPECT_LT(entry.file_size(), 400'000u);
    ++found;
    with_game(**rules, [&]<const Rules & R>() {
      const auto net = Net<R>::open(entry.path());
      ASSERT_TRUE(net) << net.error().message;
      auto setup = Position<R>::start().setup();
      EXPECT_NEAR(evaluate_net(Position<R>::start(), **net), 0, 150);
      for (Square s = 0; s < R.squares(); ++s)
        if (setup.board[slot(s)] == Occupant(Color::black, Kind::rook)) setup.board[slot(s)] = Occupant();
      setup.castling = 0;
      EXPECT_GT(evaluate_net(Position<R>::from_setup(setup).value(), **net), 150);
    });
  }
  EXPECT_GT(found, 0);
}

}  // namespace
}  // namespace bookends
