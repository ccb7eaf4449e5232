#include "books/proof/plan/solved.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace bookends {

namespace {
constexpr std::size_t kFirstSlots = 1 << 10;
}

std::size_t Solved::slot_of(Key key) const {
  const std::size_t mask = slots_.size() - 1;
  std::size_t at = first_slot(key);
  while (slots_[at].step.move && slots_[at].key != key) at = (at + 1) & mask;
  return at;
}

std::optional<ProofStep> Solved::find(Key key) const {
  if (slots_.empty()) return std::nullopt;
  const SolvedEntry& entry = slots_[slot_of(key)];
  if (!entry.step.move) return std::nullopt;
  return entry.step;
}

void Solved::grow(std::size_t slots) {
  const Slots old = std::move(slots_);
  slots_.assign(slots, {});
  for (const SolvedEntry& entry : old)
    if (entry.step.move) slots_[slot_of(entry.key)] = entry;
}

std::size_t Solved::slots_for(std::size_t entries) const {
  std::size_t slots = std::max(kFirstSlots, slots_.size());
  while (4 * entries > 3 * slots) slots *= 2;
  return slots;
}

void Solved::reserve(std::size_t entries) {
  if (const std::size_t slots = slots_for(entries); slots != slots_.size()) grow(slots);
}

std::size_t Solved::moving_bytes(std::size_t entries) const {
  const std::size_t slots = slots_for(entries);
  return slots == slots_.size() ? 0 : slots * sizeof(SolvedEntry);
}

void Solved::add(const SolvedEntry& entry) {
  reserve(size_ + 1);
  SolvedEntry& slot = slots_[slot_of(entry.key)];
  if (!slot.step.move) ++size_;
  if (slot.step.move && entry.step.distance >= slot.step.distance) return;
  slot = entry;
  if (news_) news_->push_back(entry);
}

std::vector<SolvedEntry> Solved::take_news() {
  std::optional<std::vector<SolvedEntry>> news = std::exchange(news_, std::vector<SolvedEntry>());
  return news ? std::move(*news) : std::vector<SolvedEntry>();
}

std::vector<SolvedEntry> Solved::entries() const {
  std::vector<SolvedEntry> all;
  all.reserve(size_);
  std::copy_if(slots_.begin(), slots_.end(), std::back_inserter(all),
               [](const SolvedEntry& entry) { return static_cast<bool>(entry.step.move); });
  return all;
}

}  // namespace bookends
