#include "tools/probe/answer_json.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "books/text/entry.h"
#include "tools/probe/book_text.h"

namespace bookends {
namespace {

nlohmann::ordered_json number_or_null(const std::optional<int>& n) {
  return n && *n >= 0 ? nlohmann::ordered_json(*n) : nlohmann::ordered_json(nullptr);
}

// By the same names of a position and of a move.
nlohmann::ordered_json value_json(const std::optional<bookends_tables_value>& value) {
  return {{"wdl", value ? result_word(value->wdl) : "unknown"},
          {"dtm", number_or_null(value ? std::optional(value->plies) : std::nullopt)}};
}

void add_zeroing(nlohmann::ordered_json& out, const ProbeAnswer& answer, const bookends_tables_value& value) {
  if (answer.move_limit == 0) return;
  out["dtz"] = number_or_null(value.dtz);
  if (value.dtz_rounded != 0) out["dtz_rounded"] = true;
  out["category"] = bookends_tables_category_name(value.category);
}

void add_over(nlohmann::ordered_json& out, Ending over) {
  if (over != Ending::none) out[std::string(name_of(over))] = true;
}

nlohmann::ordered_json position_json(const ProbeAnswer& answer) {
  nlohmann::ordered_json out{{"fen", answer.fen}};
  add_over(out, answer.over);
  out.update(value_json(answer.value));
  if (answer.value) add_zeroing(out, answer, *answer.value);
  if (answer.counting) {
    out["counting"] = *answer.counting;
    out["uncounted"] = value_json(answer.uncounted);
  }
  if (!answer.value) out["reason"] = answer.reason;
  return out;
}

// Named as `dump --format json` does.
nlohmann::ordered_json book_json(const ProbeAnswer& answer) {
  const bookends_book_entry& entry = *answer.book;
  const std::optional<Score> score = score_of(entry_of(entry));
  nlohmann::ordered_json out{{"uci", entry.move},
                             {"score", score ? nlohmann::ordered_json(*score) : nlohmann::ordered_json(nullptr)},
                             {"depth", entry.depth},
                             {"proof", proof_name(static_cast<Proof>(entry.proof))},
                             {"table", entry.from_table != 0},
                             {"manual", entry.manual != 0},
                             {"side", side_name(answer.whose)}};
  if (!answer.remark.empty()) out["remark"] = answer.remark;
  return out;
}

// A share is rounded: its last digits say nothing.
nlohmann::ordered_json shares_json(const ProbeAnswer& answer, const ProbedBookMove& move) {
  nlohmann::ordered_json out;
  for (std::size_t way = 0; way < kWaysToChoose.size(); ++way) {
    nlohmann::ordered_json& share = out[std::string(choice_name(kWaysToChoose[way]))] = nullptr;
    if (has_shares(answer.book_moves, way)) share = std::round(1e4 * move.shares[way]) / 1e4;
  }
  return out;
}

// Named as `dump --format json` does.
void add_book_move(nlohmann::ordered_json& out, const ProbeAnswer& answer, const ProbedBookMove& move) {
  const bookends_book_move& told = move.told;
  out["score"] = told.has_score != 0 ? nlohmann::ordered_json(told.score) : nlohmann::ordered_json(nullptr);
  out["depth"] = told.depth;
  out["book"] = told.is_own != 0;
  if (was_played(told)) {
    out["games"] = told.games;
    out["wins"] = told.wins;
    out["draws"] = told.draws;
    out["losses"] = told.losses;
  }
  if (told.rated > 0) out["rated"] = told.rated, out["rating"] = told.rating;
  if (told.year > 0) out["year"] = told.year;
  if (told.weight > 0) out["weight"] = told.weight;
  if (told.learned > 0) out["learned"] = told.learned;
  out["shares"] = shares_json(answer, move);
}

nlohmann::ordered_json move_json(const ProbeAnswer& answer, const char* uci, const char* san, Ending over,
                                 const bookends_tables_move* by_tables) {
  nlohmann::ordered_json out{{"uci", uci}, {"san", san}};
  add_over(out, over);
  const bool known = by_tables != nullptr && by_tables->known != 0;
  out.update(value_json(known ? std::optional(by_tables->value) : std::nullopt));
  if (known) add_zeroing(out, answer, by_tables->value);
  return out;
}

// Those of the tables, which are all that are legal, with what the book says of each; without tables those of the book.
nlohmann::ordered_json moves_json(const ProbeAnswer& answer) {
  nlohmann::ordered_json out = nlohmann::ordered_json::array();
  const auto same_move = [](const char* uci) {
    return [uci](const ProbedBookMove& m) { return std::string_view(m.told.uci) == uci; };
  };
  for (std::size_t i = 0; i < answer.moves.size(); ++i) {
    const bookends_tables_move& move = answer.moves[i];
    out.push_back(move_json(answer, move.uci, move.san, answer.over_after[i], &move));
    const auto by_book = std::ranges::find_if(answer.book_moves, same_move(move.uci));
    if (by_book != answer.book_moves.end()) add_book_move(out.back(), answer, *by_book);
  }
  if (!answer.moves.empty()) return out;
  for (const ProbedBookMove& move : answer.book_moves) {
    out.push_back(move_json(answer, move.told.uci, move.told.san, move.over, nullptr));
    add_book_move(out.back(), answer, move);
  }
  return out;
}

nlohmann::ordered_json elsewhere_json(const ElsewhereProved& proved) {
  return {{"file", proved.file},
          {"side", attacker_name(proved.attacker)},
          {"aim", aim_name(proved.aim)},
          {"plies", number_or_null(proved.aim == ProofAim::win ? std::optional(proved.plies) : std::nullopt)}};
}

// Its moves are all that are legal, by what is proved of them.
nlohmann::ordered_json proof_json(const ProbedProof& proof) {
  const bool wins = proof.aim == ProofAim::win;
  const auto plies = [&](bool known, int n) { return number_or_null(wins && known ? std::optional(n) : std::nullopt); };
  nlohmann::ordered_json out{{"file", proof.file},
                             {"side", attacker_name(proof.attacker)},
                             {"aim", aim_name(proof.aim)},
                             {"plies", plies(true, proof.plies)},
                             {"moves", nlohmann::ordered_json::array()}};
  for (const ProbedProofMove& move : proof.moves) {
    out["moves"].push_back({{"uci", move.uci},
                            {"san", move.san},
                            {"by", proved_by_name(move.by)},
                            {"plies", plies(move.proved(), move.plies)},
                            {"own", move.own}});
    if (!move.out.empty()) out["moves"].back()["out"] = move.out;
    if (move.elsewhere) out["moves"].back()["elsewhere"] = elsewhere_json(*move.elsewhere);
  }
  return out;
}

}  // namespace

std::string answer_json(const ProbeAnswer& answer, bool pretty) {
  nlohmann::ordered_json out = position_json(answer);
  out["moves"] = moves_json(answer);
  out["book"] = nullptr;
  if (answer.book) out["book"] = book_json(answer);
  out["proof"] = nullptr;
  if (answer.proof) out["proof"] = proof_json(*answer.proof);
  return out.dump(pretty ? 2 : -1, ' ', false, nlohmann::json::error_handler_t::replace);
}

}  // namespace bookends
