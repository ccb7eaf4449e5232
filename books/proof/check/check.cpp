#include "books/proof/check/check.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "books/proof/check/leaf_tables.h"
#include "books/proof/check/obligations.h"
#include "books/proof/check/plain_game.h"
#include "core/base/batch.h"
#include "core/position/position.h"

namespace bookends {

namespace {

constexpr std::uint64_t kShowEvery = 1 << 14;
// Records that a thread goes through at a time.
constexpr std::size_t kCheckShare = 2048;

// Goes through some of the records and keeps what they ask of others. Knows nothing of any other one, so several can
// be at work at once.
template <const Rules& R>
class Inspector {
 public:
  Inspector(const CertificateHeader& header, const Oracle<R>* tables, bool assume_tables)
      : header_(header), tables_(tables), assume_tables_(assume_tables) {}

  void inspect_root(const Setup& setup) {
    if (setup.turn == header_.attacker)
      ask(setup, header_.distance);
    else
      ask_for_replies(setup, header_.distance);
  }

  // Up to the first that is wrong.
  void inspect(std::span<const CertificateRecord> records) {
    for (const CertificateRecord& record : records) {
      const Setup setup = unpack(R, record.position);
      if (const std::string_view what = wrong_with(record, setup); !what.empty())
        wrong(setup, std::string(what));
      else
        ask_for_replies(game_.after(setup, record.move), record.distance - 1);
      if (!report_.wrong.empty()) return;
      ++report_.records;
    }
  }

  const CheckReport& report() const { return report_; }
  const std::string& lacking() const { return lacking_; }  // what the tables should know, and do not
  const std::vector<Demand>& demands() const { return demands_; }

 private:
  void wrong(const Setup& at, const std::string& what) {
    if (report_.wrong.empty()) report_.wrong = format_fen(R, at) + ": " + what;
  }

  // No fault of the proof.
  void lack(const Setup& at, const std::string& what) {
    if (lacking_.empty()) lacking_ = format_fen(R, at) + ": " + what;
  }

  bool has_to_win() const { return header_.aim == ProofAim::win; }

  // Of a reply: that the game has ended well, that the tables say so, or that the records have to.
  void ask(const Setup& reply, int distance) {
    if (is_good_end(reply)) return;
    if (game_.too_little_material(reply)) wrong(reply, "a draw is let slip in: too little material is left");
    if (const std::optional<int> plies = table_answer(reply)) {
      if (has_to_win() && *plies > distance) wrong(reply, "the table's win takes longer than the distance says");
      return;
    }
    if (has_to_win() && distance < 1) wrong(reply, "the distance does not fall here");
    if (!report_.wrong.empty()) return;
    demands_.push_back({pack(R, reply), static_cast<std::uint16_t>(has_to_win() ? distance : 0)});
  }

  // For the attacker, who is to move: a draw is all that he can have.
  bool is_good_end(const Setup& setup) const {
    if (has_to_win()) return false;
    if (game_.too_little_material(setup)) return true;
    return R.stalemate == Stalemate::draw && !game_.in_check(setup) && game_.legal_moves(setup).empty();
  }

  // Plies to a win, 0 where a draw is enough; nothing when it is not for the tables to say.
  std::optional<int> table_answer(const Setup& setup) {
    int men = 0;
    for (Square s = 0; s < R.squares(); ++s) men += setup.board[slot(s)].empty() ? 0 : 1;
    if (men > header_.table_men) return std::nullopt;
    ++report_.table_positions;
    if (assume_tables_) {
      if (game_.legal_moves(setup).empty()) wrong(setup, "the game is over here, and not won");
      return 0;
    }
    const std::optional<OracleValue> value = LeafTables<R>(game_, *tables_).value(setup);
    if (!value) {
      lack(setup, "the tables do not know it");
      return 0;
    }
    note_material(setup);
    return has_to_win() ? table_win(setup, *value) : table_draw(setup, *value);
  }

  int table_win(const Setup& setup, const OracleValue& value) {
    // Without distances a wrong win could go round in circles.
    if (value.wdl != OracleValue::Wdl::win)
      wrong(setup, "no win, says the table");
    else if (value.plies < 0)
      lack(setup, "its table, or one behind it, has no distances, or is missing");
    return std::max(value.plies, 0);
  }

  int table_draw(const Setup& setup, const OracleValue& value) {
    if (value.wdl == OracleValue::Wdl::loss) wrong(setup, "lost, says the table");
    return 0;
  }

  void note_material(const Setup& setup) {
    std::array<std::string, 2> men;
    for (const char letter : R.strength)
      for (Square s = 0; s < R.squares(); ++s) {
        const Occupant man = setup.board[slot(s)];
        if (!man.empty() && man.kind() == static_cast<Kind>(R.slot_of(letter))) men[slot(man.color())] += letter;
      }
    report_.materials.insert(men[0] + ' ' + men[1]);
  }

  // All that the defender can do. Where he can do nothing, or too little is left, the draw is held.
  void ask_for_replies(const Setup& setup, int distance) {
    const bool too_little = game_.too_little_material(setup);
    if (too_little && !has_to_win()) return;
    const std::vector<Move> replies = game_.legal_moves(setup);
    if (has_to_win() && too_little) wrong(setup, "a draw: too little material is left");
    if (has_to_win() && replies.empty() && !game_.in_check(setup) && R.stalemate != Stalemate::loses)
      wrong(setup, "a draw: stalemate");
    for (const Move reply : replies) {
      if (!report_.wrong.empty()) return;
      ask(game_.after(setup, reply), distance - 1);
    }
  }

  std::string_view wrong_with(const CertificateRecord& record, const Setup& setup) const {
    if (pack(R, setup) != record.position) return "bytes that are no position's";
    if (const std::string_view what = game_.wrong_with(setup); !what.empty()) return what;
    if (setup.turn != header_.attacker) return "a record for the wrong side";
    if (game_.too_little_material(setup)) return "a draw: too little material is left";
    if (!game_.is_legal(setup, record.move)) return "its move is not legal";
    if (has_to_win() && record.distance < 1) return "its distance is 0";
    if (!has_to_win() && record.distance != 0) return "a distance, where only the draw is held";
    return "";
  }

  const CertificateHeader& header_;
  const Oracle<R>* tables_;
  const bool assume_tables_;
  PlainGame game_{R};
  std::vector<Demand> demands_;
  CheckReport report_;
  std::string lacking_;
};

template <const Rules& R>
class Checker {
 public:
  Checker(CertificateReader& certificate, const Oracle<R>* tables, const CheckOptions& options, Progress& progress)
      : certificate_(certificate),
        header_(certificate.header()),
        tables_(tables),
        assume_tables_(options.assume_tables),
        threads_(options.threads),
        progress_(progress),
        demands_(options.memory, options.temporary) {}

  Result<CheckReport> run() {
    if (const Result<void> fits = check_header(); !fits) return fits.error();
    for (const auto step : {&Checker::ask_for_root, &Checker::read_records, &Checker::compare}) {
      if (const Result<void> done = (this->*step)(); !done) return done.error();
      if (!report_.wrong.empty() || !lacking_.empty()) break;
    }
    // A damaged table knows nothing: the proof may be right.
    if (const std::optional<Error> trouble = tables_ ? tables_->trouble() : std::nullopt) return *trouble;
    if (report_.wrong.empty() && !lacking_.empty()) return tables_lack();
    return std::move(report_);
  }

 private:
  Result<void> check_header() const {
    const auto unsupported = [&](const std::string& what) {
      return Error{ErrorCode::unsupported, certificate_.name() + ": " + what};
    };
    if (header_.game != R.name || header_.rules_fingerprint != fingerprint(R))
      return unsupported("made for " + header_.game + " or for other rules of it");
    if (R.move_limit != 0 || R.counting != Counting::none || R.castling)
      return unsupported("in " + std::string(R.name) + " the past of a game decides too; there are no proofs");
    const int men = tables_ == nullptr ? 0 : tables_->max_men();
    if (men < header_.table_men && !assume_tables_)
      return Error{
          ErrorCode::not_found,
          certificate_.name() + ": it leans on tables of up to " + std::to_string(header_.table_men) + " men; " +
              (men == 0 ? "name their folder (--tables)" : "those of --tables have up to " + std::to_string(men))};
    return {};
  }

  Inspector<R> inspector() const { return {header_, tables_, assume_tables_}; }

  Error tables_lack() const {
    return {ErrorCode::not_found, lacking_ + "; the proof leans on all endings of up to " +
                                      std::to_string(header_.table_men) +
                                      " men, with distances: `bookends tables build " + std::string(R.name) +
                                      " --men " + std::to_string(header_.table_men) + "`"};
  }

  // What one of them has found, after all that was found before it.
  Result<void> take(const Inspector<R>& inspector) {
    const CheckReport& found = inspector.report();
    // What is wrong is so whatever the tables lack.
    if (found.wrong.empty() && lacking_.empty()) lacking_ = inspector.lacking();
    report_.records += found.records;
    report_.table_positions += found.table_positions;
    report_.materials.insert(found.materials.begin(), found.materials.end());
    report_.wrong = found.wrong;
    for (const Demand& demand : inspector.demands())
      if (const Result<void> added = demands_.add(demand); !added) return added;
    return {};
  }

  Result<void> ask_for_root() {
    const Result<Setup> root = parse_fen(R, header_.root);
    if (!root) return Error{ErrorCode::corrupt, certificate_.name() + ": its root: " + root.error().message};
    const PlainGame game{R};
    Setup setup = *root;
    setup.halfmove_clock = 0;
    setup.fullmove = 1;
    if (!game.en_passant_is_sound(setup)) setup.en_passant = kNoSquare;
    if (const std::string_view what = game.wrong_with(setup); !what.empty())
      return Error{ErrorCode::corrupt, certificate_.name() + ": its root: " + std::string(what)};
    Inspector<R> first = inspector();
    first.inspect_root(setup);
    return take(first);
  }

  Result<void> read_records() {
    std::optional<PackedPosition> last;
    certificate_.rewind();
    while (true) {
      const auto block = certificate_.next();
      if (!block) return block.error();
      if (block->empty()) break;
      const std::size_t sorted = in_order_so_far(*block, last);
      if (const Result<void> done = inspect(std::span(*block).first(sorted)); !done) return done;
      if (!report_.wrong.empty()) return {};
      if (sorted < block->size())
        return Error{ErrorCode::corrupt, certificate_.name() + ": its records are not in order"};
    }
    if (report_.records != header_.records)
      return Error{ErrorCode::corrupt, certificate_.name() + ": it has not as many records as it says"};
    return {};
  }

  // How many records of a block come one after the other; `last` is the one before, and then the last of them.
  static std::size_t in_order_so_far(const std::vector<CertificateRecord>& block, std::optional<PackedPosition>& last) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (last && !in_order(*last, block[i].position)) return i;
      last = block[i].position;
    }
    return block.size();
  }

  // In shares for all threads; what they find is taken in the order of the records.
  Result<void> inspect(std::span<const CertificateRecord> records) {
    std::vector<Inspector<R>> shares((records.size() + kCheckShare - 1) / kCheckShare, inspector());
    const Batch batch{.jobs = shares.size(),
                      .workers = static_cast<std::size_t>(std::max(1, threads_)),
                      .work = [&](std::size_t, std::size_t job) -> Result<void> {
                        const std::size_t begin = job * kCheckShare;
                        shares[job].inspect(records.subspan(begin, std::min(kCheckShare, records.size() - begin)));
                        return {};
                      },
                      .pulse = [&](std::size_t) { return !show("records"); }};
    std::atomic<bool> stop{false};
    std::size_t done = 0;
    if (const Result<void> ran = run_batch(batch, stop, done); !ran) return ran;
    for (const Inspector<R>& share : shares) {
      if (const Result<void> taken = take(share); !taken) return taken;
      if (!report_.wrong.empty()) return {};
    }
    return show("records") ? Result<void>(Error{ErrorCode::interrupted, "interrupted"}) : Result<void>{};
  }

  // Both are sorted: they go side by side.
  Result<void> compare() {
    if (const Result<void> sorted = demands_.sort(); !sorted) return sorted;
    certificate_.rewind();
    std::vector<CertificateRecord> block;
    std::size_t at = 0;
    for (std::uint64_t compared = 0;; ++compared) {
      const Result<std::optional<Demand>> demand = demands_.next();
      if (!demand) return demand.error();
      if (!*demand) return {};
      while (at == block.size() || in_order(block[at].position, (*demand)->position)) {
        if (at < block.size()) {
          ++at;
          continue;
        }
        auto further = certificate_.next();
        if (!further) return further.error();
        block = std::move(*further);
        at = 0;
        if (block.empty()) break;
      }
      const Setup setup = unpack(R, (*demand)->position);
      const auto wrong = [&](const std::string& what) { report_.wrong = format_fen(R, setup) + ": " + what; };
      if (at == block.size() || block[at].position != (*demand)->position)
        wrong("a reply leads here, and nothing is said of it");
      else if (block[at].distance > (*demand)->distance)
        wrong("its distance is " + std::to_string(block[at].distance) + ", at most " +
              std::to_string((*demand)->distance) + " is asked for");
      if (!report_.wrong.empty()) return {};
      if (compared % kShowEvery == 0 && show("compared")) return Error{ErrorCode::interrupted, "interrupted"};
    }
  }

  // True when it is to stop.
  bool show(std::string_view what) {
    ProgressUpdate update;
    update.task = what;
    update.done = static_cast<double>(report_.records);
    update.total = static_cast<double>(header_.records);
    update.unit = "records";
    progress_.update(update);
    return progress_.stop_requested();
  }

  CertificateReader& certificate_;
  const CertificateHeader& header_;
  const Oracle<R>* tables_;
  const bool assume_tables_;
  const int threads_;
  Progress& progress_;
  Demands demands_;
  CheckReport report_;
  std::string lacking_;  // the first thing that the tables should know, and do not
};

}  // namespace

template <const Rules& R>
Result<CheckReport> check_certificate(CertificateReader& certificate, const Oracle<R>* tables,
                                      const CheckOptions& options, Progress& progress) {
  return Checker<R>(certificate, tables, options, progress).run();
}

template <const Rules& R>
Result<std::vector<CertificateRecord>> checked_records(CertificateReader& certificate, const Oracle<R>* tables,
                                                       const CheckOptions& options, Progress& progress) {
  const Result<CheckReport> report = check_certificate<R>(certificate, tables, options, progress);
  if (!report) return report.error();
  if (!report->wrong.empty()) return Error{ErrorCode::corrupt, certificate.name() + ": no proof: " + report->wrong};
  std::vector<CertificateRecord> all;
  certificate.rewind();
  while (true) {
    const auto block = certificate.next();
    if (!block) return block.error();
    if (block->empty()) return all;
    all.insert(all.end(), block->begin(), block->end());
  }
}

#define BOOKENDS_INSTANTIATE(game)                                                                            \
  template Result<CheckReport> check_certificate<games::game>(CertificateReader&, const Oracle<games::game>*, \
                                                              const CheckOptions&, Progress&);                \
  template Result<std::vector<CertificateRecord>> checked_records<games::game>(                               \
      CertificateReader&, const Oracle<games::game>*, const CheckOptions&, Progress&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
