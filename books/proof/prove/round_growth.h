// What the next round of a proof adds to its plan, about: what rounds before it have added for each place that they
// looked into. The greatest of these counts, an older one less: rounds differ by a factor of some.
#pragma once

#include <algorithm>
#include <cstddef>

namespace bookends {

class RoundGrowth {
 public:
  // A round that looked into `places` and added so many positions of the plan, and solved ones.
  void note(std::size_t places, std::size_t planned, std::size_t solved) {
    planned_.note(places, planned);
    solved_.note(places, solved);
  }
  std::size_t planned(std::size_t places) const { return planned_.of(places); }
  std::size_t solved(std::size_t places) const { return solved_.of(places); }

 private:
  struct Rate {
    static constexpr double kFades = 0.9;  // each round
    double each = 0;

    void note(std::size_t places, std::size_t added) {
      each =
          std::max(each * kFades, static_cast<double>(added) / static_cast<double>(std::max<std::size_t>(1, places)));
    }
    std::size_t of(std::size_t places) const { return static_cast<std::size_t>(each * static_cast<double>(places)); }
  };

  Rate planned_, solved_;
};

}  // namespace bookends
