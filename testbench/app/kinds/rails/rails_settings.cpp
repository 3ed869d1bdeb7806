#include "testbench/app/kinds/rails/rails_settings.h"

#include <algorithm>
#include <numeric>

#include "hw/common/config_faults.h"

namespace tactus {
namespace {

constexpr std::size_t kMostSizes = 1000;
constexpr Bytes kLargestMessage{std::uint64_t{1} << 32};
constexpr int kMostMessages = 1'000'000;

void check_nics(ConfigFaults& faults, const RailsSettings& rails, const NumaNodeConfig& node) {
  const std::vector<int> nics = rail_nics(rails, node);
  faults.require(!nics.empty() && nics.size() <= kMostRails, "nics", "{} rails: two nodes are joined by 1 to {}",
                 nics.size(), kMostRails);
  for (auto nic = nics.begin(); nic != nics.end(); ++nic) {
    faults.require(*nic >= 0 && *nic < static_cast<int>(node.nics.size()), "nics",
                   "there is no NIC {}: a node has {} of them", *nic, node.nics.size());
    faults.require(std::find(nics.begin(), nic, *nic) == nic, "nics", "NIC {} has one cable, not two", *nic);
  }
}

void check_sizes(ConfigFaults& faults, const RailsSettings& rails) {
  faults.require(!rails.sizes.empty() && rails.sizes.size() <= kMostSizes, "sizes", "{} sizes: give 1 to {}",
                 rails.sizes.size(), kMostSizes);
  for (const Bytes size : rails.sizes) {
    faults.require(size.count() > 0 && size <= kLargestMessage, "sizes", "a message has 1 B to 4 GiB, not {} B",
                   size.count());
  }
}

}  // namespace

std::vector<int> rail_nics(const RailsSettings& rails, const NumaNodeConfig& node) {
  if (!rails.nics.empty()) return rails.nics;
  std::vector<int> all(node.nics.size());
  std::iota(all.begin(), all.end(), 0);
  return all;
}

std::vector<ConfigFault> validate(const RailsSettings& rails, const NumaNodeConfig& node) {
  ConfigFaults faults;
  check_nics(faults, rails, node);
  faults.add("cable", validate(rails.cable));
  faults.add("nic", validate(rails.nic));
  faults.add("rdma", validate(rails.rdma));
  check_sizes(faults, rails);
  faults.require(rails.messages >= 1 && rails.messages <= kMostMessages, "messages", "{} is not from 1 to {}",
                 rails.messages, kMostMessages);
  return faults.take();
}

RailsConfig rails_config(const RailsSettings& rails, const NodeConfig& node) {
  RailsConfig config;
  config.node = node.numa;
  config.cable = rails.cable;
  config.nic = rails.nic;
  config.rdma = rails.rdma;
  config.rails = rail_nics(rails, node.numa);
  config.send_memory = node.send_memories(config.rails);
  config.receive_memory = node.receive_memories(config.rails);
  config.cpu = node.cpu;
  return config;
}

}  // namespace tactus
