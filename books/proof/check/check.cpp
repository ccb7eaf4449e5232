// The check of a whole certificate: its header, all of its records, and what they ask of one another.
#include "books/proof/check/check.h"

#include <algorithm>
#include <atomic>
#include <span>

#include "books/proof/check/inspector.h"
#include "books/proof/check/obligations.h"
#include "books/proof/check/plain_game.h"
#include "core/base/batch.h"
#include "core/position/position.h"

namespace bookends {

namespace {

constexpr std::uint64_t kShowEvery = 1 << 14;
// Records that a thread goes through at a time.
constexpr std::size_t kCheckShare = 2048;

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
        obligations_(options.memory, options.temporary) {}

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
    for (const Obligation& obligation : inspector.obligations())
      if (const Result<void> added = obligations_.add(obligation); !added) return added;
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
    if (const Result<void> sorted = obligations_.sort(); !sorted) return sorted;
    certificate_.rewind();
    std::vector<CertificateRecord> block;
    std::size_t at = 0;
    for (std::uint64_t compared = 0;; ++compared) {
      const Result<std::optional<Obligation>> obligation = obligations_.next();
      if (!obligation) return obligation.error();
      if (!*obligation) return {};
      while (at == block.size() || in_order(block[at].position, (*obligation)->position)) {
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
      const Setup setup = unpack(R, (*obligation)->position);
      const auto wrong = [&](const std::string& what) { report_.wrong = format_fen(R, setup) + ": " + what; };
      if (at == block.size() || block[at].position != (*obligation)->position)
        wrong("a reply leads here, and nothing is said of it");
      else if (block[at].distance > (*obligation)->distance)
        wrong("its distance is " + std::to_string(block[at].distance) + ", at most " +
              std::to_string((*obligation)->distance) + " is asked for");
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
  Obligations obligations_;
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
