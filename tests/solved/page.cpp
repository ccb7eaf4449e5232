#include "tests/solved/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>
#include <vector>

#include "core/base/count_text.h"
#include "core/io/file.h"
#include "core/notation/move_text.h"
#include "core/rules/games.h"
#include "tests/solved/proofs.h"
#include "tests/solved/tables.h"
#include "tools/pages/board/file.h"

namespace bookends::test {
namespace {
namespace fs = std::filesystem;

constexpr std::size_t kLinePlies = 12;  // of the line with boards
constexpr std::size_t kShortPlies = 6;  // of the others
constexpr std::size_t kLineWidth = 120;

const char* side_name(Color color) { return color == Color::white ? "White" : "Black"; }

std::string wins(Color color) { return fmt::format("{} wins", side_name(color)); }

// "1. d3 Ne3 2. Qd2", or from Black's first move "1... Ne3 2. Qd2".
std::string numbered(const std::vector<LineMove>& line, std::size_t from, std::size_t plies, int first_ply) {
  std::string text;
  for (std::size_t i = from; i < std::min(line.size(), from + plies); ++i) {
    const int ply = first_ply + static_cast<int>(i);
    if (ply % 2 == 0)
      text += fmt::format("{}. ", ply / 2 + 1);
    else if (i == from)
      text += fmt::format("{}... ", ply / 2 + 1);
    text += line[i].san + ' ';
  }
  if (!text.empty()) text.pop_back();
  return text;
}

std::string wrapped(const std::string& text) {
  std::string out, line;
  std::istringstream words(text);
  for (std::string word; words >> word; line += word) {
    if (line.size() + 1 + word.size() > kLineWidth) out += std::exchange(line, "") + '\n';
    if (!line.empty()) line += ' ';
  }
  return out + line + '\n';
}

// "Chess Fragments", of "Chess Fragments (5x5)".
std::string plain_title(const Rules& rules) { return std::string(rules.title.substr(0, rules.title.find(" ("))); }

// A setup with what is proved of it.
struct Setting {
  const Rules* rules = nullptr;
  std::string name, fen;
  const ProofFacts* own = nullptr;  // of the setup itself

  std::string title() const { return fmt::format("{}, `{}`", plain_title(*rules), name); }
};

struct Verdict {
  std::string san, uci;
  const ProofFacts* proof = nullptr;  // none: open
  bool of_setup = false;              // the proof is the setup's own
};

class SolvedPage {
 public:
  Result<SolvedFiles> make(const fs::path& books, const fs::path& results) {
    const Result<std::string> form = read_text_file(books / "proofs" / "solved.template");
    if (!form) return form.error();
    if (const Result<void> read = read_proofs(books / "proofs"); !read) return read.error();
    Result<OpenMoves> open = OpenMoves::read(books / "proofs" / "open.tsv");
    if (!open) return open.error();
    open_ = std::move(*open);
    Result<ProofWorks> works = ProofWorks::read(results);
    if (!works) return works.error();
    works_ = std::move(*works);
    for (const Rules* rules : all_games()) add_settings(*rules);
    for (const Setting& setting : settings_) list_verdicts(setting);
    for (const Setting& setting : settings_)
      if (setting.own) tell(setting);
    if (const std::string stray = open_.unused(); !stray.empty())
      return Error{ErrorCode::corrupt, "open.tsv: not open, or no first move: " + stray};
    if (!wrong_.empty()) return Error{ErrorCode::corrupt, wrong_};
    return SolvedFiles{filled(*form), pictures_};
  }

 private:
  Result<void> read_proofs(const fs::path& folder) {
    std::vector<fs::path> paths;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.path().extension() == ".proof") paths.push_back(entry.path());
    std::sort(paths.begin(), paths.end());
    for (const fs::path& path : paths) {
      const Result<CertificateReader> reader = CertificateReader::open(path);
      if (!reader) return reader.error();
      const Result<const Rules*> rules = find_game(reader->header().game);
      if (!rules) return rules.error();
      Result<ProofFacts> facts = read_facts(**rules, path, kLinePlies);
      if (!facts) return facts.error();
      men_ = std::max(men_, facts->header.table_men);
      proofs_.push_back(std::move(*facts));
    }
    return {};
  }

  const ProofFacts* proof_of(const Rules& rules, const std::string& fen) const {
    const auto found = std::find_if(proofs_.begin(), proofs_.end(), [&](const ProofFacts& proof) {
      return proof.header.game == rules.name && proof.header.root == fen;
    });
    return found == proofs_.end() ? nullptr : &*found;
  }

  // The setups of a game of which something is proved.
  void add_settings(const Rules& rules) {
    const auto of_game = [&](const ProofFacts& proof) { return proof.header.game == rules.name; };
    if (std::none_of(proofs_.begin(), proofs_.end(), of_game)) return;
    for (std::size_t i = 0; i < rules.starts.size(); ++i) {
      if (rules.starts[i].empty()) continue;
      const std::string fen(rules.starts[i]);
      settings_.push_back({&rules, std::string(rules.start_names[i]), fen, proof_of(rules, fen)});
    }
  }

  std::vector<Verdict> verdicts_of(const Setting& setting) const {
    return with_game(*setting.rules, [&]<const Rules & R>() {
      std::vector<Verdict> found;
      const Position<R> start = Position<R>::from_fen(setting.fen).value();
      for (const Move m : start.legal_moves()) {
        Verdict verdict{format_san(start, m), format_uci(R, m), proof_of(R, start.after(m).fen()), false};
        if (setting.own && setting.own->line.front().uci == verdict.uci)
          verdict = {verdict.san, verdict.uci, setting.own, true};
        found.push_back(std::move(verdict));
      }
      return found;
    });
  }

  // What wins for the side to move, what loses, soonest first, and what is open.
  void list_verdicts(const Setting& setting) {
    std::vector<Verdict> verdicts = verdicts_of(setting);
    const auto order = [&](const Verdict& v) {
      const int kind = v.of_setup ? 0 : v.proof ? 1 : 2;
      return std::tuple(kind, v.proof ? v.proof->header.distance : 0, v.uci);
    };
    std::sort(verdicts.begin(), verdicts.end(),
              [&](const Verdict& a, const Verdict& b) { return order(a) < order(b); });
    for (const Verdict& verdict : verdicts) {
      verdicts_ += fmt::format("| {} ", setting.title());
      verdicts_ += verdict.proof ? solved_row(setting, verdict) : open_row(setting, verdict.uci, verdict.san);
    }
    if (!setting.own && open_.has(*setting.rules, setting.name, "-"))
      verdicts_ += fmt::format("| {} ", setting.title()) + open_row(setting, "-", "the setup");
  }

  std::string solved_row(const Setting& setting, const Verdict& verdict) {
    const ProofFacts& proof = *verdict.proof;
    const std::size_t from = verdict.of_setup ? 1 : 0;
    note_work(setting, verdict);
    return fmt::format("| {} | **{}** | {} | {} | [{}](proofs/{}) |\n", verdict.san, wins(proof.header.attacker),
                       proof.header.distance - static_cast<int>(from),
                       numbered(proof.line, from, kShortPlies, verdict.of_setup ? 0 : 1), proof.file, proof.file);
  }

  std::string open_row(const Setting& setting, const std::string& uci, const std::string& san) {
    return fmt::format("| {} | open | | | {} |\n", san, open_.text(*setting.rules, setting.name, uci));
  }

  void note_work(const Setting& setting, const Verdict& verdict) {
    const ProofFacts& proof = *verdict.proof;
    const std::string what = fmt::format("{}, {}, {}: proof that {}", setting.rules->name, setting.name, verdict.uci,
                                         wins(proof.header.attacker));
    const ProofWork* const work = works_.of(what);
    if (work == nullptr) {
      if (wrong_.empty()) wrong_ = "no row in the results: " + what;
      return;
    }
    work_ += fmt::format("| {} | {} | {} | `{}` | {} |\n", proof.file, grouped(proof.header.records),
                         grouped(proof.bytes), work->program, work->time);
  }

  static std::string grouped(std::uint64_t n) {
    std::string text = std::to_string(n);
    for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, 1, ',');
    return text;
  }

  // The section of a setup that is solved.
  void tell(const Setting& setting) {
    const ProofFacts& proof = *setting.own;
    const std::string side = side_name(proof.header.attacker), other = side_name(~proof.header.attacker);
    wins_ += fmt::format("* {}: **{}** by 1. {}, in at most {} plies.\n", setting.title(), wins(proof.header.attacker),
                         proof.line.front().san, proof.header.distance);
    openings_ += fmt::format("## {}, from `{}`: {} by 1. {}\n\n", plain_title(*setting.rules), setting.name,
                             wins(proof.header.attacker), proof.line.front().san);
    openings_ += wrapped(fmt::format(
        "From `{}` {} in at most {} plies. A board shows a position where {} is to move, with {}'s last move "
        "and the move that wins. {} plays what holds out longest:",
        setting.fen, wins(proof.header.attacker), proof.header.distance, side, other, other));
    openings_ += '\n' + wrapped(numbered(proof.line, 0, kLinePlies, 0)) + '\n';
    boards(setting);
    openings_ += fmt::format("\nAfter 1. {} there is an answer to everything:\n\n", proof.line.front().san);
    openings_ += fmt::format("| {} plays | {} answers | then won in plies, at most |\n|---|---|---|\n", other, side);
    for (const Reply& reply : proof.replies)
      openings_ += reply.answer.empty() ? fmt::format("| {} | | |\n", reply.san)
                                        : fmt::format("| {} | {} | {} |\n", reply.san, reply.answer, reply.plies);
    openings_ += '\n';
  }

  void boards(const Setting& setting) {
    const ProofFacts& proof = *setting.own;
    const std::string stem = fs::path(proof.file).stem().string();
    for (std::size_t i = 0; i < proof.line.size(); i += 2) {
      const LineMove& move = proof.line[i];
      const std::string name = fmt::format("{}-{}.svg", stem, i / 2 + 1);
      const std::string title =
          fmt::format("Move {}: {} plays {}", i / 2 + 1, side_name(proof.header.attacker), move.san);
      BoardPicture picture{.fen = move.fen, .id = "b", .title = title};
      if (i > 0) picture.last_move = step_of(*setting.rules, proof.line[i - 1].uci);
      picture.arrows = {{step_of(*setting.rules, move.uci), 1, ArrowKind::book}};
      picture.flipped = proof.header.attacker == Color::black;
      pictures_[name] = board_file(*setting.rules, picture);
      openings_ += fmt::format("![{}](proofs/boards/{})\n", title, name);
    }
  }

  std::string filled(std::string form) const {
    const std::pair<std::string, std::string> parts[] = {{"{{wins}}\n", wins_},
                                                         {"{{verdicts}}\n", verdicts_},
                                                         {"{{openings}}\n", openings_},
                                                         {"{{work}}\n", work_},
                                                         {"{{men}}", std::to_string(men_)}};
    for (const auto& [name, text] : parts)
      for (std::size_t at = form.find(name); at != std::string::npos; at = form.find(name, at + text.size()))
        form.replace(at, name.size(), text);
    return form;
  }

  std::vector<ProofFacts> proofs_;
  std::vector<Setting> settings_;
  OpenMoves open_;
  ProofWorks works_;
  int men_ = 0;
  std::string wins_, verdicts_, openings_, work_, wrong_;
  std::map<std::string, std::string> pictures_;
};

}  // namespace

Result<SolvedFiles> make_solved_page(const fs::path& books, const fs::path& results) {
  return SolvedPage().make(books, results);
}

}  // namespace bookends::test
