// Several files or folders in the value of one option.
#pragma once

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

namespace bookends::agent {

// Without the empty ones. A name of its own may hold the separator: where the whole is there, it is one path.
inline std::vector<std::string> split_paths(const std::string& text, char separator) {
  std::error_code ignored;
  if (std::filesystem::exists(text, ignored)) return {text};
  std::vector<std::string> paths;
  std::istringstream rest(text);
  for (std::string path; std::getline(rest, path, separator);)
    if (!path.empty()) paths.push_back(path);
  return paths;
}

// Between folders GUIs write what their system has there: ':', or ';' where a path has a colon itself ("C:\\tables").
inline char folder_separator(const std::string& text) {
  const bool by_colons = text.find(';') == std::string::npos && text.find(":\\") == std::string::npos;
  return by_colons ? ':' : ';';
}

}  // namespace bookends::agent
