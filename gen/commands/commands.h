// The commands that make files. Each adds its subcommand to `group` and does its work in the callback.
#pragma once

#include "gen/console/command.h"

namespace bookends {

void add_command_tables_build(CLI::App& group, Session& session);
void add_command_book_build(CLI::App& group, Session& session);
void add_command_book_prove(CLI::App& group, Session& session);
void add_command_book_shorten(CLI::App& group, Session& session);
void add_command_selfplay(CLI::App& group, Session& session);
void add_command_tune(CLI::App& group, Session& session);
void add_command_train(CLI::App& group, Session& session);
void add_command_plan(CLI::App& app, Session& session);
void add_command_estimate(CLI::App& app, Session& session);

}  // namespace bookends
