#include "tools/pages/board/file.h"

#include <string_view>

namespace bookends {
namespace {

constexpr std::string_view kSvg = "<svg ", kDescribed = "</desc>";

}  // namespace

std::string board_file(const Rules& rules, const BoardPicture& picture) {
  std::string svg = board_picture(rules, picture);
  const std::size_t described = svg.find(kDescribed);
  if (described == std::string::npos) return {};
  std::string own = "\n<style>\n";
  own.append(board_style()).append("</style>\n").append(board_defs(rules, svg));
  svg.insert(described + kDescribed.size(), own);
  svg.insert(kSvg.size(), "xmlns=\"http://www.w3.org/2000/svg\" ");
  return svg + '\n';
}

}  // namespace bookends
