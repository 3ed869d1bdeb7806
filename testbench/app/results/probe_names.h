#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/common/probe.h"

namespace tactus {

/// Finds probes by scope and name.
class ProbeNames {
 public:
  explicit ProbeNames(const ProbeList& probes) {
    for (std::size_t i = 0; i < probes.size(); ++i) numbers_.emplace(probes[i].scope + "." + probes[i].name, i);
  }
  [[nodiscard]] std::optional<std::size_t> find(const std::string& scope, const std::string& name) const {
    const auto found = numbers_.find(scope + "." + name);
    return found == numbers_.end() ? std::nullopt : std::optional(found->second);
  }

 private:
  std::map<std::string, std::size_t> numbers_;
};

}  // namespace tactus
