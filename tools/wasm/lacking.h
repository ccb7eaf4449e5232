// What the C++ library of emscripten 3.1.6 (Debian 12) lacks of C++20, as far as the module uses it. Included before
// all else, by the compiler's option. A newer library has it all, and takes nothing from here.
#pragma once

#include <version>

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 15000

#include <algorithm>
#include <atomic>
#include <functional>
#include <iterator>
#include <utility>

// NOLINTBEGIN(cert-dcl58-cpp): names of std are added on purpose
namespace std {

namespace ranges {

template <class Range, class Test>
constexpr bool all_of(Range&& range, Test test) {
  return std::all_of(std::begin(range), std::end(range), std::move(test));
}
template <class Range, class Test>
constexpr bool any_of(Range&& range, Test test) {
  return std::any_of(std::begin(range), std::end(range), std::move(test));
}
template <class Range, class Test>
constexpr bool none_of(Range&& range, Test test) {
  return std::none_of(std::begin(range), std::end(range), std::move(test));
}
template <class Range, class Value, class Of = std::identity>
constexpr auto find(Range&& range, const Value& value, Of of = {}) {
  return std::find_if(std::begin(range), std::end(range), [&](const auto& e) { return std::invoke(of, e) == value; });
}
template <class Range, class Test>
constexpr auto find_if(Range&& range, Test test) {
  return std::find_if(std::begin(range), std::end(range), std::move(test));
}
template <class Range, class Value>
constexpr void fill(Range&& range, const Value& value) {
  std::fill(std::begin(range), std::end(range), value);
}
template <class Range, class Out>
constexpr auto copy(Range&& range, Out out) {
  return std::copy(std::begin(range), std::end(range), out);
}
template <class Range, class Out, class F>
constexpr auto transform(Range&& range, Out out, F f) {
  return std::transform(std::begin(range), std::end(range), out, std::move(f));
}
template <class Less, class Of>
constexpr auto compared(Less& less, Of& of) {
  return [&](const auto& a, const auto& b) { return std::invoke(less, std::invoke(of, a), std::invoke(of, b)); };
}
template <class Range, class Less = std::less<>, class Of = std::identity>
void sort(Range&& range, Less less = {}, Of of = {}) {
  std::sort(std::begin(range), std::end(range), compared(less, of));
}
template <class Range, class Less = std::less<>, class Of = std::identity>
void stable_sort(Range&& range, Less less = {}, Of of = {}) {
  std::stable_sort(std::begin(range), std::end(range), compared(less, of));
}

}  // namespace ranges

template <class T>
class atomic_ref {
 public:
  explicit atomic_ref(T& object) : object_(&object) {}
  T load(memory_order order = memory_order_seq_cst) const { return __atomic_load_n(object_, static_cast<int>(order)); }
  void store(T value, memory_order order = memory_order_seq_cst) const {
    __atomic_store_n(object_, value, static_cast<int>(order));
  }

 private:
  T* object_;
};

}  // namespace std
// NOLINTEND(cert-dcl58-cpp)

#endif
