#pragma once

#include <fmt/core.h>

#include <string>
#include <utility>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// What a check of a configuration finds, in the order in which it looks.
class ConfigFaults {
 public:
  /// Adds a fault at `key` unless `holds`.
  template <class... Args>
  void require(bool holds, std::string key, fmt::format_string<Args...> format, Args&&... args) {
    if (!holds) list_.push_back({std::move(key), fmt::format(format, std::forward<Args>(args)...)});
  }
  void add(const std::vector<ConfigFault>& more) { list_.insert(list_.end(), more.begin(), more.end()); }

  [[nodiscard]] bool empty() const { return list_.empty(); }
  std::vector<ConfigFault> take() { return std::move(list_); }

 private:
  std::vector<ConfigFault> list_;
};

}  // namespace tactus
