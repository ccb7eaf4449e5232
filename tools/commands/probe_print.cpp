#include "tools/commands/probe_print.h"

#include <fmt/format.h>

#include "core/base/count_text.h"
#include "tools/probe/answer_json.h"
#include "tools/probe/book_text.h"
#include "tools/probe/proof_text.h"

namespace bookends {
namespace {

std::string plies_text(int n) { return count_text(static_cast<std::uint64_t>(n), "ply", "plies"); }

std::string in_words(const bookends_tables_value& value) {
  std::string text(result_word(value.wdl));
  if (value.plies >= 0) text += " in " + plies_text(value.plies);
  return text;
}

// A DTZ that a file has rounded may be one more.
std::string dtz_text(const bookends_tables_value& value) {
  return fmt::format("{}{}", plies_text(value.dtz), value.dtz_rounded != 0 ? ", or one more" : "");
}

// Mate shows in how the move is written, stalemate does not.
void print_move(const ProbeAnswer& answer, const bookends_tables_move& move, Ending over) {
  fmt::print("    {:<8}{}", move.san, move.known != 0 ? in_words(move.value) : "unknown");
  if (over == Ending::stalemate) fmt::print(", {}", name_of(over));
  if (move.known == 0) return fmt::print("\n");
  const std::string_view category = bookends_tables_category_name(move.value.category);
  if (answer.move_limit != 0 && category != result_word(move.value.wdl)) fmt::print(", {}", category);
  if (move.value.dtz > 0) fmt::print(", dtz {}", dtz_text(move.value));
  fmt::print("\n");
}

std::string book_line(const ProbeAnswer& answer) {
  if (!answer.book) return "does not know it";
  const std::string text = book_text(*answer.book, answer.remark);
  if (plays_at(answer.whose, answer.turn)) return text;
  return text + fmt::format("\n    a reply that {}'s book is ready for, for nobody to play",
                            answer.whose == BookSide::white ? "White" : "Black");
}

void print_proof(const ProbedProof& proof, Color turn) {
  fmt::print("  proof   {} ({})\n", proof_claim(proof), proof.file);
  for (const ProbedProofMove& move : proof.moves) {
    const std::string_view mark = proof_mark(proof, move, turn);
    if (move.proved())
      fmt::print("    {:<8}{}{}{}\n", move.san, proof_move_text(proof, move), mark.empty() ? "" : "; ", mark);
    else if (move.elsewhere)
      fmt::print("    {:<8}{}\n", move.san, elsewhere_text(*move.elsewhere));
    else
      fmt::print("    {:<8}not in this proof{}\n", move.san, move.out.empty() ? "" : ": " + move.out + " leads out");
  }
}

void print_proofs(const ProbeAnswer& answer, std::size_t asked) {
  if (answer.proof) return print_proof(*answer.proof, answer.turn);
  if (asked == 1) fmt::print("  proof   does not know it\n");
  if (asked > 1) fmt::print("  proof   none of {} knows it\n", asked);
}

void print_text(const ProbeAnswer& answer, const AskedFor& asked) {
  fmt::print("{}\n", answer.fen);
  if (answer.over != Ending::none) fmt::print("  over    {}\n", name_of(answer.over));
  if (answer.value)
    fmt::print("  tables  {}\n", in_words(*answer.value));
  else
    fmt::print("  tables  unknown ({})\n", answer.reason);
  if (answer.move_limit != 0 && answer.value)
    fmt::print("    under the move limit: {}{}\n", bookends_tables_category_name(answer.value->category),
               answer.value->dtz > 0 ? ", dtz " + dtz_text(*answer.value) : "");
  if (answer.counting && answer.uncounted)
    fmt::print("    under counting: {}; without: {}\n", *answer.counting, in_words(*answer.uncounted));
  for (std::size_t i = 0; i < answer.moves.size(); ++i) print_move(answer, answer.moves[i], answer.over_after[i]);
  if (asked.book) fmt::print("  book    {}\n", book_line(answer));
  if (!answer.book_moves.empty()) fmt::print("{}", book_moves_text(answer.book_moves));
  print_proofs(answer, asked.proofs);
}

// The columns of book and proofs are there when these were asked.
void print_tsv(const ProbeAnswer& answer, const AskedFor& asked) {
  const bool distance = answer.value && answer.value->plies >= 0;
  fmt::print("{}\t{}\t{}", answer.fen, answer.value ? result_word(answer.value->wdl) : "unknown",
             distance ? std::to_string(answer.value->plies) : "-");
  if (asked.book) fmt::print("\t{}", answer.book ? book_columns(*answer.book, answer.remark) : no_book_columns());
  if (asked.proofs > 0) fmt::print("\t{}", proof_columns(answer.proof));
  fmt::print("\n");
}

}  // namespace

void print_answer(const ProbeAnswer& answer, const std::string& format, const AskedFor& asked, bool single) {
  if (format == "tsv")
    print_tsv(answer, asked);
  else if (format == "json")
    fmt::print("{}\n", answer_json(answer, single));
  else
    print_text(answer, asked);
}

}  // namespace bookends
