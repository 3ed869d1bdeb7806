#include "testbench/app/scenario/class_number.h"

#include <fmt/core.h>

#include "testbench/app/scenario/nearest.h"

namespace tactus {

ClassNumber class_number(const std::vector<MessageClass>& classes, const std::string& name) {
  std::vector<std::string> names;
  for (std::size_t number = 0; number < classes.size(); ++number) {
    if (classes[number].name == name) return {static_cast<std::uint8_t>(number), {}};
    names.push_back(classes[number].name);
  }
  if (names.empty()) return {0, fmt::format("'{}': the machine has no classes: give them in classes", name)};
  return {0, fmt::format("'{}' is no class of the machine, which has {}{}", name, enumeration(names, "and"),
                         did_you_mean(name, names))};
}

}  // namespace tactus
