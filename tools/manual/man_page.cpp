#include "tools/manual/man_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <sstream>

#include "gen/console/command.h"
#include "tools/manual/completion_words.h"

namespace bookends {
namespace {

// Text as it is: a formatter would take some characters for its own, or for typographic ones.
std::string roff(std::string_view text) {
  std::string out;
  for (const char ch : text) switch (ch) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += ch;
    }
  return out;
}

std::string bold(std::string_view text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(std::string_view text) { return "\\fI" + roff(text) + "\\fR"; }

// Lines of text. A dot at the beginning would be a request; `\&` is nothing, and takes it from there.
std::string roff_lines(std::string_view text) {
  std::string out;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
    if (!line.empty()) out += (line.front() == '.' ? "\\&" : "") + roff(line) + '\n';
  }
  return out;
}

std::string value_text(const OptionText& option) {
  return italic(option.choices.empty() ? option.value : joined_by(option.choices, "|")) +
         (option.repeated ? " ..." : "");
}

std::string heading_of(const OptionText& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.names) names.push_back(bold(name));
  std::string text = joined_by(names, ", ");
  if (!option.value.empty() && !option.names.empty()) text += " " + value_text(option);
  if (option.word.empty()) return text;
  const std::string word = italic(option.word) + (option.repeated ? " ..." : "");
  return text.empty() ? word : word + ", " + text;
}

std::string sentence(std::string text) {
  if (!text.empty() && std::string_view(".:;").find(text.back()) == std::string_view::npos) text += '.';
  return text;
}

std::string facts_of(const OptionText& option) {
  std::string text;
  if (!option.range.empty()) text += "\nA number " + option.range + '.';
  if (option.names.empty() && !option.choices.empty()) text += "\nOne of " + joined_by(option.choices, ", ") + '.';
  if (!option.standard.empty()) text += "\nDefault: " + option.standard + '.';
  if (option.required) text += "\nHas to be given.";
  if (!option.excludes.empty()) text += "\nNot together with " + joined_by(option.excludes, ", ") + '.';
  return text;
}

void put_options(std::string& page, const CommandText& command) {
  for (const bool words : {true, false})
    for (const OptionText& option : command.options)
      if (option.word.empty() != words)
        page += ".TP\n" + heading_of(option) + '\n' + roff_lines(sentence(option.description) + facts_of(option));
}

void put_synopsis(std::string& page, const CommandText& command) {
  page += bold(command.path);
  for (const OptionText& option : command.options)
    if (option.word.empty() && option.required) page += ' ' + bold(option.names.front()) + ' ' + italic(option.value);
  page += " [\\fIoptions\\fR]";
  for (const OptionText& option : command.options)
    if (!option.word.empty())
      page += ' ' + (option.required ? italic(option.word) : "[" + italic(option.word) + "]") +
              (option.repeated ? " ..." : "");
  if (!command.commands.empty()) page += " \\fIcommand\\fR ...";
  page += '\n';
}

void put_exit_status(std::string& page, const CommandText& command) {
  constexpr std::array<std::pair<int, const char*>, 7> kMeanings{
      {{kExitOk, "Done."},
       {kExitNegative, "A check failed, or nothing is known of the position."},
       {kExitUsage, "The command line or an input was wrong."},
       {kExitCorrupt, "A file is damaged, or of another kind, game or version."},
       {kExitIo, "The system refused: no access, or a disk is full."},
       {kExitLimit, "Memory or time did not suffice."},
       {kExitInterrupted, "Interrupted."}}};
  page += ".SH EXIT STATUS\n";
  for (const auto& [code, meaning] : kMeanings)
    if (command.exit_codes.empty() || std::ranges::find(command.exit_codes, code) != command.exit_codes.end())
      page += fmt::format(".TP\n\\fB{}\\fR\n{}\n", code, meaning);
}

// Lines as they stand.
void put_lines(std::string& page, const std::vector<std::string>& lines) {
  page += ".nf\n";
  for (const std::string& line : lines) page += (line.starts_with('.') ? "\\&" : "") + roff(line) + '\n';
  page += ".fi\n";
}

std::string page_named(std::string path) {
  std::ranges::replace(path, ' ', '-');
  return path;
}

void put_see_also(std::string& page, const CommandText& command) {
  std::vector<std::string> pages;
  for (std::string path = command.path; path.find(' ') != std::string::npos;) {
    path.erase(path.rfind(' '));
    pages.push_back(page_named(path));
  }
  for (const CommandText& below : command.commands) pages.push_back(page_name(below));
  if (command.path == "bookends") pages.emplace_back("bookends-agent");
  if (command.path == "bookends-agent") pages.emplace_back("bookends");
  std::ranges::sort(pages);
  page += ".SH SEE ALSO\n";
  for (const std::string& name : pages) page += bold(name) + "(1)" + (name == pages.back() ? "\n" : ",\n");
}

}  // namespace

std::string page_name(const CommandText& command) { return page_named(command.path); }

std::string man_page(const CommandText& command, std::string_view version) {
  std::string name = page_name(command);
  std::string title = name;
  std::ranges::transform(title, title.begin(), [](unsigned char ch) { return std::toupper(ch); });
  std::string page = fmt::format(".TH {} 1 \"\" \"{}\" Bookends\n.SH NAME\n{} \\- {}\n.SH SYNOPSIS\n", roff(title),
                                 roff(version), roff(name), roff(command.description));
  put_synopsis(page, command);
  if (!command.notes.empty()) page += ".SH DESCRIPTION\n";
  for (const std::string& note : command.notes)
    page += (&note == &command.notes.front() ? "" : ".PP\n") + roff_lines(note);
  if (!command.tables.empty()) put_lines(page += ".PP\n", command.tables);
  if (!command.options.empty()) page += ".SH OPTIONS\n";
  put_options(page, command);
  if (!command.commands.empty()) page += ".SH COMMANDS\n";
  for (const CommandText& below : command.commands)
    page += ".TP\n" + bold(name_of(below)) + '\n' + roff_lines(sentence(below.description));
  put_exit_status(page, command);
  if (!command.examples.empty()) put_lines(page += ".SH EXAMPLES\n", command.examples);
  put_see_also(page, command);
  return page;
}

}  // namespace bookends
