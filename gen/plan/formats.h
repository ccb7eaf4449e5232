// A plan of table steps for the schedulers that people have.
#pragma once

#include <string>
#include <vector>

#include "gen/plan/table_steps.h"

namespace bookends {

// What is the same in all steps.
struct TablePlan {
  std::string game;
  std::string folder;                  // of the tables
  std::string solutions;               // folder where steps leave what they solved to those that need it
  std::vector<std::string> arguments;  // more words for every step's command
  double rate = 0;                     // positions that one thread goes through in a second
  std::vector<TableStep> steps;

  double seconds(const TableStep& step) const { return static_cast<double>(step.positions) / rate; }
};

// The words of a step's command, the program's name first: what makes the table, and leaves it alone when it is there.
std::vector<std::string> command_of(const TablePlan& plan, const TableStep& step, const std::string& threads);

// One object: game, folder, and for each step its file, command, needs, level, memory, seconds, and whether it is done.
std::string json_of(const TablePlan& plan);

// For GNU make: `make -j8 -f FILE`. A table that is there is left alone, one that is not sound is made again. Errors:
// invalid_argument, when a folder's name has a character that make takes for something else.
Result<std::string> makefile_of(const TablePlan& plan);

// For Graphviz. What is done is filled.
std::string dot_of(const TablePlan& plan);

// A shell script that hands the steps to Slurm: an array job for each level, or several where a level has more steps
// than an array may have, which wait for the level before. Arguments of the script go to every sbatch.
std::string slurm_script_of(const TablePlan& plan);

}  // namespace bookends
