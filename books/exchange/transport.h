// A book for sending: its tree without keys, a third of the size of the book file, which it expands to byte for byte
// (one of version 3; older ones come back as version 3).
// FORMAT.md describes it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "books/edit/book_graph.h"

namespace bookends {

// Errors: invalid_argument, when entries cannot be reached from the starts or name no legal move; those of encode().
template <const Rules& R>
Result<std::vector<std::byte>> pack_book(const BookGraph& graph);

struct TransportHeader {
  BookHeader header;
  std::uint64_t positions = 0;
};

// What a transport file holds. Checks every byte against the checksums. `name` is the file's, for messages. Errors:
// corrupt, unsupported (another version).
Result<TransportHeader> transport_header(std::span<const std::byte> bytes, const std::string& name);

// The book file. Errors: those above; unsupported when the book is of another game or of other rules.
template <const Rules& R>
Result<std::vector<std::byte>> unpack_book(std::span<const std::byte> bytes, const std::string& name);

// Whether a file begins as a transport file does.
bool is_transport(std::span<const std::byte> bytes);

}  // namespace bookends
