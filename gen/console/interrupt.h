// SIGINT and SIGTERM: the first asks the work to save and stop, a second one ends the process at once. Signals within
// half a second are one: who sends them to a program and to its group means it once.
#pragma once

namespace bookends {

// From now on the signals are caught. Calling it again changes nothing but whether the first one is talked about.
void catch_interrupts(bool say = true);

// From now on they do nothing: all is done but to end.
void ignore_interrupts();

// From now on a write beyond the limit of file sizes (ulimit -f) is an error, and no longer the end of the process.
void survive_full_files();

// Whether one has come since.
bool interrupted();

}  // namespace bookends
