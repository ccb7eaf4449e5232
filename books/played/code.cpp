#include "books/played/code.h"

#include <algorithm>
#include <bit>
#include <string>

namespace bookends {

namespace {

constexpr int kRatingBits = bits_for(kHighestRating);
constexpr int kMostGammaBits = 33;  // of a number: one more than any of 32 bits

// Elias's gamma code of a number from 1 on: as many zeros as it has bits after its first one, a one, those bits.
void put_gamma(BitWriter& out, std::uint64_t number) {
  const int more = bits_for(number) - 1;
  out.put(std::uint64_t{1} << more, more + 1);
  out.put(number, more);  // without the first bit, which is understood
}

// Wins, draws and losses, each in as many bits as what is left of the games takes.
void put_results(BitWriter& out, const PlayedMove& move) {
  std::uint32_t left = move.games;
  for (const std::uint32_t count : {move.wins, move.draws, move.losses}) {
    out.put(count, bits_for(left));
    left -= count;
  }
}

bool get_results(BitReader& in, PlayedMove& move) {
  std::uint32_t left = move.games;
  for (std::uint32_t* const count : {&move.wins, &move.draws, &move.losses}) {
    *count = static_cast<std::uint32_t>(in.take(bits_for(left)));
    if (*count > left) return false;
    left -= *count;
  }
  return true;
}

bool get_rating(BitReader& in, PlayedMove& move) {
  const std::uint64_t unrated = in.take_gamma() - 1;
  if (unrated > move.games) return false;
  move.rated = static_cast<std::uint32_t>(move.games - unrated);
  if (move.rated > 0) move.rating = static_cast<std::uint16_t>(in.take(kRatingBits));
  return true;
}

bool get_year(BitReader& in, std::uint16_t latest, PlayedMove& move) {
  const std::uint64_t before = in.take_gamma() - 1;
  if (before > latest) return false;
  move.year = static_cast<std::uint16_t>(latest - before);
  return true;
}

template <class T>
bool get_number(BitReader& in, T& number) {
  const std::uint64_t value = in.take_gamma() - 1;
  number = static_cast<T>(value);
  return number == value;
}

bool get_move(BitReader& in, const PlayedCode& code, PlayedMove& move) {
  move.move_index = static_cast<std::uint16_t>(in.take(code.move_bits));
  return get_number(in, move.games) && get_results(in, move) && (!code.ratings || get_rating(in, move)) &&
         (!code.years || get_year(in, code.latest_year, move)) && (!code.weights || get_number(in, move.weight)) &&
         (!code.learning || get_number(in, move.learned));
}

}  // namespace

std::uint8_t PlayedCode::columns() const {
  return static_cast<std::uint8_t>((ratings ? 1 : 0) | (years ? 2 : 0) | (weights ? 4 : 0) | (learning ? 8 : 0));
}

void PlayedCode::set_columns(std::uint8_t columns) {
  ratings = (columns & 1) != 0;
  years = (columns & 2) != 0;
  weights = (columns & 4) != 0;
  learning = (columns & 8) != 0;
}

void make_room(PlayedCode& code, const std::vector<PlayedMove>& moves) {
  for (const PlayedMove& move : moves) {
    code.move_bits = std::max(code.move_bits, bits_for(move.move_index));
    code.ratings |= move.rated > 0;
    code.years |= move.year > 0;
    code.weights |= move.weight > 0;
    code.learning |= move.learned > 0;
    code.latest_year = std::max(code.latest_year, move.year);
  }
}

std::optional<std::string> wrong_with(const std::vector<PlayedMove>& moves) {
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const PlayedMove& move = moves[i];
    if (i > 0 && moves[i - 1].move_index >= move.move_index) return "its moves do not ascend";
    if (std::uint64_t{move.wins} + move.draws + move.losses > move.games) return "a move has more results than games";
    if (move.rated > move.games) return "a move has more ratings than games";
    if (move.rating > kHighestRating || (move.rated == 0 && move.rating != 0)) return "a rating is none";
  }
  return std::nullopt;
}

void put_played(BitWriter& out, const PlayedCode& code, const std::vector<PlayedMove>& moves) {
  put_gamma(out, moves.size() + 1);
  for (const PlayedMove& move : moves) {
    out.put(move.move_index, code.move_bits);
    put_gamma(out, std::uint64_t{move.games} + 1);
    put_results(out, move);
    if (code.ratings) {
      put_gamma(out, std::uint64_t{move.games} - move.rated + 1);
      if (move.rated > 0) out.put(move.rating, kRatingBits);
    }
    if (code.years) put_gamma(out, std::uint64_t{code.latest_year} - move.year + 1);
    if (code.weights) put_gamma(out, std::uint64_t{move.weight} + 1);
    if (code.learning) put_gamma(out, std::uint64_t{move.learned} + 1);
  }
}

std::uint64_t BitReader::take(int width) {
  if (!ok_ || at_ + static_cast<std::uint64_t>(width) > end_) {
    ok_ = false;
    return 0;
  }
  const std::uint64_t value = read_bits(bytes_, at_, width);
  at_ += static_cast<std::uint64_t>(width);
  return value;
}

std::uint64_t BitReader::take_gamma() {
  // What lies behind the end may be read, though it counts for nothing.
  const int more = ok_ && at_ < end_ ? std::countr_zero(read_bits(bytes_, at_, kMaxPackedBits)) : kMostGammaBits;
  if (more >= kMostGammaBits) ok_ = false;
  if (!ok_) return 1;
  take(more + 1);
  const std::uint64_t rest = take(more);
  return ok_ ? std::uint64_t{1} << more | rest : 1;
}

bool BitReader::at_end() const {
  return ok_ && end_ - at_ < 8 && read_bits(bytes_, at_, static_cast<int>(end_ - at_)) == 0;
}

bool get_played(BitReader& in, const PlayedCode& code, std::vector<PlayedMove>& moves) {
  moves.clear();
  const std::uint64_t count = in.take_gamma() - 1;
  if (count > std::uint64_t{1} << code.move_bits) return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    PlayedMove move;
    if (!get_move(in, code, move) || !in.ok()) return false;
    if (i > 0 && moves.back().move_index >= move.move_index) return false;
    moves.push_back(move);
  }
  return in.ok();
}

}  // namespace bookends
