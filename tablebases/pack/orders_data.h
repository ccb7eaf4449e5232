// The files of known orders, as they are.
#pragma once

#include <span>
#include <string_view>

namespace bookends::tables {

struct OrdersText {
  std::string_view game;  // the name of its rules
  std::string_view lines;
};
std::span<const OrdersText> orders_texts();

}  // namespace bookends::tables
