// Result<T>: a value or an Error. Every function of the libraries that can fail returns one.
//
// Errors are values: the libraries never print, never call exit() and never throw by design.
#pragma once

#include <cassert>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace bookends {

enum class ErrorCode {
  not_found,         // a file, an ending, a position that is not covered
  corrupt,           // a file whose bytes contradict its checksums or its own header
  unsupported,       // a file of another game, other rules or another format version
  invalid_argument,  // input that is wrong in itself: a FEN, a move, a name, an option
  io,                // the operating system refused: permission, disk full, ...
  limit,             // a budget of memory or time would be exceeded
  interrupted,       // the user asked to stop; the work done so far is saved
};

// `message` is one line for a person: what is wrong, where, and what to do. No trailing full stop or newline.
struct Error {
  ErrorCode code;
  std::string message;
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  T& value() & { return assert(ok()), *std::get_if<0>(&state_); }
  const T& value() const& { return assert(ok()), *std::get_if<0>(&state_); }
  T&& value() && { return assert(ok()), std::move(*std::get_if<0>(&state_)); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  const Error& error() const { return assert(!ok()), *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

template <>
class [[nodiscard]] Result<void> {
 public:
  Result() = default;
  Result(Error error) : error_(std::move(error)) {}

  bool ok() const { return !error_; }
  explicit operator bool() const { return ok(); }
  const Error& error() const { return assert(error_), *error_; }

 private:
  std::optional<Error> error_;
};

}  // namespace bookends
