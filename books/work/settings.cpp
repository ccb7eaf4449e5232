#include "books/work/settings.h"

#include <algorithm>
#include <array>
#include <utility>

#include "core/base/text_streams.h"
#include "core/rules/games.h"
#include "core/search/signature.h"

namespace bookends {

namespace {

constexpr std::string_view kProgram = "program=";
constexpr std::string_view kEvaluator = "evaluator=";
constexpr std::array kOfSearches{std::string_view("game="),
                                 std::string_view("rules="),
                                 std::string_view("nodes="),
                                 std::string_view("candidates="),
                                 std::string_view("opponent="),
                                 std::string_view("table-men="),
                                 kEvaluator,
                                 kProgram};

std::string of_searches(const std::string& settings) {
  TextReader in(settings);
  std::string kept;
  for (std::string line; std::getline(in, line);)
    if (std::ranges::any_of(kOfSearches, [&](std::string_view name) { return line.starts_with(name); }))
      kept += line + '\n';
  return kept;
}

// Of "name=value".
std::string name_of(const std::string& line) { return line.substr(0, line.find('=')); }

bool has_setting(const std::string& text, const std::string& name) { return !settings_named(text, name).empty(); }

// The option of whose files a line of settings has the digest, which tells a reader nothing.
std::string_view file_option(const std::string& line) {
  if (line.starts_with("overrides=")) return "--override";
  return line.starts_with("seeds=") ? "--seed" : "";
}

std::string file_difference(const std::string& option, const std::string& made_with, const std::string& asked_for) {
  if (made_with.ends_with('=')) return "made without " + option + "; leave it out";
  if (asked_for.ends_with('=')) return "made with " + option + ", which is missing; give the same";
  return "made with another " + option + "; give the same";
}

// What to call a line of settings where the other ones have `other`, which this text may lack.
std::string shown_setting(const std::string& text, const std::string& line, const std::string& other) {
  return has_setting(text, name_of(other)) ? line : "no " + name_of(other);
}

std::string advice_for(const std::string& line) {
  if (!line.starts_with(kEvaluator)) return "use these settings";
  return "use the same --net or --engine (" + std::string(kEvaluator) + "search is --net none)";
}

}  // namespace

std::string_view policy_name(Policy policy) { return policy == Policy::dropout ? "dropout" : "path"; }

std::string_view backup_name(Backup backup) { return backup == Backup::replace ? "replace" : "min"; }

std::string generator_name() { return "bookends " BOOKENDS_VERSION; }

std::string searcher_name() { return generator_name() + " (search " + std::to_string(kSearchSignature) + ")"; }

std::string BuildSettings::text() const {
  TextWriter out;
  out << "game=" << game << "\nrules=" << std::hex << rules_fingerprint << std::dec << "\nside=" << side_name(side)
      << "\nnodes=" << leaf_nodes << "\ncandidates=" << candidates << "\ntable-men=" << table_men << "\n"
      << kEvaluator << evaluator << "\npolicy=" << policy_name(policy) << "\nbackup=" << backup_name(backup)
      << "\ncost-ply=" << cost.ply << "\ncost-loss=" << cost.centipawn << "\nuncertainty=" << cost.uncertainty
      << "\nprincipal=" << cost.principal << "\nbest=" << cost.best << "\nworst-loss=" << cost.worst_loss
      << "\ndecided=" << cost.decided << "\nbatch=" << batch << "\nreply-loss=" << reply_loss << "\nseeds=" << seeds
      << "\noverrides=" << overrides << '\n'
      << kProgram << program << '\n';
  if (opponent_nodes > 0) out << "opponent=" << opponent_nodes << " nodes a move\n";
  for (const std::string& start : starts) out << "start=" << start << '\n';
  return out.str();
}

std::vector<std::string> settings_named(const std::string& text, const std::string& name) {
  std::vector<std::string> values;
  TextReader lines(text);
  for (std::string line; std::getline(lines, line);)
    if (line.starts_with(name + "=")) values.push_back(line.substr(name.size() + 1));
  return values;
}

Result<GameEnvelope> unseal_game(const EnvelopeKind& kind, Versions versions, std::span<const std::byte> bytes,
                                 const std::string& name) {
  Result<Envelope> envelope = unseal(kind, versions, bytes, name);
  if (!envelope) return envelope.error();
  const std::vector<std::string> named = settings_named(envelope->settings, "game");
  const std::string game = named.empty() ? "" : named.front();
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return Error{ErrorCode::unsupported, name + ": of an unknown game, " + game};
  if (fingerprint(**rules) != envelope->fingerprint)
    return Error{ErrorCode::unsupported, name + ": made under other rules of " + game};
  return GameEnvelope{std::move(*envelope), *rules};
}

bool knows_opponent(const BuildSettings& settings) {
  return settings.opponent_nodes > 0 && settings.side != BookSide::both;
}

std::string difference(const std::string& made_with, const std::string& asked_for, Compared what) {
  const bool all = what == Compared::build;
  TextReader old_lines(all ? made_with : of_searches(made_with));
  TextReader new_lines(all ? asked_for : of_searches(asked_for));
  if (old_lines.str() == new_lines.str()) return {};
  const std::string otherwise = all ? ", or another --workspace" : ", or do without these searches";
  std::string was, is;
  while (true) {
    const bool more_old = static_cast<bool>(std::getline(old_lines, was));
    const bool more_new = static_cast<bool>(std::getline(new_lines, is));
    if (more_old && more_new && was == is) continue;
    if (was.starts_with(kProgram) && is.starts_with(kProgram))
      return "made by " + was.substr(kProgram.size()) + ", this is " + is.substr(kProgram.size()) +
             ", which may search otherwise; use that version" + otherwise;
    if (!more_old) return "made with fewer settings, asked for " + is + "; " + advice_for(is) + otherwise;
    if (!more_new) return "made with " + was + ", asked for fewer settings; " + advice_for(was) + otherwise;
    if (const std::string option(file_option(was)); !option.empty() && option == file_option(is))
      return file_difference(option, was, is) + otherwise;
    return "made with " + shown_setting(old_lines.str(), was, is) + ", asked for " +
           shown_setting(new_lines.str(), is, was) + "; " + advice_for(was) + otherwise;
  }
}

}  // namespace bookends
