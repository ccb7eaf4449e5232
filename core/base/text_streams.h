// Text put together and taken apart. Streams of the library pass over it when memory runs out: what is written is cut
// short, what is read seems to have ended. These throw, as strings do.
#pragma once

#include <sstream>
#include <string>

namespace bookends {

class TextWriter : public std::ostringstream {
 public:
  TextWriter() { exceptions(std::ios::badbit); }
};

class TextReader : public std::istringstream {
 public:
  explicit TextReader(const std::string& text) : std::istringstream(text) { exceptions(std::ios::badbit); }
};

}  // namespace bookends
