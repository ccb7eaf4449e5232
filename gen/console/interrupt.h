// SIGINT and SIGTERM: the first asks the work to save and stop, the second ends the process at once.
#pragma once

namespace bookends {

// From now on the signals are caught. Calling it again changes nothing.
void catch_interrupts();

// Whether one has come since.
bool interrupted();

}  // namespace bookends
