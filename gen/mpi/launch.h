// Whether this process was started alone or as one of several, as far as can be known before MPI is.
#pragma once

namespace bookends {

struct Launch {
  int rank = 0;
  int size = 1;
};

// What mpirun, or srun, says in the environment; alone when it says nothing.
Launch launch();

}  // namespace bookends
