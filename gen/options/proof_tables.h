// The tables that a proof leans on.
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "tablebases/oracle/oracle.h"

namespace bookends {

template <const Rules& R>
struct ProofTables {
  std::unique_ptr<TableOracle<R>> oracle;
  std::string digest;  // of what is in the files: other tables could answer otherwise
};

// A proof's checker asks the tables about every position with so few men. So the folder has to have every ending up to
// its largest, all with distances: a win of unknown length could be one that goes round in circles. Errors: as
// TableOracle::open; invalid_argument, naming what is missing.
template <const Rules& R>
Result<ProofTables<R>> open_proof_tables(const std::filesystem::path& folder);

}  // namespace bookends
