// Networks of random numbers, for tests.
#pragma once

#include <random>

#include "core/eval/net/net.h"

namespace bookends::test {

// Every weight of any size that is allowed, often the largest.
inline NetParameters random_net(const Rules& rules, const NetShape& shape, unsigned seed) {
  std::mt19937 dice(seed);
  const auto number = [&](int most) {
    if (dice() % 50 == 0) return dice() % 2 == 0 ? most : -most;
    return static_cast<int>(dice() % static_cast<unsigned>(2 * most + 1)) - most;
  };
  const std::size_t hidden = slot(shape.hidden), buckets = slot(shape.buckets);
  NetParameters net;
  net.shape = shape;
  net.settings = "random " + std::to_string(seed);
  net.features.resize(slot(shape.regions * features_of_region(rules)) * hidden);
  net.bias.resize(hidden);
  net.output.resize(buckets * 2 * hidden);
  net.output_bias.resize(buckets);
  for (auto& w : net.features) w = static_cast<std::int16_t>(number(kMostFeatureWeight) / (dice() % 8 == 0 ? 1 : 16));
  for (auto& w : net.bias) w = static_cast<std::int16_t>(number(kMostFeatureWeight));
  for (auto& w : net.output) w = static_cast<std::int16_t>(number(kMostOutputWeight));
  for (auto& w : net.output_bias) w = number(1 << 20);
  return net;
}

// A few shapes that every game can have.
inline std::vector<NetShape> shapes_of() {
  std::vector<NetShape> shapes{{.hidden = 32, .buckets = 1},
                               {.hidden = 64, .buckets = 4, .regions = 2},
                               {.hidden = 96, .buckets = 8, .regions = 5, .scale = 250},
                               {.hidden = 256, .buckets = 3}};
  for (std::size_t i = 1; i < 3; ++i) {
    shapes.push_back(shapes[i]);
    shapes.back().fold = true;
  }
  return shapes;
}

}  // namespace bookends::test
