#pragma once

#include <cstdint>
#include <vector>

#include "hw/common/machine_config.h"
#include "hw/link/packet_header.h"

namespace tactus {

/// Bytes that every DMA engine of a machine has moved.
class EngineLoads {
 public:
  struct Load {
    std::uint64_t bytes_sent = 0;      ///< read from memory
    std::uint64_t bytes_received = 0;  ///< written to memory
    std::uint64_t flits_sent = 0;      ///< into the router, headers and control packets included
    std::uint64_t flits_received = 0;
  };

  explicit EngineLoads(const MachineConfig& config) : network_(config.network), nics_(config.nics()) {}

  void injected(const PacketHeader& header) {
    Load& load = of(header.route.source, header.route.source_nic);
    load.flits_sent += header.route.flits;
    if (!header.route.is_control()) load.bytes_sent += header.transport.payload_bytes;
  }
  void delivered(const PacketHeader& header) {
    Load& load = of(header.route.destination, header.route.destination_nic);
    load.flits_received += header.route.flits;
    if (!header.route.is_control()) load.bytes_received += header.transport.payload_bytes;
  }
  /// By node, then by engine; nothing before the first packet.
  [[nodiscard]] const std::vector<Load>& all() const { return loads_; }

 private:
  Load& of(Coordinate node, int engine) {
    // Levels without packets have networks of a million nodes.
    if (loads_.empty()) loads_.resize(static_cast<std::size_t>(network_.nodes()) * static_cast<std::size_t>(nics_));
    return loads_[static_cast<std::size_t>(network_.node(node) * nics_ + engine)];
  }

  NetworkShape network_;
  int nics_;
  std::vector<Load> loads_;
};

}  // namespace tactus
