// `bookends tables build`: endgame tables of a game, with everything they depend on.
#include <fmt/format.h>
#include <malloc.h>

#include <CLI/CLI.hpp>
#include <bit>
#include <cctype>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "core/games.h"
#include "gen/commands.h"
#include "gen/output_file.h"
#include "tablebases/build.h"

namespace bookends {
namespace {

struct Request {
  std::string game;
  std::vector<std::string> names;
  int men = 0;
  std::string out;
  std::string metrics = "wdl,dtm,dtz";
  std::string sides = "both";
  std::string memory;
  tables::WriteSettings write;
  int block = 64;  // KiB of results before compression
  bool force = false;
};

Error wrong(std::string what) { return {ErrorCode::invalid_argument, std::move(what)}; }

// "20G", "512M", "800000000"; binary units.
std::optional<std::uint64_t> parse_bytes(const std::string& text) {
  std::size_t digits = 0;
  std::uint64_t value = 0;
  for (; digits < text.size() && std::isdigit(static_cast<unsigned char>(text[digits])) != 0 && digits < 15; ++digits)
    value = value * 10 + static_cast<std::uint64_t>(text[digits] - '0');
  const std::string unit = text.substr(digits);
  constexpr std::string_view kUnits = "KMGT";
  if (digits == 0 || value == 0 || unit.size() > 1) return std::nullopt;
  if (unit.empty()) return value;
  const std::size_t power = kUnits.find(static_cast<char>(std::toupper(static_cast<unsigned char>(unit[0]))));
  if (power == std::string_view::npos || value > (std::uint64_t{1} << 20)) return std::nullopt;
  return value << (10 * (power + 1));
}

// The result is always stored; what can be chosen is which distances are too. False for an unknown name.
bool choose_metrics(const std::string& metrics, tables::WriteSettings& write) {
  write.dtm = write.dtz = false;
  std::size_t at = 0;
  while (at <= metrics.size()) {
    const std::size_t end = std::min(metrics.find(',', at), metrics.size());
    const std::string name = metrics.substr(at, end - at);
    if (name == "dtm")
      write.dtm = true;
    else if (name == "dtz")
      write.dtz = true;
    else if (name != "wdl")
      return false;
    at = end + 1;
  }
  return true;
}

Result<tables::WriteSettings> write_settings(const Request& request) {
  tables::WriteSettings write = request.write;
  if (!choose_metrics(request.metrics, write))
    return wrong("--metrics " + request.metrics + ": a list of wdl, dtm and dtz is expected, as in wdl,dtm");
  write.both_sides = request.sides == "both";
  // A KiB of results is 4096 positions.
  write.result_block_log = 12 + std::countr_zero(static_cast<unsigned>(request.block));
  write.distance_block_log = write.result_block_log;
  return write;
}

Result<std::vector<tables::Ending>> wanted_endings(const Rules& rules, const Request& request) {
  if ((request.men > 0) == !request.names.empty()) return wrong("give either --men or the names of endings");
  std::vector<tables::Ending> wanted;
  if (request.men > 0) wanted = tables::endings_up_to(rules, request.men);
  for (const std::string& name : request.names) {
    const auto ending = tables::parse_ending(rules, name);
    if (!ending) return ending.error();
    wanted.push_back(*ending);
  }
  return tables::closure(rules, wanted);
}

void print_summary(const tables::BuildSummary& summary, const Request& request, std::size_t endings, Session& session) {
  if (session.json) {
    fmt::print("{}\n", nlohmann::ordered_json{{"game", request.game},
                                              {"folder", request.out},
                                              {"endings", endings},
                                              {"built", summary.built},
                                              {"rebuilt", summary.rebuilt},
                                              {"skipped", summary.skipped},
                                              {"positions", summary.positions},
                                              {"bytes", summary.bytes},
                                              {"seconds", summary.seconds}}
                           .dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
    return;
  }
  session.say(fmt::format(
      "{}: {} endings in {}, {} built ({} again), {} there already; {:.1f} MB, {} positions solved in {:.1f} s",
      request.game, endings, request.out, summary.built, summary.rebuilt, summary.skipped,
      static_cast<double>(summary.bytes) / 1e6, summary.positions, summary.seconds));
}

// One ending after another takes and gives back the same gigabytes, and the system zeroes what it hands out: a fifth of
// all the time. So memory that has been freed is kept for the next ending.
void keep_freed_memory() {
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, -1);
}

Result<void> run(const Request& request, Session& session) {
  const Result<const Rules*> rules = find_game(request.game);
  if (!rules) return rules.error();
  if (const Result<void> folder = check_is_file(request.out, "a folder of tables"); !folder) return folder;
  const auto endings = wanted_endings(**rules, request);
  if (!endings) return endings.error();
  tables::BuildOptions options;
  options.threads = session.thread_count();
  options.force = request.force;
  const Result<tables::WriteSettings> write = write_settings(request);
  if (!write) return write.error();
  options.write = *write;
  if (!request.memory.empty()) {
    const auto bytes = parse_bytes(request.memory);
    if (!bytes) return wrong("--memory " + request.memory + ": a size is expected, as in 20G or 512M");
    options.memory_bytes = *bytes;
  }
  keep_freed_memory();
  const auto summary = tables::build_tables(**rules, *endings, request.out, options, session.progress(),
                                            [&](std::string_view line) { session.say(line); });
  if (!summary) return summary.error();
  print_summary(*summary, request, endings->size(), session);
  return {};
}

}  // namespace

void add_command_tables_build(CLI::App& group, Session& session) {
  auto request = std::make_shared<Request>();
  CLI::App* command = group.add_subcommand("build", "Build endgame tables, and all they depend on; resumes");
  command->add_option("GAME", request->game, "A name from `bookends games`")->required();
  command->add_option("NAME", request->names, "Endings, as KRvK; or --men");
  command->add_option("--men", request->men, "All endings with so many men or fewer, kings included")
      ->check(CLI::Range(3, tables::kMaxMen));
  command->add_option("--out", request->out, "Folder for the files, made if need be")->required();
  command->add_option("--metrics", request->metrics, "wdl and any of dtm, dtz (games with a move limit have dtz)")
      ->capture_default_str();
  command->add_option("--sides", request->sides, "Results of both sides to move, or of one (smaller, slower)")
      ->check(CLI::IsMember({"both", "one"}))
      ->capture_default_str();
  command->add_option("--memory", request->memory, "Most memory to take, as 20G; default: three quarters of all");
  command->add_option("--level", request->write.level, "zstd level of results and dtz")
      ->check(CLI::Range(1, 19))
      ->capture_default_str();
  command->add_option("--dtm-level", request->write.dtm_level, "zstd level of dtm")
      ->check(CLI::Range(1, 19))
      ->capture_default_str();
  command
      ->add_option("--block", request->block, "KiB of results in a block: small ones are quicker to read, and larger")
      ->check(CLI::IsMember({4, 8, 16, 32, 64, 128}))
      ->capture_default_str();
  command->add_flag("--force", request->force, "Build again what is there already");
  add_common_options(*command, session, true, true);
  command->footer(
      "Files that are there and verify are left alone, so a build that was stopped goes on when started again.\n"
      "Examples:\n  bookends tables build fragments --men 4 --out tables\n"
      "  bookends tables build chess KRvK KQvKR --out chess-tables --memory 2G\n"
      "  bookends tables build chess --men 4 --out small --metrics wdl --sides one --level 19");
  command->callback([request, &session] {
    if (const Result<void> done = run(*request, session); !done) session.fail(done.error());
  });
}

}  // namespace bookends
