#pragma once

#include <string>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// One thing that is wrong with the value of a key of a scenario.
struct KeyFault {
  std::string key;      ///< dotted, as in scenarios; "workload.messages[3]" for a line of the file that a key names
  std::string message;  ///< the mistake, and a value that would be right
};

/// Faults of `member` of a Scenario, or of the whole Scenario if empty, by the keys that give the members.
/// Configurations know their own members only; the table of keys knows which key gives which member.
std::vector<KeyFault> key_faults(const std::string& member, const std::vector<ConfigFault>& faults);

/// Keys that a fault of `key` may really come from, itself the first.
std::vector<std::string> sources_of_fault(const std::string& key);

}  // namespace tactus
