// The distribution of distances as an SVG chart.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bookends {

struct Distances {
  std::vector<std::uint64_t> won_in, lost_in;  // [n] positions decided in n plies
};

// A bar for every distance: upwards what is won, downwards what is lost, as long as the logarithm of how many
// positions they are. Colours are the page's, by class: `won` and `lost`. `id` must be unique on the page; `title`
// and the words that are made of the numbers are for those who do not see it. Empty when nothing is decided.
std::string distance_chart(const Distances& distances, std::string_view id, std::string_view title);

}  // namespace bookends
