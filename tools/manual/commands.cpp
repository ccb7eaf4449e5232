// `bookends help|man|completion`: the same options and texts for readers and for shells.
#include "tools/commands/commands.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "core/io/file.h"
#include "tools/commands/unknown_command.h"
#include "tools/manual/command_text.h"
#include "tools/manual/completion.h"
#include "tools/manual/man_page.h"

namespace bookends {
namespace {

// Its help, as if --help had been asked of it.
Result<void> show_help(const CLI::App& app, const std::vector<std::string>& words) {
  const Result<const CLI::App*> command = find_command(app, words);
  if (!command) return command.error();
  std::string path = app.get_name();
  for (const std::string& word : words) path += " " + word;
  fmt::print("{}", (*command)->get_formatter()->make_help(*command, path, CLI::AppFormatMode::Normal));
  return {};
}

Result<CommandText> text_of_words(const CLI::App& app, std::vector<std::string> words) {
  if (words.size() == 1 && words.front() == agent_text().path) return agent_text();
  const Result<const CLI::App*> command = find_command(app, words);
  if (!command) return command.error();
  std::string parents;
  if (!words.empty()) {
    words.pop_back();
    parents = app.get_name();
    for (const std::string& word : words) parents += " " + word;
  }
  return command_text(**command, parents);
}

Result<void> write_pages(const CLI::App& app, const std::filesystem::path& folder) {
  if (const Result<void> made = make_writable_folder(folder); !made) return made;
  for (const CommandText& program : {command_text(app), agent_text()})
    for (const CommandText* command : with_all_below(program)) {
      const std::string page = man_page(*command, app.version());
      if (const Result<void> written = write_file(folder / (page_name(*command) + ".1"), as_bytes(page)); !written)
        return written;
    }
  return {};
}

struct ManRequest {
  std::vector<std::string> words;
  std::string out;
};

Result<void> run_man(const CLI::App& app, const ManRequest& request) {
  if (!request.out.empty()) return write_pages(app, request.out);
  const Result<CommandText> text = text_of_words(app, request.words);
  if (!text) return text.error();
  fmt::print("{}", man_page(*text, app.version()));
  return {};
}

void print_completion(const CLI::App& app, const std::string& shell) {
  const std::vector<CommandText> programs{command_text(app), agent_text()};
  fmt::print("{}", shell == "bash"   ? bash_completion(programs)
                   : shell == "fish" ? fish_completion(programs)
                                     : zsh_completion(programs));
}

constexpr const char* kHelpGroup = "Help";

}  // namespace

void add_command_help(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("help", "Show the help of a command, as its --help does")->group(kHelpGroup);
  auto words = std::make_shared<std::vector<std::string>>();
  command->add_option("COMMAND", *words, "Its words: tables build");
  command->footer("Examples:\n  bookends help\n  bookends help tables build");
  command->callback([words, &app, &session] {
    if (const Result<void> shown = show_help(app, *words); !shown) session.fail(shown.error());
  });
}

void add_command_man(CLI::App& app, Session& session) {
  CLI::App* command = app.add_subcommand("man", "Print the manual page of a command")->group(kHelpGroup);
  auto request = std::make_shared<ManRequest>();
  CLI::Option* words = command->add_option("COMMAND", request->words, "Its words: tables build; or bookends-agent");
  command->add_option("--out", request->out, "Folder for the pages of all commands, made if need be")->excludes(words);
  command->footer(
      "`cmake --install` puts all pages where `man bookends-tables-build` finds them.\n"
      "Examples:\n  bookends man tables build | man -l -\n  bookends man --out ~/.local/share/man/man1");
  command->callback([request, &app, &session] {
    if (const Result<void> done = run_man(app, *request); !done) session.fail(done.error());
  });
}

void add_command_completion(CLI::App& app, Session&) {
  CLI::App* command =
      app.add_subcommand("completion", "Print what lets a shell complete commands and options")->group(kHelpGroup);
  auto shell = std::make_shared<std::string>();
  command->add_option("SHELL", *shell, "bash, fish or zsh")->required()->check(CLI::IsMember({"bash", "fish", "zsh"}));
  command->footer(
      "`cmake --install` puts it where the shells look for it.\n"
      "Examples:\n  source <(bookends completion bash)\n"
      "  bookends completion fish > ~/.config/fish/completions/bookends.fish\n"
      "  bookends completion zsh > ~/.zfunc/_bookends");
  command->callback([shell, &app] { print_completion(app, *shell); });
}

}  // namespace bookends
