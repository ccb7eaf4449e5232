#include "tools/commands/unknown_command.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

namespace bookends {
namespace {

constexpr std::size_t kFarthest = 2;  // from what is still suggested

// How many letters must be put in, left out, changed, or swapped with their neighbours to make one word of the other.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));  // of their beginnings
  for (std::size_t i = 0; i <= a.size(); ++i)
    for (std::size_t j = 0; j <= b.size(); ++j) {
      if (i == 0 || j == 0) {
        d[i][j] = i + j;
        continue;
      }
      d[i][j] = std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
    }
  return d[a.size()][b.size()];
}

// The command of the group that the word was most likely meant to be; nullptr when none is near.
const CLI::App* nearest(const CLI::App& group, const std::string& word) {
  const CLI::App* found = nullptr;
  std::size_t least = kFarthest + 1;
  for (const CLI::App* command : group.get_subcommands({})) {
    const std::string& name = command->get_name();
    if (word.size() > name.size() + kFarthest) continue;
    const std::size_t distance = edit_distance(word, name);
    if (distance < std::min(least, name.size())) least = distance, found = command;
  }
  return found;
}

// The commands of just that name in this group and in those below, each with the words that lead to it.
void add_namesakes(const CLI::App& group, const std::string& path, const std::string& word,
                   std::vector<std::string>& found) {
  for (const CLI::App* command : group.get_subcommands({})) {
    const std::string words = path + " " + command->get_name();
    if (command->get_name() == word) found.push_back("`" + words + "`");
    add_namesakes(*command, words, word, found);
  }
}

// A command that exists, though elsewhere, is a better guess than one that is spelled like it.
std::string complaint(const CLI::App& app, const CLI::App& group, const std::string& path, const std::string& word) {
  const std::string said = "'" + word + "' is no command" + (&group == &app ? "; " : " of `" + path + "`; ");
  std::vector<std::string> meant;
  add_namesakes(app, app.get_name(), word, meant);
  std::erase(meant, "`" + path + "`");  // `bookends book book` was not meant to be what it already is
  if (meant.empty())
    if (const CLI::App* near = nearest(group, word)) meant.push_back("`" + path + " " + near->get_name() + "`");
  if (meant.empty()) return said + "`" + path + " --help` lists them";
  return said + fmt::format("did you mean {}?", fmt::join(meant, " or "));
}

}  // namespace

std::optional<std::string> unknown_command(const CLI::App& app) {
  std::string path = app.get_name();
  for (const CLI::App* group = &app; !group->get_subcommands({}).empty();) {
    const std::vector<std::string> left = group->remaining();
    if (!left.empty() && !left.front().starts_with('-')) return complaint(app, *group, path, left.front());
    const std::vector<CLI::App*> given = group->get_subcommands();
    if (given.empty()) break;
    group = given.front();
    path += " " + group->get_name();
  }
  return std::nullopt;
}

Result<const CLI::App*> find_command(const CLI::App& app, const std::vector<std::string>& words) {
  std::string path = app.get_name();
  const CLI::App* group = &app;
  for (const std::string& word : words) {
    const std::vector<const CLI::App*> below = group->get_subcommands({});
    const auto found = std::ranges::find_if(below, [&](const CLI::App* one) { return one->get_name() == word; });
    if (found == below.end()) return Error{ErrorCode::invalid_argument, complaint(app, *group, path, word)};
    group = *found;
    path += " " + word;
  }
  return group;
}

}  // namespace bookends
