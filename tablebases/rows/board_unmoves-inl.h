// Un-moves of the word man and of the lane man, on whole ranks of words.
// Compiled once for each instruction set, as a part of kernels-inl.h: no include guard, no lambdas.

HWY_BEFORE_NAMESPACE();
namespace bookends::tables::HWY_NAMESPACE {

// ----- The word man

// Squares from which a slide leads into `targets` through squares of `free`. The fill doubles its reach each time; the
// squares that may be passed are cut at the edge, so that nothing wraps round the board.
template <int kDf, int kDr, int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> unslide_word(const Rank<Board<kFiles, kRanks>>& targets,
                                                    const Rank<Board<kFiles, kRanks>>& free) {
  using B = Board<kFiles, kRanks>;
  constexpr int kBy = -(kDr * kFiles + kDf);
  constexpr typename B::W stays = B::sources(kDf, kDr);
  const Rank<B> edge = splat<B>(stays);
  Rank<B> open = free & edge;
  Rank<B> reached = or_and(targets, open, shifted<kBy>(targets));
  open = open & shifted<kBy>(open);
  reached = or_and(reached, open, shifted<2 * kBy>(reached));
  if constexpr ((kFiles > 5 || kRanks > 5)) {
    open = open & shifted<2 * kBy>(open);
    reached = or_and(reached, open, shifted<4 * kBy>(reached));
  }
  return shifted<kBy>(reached) & edge;
}

template <int kFiles, int kRanks>
HWY_INLINE Rank<Board<kFiles, kRanks>> unmove_word(const Movement& man, const Rank<Board<kFiles, kRanks>>& after,
                                                   const Rank<Board<kFiles, kRanks>>& free,
                                                   const typename Board<kFiles, kRanks>::W* leap_sources) {
  using B = Board<kFiles, kRanks>;
  Rank<B> out = splat<B>(0);
  for (int i = 0; i < man.leap_count; ++i) {
    const Movement::Leap leap = man.leaps[static_cast<std::size_t>(i)];
    out = or_and(out, shifted_by(after, -(leap.ranks * kFiles + leap.files)), splat<B>(leap_sources[i]));
  }
  if (man.orthogonal) {
    out = out | unslide_word<1, 0, kFiles, kRanks>(after, free) | unslide_word<-1, 0, kFiles, kRanks>(after, free);
    out = out | unslide_word<0, 1, kFiles, kRanks>(after, free) | unslide_word<0, -1, kFiles, kRanks>(after, free);
  }
  if (man.diagonal) {
    out = out | unslide_word<1, 1, kFiles, kRanks>(after, free) | unslide_word<-1, 1, kFiles, kRanks>(after, free);
    out = out | unslide_word<1, -1, kFiles, kRanks>(after, free) | unslide_word<-1, -1, kFiles, kRanks>(after, free);
  }
  return out;
}

// ----- The lane man

template <class B>
struct Row {
  Rank<B> rank[B::kRow / kRankWords];
};

// One walk over the ranks for (files, 1) or (files, -1), carrying what can still reach a target.
template <int kFiles, int kRanks>
HWY_INLINE void unslide_lanes_across(int files, int ranks, const Row<Board<kFiles, kRanks>>& after,
                                     const Row<Board<kFiles, kRanks>>& free, Row<Board<kFiles, kRanks>>& before) {
  using B = Board<kFiles, kRanks>;
  const int first = ranks > 0 ? kRanks - 1 : 0;
  Rank<B> carried = after.rank[first];
  for (int step = 1; step < kRanks; ++step) {
    const int r = ranks > 0 ? first - step : step;
    if (files != 0) carried = lanes_from<kFiles, kRanks>(carried, files);
    before.rank[r] = before.rank[r] | carried;
    carried = or_and(after.rank[r], carried, free.rank[r]);
  }
}

template <int kFiles, int kRanks>
HWY_INLINE void unslide_lanes_along(int files, const Row<Board<kFiles, kRanks>>& after,
                                    const Row<Board<kFiles, kRanks>>& free, Row<Board<kFiles, kRanks>>& before) {
  using B = Board<kFiles, kRanks>;
  for (int r = 0; r < kRanks; ++r) {
    Rank<B> open = free.rank[r];
    Rank<B> reached = or_and(after.rank[r], open, lanes_from<kFiles, kRanks>(after.rank[r], files));
    open = open & lanes_from<kFiles, kRanks>(open, files);
    reached = or_and(reached, open, lanes_from<kFiles, kRanks>(reached, 2 * files));
    if constexpr (kFiles > 5) {
      open = open & lanes_from<kFiles, kRanks>(open, 2 * files);
      reached = or_and(reached, open, lanes_from<kFiles, kRanks>(reached, 4 * files));
    }
    before.rank[r] = before.rank[r] | lanes_from<kFiles, kRanks>(reached, files);
  }
}

template <int kFiles, int kRanks>
HWY_INLINE void unmove_lanes(const Movement& man, const Row<Board<kFiles, kRanks>>& after,
                             const Row<Board<kFiles, kRanks>>& free, Row<Board<kFiles, kRanks>>& before) {
  for (int i = 0; i < man.leap_count; ++i) {
    const Movement::Leap leap = man.leaps[static_cast<std::size_t>(i)];
    for (int r = 0; r < kRanks; ++r)
      if (r + leap.ranks >= 0 && r + leap.ranks < kRanks)
        before.rank[r] = before.rank[r] | lanes_from<kFiles, kRanks>(after.rank[r + leap.ranks], leap.files);
  }
  if (man.orthogonal) {
    unslide_lanes_across<kFiles, kRanks>(0, 1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(0, -1, after, free, before);
    unslide_lanes_along<kFiles, kRanks>(1, after, free, before);
    unslide_lanes_along<kFiles, kRanks>(-1, after, free, before);
  }
  if (man.diagonal) {
    unslide_lanes_across<kFiles, kRanks>(1, 1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(-1, 1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(1, -1, after, free, before);
    unslide_lanes_across<kFiles, kRanks>(-1, -1, after, free, before);
  }
}

}  // namespace bookends::tables::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
