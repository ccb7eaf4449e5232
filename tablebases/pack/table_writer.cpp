#include "tablebases/pack/table_writer.h"

#include <omp.h>

#include <algorithm>
#include <iterator>

#include "core/io/file.h"
#include "core/rules/games.h"
#include "tablebases/pack/known_orders.h"
#include "tablebases/pack/pack_side.h"
#include "tablebases/pack/related_orders.h"

namespace bookends::tables {
namespace {

// Below this level zstd takes the first good match that it finds (in blocks above 16 and up to 256 KiB; in others the
// limit is another, and little is lost). Distances make it take short ones that are by chance, and lose the long ones
// of a row that comes again: it does better when it sees none of the short ones.
constexpr int kOptimalLevel = 13, kDistanceMinMatch = 6;

// Orders that an ending whose own are not known tries, of each kind.
constexpr std::size_t kRelatedOrders = 8;

// What is stored of one side to move, and in which orders.
struct SidePlan {
  PackGoal goal;
  OrderChoice results;  // with dtz, if the goal has it
  bool dtm = false;
  OrderChoice dtm_order;
};

template <const Rules& R>
class TablePacker {
 public:
  TablePacker(Solution& solution, const std::vector<SideStatistics>& statistics, const WriteSettings& settings,
              int threads, PackWatch* watch)
      : index_(solution.ending),
        solution_(solution),
        statistics_(statistics),
        settings_(settings),
        sides_(solution.ending.symmetric() ? 1 : 2),
        pack_{settings.level, 0, settings.result_block_log, settings.distance_block_log, threads, watch} {
    search_.threads = threads;
    search_.watch = watch;
    has_dtz_ = settings.dtz && !solution.dtz[0].empty();
    for (int side = 0; side < sides_; ++side) {
      hints_to_marks(solution, side, 2 * R.move_limit, threads);
      const auto& marks = solution.hints[slot(side)];
      cursed_ =
          cursed_ || std::any_of(marks.begin(), marks.end(), [](std::uint8_t m) { return (m & kMarkCursed) != 0; });
    }
  }

  Result<std::vector<PackedSection>> run() {
    if (const Result<void> planned = plan(); !planned) return planned.error();
    if (pack_.watch != nullptr) pack_.watch->expect(parts());
    std::vector<PackedSection> out;
    for (int side = 0; side < sides_; ++side) {
      const SidePlan& plan = plans_[slot(side)];
      if (plan.goal.wdl) {
        auto sections = pack_results(index_, values_of(side, plan.goal), plan.results, plan.goal, cursed_, pack_);
        if (!sections) return sections.error();
        std::move(sections->begin(), sections->end(), std::back_inserter(out));
      }
      if (!plan.dtm) continue;
      PackGoal distances;
      distances.dtm = true;
      PackSettings settings = pack_;
      settings.level = settings_.dtm_level;
      settings.min_match = settings_.dtm_level < kOptimalLevel ? kDistanceMinMatch : 0;
      auto section = pack_dtm(index_, values_of(side, distances), plan.dtm_order, plan.goal.dtm_as, settings);
      if (!section) return section.error();
      out.push_back(std::move(*section));
    }
    return out;
  }

  std::string describe_orders() const {
    std::array<const Fill*, 2> fills{};
    for (std::size_t side = 0; side < 2; ++side)
      fills[side] = plans_[side].goal.wdl ? &plans_[side].results.fill : nullptr;
    return describe(source_, fills);
  }

 private:
  // How often all blocks of a side are gone through.
  int parts() const {
    int count = 0;
    for (const SidePlan& plan : plans_) count += (plan.goal.wdl ? 1 : 0) + (plan.dtm ? 1 : 0);
    return count;
  }

  SideValues values_of(int side, const PackGoal& goal) const {
    return {side, &solution_.hints[slot(side)], goal.dtm ? &solution_.dtm[slot(side)] : nullptr,
            goal.dtz ? &solution_.dtz[slot(side)] : nullptr};
  }

  Result<void> plan() {
    if (!settings_.search_orders) known_ = known_orders(R);
    for (int side = 0; side < sides_; ++side) {
      PackGoal& goal = goals_[slot(side)];
      goal.wdl = true;
      goal.dtz = has_dtz_;
      goal.dtm_as = dtm_format(static_cast<int>(statistics_[slot(side)].decided.size()) - 1);
      if (has_dtz_) goal.dtz_as = dtz_format(longest_zeroing(side), 2 * R.move_limit);
    }
    if (plan_results_as_known() && (!settings_.dtm || plan_dtm_as_known())) {
      source_ = OrderSource::known;
      return {};
    }
    plans_ = {};
    if (const Result<void> r = plan_results(); !r || !settings_.dtm) return r;
    return plan_dtm();
  }

  const KnownOrder* known(Metric metric, int side, bool with_dtz) const {
    const auto it = std::find_if(known_.begin(), known_.end(), [&](const KnownOrder& k) {
      return k.metric == metric && k.side == side && k.with_dtz == with_dtz && k.ending == solution_.ending;
    });
    return it == known_.end() ? nullptr : &*it;
  }

  // Where what is kept of the ending has the metrics wanted. (Which of two sides alone is the smaller it does not say.)
  bool plan_results_as_known() {
    if (sides_ == 2 && !settings_.both_sides) return false;
    int planned = 0, with_dtz = 0;
    for (int side = 0; side < sides_; ++side) {
      const KnownOrder* k = has_dtz_ ? known(Metric::wdl, side, true) : nullptr;
      with_dtz += k != nullptr ? 1 : 0;
      if (k == nullptr) k = known(Metric::wdl, side, false);
      if (k == nullptr) continue;
      SidePlan& plan = plans_[slot(side)];
      plan.goal = goals_[slot(side)];
      plan.goal.dtz = k->with_dtz;
      plan.results = {k->order, k->fill, 0};
      ++planned;
    }
    return planned == sides_ && with_dtz == (has_dtz_ ? 1 : 0);
  }

  bool plan_dtm_as_known() {
    for (int side = 0; side < sides_; ++side)
      if (const KnownOrder* k = known(Metric::dtm, side, false)) {
        plan_dtm_of(side, {k->order, Fill::runs, 0});
        return true;
      }
    return false;
  }

  void plan_dtm_of(int side, const OrderChoice& choice) {
    SidePlan& plan = plans_[slot(side)];
    plan.dtm = true;
    plan.dtm_order = choice;
    plan.goal.dtm_as = goals_[slot(side)].dtm_as;
  }

  // Every way to store the results is looked at once, and the one with the fewest bytes taken.
  Result<void> plan_results() {
    std::array<OrderChoices, 2> found;
    for (int side = 0; side < sides_; ++side)
      if (const Result<void> r = search(side, Metric::wdl, goals_[slot(side)], found[slot(side)]); !r) return r;
    choose_results(found);
    return {};
  }

  Result<void> plan_dtm() {
    std::array<OrderChoices, 2> found;
    for (int side = 0; side < sides_; ++side) {
      PackGoal distances;
      distances.dtm = true;
      distances.dtm_as = goals_[slot(side)].dtm_as;
      if (const Result<void> r = search(side, Metric::dtm, distances, found[slot(side)]); !r) return r;
    }
    const int side = sides_ == 2 && found[1].all.bytes < found[0].all.bytes ? 1 : 0;
    plan_dtm_of(side, found[slot(side)].all);
    return {};
  }

  int longest_zeroing(int side) const {
    const SideStatistics& s = statistics_[slot(side)];
    return static_cast<int>(std::max(s.zeroing_wins.size(), s.zeroing_losses.size())) - 1;
  }

  Result<void> search(int side, Metric metric, const PackGoal& goal, OrderChoices& to) {
    SearchSettings settings = search_;
    if (!known_.empty()) {
      settings.only = related_orders(R, solution_.ending, metric, side, known_, 4 * kRelatedOrders);
      std::erase_if(settings.only, [&](const OrderSpec& o) { return !is_candidate(index_, o); });
      settings.only.resize(std::min(settings.only.size(), kRelatedOrders));
    }
    if (!settings.only.empty()) source_ = OrderSource::related;
    const Result<OrderChoices> found = search_orders(index_, values_of(side, goal), goal, settings);
    if (!found) return found.error();
    to = *found;
    return {};
  }

  void choose_results(const std::array<OrderChoices, 2>& found) {
    // What the other side adds: nothing when only one is stored.
    const auto cost = [&](std::size_t side) {
      return found[side].all.bytes + (settings_.both_sides && sides_ == 2 ? found[1 - side].wdl_alone.bytes : 0);
    };
    const auto side = slot(sides_ == 2 && cost(1) < cost(0) ? 1 : 0);
    plans_[side] = {goals_[side], found[side].all, false, {}};
    if (sides_ == 1 || !settings_.both_sides) return;
    plans_[1 - side] = {goals_[1 - side], found[1 - side].wdl_alone, false, {}};
    plans_[1 - side].goal.dtz = false;
  }

  PlacementIndex<R> index_;
  const Solution& solution_;  // with marks in place of hints
  const std::vector<SideStatistics>& statistics_;
  const WriteSettings& settings_;
  int sides_;
  PackSettings pack_;
  SearchSettings search_;
  bool has_dtz_ = false, cursed_ = false;
  std::vector<KnownOrder> known_;  // empty: orders are searched
  OrderSource source_ = OrderSource::searched;
  std::array<PackGoal, 2> goals_;
  std::array<SidePlan, 2> plans_;
};

Result<void> write_all(const std::filesystem::path& path, const TableHeader& header,
                       const std::vector<PackedSection>& sections) {
  Result<AtomicFile> file = AtomicFile::create(path);
  if (!file) return file.error();
  if (Result<void> r = file->append(encode_header(header)); !r) return r;
  for (const PackedSection& section : sections)
    for (const auto& bytes : section.blocks)
      if (Result<void> r = file->append(bytes); !r) return r;
  return file->commit();
}

}  // namespace

std::string describe(const WriteSettings& settings) {
  return std::string("wdl") + (settings.dtm ? ",dtm" : "") + (settings.dtz ? ",dtz" : "") + " sides " +
         (settings.both_sides ? "both" : "one") + " zstd " + std::to_string(settings.level) + "," +
         std::to_string(settings.dtm_level) + " blocks " + std::to_string(settings.result_block_log) + "," +
         std::to_string(settings.distance_block_log);
}

Result<TableHeader> write_table(const std::filesystem::path& path, const Rules& rules, Solution& solution,
                                const std::vector<SideStatistics>& statistics, const WriteSettings& settings,
                                int threads, PackWatch* watch) {
  const int wanted = threads > 0 ? threads : omp_get_max_threads();
  std::string orders;
  Result<std::vector<PackedSection>> packed = with_game(rules, [&]<const Rules & R>() {
    TablePacker<R> packer(solution, statistics, settings, wanted, watch);
    auto sections = packer.run();
    orders = packer.describe_orders();
    return sections;
  });
  if (!packed) return packed.error();
  TableHeader header;
  header.fingerprint = fingerprint(rules);
  header.game = rules.name;
  header.ending = ending_name(rules, solution.ending);
  header.generator = kTableGenerator;
  header.settings = describe(settings) + orders;
  header.sides = solution.ending.symmetric() ? 1 : 2;
  header.statistics = statistics;
  for (const PackedSection& section : *packed) header.sections.push_back(section.section);
  lay_out(header);
  if (Result<void> written = write_all(path, header, *packed); !written) return written.error();
  return header;
}

}  // namespace bookends::tables
