// The commands that use files, or none. Each adds its subcommand to `group` and does its work in the callback.
#pragma once

#include "gen/console/command.h"

namespace bookends {

void add_command_games(CLI::App& group, Session& session);
void add_command_perft(CLI::App& group, Session& session);
void add_command_tables_list(CLI::App& group, Session& session);
void add_command_tables_orders(CLI::App& group, Session& session);
void add_command_tables_stats(CLI::App& group, Session& session);
void add_command_tables_verify(CLI::App& group, Session& session);
void add_command_probe(CLI::App& group, Session& session);
void add_command_book_info(CLI::App& group, Session& session);
void add_command_book_verify(CLI::App& group, Session& session);
void add_command_book_test(CLI::App& group, Session& session);
void add_command_book_check(CLI::App& group, Session& session);
void add_command_book_prune(CLI::App& group, Session& session);
void add_command_book_subtree(CLI::App& group, Session& session);
void add_command_book_fix(CLI::App& group, Session& session);
void add_command_book_merge(CLI::App& group, Session& session);
void add_command_book_set(CLI::App& group, Session& session);
void add_command_book_diff(CLI::App& group, Session& session);
void add_command_book_exits(CLI::App& group, Session& session);
void add_command_book_pack(CLI::App& group, Session& session);
void add_command_book_unpack(CLI::App& group, Session& session);
void add_command_book_compact(CLI::App& group, Session& session);
void add_command_book_import(CLI::App& group, Session& session);
void add_command_dump(CLI::App& group, Session& session);
void add_command_bench(CLI::App& group, Session& session);
void add_command_match(CLI::App& group, Session& session);
void add_command_serve(CLI::App& group, Session& session);
void add_command_verify(CLI::App& group, Session& session);
// These know all commands: they take the program itself, after the others.
void add_command_help(CLI::App& app, Session& session);
void add_command_man(CLI::App& app, Session& session);
void add_command_completion(CLI::App& app, Session& session);

}  // namespace bookends
