#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"

namespace tactus {

/// Speeds of all links of a machine, looked up by node and port. Plain class.
///
/// Two bytes for each link if some have a speed of their own, a few in all otherwise.
class LinkSpeeds {
 public:
  /// `config` is free of faults.
  explicit LinkSpeeds(const MachineConfig& config);

  /// The link behind a port that leads to another router; also where an edge has none.
  [[nodiscard]] const LinkSpeed& of(int node, int port) const { return speeds_[kinds_[place(node, port)]]; }

 private:
  [[nodiscard]] std::size_t place(int node, int port) const {
    return static_cast<std::size_t>(node) * row_ + static_cast<std::size_t>(port);
  }
  std::uint16_t kind(const LinkSpeed& speed);

  int directions_;
  std::size_t row_ = 0;  ///< kinds of a node; 0: all nodes have the same
  std::vector<std::uint16_t> kinds_;
  std::vector<LinkSpeed> speeds_;
};

}  // namespace tactus
