#include <algorithm>

#include "core/base/count_text.h"
#include "core/eval/net/net.h"
#include "core/eval/weights/text.h"
#include "core/rules/games.h"
#include "gen/selfplay/samples.h"
#include "tools/verify/checks.h"

namespace bookends {
namespace {

Error in_file(const std::string& name, const Error& error) { return {error.code, name + ": " + error.message}; }

std::string_view text_of(const FileToVerify& file) {
  return {reinterpret_cast<const char*>(file.bytes.data()), file.bytes.size()};
}

// What stands behind a beginning, up to one of `ends`.
std::string_view word_behind(const FileToVerify& file, std::string_view beginning, std::string_view ends) {
  std::string_view text = text_of(file);
  text.remove_prefix(std::min(text.size(), beginning.size()));
  return text.substr(0, text.find_first_of(ends));
}

// Texts say what is wrong with them as input; in a file that is damage.
Error as_damage(Error error) {
  if (error.code == ErrorCode::invalid_argument) error.code = ErrorCode::corrupt;
  return error;
}

}  // namespace

Result<Findings> check_network(const FileToVerify& file) {
  const Result<const Rules*> rules = rules_of_net(file.bytes);
  if (!rules) return in_file(file.name, rules.error());
  const Result<NetParameters> net = decode_net(**rules, file.bytes);
  if (!net) return in_file(file.name, net.error());
  return Findings{std::string((*rules)->name),
                  count_text(net->features.size() + net->bias.size() + net->output.size(), "weight"), ""};
}

Result<Findings> check_weights(const FileToVerify& file) {
  const std::string game(word_behind(file, kWeightsHeader, ",\n"));
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return Error{ErrorCode::unsupported, file.name + ": of an unknown game, " + game};
  const Result<Weights> weights = parse_weights(**rules, text_of(file));
  if (!weights) return as_damage(in_file(file.name, weights.error()));
  return Findings{game, "all its numbers", "no checksum: numbers within their ranges"};
}

Result<Findings> check_samples(const FileToVerify& file) {
  const std::string game(word_behind(file, std::string(kSampleHeader) + "game=", " \n"));
  const Result<const Rules*> rules = find_game(game);
  if (!rules) return Error{ErrorCode::unsupported, file.name + ": of an unknown game, " + game};
  Result<SampleReader> samples = file.on_disk ? SampleReader::open(file.name, **rules)
                                              : SampleReader::of_text(std::string(text_of(file)), file.name, **rules);
  if (!samples) return samples.error();
  Sample sample;
  std::uint64_t count = 0;
  while (true) {
    if (count % 4096 == 0 && file.progress.stop_requested()) return Error{ErrorCode::interrupted, "interrupted"};
    const Result<bool> more = samples->next(sample);
    if (!more) return as_damage(more.error());
    if (!*more) return Findings{game, count_text(count, "position"), "no checksum: lines that can be read"};
    ++count;
  }
}

}  // namespace bookends
