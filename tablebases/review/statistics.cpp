#include "tablebases/review/statistics.h"

#include <cstdlib>

#include "tablebases/review/placement.h"
#include "tablebases/review/tally.h"

namespace bookends::tables {
namespace {

// Keeps the number of the longest distance, and of equally long ones the smallest number.
void keep_longest(std::uint64_t& kept, int kept_plies, std::uint64_t number, int plies) {
  if (plies > kept_plies || (plies == kept_plies && number < kept)) kept = number;
}

// The FEN of a number, `exchanged`: as it looks with colours exchanged.
template <const Rules& R>
std::string example(const PlacementIndex<R>& index, std::uint64_t number, int side, bool exchanged) {
  if (number >= index.size()) return {};
  const Setup setup = setup_of_number(index, number, side);
  if (!exchanged) return format_fen(R, setup);
  Setup other;
  other.turn = ~setup.turn;
  for (Square s = 0; s < R.squares(); ++s) {
    const Occupant man = setup.board[static_cast<std::size_t>(s)];
    if (!man.empty()) other.board[static_cast<std::size_t>(mirror_rank(R, s))] = Occupant(~man.color(), man.kind());
  }
  return format_fen(R, other);
}

}  // namespace

void StatisticsCounter::add(std::uint64_t number, int multiplicity, DtmCode code, bool checkmated) {
  const auto n = static_cast<std::uint64_t>(multiplicity);
  total_.legal += n;
  if (code == kDrawCode) {
    total_.draws += n;
    return;
  }
  const int plies = plies_of(code);
  if (is_win(code))
    keep_longest(total_.longest_win, total_.max_win_plies(), number, plies);
  else
    keep_longest(total_.longest_loss, total_.max_loss_plies(), number, plies);
  if (total_.decided.size() <= static_cast<std::size_t>(plies))
    total_.decided.resize(static_cast<std::size_t>(plies) + 1);
  total_.decided[static_cast<std::size_t>(plies)] += n;
  if (plies == 0 && checkmated) total_.checkmated += n;
}

void StatisticsCounter::add(const StatisticsCounter& other) {
  const SideStatistics& o = other.total_;
  if (o.max_win_plies() >= 0)
    keep_longest(total_.longest_win, total_.max_win_plies(), o.longest_win, o.max_win_plies());
  if (o.max_loss_plies() >= 0)
    keep_longest(total_.longest_loss, total_.max_loss_plies(), o.longest_loss, o.max_loss_plies());
  total_.legal += o.legal;
  total_.draws += o.draws;
  total_.checkmated += o.checkmated;
  if (total_.decided.size() < o.decided.size()) total_.decided.resize(o.decided.size());
  for (std::size_t i = 0; i < o.decided.size(); ++i) total_.decided[i] += o.decided[i];
}

template <const Rules& R>
SideStatistics count_statistics(const PlacementIndex<R>& index, int side, const CodeArray& codes, int threads) {
  const std::vector<std::uint64_t> placements = tally(index, codes, threads);
  SideStatistics total;
  for (const std::uint64_t n : placements) total.legal += n;
  if (placements.empty()) return total;
  total.draws = placements[kDrawCode];
  total.decided.assign(placements.begin() + decided_in(0), placements.end());
  if (total.max_win_plies() >= 0) total.longest_win = first_with(codes, decided_in(total.max_win_plies()), threads);
  if (total.max_loss_plies() >= 0) total.longest_loss = first_with(codes, decided_in(total.max_loss_plies()), threads);
  // Where stalemate is a draw, whoever has lost in no time at all is mated.
  if (!total.decided.empty())
    total.checkmated =
        R.stalemate == Stalemate::draw ? total.decided[0] : tally_checks(index, side, codes, decided_in(0), threads);
  return total;
}

template <const Rules& R>
SideStatistics count_without_dtm(const PlacementIndex<R>& index, int side, const CodeArray& codes, int threads) {
  const std::vector<std::uint64_t> placements = tally(index, codes, threads);
  SideStatistics total;
  DtzCode longest_win = kDrawCode, longest_loss = kDrawCode;
  for (std::size_t c = 0; c < placements.size(); ++c) {
    total.legal += placements[c];
    if (placements[c] == 0 || c == kDrawCode) continue;
    (is_dtz_win(static_cast<DtzCode>(c)) ? longest_win : longest_loss) = static_cast<DtzCode>(c);
  }
  if (!placements.empty()) total.draws = placements[kDrawCode];
  if (longest_win != kDrawCode) total.longest_win = first_with(codes, longest_win, threads);
  if (longest_loss != kDrawCode) total.longest_loss = first_with(codes, longest_loss, threads);
  constexpr DtzCode kAtOnce = dtz_lost_in(0);
  if (placements.size() > kAtOnce)
    total.checkmated =
        R.stalemate == Stalemate::draw ? placements[kAtOnce] : tally_checks(index, side, codes, kAtOnce, threads);
  return total;
}

template <const Rules& R>
DtzStatistics count_dtz(const PlacementIndex<R>& index, int /*side*/, const CodeArray& codes, int threads) {
  const std::vector<std::uint64_t> placements = tally(index, codes, threads);
  DtzStatistics total;
  for (std::size_t c = 0; c < placements.size(); ++c) {
    const auto code = static_cast<DtzCode>(c);
    if (!is_dtz_decided(code)) {
      total.draw += placements[c];
      continue;
    }
    const bool within = R.move_limit == 0 || dtz_plies(code) <= 2 * R.move_limit;
    if (is_dtz_win(code))
      (within ? total.win : total.cursed) += placements[c];
    else
      (within ? total.loss : total.blessed) += placements[c];
    std::vector<std::uint64_t>& by_plies = is_dtz_win(code) ? total.won_in : total.lost_in;
    if (placements[c] == 0) continue;
    by_plies.resize(static_cast<std::size_t>(dtz_plies(code)) + 1);
    by_plies.back() = placements[c];
  }
  return total;
}

void append_statistics(const Rules& rules, const TableHeader& header, std::vector<NamedStatistics>& rows) {
  const Result<Ending> ending = parse_ending(rules, header.ending);
  if (!ending) return;
  with_game(rules, [&]<const Rules & R>() {
    const PlacementIndex<R> index(*ending);
    const auto row = [&](const std::string& name, int side, bool exchanged) {
      const int stored = header.sides == 2 ? side : 0;
      const SideStatistics& s = header.statistics[static_cast<std::size_t>(stored)];
      // The other side of an ending of equal sides is the mirror image of the one that is stored.
      const bool mirror = exchanged || stored != side;
      const auto fen = [&](std::uint64_t decided, std::uint64_t number) {
        return decided == 0 ? std::string() : example(index, number, stored, mirror);
      };
      rows.push_back({name, (side == 0) != exchanged ? 'w' : 'b', s, fen(s.wins(), s.longest_win),
                      fen(s.losses(), s.longest_loss)});
    };
    row(header.ending, 0, false);
    row(header.ending, 1, false);
    if (ending->symmetric()) return;
    Ending mirrored = *ending;
    std::swap(mirrored.pieces[0], mirrored.pieces[1]);
    row(ending_name(R, mirrored), 1, true);
    row(ending_name(R, mirrored), 0, true);
  });
}

void append_bare_kings(const Rules& rules, std::vector<NamedStatistics>& rows) {
  SideStatistics statistics;
  for (Square a = 0; a < rules.squares(); ++a)
    for (Square b = 0; b < rules.squares(); ++b) {
      const int files = file_of(rules, a) - file_of(rules, b), ranks = rank_of(rules, a) - rank_of(rules, b);
      if (std::abs(files) > 1 || std::abs(ranks) > 1) ++statistics.legal;
    }
  statistics.draws = statistics.legal;
  Ending kings;
  for (auto& side : kings.pieces) side[static_cast<std::size_t>(index(Kind::king))] = 1;
  for (const char stm : {'w', 'b'}) rows.push_back({ending_name(rules, kings), stm, statistics});
}

#define BOOKENDS_INSTANTIATE_STATISTICS(game)                                                                       \
  template SideStatistics count_statistics<games::game>(const PlacementIndex<games::game>&, int, const CodeArray&,  \
                                                        int);                                                       \
  template SideStatistics count_without_dtm<games::game>(const PlacementIndex<games::game>&, int, const CodeArray&, \
                                                         int);                                                      \
  template DtzStatistics count_dtz<games::game>(const PlacementIndex<games::game>&, int, const CodeArray&, int);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE_STATISTICS)
#undef BOOKENDS_INSTANTIATE_STATISTICS

}  // namespace bookends::tables
