#include "gen/net_choice.h"

#include <utility>

#include "books/epd_line.h"
#include "core/io/checksum.h"

namespace bookends {

std::filesystem::path shipped_net(const Rules& rules) {
  std::error_code error;
  const std::filesystem::path program = std::filesystem::read_symlink("/proc/self/exe", error);
  const std::filesystem::path file =
      program.parent_path().parent_path() / "share" / "bookends" / (std::string(rules.name) + ".net");
  return !error && std::filesystem::exists(file, error) ? file : std::filesystem::path();
}

template <const Rules& R>
Result<ChosenNet<R>> choose_net(const std::string& choice) {
  const std::filesystem::path file = choice == kAutoNet ? shipped_net(R)
                                     : choice == kNoNet ? std::filesystem::path()
                                                        : std::filesystem::path(choice);
  ChosenNet<R> chosen;
  if (file.empty()) return chosen;
  Result<NetParameters> numbers = read_net(R, file);
  if (!numbers) return numbers.error();
  auto net = Net<R>::make(*numbers);
  if (!net) return net.error();
  chosen.net = std::move(*net);
  numbers->settings.clear();
  chosen.digest = hexadecimal(checksum(encode_net(R, *numbers)));
  return chosen;
}

#define BOOKENDS_INSTANTIATE(game) template Result<ChosenNet<games::game>> choose_net<games::game>(const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_INSTANTIATE)
#undef BOOKENDS_INSTANTIATE

}  // namespace bookends
