#include "gen/plan/formats.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <span>

namespace bookends {

namespace {

constexpr double kMebibyte = 1 << 20;
// Of Slurm's time limit: so many times what a step should take, and a quarter of an hour.
constexpr double kTimeMargin = 4, kLeastMinutes = 15;
// An array has at most MaxArraySize - 1 steps, and Slurm comes with 1001.
constexpr std::size_t kMostOfAnArray = 1000;

std::string table_file(const TablePlan& plan, const TableStep& step) {
  return plan.folder + "/" + step.ending + std::string(tables::kTableSuffix);
}

// A word that a shell reads as it is.
std::string quoted(const std::string& word) {
  constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./:,@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) return word;
  std::string text = "'";
  for (const char ch : word) text += ch == '\'' ? std::string("'\\''") : std::string(1, ch);
  return text + "'";
}

// The words of a step's command. `word` makes of a name what whoever runs the command will read as that name.
template <class Word>
std::vector<std::string> words_of(const TablePlan& plan, const std::string& ending, const std::string& threads,
                                  std::uint64_t memory, Word&& word) {
  std::vector<std::string> words{"bookends",    "tables",
                                 "build",       plan.game,
                                 ending,        "--only",
                                 "--out",       word(plan.folder),
                                 "--solutions", word(plan.solutions),
                                 "--threads",   threads,
                                 "--memory",    std::to_string(memory),
                                 "--progress",  "none"};
  for (const std::string& argument : plan.arguments) words.push_back(word(argument));
  return words;
}

// A command for a shell; its first word is left to whoever runs it. Ending and threads are taken as they are: they may
// be something that the shell, or make, is to expand.
std::string tail_of(const TablePlan& plan, const std::string& ending, const std::string& threads,
                    std::uint64_t memory) {
  const std::vector<std::string> words = words_of(plan, ending, threads, memory, quoted);
  std::string text;
  for (std::size_t i = 1; i < words.size(); ++i) text += ' ' + words[i];
  return text;
}

int levels(const TablePlan& plan) {
  int most = -1;
  for (const TableStep& step : plan.steps) most = std::max(most, step.level);
  return most + 1;
}

std::uint64_t mebibytes(std::uint64_t bytes) {
  return static_cast<std::uint64_t>(std::ceil(static_cast<double>(bytes) / kMebibyte));
}

// The steps of one level that are still to be made.
std::vector<const TableStep*> open_steps(const TablePlan& plan, int level) {
  std::vector<const TableStep*> open;
  for (const TableStep& step : plan.steps)
    if (step.level == level && !step.done) open.push_back(&step);
  return open;
}

// Steps that one array job makes, its index being the step's.
std::string array_job(const TablePlan& plan, int level, std::span<const TableStep* const> steps) {
  std::uint64_t memory = 0;
  double seconds = 0;
  std::string names;
  for (const TableStep* step : steps) {
    memory = std::max(memory, step->memory);
    seconds = std::max(seconds, plan.seconds(*step));
    names += (names.empty() ? "" : " ") + step->ending;
  }
  return fmt::format(
      "job=$(sbatch --parsable --kill-on-invalid-dep=yes --job-name={}-{} --array=0-{} --mem={}M --time={} "
      "${{before:+--dependency=afterok$before}} "
      "\"$@\" <<'STEP'\n"
      "#!/bin/bash\n"
      "endings=({})\n"
      "exec \"${{BOOKENDS:-bookends}}\"{}\n"
      "STEP\n"
      ")\n"
      "level+=:$job\n"
      "echo \"level {}: job $job, {} tables\"\n",
      plan.game, level, steps.size() - 1, mebibytes(memory),
      static_cast<int>(std::ceil(kLeastMinutes + kTimeMargin * seconds / 60)), names,
      tail_of(plan, "\"${endings[$SLURM_ARRAY_TASK_ID]}\"", "\"${SLURM_CPUS_PER_TASK:-1}\"", memory), level,
      steps.size());
}

// All that is to be made of one level.
std::string level_jobs(const TablePlan& plan, int level, std::span<const TableStep* const> open) {
  std::string text = "\nlevel=\n";
  for (; !open.empty(); open = open.subspan(std::min(open.size(), kMostOfAnArray)))
    text += array_job(plan, level, open.first(std::min(open.size(), kMostOfAnArray)));
  return text + "before=$level\n";
}

}  // namespace

std::vector<std::string> command_of(const TablePlan& plan, const TableStep& step, const std::string& threads) {
  return words_of(plan, step.ending, threads, step.memory, [](const std::string& name) { return name; });
}

std::string json_of(const TablePlan& plan) {
  nlohmann::ordered_json steps = nlohmann::ordered_json::array();
  for (const TableStep& step : plan.steps) {
    nlohmann::ordered_json needs = nlohmann::ordered_json::array();
    for (const std::size_t need : step.needs) needs.push_back(plan.steps[need].ending);
    steps.push_back({{"step", step.ending},
                     {"file", table_file(plan, step)},
                     {"command", command_of(plan, step, "1")},
                     {"needs", needs},
                     {"level", step.level},
                     {"memory_bytes", step.memory},
                     {"thread_seconds", plan.seconds(step)},
                     {"done", step.done}});
  }
  const nlohmann::ordered_json out{{"game", plan.game},
                                   {"folder", plan.folder},
                                   {"solutions", plan.solutions},
                                   {"levels", levels(plan)},
                                   {"positions_per_second", plan.rate},
                                   {"steps", steps}};
  return out.dump(2, ' ', false, nlohmann::json::error_handler_t::replace) + "\n";
}

Result<std::string> makefile_of(const TablePlan& plan) {
  for (const std::string* folder : {&plan.folder, &plan.solutions})
    if (folder->find_first_of(" \t\n#$%:=\\;|*?[]~'\"") != std::string::npos)
      return Error{ErrorCode::invalid_argument, *folder + ": make takes a character of this name for something else"};
  std::string text = fmt::format(
      "# {} tables of {}. Run by: make -j2 -f THIS (BOOKENDS=/path/to/bookends where it is not found)\n"
      "BOOKENDS ?= bookends\n"
      "THREADS ?= 1\n\n"
      ".PHONY: all clean-solutions\nall:",
      plan.steps.size(), plan.game);
  for (const TableStep& step : plan.steps) text += " \\\n  " + table_file(plan, step);
  text += fmt::format("\n\n# When all is built.\nclean-solutions:\n\trm -rf {}\n", quoted(plan.solutions));
  std::string unsound;
  for (const TableStep& step : plan.steps) {
    if (step.there && !step.done) unsound += " " + table_file(plan, step);
    text += fmt::format("\n# {} M, {:.0f} s of a thread\n{}:", mebibytes(step.memory), std::ceil(plan.seconds(step)),
                        table_file(plan, step));
    if (!step.needs.empty()) text += " |";
    for (const std::size_t need : step.needs) text += " " + table_file(plan, plan.steps[need]);
    text += "\n\t$(BOOKENDS)" + tail_of(plan, step.ending, "$(THREADS)", step.memory) + "\n";
  }
  if (!unsound.empty()) text += "\n# There, but not sound: made again.\n.PHONY:" + unsound + "\n";
  return text;
}

std::string dot_of(const TablePlan& plan) {
  std::string text = fmt::format("digraph \"{}\" {{\n  rankdir=LR;\n  node [shape=box];\n", plan.game);
  for (const TableStep& step : plan.steps)
    text +=
        fmt::format("  \"{}\" [label=\"{}\\n{} M, {:.0f} s\"{}];\n", step.ending, step.ending, mebibytes(step.memory),
                    std::ceil(plan.seconds(step)), step.done ? ", style=filled, fillcolor=palegreen" : "");
  for (const TableStep& step : plan.steps)
    for (const std::size_t need : step.needs)
      text += fmt::format("  \"{}\" -> \"{}\";\n", plan.steps[need].ending, step.ending);
  return text + "}\n";
}

std::string slurm_script_of(const TablePlan& plan) {
  std::string text = fmt::format(
      "#!/bin/bash\n"
      "# {} tables of {}: array jobs for each level, after those of the one before. Run by: bash THIS [options of "
      "sbatch]\n"
      "# BOOKENDS=/path/to/bookends where it is not found; --cpus-per-task=N for N threads a step.\n"
      "set -euo pipefail\n"
      "export BOOKENDS=${{BOOKENDS:-bookends}}\n"
      "before=\n",
      plan.steps.size(), plan.game);
  for (int level = 0; level < levels(plan); ++level)
    if (const std::vector<const TableStep*> open = open_steps(plan, level); !open.empty())
      text += level_jobs(plan, level, open);
  return text;
}

}  // namespace bookends
