#include "tools/pages/tables_chart.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "tools/pages/html_page.h"

namespace bookends {
namespace {

using Counts = std::vector<std::uint64_t>;

constexpr int kLeftMargin = 44, kRightMargin = 8, kTopMargin = 8, kBottomMargin = 32;
constexpr int kPitch = 5;        // from one distance to the next
constexpr double kDecade = 10;   // the height of a factor of ten
constexpr int kLabelEvery = 10;  // plies

// One for a single position, so that it has a bar too.
double decades(std::uint64_t count) { return count == 0 ? 0 : 1 + std::log10(static_cast<double>(count)); }

double most_decades(const Counts& counts) {
  return counts.empty() ? 0 : decades(*std::max_element(counts.begin(), counts.end()));
}

std::string in_words(const Counts& counts, std::string_view what) {
  const std::uint64_t all = std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  if (all == 0) return fmt::format("No position is {}. ", what);
  const auto peak = std::max_element(counts.begin(), counts.end()) - counts.begin();
  return fmt::format("{} positions are {}, most of them in {} plies, the last in {}. ", all, what, peak,
                     counts.size() - 1);
}

class Chart {
 public:
  explicit Chart(const Distances& distances)
      : distances_(distances),
        plies_(static_cast<int>(std::max(distances.won_in.size(), distances.lost_in.size()))),
        width_(std::max(260, kLeftMargin + kPitch * plies_ + kRightMargin)),
        axis_(kTopMargin + kDecade * std::ceil(most_decades(distances.won_in))),
        bottom_(axis_ + kDecade * std::ceil(most_decades(distances.lost_in))) {}

  std::string draw(std::string_view id, std::string_view title) {
    add(R"(<svg class="chart" role="img" aria-labelledby="{0}-t {0}-d" width="{1}" height="{2}" viewBox="0 0 {1} {2}">)"
        R"(<title id="{0}-t">{3}</title><desc id="{0}-d">{4}{5}</desc>)",
        escaped(id), width_, bottom_ + kBottomMargin, escaped(title), in_words(distances_.won_in, "won"),
        in_words(distances_.lost_in, "lost"));
    scale(most_decades(distances_.won_in), -1);
    scale(most_decades(distances_.lost_in), 1);
    bars(distances_.won_in, "won", -1);
    bars(distances_.lost_in, "lost", 1);
    axis();
    return std::move(out_) + "</svg>\n";
  }

 private:
  template <class... Args>
  void add(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
  }

  static int x_of(int plies) { return kLeftMargin + kPitch * plies; }

  // A line for every factor of 1000; `direction` -1: upwards.
  void scale(double most, int direction) {
    for (int power = 0; power + 1 <= most; power += 3) {
      const double y = axis_ + direction * kDecade * (power + 1);
      add(R"(<path class="grid" d="M{} {}H{}"/><text class="y" x="{}" y="{}">{}</text>)", kLeftMargin, y,
          width_ - kRightMargin, kLeftMargin - 4, y + 4, power == 0 ? "1" : fmt::format("1e{}", power));
    }
  }

  void bars(const Counts& counts, std::string_view name, int direction) {
    std::string path;
    for (std::size_t n = 0; n < counts.size(); ++n)
      if (counts[n] != 0)
        fmt::format_to(std::back_inserter(path), "M{} {:g}h{}v{:.1f}h-{}z", x_of(static_cast<int>(n)), axis_,
                       kPitch - 1, direction * kDecade * decades(counts[n]), kPitch - 1);
    if (!path.empty()) add(R"(<path class="{}" d="{}"/>)", name, path);
  }

  void axis() {
    add(R"(<path class="axis" d="M{} {}H{}"/>)", kLeftMargin, axis_, width_ - kRightMargin);
    for (int n = 0; n < plies_; n += kLabelEvery)
      add(R"(<text class="x" x="{}" y="{}">{}</text>)", x_of(n) + kPitch / 2, bottom_ + 13, n);
    add(R"(<text class="x" x="{}" y="{}">plies</text>)", (kLeftMargin + width_) / 2, bottom_ + 27);
  }

  const Distances& distances_;
  int plies_;
  int width_;
  double axis_;    // y of nothing
  double bottom_;  // y of the longest bar downwards
  std::string out_;
};

}  // namespace

std::string distance_chart(const Distances& distances, std::string_view id, std::string_view title) {
  if (distances.won_in.empty() && distances.lost_in.empty()) return {};
  return Chart(distances).draw(id, title);
}

}  // namespace bookends
