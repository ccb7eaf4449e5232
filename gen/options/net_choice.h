// Which network evaluates: a file, the one that came with the program, or none.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

#include "core/eval/net/net.h"

namespace bookends {

inline constexpr const char* kAutoNet = "auto";
inline constexpr const char* kNoNet = "none";
inline constexpr const char* kNetHelp =
    "Network to evaluate by; auto: the one that came with the program, if the game has one; none: the hand-made terms";

// What a person has written; case does not count.
bool is_auto_net(std::string_view choice);
bool is_no_net(std::string_view choice);

// ../share/bookends, seen from the folder of the running program; empty when that is not known.
std::filesystem::path folder_of_nets();
// GAME.net in it; empty when it is not there.
std::filesystem::path shipped_net(const Rules& rules);
// The same of another program.
std::filesystem::path shipped_net(const Rules& rules, const std::filesystem::path& program);

// What `choice` means: the shipped one for kAutoNet, nothing for kNoNet, else the file of that name.
std::filesystem::path meant_net(const Rules& rules, const std::string& choice);

// Of the numbers of a network alone, in hexadecimal, whatever the file says of itself.
std::string net_digest(const Rules& rules, NetParameters net);

template <const Rules& R>
struct ChosenNet {
  std::shared_ptr<const Net<R>> net;  // null: the hand-made terms
  // By which this program's evaluation is known: net_digest(), and behind a dash Weights::net_endgame_percent where
  // that is not 100. Empty for none.
  std::string digest;
};

// `choice` is kAutoNet, kNoNet or a file. Errors: those of Net::open.
template <const Rules& R>
Result<ChosenNet<R>> choose_net(const std::string& choice);

#define BOOKENDS_EXTERN_CHOOSE_NET(game) \
  extern template Result<ChosenNet<games::game>> choose_net<games::game>(const std::string&);
BOOKENDS_FOR_EACH_GAME(BOOKENDS_EXTERN_CHOOSE_NET)
#undef BOOKENDS_EXTERN_CHOOSE_NET

}  // namespace bookends
