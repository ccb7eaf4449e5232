// The files of known orders, as they are.
#pragma once

#include <string_view>
#include <vector>

namespace bookends::tables {

struct OrdersText {
  std::string_view game;  // the name of its rules
  std::string_view lines;
};
const std::vector<OrdersText>& orders_texts();

}  // namespace bookends::tables
