// What a slice's solver keeps for a resumption.
#pragma once

#include "tablebases/solution/raw_bytes.h"
#include "tablebases/solve/slice.h"

namespace bookends::tables {

// Everything that a ply reads and no later step makes anew: RawWriter writes it, RawReader reads it back in the same
// order. Sets for the next pass are kept only where they are not made by it.
template <const Rules& R>
template <class Archive>
void SliceSolver<R>::pass_state(Archive& archive) {
  archive.value(ply_);
  archive.value(last_event_);
  for (Sets& s : sets_) {
    archive.array(s.open.data(), s.open.size());
    archive.array(s.closed.data(), s.closed.size());
    archive.array(s.lost.data(), s.lost.size());
    if (has_both_passes() && !to_zeroing()) archive.array(s.legal.data(), s.legal.size());
    for (RowSets* rows : {&s.fresh_lost, &s.fresh_won, &s.any_open, &s.any_unclosed})
      archive.array(rows->words().data(), rows->words().size());
    for (auto* events : {&s.wins, &s.losses})
      for (const std::uint32_t block : part_.own()) {
        std::vector<Event<W>> rest = (*events)[block].rest();
        archive.list(rest);
        (*events)[block].assign(std::move(rest));
      }
  }
}

template <const Rules& R>
Bytes SliceSolver<R>::save() {
  Bytes out;
  RawWriter writer(out);
  writer.value(distance_);
  pass_state(writer);
  return out;
}

template <const Rules& R>
Result<void> SliceSolver<R>::resume(std::uint64_t slice, std::span<const std::byte> saved,
                                    const SliceControl& control) {
  slice_ = slice;
  board_.set_slice(slice);
  RawReader reader(saved);
  reader.value(distance_);
  pass_state(reader);
  if (!reader.at_end())
    return Error{ErrorCode::corrupt,
                 "a checkpoint does not fit its ending; remove the .bkc files of the folder of solutions"};
  for (Sets& s : sets_) {
    s.fresh_lost_now.clear();
    s.fresh_won_now.clear();
  }
  return run_passes(control);
}

}  // namespace bookends::tables
