#include "tablebases/pack/order_search.h"

#include <omp.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "core/base/thrown.h"
#include "tablebases/file/block_codec.h"
#include "tablebases/pack/result_block.h"

namespace bookends::tables {
namespace {

// How much of a table is looked at: so many blocks of so many positions.
struct Sample {
  std::uint64_t blocks;
  std::uint64_t positions;
};
constexpr Sample kRough{48, std::uint64_t{1} << 15};
constexpr Sample kFine{160, std::uint64_t{1} << 17};  // a few blocks have most of the bytes: small samples miss them
// Where the orders are few, and likely ones. Distances resemble those of boards further away than results do: in blocks
// that are much smaller than the table's the order of KRBvKR looks best that takes two fifths more bytes.
constexpr Sample kResultsOfFew{64, std::uint64_t{1} << 15};
constexpr Sample kDistancesOfFew{64, std::uint64_t{1} << 17};
constexpr std::size_t kFinalists = 4;

// The first numbers of the blocks of the sample: one at a place of its own in each of so many equal parts.
std::vector<std::uint64_t> sample_of(std::uint64_t size, const Sample& sample) {
  const std::uint64_t blocks = (size + sample.positions - 1) / sample.positions;
  const std::uint64_t wanted = std::min(blocks, sample.blocks);
  std::vector<std::uint64_t> firsts;
  std::uint64_t random = 0x9E3779B97F4A7C15;
  for (std::uint64_t i = 0; i < wanted; ++i) {
    random = random * 6364136223846793005U + 1442695040888963407U;
    const std::uint64_t begin = i * blocks / wanted, end = (i + 1) * blocks / wanted;
    firsts.push_back((begin + (random >> 33) % (end - begin)) * sample.positions);
  }
  return firsts;
}

bool is_pawn(std::span<const Occupant> men, std::size_t man) { return men[man].kind() == Kind::pawn; }

// What makes a man slow: being a pawn, a king, of side 1. The men are ordered by the sums, the heaviest slowest.
struct Wish {
  int pawn, king, side1;
};
constexpr std::array<Wish, 8> kWishes{
    {{8, 2, 4}, {8, -2, 4}, {8, 4, 2}, {2, 4, 8}, {2, -4, 8}, {8, 2, -4}, {8, -2, -4}, {2, -4, -8}}};

template <const Rules& R>
OrderSpec order_of_wish(const PlacementIndex<R>& index, const Wish& wish) {
  const std::span<const Occupant> men = index.men();
  const auto weight = [&](std::uint8_t man) {
    return (is_pawn(men, man) ? wish.pawn : 0) + (man < 2 ? wish.king : 0) +
           (men[man].color() == Color::black ? wish.side1 : 0);
  };
  std::vector<std::uint8_t> order;
  for (std::size_t man = 0; man < men.size(); ++man) order.push_back(static_cast<std::uint8_t>(man));
  std::stable_sort(order.begin(), order.end(), [&](std::uint8_t a, std::uint8_t b) { return weight(a) > weight(b); });
  OrderSpec spec;
  std::copy(order.begin(), order.end(), spec.men.begin());
  return spec;
}

// The orders to start from, each with either king as the anchor.
template <const Rules& R>
std::vector<OrderSpec> starting_orders(const PlacementIndex<R>& index) {
  std::vector<OrderSpec> orders;
  for (const Wish& wish : kWishes)
    for (const std::uint8_t anchor : {std::uint8_t{0}, std::uint8_t{1}}) {
      OrderSpec spec = order_of_wish(index, wish);
      spec.anchor = anchor;
      // A king can always be last.
      for (std::size_t man = index.men().size(); !is_candidate(index, spec) && man-- > 0;)
        if (spec.men[man] < 2 && spec.men[man] != anchor)
          std::rotate(spec.men.begin() + static_cast<std::ptrdiff_t>(man),
                      spec.men.begin() + static_cast<std::ptrdiff_t>(man) + 1,
                      spec.men.begin() + static_cast<std::ptrdiff_t>(index.men().size()));
      if (std::find(orders.begin(), orders.end(), spec) == orders.end()) orders.push_back(spec);
    }
  return orders;
}

// An order, and how many bytes the sample takes in it; with either fill, where that makes a difference.
struct Trial {
  OrderSpec order;
  std::array<double, 2> wdl{}, dtz{};
  double dtm = 0;
};

// What is to be small.
enum class Aim : std::uint8_t { all, wdl_alone };

OrderChoice choice_of(const Trial& t, Aim aim) {
  const auto bytes = [&](std::size_t how) { return t.wdl[how] + (aim == Aim::all ? t.dtz[how] : 0); };
  const bool runs = bytes(0) <= bytes(1);
  return {t.order, runs ? Fill::runs : Fill::matches, bytes(runs ? 0 : 1) + t.dtm};
}

template <const Rules& R>
class OrderSearch {
 public:
  OrderSearch(const PlacementIndex<R>& index, const SideValues& values, const PackGoal& goal,
              const SearchSettings& settings)
      : index_(index), values_(values), goal_(goal), settings_(settings) {}

  Result<OrderChoices> run() {
    if (!settings_.only.empty()) return choose_among_few();
    if (const Result<void> tried = attempt(starting_orders(index_)); !tried) return tried.error();
    for (const Aim aim : {Aim::all, Aim::wdl_alone}) {
      if (aim == Aim::wdl_alone && !goal_.dtz) continue;
      for (int climb = 0; climb < settings_.climbs; ++climb)
        if (const Result<void> climbed = climb_from(best_not_climbed(aim), aim); !climbed) return climbed.error();
    }
    OrderChoices choices;
    if (const Result<void> r = decide(Aim::all, choices.all); !r) return r.error();
    if (!goal_.dtz)
      choices.wdl_alone = choices.all;
    else if (const Result<void> r = decide(Aim::wdl_alone, choices.wdl_alone); !r)
      return r.error();
    return choices;
  }

 private:
  static const Trial& best(const std::vector<Trial>& trials, Aim aim) {
    return *std::min_element(trials.begin(), trials.end(), [&](const Trial& a, const Trial& b) {
      return choice_of(a, aim).bytes < choice_of(b, aim).bytes;
    });
  }

  Result<OrderChoices> choose_among_few() const {
    const Result<std::vector<Trial>> trials = evaluate_all(settings_.only, goal_.wdl ? kResultsOfFew : kDistancesOfFew);
    if (!trials) return trials.error();
    return OrderChoices{choice_of(best(*trials, Aim::all), Aim::all),
                        choice_of(best(*trials, Aim::wdl_alone), Aim::wdl_alone)};
  }

  // Looks at the best trials once more, in a larger sample.
  Result<void> decide(Aim aim, OrderChoice& to) {
    std::vector<Trial> ranked = tried_;
    std::stable_sort(ranked.begin(), ranked.end(),
                     [&](const Trial& a, const Trial& b) { return choice_of(a, aim).bytes < choice_of(b, aim).bytes; });
    ranked.resize(std::min(ranked.size(), kFinalists));
    std::vector<OrderSpec> finalists;
    for (const Trial& t : ranked) finalists.push_back(t.order);
    Result<std::vector<Trial>> trials = evaluate_all(finalists, kFine);
    if (!trials) return trials.error();
    to = choice_of(best(*trials, aim), aim);
    return {};
  }

  // To the best neighbour, as long as there is a better one.
  Result<void> climb_from(Trial here, Aim aim) {
    for (;;) {
      climbed_.push_back(here.order);
      const std::vector<OrderSpec> around = neighbors(here.order);
      if (const Result<void> tried = attempt(around); !tried) return tried.error();
      std::vector<Trial> candidates{here};
      for (const Trial& t : tried_)
        if (std::find(around.begin(), around.end(), t.order) != around.end()) candidates.push_back(t);
      const Trial& next = best(candidates, aim);
      if (next.order == here.order) return {};
      here = next;
    }
  }

  // The best of those that no climb has passed; the best of all when there is none left.
  Trial best_not_climbed(Aim aim) const {
    std::vector<Trial> left;
    for (const Trial& t : tried_)
      if (std::find(climbed_.begin(), climbed_.end(), t.order) == climbed_.end()) left.push_back(t);
    return best(left.empty() ? tried_ : left, aim);
  }

  // Evaluates all orders that were not tried before.
  Result<void> attempt(std::vector<OrderSpec> orders) {
    std::erase_if(orders, [&](const OrderSpec& o) {
      return std::any_of(tried_.begin(), tried_.end(), [&](const Trial& t) { return t.order == o; });
    });
    Result<std::vector<Trial>> trials = evaluate_all(orders, kRough);
    if (!trials) return trials.error();
    tried_.insert(tried_.end(), trials->begin(), trials->end());
    return {};
  }

  Result<std::vector<Trial>> evaluate_all(const std::vector<OrderSpec>& orders, const Sample& sample) const {
    std::vector<Trial> trials(orders.size());
    std::optional<Error> error;
    std::mutex failing;
    Thrown thrown;
#pragma omp parallel for schedule(dynamic, 1) num_threads(settings_.threads)
    for (std::size_t i = 0; i < orders.size(); ++i)
      thrown.run([&] {
        if (Result<Trial> trial = evaluate(orders[i], sample)) {
          trials[i] = *trial;
        } else {
          const std::lock_guard lock(failing);
          error = trial.error();
        }
      });
    thrown.rethrow();
    if (error) return *error;
    return trials;
  }

  // One man taken out and put in elsewhere, or another anchor.
  std::vector<OrderSpec> neighbors(const OrderSpec& from) const {
    const std::size_t men = index_.men().size();
    std::vector<OrderSpec> orders;
    const auto add = [&](const OrderSpec& spec) {
      if (is_candidate(index_, spec) && std::find(orders.begin(), orders.end(), spec) == orders.end())
        orders.push_back(spec);
    };
    for (std::size_t a = 0; a < men; ++a)
      for (std::size_t b = 0; b < men; ++b) {
        if (a == b) continue;
        OrderSpec spec = from;
        for (std::size_t i = a; i < b; ++i) std::swap(spec.men[i], spec.men[i + 1]);
        for (std::size_t i = a; i > b; --i) std::swap(spec.men[i], spec.men[i - 1]);
        add(spec);
      }
    for (std::size_t anchor = 0; anchor < men; ++anchor) {
      OrderSpec spec = from;
      spec.anchor = static_cast<std::uint8_t>(anchor);
      add(spec);
    }
    return orders;
  }

  Result<Trial> evaluate(const OrderSpec& spec, const Sample& sample) const {
    const FileOrder<R> order(index_, spec);
    const Gather<R> gather(index_, order, values_);
    BlockCompressor compressor(settings_.level);
    BlockValues values;
    Trial trial{spec, {}, {}, 0};
    std::uint64_t seen = 0;
    for (const std::uint64_t first : sample_of(order.size(), sample)) {
      if (is_stopped(settings_.watch)) return settings_.watch->interrupted();
      const std::uint64_t n = std::min(sample.positions, order.size() - first);
      gather.block(first, static_cast<std::size_t>(n), values);
      seen += n;
      if (goal_.wdl)
        if (const Result<void> added = add_results(compressor, values, trial); !added) return added.error();
      if (goal_.dtm)
        if (const Result<void> added = add_size(compressor.compress(packed_dtm(values, goal_.dtm_as)), trial.dtm);
            !added)
          return added.error();
    }
    const double scale = static_cast<double>(order.size()) / static_cast<double>(seen);
    for (double* bytes : {&trial.wdl[0], &trial.wdl[1], &trial.dtz[0], &trial.dtz[1], &trial.dtm}) *bytes *= scale;
    return trial;
  }

  Result<void> add_results(BlockCompressor& compressor, const BlockValues& values, Trial& trial) const {
    const ResultPlanes planes = result_planes(values);
    for (const Fill how : {Fill::runs, Fill::matches}) {
      ResultPlanes filled = planes;
      fill(filled, how);
      const auto at = static_cast<std::size_t>(how);
      if (const Result<void> added = add_size(compress_results(compressor, filled), trial.wdl[at]); !added)
        return added;
      if (!goal_.dtz) continue;
      const auto list = packed_dtz(values, filled, {0, values.marks.size()}, goal_.dtz_as);
      if (const Result<void> added = add_size(compressor.compress(list), trial.dtz[at]); !added) return added;
    }
    return {};
  }

  static Result<void> add_size(const Result<std::vector<std::byte>>& compressed, double& sum) {
    if (!compressed) return compressed.error();
    sum += static_cast<double>(compressed->size());
    return {};
  }

  const PlacementIndex<R>& index_;
  SideValues values_;
  PackGoal goal_;
  SearchSettings settings_;
  std::vector<Trial> tried_;
  std::vector<OrderSpec> climbed_;
};

}  // namespace

// With a pawn last, or one of three identical men, a row is many places of the index. And the anchor must be alone of
// its kind, and not last, where its few squares would make short rows.
template <const Rules& R>
bool is_candidate(const PlacementIndex<R>& index, const OrderSpec& spec) {
  const std::span<const Occupant> men = index.men();
  const auto alike = [&](std::size_t man) { return std::count(men.begin(), men.end(), men[man]); };
  const auto last = std::size_t{spec.men[men.size() - 1]};
  return !is_pawn(men, last) && alike(last) <= 2 && last != spec.anchor && alike(spec.anchor) == 1;
}

template <const Rules& R>
Result<OrderChoices> search_orders(const PlacementIndex<R>& index, const SideValues& values, const PackGoal& goal,
                                   const SearchSettings& settings) {
  return OrderSearch<R>(index, values, goal, settings).run();
}

#define BOOKENDS_INSTANTIATE_ORDER_SEARCH(game)                                                                   \
  template bool is_candidate(const PlacementIndex<games::game>&, const OrderSpec&);                               \
  template Result<OrderChoices> search_orders<games::game>(const PlacementIndex<games::game>&, const SideValues&, \
                                                           const PackGoal&, const SearchSettings&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_ORDER_SEARCH)
#undef BOOKENDS_INSTANTIATE_ORDER_SEARCH

}  // namespace bookends::tables
