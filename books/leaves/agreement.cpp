#include "books/leaves/agreement.h"

#include <utility>

#include "books/leaves/dispatcher.h"
#include "core/base/text_streams.h"
#include "core/io/bytes.h"

namespace bookends {
namespace {

// The settings of one rank as it says them to the others.
struct Terms {
  int threads = 1;
  std::string text;  // a line each
};

Bytes encode(const Terms& terms) {
  Bytes bytes;
  put(bytes, static_cast<std::uint32_t>(terms.threads));
  for (const char ch : terms.text) bytes.push_back(static_cast<std::byte>(ch));
  return bytes;
}

Terms decode(const Bytes& bytes) {
  ByteReader in(bytes);
  Terms terms;
  terms.threads = static_cast<int>(in.read<std::uint32_t>());
  for (const std::byte b : in.take(in.left())) terms.text += static_cast<char>(b);
  return terms;
}

// The first line in which they differ, in both forms.
std::pair<std::string, std::string> first_difference(const std::string& a, const std::string& b) {
  TextReader as(a), bs(b);
  std::string one, other;
  do {
    one.clear();
    other.clear();
    std::getline(as, one);
    std::getline(bs, other);
  } while (one == other && (as || bs));
  return {one, other};
}

}  // namespace

Result<std::vector<int>> agree(Communicator& ranks, int threads, const std::string& text) {
  const Result<std::vector<Bytes>> all = gather_on_all(ranks, kLeafAgreement, encode({threads, text}));
  if (!all) return all.error();
  const Terms first = decode(all->front());
  std::vector<int> by_rank;
  for (std::size_t rank = 0; rank < all->size(); ++rank) {
    const Terms terms = decode((*all)[rank]);
    by_rank.push_back(terms.threads);
    if (terms.text == first.text) continue;
    const auto [here, there] = first_difference(first.text, terms.text);
    return Error{ErrorCode::invalid_argument, "rank 0 has '" + here + "' and rank " + std::to_string(rank) + " '" +
                                                  there + "': all ranks need the same program, files and engine"};
  }
  return by_rank;
}

}  // namespace bookends
