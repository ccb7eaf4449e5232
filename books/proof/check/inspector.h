// The check of single records of a certificate: whether each move and every reply to it are in order, and what they ask
// of other records.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "books/proof/check/check.h"
#include "books/proof/check/leaf_tables.h"
#include "books/proof/check/obligations.h"
#include "books/proof/check/plain_game.h"

namespace bookends {

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
  const std::vector<Obligation>& obligations() const { return obligations_; }

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
    obligations_.push_back({pack(R, reply), static_cast<std::uint16_t>(has_to_win() ? distance : 0)});
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
  std::vector<Obligation> obligations_;
  CheckReport report_;
  std::string lacking_;
};

}  // namespace bookends
