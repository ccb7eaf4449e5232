#include "tablebases/pack/distances.h"

#include <algorithm>

namespace bookends::tables {
namespace {

// Appends values of 8 or 16 bits.
class ValueWriter {
 public:
  ValueWriter(std::uint8_t bits, std::size_t expected) : wide_(bits == 16) { out_.reserve(expected * (wide_ ? 2 : 1)); }
  void put(unsigned v) {
    out_.push_back(static_cast<std::byte>(v));
    if (wide_) out_.push_back(static_cast<std::byte>(v >> 8));
  }
  std::vector<std::byte> take() { return std::move(out_); }

 private:
  bool wide_;
  std::vector<std::byte> out_;
};

// Calls f(position of the block) for each that is stored as decided.
template <class F>
void for_each_decided(const ResultPlanes& filled, Part part, F f) {
  const std::size_t end = part.first + part.count;
  for (std::size_t word = part.first / 64; word * 64 < end; ++word) {
    std::uint64_t left = stored_decided(filled[word]);
    if (end - word * 64 < 64) left &= (std::uint64_t{1} << (end - word * 64)) - 1;
    for (; left != 0; left &= left - 1) f(word * 64 + static_cast<std::size_t>(std::countr_zero(left)));
  }
}

unsigned halved(DtmCode code) { return static_cast<unsigned>(code - 1) / 2; }

bool may_stand_for(unsigned candidate, DtmCode code, std::uint8_t marks) {
  if (candidate == halved(code)) return true;
  if ((marks & kMarkDtmFree) == 0) return false;
  return is_win(code) ? candidate > halved(code) : candidate < halved(code);
}

unsigned units(DtzCode code, std::uint8_t step) {
  const int plies = is_dtz_win(code) ? dtz_plies(code) - 1 : dtz_plies(code);
  return static_cast<unsigned>(plies / step);
}

}  // namespace

std::vector<std::byte> packed_dtm(const BlockValues& values, DistanceFormat format) {
  ValueWriter out(format.bits, values.dtm.size());
  unsigned last = 0;
  for (std::size_t i = 0; i < values.dtm.size(); ++i) {
    const DtmCode code = values.dtm[i];
    if (is_decided(code) && !may_stand_for(last, code, values.marks[i])) last = halved(code);
    out.put(last);
  }
  return out.take();
}

std::vector<std::byte> packed_dtz(const BlockValues& values, const ResultPlanes& filled, Part part,
                                  DistanceFormat format) {
  ValueWriter out(format.bits, part.count);
  unsigned last = 0;
  for_each_decided(filled, part, [&](std::size_t i) {
    const DtzCode code = values.dtz[i];
    if (is_dtz_decided(code) && (values.marks[i] & kMarkDtzFree) == 0) last = units(code, format.step);
    out.put(last);
  });
  return out.take();
}

std::vector<std::byte> packed_cursed(const BlockValues& values, const ResultPlanes& filled) {
  std::vector<std::byte> out;
  std::size_t at = 0;
  for_each_decided(filled, {0, values.marks.size()}, [&](std::size_t i) {
    if (at % 8 == 0) out.push_back(std::byte{0});
    if ((values.marks[i] & kMarkCursed) != 0) out.back() |= static_cast<std::byte>(1U << at % 8);
    ++at;
  });
  return out;
}

DistanceFormat dtm_format(int longest_plies) {
  return {static_cast<std::uint8_t>(longest_plies / 2 > 0xff ? 16 : 8), 1};
}

DistanceFormat dtz_format(int longest_plies, int limit_plies) {
  // A rounded value is at most one ply off, so that all must stay clear of the limit.
  const std::uint8_t step = longest_plies + 1 < limit_plies ? 2 : 1;
  return {static_cast<std::uint8_t>(longest_plies / step > 0xff ? 16 : 8), step};
}

}  // namespace bookends::tables
