// The codes of one side to move, a byte each.
//
// Plies come in ascending order while an ending is solved, and most positions are decided early. So each different code
// takes a place when it first occurs, and a byte says the place. When all places are taken, a code is late: its few
// positions are in a list. So an array is half of what codes are, however many different ones there are.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <span>
#include <vector>

#include "tablebases/material/codes.h"
#include "tablebases/solution/array_memory.h"

namespace bookends::tables {

template <class T>
using SolvedArray = std::vector<T, ArrayMemory<T>>;

class CodeArray {
 public:
  using Place = std::uint8_t;
  static constexpr Place kIllegalPlace = 0, kDrawPlace = 1;
  static constexpr Place kLate = 255;  // the code is in the list
  static constexpr std::size_t kPlaces = 256;

  CodeArray() = default;
  // kIllegal everywhere. In a file of `folder` (array_memory.h), unless that is empty. `places`: fewer than there can
  // be show how late codes fare.
  explicit CodeArray(std::uint64_t size, const std::filesystem::path& folder = {}, std::size_t places = kLate);
  // The same codes by number.
  static CodeArray of(std::span<const std::uint16_t> codes);

  std::uint64_t size() const { return places_.size(); }
  bool empty() const { return places_.empty(); }
  std::uint16_t operator[](std::uint64_t number) const {
    const Place place = places_[number];
    return place == kLate ? late_code(number) : meaning_[place];
  }
  // Of the place of a number: its code, unless it is kLate.
  const std::array<std::uint16_t, kPlaces>& meaning() const { return meaning_; }
  std::size_t taken() const { return taken_; }  // places that mean a code, the first ones
  bool has_late() const { return !late_.empty(); }

  // The place of a code, a new one if need be; kLate when there are no more. Of any thread.
  Place place_of(std::uint16_t code);
  // The place of a code that occurs; kLate of any other.
  Place known_place_of(std::uint16_t code) const;
  // What is written for `place_of(code)`. A number whose place is kLate has to be listed, too.
  SolvedArray<Place>& places() { return places_; }
  const SolvedArray<Place>& places() const { return places_; }
  // Of any thread. Seen by others after settle().
  void list_late(std::uint64_t number, std::uint16_t code);
  // Of one thread, while no other asks: what was listed can be read from now on.
  void settle();
  // Of one thread. make_illegal() may be settled later.
  void set(std::uint64_t number, std::uint16_t code);
  void make_illegal(std::uint64_t number);
  void forget_all();

  // All but the places, for what stays on machines of one kind (raw_bytes.h): settled before.
  void write_keys(std::vector<std::byte>& to) const;
  // What write_keys() wrote in place of what is here; false when it is something else.
  bool read_keys(std::span<const std::byte> from);
  // Of a number whose place is kLate; kIllegal of one that is not listed.
  std::uint16_t late_code(std::uint64_t number) const;
  // Calls f(number, code) for all that are late.
  template <class F>
  void for_late(F&& f) const {
    for (const Late late : late_) f(late >> kCodeBits, static_cast<std::uint16_t>(late));
  }

  bool operator==(const CodeArray& other) const;  // the same codes, whatever their places

 private:
  using Late = std::uint64_t;  // number and code: sorted by number
  static constexpr int kCodeBits = 16;
  // An array may be copied; who waits for it is not.
  struct Mutex : std::mutex {
    Mutex() = default;
    Mutex(const Mutex&) : std::mutex() {}
    Mutex& operator=(const Mutex&) { return *this; }
  };

  void begin_places();
  void know_again();

  SolvedArray<Place> places_;  // by number
  std::array<std::uint16_t, kPlaces> meaning_{};
  std::vector<Place> place_of_;  // by code; 0: none yet, or kIllegal
  std::uint32_t taken_ = 0;      // places
  std::size_t most_places_ = kLate;
  std::vector<Late> late_;  // by number, ascending
  std::vector<Late> news_;  // not settled
  bool dropped_ = false;    // something late is late no more
  Mutex mutex_;             // of taking a place and of news
};

}  // namespace bookends::tables
