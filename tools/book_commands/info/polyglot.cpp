#include "tools/book_commands/info/polyglot.h"

#include <fmt/format.h>

#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>

#include "books/exchange/polyglot_survey.h"
#include "books/file/layout.h"
#include "books/games/packed_text.h"
#include "core/base/count_text.h"
#include "core/io/file.h"
#include "core/rules/games.h"
#include "gen/options/start_positions.h"
#include "tools/book_commands/book_files.h"

namespace bookends {

namespace {

constexpr std::size_t kEntryBytes = 16;

std::string survey_json(const PolyglotSurvey& survey, const std::string& game) {
  const std::optional<BookSide> side = survey.side();
  nlohmann::ordered_json out{{"format", "polyglot"},
                             {"game", game},
                             {"side", nullptr},
                             {"positions", survey.positions},
                             {"bytes", survey.entries * kEntryBytes},
                             {"entries", survey.entries},
                             {"reached", {{"white", survey.white}, {"black", survey.black}}},
                             {"unreached", survey.positions - survey.reached()},
                             {"illegal", survey.illegal},
                             {"no_weight", survey.no_weight},
                             {"repeated", survey.repeated},
                             {"castling", {{"onto_rook", survey.onto_rook}, {"two_files", survey.two_files}}},
                             {"learned", survey.learned},
                             {"sorted", !survey.unsorted}};
  if (side) out["side"] = side_name(*side);
  return out.dump(2) + '\n';
}

std::string castling_text(const PolyglotSurvey& survey) {
  if (survey.onto_rook + survey.two_files == 0) return "none";
  if (survey.two_files == 0) return fmt::format("{} onto the rook, as e1h1", survey.onto_rook);
  if (survey.onto_rook == 0) return fmt::format("{} by two files, as e1g1", survey.two_files);
  return fmt::format("{} onto the rook, as e1h1, and {} by two files, as e1g1", survey.onto_rook, survey.two_files);
}

std::string survey_text(const PolyglotSurvey& survey, const std::string& game) {
  const std::optional<BookSide> side = survey.side();
  std::string text;
  const auto add = std::back_inserter(text);
  fmt::format_to(add, "game        {}\n", game);
  fmt::format_to(add, "made by     another program: a Polyglot book\n");
  fmt::format_to(add, "side        {}\n", side ? side_name(*side) : "not known");
  fmt::format_to(add, "positions   {}\n", survey.positions);
  fmt::format_to(add, "size        {} bytes, {}\n", survey.entries * kEntryBytes,
                 count_text(survey.entries, "entry", "entries"));
  fmt::format_to(add, "reached     {} from the start: {} at White's turn, {} at Black's\n",
                 count_text(survey.reached(), "position"), survey.white, survey.black);
  fmt::format_to(add, "unreached   {}\n", count_text(survey.positions - survey.reached(), "position"));
  fmt::format_to(add, "illegal     {} of positions that are reached\n", count_text(survey.illegal, "entry", "entries"));
  fmt::format_to(add, "no weight   {}, not to be played\n", count_text(survey.no_weight, "entry", "entries"));
  fmt::format_to(add, "repeated    {}\n", count_text(survey.repeated, "entry", "entries"));
  fmt::format_to(add, "castling    {}\n", castling_text(survey));
  fmt::format_to(add, "learned     {}\n", count_text(survey.learned, "entry", "entries"));
  if (survey.unsorted)
    fmt::format_to(add, "sorted      no: at byte {} the keys descend, and programs will not find all entries\n",
                   *survey.unsorted * kEntryBytes);
  else
    fmt::format_to(add, "sorted      yes\n");
  return text;
}

}  // namespace

bool looks_like_polyglot(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return false;
  const Result<std::string> beginning = read_packed(path, kTellingBytes);
  return beginning && !beginning->starts_with(book_layout::kMagic) &&
         !beginning->starts_with(book_layout::kTransportMagic) && format_of(*beginning) == "polyglot";
}

Result<std::string> polyglot_text(const std::string& path, const std::string& game, bool json) {
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return rules.error();
  const Result<std::string> content = read_packed(path);
  if (!content) return content.error();
  const Result<PolyglotSurvey> survey = with_game(**rules, [&]<const Rules & R>() -> Result<PolyglotSurvey> {
    const Result<std::vector<std::string>> starts = book_starts(R, {});
    return starts ? survey_polyglot<R>(as_bytes(*content), path, *starts) : Result<PolyglotSurvey>(starts.error());
  });
  if (!survey) return survey.error();
  return json ? survey_json(*survey, game) : survey_text(*survey, game);
}

}  // namespace bookends
