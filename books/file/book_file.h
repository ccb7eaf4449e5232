// The book as it is played from: one file, read as a whole, see FORMAT.md. Looking a position up takes the same time
// in a book of any size.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "books/file/book_entry.h"
#include "books/file/score_table.h"
#include "books/played/record.h"
#include "books/played/section.h"
#include "core/base/result.h"
#include "core/io/file.h"
#include "core/position/position.h"

namespace bookends {

// Const and thread-safe.
class BookFile {
 public:
  // Checks every byte against the checksums. Errors: not_found, io, corrupt, unsupported (another format version).
  static Result<BookFile> open(const std::filesystem::path& path);
  // The same for bytes in memory, which are kept. `name` is for messages.
  static Result<BookFile> from_bytes(std::vector<std::byte> bytes, const std::string& name);

  const BookHeader& header() const { return header_; }
  std::uint64_t positions() const { return layout_.positions; }
  std::uint64_t file_size() const { return bytes_.size(); }

  // The entry of a key. A key that is not in the book is taken for one that is with a probability below 4e-9.
  std::optional<BookEntry> find(Key key) const;
  // Entry i in the order of the file. Of its key only the leading bits are known; the others are 0.
  BookEntry at(std::uint64_t i) const;
  // What a person wrote about the position of a key, or nothing. It ends in a zero byte, which the view leaves out.
  std::string_view remark(Key key) const;
  // The same for entry i.
  std::string_view remark_at(std::uint64_t i) const;
  std::uint32_t remarks() const { return layout_.remark_count; }
  // What games say of the moves of the position of a key; empty where they say nothing, or the key is unknown.
  std::vector<PlayedMove> played(Key key) const;
  // The same for entry i.
  std::vector<PlayedMove> played_at(std::uint64_t i) const { return played_.moves_at(i); }
  // Moves played, of all positions.
  std::uint64_t played_moves() const { return played_.count(); }
  int known_key_bits() const { return layout_.bucket_bits + layout_.remainder_bits; }
  // What the file knows of a key: positions that have it in common share an entry.
  Key known_key(Key key) const { return key >> (64 - known_key_bits()); }

 private:
  struct Layout {
    std::uint64_t positions = 0;
    int bucket_bits = 0, remainder_bits = 0, move_bits = 0, score_bits = 0, depth_bits = 0, flag_bits = 0;
    std::uint64_t directory = 0, scores = 0, entries = 0, remarks = 0, played = 0, size = 0;  // offsets in the file
    std::size_t directory_number = 0, score_interval = 0;                                     // bytes of one
    std::uint32_t score_intervals = 0, score_codes = 0;
    std::uint32_t remark_count = 0;

    int entry_bits() const { return remainder_bits + move_bits + score_bits + depth_bits + flag_bits; }
  };

  BookFile() = default;
  Result<void> parse(const std::string& name);
  Result<void> parse_all(const std::string& name);
  Result<void> parse_header(const std::string& name);
  void parse_numbers();
  bool parse_layout();
  bool parse_texts(std::size_t at, std::size_t header_size);
  std::string broken_section() const;
  bool directory_holds() const;
  bool scores_hold() const;
  bool padding_holds() const;
  bool parse_remarks();
  bool parse_played();
  std::optional<std::uint64_t> index_of(Key key) const;
  std::uint64_t bucket_start(std::uint64_t bucket) const;
  std::uint64_t remainder_at(std::uint64_t i) const;
  BookEntry payload_at(std::uint64_t i) const;

  std::vector<std::byte> owned_;
  std::span<const std::byte> bytes_;
  BookHeader header_;
  Layout layout_;
  ScoreTable scores_;
  PlayedSection played_;
};

// The move of an entry in its position; none when the position has no such move (the entry is another position's).
template <const Rules& R>
std::optional<Move> book_move(const Position<R>& position, int move_index);

// The index book_move() turns back into `move`, which is legal.
template <const Rules& R>
int book_move_index(const Position<R>& position, Move move);

}  // namespace bookends
