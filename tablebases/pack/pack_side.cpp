#include "tablebases/pack/pack_side.h"

#include <omp.h>

#include <algorithm>
#include <mutex>
#include <optional>

#include "core/base/thrown.h"
#include "core/io/checksum.h"
#include "tablebases/file/block_codec.h"
#include "tablebases/pack/result_block.h"

namespace bookends::tables {
namespace {

PackedSection make_section(Metric metric, int side, std::uint8_t bits, int block_log, const OrderSpec& order,
                           std::uint64_t positions) {
  PackedSection out;
  out.section.metric = metric;
  out.section.side = static_cast<std::uint8_t>(side);
  out.section.bits = bits;
  out.section.block_log = static_cast<std::uint8_t>(block_log);
  out.section.order = order;
  out.section.positions = positions;
  out.section.blocks.resize(out.section.block_count());
  out.blocks.resize(out.section.block_count());
  return out;
}

Result<void> store(PackedSection& to, std::size_t block, Result<std::vector<std::byte>> compressed) {
  if (!compressed) return compressed.error();
  to.section.blocks[block].bytes = static_cast<std::uint32_t>(compressed->size());
  to.section.blocks[block].checksum = static_cast<std::uint32_t>(checksum(*compressed));
  to.blocks[block] = std::move(*compressed);
  return {};
}

// Calls f(block, values of the block, compressor) for all blocks, by many threads.
template <const Rules& R, class F>
Result<void> for_each_block(const Section& section, const Gather<R>& gather, const PackSettings& settings, F f) {
  std::optional<Error> error;
  std::mutex failing;
  if (settings.watch != nullptr) settings.watch->begin(section.positions);
  const auto do_block = [&](std::size_t block, BlockValues& values, BlockCompressor& compressor) {
    if (is_stopped(settings.watch)) return;
    gather.block(static_cast<std::uint64_t>(block) << section.block_log,
                 static_cast<std::size_t>(section.positions_in(block)), values);
    const Result<void> done = f(block, values, compressor);
    if (settings.watch != nullptr) settings.watch->add(section.positions_in(block));
    if (done) return;
    const std::lock_guard lock(failing);
    error = done.error();
  };
  Thrown thrown;
#pragma omp parallel num_threads(settings.threads)
  {
    std::optional<BlockCompressor> compressor;
    thrown.run([&] { compressor.emplace(settings.level, settings.min_match); });
    BlockValues values;
#pragma omp for schedule(dynamic, 1)
    for (std::size_t block = 0; block < section.blocks.size(); ++block)
      thrown.run([&] { do_block(block, values, *compressor); });
  }
  thrown.rethrow();
  if (error) return *error;
  if (is_stopped(settings.watch)) return settings.watch->interrupted();
  return {};
}

template <const Rules& R>
class ResultPacker {
 public:
  ResultPacker(int side, const OrderChoice& choice, const PackGoal& goal, bool cursed, std::uint64_t positions,
               const PackSettings& settings)
      : fill_(choice.fill), dtz_as_(goal.dtz_as) {
    const auto add = [&](Metric metric, std::uint8_t bits, int block_log) {
      sections_.push_back(make_section(metric, side, bits, block_log, choice.order, positions));
      return sections_.size() - 1;
    };
    add(Metric::wdl, 2, settings.result_block_log);
    if (cursed) cursed_ = add(Metric::cursed, 1, settings.result_block_log);
    if (!goal.dtz) return;
    dtz_ = add(Metric::dtz, dtz_as_.bits, settings.distance_block_log);
    sections_.back().section.step = dtz_as_.step;
  }

  const Section& wdl() const { return sections_[0].section; }
  std::vector<PackedSection> take() { return std::move(sections_); }

  Result<void> pack(std::size_t block, const BlockValues& values, BlockCompressor& compressor) {
    ResultPlanes planes = result_planes(values);
    fill(planes, fill_);
    if (const Result<void> r = store(sections_[0], block, compress_results(compressor, planes)); !r) return r;
    if (cursed_ != 0) {
      const auto bits = packed_cursed(values, planes);
      if (const Result<void> r = store(sections_[cursed_], block, compressor.compress(bits)); !r) return r;
    }
    return dtz_ == 0 ? Result<void>{} : pack_dtz(block, values, planes, compressor);
  }

 private:
  // The blocks of the dtz section that lie in a block of results.
  Result<void> pack_dtz(std::size_t block, const BlockValues& values, const ResultPlanes& planes,
                        BlockCompressor& compressor) {
    PackedSection& to = sections_[dtz_];
    const int parts_log = wdl().block_log - to.section.block_log;
    for (std::size_t part = 0; part < std::size_t{1} << parts_log; ++part) {
      const std::size_t at = (block << parts_log) + part;
      if (at >= to.section.blocks.size()) break;
      const std::size_t first = part << to.section.block_log;
      const auto list =
          packed_dtz(values, planes, {first, static_cast<std::size_t>(to.section.positions_in(at))}, dtz_as_);
      if (const Result<void> r = store(to, at, compressor.compress(list)); !r) return r;
    }
    return {};
  }

  Fill fill_;
  DistanceFormat dtz_as_;
  std::vector<PackedSection> sections_;
  std::size_t cursed_ = 0, dtz_ = 0;  // their places in sections_; 0: none
};

}  // namespace

template <const Rules& R>
Result<std::vector<PackedSection>> pack_results(const PlacementIndex<R>& index, const SideValues& values,
                                                const OrderChoice& choice, const PackGoal& goal, bool cursed,
                                                const PackSettings& settings) {
  const FileOrder<R> order(index, choice.order);
  const Gather<R> gather(index, order, values);
  ResultPacker<R> packer(values.side, choice, goal, cursed, order.size(), settings);
  const Result<void> done = for_each_block<R>(
      packer.wdl(), gather, settings, [&](std::size_t block, const BlockValues& of_block, BlockCompressor& compressor) {
        return packer.pack(block, of_block, compressor);
      });
  if (!done) return done.error();
  return packer.take();
}

template <const Rules& R>
Result<PackedSection> pack_dtm(const PlacementIndex<R>& index, const SideValues& values, const OrderChoice& choice,
                               DistanceFormat format, const PackSettings& settings) {
  const FileOrder<R> order(index, choice.order);
  const Gather<R> gather(index, order, values);
  PackedSection out =
      make_section(Metric::dtm, values.side, format.bits, settings.distance_block_log, choice.order, order.size());
  const Result<void> done = for_each_block<R>(
      out.section, gather, settings, [&](std::size_t block, const BlockValues& of_block, BlockCompressor& compressor) {
        return store(out, block, compressor.compress(packed_dtm(of_block, format)));
      });
  if (!done) return done.error();
  return out;
}

#define BOOKENDS_INSTANTIATE_PACK_SIDE(game)                                                                         \
  template Result<std::vector<PackedSection>> pack_results<games::game>(const PlacementIndex<games::game>&,          \
                                                                        const SideValues&, const OrderChoice&,       \
                                                                        const PackGoal&, bool, const PackSettings&); \
  template Result<PackedSection> pack_dtm<games::game>(const PlacementIndex<games::game>&, const SideValues&,        \
                                                       const OrderChoice&, DistanceFormat, const PackSettings&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_PACK_SIDE)
#undef BOOKENDS_INSTANTIATE_PACK_SIDE

}  // namespace bookends::tables
