#include "books/games/pgn_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zlib.h>
#include <zstd.h>

#include <fstream>
#include <sstream>

#include "core/notation/pgn_reader.h"
#include "core/rules/games.h"
#include "tests/books/games/support.h"
#include "tests/support/temporary_folder.h"

namespace bookends {
namespace {

using games::chess;
using testing::HasSubstr;
using namespace test;

void write_file_of(const std::filesystem::path& path, const std::string& bytes) {
  std::ofstream(path, std::ios::binary) << bytes;
}

std::string gzipped(const std::string& text) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY), Z_OK);
  std::string out(deflateBound(&stream, text.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string zstd_packed(const std::string& text) {
  std::string out(ZSTD_compressBound(text.size()), '\0');
  out.resize(ZSTD_compress(out.data(), out.size(), text.data(), text.size(), 3));
  return out;
}

std::string some_games(int n) {
  std::string text;
  for (int i = 0; i < n; ++i)
    text += pgn_game(i % 3 == 0 ? "1. e4 {so\n\nfar} e5 (1... c5\n2. Nf3) 2. Nf3" : "1. d4 d5", "1-0",
                     {{"Round", std::to_string(i)}});
  return text;
}

TEST(PackedText, ReadsWhatIsPackedInOneStreamOrSeveral) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "text";
  const std::string first = some_games(20'000), second = some_games(300);
  const std::string skipped("\x50\x2a\x4d\x18\x04\0\0\0abcd", 12);
  for (const std::string& bytes :
       {first + second, gzipped(first) + gzipped(second), gzipped(first + second) + std::string(512, '\0'),
        zstd_packed(first) + zstd_packed(second), skipped + zstd_packed(first) + skipped + zstd_packed(second)}) {
    write_file_of(path, bytes);
    const Result<std::string> read = read_packed(path);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(*read == first + second);
    EXPECT_EQ(read_packed(path, 100)->size(), 100u);
    PackedText file = PackedText::open(path).value();
    EXPECT_EQ(*file.peek(50), first.substr(0, 50));
    EXPECT_TRUE(*read_packed(file) == first + second) << "what was looked at is still to come";
  }
  write_file_of(path, "");
  EXPECT_EQ(*read_packed(path), "");
  EXPECT_EQ(read_packed(folder.path() / "none").error().code, ErrorCode::not_found);
  EXPECT_EQ(read_packed(folder.path()).error().code, ErrorCode::io);
}

TEST(PackedText, EveryCutIsNoticed) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "text";
  for (const std::string& bytes : {gzipped(some_games(50)), zstd_packed(some_games(50))})
    for (std::size_t size = 4; size < bytes.size(); ++size) {
      write_file_of(path, bytes.substr(0, size));
      const Result<std::string> read = read_packed(path);
      ASSERT_FALSE(read) << size << " of " << bytes.size();
      EXPECT_EQ(read.error().code, ErrorCode::corrupt);
    }
}

TEST(PackedText, DamageIsNoticedOrTheTextIsAnother) {
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.path() / "text";
  std::string bytes = gzipped(some_games(50));
  for (std::size_t i = 20; i < bytes.size(); i += 3) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ 0x10);
    write_file_of(path, damaged);
    EXPECT_FALSE(read_packed(path)) << i;
  }
}

// The games, and where each begins.
std::vector<std::pair<std::string, std::uint32_t>> rounds(PgnReader& reader) {
  std::vector<std::pair<std::string, std::uint32_t>> all;
  Position<chess> start = Position<chess>::start();
  while (true) {
    const Result<std::optional<PgnGame>> game = reader.next_played<chess>(start);
    EXPECT_TRUE(game) << game.error().message;
    if (!game || !*game) return all;
    all.emplace_back((*game)->tag("Round") + "/" + std::to_string((*game)->nodes.size()), (*game)->line);
  }
}

void expect_same_in_parts(const std::string& text, std::size_t usual_size, std::size_t least_parts) {
  const TemporaryFolder folder;
  write_file_of(folder.path() / "games.pgn", text);
  std::istringstream in(text);
  PgnOmissions omitted, omitted_in_parts;
  PgnReader whole(in, "file", PgnPolicy::lenient, omitted);
  PgnParts parts(PackedText::open(folder.path() / "games.pgn").value(), "file", usual_size);
  std::vector<std::pair<std::string, std::uint32_t>> found;
  std::size_t count = 0;
  for (;; ++count) {
    const Result<std::optional<PgnPart>> part = parts.next();
    ASSERT_TRUE(part) << part.error().message;
    if (!*part) break;
    std::istringstream part_in((*part)->text);
    PgnReader reader(part_in, "file", PgnPolicy::lenient, omitted_in_parts, {}, (*part)->first_line);
    for (auto& game : rounds(reader)) found.push_back(std::move(game));
  }
  EXPECT_EQ(found, rounds(whole));
  EXPECT_EQ(omitted_in_parts.sentences(), omitted.sentences());
  EXPECT_GE(count, least_parts);
}

TEST(PgnParts, HaveTheGamesAndTheLinesOfTheWhole) {
  for (const std::size_t size : {1, 100, 1000, 10'000, 1'000'000})
    expect_same_in_parts(some_games(300), size, size < 10'000 ? 3 : 1);
}

TEST(PgnParts, WhateverTheGamesLookLike) {
  std::string text = some_games(10);
  const auto without = [](std::string from, const std::string& what, const std::string& with) {
    for (std::size_t at = 0; (at = from.find(what, at)) != std::string::npos; at += with.size())
      from.replace(at, what.size(), with);
    return from;
  };
  expect_same_in_parts(without(text, "\n\n[Event", "\n[Event"), 1, 8);  // no empty line between games
  expect_same_in_parts(without(text, "[Event \"?\"]\n", ""), 1, 8);     // no tag Event
  expect_same_in_parts(without(text, "\n", "\r\n"), 1, 8);              // another end of lines
  expect_same_in_parts(without(text, "1-0\"]\n\n", "1-0\"]\n"), 1, 8);  // none between tags and moves
  expect_same_in_parts(without(text, "{so", "{so (not closed"), 1, 3);
  expect_same_in_parts(without(text, "far}", "far"), 1, 3);             // a comment that nothing closes
  expect_same_in_parts(without(text, "(1... c5", "(1... Qxf7"), 1, 8);  // variations that cannot be
  expect_same_in_parts(without(text, "d4 d5", "d4 d5 2. Kxe8"), 1, 8);  // games that cannot be
  expect_same_in_parts(without(text, "1. d4 d5 1-0\n", ""), 1, 2);      // games without moves
  expect_same_in_parts(without(text, "1. d4", "[ %clk 1 ] 1. d4"), 1, 3);
  expect_same_in_parts("1. e4 e5 *\n\n1. d4 d5 *\n\n1. c4 *\n", 1, 1);  // no tags at all
}

}  // namespace
}  // namespace bookends
