#include "tablebases/solution/code_array.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "core/base/large_pages.h"
#include "tablebases/solution/raw_bytes.h"

namespace bookends::tables {

CodeArray::CodeArray(std::uint64_t size, const std::filesystem::path& folder, std::size_t places)
    : places_(folder.empty() || size == 0 ? ArrayMemory<Place>() : ArrayMemory<Place>(folder)), most_places_(places) {
  places_.reserve(size);
  if (folder.empty()) advise_large_pages(places_.data(), size);
  places_.assign(size, kIllegalPlace);
  begin_places();
}

CodeArray CodeArray::of(std::span<const std::uint16_t> codes) {
  CodeArray out(codes.size());
  for (std::uint64_t i = 0; i < codes.size(); ++i) {
    out.places_[i] = out.place_of(codes[i]);
    if (out.places_[i] == kLate) out.list_late(i, codes[i]);
  }
  out.settle();
  return out;
}

// From what the places mean to what has which place.
void CodeArray::know_again() {
  place_of_.assign(kSolvedCodes, 0);
  for (std::size_t place = 1; place < taken_; ++place) place_of_[meaning_[place]] = static_cast<Place>(place);
}

// Most ask for a code that has its place: these take no lock.
CodeArray::Place CodeArray::place_of(std::uint16_t code) {
  if (code == kIllegal) return kIllegalPlace;
  const std::atomic_ref<Place> known(place_of_[code]);
  if (const Place place = known.load(std::memory_order_acquire); place != 0) return place;
  const std::scoped_lock alone(mutex_);
  if (const Place place = known.load(std::memory_order_relaxed); place != 0) return place;
  if (taken_ >= most_places_) return kLate;
  const auto place = static_cast<Place>(taken_++);
  meaning_[place] = code;
  known.store(place, std::memory_order_release);
  return place;
}

CodeArray::Place CodeArray::known_place_of(std::uint16_t code) const {
  const auto begin = meaning_.begin(), end = begin + taken_;
  const auto at = std::find(begin, end, code);
  return at == end ? kLate : static_cast<Place>(at - begin);
}

void CodeArray::list_late(std::uint64_t number, std::uint16_t code) {
  const std::scoped_lock alone(mutex_);
  news_.push_back(number << kCodeBits | code);
}

void CodeArray::settle() {
  if (std::exchange(dropped_, false))
    std::erase_if(late_, [&](Late late) { return places_[late >> kCodeBits] != kLate; });
  if (news_.empty()) return;
  std::sort(news_.begin(), news_.end());
  const auto middle = static_cast<std::ptrdiff_t>(late_.size());
  late_.insert(late_.end(), news_.begin(), news_.end());
  std::inplace_merge(late_.begin(), late_.begin() + middle, late_.end());
  news_ = std::vector<Late>();  // braces alone would keep the memory
}

std::uint16_t CodeArray::late_code(std::uint64_t number) const {
  const auto at = std::lower_bound(late_.begin(), late_.end(), number << kCodeBits);
  return at != late_.end() && *at >> kCodeBits == number ? static_cast<std::uint16_t>(*at) : kIllegal;
}

void CodeArray::set(std::uint64_t number, std::uint16_t code) {
  make_illegal(number);
  settle();
  places_[number] = place_of(code);
  if (places_[number] != kLate) return;
  list_late(number, code);
  settle();
}

void CodeArray::make_illegal(std::uint64_t number) {
  dropped_ = dropped_ || places_[number] == kLate;
  places_[number] = kIllegalPlace;
}

void CodeArray::forget_all() {
  std::ranges::fill(places_, kIllegalPlace);
  late_.clear();
  news_.clear();
  if (!empty()) begin_places();
}

void CodeArray::begin_places() {
  meaning_ = {};
  meaning_[kIllegalPlace] = kIllegal;
  meaning_[kDrawPlace] = kDrawCode;
  taken_ = 2;
  know_again();
}

void CodeArray::write_keys(std::vector<std::byte>& to) const {
  RawWriter writer(to);
  writer.value(taken_);
  writer.array(meaning_.data(), meaning_.size());
  writer.list(late_);
}

bool CodeArray::read_keys(std::span<const std::byte> from) {
  RawReader reader(from);
  std::uint32_t taken = 0;
  std::array<std::uint16_t, kPlaces> meaning{};
  std::vector<Late> late;
  reader.value(taken);
  reader.array(meaning.data(), meaning.size());
  reader.list(late);
  if (!reader.at_end() || taken > kLate || !std::ranges::is_sorted(late)) return false;
  taken_ = taken;
  meaning_ = meaning;
  late_ = std::move(late);
  news_.clear();
  know_again();
  return true;
}

bool CodeArray::operator==(const CodeArray& other) const {
  if (size() != other.size()) return false;
  for (std::uint64_t i = 0; i < size(); ++i)
    if ((*this)[i] != other[i]) return false;
  return true;
}

}  // namespace bookends::tables
