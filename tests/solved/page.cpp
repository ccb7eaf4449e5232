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
#include "core/position/fen.h"
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

std::string claim_of(const ProofFacts& proof) { return claim(proof.header.attacker, proof.header.aim); }

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
  const ProofFacts* won = nullptr;
  const ProofFacts* held[2] = {nullptr, nullptr};  // by Color: that this side does not lose
  bool of_setup = false;                           // the proof is the setup's own

  bool is_drawn() const { return held[0] && held[1]; }
  bool is_open() const { return !won && !is_drawn(); }
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
    for (const Setting& setting : settings_) {
      list_verdicts(setting);
      if (setting.own) tell(setting);
    }
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

  template <class Wanted>
  const ProofFacts* proof_of(const Rules& rules, const std::string& fen, const Wanted& wanted) const {
    const auto found = std::find_if(proofs_.begin(), proofs_.end(), [&](const ProofFacts& proof) {
      return proof.header.game == rules.name && proof.header.root == fen && wanted(proof.header);
    });
    return found == proofs_.end() ? nullptr : &*found;
  }
  const ProofFacts* win_of(const Rules& rules, const std::string& fen) const {
    return proof_of(rules, fen, [](const CertificateHeader& header) { return header.aim == ProofAim::win; });
  }

  Verdict verdict_of(const Rules& rules, const std::string& fen, std::string san, std::string uci) const {
    Verdict verdict{std::move(san), std::move(uci), win_of(rules, fen), {}, false};
    for (const Color side : {Color::white, Color::black})
      verdict.held[static_cast<int>(side)] = proof_of(rules, fen, [&](const CertificateHeader& header) {
        return header.aim == ProofAim::hold && header.attacker == side;
      });
    return verdict;
  }

  // The setups of a game of which something is proved.
  void add_settings(const Rules& rules) {
    const auto of_game = [&](const ProofFacts& proof) { return proof.header.game == rules.name; };
    if (std::none_of(proofs_.begin(), proofs_.end(), of_game)) return;
    for (std::size_t i = 0; i < rules.starts.size(); ++i) {
      if (rules.starts[i].empty()) continue;
      const std::string fen(rules.starts[i]);
      settings_.push_back({&rules, std::string(rules.start_names[i]), fen, win_of(rules, fen)});
    }
  }

  std::vector<Verdict> verdicts_of(const Setting& setting) const {
    return with_game(*setting.rules, [&]<const Rules & R>() {
      std::vector<Verdict> found;
      const Position<R> start = Position<R>::from_fen(setting.fen).value();
      for (const Move m : start.legal_moves()) {
        Verdict verdict = verdict_of(R, start.after(m).fen(), format_san(start, m), format_uci(R, m));
        if (setting.own && setting.own->line.front().uci == verdict.uci)
          verdict = {verdict.san, verdict.uci, setting.own, {}, true};
        found.push_back(std::move(verdict));
      }
      return found;
    });
  }

  // What the setup is won by, what draws, what is won otherwise, soonest first, and what is open.
  void list_verdicts(const Setting& setting) {
    std::vector<Verdict> verdicts = verdicts_of(setting);
    const auto order = [&](const Verdict& v) {
      const int kind = v.of_setup ? 0 : v.is_drawn() ? 1 : v.won ? 2 : 3;
      return std::tuple(kind, v.won ? v.won->header.distance : 0, v.uci);
    };
    std::sort(verdicts.begin(), verdicts.end(),
              [&](const Verdict& a, const Verdict& b) { return order(a) < order(b); });
    for (const Verdict& verdict : verdicts) add_row(setting, verdict);
    if (const std::string by = drawing_moves(setting, verdicts); !by.empty())
      wins_ += fmt::format("* {}: a **draw** by {}.\n", setting.title(), by);
    if (setting.own) return;
    const Verdict whole = verdict_of(*setting.rules, setting.fen, "the setup", "-");
    if (whole.is_drawn() && drawing_moves(setting, verdicts).empty())
      wins_ += fmt::format("* {}: a **draw**.\n", setting.title());
    if (whole.held[0] || whole.held[1] || open_.has(*setting.rules, setting.name, "-")) add_row(setting, whole);
  }

  // "1. a3 or 1. c3"; empty where it is not proved that the side to move holds the draw by one and wins by none.
  static std::string drawing_moves(const Setting& setting, const std::vector<Verdict>& verdicts) {
    const auto mover = static_cast<int>(parse_fen(*setting.rules, setting.fen).value().turn);
    std::string moves;
    for (const Verdict& verdict : verdicts) {
      if (!verdict.held[1 - mover] && (!verdict.won || static_cast<int>(verdict.won->header.attacker) == mover))
        return "";
      if (verdict.held[mover]) moves += fmt::format("{}1. {}", moves.empty() ? "" : " or ", verdict.san);
    }
    return moves;
  }

  void add_row(const Setting& setting, const Verdict& verdict) {
    for (const ProofFacts* proof : {verdict.won, verdict.held[0], verdict.held[1]})
      if (proof) note_work(setting, verdict.uci, *proof);
    if (verdict.won && verdict.held[1 - static_cast<int>(verdict.won->header.attacker)] && wrong_.empty())
      wrong_ = fmt::format("two proofs contradict each other: {}, {}", setting.title(), verdict.san);
    verdicts_ += fmt::format("| {} | {} ", setting.title(), verdict.san);
    verdicts_ += verdict.is_drawn()  ? drawn_row(verdict)
                 : verdict.is_open() ? open_row(setting, verdict)
                                     : won_row(verdict);
  }

  static std::string link(const std::string& text, const ProofFacts& proof) {
    return fmt::format("[{}](proofs/{})", text, proof.file);
  }

  static std::string won_row(const Verdict& verdict) {
    const ProofFacts& proof = *verdict.won;
    const std::size_t from = verdict.of_setup ? 1 : 0;
    return fmt::format("| **{}** | {} | {} | {} |\n", claim_of(proof), proof.header.distance - static_cast<int>(from),
                       numbered(proof.line, from, kShortPlies, verdict.of_setup ? 0 : 1), link(proof.file, proof));
  }

  // The answer to a first move is that of Black's own certificate; to hold a setup White has a move.
  static std::string drawn_row(const Verdict& verdict) {
    const bool is_setup = verdict.uci == "-";
    const std::string move = numbered(verdict.held[is_setup ? 0 : 1]->line, 0, 1, is_setup ? 0 : 1);
    return fmt::format("| **draw** | | {} | {}, {} |\n", move, link(claim_of(*verdict.held[0]), *verdict.held[0]),
                       link(claim_of(*verdict.held[1]), *verdict.held[1]));
  }

  // One side may be known to hold the draw.
  std::string open_row(const Setting& setting, const Verdict& verdict) {
    const ProofFacts* held = verdict.held[0] ? verdict.held[0] : verdict.held[1];
    const std::string left = open_.text(*setting.rules, setting.name, verdict.uci);
    if (!held) return fmt::format("| open | | | {} |\n", left);
    return fmt::format("| open, but {} does not lose | | | {}{}{} |\n", side_name(held->header.attacker),
                       link(claim_of(*held), *held), left.empty() ? "" : "; ", left);
  }

  void note_work(const Setting& setting, const std::string& uci, const ProofFacts& proof) {
    const std::string what =
        fmt::format("{}, {}, {}: proof that {}", setting.rules->name, setting.name, uci, claim_of(proof));
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
    wins_ += fmt::format("* {}: **{}** by 1. {}, in at most {} plies.\n", setting.title(), claim_of(proof),
                         proof.line.front().san, proof.header.distance);
    openings_ += fmt::format("## {}, from `{}`: {} by 1. {}\n\n", plain_title(*setting.rules), setting.name,
                             claim_of(proof), proof.line.front().san);
    openings_ += wrapped(fmt::format(
        "From `{}` {} in at most {} plies. A board shows a position where {} is to move, with {}'s last move "
        "and the move that wins. {} plays what holds out longest:",
        setting.fen, claim_of(proof), proof.header.distance, side, other, other));
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
