#include "tablebases/file/result_rows.h"

#include <algorithm>
#include <bit>

#include "core/io/bytes.h"

namespace bookends::tables {
namespace {

constexpr std::size_t kHeadBytes = 4;  // how many different rows; 0: planes
constexpr std::size_t kRowBytes = 16;

int number_bytes_for(std::size_t different) { return different <= 1u << 8 ? 1 : different <= 1u << 16 ? 2 : 4; }

void put_planes(std::vector<std::byte>& out, std::span<const ResultRow> rows) {
  for (const ResultRow& row : rows) put(out, row.win);
  for (const ResultRow& row : rows) put(out, row.not_loss);
}

void put_number(std::vector<std::byte>& out, std::uint32_t number, int bytes) {
  for (int i = 0; i < bytes; ++i) out.push_back(static_cast<std::byte>(number >> (8 * i)));
}

}  // namespace

void NumberedRows::begin(std::size_t rows) {
  different_.clear();
  slots_.assign(std::bit_ceil(2 * std::max<std::size_t>(1, rows)), 0);
  unused_bits_ = 64 - std::countr_zero(slots_.size());
}

int NumberedRows::number_bytes() const { return number_bytes_for(different_.size()); }

std::vector<std::byte> encode_rows(std::span<const ResultRow> rows) {
  NumberedRows numbered;
  numbered.assign(rows.size(), [&](std::size_t i) { return rows[i]; });
  const std::vector<ResultRow>& different = numbered.different();
  const int width = numbered.number_bytes();
  std::vector<std::byte> out;
  out.reserve(kHeadBytes + rows.size() * static_cast<std::size_t>(width) + different.size() * kRowBytes);
  put(out, static_cast<std::uint32_t>(different.size()));
  for (const std::uint32_t number : numbered.numbers()) put_number(out, number, width);
  put_planes(out, different);
  return out;
}

std::size_t different_rows(std::span<const std::byte> encoded) { return get<std::uint32_t>(encoded.data()); }

std::vector<std::byte> encode_planes(std::span<const ResultRow> rows) {
  std::vector<std::byte> out;
  out.reserve(kHeadBytes + rows.size() * kRowBytes);
  put(out, std::uint32_t{0});
  put_planes(out, rows);
  return out;
}

template <class F>
void ResultRows::with_numbers(const F& f) const {
  const std::byte* const at = bytes_.data() + kHeadBytes;
  switch (number_bytes_) {
    case 1:
      return f([=](std::size_t row) { return std::uint32_t{get<std::uint8_t>(at + row)}; });
    case 2:
      return f([=](std::size_t row) { return std::uint32_t{get<std::uint16_t>(at + 2 * row)}; });
    default:
      return f([=](std::size_t row) { return get<std::uint32_t>(at + 4 * row); });
  }
}

std::optional<ResultRows> ResultRows::read(std::span<const std::byte> bytes, std::uint64_t positions) {
  if (bytes.size() < kHeadBytes) return std::nullopt;
  ResultRows out;
  out.bytes_ = bytes;
  out.rows_ = rows_of(positions);
  out.different_ = get<std::uint32_t>(bytes.data());
  out.planes_ = out.different_ == 0;
  if (out.planes_) out.different_ = out.rows_;
  out.number_bytes_ = number_bytes_for(out.different_);
  const std::size_t numbers = out.planes_ ? 0 : out.rows_ * static_cast<std::size_t>(out.number_bytes_);
  if (out.different_ > out.rows_ || bytes.size() != kHeadBytes + numbers + out.different_ * kRowBytes)
    return std::nullopt;
  std::uint32_t most = 0;
  if (!out.planes_)
    out.with_numbers([&](auto number) {
      for (std::size_t row = 0; row < out.rows_; ++row) most = std::max(most, number(row));
    });
  if (most >= out.different_) return std::nullopt;
  return out;
}

std::uint32_t ResultRows::number(std::size_t row) const {
  auto number = static_cast<std::uint32_t>(row);
  if (!planes_) with_numbers([&](auto number_of) { number = number_of(row); });
  return number;
}

ResultRow ResultRows::row_of_number(std::size_t number) const {
  const std::byte* const wins = bytes_.data() + bytes_.size() - different_ * kRowBytes;
  return {get<std::uint64_t>(wins + number * 8), get<std::uint64_t>(wins + (different_ + number) * 8)};
}

void ResultRows::number_into(NumberedRows& out) const {
  const std::byte* const wins = bytes_.data() + bytes_.size() - different_ * kRowBytes;
  const std::byte* const not_losses = wins + different_ * 8;
  const auto row_of = [=](std::size_t n) {
    return ResultRow{get<std::uint64_t>(wins + n * 8), get<std::uint64_t>(not_losses + n * 8)};
  };
  if (planes_) return out.assign(rows_, row_of);
  with_numbers([&](auto number) { out.assign_numbered(rows_, number, different_, row_of); });
}

}  // namespace bookends::tables
