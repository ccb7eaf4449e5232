// The checks of single kinds of files. Each verifies all that can be verified without other files: every checksum, and
// whether what it holds fits together. Errors: corrupt, unsupported (another game, rules or version), limit, io,
// interrupted; each message begins with the file's name, and says where a checksum is wrong.
#pragma once

#include "tools/verify/findings.h"

namespace bookends {

Result<Findings> check_table(const FileToVerify& file);
Result<Findings> check_solved_side(const FileToVerify& file);
Result<Findings> check_ranks_checkpoint(const FileToVerify& file);

Result<Findings> check_book(const FileToVerify& file);
Result<Findings> check_packed_book(const FileToVerify& file);
// Nothing marks such a book: whole entries in the order of their keys.
bool is_sorted_polyglot(std::span<const std::byte> bytes);
Result<Findings> check_polyglot(const FileToVerify& file);
// Moves and their order; whether the proof holds is for `book check`.
Result<Findings> check_proof(const FileToVerify& file);

Result<Findings> check_work_snapshot(const FileToVerify& file);
Result<Findings> check_work_journal(const FileToVerify& file);
Result<Findings> check_proof_plan(const FileToVerify& file);
Result<Findings> check_work_history(const FileToVerify& file);
Result<Findings> check_table_plan(const FileToVerify& file);

Result<Findings> check_network(const FileToVerify& file);
Result<Findings> check_weights(const FileToVerify& file);
Result<Findings> check_samples(const FileToVerify& file);

}  // namespace bookends
