#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "hw/common/router_config.h"

namespace tactus {

/// Number of a class of messages, or what is wrong with its name.
struct ClassNumber {
  std::uint8_t number = 0;
  std::string fault;
};

/// The class of a machine that is called `name`.
ClassNumber class_number(const std::vector<MessageClass>& classes, const std::string& name);

}  // namespace tactus
