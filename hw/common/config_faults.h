#pragma once

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// Faults that a check of a configuration finds, in the order in which it looks.
class ConfigFaults {
 public:
  /// Adds a fault of member `field` unless `holds`.
  template <class... Args>
  void require(bool holds, std::string field, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds) list_.push_back({std::move(field), fmt::format(format, std::forward<Args>(args)...)});
  }
  /// Adds the faults of the configuration that is member `member` of this one.
  void add(const std::string& member, const std::vector<ConfigFault>& more) {
    for (const ConfigFault& fault : more) list_.push_back({member + "." + fault.field, fault.message});
  }
  /// Adds faults of this one's own members.
  void add(const std::vector<ConfigFault>& more) { list_.insert(list_.end(), more.begin(), more.end()); }

  [[nodiscard]] bool empty() const { return list_.empty(); }
  [[nodiscard]] std::size_t size() const { return list_.size(); }
  std::vector<ConfigFault> take() { return std::move(list_); }

 private:
  std::vector<ConfigFault> list_;
};

}  // namespace tactus
