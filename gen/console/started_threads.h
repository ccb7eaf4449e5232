// The threads of OpenMP, made before they are needed: its library ends the program when the system refuses one.
#pragma once

namespace bookends {

// As many threads as wanted, or as many as the system gives; at least 1, the caller's. They are there from then on, for
// all regions of the calling thread that ask for as many, or for one; a region that asks for fewer, but not for one,
// ends the others. A region that does not say how many has as many.
int started_threads(int wanted);

}  // namespace bookends
