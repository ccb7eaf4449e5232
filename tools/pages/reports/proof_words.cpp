#include "tools/pages/reports/proof_words.h"

#include <fmt/format.h>

#include <algorithm>

namespace bookends {

std::string aim_words(const ProofOutlook& outlook) {
  return fmt::format("{} to {}{}", outlook.attacker == Color::white ? "White" : "Black",
                     outlook.aim == ProofAim::win ? "win" : "hold the draw", outlook.proved ? ", proved" : "");
}

std::string proved_share(const ProofOutlook& outlook) {
  return fmt::format("{} of {} proved", std::ranges::count_if(outlook.replies, &OutlookReply::proved),
                     outlook.replies.size());
}

std::string fate_words(const OutlookReply& reply) {
  if (reply.proved) return "proved";
  return reply.refuted ? "refuted" : fmt::format("about {:.0f} searches left", reply.searches);
}

}  // namespace bookends
