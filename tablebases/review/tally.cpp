#include "tablebases/review/tally.h"

#include <omp.h>

#include <algorithm>
#include <array>
#include <span>

#include "core/rules/geometry.h"

namespace bookends::tables {
namespace {

constexpr std::size_t kTallyChunk = std::size_t{1} << 18;  // codes a thread takes at a time

std::size_t chunks(std::size_t size) { return (size + kTallyChunk - 1) / kTallyChunk; }
int thread_count(int threads) { return threads > 0 ? threads : omp_get_max_threads(); }

// Neighbours often have the same code, and adding to a counter that has just been added to has to wait for it: four
// counters for each place take turns.
using Lanes = std::array<std::uint64_t, 4>;
using PlaceCounts = std::array<Lanes, CodeArray::kPlaces>;

void count_places(std::span<const CodeArray::Place> places, PlaceCounts& counts) {
  std::size_t i = 0;
  for (; i + 4 <= places.size(); i += 4)
    for (std::size_t lane = 0; lane < 4; ++lane) ++counts[places[i + lane]][lane];
  for (; i < places.size(); ++i) ++counts[places[i]][0];
}

void add_code(std::vector<std::uint64_t>& counts, std::uint16_t code, std::uint64_t n) {
  if (n == 0 || code == kIllegal) return;
  if (counts.size() <= code) counts.resize(std::size_t{code} + 1);
  counts[code] += n;
}

// [code] how many numbers have it; without kIllegal.
std::vector<std::uint64_t> numbers_by_code(const CodeArray& codes, int threads) {
  const std::span<const CodeArray::Place> places(codes.places());
  PlaceCounts total{};
#pragma omp parallel num_threads(thread_count(threads))
  {
    PlaceCounts mine{};  // takes no memory of its own
#pragma omp for schedule(dynamic)
    for (std::size_t chunk = 0; chunk < chunks(places.size()); ++chunk)
      count_places(places.subspan(chunk * kTallyChunk, std::min(kTallyChunk, places.size() - chunk * kTallyChunk)),
                   mine);
#pragma omp critical(bookends_tally)
    for (std::size_t place = 0; place < total.size(); ++place)
      for (const std::uint64_t n : mine[place]) total[place][0] += n;
  }
  std::vector<std::uint64_t> counts;
  for (std::size_t place = 0; place < CodeArray::kLate; ++place)
    add_code(counts, codes.meaning()[place], total[place][0]);
  codes.for_late([&](std::uint64_t, std::uint16_t code) { add_code(counts, code, 1); });
  return counts;
}

// The symmetry other than identity that leaves kings and pawns of a block of the index (one slice, one king pair)
// where they are; 0: none. There is never more than one: two squares are both left alone by at most one mirror.
template <const Rules& R>
int stabilizer_of(const PlacementIndex<R>& index, std::uint64_t block) {
  const auto& kings = index.pair(block % index.pairs());
  if (!index.ending().has_pawns()) return kings.stabilizer;
  const SquareMap& map = kSymmetries<R>[kMirrorFiles];
  if (index.symmetries() < 2 || map[slot(kings.side0)] != kings.side0 || map[slot(kings.side1)] != kings.side1)
    return 0;
  return index.slice_symmetric(block / index.pairs()) ? kMirrorFiles : 0;
}

// Whether the squares of a group, at a rank of it, are left alone by a symmetry.
template <const Rules& R>
bool group_mirrors_itself(const PlacementIndex<R>& index, const Group& group, std::uint64_t rank, int symmetry) {
  std::array<Square, kMaxMen> squares{};
  index.squares(rank * group.stride, std::span(squares).first(index.men().size()));
  Bitboard here = 0, image = 0;
  for (int i = group.first; i < group.first + group.size; ++i) {
    here |= bit(squares[slot(i)]);
    image |= bit(kSymmetries<R>[slot(symmetry)][slot(squares[slot(i)])]);
  }
  return here == image;
}

// The numbers inside a block whose pieces a symmetry leaves alone.
template <const Rules& R>
std::vector<std::uint64_t> mirroring_themselves(const PlacementIndex<R>& index, int symmetry) {
  std::vector<std::uint64_t> numbers{0};
  for (const Group& group : index.piece_groups()) {
    std::vector<std::uint64_t> with_group;
    for (std::uint64_t rank = 0; rank < group.combinations; ++rank)
      if (group_mirrors_itself(index, group, rank, symmetry))
        for (const std::uint64_t n : numbers) with_group.push_back(n + rank * group.stride);
    numbers = std::move(with_group);
  }
  return numbers;
}

// Placements that are their own mirror image have half as many images as the others.
template <const Rules& R>
void take_off_own_images(const PlacementIndex<R>& index, const CodeArray& codes, std::vector<std::uint64_t>& counts) {
  std::array<std::vector<std::uint64_t>, 8> numbers;  // by symmetry; never empty once made: the kings alone mirror
  const auto half = static_cast<std::uint64_t>(index.symmetries() / 2);
  for (std::uint64_t block = 0; block < index.slices() * index.pairs(); ++block) {
    const int symmetry = stabilizer_of(index, block);
    if (symmetry == 0) continue;
    auto& own = numbers[slot(symmetry)];
    if (own.empty()) own = mirroring_themselves(index, symmetry);
    for (const std::uint64_t n : own) {
      const std::uint16_t code = codes[block * index.inner() + n];
      if (code != kIllegal) counts[code] -= half;
    }
  }
}

template <const Rules& R>
bool in_check(const PlacementIndex<R>& index, std::uint64_t number, int side) {
  const std::span<const Occupant> men = index.men();
  std::array<Square, kMaxMen> squares{};
  index.squares(number, std::span(squares).first(men.size()));
  Bitboard occupied = 0;
  for (std::size_t i = 0; i < men.size(); ++i) occupied |= bit(squares[i]);
  const Square king = squares[slot(side)];
  bool checked = false;
  for (std::size_t i = 0; i < men.size(); ++i) {
    if (bookends::index(men[i].color()) == side) continue;
    for_each_kind([&]<Kind K>() {
      if (men[i].kind() == K) checked |= contains(attacks<R, K>(men[i].color(), squares[i], occupied), king);
    });
  }
  return checked;
}

}  // namespace

template <const Rules& R>
std::vector<std::uint64_t> tally(const PlacementIndex<R>& index, const CodeArray& codes, int threads) {
  std::vector<std::uint64_t> counts = numbers_by_code(codes, threads);
  for (std::uint64_t& n : counts) n *= static_cast<std::uint64_t>(index.symmetries());
  take_off_own_images(index, codes, counts);
  return counts;
}

std::uint64_t first_with(const CodeArray& codes, std::uint16_t code, int threads) {
  const std::span<const CodeArray::Place> places(codes.places());
  const CodeArray::Place place = codes.known_place_of(code);
  std::uint64_t first = places.size();
  // What one rank has a place for may be late on another.
  codes.for_late([&](std::uint64_t number, std::uint16_t late) {
    if (late == code) first = std::min(first, number);
  });
  if (place == CodeArray::kLate) return first;
#pragma omp parallel for schedule(static, 1) num_threads(thread_count(threads)) reduction(min : first)
  for (std::size_t chunk = 0; chunk < chunks(places.size()); ++chunk) {
    if (first <= chunk * kTallyChunk) continue;  // found in an earlier chunk of this thread
    const auto part = places.subspan(chunk * kTallyChunk, std::min(kTallyChunk, places.size() - chunk * kTallyChunk));
    const auto at = std::find(part.begin(), part.end(), place);
    if (at == part.end()) continue;
    first = std::min<std::uint64_t>(first, chunk * kTallyChunk + static_cast<std::uint64_t>(at - part.begin()));
  }
  return first;
}

template <const Rules& R>
std::uint64_t tally_checks(const PlacementIndex<R>& index, int side, const CodeArray& codes, std::uint16_t code,
                           int threads) {
  std::uint64_t checks = 0;
#pragma omp parallel for schedule(dynamic) num_threads(thread_count(threads)) reduction(+ : checks)
  for (std::size_t chunk = 0; chunk < chunks(codes.size()); ++chunk)
    for (std::size_t i = chunk * kTallyChunk; i < std::min(codes.size(), (chunk + 1) * kTallyChunk); ++i) {
      if (codes[i] != code || !in_check(index, i, side)) continue;
      const bool may_mirror = stabilizer_of(index, i / index.inner()) != 0;
      checks += static_cast<std::uint64_t>(may_mirror ? index.multiplicity(i) : index.symmetries());
    }
  return checks;
}

#define BOOKENDS_INSTANTIATE_TALLY(game)                                                                             \
  template std::vector<std::uint64_t> tally<games::game>(const PlacementIndex<games::game>&, const CodeArray&, int); \
  template std::uint64_t tally_checks<games::game>(const PlacementIndex<games::game>&, int, const CodeArray&,        \
                                                   std::uint16_t, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_TALLY)
#undef BOOKENDS_INSTANTIATE_TALLY

}  // namespace bookends::tables
