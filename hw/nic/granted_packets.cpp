#include "hw/nic/granted_packets.h"

#include <fmt/core.h>

namespace tactus {

std::vector<std::string> GrantedPackets::final_faults() const {
  std::vector<std::string> faults;
  for (std::size_t e = 0; e < of_.size(); ++e) {
    if (of_[e] != 0) faults.push_back(fmt::format("engine {}: {} granted packets were not sent", e, of_[e]));
  }
  return faults;
}

}  // namespace tactus
