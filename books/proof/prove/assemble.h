// Assembles the certificate of a proved root: the positions that its own moves and any replies lead to.
#pragma once

#include "books/proof/certificate.h"
#include "books/proof/plan/plan.h"

namespace bookends {

// `header` names root, attacker and aim; the distance is filled in. Errors: corrupt (something that should be solved is
// not, or two positions share a key).
template <const Rules& R>
Result<std::vector<CertificateRecord>> certificate_records(const Plan<R>& plan, CertificateHeader& header);

}  // namespace bookends
