#pragma once

#include <string>
#include <vector>

namespace tactus {

using Fields = std::vector<std::string>;

/// Members that `validate` finds at fault in the first of `configs`, in order.
template <class... Configs>
Fields fields_at_fault(const Configs&... configs) {
  Fields fields;
  for (const auto& fault : validate(configs...)) fields.push_back(fault.field);
  return fields;
}

}  // namespace tactus
