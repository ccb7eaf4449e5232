// What is said of a proof that is looked for, wherever it is shown.
#pragma once

#include <string>

#include "books/proof/plan/outlook.h"

namespace bookends {

std::string aim_words(const ProofOutlook& outlook);     // "White to win", and whether that is proved
std::string proved_share(const ProofOutlook& outlook);  // "3 of 7 proved"
std::string fate_words(const OutlookReply& reply);      // "proved", or what it seems to need still

}  // namespace bookends
