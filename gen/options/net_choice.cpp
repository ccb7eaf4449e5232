#include "gen/options/net_choice.h"

#include <utility>

#include "core/eval/weights/games.h"
#include "core/io/checksum.h"
#include "core/io/program.h"
#include "gen/uci/engine_option.h"

namespace bookends {

namespace {

std::filesystem::path folder_of_nets(const std::filesystem::path& program) {
  return program.empty() ? program : program.parent_path().parent_path() / "share" / "bookends";
}

}  // namespace

bool is_auto_net(std::string_view choice) { return uci::equal_ignoring_case(choice, kAutoNet); }
bool is_no_net(std::string_view choice) { return uci::equal_ignoring_case(choice, kNoNet); }

std::filesystem::path folder_of_nets() { return folder_of_nets(program_file()); }

std::filesystem::path shipped_net(const Rules& rules) { return shipped_net(rules, program_file()); }

std::filesystem::path shipped_net(const Rules& rules, const std::filesystem::path& program) {
  if (program.empty()) return {};
  const std::filesystem::path file = folder_of_nets(program) / (std::string(rules.name) + ".net");
  std::error_code missing;
  return std::filesystem::exists(file, missing) ? file : std::filesystem::path();
}

std::filesystem::path meant_net(const Rules& rules, const std::string& choice) {
  if (is_auto_net(choice)) return shipped_net(rules);
  return is_no_net(choice) ? std::filesystem::path() : std::filesystem::path(choice);
}

std::string net_digest(const Rules& rules, NetParameters net) {
  net.settings.clear();
  return hexadecimal(checksum(encode_net(rules, net)));
}

namespace {

template <const Rules& R>
std::string evaluation_digest(const NetParameters& numbers) {
  constexpr int percent = weights<R>.net_endgame_percent;
  const std::string digest = net_digest(R, numbers);
  return percent == 100 ? digest : digest + '-' + std::to_string(percent);
}

}  // namespace

template <const Rules& R>
Result<ChosenNet<R>> choose_net(const std::string& choice) {
  const std::filesystem::path file = meant_net(R, choice);
  ChosenNet<R> chosen;
  if (file.empty()) return chosen;
  const Result<NetParameters> numbers = read_net(R, file);
  if (!numbers) return numbers.error();
  auto net = Net<R>::make(*numbers);
  if (!net) return net.error();
  chosen.net = std::move(*net);
  chosen.digest = evaluation_digest<R>(*numbers);
  return chosen;
}

#define BOOKENDS_INSTANTIATE(game) template Result<ChosenNet<games::game>> choose_net<games::game>(const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
